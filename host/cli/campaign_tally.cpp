// SPDX-License-Identifier: Apache-2.0
#include "host/cli/campaign_tally.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/cli/exit_code.hpp"
#include "sim/hands/styles.hpp"

namespace adoube::cli {
namespace {

constexpr int drift_most = 2'500;
constexpr std::string_view mishaps[] = {"stall", "reset", "cable", "damaged packets", "slow clock", "fast clock", "wet hands", "sleeves"};

std::string list(const std::map<std::string, std::uint64_t>& counts) {
  std::string out;
  for (const auto& [word, count] : counts) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", word, count);
  return out;
}

}  // namespace

void CampaignTally::add(const lab::Draw& draw, const nlohmann::json& told) {
  ++runs_;
  pins_ += draw.pins ? 1 : 0;
  const std::string outcome = told["outcome"];
  wrong_ += outcome == "wrong" ? 1 : 0;
  ++outcomes_[told["board"]][outcome];
  plies_ += told.value("plies", std::uint64_t{0});
  simulated_ += told.value("simulated_s", 0.0);
  for (const std::string kind : told.value("faults", nlohmann::json::array())) ++faults_[kind];
  for (const auto& [name, value] : draw.numbers) {
    const auto row = std::ranges::find(sim::parameter_table(), name, &sim::ParameterInfo::name);
    if (row != sim::parameter_table().end()) {
      const std::int64_t tenth = (row->high - row->low) / 10;
      auto& [low, high] = ends_[std::string(name)];
      low = low || value <= row->low + tenth;
      high = high || value >= row->high - tenth;
    } else if (name == "wet_percent" || name == "sleeve_percent") {
      ++mishaps_[name == "wet_percent" ? "wet hands" : "sleeves"];
    }
  }
  if (draw.drift_ppm >= drift_most * 4 / 5) ++mishaps_["slow clock"];
  if (draw.drift_ppm <= -drift_most * 4 / 5) ++mishaps_["fast clock"];
  if (draw.line_faults > 0) ++mishaps_["damaged packets"];
  if (draw.unplug) ++mishaps_[draw.unplug->kind == lab::Unplug::Kind::stall ? "stall" : draw.unplug->kind == lab::Unplug::Kind::reset ? "reset" : "cable"];
  for (std::size_t begin = 0; begin < draw.hands.size();) {  // "white=calm,black=slider"
    const std::size_t equals = draw.hands.find('=', begin);
    const std::size_t end = std::min(draw.hands.find(',', begin), draw.hands.size());
    ++styles_[draw.hands.substr(equals + 1, end - equals - 1)];
    begin = end + 1;
  }
}

std::vector<std::string> CampaignTally::unreached() const {
  std::vector<std::string> out;
  for (const sim::ParameterInfo& row : sim::parameter_table()) {
    const auto ends = ends_.find(std::string(row.name));
    const auto [low, high] = ends == ends_.end() ? std::pair(false, false) : ends->second;
    if (!low) out.push_back("low " + std::string(row.name));
    if (!high) out.push_back("high " + std::string(row.name));
  }
  const auto want = [&out](const auto& counts, std::string_view word) {
    if (!counts.contains(std::string(word))) out.emplace_back(word);
  };
  for (const sim::FaultInfo& row : sim::fault_table()) want(faults_, row.name);
  for (const std::string_view word : mishaps) want(mishaps_, word);
  for (const hands::NamedStyle& row : hands::named_styles()) want(styles_, row.name);
  return out;
}

int CampaignTally::tell(Output& out) const {
  const std::vector<std::string> missing = unreached();
  const int answer = wrong_ == 0 && missing.empty() ? ok : answer_no;
  if (out.json()) {
    out.object("campaign", {{"runs", runs_}, {"pins", pins_}, {"wrong", wrong_}, {"plies", plies_}, {"simulated_s", simulated_}, {"boards", outcomes_},
                            {"faults", faults_}, {"mishaps", mishaps_}, {"styles", styles_}, {"unreached", missing}});
    return answer;
  }
  out.line(fmt::format("{:<10} {:>7} {:>7} {:>7} {:>7} {:>7}", "board", "exact", "named", "alike", "refused", "wrong"));
  for (const auto& [board, counts] : outcomes_) {
    std::string line = fmt::format("{:<10}", board.empty() ? "?" : board);
    for (const char* outcome : {"exact", "named", "alike", "refused", "wrong"}) {
      const auto found = counts.find(outcome);
      line += fmt::format(" {:>7}", found == counts.end() ? 0 : found->second);
    }
    out.line(line);
  }
  out.line(fmt::format("{} games, {} through the pins, {} plies, {:.1f} h simulated", runs_, pins_, plies_, simulated_ / 3600));
  out.line("faults: " + list(faults_));
  out.line("mishaps: " + list(mishaps_));
  out.line("hands: " + list(styles_));
  std::string words;
  for (const std::string& word : missing) words += (words.empty() ? "" : ", ") + word;
  out.line(missing.empty() ? "every parameter of the board came to both ends of its range, and everything that can happen happened"
                           : out.paint(Output::Paint::bad, "more runs are wanted; not reached: " + words));
  return answer;
}

}  // namespace adoube::cli
