// SPDX-License-Identifier: Apache-2.0
/// Short ways to a position and to a move, for tests that state them as text.
#pragma once
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <string_view>

#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::test {

/// The position of a FEN that the test takes for right.
inline chess::Position position(std::string_view text) {
  const auto p = fen::parse(text);
  BOOST_REQUIRE_MESSAGE(p.has_value(), text << ": " << (p ? "" : p.error().message));
  return *p;
}

/// The legal move of a UCI text that the test takes for right.
inline chess::Move move(const chess::Position& p, std::string_view text) {
  const auto m = uci::parse(p, text);
  BOOST_REQUIRE_MESSAGE(m.has_value(), text << " in " << fen::write(p) << ": " << (m ? "" : m.error().message));
  return *m;
}

/// After moves separated by blanks.
inline chess::Position after(chess::Position p, std::string_view moves) {
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    p.make(move(p, moves.substr(0, end)));
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
  return p;
}

/// All legal moves as texts, castling as king takes rook where `chess960`.
inline std::set<std::string> moves(const chess::Position& p, bool chess960 = false) {
  std::set<std::string> texts;
  for (const chess::Move m : chess::legal_moves(p)) {
    BOOST_TEST(texts.insert(uci::write(p, m, chess960)).second, "a move is listed twice in " << fen::write(p));
  }
  return texts;
}

/// All legal moves of the piece on a square.
inline std::set<std::string> moves_from(const chess::Position& p, std::string_view square_name, bool chess960 = false) {
  std::set<std::string> texts;
  for (const std::string& text : moves(p, chess960)) {
    if (text.starts_with(square_name)) texts.insert(text);
  }
  return texts;
}

}  // namespace adoube::test
