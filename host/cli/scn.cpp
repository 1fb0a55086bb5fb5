// SPDX-License-Identifier: Apache-2.0
// adoube scn: scenarios checked, written in their one form, and made of games and cases.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "host/cases/case_file.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/file_kind.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/run_options.hpp"
#include "host/cli/scene.hpp"
#include "host/cli/unplugging.hpp"
#include "host/files/whole_file.hpp"
#include "host/scenes/scene_check.hpp"
#include "sim/hands/styles.hpp"
#include "sim/scenario/from.hpp"
#include "sim/scenario/numbers.hpp"
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
    } else if (const auto edition = edition_of(*scene, *performance, *editions); !edition) {
      error = edition.error();
    }
    if (error) {
      code = out.fail(*error);
    } else if (out.json()) {
      out.object("scenario", {{"file", file}, {"title", performance->setup.title}, {"contacts", performance->script.changes.size()},
                              {"expectations", scenes::expectations(*scene)}});
    } else {
      out.line(fmt::format("{}: ok{}", file, scenes::expectations(*scene) == 0 ? ", but it expects nothing" : ""));
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
    const bool in_place = options.write && file != "-";
    if (in_place) {
      if (const auto written = host::write_whole(file, text); !written) return out.fail(written.error());
    }
    if (out.json()) out.object("scenario", {{"file", file}, {"text", text}});
    else if (!in_place) out.raw(text);
  }
  out.flush();
  return ok;
}

struct FromOptions {
  std::string file;
  int game = 1;
  std::size_t first_ply = 1;
  RunOptions run;
  EditionChoice edition;
  bool edition_given = false;
  std::string unplug;
  std::string id;
};

int print(const scenario::Scenario& scene, Output& out) {
  const std::string text = scenario::write(scene);
  if (out.json()) {
    out.object("scenario", {{"title", scenario::title_of(scene)}, {"text", text}});
    return ok;
  }
  out.raw(text);
  out.flush();
  return ok;
}

int from_pgn(const FromOptions& options, Output& out) {
  auto headings = options.run.headings();
  if (!headings) return out.fail(headings.error());
  const auto edition = options.edition.load();
  if (!edition) return out.fail(edition.error());
  if (options.edition_given) headings->insert(headings->begin(), {scenario::Setting::edition, options.edition.name});
  const auto cut = unplugging(options.unplug);
  if (!cut) return out.fail(cut.error());
  const auto game = game_of(options.file, options.game);
  if (!game) return out.fail(game.error());
  if (options.first_ply > std::max<std::size_t>(game->plies.size(), 1)) {
    return out.fail({Cause::usage, fmt::format("the game has no ply {}; its last is {}", options.first_ply, game->plies.size())});
  }
  const scenario::Scenario scene = scenario::from_game(*game, *headings, options.first_ply, *cut);
  const auto performance = scenario::perform(scene);
  if (!performance) {
    const std::string& sentence = performance.error().message;  // behind the place in a text that nobody has seen
    return out.fail({Cause::usage, "such a scenario cannot be played: " + sentence.substr(sentence.find(": ") + 2)});
  }
  if (const auto allowed = lab::slip_allowed(performance->setup.slip, *edition); !allowed) return out.fail(allowed.error());
  return print(scene, out);
}

int from_jsonl(const FromOptions& options, Output& out) {
  if (const auto right = reads(options.file, FileKind::cases); !right) return out.fail(right.error());
  catch_interrupts();
  const auto cases = host::read_cases(std::filesystem::path(options.file), [] { return interrupt() != 0; });
  if (!cases) return out.fail(cases.error());
  if (options.id.empty() && cases->size() > 1) {
    return out.fail({Cause::usage, fmt::format("{} holds {} cases, and a scenario is of one; choose it with --case ID (adoube cases {} lists them)", options.file,
                                               cases->size(), options.file)});
  }
  for (const recognition::Case& c : *cases) {
    if (!options.id.empty() && c.id != options.id) continue;
    if (!c.unsupported.empty()) {
      return out.fail({Cause::usage, fmt::format("case \"{}\" has events of raw sensors or of the cable, which a scenario says in its own "
                                                 "words; write that one by hand", c.id)});
    }
    return print(scenario::from_case(c, c.id), out);
  }
  if (cases->empty()) return out.fail({Cause::malformed, options.file + " holds no case"});
  return out.fail({Cause::usage, fmt::format("{} has no case \"{}\"; adoube cases {} lists them", options.file, options.id, options.file)});
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
  constexpr std::string_view ways[] = {"it is not heard", "one of its bits, the N-th, arrives inverted", "its last N bits are missing", "N bits more stand before its end",
                                       "it comes N bit times later", "it comes twice"};
  static_assert(std::size(ways) == bus::damages);
  struct Way {
    std::string_view word, meaning;
  };
  std::vector<Way> damages;
  for (std::size_t i = 0; i < bus::damages; ++i) damages.push_back({bus::damage_words[i], ways[i]});
  section("ways of damage", damages, [](const Way& w) { return Pair(w.word, w.meaning); });
  section("styles of hands", hands::named_styles(), [](const hands::NamedStyle& s) { return Pair(s.name, s.meaning); });
  const auto number = [](std::string_view name, std::int64_t value) {
    const auto info = scenario::number_named(name).value();
    return Pair(fmt::format("{} {}{}{}", name, value, info.unit.empty() ? "" : " ", info.unit), fmt::format("{} to {}", info.low, info.high));
  };
  section("numbers of the board's physics", sim::parameter_table(), [&](const sim::ParameterInfo& p) {
    sim::Parameters usual;
    return number(p.name, p.field(usual));
  });
  section("numbers of hands", hands::style_fields(), [&](const hands::StyleField& f) {
    hands::Style usual;
    return number(f.name, f.of(usual));
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
  command->add_option("--ply", game->first_ply, "begin with this ply of the game, from 1, the pieces set up as they then stand")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  game->edition.add_to(*command);
  game->run.add_to(*command);
  add_unplug_option(*command, game->unplug);
  command->callback([game, command, &action] {
    game->edition_given = command->count("--edition") > 0;
    action = [game](Output& out) { return from_pgn(*game, out); };
  });

  auto one = std::make_shared<FromOptions>();
  command = scn->add_subcommand("from-jsonl", "a case of the touched piece as a scenario");
  command->add_option("FILE.jsonl", one->file, "cases, one JSON object a line")->required()->type_name("");
  command->add_option("--case", one->id, "the case of that id; needed where there are several")->type_name("ID");
  command->callback([one, &action] { action = [one](Output& out) { return from_jsonl(*one, out); }; });
}

}  // namespace adoube::cli
