// SPDX-License-Identifier: Apache-2.0
// What must hold along any game, whoever plays it.
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <bit>
#include <set>
#include <string>

#include "rules/chess/endings.hpp"
#include "tests/rules/playouts.hpp"

namespace adoube {
namespace {

using chess::Kind;
using chess::Position;
using chess::Wing;

/// The same position with the colours exchanged and the board turned upside down.
Position mirrored(const Position& p) {
  const auto flip = [](Square s) { return square(index(s) ^ 56); };
  Position q;
  for (SquareSet s = p.pieces(); s != 0;) {
    const Square at = pop(s);
    q.put(flip(at), {!p.at(at)->colour, p.at(at)->kind});
  }
  q.set_side_to_move(!p.side_to_move());
  for (const Colour c : {Colour::white, Colour::black}) {
    for (const Wing w : {Wing::king_side, Wing::queen_side}) {
      if (const auto rook = p.castling_rook(c, w)) q.set_castling_rook(!c, w, flip(*rook));
    }
  }
  if (p.passed_over()) q.set_passed_over(flip(*p.passed_over()));
  q.set_clocks(p.halfmove_clock(), p.fullmove_number());
  return q;
}

/// Laws 3.9.2: no move leaves the own king attacked.
RC_BOOST_PROP(no_legal_move_leaves_the_king_in_check, ()) {
  for (const Position& p : test::drawn_playout().positions) {
    for (const chess::Move m : chess::legal_moves(p)) {
      const Position next = p.after(m);
      RC_ASSERT(next.attackers(next.king(p.side_to_move()), next.side_to_move()) == 0);
    }
  }
}

/// The FEN reader checks everything from nothing: pieces, rights, en passant, the opponent's king.
RC_BOOST_PROP(every_position_reached_is_legal_and_survives_its_fen, ()) {
  for (const Position& p : test::drawn_playout().positions) {
    const auto read = fen::parse(fen::write(p));
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == p);
  }
}

RC_BOOST_PROP(colours_are_alike, ()) {
  const Position last = test::drawn_playout().positions.back();
  RC_ASSERT(mirrored(mirrored(last)) == last);
  for (int depth = 1; depth <= 2; ++depth) RC_ASSERT(chess::perft(last, depth) == chess::perft(mirrored(last), depth));
}

RC_BOOST_PROP(counting_equals_listing, ()) {
  for (const Position& p : test::drawn_playout().positions) {
    const auto moves = chess::legal_moves(p);
    RC_ASSERT(chess::perft(p, 1) == moves.size());
    RC_ASSERT(chess::is_mate(p) == (moves.empty() && p.in_check()));
    RC_ASSERT(chess::is_stalemate(p) == (moves.empty() && !p.in_check()));
  }
}

RC_BOOST_PROP(pieces_leave_one_at_a_time, ()) {
  const test::Playout game = test::drawn_playout();
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const Position &before = game.positions[i], &after = game.positions[i + 1];
    const auto taken = chess::captured_square(before, game.moves[i]);
    RC_ASSERT(std::popcount(after.pieces()) == std::popcount(before.pieces()) - (taken ? 1 : 0));
    if (taken) RC_ASSERT(before.at(*taken)->colour == after.side_to_move());
    SquareSet by_kind = 0;
    for (int k = 0; k < 6; ++k) {
      RC_ASSERT((by_kind & after.pieces(static_cast<Kind>(k))) == 0);
      by_kind |= after.pieces(static_cast<Kind>(k));
    }
    RC_ASSERT(by_kind == after.pieces());
    RC_ASSERT((after.pieces(Colour::white) & after.pieces(Colour::black)) == 0);
  }
}

BOOST_AUTO_TEST_CASE(chess960_number_518_is_the_usual_start) {
  BOOST_TEST((test::chess960_start(518) == Position::start()));
}

BOOST_AUTO_TEST_CASE(all_chess960_starts_differ_and_are_legal) {
  std::set<std::string> seen;
  for (int n = 0; n < 960; ++n) {
    const Position p = test::chess960_start(n);
    const auto read = fen::parse(fen::write(p));
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST((*read == p));
    seen.insert(fen::write(p));
  }
  BOOST_TEST(seen.size() == 960U);
}

}  // namespace
}  // namespace adoube
