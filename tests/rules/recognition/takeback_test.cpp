// SPDX-License-Identifier: Apache-2.0
/// Moves taken back, before and after the press, one or more, in either order of the pieces; in casual play only.
#include <boost/test/unit_test.hpp>

#include <random>

#include "rules/chess/legality.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"
#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

constexpr const char* kTwo = "g1- 0, f3+ 300, CW 400, d7- 900, d5+ 1000, CB 1100";

BOOST_AUTO_TEST_CASE(B35_taken_back_before_and_after_the_press) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game before(kStart, planes, "casual");
    before.play("d2- 0, d4+ 400, d4- 3500, d2+ 4000");
    BOOST_CHECK_EQUAL(before.said().back(), "1.1 d2d4 withdrawn");
    Game after(kStart, planes, "casual");
    after.play("d2- 0, d4+ 400, CW 900, d4- 3500, d2+ 4000");
    const std::vector<std::string> want = {"1.1 d2d4 provisional", "1.1 d2d4 confirmed", "1.1 d2d4 taken back"};
    BOOST_CHECK_EQUAL_COLLECTIONS(after.said().begin(), after.said().end(), want.begin(), want.end());
    BOOST_CHECK(after.recogniser().position().side_to_move() == Colour::white);
    BOOST_CHECK(after.flagged(1, "takeback"));
    after.play("e2- 0, e4+ 300, CW 500");
    BOOST_CHECK_EQUAL(after.said().back(), "1.2 e2e4 confirmed");
    BOOST_CHECK_EQUAL(after.finals().back(), "1 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(B36_down_to_the_first_move_is_no_new_game) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes, "casual");
    game.play("e2- 0, e4+ 300, CW 600").play("e4- 0, e2+ 600").play("d2- 0, d4+ 300, CW 600");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "d4");  // B39: the score has the final line, the records have all
    BOOST_CHECK_EQUAL(game.said().back(), "1.2 d2d4 confirmed");
  }
}

BOOST_AUTO_TEST_CASE(B38_castling_taken_back_in_every_order) {
  const char* fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* back : {"g1- 0, e1+ 500, f1- 900, h1+ 1400", "f1- 0, h1+ 500, g1- 900, e1+ 1400",
                             "g1- 0, f1- 200, h1+ 700, e1+ 1400", "f1- 0, g1- 300, e1+ 900, h1+ 1400"}) {
      Game game(fen, planes, "casual");
      game.play("e1- 0, g1+ 300, h1- 400, f1+ 700, CW 900").play(back);
      BOOST_CHECK_EQUAL(game.said().back(), "1.1 e1g1 taken back");
      game.play("e1- 0, g1+ 300, h1- 400, f1+ 700, CW 900");  // the right is there again
      BOOST_CHECK_EQUAL(game.said().back(), "1.2 e1g1 confirmed");
    }
  }
}

BOOST_AUTO_TEST_CASE(two_moves_in_either_order) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* back : {"f3- 0, g1+ 500, d5- 900, d7+ 1400", "d5- 0, d7+ 500, f3- 900, g1+ 1400"}) {
      Game game(kStart, planes, "casual");
      game.play(kTwo).play(back);
      BOOST_CHECK(game.moves().empty());
      BOOST_CHECK_EQUAL(game.said().back(), "1.1 g1f3 taken back");
      BOOST_CHECK_EQUAL(game.recogniser().ply(), 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_capture_taken_back_brings_its_victim_again) {
  const char* fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(fen, planes, "casual");
    game.play("d5- 0, e4- 100, d5+ 300, CW 600").play("d5- 0, e4+ 500, d5+ 1000");
    BOOST_CHECK(game.moves().empty());
    BOOST_CHECK(game.recogniser().position().at(Square::d5)->colour == Colour::black);
  }
}

BOOST_AUTO_TEST_CASE(a_piece_that_is_moved_back_is_moved) {
  // Knights out and back: legal moves lead there, and presses say so.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes, "casual");
    game.play("g1- 0, f3+ 300, CW 400, g8- 900, f6+ 1000, CB 1100, f3- 1500, g1+ 1600, CW 1700, f6- 2000, g8+ 2100, CB 2200");
    BOOST_CHECK_EQUAL(game.moves().size(), 4U);
  }
}

struct Swap {
  const char* name;
  std::string_view fen;
  const char* played;   // and pressed
  const char* instead;  // by the same hands, with no way back first
  const char* answer;
  const char* score;
  const char* before;   // the answer has begun: this happens before `instead`, and `after` then
  const char* after;
};

// Each with an answer that is legal after the changed move.
constexpr Swap kSwaps[] = {
    {"a pawn one square back", kStart, "e2- 0, e4+ 300, CW 700", "e4- 0, e3+ 300", "e7- 0, e5+ 300, CB 700", "e3 e5", "e7- 0", "e5+ 0, CB 400"},
    {"a rook goes on", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1- 0, a4+ 300, CW 700", "a4- 0, a6+ 300", "e8- 0, e7+ 300, CB 700", "Ra6 Ke7",
     nullptr, nullptr},
    {"another piece", kStart, "g1- 0, f3+ 300, CW 700", "d2- 0, d4+ 300, f3- 600, g1+ 900", "e7- 0, e5+ 300, CB 700", "d4 e5", "e7- 0",
     "e5+ 0, CB 400"},
    {"the other capture", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "d5- 0, e4- 200, d5+ 500, CW 900", "d5- 0, e5+ 300, d5+ 700", "f5- 0, f4+ 300, CB 700",
     "e5 f4", "f5- 0", "f4+ 0, CB 400"},
    {"a capture is none", "4k3/7p/8/4p3/8/5N2/7P/4K3 w - - 0 1", "e5- 0, f3- 200, e5+ 500, CW 900", "e5- 0, d4+ 300, e5+ 700", "e5- 0, d4- 200, d4+ 500, CB 900",
     "Nd4 exd4", nullptr, nullptr},
    {"a capture instead", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4- 0, e5+ 300, CW 700", "e5- 0, d5- 200, d5+ 600", "e8- 0, d7+ 300, CB 700", "exd5 Kd7",
     nullptr, nullptr},
    {"castling on the other side", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1- 0, g1+ 300, h1- 600, f1+ 900, CW 1300",
     "g1- 0, c1+ 300, f1- 600, h1+ 900, a1- 1200, d1+ 1500", "e8- 0, e7+ 300, CB 700", "O-O-O Ke7", "e8- 0", "e7+ 0, CB 400"},
    {"a king who had castled", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1- 0, g1+ 300, h1- 600, f1+ 900, CW 1300", "f1- 0, h1+ 300, g1- 600, f1+ 900",
     "e8- 0, e7+ 300, CB 700", "Kf1 Ke7", nullptr, nullptr},
    {"castling after all", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1- 0, f1+ 300, CW 700", "f1- 0, g1+ 300, h1- 600, f1+ 900", "e8- 0, e7+ 300, CB 700",
     "O-O Ke7", nullptr, nullptr},
    {"a rook's move that castling has on its way back", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1- 0, g1+ 300, h1- 600, f1+ 900, CW 1300", "g1- 0, e1+ 300",
     "e8- 0, e7+ 300, CB 700", "Rf1 Ke7", "e8- 0", "e7+ 0, CB 400"},
    {"out of check, and the answer takes it", "4k3/8/8/8/1p6/8/8/2B1K3 w - - 0 1", "c1- 0, e3+ 300, CW 700", "e3- 0, a3+ 300",
     "a3- 0, b4- 200, a3+ 500, CB 900", "Ba3 bxa3", nullptr, nullptr},
    {"black's", "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1", "e7- 0, e5+ 300, CB 700", "e5- 0, e6+ 300", "e2- 0, e3+ 300, CW 700", "e6 e3", "e2- 0", "e3+ 0, CW 400"},
};

std::string score(const Game& game) {
  std::string out;
  for (const std::string& m : game.moves()) out += (out.empty() ? "" : " ") + m;
  return out;
}

void nobody_is_accused_for_certain(const Game& game) {
  BOOST_CHECK(game.ruling(1).certainty == article4::Certainty::certain);
  const article4::Ruling second = game.ruling(2);
  const bool told = std::ranges::any_of(game.finals(), [](const std::string& f) { return f.starts_with("2 "); });
  const bool accused = told && (second.verdict == article4::Verdict::illegal_completed || second.verdict == article4::Verdict::violation);
  BOOST_CHECK(!accused || second.certainty == article4::Certainty::arbiter);
}

BOOST_AUTO_TEST_CASE(a_move_is_changed_after_its_press) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const Swap& swap : kSwaps) {
      BOOST_TEST_CONTEXT(swap.name << (planes == Planes::both ? ", both planes" : ", presence alone")) {
        Game game(swap.fen, planes, "casual");
        game.play(swap.played).play(swap.instead).play(swap.answer);
        BOOST_CHECK_EQUAL(score(game), swap.score);
        BOOST_CHECK_EQUAL(game.finals().back().substr(0, 16), "2 move_completed");
        for (const std::string& f : game.finals()) BOOST_CHECK(f.find("illegal") == std::string::npos);
        if (swap.before == nullptr) continue;
        Game begun(swap.fen, planes, "casual");
        begun.play(swap.played).play(swap.before).play(swap.instead).play(swap.after);
        BOOST_CHECK_EQUAL(score(begun), swap.score);
        for (const std::string& f : begun.finals()) BOOST_CHECK(f.find("illegal") == std::string::npos);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_changed_move_is_told_once_it_stands) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    const bool presence = planes == Planes::presence;
    Game game(kStart, planes, "casual");
    game.play("e2- 0, e4+ 300, CW 700").play("T:e4 0, e4- 60, t:e4 64, T:e3 250, e3+ 254");
    BOOST_CHECK_EQUAL(game.said().back(), presence ? "1.2 e2e3 provisional inferred" : "1.1 e2e4 confirmed");  // a hand is on it
    game.play("t:e3 0, CW 500");
    const std::vector<std::string> want = {"1.1 e2e4 provisional", "1.1 e2e4 confirmed", "1.1 e2e4 taken back",
                                           presence ? "1.2 e2e3 provisional inferred" : "1.2 e2e3 provisional",
                                           presence ? "1.2 e2e3 confirmed inferred" : "1.2 e2e3 confirmed"};
    BOOST_CHECK_EQUAL_COLLECTIONS(game.said().begin(), game.said().end(), want.begin(), want.end());
    BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7");  // on a clock whose lever goes down again
    BOOST_CHECK_EQUAL(game.flagged(1, "inferred"), presence);
    BOOST_CHECK(game.flagged(1, "takeback"));
  }
}

BOOST_AUTO_TEST_CASE(a_move_before_the_last_is_changed_and_its_answer_goes_back) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* change : {"f3- 0, h3+ 300, d5- 700, d7+ 1000", "d5- 0, d7+ 300, f3- 700, h3+ 1000"}) {
      Game game(kStart, planes, "casual");
      game.play(kTwo).play(change).play("e7- 0, e5+ 300, CB 700");
      BOOST_CHECK_EQUAL(score(game), "Nh3 e5");
    }
  }
}

BOOST_AUTO_TEST_CASE(what_may_still_be_the_beginning_of_an_answer_changes_nothing) {
  // The pawn of e5 is gone, and the queen that may take it has been up and stands again: no pawn of White's has taken her for certain.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", planes, "casual");
    game.play("e4- 0, e5+ 300, CW 700").play("e5- 0, d5- 400, d5+ 700");
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 e4e5 confirmed");
    Game takes("4k3/8/8/8/4Pp2/8/8/4K3 w - - 0 1", planes, "casual");
    takes.play("e4- 0, e5+ 300, CW 700").play("f4- 0, f3+ 300, CB 700");
    BOOST_CHECK_EQUAL(score(takes), "e5 f3");
    Game up("4k3/3n4/8/8/8/5N2/8/4K3 b - - 0 1", planes, "casual");  // the knight that answers has been up
    up.play("d7- 0, f6+ 300, CB 700").play("f3- 0, f3+ 300, f6- 700, e5+ 1000");
    BOOST_CHECK_EQUAL(up.said().back(), "1.1 d7f6 confirmed");
    Game rests("7k/3r4/8/8/P7/8/8/7K b - - 0 1", planes, "casual");  // on a7, the pawn that goes to a6; the rook stands where it was
    rests.play("d7- 0, d4+ 300, CB 700").play("a4- 0, a5+ 300, CW 700").play("d4- 0, a4+ 300, a5- 700, a7+ 1000");
    BOOST_CHECK(std::ranges::none_of(rests.said(), [](const std::string& s) { return s.ends_with("taken back"); }));
  }
}

/// "g1- 0, f3+ 300": no capture, no castling.
std::string carry(std::string_view uci) { return std::string(uci.substr(0, 2)) + "- 0, " + std::string(uci.substr(2, 2)) + "+ 300"; }

// Any quiet moves of one piece in any position of random games: friends are understood, and elsewhere nobody is accused for certain.
BOOST_AUTO_TEST_CASE(any_move_is_changed_to_any_other_of_the_same_piece) {
  std::mt19937 random(1);
  int changed = 0, understood = 0;
  for (int n = 0; n < 400; ++n) {
    chess::Position p = *fen::parse(kStart);
    const auto pick = [&](const chess::Position& from, auto fits) {
      std::vector<chess::Move> moves;
      for (const chess::Move m : chess::legal_moves(from)) {
        if (fits(m)) moves.push_back(m);
      }
      return moves.empty() ? std::nullopt : std::optional(moves[random() % moves.size()]);
    };
    const auto any = [](chess::Move) { return true; };
    for (int ply = static_cast<int>(random() % 60); ply > 0; --ply) {
      if (const auto m = pick(p, any)) p = p.after(*m);
    }
    const auto quiet = [](const chess::Position& from) {
      return [&](chess::Move m) { return !m.is_castling() && !m.is_promotion() && !chess::captured_square(from, m); };
    };
    const auto first = pick(p, quiet(p));
    if (!first) continue;
    const auto second = pick(p, [&](chess::Move m) { return quiet(p)(m) && m.from() == first->from() && m.to() != first->to(); });
    const auto answer = second ? pick(p.after(*second), quiet(p.after(*second))) : std::nullopt;
    if (!answer || chess::legal_moves(p.after(*first)).size() == 0) continue;
    const bool white = p.side_to_move() == Colour::white;
    const std::string played = carry(uci::write(p, *first)) + (white ? ", CW 700" : ", CB 700");
    const std::string instead = carry(uci::write(p, *first).substr(2) + uci::write(p, *second).substr(2));
    const std::string answered = carry(uci::write(p.after(*second), *answer)) + (white ? ", CB 700" : ", CW 700");
    ++changed;
    for (const Planes planes : {Planes::presence, Planes::both}) {
      BOOST_TEST_CONTEXT(fen::write(p) << ": " << played << "; " << instead << "; " << answered << (planes == Planes::both ? ", both planes" : "")) {
        Game friends(fen::write(p), planes, "casual");
        friends.play(played).play(instead).play(answered);
        understood += score(friends) == san::write(p, *second) + " " + san::write(p.after(*second), *answer) ? 1 : 0;
        Game game(fen::write(p), planes);
        nobody_is_accused_for_certain(game.play(played).play(instead).play(answered));
      }
    }
  }
  // Not where the piece may have gone on for its player's next move, the answer to the first having been slid to its square.
  BOOST_TEST_MESSAGE(understood << " of " << 2 * changed << " understood");
  BOOST_CHECK_GT(changed, 250);
  BOOST_CHECK_GT(100 * understood, 98 * 2 * changed);
}

BOOST_AUTO_TEST_CASE(whoever_answers_a_move_that_was_changed_is_not_accused_for_certain) {
  for (const char* edition : {"fide2023", "fide2023-blitz", "fide2009", "uscf", "seed-it"}) {
    for (const Planes planes : {Planes::presence, Planes::both}) {
      for (const Swap& swap : kSwaps) {
        BOOST_TEST_CONTEXT(swap.name << ", " << edition << (planes == Planes::both ? ", both planes" : ", presence alone")) {
          Game game(swap.fen, planes, edition);
          nobody_is_accused_for_certain(game.play(swap.played).play(swap.instead).play(swap.answer));
          Game nothing(swap.fen, planes, edition);  // he only gives the time back
          nobody_is_accused_for_certain(nothing.play(swap.played).play(swap.instead).play(swap.answer + std::string_view(swap.answer).rfind('C')));
          if (swap.before == nullptr) continue;
          Game begun(swap.fen, planes, edition);
          nobody_is_accused_for_certain(begun.play(swap.played).play(swap.before).play(swap.instead).play(swap.after));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_laws_let_nobody_take_a_completed_move_back) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("d2- 0, d4+ 400, CW 900, d4- 3500, d2+ 4000");
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 d2d4 confirmed");
    BOOST_CHECK(game.situation().kind == Situation::Kind::misplaced);
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
