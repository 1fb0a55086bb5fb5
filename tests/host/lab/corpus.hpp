// SPDX-License-Identifier: Apache-2.0
/// Games for the tests of the whole chain: the project's own, and the shared ones where they are.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "host/lab/game_run.hpp"
#include "rules/notation/pgn.hpp"

namespace adoube::lab {

/// Games of a file in tests/games.
std::vector<pgn::Game> own_games(const std::string& file);
/// The shared collection ($ADOUBE_SHARED, ../shared beside the source by default); nothing, and a line "SKIP: ...", where
/// it is absent.
std::optional<std::vector<pgn::Game>> shared_games();

/// Hears nothing.
class Silence final : public GameListener {
 public:
  void on_move(const PlayedMove&) override {}
  void on_ruling(const article4::Ruling&) override {}
  bool on_time(Tick, Tick) override { return true; }
};

/// For GameOptions::prepare: what passes on the bus is left for tshark (tests/sim/bus/witness.hpp).
void witness(Board& board);

/// FIDE 2023 on the given path, with the witness.
GameOptions options_for(BoardOptions::Path path);

/// What is wrong with a healthy run, in words; empty: score equal, nothing lost, invented or behind, contacts as caused.
std::string complaint(const GameReport& report);

}  // namespace adoube::lab
