// SPDX-License-Identifier: Apache-2.0
#include "host/cli/campaign_tally.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "host/cli/exit_code.hpp"
#include "host/cli/text.hpp"
#include "host/lab/numbers.hpp"
#include "sim/hands/styles.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::cli {
namespace {

// Beside the kinds of faults and the ways of being cut off.
constexpr std::string_view damaged_packets = "damaged packets", slow_clock = "slow clock", fast_clock = "fast clock", wet_hands = "wet hands", sleeves = "sleeves",
                           corrected = "illegal move put right", stands = "illegal move that stands";
constexpr std::string_view mishaps[] = {damaged_packets, slow_clock, fast_clock, wet_hands, sleeves, corrected, stands};
constexpr int much_drift = static_cast<int>(scenario::drift_most_ppm) * 4 / 5;

constexpr std::string_view both_planes = "both planes", presence_only = "presence only", rotated = "rotated", systemc = "systemc",
                           from_within = "begun within the game", by_clocks = "clocks' pace", by_hands = "hands' pace", short_hold = "short hold",
                           long_hold = "long hold", short_pause = "short scan pause", long_pause = "long scan pause";
constexpr std::string_view choices[] = {both_planes, presence_only, rotated, systemc, from_within, by_clocks, by_hands, short_hold, long_hold, short_pause, long_pause};

std::vector<std::string_view> chosen(const lab::Draw& draw) {
  std::vector<std::string_view> out{draw.presence ? presence_only : both_planes, draw.own_pace ? by_hands : by_clocks, lab::front_of(draw.board.front).name};
  const auto add = [&out](bool so, std::string_view word) {
    if (so) out.push_back(word);
  };
  add(draw.rotated, rotated);
  add(draw.board.shell == lab::BoardOptions::Shell::systemc, systemc);
  add(draw.first_ply > 1, from_within);
  if (draw.hold) {
    const std::int64_t most = scenario::longest_hold(lab::front_of(draw.board.front));
    add(lab::near_low(*draw.hold, 0, most), short_hold);
    add(lab::near_high(*draw.hold, 0, most), long_hold);
  }
  if (draw.scan_pause) {
    add(lab::near_low(*draw.scan_pause, 0, wire::scan::pause_max_us), short_pause);
    add(lab::near_high(*draw.scan_pause, 0, wire::scan::pause_max_us), long_pause);
  }
  return out;
}

// Without the rate of play.
std::string row_of(std::string_view edition) {
  for (const std::string_view rate : {"-rapid", "-blitz"}) {
    if (edition.ends_with(rate)) edition.remove_suffix(rate.size());
  }
  return std::string(edition);
}

std::string list(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string list(const std::map<std::string, std::uint64_t>& counts) {
  std::string out;
  for (const auto& [word, count] : counts) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", word, count);
  return out;
}

}  // namespace

std::vector<std::string> happened(const lab::GameOptions& options, const lab::GameReport& report) {
  std::vector<std::string> out;
  const auto add = [&out](bool so, std::string_view word) {
    if (so && std::ranges::find(out, word) == out.end()) out.emplace_back(word);
  };
  for (std::size_t i = 0; i < report.faults.size(); ++i) add(report.felt[i], sim::info(report.faults[i].kind).name);
  for (const sim::Mishap& mishap : options.board.mishaps) add(report.run.suffered.mishaps, sim::cut_off_words[static_cast<std::size_t>(mishap.kind)]);
  add(report.run.suffered.damaged > 0, damaged_packets);
  add(options.board.drift_ppm >= much_drift, slow_clock);
  add(options.board.drift_ppm <= -much_drift, fast_clock);
  add(report.wet, wet_hands);
  add(report.sleeves, sleeves);
  add(report.slipped, options.slip == hands::Slip::corrected ? corrected : stands);
  return out;
}

void CampaignTally::add(const lab::Draw& draw, const nlohmann::json& told) {
  ++runs_;
  pins_ += draw.board.path == lab::BoardOptions::Path::pins ? 1 : 0;
  const std::string outcome = told["outcome"];
  if (outcome == "killed") {
    ++killed_;
    return;
  }
  wrong_ += outcome == "wrong" ? 1 : 0;
  ++outcomes_[told["board"]][outcome];
  plies_ += told.value("plies", std::uint64_t{0});
  simulated_ += told.value("simulated_s", 0.0);
  if (outcome == "refused") {
    ++refused_[told["remedy"]];
    return;
  }
  for (const std::string word : told.value("happened", nlohmann::json::array())) ++happened_[word];
  for (const std::string_view word : chosen(draw)) ++chosen_[std::string(word)];
  const lab::GameOptions options = lab::options_of(draw);
  const Reached reached = told["board"] == lab::text(lab::Health::doubtful) ? Reached::in_doubt : Reached::surely;
  for (const auto& [name, value] : draw.numbers) {
    if (!lab::acts(name, options)) continue;
    const lab::NumberRange range = lab::range_of(name);
    auto& [low, high] = ends_[std::string(name)];
    if (lab::near_low(value, range.low, range.high)) low = std::max(low, reached);
    if (lab::near_high(value, range.low, range.high)) high = std::max(high, reached);
  }
  for (std::size_t begin = 0; begin < draw.hands.size();) {  // "white=calm,black=slider"
    const std::size_t equals = draw.hands.find('=', begin);
    const std::size_t end = std::min(draw.hands.find(',', begin), draw.hands.size());
    ++styles_[draw.hands.substr(equals + 1, end - equals - 1)];
    begin = end + 1;
  }
  ++editions_[row_of(draw.edition)];
}

std::vector<std::string> CampaignTally::ends(Reached reached) const {
  std::vector<std::string> out;
  for (const std::string_view name : lab::number_names()) {
    const auto found = ends_.find(std::string(name));
    const Ends ends = found == ends_.end() ? Ends{} : found->second;
    if (ends.low == reached) out.push_back("low " + std::string(name));
    if (ends.high == reached) out.push_back("high " + std::string(name));
  }
  return out;
}

std::vector<std::string> CampaignTally::reached_in_doubt() const { return ends(Reached::in_doubt); }

std::vector<std::string> CampaignTally::unreached() const {
  std::vector<std::string> out = ends(Reached::never);
  const auto want = [&out](const Counts& counts, std::string_view word) {
    if (!counts.contains(std::string(word))) out.emplace_back(word);
  };
  for (const sim::FaultInfo& row : sim::fault_table()) want(happened_, row.name);
  for (const std::string_view word : sim::cut_off_words) want(happened_, word);
  for (const std::string_view word : mishaps) want(happened_, word);
  for (const std::string_view word : choices) want(chosen_, word);
  for (const wire::Front& row : wire::fronts) want(chosen_, row.name);
  for (const hands::NamedStyle& row : hands::named_styles()) want(styles_, row.name);
  for (const std::string_view name : article4::edition_names()) want(editions_, name);
  return out;
}

int CampaignTally::tell(Output& out) const {
  const std::vector<std::string> missing = unreached();
  const std::vector<std::string> in_doubt = reached_in_doubt();
  const int answer = wrong_ == 0 && killed_ == 0 && missing.empty() ? ok : answer_no;
  if (out.json()) {
    out.object("campaign", {{"runs", runs_}, {"pins", pins_}, {"wrong", wrong_}, {"killed", killed_}, {"plies", plies_}, {"simulated_s", rounded(simulated_, 6)}, {"boards", outcomes_},
                            {"refused", refused_}, {"in_doubt", in_doubt}, {"happened", happened_}, {"chosen", chosen_}, {"styles", styles_},
                            {"editions", editions_}, {"unreached", missing}});
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
  if (killed_ > 0) out.line(out.paint(Output::Paint::bad, fmt::format("{} ended from outside, and not judged", killed_)));
  for (const auto& [remedy, count] : refused_) out.line(fmt::format("{} refused: {}", count, remedy));
  out.line("happened: " + list(happened_));
  out.line("chosen: " + list(chosen_));
  out.line("hands: " + list(styles_));
  out.line("editions: " + list(editions_));
  if (!in_doubt.empty()) out.line("only on doubtful boards: " + list(in_doubt));
  out.line(missing.empty() ? "every number of board and hands came to both ends of its range, and everything that can happen happened"
                           : out.paint(Output::Paint::bad, "more runs are wanted; not reached: " + list(missing)));
  return answer;
}

}  // namespace adoube::cli
