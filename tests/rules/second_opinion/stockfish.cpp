// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/stockfish.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace adoube::second_opinion {

Stockfish::Stockfish(const std::string& program) {
  std::array<int, 2> to{}, from{};
  if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(to[0], 0);
    ::dup2(from[1], 1);
    ::execl(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(to[0]);
  ::close(from[1]);
  in_ = ::fdopen(to[1], "w");
  out_ = ::fdopen(from[0], "r");
  say("uci");
  while (line() != "uciok") {
  }
}

Stockfish::~Stockfish() {
  std::fputs("quit\n", in_);
  std::fclose(in_);
  std::fclose(out_);
  ::waitpid(process_, nullptr, 0);
}

void Stockfish::say(const std::string& text) {
  if (std::fputs((text + "\n").c_str(), in_) < 0 || std::fflush(in_) != 0)
    throw std::runtime_error("stockfish is gone");
}

std::string Stockfish::line() {
  std::string text;
  for (int c; (c = std::fgetc(out_)) != EOF;) {
    if (c == '\n') return text;
    if (c != '\r') text += static_cast<char>(c);
  }
  throw std::runtime_error("stockfish is gone");
}

const Position& Stockfish::position(const std::string& fen) {
  std::unique_ptr<Position>& known = known_[fen];
  if (known) return *known;
  known = std::make_unique<Position>();
  known->board = board_of(fen);
  if (const bool chess960 = is_chess960(known->board); chess960 != chess960_) {
    say(std::string("setoption name UCI_Chess960 value ") + (chess960 ? "true" : "false"));
    chess960_ = chess960;
  }
  say("position fen " + fen);
  say("go perft 1");
  std::vector<std::string> moves;
  for (std::string text = line(); !text.starts_with("Nodes searched"); text = line()) {
    if (const auto colon = text.find(": "); colon == 4 || colon == 5) moves.push_back(text.substr(0, colon));
  }
  std::sort(moves.begin(), moves.end());
  for (const std::string& uci : moves) known->legal.push_back(move_of(known->board, uci));
  if (moves.empty()) {
    say("d");
    std::string text;
    do text = line();
    while (!text.starts_with("Checkers:"));
    known->check = text.find_first_not_of(' ', 9) != std::string::npos;
  }
  return *known;
}

}  // namespace adoube::second_opinion
