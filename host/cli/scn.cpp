// SPDX-License-Identifier: Apache-2.0
// adoube scn: scenarios checked, written in their one form, and made of games and cases.
#include <fmt/format.h>

#include <memory>

#include "host/cases/case_file.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/scene.hpp"
#include "host/files/input_file.hpp"
#include "host/files/whole_file.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "sim/hands/styles.hpp"
#include "sim/scenario/from.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::cli {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
  EditionFiles editions;
};

int check(const CheckOptions& options, Output& out) {
  const auto editions = options.editions.load();
  if (!editions) return out.fail(editions.error());
  int code = ok;
  for (const std::string& file : options.files) {
    const auto scene = read_scene(file);
    const auto performance = scene ? scenario::perform(*scene) : tl::unexpected(scene.error());
    std::optional<Error> error;
    if (!performance) {
      error = performance.error();
    } else if (const auto edition = editions->find(performance->setup.edition); !edition) {
      error = Error{Cause::malformed, file + ": " + edition.error().message};
    }
    if (error) {
      code = out.fail(*error);
    } else if (out.json()) {
      out.object("scenario", {{"file", file}, {"title", performance->setup.title}, {"contacts", performance->script.changes.size()}});
    } else {
      out.line(fmt::format("{}: ok", file));
    }
  }
  return code;
}

struct FormatOptions {
  std::vector<std::string> files;
  bool write = false;
};

int format(const FormatOptions& options, Output& out) {
  for (const std::string& file : options.files) {
    const auto scene = read_scene(file);
    if (!scene) return out.fail(scene.error());
    const std::string text = scenario::write(*scene);
    if (!options.write || file == "-") {
      out.raw(text);
    } else if (const auto written = host::write_whole(file, text); !written) {
      return out.fail(written.error());
    }
  }
  out.flush();
  return ok;
}

struct FromOptions {
  std::string file;
  int game = 1;
  std::string id;
};

int print(const scenario::Scenario& scene, Output& out) {
  out.raw(scenario::write(scene));
  out.flush();
  return ok;
}

int from_pgn(const FromOptions& options, Output& out) {
  auto input = host::InputFile::open(options.file, [] { return interrupt() != 0; });
  if (!input) return out.fail(input.error());
  pgn::Reader reader(input->stream());
  int games = 0;
  while (auto game = reader.next()) {
    if (++games != options.game) continue;
    if (!*game) return out.fail({game->error().cause, options.file + ": " + game->error().message});
    return print(scenario::from_game(**game), out);
  }
  if (input->problem()) return out.fail(*input->problem());
  if (games == 0) return out.fail({Cause::malformed, options.file + " holds no game"});
  return out.fail({Cause::usage, fmt::format("{} has no game {}; it holds {}", options.file, options.game, games)});
}

int from_jsonl(const FromOptions& options, Output& out) {
  const auto cases = host::read_cases(std::filesystem::path(options.file));
  if (!cases) return out.fail(cases.error());
  for (const recognition::Case& c : *cases) {
    if (!options.id.empty() && c.id != options.id) continue;
    if (!c.unsupported.empty()) {
      return out.fail({Cause::usage, fmt::format("case \"{}\" has events of raw sensors or of the cable, which a scenario says in its own "
                                                 "words; write that one by hand", c.id)});
    }
    return print(scenario::from_case(c, c.id), out);
  }
  return out.fail({Cause::usage, options.id.empty() ? options.file + " holds no case"
                                                    : fmt::format("{} has no case \"{}\"; adoube cases {} lists them", options.file, options.id, options.file)});
}

// One line a word: how it is written, and what it means.
int words(Output& out) {
  const auto section = [&](const char* name, const auto& rows, auto form) {
    if (!out.json()) out.line(name);
    for (const auto& row : rows) {
      const auto [written, meaning] = form(row);
      if (out.json()) out.object("word", {{"part", name}, {"form", written}, {"meaning", meaning}});
      else if (written.size() <= 34) out.line(fmt::format("  {:<34}  {}", written, meaning));
      else out.line(fmt::format("  {}\n  {:<34}  {}", written, "", meaning));
    }
  };
  using Pair = std::pair<std::string, std::string>;
  const auto place = [](const sim::FaultInfo& f) -> std::string {
    switch (f.place) {
      case sim::FaultPlace::contact: return f.everywhere ? "CONTACT|every" : "CONTACT";
      case sim::FaultPlace::piece: return "SQUARE";
      case sim::FaultPlace::row: return "ROW";
      case sim::FaultPlace::column: return f.everywhere ? "COLUMN|every" : "COLUMN";
    }
    return {};
  };
  section("headings", scenario::setting_words(), [](const scenario::SettingWord& w) { return Pair(w.form, w.meaning); });
  section("timeline", scenario::verb_words(), [](const scenario::VerbWord& w) { return Pair(form(w), w.meaning); });
  section("faults", sim::fault_table(), [&](const sim::FaultInfo& f) {
    const std::string size = f.size.empty() ? "" : fmt::format("size N {}", f.size);
    return Pair(fmt::format("{} {}{}", f.name, place(f), size.empty() ? "" : f.size_usual ? " [" + size + "]" : " " + size), f.meaning);
  });
  section("expectations", scenario::outcome_words(), [](const scenario::OutcomeWord& w) { return Pair(form(w), w.meaning); });
  section("styles of hands", hands::named_styles(), [](const hands::NamedStyle& s) { return Pair(s.name, s.meaning); });
  section("parameters of the physics", sim::parameter_table(), [](const sim::ParameterInfo& p) {
    sim::Parameters usual;
    return Pair(fmt::format("{} {} {}", p.name, p.field(usual), p.unit), fmt::format("{} to {}", p.low, p.high));
  });
  return ok;
}

}  // namespace

void add_scn(CLI::App& app, const Global&, Action& action) {
  auto* scn = app.add_subcommand("scn", "check or format scenarios, or make them of games and cases");
  scn->require_subcommand(1);

  auto checked = std::make_shared<CheckOptions>();
  auto* command = scn->add_subcommand("check", "tell whether they can be played, and if not, the place");
  command->add_option("FILE.scn", checked->files, "scenarios, - for standard input")->required()->type_name("");
  checked->editions.add_to(*command);
  command->callback([checked, &action] { action = [checked](Output& out) { return check(*checked, out); }; });

  auto formatted = std::make_shared<FormatOptions>();
  command = scn->add_subcommand("fmt", "write them in their one form");
  command->add_option("FILE.scn", formatted->files, "scenarios, - for standard input")->required()->type_name("");
  command->add_flag("-w,--write", formatted->write, "in the place of the file, instead of to standard output");
  command->callback([formatted, &action] { action = [formatted](Output& out) { return format(*formatted, out); }; });

  scn->add_subcommand("words", "every word of the language, with what it means")->callback([&action] { action = words; });

  auto game = std::make_shared<FromOptions>();
  command = scn->add_subcommand("from-pgn", "a game with its clocks as a scenario");
  command->add_option("FILE.pgn", game->file, "games as PGN, - for standard input")->required()->type_name("");
  command->add_option("--game", game->game, "number of the game in the file, from 1")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  command->callback([game, &action] { action = [game](Output& out) { return from_pgn(*game, out); }; });

  auto one = std::make_shared<FromOptions>();
  command = scn->add_subcommand("from-jsonl", "a case of the touched piece as a scenario");
  command->add_option("FILE.jsonl", one->file, "cases, one JSON object a line")->required()->type_name("");
  command->add_option("--case", one->id, "the case of that id, instead of the first")->type_name("ID");
  command->callback([one, &action] { action = [one](Output& out) { return from_jsonl(*one, out); }; });
}

}  // namespace adoube::cli
