// SPDX-License-Identifier: Apache-2.0
/// Prints a game while it is played, and its summary.
#pragma once
#include <optional>
#include <utility>

#include "host/cli/exit_code.hpp"
#include "host/cli/output.hpp"
#include "host/lab/game_run.hpp"

namespace adoube::cli {

class GamePrinter final : public lab::GameListener {
 public:
  /// `first_ply`: with which the game begins, from 1.
  GamePrinter(Output& out, const pgn::Game& game, std::size_t first_ply = 1);

  void on_move(const lab::PlayedMove& move) override;
  void on_taken_back(const lab::PlayedMove& move) override;
  void on_ruling(const article4::Ruling& ruling) override;
  void on_gap(const driver::Gap& gap) override;
  void on_situation(const recognition::Situation& situation) override;
  bool on_time(Tick now, Tick end) override;
  /// `cpu`: seconds of this computer's processor; nothing leaves out all figures of the host machine. Returns `ok`, or
  /// `answer_no` where the score differs or the board broke the rules of its bus.
  ExitCode summary(const lab::GameReport& report, std::optional<double> cpu);

  /// Position after the last move.
  const chess::Position& position() const { return position_; }

 private:
  void print(const article4::Ruling& ruling);
  void tell(const sim::Fault& fault);
  void tell_end();

  Output& out_;
  int game_;
  int ply_ = 0;                          // of the last move
  chess::Position before_;               // the position in which it was played
  chess::Position position_;
  std::optional<article4::Ruling> end_;  // waits for the move that ended the game
  /// Nothing is judged since a gap, or since pieces fell; why, and in how many ways the squares can have come about.
  std::optional<std::pair<recognition::Situation::Kind, int>> stopped_;
  bool rotated_ = false;                 // told already
};

}  // namespace adoube::cli
