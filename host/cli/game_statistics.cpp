// SPDX-License-Identifier: Apache-2.0
#include "host/cli/game_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "rules/chess/history.hpp"
#include "rules/notation/san.hpp"

namespace adoube::cli {
namespace {

void count(Tally& tally, std::string_view name) {
  const auto at = tally.find(name);
  if (at != tally.end()) {
    ++at->second;
  } else {
    tally.emplace(name, 1);
  }
}

std::string opening_of(const pgn::Game& game) {
  if (game.start != chess::Position::start()) return "set-up position";
  std::string text;
  chess::Position p = game.start;
  for (std::size_t i = 0; i < game.plies.size() && i < GameStatistics::opening_plies; ++i) {
    text += i % 2 == 0 ? fmt::format("{}{}. ", i == 0 ? "" : " ", i / 2 + 1) : " ";
    text += san::write(p, game.plies[i].move);
    p.make(game.plies[i].move);
  }
  return text.empty() ? "no move" : text;
}

// What the rules say of the last position and of all before it.
std::string_view end_by_rule(const pgn::Game& game) {
  chess::History history(game.start);
  for (const pgn::Ply& ply : game.plies) history.make(ply.move);
  switch (history.standing().ending) {
    case chess::Ending::checkmate: return "checkmate";
    case chess::Ending::stalemate: return "stalemate";
    case chess::Ending::dead_position: return "dead position";
    case chess::Ending::fivefold: return "fivefold repetition";
    case chess::Ending::seventy_five_moves: return "75 moves";
    case chess::Ending::none: break;
  }
  return {};
}

std::string end_of(const pgn::Game& game) {
  if (const std::string_view end = end_by_rule(game); !end.empty()) return std::string(end);
  const auto termination = game.tag("Termination");
  if (termination && !termination->empty() && *termination != "?") return std::string(*termination);
  switch (game.result) {
    case pgn::Outcome::draw: return "draw agreed or claimed";
    case pgn::Outcome::unknown: return "unfinished";
    case pgn::Outcome::white_wins:
    case pgn::Outcome::black_wins: break;
  }
  return "resigned or not told";
}

}  // namespace

std::vector<std::pair<std::string, std::uint64_t>> most_frequent(const Tally& tally, std::size_t top) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(tally.begin(), tally.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  if (sorted.size() > top) sorted.resize(top);
  return sorted;
}

void GameStatistics::add(const pgn::Game& game) {
  const std::size_t moves = (game.plies.size() + 1) / 2;
  ++games_;
  plies_ += game.plies.size();
  ++results_[static_cast<std::size_t>(game.result)];
  ++lengths_[std::min(moves == 0 ? 0 : (moves - 1) / length_step, length_classes - 1)];
  shortest_ = std::min(shortest_, moves);
  longest_ = std::max(longest_, moves);
  count(ends_, end_of(game));
  count(openings_, opening_of(game));
  if (const auto control = game.tag("TimeControl")) count(time_controls_, *control);
  for (const char* name : {"White", "Black"}) {
    if (const auto player = game.tag(name)) count(players_, *player);
  }
}

}  // namespace adoube::cli
