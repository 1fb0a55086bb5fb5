// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/keys.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

#include "tests/rules/positions.hpp"

namespace adoube {
namespace {

using chess::polyglot_key;
using chess::Position;
using chess::repetition_key;
using test::after;
using test::position;

// The keys that the description of the format gives.
BOOST_AUTO_TEST_CASE(polyglot_keys_are_the_published_ones) {
  const struct {
    const char* moves;
    std::uint64_t key;
    const char* fen;
  } cases[]{
      {"", 0x463b96181691fc9c, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
      {"e2e4", 0x823c9b50fd114196, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
      {"e2e4 d7d5", 0x0756b94461c50fb0, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2"},
      {"e2e4 d7d5 e4e5", 0x662fafb965db29d4, "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"},
      {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"},
      {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3"},
      {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9,
       "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4"},
      {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637,
       "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3"},
      {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560,
       "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4"},
  };
  for (const auto& c : cases) {
    BOOST_TEST(polyglot_key(after(Position::start(), c.moves)) == c.key, c.moves);
    BOOST_TEST(polyglot_key(position(c.fen)) == c.key, c.fen);
  }
}

// The rook looks along the rank at the king: the capture is illegal, but a pawn stands ready.
BOOST_AUTO_TEST_CASE(a_capture_that_is_illegal_counts_for_polyglot_and_not_for_repetition) {
  const Position before = position("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1");
  const Position doubled = after(before, "e2e4");
  const Position plain = position("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
  BOOST_TEST((doubled == plain));
  BOOST_TEST(repetition_key(doubled) == repetition_key(plain));
  BOOST_TEST(polyglot_key(doubled) != polyglot_key(plain));
  BOOST_TEST(polyglot_key(doubled) == polyglot_key(position("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1")));
}

BOOST_AUTO_TEST_CASE(a_double_step_that_nobody_can_answer_is_no_difference) {
  const Position doubled = after(Position::start(), "e2e4");
  const Position plain = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  BOOST_TEST((doubled == plain));
  BOOST_TEST(repetition_key(doubled) == repetition_key(plain));
  BOOST_TEST(polyglot_key(doubled) == polyglot_key(plain));
}

// Each of these differs from each other in what 9.2.3 names.
BOOST_AUTO_TEST_CASE(what_makes_a_position_another_one) {
  std::set<std::uint64_t> keys;
  std::size_t count = 0;
  for (const char* text : {
           "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
           "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1",   // the move
           "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",  // en passant
           "r3k2r/8/8/8/3pP3/8/8/R3K2R b Qkq - 0 1",    // a right
           "r3k2r/8/8/8/3pP3/8/8/R3K2R b - - 0 1",
           "r3k2r/8/8/8/3pN3/8/8/R3K2R b KQkq - 0 1",   // a kind
           "r3k2r/8/8/8/3PP3/8/8/R3K2R b KQkq - 0 1",   // a colour
           "r3k2r/8/8/8/2p1P3/8/8/R3K2R b KQkq - 0 1",  // a square
           "2rrk3/8/8/8/8/8/8/1RR1K3 w C - 0 1",        // a right of the other rook of the same wing
           "2rrk3/8/8/8/8/8/8/1RR1K3 w B - 0 1",
       }) {
    keys.insert(repetition_key(position(text)));
    ++count;
  }
  BOOST_TEST(keys.size() == count);
}

BOOST_AUTO_TEST_CASE(counters_are_no_part_of_a_position) {
  const Position a = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), b = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 30");
  BOOST_TEST(same_position(a, b));
  BOOST_TEST(!(a == b));
  BOOST_TEST(repetition_key(a) == repetition_key(b));
  BOOST_TEST(polyglot_key(a) == polyglot_key(b));
}

// Rights stay while castling is prevented (9.2.3.2); they are what is compared, not the castling that is possible now.
BOOST_AUTO_TEST_CASE(a_right_counts_while_something_stands_between) {
  const Position with = position("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1"), without = position("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1");
  BOOST_TEST(!same_position(with, without));
  BOOST_TEST(repetition_key(with) != repetition_key(without));
}

// Pinned, because the header promises it.
BOOST_AUTO_TEST_CASE(the_key_of_the_start_never_changes) {
  BOOST_TEST(repetition_key(Position::start()) == 0x3ae8904f01c86150U);
}

}  // namespace
}  // namespace adoube
