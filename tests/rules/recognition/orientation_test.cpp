// SPDX-License-Identifier: Apache-2.0
/// A board that lies the other way round: found out from the pieces or the first move, or told.
#include <boost/test/unit_test.hpp>
#include <memory>

#include "rules/notation/fen.hpp"
#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using article4::Certainty;
using Kind = Situation::Kind;

BOOST_AUTO_TEST_CASE(half_a_circle) {
  BOOST_CHECK(rotated(Square::a1) == Square::h8);
  BOOST_CHECK(rotated(Square::e2) == Square::d7);
  BOOST_CHECK(rotated(Square::off) == Square::off);
  BOOST_CHECK(rotated(set_of(Square::a1) | set_of(Square::e4)) == (set_of(Square::h8) | set_of(Square::d5)));
  Event said;
  said.kind = EventKind::arbiter;
  said.square = Square::e2;
  BOOST_CHECK(rotated(said).square == Square::e2);  // who speaks of a square means the game's
}

BOOST_AUTO_TEST_CASE(the_start_position_is_told_by_the_first_press) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    BOOST_CHECK(game.recogniser().begin(fen::parse(kStart).value().pieces()));
    game.play("d7- 0, d5+ 400, CW 900");  // e2-e4
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "e4");
    BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7");
    BOOST_CHECK_EQUAL(game.finals().size(), 1U);
    BOOST_CHECK(game.situation().rotated);
    game.play("b1- 0, c3+ 400, CB 900").play("h7- 0, h6+ 400, h6- 1500, h5+ 1900, CW 2500");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 3U);
    BOOST_CHECK_EQUAL(game.moves()[1] + " " + game.moves()[2], "Nf6 a4");
    BOOST_CHECK(game.situation().kind == Kind::settled);
  }
}

BOOST_AUTO_TEST_CASE(an_answer_may_be_begun_before_the_press) {
  const char* exchange = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game quiet(kStart, planes);
    quiet.play("d7- 0, d5+ 400, d2- 800, CW 900");
    BOOST_CHECK_EQUAL(quiet.moves().at(0), "e4");
    BOOST_CHECK_EQUAL(quiet.finals().size(), 1U);
    Game recapture(exchange, planes);
    recapture.play("e4- 0, d5- 200, e4+ 400, e1- 700, CW 900");
    BOOST_CHECK_EQUAL(recapture.moves().at(0), "exd5");
    BOOST_CHECK_EQUAL(recapture.finals().size(), 1U);
    Game victim(exchange, planes);  // both pawns are off the board, whichever way it lies
    victim.play("e4- 0, d5- 200, e4+ 400, e4- 600, CW 900");
    BOOST_CHECK_EQUAL(victim.moves().at(0), "exd5");
    BOOST_CHECK_EQUAL(victim.finals().size(), 1U);
  }
}

BOOST_AUTO_TEST_CASE(a_sensor_that_flickers_does_not_hide_it) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("T:h7 -100, t:h7 -90, d4+ 0, d4- 50, d4+ 170, d4- 260, d4+ 300, T:d7 340, d7- 400, t:d7 404, d4- 500, d4+ 600, T:d5 700, d5+ 704, "
              "t:d5 800, CW 900, d4- 950");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "e4");
    BOOST_CHECK(game.situation().rotated);
    // And the board that lies as it was thought to is not turned for it.
    Game straight(kStart, planes);
    straight.play("T:h2 -100, t:h2 -90, d6+ 0, d6- 50, d6+ 170, d6- 260, d6+ 300, T:e2 340, e2- 400, t:e2 404, d6- 500, d6+ 600, T:e4 700, e4+ 704, "
                  "t:e4 800, CW 900, d6- 950");
    BOOST_REQUIRE_EQUAL(straight.moves().size(), 1U);
    BOOST_CHECK_EQUAL(straight.moves()[0], "e4");
    BOOST_CHECK(!straight.situation().rotated);
  }
}

BOOST_AUTO_TEST_CASE(a_first_capture_that_sweeps_its_victim_aside) {
  // The square of the victim is never seen to be empty: exd5, and the same on the board that is not turned.
  const char* exchange = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game turned(exchange, planes);
    turned.play("T:d5 0, d5- 60, t:d5 64, T:e4 300, t:e4 700, CW 900");
    BOOST_REQUIRE_EQUAL(turned.moves().size(), 1U);
    BOOST_CHECK_EQUAL(turned.moves()[0], "exd5");
    BOOST_CHECK(turned.situation().rotated);
    Game answered(exchange, planes);  // what swept it aside is taken up already
    answered.play("T:d5 0, d5- 60, t:d5 64, T:e4 300, t:e4 700, T:e4 715, e4- 800, t:e4 804, CW 900, T:e1 1000, e1- 1060, t:e1 1064, T:e4 1300, e4+ 1304, t:e4 1400, CB 1600");
    BOOST_REQUIRE_EQUAL(answered.moves().size(), 2U);
    BOOST_CHECK_EQUAL(answered.moves()[0] + " " + answered.moves()[1], "exd5 Qxd5");
    BOOST_CHECK_EQUAL(answered.finals().size(), 2U);
    Game straight(exchange, planes);
    straight.play("T:e4 0, e4- 60, t:e4 64, T:d5 300, t:d5 700, CW 900");
    BOOST_REQUIRE_EQUAL(straight.moves().size(), 1U);
    BOOST_CHECK_EQUAL(straight.moves()[0], "exd5");
    BOOST_CHECK(!straight.situation().rotated);
  }
}

BOOST_AUTO_TEST_CASE(an_illegal_first_move_tells_whose_piece_it_was) {
  // White, who sits where the board has its eighth rank, moves a pawn as none goes, or onto a pawn that it sweeps aside; it stands (A.5.2).
  const char* put = "T:e7 0, e7- 60, t:e7 64, T:b3 300, b3+ 304, t:b3 400, CW 600";
  const char* swept = "T:e7 0, e7- 60, t:e7 64, T:b2 300, t:b2 400, CW 600";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* illegal : {put, swept}) {
      if (planes == Planes::presence && illegal == swept) continue;
      Game game(kStart, planes, "fide2023-blitz");
      game.play(illegal).play("c2- 0, c4+ 300, CB 600").play("g7- 0, g5+ 300, CW 600");
      BOOST_CHECK(game.situation().rotated);
      BOOST_REQUIRE_EQUAL(game.moves().size(), 3U);
      BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1] + " " + game.moves()[2], "-- f5 b4");
      BOOST_CHECK_EQUAL(game.finals().front(), "1 illegal_completed 7.5.1");
      BOOST_CHECK((game.ruling(1).certainty == Certainty::certain) == (planes == Planes::both));
    }
  }
}

BOOST_AUTO_TEST_CASE(an_illegal_first_move_of_both_players_pieces_tells_nothing) {
  // A pawn of each side is gone, or one fell that no hand had touched.
  for (const char* illegal : {"e7- 0, b3+ 300, d2- 500, CW 600", "T:e2 0, e2- 60, t:e2 64, T:a5 300, a5+ 304, t:a5 400, CW 600", "e7- 0, T:a2 100, t:a2 250, CW 600"}) {
    BOOST_TEST_CONTEXT(illegal) {
      Game game(kStart, Planes::both, "fide2023-blitz");
      game.play(illegal);
      BOOST_CHECK(!game.situation().rotated);
    }
  }
}

BOOST_AUTO_TEST_CASE(without_a_press_the_answer_tells) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of(kStart, "d7- 0, d5+ 400, d2- 1500, d4+ 1900, b8- 3000, c6+ 3400", planes), "e4 e5 Nf3");
  }
}

BOOST_AUTO_TEST_CASE(a_ruling_has_the_squares_of_the_game) {
  Game game(kStart, Planes::both);
  game.play("d7- 0, d5+ 400, CW 900").play("T:d2 0, t:d2 300");
  BOOST_CHECK_EQUAL(game.recogniser().ruling().clause, "4.3.1");
  BOOST_CHECK(game.recogniser().ruling().allowed == (std::vector<std::string>{"e7e5", "e7e6"}));
}

BOOST_AUTO_TEST_CASE(a_position_that_differs_tells_at_once) {
  const char* fen = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
  const SquareSet pieces = fen::parse(fen).value().pieces();
  Game turned(fen);
  BOOST_CHECK(turned.recogniser().begin(rotated(pieces)));
  BOOST_CHECK(turned.situation().rotated);
  turned.play("d8- 0, b8+ 400, a8- 800, c8+ 1200, CW 2000");
  BOOST_REQUIRE_EQUAL(turned.moves().size(), 1U);
  BOOST_CHECK_EQUAL(turned.moves()[0], "O-O");
  Game straight(fen);
  BOOST_CHECK(straight.recogniser().begin(pieces));
  BOOST_CHECK(!straight.situation().rotated);
  BOOST_CHECK(!Game(fen).recogniser().begin(pieces ^ set_of(Square::a1)));
}

BOOST_AUTO_TEST_CASE(an_operator_may_tell) {
  Options options;
  options.rotated = true;
  Game game(kStart, Planes::both, "fide2023", options);
  game.play("d7- 0, d5+ 400");
  BOOST_CHECK_EQUAL(game.said().back(), "1.1 e2e4 provisional");
  options.rotated = false;
  Game straight(kStart, Planes::both, "fide2023", options);
  straight.play("d7- 0, d5+ 400, CW 900");
  BOOST_CHECK_EQUAL(straight.finals().back(), "1 illegal_completed 7.5.1");
  const SquareSet pieces = fen::parse("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1").value().pieces();
  BOOST_CHECK(!Game("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", Planes::both, "fide2023", options).recogniser().begin(rotated(pieces)));
}

BOOST_AUTO_TEST_CASE(what_does_not_turn_a_board) {
  Game black_first(kStart, Planes::both);  // out of turn, and Black presses
  black_first.play("d7- 0, d5+ 400, CB 900");
  BOOST_CHECK(!black_first.situation().rotated);
  Game illegal(kStart, Planes::both);  // no legal move on the turned board either
  illegal.play("e2- 0, e5+ 400, CW 900");
  BOOST_CHECK(!illegal.situation().rotated);
  BOOST_CHECK_EQUAL(illegal.finals().back(), "1 illegal_completed 7.5.1");
  Game alike("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1");  // a capture begun here is a move there
  alike.play("c8- 0, off+ 500, b7- 900, c8+Q 1500, CW 2500");
  BOOST_CHECK(!alike.situation().rotated);
  Game later(kStart, Planes::both);  // once a move was made
  later.play("e2- 0, e4+ 400, CW 900").play("d2- 0, d4+ 400, CB 900");
  BOOST_CHECK(!later.situation().rotated);
}

BOOST_AUTO_TEST_CASE(a_capture_tells_as_well) {
  // The pieces look alike both ways. On the turned board 1. exd5 leaves the squares as a capture taken up would, but for the press.
  const char* fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* script : {"d5- 0, e4- 400, e4+ 800, CW 1200", "e4- 0, d5- 400, e4+ 800, CW 1200"}) {
      Game game(fen, planes);
      game.play(script);
      BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
      BOOST_CHECK_EQUAL(game.moves()[0], "exd5");
      BOOST_CHECK(game.situation().rotated);
      Game straight(fen, planes);
      straight.play("e4- 0, d5- 400, d5+ 800, CW 1200");
      BOOST_CHECK_EQUAL(straight.moves().at(0), "exd5");
      BOOST_CHECK(!straight.situation().rotated);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_piece_in_the_hand_does_not_turn_a_board) {
  // White takes d5 up, straightens a1 meanwhile and puts d5 back: on a turned board that would have been 1. exd5, and what the
  // players do next looks alike both ways.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", planes);
    game.play("d5- 0, a1- 400, a1+ 700, d5+ 1000, g1- 2000, f3+ 2400, g8- 4000, f6+ 4400");
    BOOST_CHECK(!game.situation().rotated);
  }
}

BOOST_AUTO_TEST_CASE(a_gap_leaves_it_open) {
  Game game(kStart);
  game.miss("");
  game.play("d7- 0, d5+ 400, CW 900");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.moves()[0], "e4");
}

BOOST_AUTO_TEST_CASE(what_falls_before_the_first_press_does_not_hide_it) {
  // A sleeve knocks over what the first move has set down while the answer is played: d4 with d7 in the hand on the other board.
  constexpr std::string_view straight = "T:e2 0, e2- 140, t:e2 170, T:e4 350, e4+ 420, t:e4 730, T:e7 750, e7- 920, t:e7 950, T:e5 1110, e4- 1130, e5+ 1160, "
                                        "CW 1170, t:e5 1470, T:e4 2200, e4+ 2250, t:e4 2560, CB 2900";
  constexpr std::string_view turned = "T:d7 0, d7- 140, t:d7 170, T:d5 350, d5+ 420, t:d5 730, T:d2 750, d2- 920, t:d2 950, T:d4 1110, d5- 1130, d4+ 1160, "
                                      "CW 1170, t:d4 1470, T:d5 2200, d5+ 2250, t:d5 2560, CB 2900";
  // Or a bystander, of either player.
  constexpr std::string_view bystanders = "T:d7 0, d7- 140, t:d7 170, T:d5 350, e7- 410, d5+ 420, t:d5 730, T:d2 750, d2- 920, e2- 930, t:d2 950, CW 1170, T:e2 2200, "
                                          "e2+ 2250, t:e2 2560, T:e7 2700, e7+ 2750, t:e7 2860, T:d4 3110, d4+ 3160, t:d4 3300, CB 3900";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const std::string_view script : {straight, turned, bystanders}) {
      if (planes == Planes::presence && script == bystanders) continue;  // a pawn that falls while d7 is in the hand may be that hand's
      Game game(kStart, planes);
      game.play(script);
      BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
      BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1], "e4 e5");
      BOOST_CHECK_EQUAL(game.situation().rotated, script != straight);
      BOOST_CHECK(game.ruling(1).certainty == Certainty::certain);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_falls_as_the_answer_is_set_down_does_not_hide_it) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("T:d7 0, d7- 140, t:d7 170, T:d5 350, d5+ 420, t:d5 730, T:d2 950, d2- 1120, t:d2 1150, e2- 1390, c2- 1400, T:d3 1410, d3+ 1440, t:d3 1970, "
              "CW 2300, T:c2 4000, c2+ 4020, t:c2 4600, T:e2 5000, e2+ 5020, t:e2 5600, CB 6000");
    BOOST_CHECK(game.situation().rotated);
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1], "e4 e6");
  }
}

BOOST_AUTO_TEST_CASE(an_illegal_first_move_is_no_legal_one_of_the_turned_board) {
  // Black has begun to answer what White pressed: seen from the other side that would be a pawn that went two squares.
  const char* exchange = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* script : {"d2- 0, d5+ 400, d7- 700, CW 900", "e2- 0, e5+ 400, e7- 700, CW 900", "d2- 0, d7- 350, d5+ 400, CW 900", "e2- 0, e7- 350, e5+ 400, CW 900"}) {
      Game game(kStart, planes);
      game.play(script);
      BOOST_CHECK(!game.situation().rotated);
      BOOST_CHECK_EQUAL(game.finals().at(0), "1 illegal_completed 7.5.1");
    }
    Game capture(exchange, planes);  // an illegal one: d5 is the pawn that takes e4 on the turned board, where one hand sweeps it aside
    capture.play("g1- 0, g4+ 400, d5- 700, CW 900");
    BOOST_CHECK(!capture.situation().rotated);
    BOOST_CHECK_EQUAL(capture.finals().at(0), "1 illegal_completed 7.5.1");
    // Where the answer was in the hand at once nobody can tell: then it is the arbiter's.
    Game hasty(kStart, planes);
    hasty.play("d2- 0, d7- 100, d5+ 200, CW 900");
    BOOST_CHECK(hasty.ruling(1).certainty == Certainty::arbiter);
    BOOST_CHECK(hasty.flagged(1, "order_unclear"));
  }
}

BOOST_AUTO_TEST_CASE(a_slow_scan_does_not_tell_who_began) {
  constexpr Tick scan = 250'000;
  const auto played = [&](std::string_view script, Planes planes) {
    auto game = std::make_unique<Game>(kStart, planes);
    for (Event e : events_of(script, planes)) {
      e.when.hi = (e.when.hi + scan - 1) / scan * scan;
      e.when.lo = e.when.hi - scan;
      game->recogniser().feed(e);
    }
    return game;
  };
  for (const Planes planes : {Planes::presence, Planes::both}) {
    const auto clear = played("d7- 100, d5+ 300, d2- 600, CW 900", planes);
    BOOST_CHECK_EQUAL(clear->moves().at(0), "e4");
    BOOST_CHECK(clear->ruling(1).certainty == Certainty::certain);
    // e4 with e7 in the hand, or d2-d5 with d7: the second is illegal.
    const auto begun = played("d7- 20, d2- 130, d5+ 200, CW 900", planes);
    BOOST_CHECK_EQUAL(begun->moves().at(0), "e4");
    BOOST_CHECK(begun->flagged(1, "order_unclear"));
    BOOST_CHECK(begun->ruling(1).certainty == Certainty::arbiter);
    // e4 e5, or d4 d5.
    const auto both = played("d7- 20, d5+ 60, d2- 130, d4+ 200, CW 900", planes);
    BOOST_CHECK(both->flagged(1, "order_unclear"));
    // So much later the order is known.
    const auto illegal = played("d2- 20, d5+ 700, d7- 800, CW 1300", planes);
    BOOST_CHECK(!illegal->situation().rotated);
    BOOST_CHECK_EQUAL(illegal->finals().at(0), "1 illegal_completed 7.5.1");
  }
}

BOOST_AUTO_TEST_CASE(what_is_taken_back_does_not_turn_a_board) {
  // Black moves out of turn, takes it back, and then they play: who has not pressed is known by what stays.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("d7- 0, d5+ 400, d5- 4000, d7+ 4400, d2- 8000, d4+ 8400, d7- 12000, d5+ 12400");
    BOOST_CHECK(!game.situation().rotated);
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
