// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/attacks.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

namespace adoube::chess {
namespace {

/// Square after a step, or `off`.
Square stepped(Square s, int files, int ranks) {
  const int file = file_of(s) + files, rank = rank_of(s) + ranks;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? Square::off : square(file, rank);
}

/// A slider as the Laws describe it (3.2, 3.3): step by step until something stands there.
SquareSet walked(Square s, SquareSet occupied, bool straight) {
  SquareSet attacked = 0;
  for (int files = -1; files <= 1; ++files) {
    for (int ranks = -1; ranks <= 1; ++ranks) {
      if ((files == 0 && ranks == 0) || (files * ranks == 0) != straight) continue;
      for (Square t = stepped(s, files, ranks); t != Square::off; t = stepped(t, files, ranks)) {
        attacked |= set_of(t);
        if (contains(occupied, t)) break;
      }
    }
  }
  return attacked;
}

RC_BOOST_PROP(sliders_reach_what_a_walk_reaches, ()) {
  const SquareSet occupied = *rc::gen::arbitrary<SquareSet>() & *rc::gen::arbitrary<SquareSet>();
  for (int i = 0; i < 64; ++i) {
    RC_ASSERT(rook_attacks(square(i), occupied) == walked(square(i), occupied, true));
    RC_ASSERT(bishop_attacks(square(i), occupied) == walked(square(i), occupied, false));
  }
}

BOOST_AUTO_TEST_CASE(rays_are_attacks_on_an_empty_board) {
  for (int i = 0; i < 64; ++i) {
    BOOST_TEST(rook_rays(square(i)) == walked(square(i), 0, true));
    BOOST_TEST(bishop_rays(square(i)) == walked(square(i), 0, false));
  }
}

BOOST_AUTO_TEST_CASE(leapers_jump_by_their_steps) {
  for (int i = 0; i < 64; ++i) {
    const Square s = square(i);
    SquareSet knight = 0, king = 0;
    for (int files = -2; files <= 2; ++files) {
      for (int ranks = -2; ranks <= 2; ++ranks) {
        const int distance = files * files + ranks * ranks;
        if (distance == 5) knight |= set_of(stepped(s, files, ranks));
        if (distance == 1 || distance == 2) king |= set_of(stepped(s, files, ranks));
      }
    }
    BOOST_TEST(knight_attacks(s) == knight);
    BOOST_TEST(king_attacks(s) == king);
    const SquareSet white = set_of(stepped(s, -1, 1)) | set_of(stepped(s, 1, 1));
    const SquareSet black = set_of(stepped(s, -1, -1)) | set_of(stepped(s, 1, -1));
    BOOST_TEST(pawn_attacks(s, Colour::white) == white);
    BOOST_TEST(pawn_attacks(s, Colour::black) == black);
    BOOST_TEST((pawn_attacks_west<Colour::white>(set_of(s)) | pawn_attacks_east<Colour::white>(set_of(s))) == white);
    BOOST_TEST((pawn_attacks_west<Colour::black>(set_of(s)) | pawn_attacks_east<Colour::black>(set_of(s))) == black);
  }
}

BOOST_AUTO_TEST_CASE(between_is_open_at_both_ends_and_empty_off_the_lines) {
  BOOST_TEST(between(Square::a1, Square::d4) == (set_of(Square::b2) | set_of(Square::c3)));
  BOOST_TEST(between(Square::e8, Square::e6) == set_of(Square::e7));
  BOOST_TEST(between(Square::a1, Square::b1) == 0U);
  BOOST_TEST(between(Square::a1, Square::b3) == 0U);
  BOOST_TEST(between(Square::a1, Square::a1) == 0U);
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      const Square a = square(i), b = square(j);
      SquareSet expected = 0;
      for (const bool straight : {true, false}) {
        if (contains(walked(a, 0, straight), b)) {
          expected = walked(a, set_of(b), straight) & walked(b, set_of(a), straight);
        }
      }
      BOOST_TEST(between(a, b) == expected);
    }
  }
}

}  // namespace
}  // namespace adoube::chess
