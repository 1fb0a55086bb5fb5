// SPDX-License-Identifier: Apache-2.0
// adoube physics: the numbers that a simulated board and the hands over it are made of, and what can be wrong with a board.
#include <fmt/format.h>

#include "host/cli/commands.hpp"
#include "host/cli/exit_code.hpp"
#include "sim/hands/styles.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/parameters.hpp"

namespace adoube::cli {
namespace {

std::string_view place_word(sim::FaultPlace place) {
  switch (place) {
    case sim::FaultPlace::contact: return "contact";
    case sim::FaultPlace::piece: return "piece";
    case sim::FaultPlace::row: return "row";
    case sim::FaultPlace::column: return "column";
  }
  return "";
}

void row(Output& out, std::string_view name, std::string_view usual, std::string_view range, std::string_view unit, std::string_view meaning) {
  out.line(fmt::format("{:<26} {:>8}  {:<20} {:<14}  {}", name, usual, range, unit, meaning));
}

template <class Info>
void number(Output& out, std::string_view of, const Info& info, std::int64_t usual, std::string_view source) {
  if (out.json()) {
    out.object("parameter", {{"of", of}, {"name", info.name}, {"unit", info.unit}, {"default", usual}, {"low", info.low}, {"high", info.high},
                             {"source", source}});
  } else {
    row(out, info.name, fmt::format("{}", usual), fmt::format("{} to {}", info.low, info.high), info.unit, source);
  }
}

void kind(Output& out, const sim::FaultInfo& info) {
  const std::string_view place = place_word(info.place);
  if (out.json()) {
    nlohmann::json fields{{"name", info.name}, {"place", place}, {"everywhere", info.everywhere}, {"meaning", info.meaning}};
    if (!info.size.empty()) fields["size"] = {{"unit", info.size}, {"low", info.size_low}, {"high", info.size_high}};
    if (!info.size.empty() && info.size_usual) fields["size"]["usual"] = *info.size_usual;
    out.object("fault_kind", std::move(fields));
  } else if (info.size.empty()) {
    row(out, info.name, "", "", place, info.meaning);
  } else {
    row(out, info.name, info.size_usual ? fmt::format("{}", *info.size_usual) : "", fmt::format("{} to {} {}", info.size_low, info.size_high, info.size), place, info.meaning);
  }
}

int run(Output& out) {
  const auto heading = [&out](std::string_view name, std::string_view usual, std::string_view range, std::string_view unit, std::string_view meaning) {
    if (!out.json()) row(out, name, usual, range, unit, meaning);
  };
  const auto space = [&out] {
    if (!out.json()) out.line("");
  };
  sim::Parameters board;
  heading("board", "default", "range", "unit", "source");
  for (const sim::ParameterInfo& info : sim::parameter_table()) number(out, "board", info, info.field(board), info.source);
  hands::Style calm;
  space();
  heading("hands", "calm", "range", "unit", "reason");
  for (const hands::StyleField& info : hands::style_fields()) number(out, "hands", info, info.of(calm), info.reason);
  space();
  heading("fault", "usual", "size", "of a", "meaning");
  for (const sim::FaultInfo& info : sim::fault_table()) kind(out, info);
  return ok;
}

}  // namespace

void add_physics(CLI::App& app, const Global&, Action& action) {
  app.add_subcommand("physics", "the numbers a simulated board and its hands are made of, and what can be wrong with one")->callback([&action] {
    action = run;
  });
}

}  // namespace adoube::cli
