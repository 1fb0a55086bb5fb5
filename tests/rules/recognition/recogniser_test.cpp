// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/recogniser.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"

namespace adoube::recognition {
namespace {

using article4::Ruling;
using article4::Verdict;

/// Feeds events by two hands and writes down everything that is reported, one word list a line.
class Story : public WordsObserver {
 public:
  explicit Story(const char* fen_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
      : edition_(article4::edition("fide2023").value()), recogniser_(fen::parse(fen_text).value(), edition_, *this) {}

  void on_move(const MoveRecord& r) override {
    static const char* const words[] = {"provisional", "confirmed", "withdrawn"};
    said.push_back(std::to_string(r.ply) + "." + std::to_string(r.revision) + " " + r.uci + " " +
                   words[static_cast<int>(r.status)] + (r.press ? " pressed" : ""));
    last = r;
  }
  void on_ruling(const Ruling& r) override {
    if (r.final) finals.push_back(std::to_string(r.ply) + " " + std::string(text(r.verdict)) + " " + r.clause);
  }

  Story& wait(Tick us) { return now_ += us, *this; }
  Story& touch(const char* s) { return act(EventKind::touch, s); }
  Story& release(const char* s) { return act(EventKind::release, s); }
  Story& lift(const char* s) { return act(EventKind::lift, s); }
  Story& place(const char* s) { return act(EventKind::place, s); }
  Story& place(const char* s, char piece) {
    Event e = event(EventKind::place, s);
    e.piece = piece;
    recogniser_.feed(e);
    return *this;
  }
  Story& move(const char* from, const char* to) { return touch(from).lift(from).place(to).release(to); }
  Story& press(Colour who) {
    Event e = event(EventKind::clock, "off");
    e.actor = who;
    recogniser_.feed(e);
    return *this;
  }
  Story& finish() { return recogniser_.finish(), *this; }
  Ruling ruling() const { return recogniser_.ruling(); }
  const Recogniser& recogniser() const { return recogniser_; }

  std::vector<std::string> said;
  std::vector<std::string> finals;
  MoveRecord last;

 private:
  Event event(EventKind kind, const char* s) {
    Event e;
    e.kind = kind;
    e.square = *parse_square(s);
    now_ += 100'000;
    e.when = {now_ - 126, now_};
    e.id = ++id_;
    return e;
  }
  Story& act(EventKind kind, const char* s) { return recogniser_.feed(event(kind, s)), *this; }
  article4::Edition edition_;
  Recogniser recogniser_;
  Tick now_ = 0;
  std::uint32_t id_ = 0;
};

void expect(const std::vector<std::string>& got, std::initializer_list<const char*> want) {
  BOOST_CHECK_EQUAL_COLLECTIONS(got.begin(), got.end(), want.begin(), want.end());
}

BOOST_AUTO_TEST_CASE(a_move_is_provisional_on_release_and_confirmed_by_the_press) {
  Story s;
  s.move("e2", "e4");
  expect(s.said, {"1.1 e2e4 provisional"});
  s.press(Colour::white);
  expect(s.said, {"1.1 e2e4 provisional", "1.1 e2e4 confirmed pressed"});
  expect(s.finals, {"1 move_completed 4.7"});
  BOOST_CHECK_EQUAL(s.last.made.hi, 400'000);
  BOOST_CHECK_EQUAL(s.last.press->hi, 500'000);
  BOOST_CHECK_EQUAL(s.recogniser().ply(), 2);
  BOOST_CHECK(s.recogniser().position().side_to_move() == Colour::black);
}

BOOST_AUTO_TEST_CASE(an_answer_confirms_and_a_late_press_completes) {
  Story s;
  s.move("e2", "e4").move("e7", "e5");
  expect(s.said, {"1.1 e2e4 provisional", "1.1 e2e4 confirmed", "2.1 e7e5 provisional"});
  s.press(Colour::white);
  expect(s.finals, {"1 move_made 4.7", "1 move_completed 4.7"});
  s.press(Colour::black);
  BOOST_CHECK_EQUAL(s.said.back(), "2.1 e7e5 confirmed pressed");
}

BOOST_AUTO_TEST_CASE(a_press_stands_for_a_release_that_was_not_seen) {
  Story s;
  s.move("e2", "e4").touch("e7").lift("e7").place("e5").press(Colour::black);
  expect(s.finals, {"1 move_made 4.7", "2 move_completed 4.7"});
  BOOST_CHECK_EQUAL(s.said.back(), "2.1 e7e5 confirmed pressed");
  Story touching;  // a lever that is down already, pressed again: nothing
  touching.move("e2", "e4").touch("e7").press(Colour::black);
  expect(touching.finals, {});
}

BOOST_AUTO_TEST_CASE(without_clocks_the_end_confirms) {
  Story s;
  s.move("e2", "e4").finish();
  expect(s.said, {"1.1 e2e4 provisional", "1.1 e2e4 confirmed"});
  Story half;
  half.touch("e2").lift("e2").finish();
  expect(half.said, {});
}

BOOST_AUTO_TEST_CASE(a_change_of_mind_is_a_revision) {
  Story s;
  s.lift("a2").place("a3");  // presence only: still in motion, as it turns out
  s.lift("a3").place("a4").press(Colour::white);
  expect(s.said, {"1.1 a2a3 provisional", "1.2 a2a4 provisional", "1.2 a2a4 confirmed pressed"});
  Story back;
  back.lift("a2").place("a3").lift("a3").place("a2");
  expect(back.said, {"1.1 a2a3 provisional", "1.1 a2a3 withdrawn"});
}

BOOST_AUTO_TEST_CASE(a_hand_that_is_early_belongs_to_the_next_turn) {
  Story s;
  s.touch("e2").lift("e2").touch("d7").lift("d7").place("e4").release("e4");
  expect(s.said, {"1.1 e2e4 provisional"});
  BOOST_CHECK_EQUAL(s.ruling().ply, 2);  // Black has begun, and d7 binds him
  BOOST_CHECK_EQUAL(s.ruling().clause, "4.3.1");
  s.press(Colour::white).place("d5").release("d5").press(Colour::black);
  expect(s.finals, {"1 move_completed 4.7", "2 move_completed 4.7"});
  BOOST_CHECK_EQUAL(s.said.back(), "2.1 d7d5 confirmed pressed");
}

constexpr const char* kScandinavian = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

BOOST_AUTO_TEST_CASE(a_finger_on_his_own_piece_when_the_move_is_made_is_the_opponent_s) {
  // Were the touch of d5 White's, he would have to take it (4.3.3).
  Story s(kScandinavian);
  s.touch("e4").lift("e4").place("e5").touch("d5").release("e5").press(Colour::white);
  expect(s.finals, {"1 move_completed 4.7"});
  BOOST_CHECK_EQUAL(s.ruling().ply, 2);
  BOOST_CHECK(s.ruling().allowed == std::vector<std::string>{"d5d4"});
}

BOOST_AUTO_TEST_CASE(what_the_mover_touched_before_stays_his) {
  // White touches d5 and leaves it; then Black takes his d5 early. White's touch still obliges him to take.
  Story s(kScandinavian);
  s.touch("d5").wait(50'000).release("d5").touch("e4").lift("e4").touch("d5").lift("d5").place("e5").release("e5");
  s.press(Colour::white);
  expect(s.finals, {"1 violation 4.3.3", "1 violation 4.3.3"});  // again, as Black's touch forfeits his claim (4.8)
}

BOOST_AUTO_TEST_CASE(a_recapture_may_begin_with_the_victim_before_the_press) {
  Story s("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  s.touch("d5").lift("d5").move("e4", "d5");
  s.touch("d5").lift("d5").press(Colour::white).touch("d8").lift("d8").place("d5").release("d5").press(Colour::black);
  expect(s.finals, {"1 move_completed 4.7.1", "2 move_completed 4.7.1"});
  BOOST_CHECK_EQUAL(s.said.back(), "2.1 d8d5 confirmed pressed");
}

BOOST_AUTO_TEST_CASE(an_illegal_move_pressed_is_put_right_on_the_spot_or_from_the_start) {
  Story spot;
  spot.move("b1", "b3").press(Colour::white);
  BOOST_CHECK(spot.ruling().verdict == Verdict::illegal_completed);
  spot.move("b3", "c3").press(Colour::white);
  expect(spot.finals, {"1 illegal_completed 7.5.1", "1 move_completed 4.7"});
  BOOST_CHECK_EQUAL(spot.said.back(), "1.1 b1c3 confirmed pressed");
  Story start;
  start.move("b1", "b3").press(Colour::white).move("b3", "b1").move("b1", "c3").press(Colour::white);
  BOOST_CHECK_EQUAL(start.said.back(), "1.1 b1c3 confirmed pressed");
}

BOOST_AUTO_TEST_CASE(the_replacement_is_bound_by_the_touched_piece) {
  Story s;
  s.move("b1", "b3").press(Colour::white).move("b3", "b1").move("e2", "e4");
  BOOST_CHECK(s.ruling().verdict == Verdict::violation);
  BOOST_CHECK(s.ruling().allowed == (std::vector<std::string>{"b1a3", "b1c3"}));
}

BOOST_AUTO_TEST_CASE(a_pawn_left_on_the_last_rank_has_become_a_queen_7_5_2) {
  Story s("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1");
  s.touch("e7").lift("e7").place("e8", 'P').release("e8").press(Colour::white);
  expect(s.finals, {"1 illegal_completed 7.5.2"});
  s.touch("e8").lift("e8").place("e8", 'R').release("e8");
  BOOST_CHECK(s.ruling().verdict == Verdict::violation);
  BOOST_CHECK(s.ruling().allowed == std::vector<std::string>{"e7e8q"});
}

BOOST_AUTO_TEST_CASE(a_press_without_a_move_then_a_move) {
  Story s;
  s.press(Colour::white);
  BOOST_CHECK_EQUAL(s.ruling().clause, "7.5.3");
  s.move("e2", "e4").press(Colour::white);
  expect(s.finals, {"1 illegal_completed 7.5.3", "1 move_completed 4.7"});
}

BOOST_AUTO_TEST_CASE(a_slide_over_squares_is_one_move) {
  Story s("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  s.touch("a1").lift("a1");
  for (const char* square : {"a2", "a3", "a4"}) s.touch(square).place(square).lift(square).release(square);
  s.place("a5").release("a5").press(Colour::white);
  BOOST_CHECK_EQUAL(s.said.back(), "1.1 a1a5 confirmed pressed");
}

BOOST_AUTO_TEST_CASE(chess960_castling_where_king_and_rook_change_places) {
  Story s("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  s.touch("f1").lift("f1").touch("g1").lift("g1").place("f1").release("f1").place("g1").release("g1").press(Colour::white);
  BOOST_CHECK(s.last.move.is_castling());
  expect(s.finals, {"1 move_completed 4.7.2"});
}

BOOST_AUTO_TEST_CASE(nothing_confirmed_is_altered) {
  Story s;
  s.move("e2", "e4").press(Colour::white);
  const std::size_t before = s.said.size();
  s.touch("e4").lift("e4").place("e3").release("e3").finish();
  BOOST_CHECK_EQUAL(s.said.size(), before);
}

}  // namespace
}  // namespace adoube::recognition
