// SPDX-License-Identifier: Apache-2.0
/// Pieces pushed over squares and set down on the way: one move, wherever and however long they paused. The cases are named
/// after the bugs of real boards from which they come.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

constexpr const char* kRook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

void comes_to(const char* fen, const char* script, const char* moves) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of(fen, script, planes), moves);
  }
}

BOOST_AUTO_TEST_CASE(B07_pawn_pushed_two_squares) {
  comes_to(kStart.data(), "e2- 0, e3+ 80, e3- 260, e4+ 340", "e4");
}

BOOST_AUTO_TEST_CASE(B09_slow_rook_slide) { comes_to(kRook, "a1- 0, a3+ 400, a3- 1300, a5+ 1600", "Ra5"); }

BOOST_AUTO_TEST_CASE(B09_a_rook_let_go_has_been_moved_4_7) {
  // With contacts the hand is seen to leave a3; what follows breaks 4.7. Presence alone cannot tell.
  const char* script = "T:a1 0, a1- 60, t:a1 65, T:a3 395, a3+ 400, t:a3 460, T:a3 1240, a3- 1300, t:a3 1305, T:a5 1595, "
                       "a5+ 1600, t:a5 1660, CW 2000";
  Game both(kRook, Planes::both);
  both.play(script);
  BOOST_REQUIRE_EQUAL(both.finals().size(), 1U);
  BOOST_CHECK_EQUAL(both.finals()[0], "1 violation 4.7");
  Game presence(kRook, Planes::presence);
  presence.play(script);
  BOOST_REQUIRE_EQUAL(presence.finals().size(), 1U);
  BOOST_CHECK_EQUAL(presence.finals()[0], "1 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(B12_slow_and_fast_slides_have_one_verdict) {
  for (int dwell = 5; dwell <= 2'400; dwell += dwell < 100 ? 5 : 100) {
    const std::string script = "d2- 0, d3+ 20, d3- " + std::to_string(20 + dwell) + ", d4+ " + std::to_string(40 + dwell);
    comes_to(kStart.data(), script.c_str(), "d4");
  }
}

BOOST_AUTO_TEST_CASE(B14_what_was_published_on_the_middle_square_is_revised) {
  Game game(kRook);
  game.play("a1- 0, a3+ 400, a3- 2400, a5+ 2700").finish();
  const std::vector<std::string> want = {"1.1 a1a3 provisional", "1.2 a1a5 provisional", "1.2 a1a5 confirmed"};
  BOOST_CHECK_EQUAL_COLLECTIONS(game.said().begin(), game.said().end(), want.begin(), want.end());
  Game seen(kRook, Planes::both);  // a hand on it all the way: nothing is published on a3
  seen.play("a1- 0, a3+ 400, a3- 2400, a5+ 2700").finish();
  const std::vector<std::string> once = {"1.1 a1a5 provisional", "1.1 a1a5 confirmed"};
  BOOST_CHECK_EQUAL_COLLECTIONS(seen.said().begin(), seen.said().end(), once.begin(), once.end());
}

BOOST_AUTO_TEST_CASE(B11_king_slid_while_castling) {
  comes_to("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8- 0, f8+ 100, f8- 480, g8+ 560, h8- 900, f8+ 1300", "O-O");
}

BOOST_AUTO_TEST_CASE(S3_slide_of_a_capture_seen_square_by_square) {
  comes_to("rnbqkbnr/pp1ppppp/8/8/2p5/8/PP2PPPP/RNQ1KBNR w KQkq - 0 4",
           "c4- 0, c2+ 100, c3+ 200, c1- 210, c2- 250, c4+ 320, c3- 420", "Qxc4");
}

BOOST_AUTO_TEST_CASE(a_hovering_hand_sets_down_where_it_likes) {
  comes_to("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
           "e4- 0, e5+ 200, e5- 1000, d5- 1200, d5+ 1400", "exd5");
  comes_to(kRook, "a1- 0, b2+ 200, b2- 900, h8+ 1100, h8- 2000, a7+ 2300", "Ra7");
}

BOOST_AUTO_TEST_CASE(what_is_cut_off_on_the_way_breaks_no_rule_for_good) {
  // Rxa5 with rests on the way, after the pawn was taken up and put back: on a3 no hand is felt for a moment before the rook goes on, and nothing more is told.
  const char* fen = "4k3/8/8/p7/8/8/8/R3K3 w - - 0 1";
  const char* script = "T:a5 0, a5- 60, t:a5 64, T:a5 140, a5+ 146, t:a5 240, T:a1 399, a1- 554, t:a1 555, T:a3 589, a3+ 590, t:a3 783";
  const auto cut = [&](Planes planes, const char* rest, Tick after) {
    Game game(fen, planes);
    game.play(script).play(rest);
    Tick last = 0;
    for (const Seen& s : game.recogniser().judged().window) last = std::max(last, s.event.when.hi);
    game.recogniser().finish(last + after);
    return game.finals();
  };
  BOOST_CHECK(cut(Planes::both, "", 3'000).empty());
  BOOST_CHECK(cut(Planes::both, "", 400'000).empty());  // a hand that rises slowly
  const std::vector<std::string> let_go = cut(Planes::both, "", 500'000);
  BOOST_REQUIRE_EQUAL(let_go.size(), 1U);
  BOOST_CHECK_EQUAL(let_go[0], "1 violation 4.3.3");
  BOOST_CHECK_EQUAL(cut(Planes::both, "CW 0", 3'000).size(), 1U);
  BOOST_CHECK(cut(Planes::presence, "", 60'000'000).empty());  // where no hand is felt none is seen to go
  BOOST_CHECK_EQUAL(cut(Planes::presence, "CW 0", 3'000).size(), 1U);
  BOOST_CHECK_EQUAL(Game(fen, Planes::presence).play(script).finish().finals().size(), 1U);
}

}  // namespace
}  // namespace adoube::recognition::testing
