// SPDX-License-Identifier: Apache-2.0
/// Prints a game while it is played, and its summary.
#pragma once
#include <optional>

#include "host/cli/output.hpp"
#include "host/lab/game_run.hpp"

namespace adoube::cli {

class GamePrinter final : public lab::GameListener {
 public:
  GamePrinter(Output& out, const pgn::Game& game) : out_(out), game_(game.number), position_(game.start) {}

  void on_move(const lab::PlayedMove& move) override;
  void on_ruling(const article4::Ruling& ruling) override;
  void on_time(Tick now, Tick end) override;
  /// `cpu`: seconds of this computer's processor; nothing leaves out all figures of the host machine.
  void summary(const lab::GameReport& report, std::optional<double> cpu);

  /// Position after the last move.
  const chess::Position& position() const { return position_; }

 private:
  Output& out_;
  int game_;
  chess::Position position_;
};

}  // namespace adoube::cli
