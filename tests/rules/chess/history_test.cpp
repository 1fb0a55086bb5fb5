// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/history.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/rules/positions.hpp"

namespace adoube {
namespace {

using chess::Ending;
using chess::History;
using chess::Position;
using chess::Standing;
using test::position;

void play(History& game, std::string_view moves) {
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    game.make(test::move(game.position(), moves.substr(0, end)));
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
}

constexpr std::string_view knights_out_and_back = "g1f3 g8f6 f3g1 f6g8";

BOOST_AUTO_TEST_CASE(three_and_five_times) {
  History game(Position::start());
  BOOST_TEST(game.appearances() == 1);
  for (int times = 2; times <= 5; ++times) {
    play(game, knights_out_and_back);
    BOOST_TEST(game.appearances() == times);
    BOOST_TEST((game.standing() == Standing{times >= 5 ? Ending::fivefold : Ending::none, times == 3 || times == 4, false}));
  }
  game.take_back();
  BOOST_TEST(game.appearances() == 4);
  BOOST_TEST(game.plies() == 15U);
}

BOOST_AUTO_TEST_CASE(appearances_need_not_follow_each_other) {
  History game(Position::start());
  play(game, "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8");
  BOOST_TEST(game.appearances() == 3);
}

BOOST_AUTO_TEST_CASE(nothing_before_a_pawn_move_or_capture_counts) {
  History game(Position::start());
  play(game, knights_out_and_back);
  play(game, "e2e3 e7e6");
  play(game, knights_out_and_back);
  BOOST_TEST(game.appearances() == 2);
}

/// A key that tells nothing apart: then the comparison alone decides.
std::uint64_t no_key(const Position&) { return 0; }

// 9.2.3.1: with the capture possible it was another position; afterwards it is not.
BOOST_AUTO_TEST_CASE(a_legal_en_passant_capture_makes_another_position) {
  for (const History::Key key : {&chess::repetition_key, &no_key}) {
    History legal(position("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1"), key);
    play(legal, "e2e4");
    for (int n = 1; n <= 2; ++n) {
      play(legal, "g8f6 g1f3 f6g8 f3g1");
      BOOST_TEST(legal.appearances() == n);
    }
  }
  // Here the pawn that stands ready is pinned.
  History pinned(position("3k2n1/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1"));
  play(pinned, "e2e4");
  for (int n = 2; n <= 3; ++n) {
    play(pinned, "g8f6 g1f3 f6g8 f3g1");
    BOOST_TEST(pinned.appearances() == n);
  }
}

// 9.2.3.2: rights lost are a difference, a right that cannot be used for the moment is none.
BOOST_AUTO_TEST_CASE(castling_rights_make_another_position) {
  for (const History::Key key : {&chess::repetition_key, &no_key}) {
    History game(position("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"), key);
    play(game, "h1h2 a8b8 h2h1 b8a8");
    BOOST_TEST(game.appearances() == 1);
    play(game, "h1h2 a8b8 h2h1 b8a8");
    BOOST_TEST(game.appearances() == 2);
  }
  History blocked(position("rn2k1n1/8/8/8/8/8/8/4K1NR w Kq - 0 1"));
  play(blocked, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
  BOOST_TEST(blocked.appearances() == 3);
}

BOOST_AUTO_TEST_CASE(fifty_and_seventy_five_moves) {
  History game(position("4k2r/8/8/8/8/8/8/R3K3 w - - 98 90"));
  BOOST_TEST((game.standing() == Standing{}));
  play(game, "a1a2");
  BOOST_TEST((game.standing() == Standing{}));
  play(game, "h8h7");
  BOOST_TEST((game.standing() == Standing{Ending::none, false, true}));
  History late(position("4k2r/8/8/8/8/8/8/R3K3 w - - 148 90"));
  play(late, "a1a2");
  BOOST_TEST((late.standing() == Standing{Ending::none, false, true}));
  play(late, "h8h7");
  BOOST_TEST((late.standing() == Standing{Ending::seventy_five_moves}));
  History capture(position("4k2r/8/8/8/8/8/8/R3K2R w - - 149 90"));
  play(capture, "h1h8");
  BOOST_TEST((capture.standing() == Standing{}));
}

BOOST_AUTO_TEST_CASE(mate_goes_before_the_seventy_five_moves) {
  History game(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90"));
  play(game, "a1a8");
  BOOST_TEST((game.standing() == Standing{Ending::checkmate}));
  History dead(position("4k3/8/8/8/8/8/8/4KB2 w - - 160 90"));
  BOOST_TEST((dead.standing() == Standing{Ending::dead_position}));
  History still(position("7k/5Q2/6K1/8/8/8/8/8 b - - 150 90"));
  BOOST_TEST((still.standing() == Standing{Ending::stalemate}));
}

// The counter says more than was seen; what was not seen is not counted, and nothing is read before the start.
BOOST_AUTO_TEST_CASE(a_game_set_up_with_its_counter_running) {
  History game(position("4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 40 60"));
  BOOST_TEST(game.appearances() == 1);
  play(game, knights_out_and_back);
  BOOST_TEST(game.appearances() == 2);
  play(game, knights_out_and_back);
  BOOST_TEST(game.appearances() == 3);
  BOOST_TEST(game.standing().threefold);
}

BOOST_AUTO_TEST_CASE(equal_keys_do_not_make_equal_positions) {
  constexpr History::Key three_bits = [](const Position& p) { return chess::repetition_key(p) & 7; };
  for (const History::Key key : {&no_key, three_bits}) {
    History game(Position::start(), key), plain(Position::start());
    for (const char* moves : {"g1f3 b8c6 b1c3 g8f6 h1g1 a8b8 f3g5 f6g4 g5f3 g4f6", "f3g5 f6g4 g5f3 g4f6 c3b1"}) {
      play(game, moves);
      play(plain, moves);
      BOOST_TEST(game.appearances() == plain.appearances());
    }
    History circle(Position::start(), key);
    for (int n = 0; n < 4; ++n) play(circle, knights_out_and_back);
    BOOST_TEST((circle.standing() == Standing{Ending::fivefold}));
  }
}

BOOST_AUTO_TEST_CASE(every_ending_has_its_clause) {
  BOOST_TEST(chess::clause(Ending::none).empty());
  BOOST_TEST(chess::clause(Ending::checkmate) == "5.1.1");
  BOOST_TEST(chess::clause(Ending::stalemate) == "5.2.1");
  BOOST_TEST(chess::clause(Ending::dead_position) == "5.2.2");
  BOOST_TEST(chess::clause(Ending::fivefold) == "9.6.1");
  BOOST_TEST(chess::clause(Ending::seventy_five_moves) == "9.6.2");
}

}  // namespace
}  // namespace adoube
