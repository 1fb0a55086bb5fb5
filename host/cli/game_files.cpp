// SPDX-License-Identifier: Apache-2.0
#include "host/cli/game_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "host/cli/file_kind.hpp"
#include "host/cli/interrupt.hpp"
#include "host/files/input_file.hpp"

namespace adoube::cli {
namespace {

std::string_view shown(std::string_view file) { return file == "-" ? "<stdin>" : file; }

Result<host::InputFile> open(const std::string& file) {
  return host::InputFile::open(file, [] { return interrupt() != 0; });
}

// Bytes of all files, or 0 where one does not say. What cannot be opened fails when its turn comes. A named pipe is not
// opened here: whoever writes into it would lose his reader when it is closed.
std::uint64_t total_size(const std::vector<std::string>& files) {
  std::uint64_t total = 0;
  for (const std::string& file : files) {
    std::error_code error;
    if (file != "-" && !std::filesystem::is_regular_file(file, error)) return 0;
    const auto input = open(file);
    const auto size = input ? input->size() : std::nullopt;
    if (!size) return 0;
    total += *size;
  }
  return total;
}

std::string megabytes(std::uint64_t bytes) { return fmt::format("{}.{}", bytes / 1'000'000, bytes / 100'000 % 10); }

}  // namespace

GameFile::GameFile(std::string_view name, host::InputFile input)
    : name_(name), input_(std::move(input)), reader_(std::make_unique<pgn::Reader>(input_.stream())) {}

Result<GameFile> GameFile::open(const std::string& file) {
  if (const auto right = reads(file, FileKind::games); !right) return tl::unexpected(right.error());
  catch_interrupts();
  auto input = cli::open(file);
  if (!input) return tl::unexpected(std::move(input.error()));
  return GameFile(shown(file), std::move(*input));
}

Result<std::optional<FoundGame>> GameFile::next() {
  auto game = reader_->next();
  // The end of a stream that failed or was stopped looks like the end of a game.
  if (const auto& problem = input_.problem()) return tl::unexpected(*problem);
  if (interrupt() != 0) return fail(Cause::interrupted, fmt::format("interrupted while reading {}", name_));
  if (!game) return std::nullopt;
  FoundGame found{name_, reader_->games(), std::move(*game), {}, {}};
  if (!found.game) {
    found.place = reader_->error_place();
    found.sentence = reader_->error_sentence();
  }
  return found;
}

Result<pgn::Game> game_of(const std::string& file, int number) {
  auto games = GameFile::open(file);
  if (!games) return tl::unexpected(games.error());
  while (true) {
    auto found = games->next();
    if (!found) return tl::unexpected(found.error());
    if (!*found) break;
    if ((*found)->number != number) continue;
    if (!(*found)->game) return fail((*found)->game.error().cause, fmt::format("{}: {}", (*found)->file, (*found)->game.error().message));
    return std::move(*(*found)->game);
  }
  if (games->games() == 0) return fail(Cause::malformed, fmt::format("{} holds no game", shown(file)));
  return fail(Cause::usage, fmt::format("{} has no game {}; it holds {}", shown(file), number, games->games()));
}

Result<void> for_each_game(const std::vector<std::string>& files, Output& out, const GameVisitor& visit,
                           const std::function<Result<void>(std::string_view file, int games)>& file_done) {
  const std::uint64_t total = total_size(files);
  std::uint64_t before = 0;
  for (const std::string& file : files) {
    auto games = GameFile::open(file);
    if (!games) return tl::unexpected(std::move(games.error()));
    Onward onward = Onward::game;
    while (onward == Onward::game) {
      auto found = games->next();
      if (!found) return tl::unexpected(std::move(found.error()));
      if (!*found) break;
      auto said = visit(**found);
      if (!said) return tl::unexpected(std::move(said.error()));
      onward = *said;
      const std::uint64_t done = before + games->bytes();
      if (total > 0) out.progress(fmt::format("{} of {} MB", megabytes(done), megabytes(total)), done, total);
    }
    before += games->size().value_or(0);
    if (!file_done) continue;
    if (auto said = file_done(shown(file), games->games()); !said) return said;
  }
  out.clear_progress();
  return {};
}

std::string located(std::string_view file, pgn::Place place, int game, std::string_view sentence) {
  return fmt::format("{}:{}:{}: game {}: {}", file, place.line, place.column, game, sentence);
}

}  // namespace adoube::cli
