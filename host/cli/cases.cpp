// SPDX-License-Identifier: Apache-2.0
// adoube cases: rulings on cases of the touched piece, straight into the rules.
#include <fmt/format.h>

#include <memory>

#include "host/cases/case_file.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/text.hpp"
#include "rules/recognition/case.hpp"

namespace adoube::cli {
namespace {

using recognition::Case;
using recognition::CaseOutcome;

nlohmann::json got_fields(const CaseOutcome& outcome) {
  nlohmann::json fields = ruling_fields(outcome.got.ruling);
  fields["certain_moves"] = outcome.got.ruling.certain_moves;
  fields["moves"] = outcome.got.moves;
  nlohmann::json turns = nlohmann::json::array();
  for (const article4::Ruling& turn : outcome.got.turns) {
    turns.push_back({{"verdict", article4::text(turn.verdict)}, {"clause", turn.clause}, {"flags", turn.flags}});
  }
  if (!turns.empty()) fields["turns"] = std::move(turns);
  return fields;
}

nlohmann::json want_fields(const Case& c) {
  nlohmann::json fields = nlohmann::json::object();
  const auto put = [&](const char* key, const auto& value) {
    if (value) fields[key] = *value;
  };
  put("allowed", c.expected.allowed_moves);
  put("certain_moves", c.expected.certain_moves);
  put("verdict", c.expected.verdict);
  put("clause", c.expected.clause);
  put("certainty", c.expected.certainty);
  put("moves", c.expected.moves);
  fields["flags"] = c.expected.flags;
  return fields;
}

int run(const std::string& file, const EditionFiles& files, Output& out) {
  const auto editions = files.load();
  if (!editions) return out.fail(editions.error());
  const auto cases = host::read_cases(std::filesystem::path(file));
  if (!cases) return out.fail(cases.error());
  if (cases->empty()) return out.fail({Cause::malformed, file + " holds no case"});
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t not_observable = 0;
  for (const Case& c : *cases) {
    const CaseOutcome outcome = recognition::run_case(c, *editions);
    (outcome.not_observable ? not_observable : outcome.ok ? passed : failed) += 1;
    if (out.json()) {
      nlohmann::json fields{{"id", outcome.id}, {"ok", outcome.ok}, {"got", got_fields(outcome)}, {"want", want_fields(c)}};
      if (outcome.not_observable) fields["not_observable"] = *outcome.not_observable;
      if (outcome.error) fields["error"] = *outcome.error;
      if (!outcome.differences.empty()) fields["differences"] = outcome.differences;
      out.object("case", std::move(fields));
      continue;
    }
    const auto [word, paint] = outcome.not_observable ? std::pair("not observable", Output::Paint::notice)
                               : outcome.ok           ? std::pair("ok", Output::Paint::good)
                                                      : std::pair("FAILED", Output::Paint::bad);
    out.line(fmt::format("{} {:<44} {} {}", out.paint(paint, fmt::format("{:<14}", word)), outcome.id,
                         article4::text(outcome.got.ruling.verdict), outcome.got.ruling.clause));
    if (outcome.error) out.line("    " + *outcome.error);
    if (outcome.not_observable) out.line("    " + *outcome.not_observable);
    for (const std::string& difference : outcome.differences) out.line("    " + difference);
  }
  if (out.json()) {
    out.object("summary", {{"passed", passed}, {"failed", failed}, {"not_observable", not_observable}});
  } else {
    out.line(fmt::format("{} passed, {} failed, {} not observable", passed, failed, not_observable));
  }
  return failed == 0 ? ok : answer_no;
}

}  // namespace

void add_cases(CLI::App& app, const Global&, Action& action) {
  auto file = std::make_shared<std::string>();
  auto editions = std::make_shared<EditionFiles>();
  auto* command = app.add_subcommand("cases", "rule on cases of the touched piece");
  command->add_option("FILE", *file, "cases, one JSON object a line")->required();
  editions->add_to(*command);
  command->callback([=, &action] { action = [=](Output& out) { return run(*file, *editions, out); }; });
}

}  // namespace adoube::cli
