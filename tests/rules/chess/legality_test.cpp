// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/legality.hpp"

#include <boost/test/unit_test.hpp>
#include <array>
#include <bit>
#include <string>

#include "rules/notation/fen.hpp"
#include "tests/rules/playouts.hpp"

namespace adoube {
namespace {

using chess::Kind;
using chess::Position;
using chess::Wing;

BOOST_AUTO_TEST_CASE(double_checks_that_a_last_move_explains) {
  for (const char* text : {
           "4r1k1/8/8/8/8/5n2/3Q4/4K2R w - - 0 1",    // a knight came from e5
           "4r1k1/8/8/8/7b/8/8/4K3 w - - 0 1",        // a bishop from e7
           "4r1k1/8/8/8/8/8/3p4/4K3 w - - 0 1",       // a pawn from e3, taking
           "4r1k1/8/8/8/8/8/8/3qK3 w - - 0 1",        // a pawn from e2, taking and promoting
           "4r1k1/8/8/8/8/8/5b2/4K3 w - - 0 1",       // a bishop from e3
           "6k1/8/8/8/8/8/8/q3Kb1r w - - 0 1",        // one check only, the other line is closed
           "6k1/8/8/4K3/8/3p4/1b6/4r3 w - - 0 1",     // a pawn from e4 took en passant: both lines open at once
           "4r1k1/8/8/q7/8/8/3b4/4K3 w - - 0 1",      // a bishop from e3, and what it took had shut out the queen
           "4r3/8/8/k7/8/8/2n5/4K3 w - - 0 1",        // a knight from e3
           "Kr1k4/8/2b5/8/8/8/8/8 w - - 0 1",         // a rook from b7
           "k7/8/8/8/8/8/8/1r1bK2R w K - 0 1",        // no check at all: the bishop closes the line
       }) {
    const auto p = fen::parse(text);
    BOOST_TEST(p.has_value(), text << ": " << (p ? "" : p.error().message));
  }
}

BOOST_AUTO_TEST_CASE(checks_that_nothing_explains) {
  const struct {
    const char *text, *phrase;
  } cases[]{
      {"4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1", "in check from d2 and f2, which no last move"},  // two pawns
      {"4k3/8/8/8/8/3n4/3p4/4K3 w - - 0 1", "in check from d2 and d3"},                      // pawn and knight
      {"4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", "in check from d3 and f3"},                      // two knights
      {"4k3/8/8/8/8/8/8/r3K2r w - - 0 1", "in check from a1 and h1"},                        // both sides
      {"k7/6b1/8/8/3K4/8/8/3r4 w - - 0 1", "in check from d1 and g7"},                       // no way from line to line
      {"k2r4/8/8/8/3K2r1/8/8/8 w - - 0 1", "in check from g4 and d8"},
      {"4k3/8/8/8/8/8/3p4/1r2K3 w - - 0 1", "in check from b1 and d2"},                      // a pawn leaves no rank
      {"6k1/8/8/4K3/8/3p4/1b1N4/4r3 w - - 0 1", "in check from e1 and b2"},  // en passant, but d2 is not empty
      {"4r1k1/pppp1ppp/p7/8/8/8/8/3qK3 w - - 0 1", "in check from d1 and e8"},  // no pawn is missing that promoted
      {"Kr1k4/8/2b5/8/8/8/8/8 w b - 0 1", "in check from c6 and b8"},           // a rook with its right has not moved
      {"4r1k1/8/8/b7/8/3n4/8/4K3 w - - 0 1", "more than two pieces"},
      // With the double step known there is one last move, and it gave another check or none.
      {"8/8/8/8/4P1k1/8/8/4K1R1 b - e3 0 1", "in check from g1, which the double step just made"},
      {"8/8/8/3k4/4P3/8/8/3RK3 b - e3 0 1", "double step"},
      {"rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", "in check from f2, which the double step"},
      {"1b1b4/8/b1P5/2kP4/8/2b4K/8/8 w - c6 0 1", "no pawn stands on c5"},
      {"5K2/8/2pp2Pp/2PP4/P5Pp/2pP1Ppp/P6p/7k b - g3 0 1", "way from g2 is not empty"},
      {"8/7k/8/7p/8/8/8/K7 w - h6 0 1", "way from h7 is not empty"},
  };
  for (const auto& c : cases) {
    const auto p = fen::parse(c.text);
    BOOST_TEST(!p.has_value(), c.text);
    if (!p) BOOST_TEST(p.error().message.find(c.phrase) != std::string::npos, p.error().message);
  }
}

BOOST_AUTO_TEST_CASE(checks_by_a_double_step) {
  for (const char* text : {
           "8/8/8/3k4/4P3/8/8/4K3 b - e3 0 1",        // the pawn itself
           "8/8/8/7k/4P3/8/8/3QK3 b - e3 0 1",        // the queen behind it
       }) {
    const auto p = fen::parse(text);
    BOOST_TEST(p.has_value(), text << ": " << (p ? "" : p.error().message));
  }
}

/// What a builder of positions can do wrong and a text cannot say.
BOOST_AUTO_TEST_CASE(rights_without_their_pieces) {
  const auto with_right = [](Square king, Square rook, Colour c, Wing w, Square named) {
    Position p;
    p.put(king, {c, Kind::king});
    p.put(rook, {c, Kind::rook});
    p.put(Square::d5, {!c, Kind::king});
    p.set_castling_rook(c, w, named);
    return chess::illegality(p).value_or("");
  };
  using enum Square;
  BOOST_TEST(with_right(e1, h1, Colour::white, Wing::king_side, h1).empty());
  BOOST_TEST(with_right(e8, a8, Colour::black, Wing::queen_side, a8).empty());
  BOOST_TEST(with_right(e1, h1, Colour::white, Wing::king_side, g1) ==
             "castling with the rook on g1 is a right, but no rook of White stands there on its first rank");
  BOOST_TEST(with_right(e1, h2, Colour::white, Wing::king_side, h2).find("no rook of White") != std::string::npos);
  BOOST_TEST(with_right(e2, h1, Colour::white, Wing::king_side, h1).find("White's king is not on its first rank") !=
             std::string::npos);
  BOOST_TEST(with_right(e8, a8, Colour::black, Wing::king_side, a8).find("other side of Black's king") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_empty_board_is_refused) {
  BOOST_TEST(chess::illegality(Position{}).value_or("") == "White has 0 kings instead of one");
}

struct Walk {
  std::size_t positions = 0, double_checks = 0, refused = 0;
  void below(const Position& p, int depth) {
    ++positions;
    double_checks += std::popcount(p.attackers(p.king(p.side_to_move()), !p.side_to_move())) == 2 ? 1 : 0;
    if (chess::illegality(p)) {
      BOOST_TEST(refused++ >= 10U, fen::write(p) << ": " << *chess::illegality(p));
    }
    if (depth == 0) return;
    for (const chess::Move m : chess::legal_moves(p)) below(p.after(m), depth - 1);
  }
};

/// One move opens a line for another piece: knights, bishops, pawns that take and promote, en passant.
constexpr std::array batteries{
    "r3k3/2P1N2r/2N5/1B6/8/8/4R3/4K3 w - - 0 1", "3nk3/1P2P3/2N5/1B6/8/8/4R3/4K3 w - - 0 1",
    "4k3/4r3/4b3/8/3n4/2p1p3/3P4/1N2K2R b K - 0 1", "6k1/8/8/4K3/4p3/8/1b1P4/4r3 w - - 0 1",
};

// Every position within a few plies of those where the rare moves are near, and of some starts of Chess960.
BOOST_AUTO_TEST_CASE(nothing_that_is_reached_is_refused) {
  constexpr int depth = 3;
  Walk walk;
  for (const auto text : test::rich_positions) walk.below(fen::parse(text).value(), depth);
  for (int n = 0; n < 960; n += 160) walk.below(test::chess960_start(n), depth);
  for (const auto text : batteries) walk.below(fen::parse(text).value(), depth);
  BOOST_TEST(walk.double_checks >= 100U);
  BOOST_TEST(walk.positions >= 10'000U);
}

BOOST_AUTO_TEST_CASE(what_an_illegal_move_leaves_may_stand_and_no_move_takes_the_king) {
  // Every kind of piece attacks the king of the player who has just moved (1.4.1).
  for (const char* text : {"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "4k3/8/8/8/8/3n4/8/4K3 w - - 0 1", "4k3/8/8/8/7b/8/8/4K3 w - - 0 1", "r3k3/8/8/8/8/8/8/r3K3 w - - 0 1",
                           "4k3/8/8/8/4q3/8/8/4K3 w - - 0 1"}) {
    Position p = fen::parse(text).value();
    p.set_side_to_move(Colour::black);
    BOOST_TEST(chess::illegality(p).has_value(), text);
    BOOST_TEST(!chess::misfit(p), text << ": " << chess::misfit(p).value_or(""));
    for (const chess::Move m : chess::legal_moves(p)) {
      BOOST_TEST((m.to() != p.king(Colour::white)), text);
      BOOST_TEST(p.after(m).pieces(Colour::white, Kind::king) != 0U, text);
    }
  }
  Position beside = fen::parse("4k3/8/8/8/8/8/8/4K3 b - - 0 1").value();
  beside.remove(Square::e1);
  beside.put(Square::e7, {Colour::white, Kind::king});
  BOOST_TEST(!chess::misfit(beside));
  for (const chess::Move m : chess::legal_moves(beside)) BOOST_TEST((m.to() != Square::e7));
  Position without = Position::start();
  without.remove(Square::e1);
  BOOST_TEST(chess::misfit(without).has_value());
}

}  // namespace
}  // namespace adoube
