// SPDX-License-Identifier: Apache-2.0
#include "tests/host/lab/corpus.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "host/lab/pins_board.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "tests/sim/bus/witness.hpp"

namespace adoube::lab {
namespace {

std::vector<pgn::Game> read(const std::filesystem::path& path) {
  std::ifstream file(path);
  auto games = pgn::read(file);
  if (!games) throw std::runtime_error(path.string() + ": " + games.error().message);
  return std::move(*games);
}

}  // namespace

std::vector<pgn::Game> own_games(const std::string& file) {
  return read(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/games" / file);
}

std::optional<std::vector<pgn::Game>> shared_games() {
  const char* place = std::getenv("ADOUBE_SHARED");
  const auto folder = place != nullptr ? std::filesystem::path(place) : std::filesystem::path(ADOUBE_SOURCE_DIR) / "../shared";
  const auto file = folder / "games/blitz-with-clocks.pgn";
  if (!std::filesystem::exists(file)) {
    std::cout << "SKIP: the shared games are not here (ADOUBE_SHARED)\n";
    return std::nullopt;
  }
  return read(file);
}

void witness(Board& board) {
  if (auto* pins = dynamic_cast<PinsBoard*>(&board)) pins->host().log(test::BusRecord::observer());
}

GameOptions options_for(BoardOptions::Path path) {
  GameOptions options;
  options.board.path = path;
  options.edition = *article4::edition("fide2023");
  options.prepare = witness;
  return options;
}

std::string complaint(const GameReport& report) {
  std::string text;
  const Account& account = report.run.account;
  if (!report.score_equal) {
    std::size_t ply = 0;
    while (ply < report.moves.size() && ply < report.score.size() && report.moves[ply].record.uci == report.score[ply]) ++ply;
    text += fmt::format("the score differs from ply {} on ({} recognised, {} played); ", ply + 1, report.moves.size(),
                        report.score.size());
  }
  if (account.lost != 0) text += fmt::format("{} edges lost; ", account.lost);
  if (account.invented != 0) text += fmt::format("{} edges invented; ", account.invented);
  if (account.refused != 0) text += fmt::format("{} edges refused; ", account.refused);
  if (account.counters.behind != 0) text += fmt::format("{} edges behind the watermark; ", account.counters.behind);
  if (account.counters.gaps != 0) text += fmt::format("{} gaps; ", account.counters.gaps);
  if (account.counters.level_faults != 0) text += fmt::format("{} level faults; ", account.counters.level_faults);
  if (!report.run.breaches.empty()) text += "on the bus: " + report.run.breaches + "; ";
  if (!report.run.contacts.equal()) text += "contacts differ: " + report.run.contacts.first_fault;
  return text;
}

}  // namespace adoube::lab
