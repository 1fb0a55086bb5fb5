// SPDX-License-Identifier: Apache-2.0
// adoube arbitrate: what an arbiter would tell the player, from a case or a game, and the incident as a page.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>

#include "host/cases/case_file.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/file_kind.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/text.hpp"
#include "host/files/whole_file.hpp"
#include "host/lab/game_run.hpp"
#include "host/report/incident_report.hpp"
#include "rules/article4/ruling.hpp"

namespace adoube::cli {
namespace {

namespace words = article4::words;
using report::Incident;

struct Options {
  std::string input;
  std::string id;
  int game = 1;
  bool game_given = false;
  std::string edition;
  EditionFiles files;
  words::Language language = words::Language::english;
  std::string report;
};

// "cases.jsonl:ID" in its two parts; the second is empty where there is none.
std::pair<std::string, std::string> parts(const std::string& input) {
  constexpr std::string_view ending = ".jsonl:";
  const std::size_t at = input.rfind(ending);
  if (at == std::string::npos) return {input, {}};
  return {input.substr(0, at + ending.size() - 1), input.substr(at + ending.size())};
}

Result<std::vector<Incident>> from_cases(const std::string& file, const std::string& id, const Options& options, const article4::Editions& editions) {
  catch_interrupts();
  const auto cases = host::read_cases(std::filesystem::path(file), [] { return interrupt() != 0; });
  if (!cases) return tl::unexpected(cases.error());
  if (cases->empty()) return fail(Cause::malformed, file + " holds no case");
  std::vector<Incident> all;
  bool found = false;
  for (const recognition::Case& c : *cases) {
    if (!id.empty() && c.id != id) continue;
    found = true;
    auto incidents = report::incidents(c, editions, options.edition);
    if (!incidents) return fail(incidents.error().cause, fmt::format("{}: {}", file, incidents.error().message));
    std::move(incidents->begin(), incidents->end(), std::back_inserter(all));
  }
  if (!found) return fail(Cause::usage, fmt::format("{} has no case \"{}\"; adoube cases {} lists them", file, id, file));
  return all;
}

// Plays the game on the simulated board and keeps what an arbiter has to look at.
class Player final : public lab::GameListener {
 public:
  Player(std::string title, Output& out) : incidents_(std::move(title)), out_(out) {}
  void on_move(const lab::PlayedMove&) override {}
  void on_ruling(const article4::Ruling&) override {}
  void on_judgement(const recognition::Judged& judged) override { incidents_.on_judgement(judged); }
  bool on_time(Tick now, Tick end) override {
    out_.progress("game", static_cast<std::uint64_t>(now), static_cast<std::uint64_t>(end));
    return interrupt() == 0;
  }
  std::vector<Incident> take() { return incidents_.take(); }

 private:
  report::Incidents incidents_;
  Output& out_;
};

Result<std::vector<Incident>> from_game(const Options& options, const article4::Editions& editions, Output& out) {
  lab::GameOptions game_options;
  const auto edition = editions.find(options.edition.empty() ? "fide2023" : options.edition);
  if (!edition) return tl::unexpected(edition.error());
  game_options.edition = *edition;
  game_options.board.path = lab::BoardOptions::Path::edges;
  const auto game = game_of(options.input, options.game);
  if (!game) return tl::unexpected(game.error());
  Player player(fmt::format("{}, game {}", std::filesystem::path(options.input).filename().string(), options.game), out);
  const auto played = lab::play_game(*game, game_options, player);
  if (!played) return tl::unexpected(played.error());
  return player.take();
}

nlohmann::json fields_of(const Incident& incident, words::Language language) {
  const article4::MoveTable& table = incident.table;
  const article4::Ruling ruling = article4::ruling(incident.judgement, table, incident.edition);
  nlohmann::json fields = ruling_fields(ruling);
  fields["title"] = incident.title;
  fields["number"] = words::number_or_key(incident.judgement.clause, incident.edition);
  fields["certain_moves"] = ruling.certain_moves;
  fields["evidence"] = incident.evidence.events;
  fields["language"] = words::code(language);
  fields["sentences"] = words::say(incident.judgement, table, incident.edition, language);
  fields["readings"] = nlohmann::json::array();
  for (const article4::Reading& r : incident.judgement.readings) {
    fields["readings"].push_back({{"clause", article4::key(r.clause)}, {"allowed", table.uci(r.allowed)}});
  }
  fields["chain"] = nlohmann::json::array();
  for (const article4::Constraint& c : incident.evidence.chain) {
    fields["chain"].push_back({{"event", c.event}, {"clause", article4::key(c.clause)}, {"removed", table.uci(c.removed)}, {"restored", table.uci(c.restored)}});
  }
  return fields;
}

int run(const Options& options, Output& out) {
  const auto editions = options.files.load();
  if (!editions) return out.fail(editions.error());
  const auto [file, id] = parts(options.input);
  if (!id.empty() && !options.id.empty() && id != options.id) {
    return out.fail({Cause::usage, "the input names one case and --case another; leave one of them out"});
  }
  if (const auto spared = host::spare_input(file, options.report); !spared) return out.fail(spared.error());
  const bool cases = kind_of(file) == FileKind::cases;
  if (cases && options.game_given) return out.fail({Cause::usage, fmt::format("--game chooses from a file of games, and {} has cases; choose one with --case", file)});
  if (!cases && !options.id.empty()) return out.fail({Cause::usage, fmt::format("--case chooses from a file of cases (.jsonl), and {} is none; choose a game with --game", file)});
  const auto incidents = cases ? from_cases(file, id.empty() ? options.id : id, options, *editions) : from_game(options, *editions, out);
  out.clear_progress();
  if (!incidents) return out.fail(incidents.error());
  if (!options.report.empty()) {
    const std::string title = std::filesystem::path(file).filename().string() + (id.empty() ? options.id.empty() ? "" : ": " + options.id : ": " + id);
    const std::string page = report::incident_report(*incidents, {options.language, title, std::string("adoube ") + ADOUBE_VERSION});
    if (const auto written = host::write_whole(options.report, page); !written) return out.fail(written.error());
  }
  for (const Incident& incident : *incidents) {
    if (out.json()) {
      out.object("incident", fields_of(incident, options.language));
      continue;
    }
    if (&incident != incidents->data()) out.line("");
    const words::Labels& labels = words::labels(options.language);
    out.line(fmt::format("{}: {}", out.paint(Output::Paint::strong, incident.title),
                         labels.verdicts[static_cast<std::size_t>(incident.judgement.verdict)]));
    for (const std::string& text : report::incident_text(incident, options.language)) {
      const std::vector<std::string> lines = wrapped(text, 96);
      for (const std::string& line : lines) out.line((&line == lines.data() ? "  " : "    ") + line);
    }
  }
  if (out.json()) out.object("summary", {{"incidents", incidents->size()}});
  else if (incidents->empty()) out.line(std::string(words::labels(options.language).no_incident));
  return ok;
}

}  // namespace

void add_arbitrate(CLI::App& app, const Global&, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("arbitrate", "tell what an arbiter would, with the evidence, and write a report");
  command->add_option("CASE|GAME", o->input, "FILE.jsonl:ID or FILE.jsonl for cases, FILE.pgn for a game on a simulated board")->required();
  command->add_option("--case", o->id, "the case of that id")->type_name("ID");
  command->add_option("--game", o->game, "number of the game in the file, from 1")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  command->add_option("--report", o->report, "write the incidents as a page of HTML")
      ->type_name("FILE.html")
      ->check(file_beside_text);
  command->add_option("--edition", o->edition, "text of the Laws that judges, instead of the case's own; fide2023 for a game")->type_name("NAME");
  add_language_option(*command, o->language);
  o->files.add_to(*command);
  command->callback([o, command, &action] {
    o->game_given = command->count("--game") > 0;
    action = [o](Output& out) { return run(*o, out); };
  });
}

}  // namespace adoube::cli
