// SPDX-License-Identifier: Apache-2.0
/// What is told of a move that is not whole yet.
#include <boost/test/unit_test.hpp>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

BOOST_AUTO_TEST_CASE(B17_B20_castling_names_where_the_rook_is_missing) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("4k3/8/8/8/8/8/8/4K2R w K - 0 1", planes);
    game.play("e1- 0, g1+ 500");
    BOOST_CHECK(game.situation().kind == Kind::castling_incomplete);
    BOOST_CHECK(game.situation().square == Square::f1);
    game.play("h1- 0");
    BOOST_CHECK(game.situation().kind == Kind::castling_incomplete);
    game.play("e1+ 0");  // beside its square
    BOOST_CHECK(game.situation().kind == Kind::castling_incomplete);
    BOOST_CHECK(game.situation().square == Square::f1);
    game.play("e1- 0, f1+ 400");
    BOOST_CHECK(game.situation().kind == Kind::settled);
  }
}

BOOST_AUTO_TEST_CASE(B28_capture_incomplete) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", planes);
    game.play("e5- 0, d6+ 600");
    BOOST_CHECK(game.situation().kind == Kind::capture_incomplete);
    BOOST_CHECK(game.situation().square == Square::d5);
    game.play("d5- 0");
    BOOST_CHECK(game.situation().kind == Kind::settled);
  }
}

BOOST_AUTO_TEST_CASE(B40_a_promoted_piece_of_unknown_kind_holds_nothing_up) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("8/P5k1/8/8/8/8/8/6K1 w - - 0 1", planes);
    game.play("a7- 0, a8+ 900");
    BOOST_CHECK(game.situation().kind == Kind::promotion_pending);
    BOOST_CHECK(game.situation().square == Square::a8);
    game.play("CW 0, g7- 500, h7+ 900, CB 1200");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[1], "Kh7");
    BOOST_CHECK(game.flagged(1, "kind_assumed"));
  }
}

BOOST_AUTO_TEST_CASE(B41_a_pawn_on_the_last_rank_is_pending_until_it_is_exchanged) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("8/P5k1/8/8/8/8/8/6K1 w - - 0 1", planes);
    game.play("a7- 0, a8+P 500");
    BOOST_CHECK(game.situation().kind == Kind::promotion_pending);
    BOOST_CHECK(game.said().empty());
    game.play("a8- 0, a8+Q 600");
    BOOST_CHECK(game.situation().kind == Kind::settled);
    game.finish();
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 a7a8q confirmed");
    BOOST_CHECK(!game.flagged(1, "kind_assumed"));
  }
}

BOOST_AUTO_TEST_CASE(B48_the_wrong_piece_is_told_at_once) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("g1- 0, e4+ 400");
    BOOST_CHECK(game.situation().kind == Kind::misplaced);
    BOOST_CHECK_EQUAL(game.situation().missing, set_of(Square::g1));
    BOOST_CHECK_EQUAL(game.situation().surplus, set_of(Square::e4));
    BOOST_CHECK_EQUAL(game.situation().since.hi, 400'000);
  }
}

BOOST_AUTO_TEST_CASE(a_situation_is_told_when_it_changes_and_only_then) {
  Game game(kStart);
  game.play("e2- 0, e4+ 400, CW 800, CW 900");
  BOOST_REQUIRE_EQUAL(game.situations().size(), 2U);
  BOOST_CHECK(game.situations()[0].kind == Kind::in_hand);
  BOOST_CHECK_EQUAL(game.situations()[0].missing, set_of(Square::e2));
  BOOST_CHECK(game.situations()[1].kind == Kind::settled);
}

}  // namespace
}  // namespace adoube::recognition::testing
