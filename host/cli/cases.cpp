// SPDX-License-Identifier: Apache-2.0
// adoube cases: rulings on cases of the touched piece, straight into the rules or through a simulated board.
#include <fmt/format.h>

#include <limits>
#include <memory>

#include "host/cases/case_file.hpp"
#include "host/cases/chain_case.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/file_kind.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/number_checks.hpp"
#include "host/cli/text.hpp"
#include "rules/recognition/case.hpp"

namespace adoube::cli {
namespace {

using recognition::Case;
using recognition::CaseOutcome;

struct Options {
  std::string file;
  std::optional<std::uint64_t> seed;
  EditionFiles editions;
};

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

void print(const Case& c, const CaseOutcome& outcome, Output& out) {
  if (out.json()) {
    nlohmann::json fields{{"id", outcome.id}, {"ok", outcome.ok}, {"want", want_fields(c)}};
    if (!outcome.not_observable && !outcome.error) fields["got"] = got_fields(outcome);
    if (outcome.not_observable) fields["not_observable"] = *outcome.not_observable;
    if (outcome.error) fields["error"] = *outcome.error;
    if (!outcome.differences.empty()) fields["differences"] = outcome.differences;
    out.object("case", std::move(fields));
    return;
  }
  const auto [word, paint] = outcome.not_observable ? std::pair("not observable", Output::Paint::notice)
                             : outcome.error        ? std::pair("REFUSED", Output::Paint::bad)
                             : outcome.ok           ? std::pair("ok", Output::Paint::good)
                                                    : std::pair("FAILED", Output::Paint::bad);
  const bool judged = !outcome.not_observable && !outcome.error;
  out.line(fmt::format("{} {}", out.paint(paint, fmt::format("{:<14}", word)),
                       judged ? fmt::format("{:<44} {} {}", outcome.id, article4::text(outcome.got.ruling.verdict),
                                            outcome.got.ruling.clause)
                              : outcome.id));
  if (outcome.error) out.line("    " + *outcome.error);
  if (outcome.not_observable) out.line("    " + *outcome.not_observable);
  for (const std::string& difference : outcome.differences) out.line("    " + difference);
}

int run(const Options& options, const std::string& device, Output& out) {
  const bool through_board = device == "sim";
  if (!device.empty() && !through_board) {
    return out.fail({Cause::usage, "cases run straight into the rules, or with --device sim on a simulated board; there is no other for them"});
  }
  if (options.seed && !through_board) {
    return out.fail({Cause::usage, "--seed is for the hands and bounces of --device sim; leave it out, or add that"});
  }
  if (const auto right = reads(options.file, FileKind::cases); !right) return out.fail(right.error());
  const auto editions = options.editions.load();
  if (!editions) return out.fail(editions.error());
  catch_interrupts();
  const auto cases = host::read_cases(std::filesystem::path(options.file), [] { return interrupt() != 0; });
  if (!cases) return out.fail(cases.error());
  if (cases->empty()) return out.fail({Cause::malformed, options.file + " holds no case"});
  host::ChainCaseOptions chain;
  chain.seed = options.seed.value_or(1);
  chain.go_on = [] { return interrupt() == 0; };
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t not_observable = 0;
  std::size_t refused = 0;
  for (const Case& c : *cases) {
    if (interrupt() != 0) return out.fail({Cause::interrupted, fmt::format("interrupted before case {}", c.id)});
    if (through_board) out.progress("cases", passed + failed + not_observable + refused, cases->size());
    const auto outcome = through_board ? host::run_case_on_board(c, *editions, chain) : recognition::run_case(c, *editions);
    if (!outcome) return out.fail({outcome.error().cause, c.id + ": " + outcome.error().message});
    (outcome->not_observable ? not_observable : outcome->error ? refused : outcome->ok ? passed : failed) += 1;
    print(c, *outcome, out);
  }
  if (out.json()) {
    out.object("summary", {{"passed", passed}, {"failed", failed}, {"not_observable", not_observable}, {"refused", refused}});
  } else {
    const std::string others = refused == 0 ? "" : fmt::format(", {} refused", refused);
    out.line(fmt::format("{} passed, {} failed, {} not observable{}", passed, failed, not_observable, others));
  }
  if (failed != 0) return answer_no;
  return refused == 0 ? ok : exit_code(Cause::malformed);
}

}  // namespace

void add_cases(CLI::App& app, const Global& global, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("cases", "rule on cases of the touched piece");
  command->add_option("FILE", o->file, "cases, one JSON object a line")->required();
  command->add_option("--seed", o->seed, "seed of hands and bounces, with --device sim; 1 otherwise")
      ->check(whole_number(std::numeric_limits<std::uint64_t>::max()));
  o->editions.add_to(*command);
  command->callback([o, &global, &action] { action = [o, &global](Output& out) { return run(*o, global.device, out); }; });
}

}  // namespace adoube::cli
