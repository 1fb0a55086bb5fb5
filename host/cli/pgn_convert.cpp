// SPDX-License-Identifier: Apache-2.0
// adoube pgn convert: games in another form.
#include <fmt/format.h>

#include "host/cli/exit_code.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/pgn_commands.hpp"
#include "host/cli/text.hpp"
#include "host/files/whole_file.hpp"

namespace adoube::cli {
namespace {

// Standard output, or a file that appears at the end.
class Sink {
 public:
  explicit Sink(Output& out) : out_(out) {}

  Result<void> open(const std::string& name) {
    if (name.empty() || name == "-") return {};
    auto file = host::WholeFile::create(name);
    if (!file) return tl::unexpected(std::move(file.error()));
    file_.emplace(std::move(*file));
    return {};
  }
  Result<void> write(std::string_view text) {
    if (file_) return file_->write(text);
    out_.raw(text);
    return {};
  }
  Result<void> commit() {
    if (file_) return file_->commit();
    out_.flush();
    return {};
  }

 private:
  Output& out_;
  std::optional<host::WholeFile> file_;
};

class Conversion {
 public:
  Conversion(const ConvertOptions& options, Output& out) : options_(options), out_(out), sink_(out) {}

  Result<void> run() {
    if (auto opened = sink_.open(options_.output); !opened) return opened;
    const auto walked = for_each_game(
        options_.files, out_, [&](FoundGame& found) { return visit(found); },
        [&](std::string_view file, int games) { return file_done(file, games); });
    // What was written to standard output until then is whole games.
    if (!walked) {
      out_.flush();
      return walked;
    }
    return sink_.commit();
  }
  std::uint64_t left_out() const { return left_out_; }

 private:
  Result<Onward> visit(FoundGame& found) {
    const auto& range = options_.range;
    if (range && found.number > range->last) return Onward::file;
    if (range && found.number < range->first) return Onward::game;
    const Onward next = range && found.number == range->last ? Onward::file : Onward::game;
    if (!found.game) {
      ++left_out_;
      out_.note(located(found.file, found.place, found.number, found.sentence));
      return next;
    }
    const GameFormat& format = options_.format;
    const bool pgn = format.kind == GameFormat::Kind::pgn || format.kind == GameFormat::Kind::line;
    auto written = sink_.write(pgn && written_ > 0 ? "\n" : "");
    if (written) written = sink_.write(game_text(std::move(*found.game), format));
    if (!written) return tl::unexpected(std::move(written.error()));
    ++written_;
    return next;
  }

  Result<void> file_done(std::string_view file, int games) {
    if (!options_.range || games >= options_.range->first) return {};
    return fail(Cause::usage, fmt::format("{} holds {}, there is no game {}", file, counted(static_cast<std::uint64_t>(games), "game", "games"), options_.range->first));
  }

  const ConvertOptions& options_;
  Output& out_;
  Sink sink_;
  std::uint64_t written_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace

int pgn_convert(const ConvertOptions& options, Output& out) {
  if (out.json() && options.format.kind != GameFormat::Kind::json && (options.output.empty() || options.output == "-")) {
    return out.fail({Cause::usage, "with --json standard output has one object a line; write to a file with -o, choose --to json, or leave out --json"});
  }
  Conversion conversion(options, out);
  if (const auto done = conversion.run(); !done) return out.fail(done.error());
  if (conversion.left_out() == 0) return ok;
  out.note(counted(conversion.left_out(), "game was", "games were") + " left out; adoube pgn check says what is wrong in every game");
  return malformed;
}

}  // namespace adoube::cli
