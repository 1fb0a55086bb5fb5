// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/endings.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/rules/positions.hpp"

namespace adoube {
namespace {

using test::position;

BOOST_AUTO_TEST_CASE(mate) {
  for (const char* text : {
           "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",  // fool's mate
           "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1",                               // smothered
           "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",                              // on the back rank
           "8/8/R7/4k3/2pP4/2N5/4N3/5R1K b - - 0 1",                         // the taking pawn came too late
       }) {
    BOOST_TEST(chess::is_mate(position(text)), text);
    BOOST_TEST(!chess::is_stalemate(position(text)), text);
  }
}

BOOST_AUTO_TEST_CASE(check_with_one_answer_is_no_mate) {
  for (const char* text : {
           "R5k1/5pp1/7p/8/8/8/8/4K3 b - - 0 1",       // the king steps out
           "R5k1/3r1ppp/8/8/8/8/8/4K3 b - - 0 1",      // a rook goes between
           "R5k1/1b3ppp/8/8/8/8/8/4K3 b - - 0 1",      // a bishop takes
           "8/8/R7/4k3/2pP4/2N5/4N3/5R1K b - d3 0 1",  // the pawn that gives check is taken en passant
       }) {
    BOOST_TEST(position(text).in_check(), text);
    BOOST_TEST(!chess::is_mate(position(text)), text);
    BOOST_TEST(!chess::is_stalemate(position(text)), text);
  }
}

BOOST_AUTO_TEST_CASE(stalemate) {
  for (const char* text : {
           "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
           "k7/P7/K7/8/8/8/8/8 b - - 0 1",
           "kb5R/8/1K6/8/8/8/8/8 b - - 0 1",  // the bishop is pinned
       }) {
    BOOST_TEST(chess::is_stalemate(position(text)), text);
    BOOST_TEST(!chess::is_mate(position(text)), text);
  }
  BOOST_TEST(!chess::is_stalemate(position("7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1")));
}

BOOST_AUTO_TEST_CASE(neither_at_the_start) {
  BOOST_TEST(!chess::is_mate(chess::Position::start()));
  BOOST_TEST(!chess::is_stalemate(chess::Position::start()));
  BOOST_TEST(!chess::proved_dead(chess::Position::start()));
}

BOOST_AUTO_TEST_CASE(dead_by_material) {
  for (const char* text : {
           "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
           "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
           "4kb2/8/8/8/8/8/8/4K3 w - - 0 1",
           "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",    // f8 and c1 are dark
           "2b1k3/8/B7/8/8/3B4/8/4K3 w - - 0 1",  // c8, a6, d3 are light
       }) {
    BOOST_TEST(chess::proved_dead(position(text)), text);
  }
}

BOOST_AUTO_TEST_CASE(dead_by_force) {
  for (const char* text : {
           "7k/6Q1/8/8/8/8/8/K7 b - - 0 1",      // the queen must be taken
           "k7/1R6/8/8/8/8/8/K5B1 b - - 0 1",    // the rook must be taken, the bishop is not enough
           "8/8/8/8/8/8/1r6/K1k5 w - - 0 1",     // stalemate
           "k7/1Q6/8/2K5/8/8/8/8 b - - 0 1",
           "8/8/8/8/2n5/8/K1k5/1b6 w - - 0 1",   // Ka1, and whatever Black plays is stalemate or loses the bishop
       }) {
    BOOST_TEST(chess::proved_dead(position(text)), text);
  }
  for (const char* text : {
           "k7/8/1Q6/8/8/8/8/K7 w - - 0 1",      // White may keep it
           "k7/1R6/8/8/8/8/8/K5R1 b - - 0 1",    // the other rook is enough
           "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",     // mate
       }) {
    BOOST_TEST(!chess::proved_dead(position(text)), text);
  }
}

BOOST_AUTO_TEST_CASE(not_dead_where_a_mate_can_be_built) {
  for (const char* text : {
           "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
           "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
           "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
           "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",  // f8 is dark, f1 is light
           "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
           "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
           "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1",
       }) {
    BOOST_TEST(!chess::proved_dead(position(text)), text);
  }
}

}  // namespace
}  // namespace adoube
