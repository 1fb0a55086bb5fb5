// SPDX-License-Identifier: Apache-2.0
/// Events that went missing: the game goes on where the squares leave one explanation, and else waits and says so.
#include "rules/recognition/gap.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

constexpr const char* kOneCapture = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

BOOST_AUTO_TEST_CASE(readings_and_the_press_that_rules_some_out) {
  const auto p = fen::parse(kOneCapture).value();
  const SquareSet gone = p.pieces() & ~set_of(Square::e4);
  BOOST_CHECK_EQUAL(account(p, p.pieces(), std::nullopt).readings, 1);
  BOOST_CHECK_EQUAL(account(p, gone, std::nullopt).readings, 2);  // taken, or in the hand
  BOOST_CHECK_EQUAL(account(p, gone, Pressed{Colour::white, gone}).readings, 1);
  BOOST_CHECK_EQUAL(account(p, gone, Pressed{Colour::white, gone}).lines[0].size(), 1U);
  BOOST_CHECK_EQUAL(account(p, gone, Pressed{Colour::white, p.pieces()}).readings, 2);  // it may be in the hand since
  BOOST_CHECK_EQUAL(account(p, gone & ~set_of(Square::a1) & ~set_of(Square::h8), std::nullopt).readings, 0);
}

BOOST_AUTO_TEST_CASE(B60_nothing_happened_in_a_gap) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.miss("e2- 0, e2+ 500");
    BOOST_CHECK(game.situation().kind == Kind::settled);
    BOOST_CHECK(game.flagged(1, "gap"));
    game.play("e2- 0, e4+ 300, CW 600");
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 e2e4 confirmed");
    BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(B60_one_move_in_a_gap_is_inferred) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.miss("e2- 0, e4+ 500");
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 e2e4 provisional inferred");
    BOOST_CHECK(game.flagged(1, "inferred") && game.flagged(1, "gap"));
    game.play("CW 0, e7- 600, e5+ 900, CB 1200");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.said().back(), "2.1 e7e5 confirmed");
    BOOST_CHECK(!game.flagged(2, "inferred"));
  }
}

BOOST_AUTO_TEST_CASE(what_a_gap_may_have_taken_away_is_left_to_the_arbiter) {
  const auto certainty = [](Game& game) { return game.recogniser().judged().judgement.certainty; };
  for (const Planes planes : {Planes::presence, Planes::both}) {
    const char* castle = "e1- 0, h1- 200, g1+ 400, f1+ 600, CW 900";
    Game seen("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", planes);
    seen.play("a2- 0, a3+ 300, CW 600").play("e8- 0, d8+ 300, CB 600").play(castle);
    BOOST_CHECK_EQUAL(seen.moves().back(), "O-O");
    BOOST_CHECK(certainty(seen) == article4::Certainty::certain);
    Game missed("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", planes);  // the kings may have gone and come back
    missed.miss("e1- 0, e1+ 300").play("a2- 0, a3+ 300, CW 600").play("e8- 0, d8+ 300, CB 600").play(castle);
    BOOST_CHECK_EQUAL(missed.moves().back(), "O-O");
    BOOST_CHECK(certainty(missed) == article4::Certainty::arbiter);
    BOOST_CHECK(missed.recogniser().judged().judgement.flags.has(article4::FlagWord::gap));

    const char* pawns = "4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1";
    const char* passing = "d4- 0, c4- 300, c3+ 600, CB 900";
    Game pushed(pawns, planes);
    pushed.play("c2- 0, c4+ 300, CW 600").play(passing);
    BOOST_CHECK_EQUAL(pushed.moves().back(), "dxc3");
    BOOST_CHECK(certainty(pushed) == article4::Certainty::certain);
    Game came(pawns, planes);  // the pawn may have come in two steps
    came.miss("c2- 0, c4+ 300").play("CW 0").play(passing);
    BOOST_CHECK_EQUAL(came.moves().back(), "dxc3");
    BOOST_CHECK(certainty(came) == article4::Certainty::arbiter);
  }
}

BOOST_AUTO_TEST_CASE(two_moves_in_a_gap_are_inferred_where_no_other_line_leads_there) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.miss("g1- 0, f3+ 500, g8- 1500, f6+ 2000");
    const std::vector<std::string> want = {"1.1 g1f3 confirmed inferred", "2.1 g8f6 provisional inferred"};
    BOOST_CHECK_EQUAL_COLLECTIONS(game.said().begin(), game.said().end(), want.begin(), want.end());
  }
}

BOOST_AUTO_TEST_CASE(several_lines_wait_for_a_press) {
  // e4 and e5, or e3, e5 and e4? Whose press comes tells.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    const char* moves = "e2- 0, e4+ 500, e7- 1500, e5+ 2000";
    Game game(kStart, planes);
    game.miss(moves);
    BOOST_CHECK(game.situation().kind == Kind::lost);
    BOOST_CHECK_EQUAL(game.situation().readings.readings, 2);
    BOOST_CHECK(game.said().empty());
    game.play("CB 0");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[1], "e5");
    BOOST_CHECK(game.situation().kind == Kind::settled);
    Game three(kStart, planes);
    three.miss(moves).play("CW 0");
    BOOST_REQUIRE_EQUAL(three.moves().size(), 3U);
    BOOST_CHECK_EQUAL(three.moves()[0], "e3");
  }
}

BOOST_AUTO_TEST_CASE(what_was_gone_when_its_player_pressed_is_not_in_his_hand_afterwards) {
  // Nd7, a3, O-O-O and axb4: a move more than is looked for. Without it the pawn would be in White's hand.
  const char* before = "rn2k1nr/pp3ppp/2p1p3/q7/1b1P1B2/2N2Q1P/PPP1BPP1/R3K2R b KQkq - 2 9";
  const char* moves = "b8- 0, d7+ 300, a2- 1000, a3+ 1300, e8- 2000, c8+ 2300, a8- 2500, d8+ 2800, a3- 4000, b4- 4200, b4+ 4400, h7- 5000";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game held(before, planes);
    held.miss(moves).play("h7+ 500");
    BOOST_REQUIRE_EQUAL(held.moves().size(), 2U);
    BOOST_CHECK_EQUAL(held.said().back(), "3.1 e8c8 provisional inferred");
    Game pressed(before, planes);
    pressed.miss(moves).play("CW 0, h7+ 500");
    BOOST_CHECK(pressed.situation().kind == Kind::lost);
    BOOST_CHECK(pressed.moves().empty());
  }
}

BOOST_AUTO_TEST_CASE(a_press_in_one_gap_says_nothing_of_the_next) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.miss("e2- 0, e4+ 500, e7- 1500, e5+ 2000").play("CB 0");
    game.play("g1- 500, f3+ 900, CW 1200, b8- 1700, c6+ 2000, CB 2300, h2- 2800, h3+ 3100, CW 3400");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 5U);
    game.miss("c6- 0");  // which was empty when Black pressed
    BOOST_REQUIRE(!game.situation().readings.lines.empty());
    BOOST_CHECK_EQUAL(game.situation().readings.lines[0].size(), 0U);  // of the ways, that he holds it
  }
}

BOOST_AUTO_TEST_CASE(B23_a_piece_gone_in_a_gap_may_be_in_the_hand) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kOneCapture, planes);
    game.miss("e4- 0");
    BOOST_CHECK(game.situation().kind == Kind::lost);
    BOOST_CHECK_EQUAL(game.situation().readings.readings, 2);
    game.play("CW 0");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 e4d5 confirmed inferred");
    Game back(kOneCapture, planes);
    back.miss("e4- 0").play("e4+ 0");
    BOOST_CHECK(back.situation().kind == Kind::settled);
    BOOST_CHECK(back.said().empty());
    Game on(kOneCapture, planes);  // the hand sets it down: no capture
    on.miss("e4- 0").play("e5+ 0");
    BOOST_CHECK_EQUAL(on.said().back(), "1.1 e4e5 provisional inferred");
  }
}

BOOST_AUTO_TEST_CASE(a_piece_in_the_hand_that_ends_a_gap_is_the_answers) {
  // Who has the move, and with it the line, is told only by the knight that Black takes up.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.miss("e2- 0, e3+ 200, CW 500, e7- 800, e5+ 1000, CB 1300, e3- 1600, e4+ 1800, CW 2100");
    game.play("b8- 0, c6+ 200, CB 500").play("g1- 0, f3+ 200, CW 500");
    const std::vector<std::string> want = {"e3", "e5", "e4", "Nc6", "Nf3"};
    BOOST_CHECK_EQUAL_COLLECTIONS(game.moves().begin(), game.moves().end(), want.begin(), want.end());
    for (const std::string& word : game.finals()) BOOST_CHECK_MESSAGE(word.find("illegal") == std::string::npos, word);
  }
}

BOOST_AUTO_TEST_CASE(B57_a_departure_that_only_the_levels_show) {
  const char* fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(fen, planes);
    game.play("c4+ 0");
    BOOST_CHECK(game.said().empty());
    game.miss("f1- 0");
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 f1c4 provisional inferred");
  }
}

BOOST_AUTO_TEST_CASE(a_promotion_that_was_played_on_in_a_gap_is_not_inferred) {
  // As a queen it would have taken h8; nobody saw what it was.
  Options knights;
  knights.promotion_kind = [](int) { return std::optional(chess::Kind::knight); };
  Game game("8/P6k/8/8/8/8/8/K7 w - - 0 1", Planes::both, "fide2023", knights);
  game.miss("a7- 0, a8+ 300, h7- 1000, h6+ 1300, a8- 2000, h8+ 2300");
  BOOST_CHECK(game.situation().kind == Kind::lost);
  BOOST_CHECK(game.said().empty());
}

BOOST_AUTO_TEST_CASE(a_gap_forgets_what_the_one_before_was_explained_by) {
  Game game(kStart, Planes::both);
  game.miss("e2- 0, e4+ 500");
  BOOST_CHECK(game.situation().kind == Kind::settled);
  game.recogniser().gap();
  BOOST_CHECK(game.situation().kind == Kind::lost);
  BOOST_CHECK_EQUAL(game.situation().readings.readings, 0);
  game.finish();
  BOOST_CHECK_EQUAL(game.said().back(), "1.1 e2e4 withdrawn inferred");
}

BOOST_AUTO_TEST_CASE(a_position_set_up_takes_the_squares_as_they_are) {
  Game game(kStart, Planes::both);
  game.play("T:b1 0, t:b1 20, f2- 500");  // a bystander falls
  game.recogniser().set_up(fen::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1").value());
  BOOST_CHECK(game.situation().kind == Kind::settled);
  game.play("e2- 0, e4+ 300, CW 600");
  BOOST_CHECK_EQUAL(game.said().back(), "1.1 e2e4 confirmed");
}

BOOST_AUTO_TEST_CASE(B61_levels_that_say_nothing_new_change_nothing) {
  Game game(kStart);
  game.play("e2- 0, e4+ 300");
  const auto p = game.recogniser().position().pieces();
  game.recogniser().levels((p & ~set_of(Square::e2)) | set_of(Square::e4), 0, {2'000'000, 2'000'100});
  BOOST_CHECK_EQUAL(game.said().size(), 1U);
  BOOST_CHECK(!game.flagged(1, "gap"));
}

BOOST_AUTO_TEST_CASE(what_no_line_explains_waits_for_an_operator) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("e2- 0, e4+ 300, CW 600").miss("a1- 0, h8- 100, d1- 200, d5+ 300");
    BOOST_CHECK(game.situation().kind == Kind::lost);
    BOOST_CHECK_EQUAL(game.situation().readings.readings, 0);
    game.play("g8- 0, f6+ 300, CB 500");
    BOOST_CHECK_EQUAL(game.moves().size(), 1U);
    game.recogniser().set_up(fen::parse("1nbqkb1r/pppppppp/5n2/3R4/4P3/8/PPPP1PPP/1NB1KBNR b Kk - 0 5").value());
    BOOST_CHECK(game.situation().kind == Kind::disturbed);  // a8 still stands there
    game.play("a8- 0, h8+ 500");
    BOOST_CHECK(game.situation().kind == Kind::settled);
    game.play("b8- 0, c6+ 300, CB 600");
    BOOST_CHECK_EQUAL(game.recogniser().ply(), 3);
    BOOST_CHECK_EQUAL(game.moves().back(), "Nc6");
  }
}

BOOST_AUTO_TEST_CASE(B47_an_adjourned_position_goes_on) {
  const char* adjourned = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP2BPPP/R2QK2R b KQ - 3 9";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.recogniser().set_up(fen::parse(adjourned).value());
    BOOST_CHECK(game.situation().kind == Kind::disturbed);
    const auto p = fen::parse(adjourned).value().pieces();
    game.recogniser().levels(p, 0, {1, 2});
    BOOST_CHECK(game.situation().kind == Kind::settled);
    BOOST_CHECK(game.recogniser().position().side_to_move() == Colour::black);
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
