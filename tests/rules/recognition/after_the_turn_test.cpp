// SPDX-License-Identifier: Apache-2.0
/// What reaches a turn that is over: claims and their loss (4.8), late presses (6.2.1), illegal moves counted (7.5.5), draw
/// offers (9.1.2.1), repetition (9.2, 9.6), an arbiter's word.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "rules/recognition/recogniser.hpp"

namespace adoube::recognition {
namespace {

using article4::FlagWord;
using article4::Judgement;
using article4::Penalty;
using article4::Verdict;

constexpr const char* kScandinavian = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3";

/// Both players' events name their actor; the final judgements are kept, the last one of each ply.
class Game : public Observer {
 public:
  explicit Game(const char* fen_text, const char* edition_name = "fide2023")
      : edition_(article4::edition(edition_name).value()), recogniser_(fen::parse(fen_text).value(), edition_, *this) {}
  void on_move(const MoveRecord&) override {}
  void on_judgement(const Judged& judged) override {
    if (!judged.judgement.final) return;
    std::erase_if(finals_, [&](const Judgement& j) { return j.ply == judged.judgement.ply; });
    finals_.push_back(judged.judgement);
  }

  Game& act(Colour who, EventKind kind, const char* s = "off", Saying saying = Saying::none) {
    Event e;
    e.kind = kind;
    e.square = *parse_square(s);
    e.actor = who;
    e.saying = saying;
    now_ += 150'000;
    e.when = {now_ - 126, now_};
    e.id = ++id_;
    recogniser_.feed(e);
    return *this;
  }
  Game& touch(Colour who, const char* s) { return act(who, EventKind::touch, s).act(who, EventKind::release, s); }
  Game& move(Colour who, const char* from, const char* to) {
    act(who, EventKind::touch, from).act(who, EventKind::lift, from).act(who, EventKind::place, to);
    return act(who, EventKind::release, to);
  }
  Game& press(Colour who) { return act(who, EventKind::clock); }
  Game& played(Colour who, const char* from, const char* to) { return move(who, from, to).press(who); }
  Game& arbiter(Saying word) {
    Event e;
    e.kind = EventKind::arbiter;
    e.saying = word;
    now_ += 150'000;
    e.when = {now_ - 126, now_};
    e.id = ++id_;
    recogniser_.feed(e);
    return *this;
  }
  const Judgement& of(int ply) const {
    const auto j = std::find_if(finals_.begin(), finals_.end(), [ply](const Judgement& f) { return f.ply == ply; });
    BOOST_REQUIRE(j != finals_.end());
    return *j;
  }
  const Recogniser& recogniser() const { return recogniser_; }

 private:
  article4::Edition edition_;
  Recogniser recogniser_;
  std::vector<Judgement> finals_;
  Tick now_ = 0;
  std::uint32_t id_ = 0;
};

constexpr Colour W = Colour::white;
constexpr Colour B = Colour::black;


BOOST_AUTO_TEST_CASE(a_touch_loses_the_claim_4_8) {
  Game game(kScandinavian);
  game.touch(W, "g1").played(W, "d2", "d4");
  BOOST_CHECK(game.of(1).verdict == Verdict::violation);
  BOOST_CHECK(!game.of(1).flags.has(FlagWord::claim_forfeited));
  game.touch(B, "g8");
  BOOST_CHECK(game.of(1).flags.has(FlagWord::claim_forfeited));
}

BOOST_AUTO_TEST_CASE(a_claim_made_in_time_is_not_lost) {
  Game game(kScandinavian);
  game.touch(W, "g1").played(W, "d2", "d4").act(B, EventKind::claim, "off", Saying::touch_move).touch(B, "g8");
  BOOST_CHECK(game.of(1).flags.has(FlagWord::claim));
  BOOST_CHECK(!game.of(1).flags.has(FlagWord::claim_forfeited));
}

BOOST_AUTO_TEST_CASE(the_english_seed_gives_time_until_the_move) {
  Game game(kScandinavian, "seed-en");
  game.touch(W, "g1").played(W, "d2", "d4").touch(B, "g8");
  BOOST_CHECK(!game.of(1).flags.has(FlagWord::claim_forfeited));
  game.move(B, "g8", "f6");
  BOOST_CHECK(game.of(1).flags.has(FlagWord::claim_forfeited));
}

BOOST_AUTO_TEST_CASE(the_older_article_4_takes_only_claims_about_touches) {
  Game touched(kScandinavian, "fide-s4");
  touched.touch(W, "g1").played(W, "d2", "d4").touch(B, "g8");
  BOOST_CHECK(touched.of(1).flags.has(FlagWord::claim_forfeited));
  Game castling("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", "fide-s4");
  castling.touch(W, "e1").touch(W, "h1").played(W, "e1", "d1").touch(B, "a7");
  BOOST_CHECK(castling.of(1).clause == article4::Clause::c4_4_1);
  BOOST_CHECK(castling.of(1).flags.has(FlagWord::claim_forfeited));
  Game released(kScandinavian, "fide-s4");  // a breach of the release clause: the claim stays
  released.move(W, "f1", "b5").played(W, "b5", "c4").touch(B, "g8");
  BOOST_CHECK(released.of(1).verdict == Verdict::violation);
  BOOST_CHECK(!released.of(1).flags.has(FlagWord::claim_forfeited));
  Game now(kScandinavian);
  now.move(W, "f1", "b5").played(W, "b5", "c4").touch(B, "g8");
  BOOST_CHECK(now.of(1).flags.has(FlagWord::claim_forfeited));
}

BOOST_AUTO_TEST_CASE(the_press_after_the_answer_completes_the_move_6_2_1) {
  Game game(kScandinavian);
  game.move(W, "f1", "b5").move(B, "c7", "c6");
  BOOST_CHECK(game.of(1).verdict == Verdict::move_made);
  game.press(W);
  BOOST_CHECK(game.of(1).verdict == Verdict::move_completed);
  BOOST_CHECK_EQUAL(game.recogniser().ply(), 2);
}

BOOST_AUTO_TEST_CASE(a_press_by_the_player_without_the_move) {
  Game game(kScandinavian);
  game.press(B);
  BOOST_CHECK(game.recogniser().judged().judgement.flags.has(FlagWord::press_out_of_turn));
  game.played(W, "f1", "b5");
  BOOST_CHECK(game.of(1).verdict == Verdict::move_completed);
}

BOOST_AUTO_TEST_CASE(a_second_press_is_out_of_turn) {
  Game game(kScandinavian);
  game.played(W, "f1", "b5").press(W);
  BOOST_CHECK_EQUAL(game.recogniser().judged().judgement.ply, 2);
  BOOST_CHECK(game.recogniser().judged().judgement.flags.has(FlagWord::press_out_of_turn));
}

BOOST_AUTO_TEST_CASE(illegal_moves_are_counted_for_each_player_7_5_5) {
  Game game(kScandinavian);
  game.played(W, "f1", "f3");
  BOOST_CHECK(game.of(1).penalty == (Penalty{Penalty::Kind::time, 2, 1, article4::Clause::c7_5_5}));
  game.move(W, "f3", "f1").played(W, "f1", "b5").played(B, "g8", "g6");
  BOOST_CHECK_EQUAL(game.of(2).penalty.number, 1);
  game.move(B, "g6", "g8").played(B, "c7", "c6").played(W, "b5", "b3");
  BOOST_CHECK(game.of(3).penalty.kind == Penalty::Kind::loss);
}

BOOST_AUTO_TEST_CASE(a_hand_that_does_not_wait_after_an_illegal_move) {
  Game game(kScandinavian);
  game.played(W, "f1", "f3").touch(B, "g8");
  BOOST_CHECK(game.of(1).flags.has(FlagWord::opponent_acted_after_illegal));
  Game unseen(kScandinavian);  // a board that senses no contact sees him only lift
  unseen.played(W, "f1", "f3").act(B, EventKind::lift, "g8");
  BOOST_CHECK(unseen.of(1).flags.has(FlagWord::opponent_acted_after_illegal));
}

BOOST_AUTO_TEST_CASE(an_illegal_move_that_was_answered_stands_A_5_2) {
  Game game(kScandinavian, "fide2023-blitz");
  game.played(W, "g1", "g4").played(B, "g8", "f6");
  BOOST_CHECK((game.of(1).flags.has({FlagWord::illegal, Square::g1, Square::g4})));
  BOOST_CHECK(game.of(2).verdict == Verdict::move_completed);
  BOOST_CHECK_EQUAL(game.recogniser().ply(), 3);
  BOOST_CHECK((game.recogniser().position().at(Square::g4) == chess::Piece{W, chess::Kind::knight}));
  // A claim before the answer is in time; in the Laws for the standard rate nothing illegal stands.
  Game claimed(kScandinavian, "fide2023-blitz");
  claimed.played(W, "g1", "g4").touch(B, "g8").act(B, EventKind::claim, "off", Saying::touch_move).move(B, "g8", "f6");
  BOOST_CHECK(!claimed.of(1).flags.has(FlagWord::illegal));
  Game standard(kScandinavian);
  standard.played(W, "g1", "g4").played(B, "g8", "f6");
  BOOST_CHECK(!standard.of(1).flags.has(FlagWord::illegal));
  BOOST_CHECK_EQUAL(standard.recogniser().ply(), 1);
  // A king left in check is an illegal move like another (3.9).
  Game check("4k3/8/8/8/4r3/8/8/4K1N1 w - - 0 1", "fide2023-blitz");
  check.played(W, "g1", "f3").move(B, "e4", "h4");
  BOOST_CHECK((check.of(1).flags.has({FlagWord::illegal, Square::g1, Square::f3})));
  // Without a king nothing can be played on from: that is for the arbiter.
  Game taken("4k3/8/8/8/8/8/8/3R1K2 w - - 0 1", "fide2023-blitz");
  taken.act(W, EventKind::touch, "e8").act(W, EventKind::lift, "e8").act(W, EventKind::place, "off").played(W, "d1", "e8").touch(B, "e8");
  BOOST_CHECK_EQUAL(taken.recogniser().ply(), 1);
  BOOST_CHECK(taken.of(1).verdict == Verdict::illegal_completed);
}

BOOST_AUTO_TEST_CASE(what_an_illegal_move_that_stands_leaves) {
  const char* start = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 7 10";
  const auto left = [](Game& game) { return fen::write(game.touch(B, "a7").recogniser().position()); };
  Game rook(start, "fide2023-blitz");
  BOOST_CHECK_EQUAL(left(rook.played(W, "h1", "h4")), "r3k2r/pppppppp/8/8/7R/8/PPPPPPPP/R3K3 b Qkq - 8 10");
  Game king(start, "fide2023-blitz");
  BOOST_CHECK_EQUAL(left(king.played(W, "e1", "e3")), "r3k2r/pppppppp/8/8/8/4K3/PPPPPPPP/R6R b kq - 8 10");
  Game capture(start, "fide2023-blitz");
  capture.act(W, EventKind::touch, "h7").act(W, EventKind::lift, "h7").act(W, EventKind::place, "off");
  BOOST_CHECK_EQUAL(left(capture.played(W, "h1", "h7")), "r3k2r/pppppppR/8/8/8/8/PPPPPPPP/R3K3 b Qkq - 0 10");
}

BOOST_AUTO_TEST_CASE(a_draw_offer_ends_with_the_opponent_s_touch_9_1_2_1) {
  Game game(kScandinavian);
  game.move(W, "f1", "b5").act(W, EventKind::claim, "off", Saying::draw_offer).press(W);
  BOOST_CHECK(game.of(1).flags.has(FlagWord::draw_offered));
  BOOST_CHECK(!game.of(1).flags.has(FlagWord::draw_declined));
  game.touch(B, "c7");
  BOOST_CHECK(game.of(1).flags.has(FlagWord::draw_declined));
  Game illegal(kScandinavian);  // the player who offered puts the illegal move right: that declines nothing
  illegal.move(W, "f1", "f3").act(W, EventKind::claim, "off", Saying::draw_offer).press(W).touch(W, "f3");
  BOOST_CHECK(illegal.of(1).flags.has(FlagWord::draw_offered));
  BOOST_CHECK(!illegal.of(1).flags.has(FlagWord::draw_declined));
}

void shuffle(Game& game) {
  game.played(W, "g1", "f3").played(B, "g8", "f6").played(W, "f3", "g1").played(B, "f6", "g8");
}

BOOST_AUTO_TEST_CASE(threefold_on_claim_fivefold_at_once_9_2_9_6) {
  const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  Game game(start);
  shuffle(game);
  game.act(W, EventKind::claim, "off", Saying::threefold);
  BOOST_CHECK(game.recogniser().judged().judgement.verdict == Verdict::free);  // only the second time
  shuffle(game);
  Game third(start);
  shuffle(third);
  shuffle(third);
  third.act(W, EventKind::claim, "off", Saying::threefold);
  BOOST_CHECK(third.recogniser().judged().judgement.verdict == Verdict::game_over);
  BOOST_CHECK(third.recogniser().judged().judgement.clause == article4::Clause::c9_2);
  shuffle(game);
  BOOST_CHECK(game.of(12).verdict == Verdict::move_completed);
  game.played(W, "g1", "f3").played(B, "g8", "f6").played(W, "f3", "g1").move(B, "f6", "g8");
  BOOST_CHECK(game.recogniser().judged().judgement.verdict == Verdict::game_over);
  BOOST_CHECK(game.recogniser().judged().judgement.clause == article4::Clause::c9_6);
}

BOOST_AUTO_TEST_CASE(an_arbiter_confirms_two_hands_after_the_press_7_5_4) {
  Game game("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1");
  game.act(W, EventKind::touch, "e1").act(W, EventKind::lift, "e1").act(W, EventKind::touch, "h1");
  game.act(W, EventKind::lift, "h1").act(W, EventKind::place, "g1").act(W, EventKind::place, "f1");
  game.act(W, EventKind::release, "g1").act(W, EventKind::release, "f1").press(W);
  BOOST_CHECK(game.of(1).verdict == Verdict::move_completed);
  BOOST_CHECK(game.of(1).flags.has(FlagWord::suspect_4_1));
  game.arbiter(Saying::two_hands);
  BOOST_CHECK(game.of(1).verdict == Verdict::illegal_completed);
  BOOST_CHECK(game.of(1).clause == article4::Clause::c7_5_4);
}

}  // namespace
}  // namespace adoube::recognition
