// SPDX-License-Identifier: Apache-2.0
/// Legal moves from a judge outside the project: one stockfish process, asked once a position.
#pragma once
#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <string>
#include <unordered_map>

#include "tests/rules/second_opinion/board.hpp"

namespace adoube::second_opinion {

class Stockfish {
 public:
  /// Starts the program. Throws std::runtime_error if it does not answer.
  explicit Stockfish(const std::string& program);
  ~Stockfish();
  Stockfish(const Stockfish&) = delete;
  Stockfish& operator=(const Stockfish&) = delete;

  /// The position with its legal moves, and whether the player who has none is in check. The reference stays valid.
  const Position& position(const std::string& fen);
  const Position& position(const Board& board) { return position(fen_of(board)); }
  /// How many positions it was asked about.
  std::size_t asked() const { return known_.size(); }

 private:
  void say(const std::string& line);
  std::string line();

  pid_t process_ = -1;
  std::FILE* in_ = nullptr;
  std::FILE* out_ = nullptr;
  bool chess960_ = false;
  std::unordered_map<std::string, std::unique_ptr<Position>> known_;
};

}  // namespace adoube::second_opinion
