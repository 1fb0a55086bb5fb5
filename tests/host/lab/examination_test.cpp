// SPDX-License-Identifier: Apache-2.0
#include "host/lab/examination.hpp"

#include <boost/test/unit_test.hpp>

#include "driver/wire/protocol.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::lab {
namespace {

using article4::FlagWord;
using article4::Verdict;

constexpr Tick second = 1'000'000;

/// A game of one ply in which nothing is wrong; each test breaks one thing of it.
struct Game {
  Health health = Health::sound;
  std::optional<Difference> difference;
  hands::Script script;
  std::vector<Deviation> deviations;
  std::vector<sim::Transition> done;
  Account account;
  sim::Comparison contacts;
  std::string breaches;
  Examination examination;

  explicit Game(bool rotated = false) : examination(rotated) {}

  void move(const char* uci, recognition::Status status, int revision = 1) {
    recognition::MoveRecord record;
    record.uci = uci;
    record.status = status;
    record.revision = revision;
    examination.on_move(record);
  }
  void rule(Verdict verdict, bool final = true, std::optional<FlagWord> flag = {}, int ply = 1,
            article4::Certainty certainty = article4::Certainty::certain, article4::Clause clause = article4::Clause::c4_3_1) {
    article4::Judgement j;
    j.certainty = certainty;
    j.ply = ply;
    j.verdict = verdict;
    j.clause = clause;
    j.final = final;
    if (flag) j.flags.raise(*flag, Square::e2);
    const article4::MoveTable table{chess::Position::start()};
    const article4::Edition edition = *article4::edition("fide2023");
    const article4::TurnOptions options;
    // The pawn of e2 is touched, and the one of d2 moves: what is ruled rests on some of it, e2 at least.
    recognition::Seen seen[3]{};
    for (std::uint32_t id = 1; id <= 3; ++id) seen[id - 1].event.id = id;
    seen[0].event.kind = EventKind::touch;
    seen[0].event.square = Square::e2;
    seen[0].event.when = {second, second + 126};
    seen[1].event.kind = EventKind::lift;
    seen[1].event.square = Square::d2;
    seen[1].event.when = {second + 500'000, second + 500'126};
    seen[2].event.kind = EventKind::place;
    seen[2].event.square = Square::d4;
    seen[2].event.when = {2 * second, 2 * second + 126};
    examination.on_judgement({j, table, edition, options, seen});
  }
  Examination::Findings findings() const {
    const Tick sound_until = deviations.empty() ? 0 : deviations.front().from;
    return examination.findings({health, difference, script, deviations, done, sound_until, 9 * second, account, contacts, breaches});
  }
  std::string objection() const {
    const auto f = findings();
    BOOST_TEST((f.outcome == Outcome::wrong) == !f.objections.empty());
    return f.objections.empty() ? "" : f.objections.front();
  }
};

BOOST_AUTO_TEST_CASE(a_game_as_it_should_be) {
  Game game;
  game.move("e2e4", recognition::Status::provisional);
  game.move("e2e4", recognition::Status::confirmed);
  game.rule(Verdict::move_completed);
  BOOST_TEST((game.findings().outcome == Outcome::exact));
}

BOOST_AUTO_TEST_CASE(what_must_hold_of_every_board) {
  for (const Health health : {Health::sound, Health::disturbed, Health::doubtful}) {
    Game lost, invented, drops, wire, filter, altered;
    for (Game* game : {&lost, &invented, &drops, &wire, &filter, &altered}) game->health = health;
    lost.account.lost = 1;
    BOOST_TEST(lost.objection() == "1 confirmed edges never came");
    invented.account.invented = 2;
    BOOST_TEST(invented.objection() == "2 edges came that nothing confirmed");
    drops.account.refused = 3;
    drops.account.counters.lost_edges = 2;
    BOOST_TEST(drops.objection() == "the board had no room for 3 edges and told of 2");
    wire.breaches = "toggle at bit time 77";
    BOOST_TEST(wire.objection() == "the board broke the rules of USB: toggle at bit time 77");
    filter.contacts.missing = 1;
    filter.contacts.first_fault = "channel 3";
    BOOST_TEST(filter.objection() == "the filter did not report what the senses read: channel 3");
    altered.move("e2e4", recognition::Status::confirmed);
    altered.move("d2d4", recognition::Status::confirmed, 2);
    BOOST_TEST(altered.objection() == "ply 1 was confirmed as e2e4 and became d2d4");
  }
}

BOOST_AUTO_TEST_CASE(a_move_taken_back_is_not_altered) {
  Game game;
  game.move("e2e4", recognition::Status::confirmed);
  game.move("e2e4", recognition::Status::taken_back, 2);
  game.move("d2d4", recognition::Status::confirmed, 3);
  BOOST_TEST(game.objection().empty());
}

BOOST_AUTO_TEST_CASE(a_wrong_score_is_told_or_wrong) {
  Game game;
  game.difference = {1, false, 1, 0};
  BOOST_TEST(game.objection() == "the score differs, and the board was sound");
  game.health = Health::disturbed;
  BOOST_TEST(game.objection() == "the score differs from ply 1 on, and nothing was told there of what may be wrong");
  game.examination.on_gap({});
  BOOST_TEST((game.findings().outcome == Outcome::named));
  Game doubtful;
  doubtful.difference = {1, false, 1, 0};
  doubtful.health = Health::doubtful;
  BOOST_TEST((doubtful.findings().outcome == Outcome::named));
}

// A doubt of another ply is none of the move that differs; what was misread may be told a ply later.
BOOST_AUTO_TEST_CASE(a_wrong_score_is_told_where_it_is_wrong) {
  const auto told = [](int named_on, int differs_on, bool misread, bool by_a_flag) {
    Game game;
    game.health = Health::disturbed;
    game.rule(Verdict::move_completed, true, by_a_flag ? std::optional(FlagWord::unsteady) : std::nullopt, named_on);
    if (!by_a_flag) game.examination.on_gap({});
    game.difference = {differs_on, false, differs_on + (misread ? 1 : 0), 0};
    const std::string objection = game.objection();
    const std::string silence = "the score differs from ply " + std::to_string(differs_on) + " on, and nothing was told there of what may be wrong";
    BOOST_TEST((objection.empty() || objection == silence), objection);
    return objection.empty();
  };
  for (const bool by_a_flag : {false, true}) {
    for (const bool misread : {false, true}) {
      BOOST_TEST(told(4, 4, misread, by_a_flag));
      BOOST_TEST(told(4, 5, misread, by_a_flag));
      BOOST_TEST(!told(3, 5, misread, by_a_flag));
      BOOST_TEST(told(6, 5, misread, by_a_flag) == misread);
      BOOST_TEST(!told(7, 5, misread, by_a_flag));
    }
  }
}

// What is told of a game that stands still follows by itself: only what was told until the next press counts.
BOOST_AUTO_TEST_CASE(a_game_that_stops_is_told_of_by_the_next_press) {
  const auto told = [](Tick until, int named_on, int stopped_on) {
    Game game;
    game.health = Health::disturbed;
    game.rule(Verdict::move_completed, true, FlagWord::unsteady, named_on);  // with what happened until 2 s
    game.difference = {stopped_on, true, stopped_on, until};
    return game.objection().empty();
  };
  BOOST_TEST(told(3 * second, 5, 5));
  BOOST_TEST(told(3 * second, 4, 5));
  BOOST_TEST(!told(3 * second, 3, 5));
  BOOST_TEST(!told(2 * second, 5, 5));
  Game gap;
  gap.health = Health::disturbed;
  gap.difference = {1, true, 1, 3 * second};
  driver::Gap later;
  later.from = 4 * second;
  gap.examination.on_gap(later);
  BOOST_TEST(!gap.objection().empty());
  recognition::Situation lost;
  lost.kind = recognition::Situation::Kind::lost;
  gap.examination.on_situation(lost);  // which has no earlier time than what was told before
  BOOST_TEST(!gap.objection().empty());
}

// Which of two contacts came first is no excuse for a move that nobody made.
BOOST_AUTO_TEST_CASE(an_unclear_order_excuses_no_wrong_move) {
  Game game;
  game.health = Health::disturbed;
  game.rule(Verdict::move_completed, true, FlagWord::order_unclear);
  game.difference = {1, false, 1, 0};
  BOOST_TEST(!game.objection().empty());
}

BOOST_AUTO_TEST_CASE(an_accusation_rests_on_what_hands_did) {
  constexpr const char* innocent = "ply 1 is ruled violation by 4.3.1, and no hand did that";
  Game game;
  game.rule(Verdict::violation, false);
  BOOST_TEST(game.objection().empty());  // it was not the last word
  game.rule(Verdict::violation);
  BOOST_TEST(game.objection() == innocent);
  game.script.remarks.push_back({2, Colour::white, FlagWord::violation, Square::b1, article4::Clause::c4_3_1, true});  // on another ply
  game.script.remarks.push_back({1, Colour::white, FlagWord::suspect_4_1, Square::b1, article4::Clause::c4_1, false});  // and no breach
  BOOST_TEST(game.objection() == innocent);
  game.script.remarks.push_back({1, Colour::white, FlagWord::violation, Square::off, article4::Clause::c4_7, true});  // another one
  BOOST_TEST(game.objection() == innocent);
  game.script.remarks.push_back({1, Colour::white, FlagWord::violation, Square::b1, article4::Clause::c4_3_1, true});
  BOOST_TEST(game.objection().empty());
  Game other;  // an illegal move is no touch of another piece
  other.script.remarks = game.script.remarks;
  other.rule(Verdict::illegal_completed);
  BOOST_TEST(other.objection() == "ply 1 is ruled illegal_completed by 4.3.1, and no hand did that");
}

// An illegal move that was pressed has to be ruled one, and no other ply.
BOOST_AUTO_TEST_CASE(an_illegal_move_that_hands_made) {
  const auto objection = [](int ruled_on, article4::Clause clause = article4::Clause::c7_5_1, Tick press = 3 * second, Health health = Health::sound) {
    Game game;
    game.health = health;
    game.script.illegal.emplace_back().number = 1;
    game.script.illegal.back().press = press;
    if (ruled_on > 0) game.rule(Verdict::illegal_completed, true, {}, ruled_on, article4::Certainty::certain, clause);
    return game.objection();
  };
  BOOST_TEST(objection(1).empty());
  BOOST_TEST(objection(2) == "ply 2 is ruled illegal_completed by 7.5.1, and no hand did that");
  BOOST_TEST(objection(1, article4::Clause::c7_5_3) == "ply 1 is ruled illegal_completed by 7.5.3, and no hand did that");
  BOOST_TEST(objection(0) == "the illegal move on ply 1 was pressed, and no ruling says so");
  BOOST_TEST(objection(0, {}, 9 * second).empty());  // the run ended meanwhile
  BOOST_TEST(objection(0, {}, 3 * second, Health::disturbed).empty());
}

// Without the touch plane nobody sees that the rook of a castling was let go of.
BOOST_AUTO_TEST_CASE(castling_begun_with_the_rook) {
  const auto objection = [](article4::Clause done, article4::Clause ruled) {
    Game game;
    game.script.remarks.push_back({1, Colour::white, FlagWord::violation, Square::off, done, true});
    game.rule(Verdict::violation, true, {}, 1, article4::Certainty::certain, ruled);
    return game.objection();
  };
  using article4::Clause;
  BOOST_TEST(objection(Clause::c4_7, Clause::c4_7).empty());
  BOOST_TEST(objection(Clause::c4_7, Clause::c4_4_2).empty());
  BOOST_TEST(!objection(Clause::c4_7, Clause::c4_3_1).empty());
  BOOST_TEST(!objection(Clause::c4_3_1, Clause::c4_4_2).empty());
}

BOOST_AUTO_TEST_CASE(every_final_word_counts_whatever_follows_it) {
  Game game;
  game.rule(Verdict::illegal_completed);
  game.rule(Verdict::move_completed);  // played again, and well
  BOOST_TEST(game.objection() == "ply 1 is ruled illegal_completed by 4.3.1, and no hand did that");
  Game beyond;
  beyond.rule(Verdict::violation, true, {}, 2);  // one ply was played
  BOOST_TEST(beyond.objection() == "ply 2 is ruled violation by 4.3.1, and no hand did that");
  Game twice;
  twice.rule(Verdict::violation);
  twice.rule(Verdict::violation, true, FlagWord::claim_forfeited);
  BOOST_TEST(twice.findings().objections.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_final_word_changes_as_the_laws_change_it) {
  const auto changed = [](Verdict then, Verdict now, std::optional<FlagWord> flag_then = {}, std::optional<FlagWord> flag_now = {}, bool final = true,
                          article4::Certainty then_certain = article4::Certainty::certain) {
    Game game;
    game.health = Health::doubtful;  // of whom nothing else is asked
    game.rule(then, true, flag_then, 1, then_certain);
    game.rule(now, final, flag_now);
    return game.objection();
  };
  BOOST_TEST(changed(Verdict::move_completed, Verdict::violation) == "ply 1 was ruled move_completed for good and became violation");
  BOOST_TEST(!changed(Verdict::move_completed, Verdict::free, {}, {}, false).empty());
  BOOST_TEST(!changed(Verdict::move_completed, Verdict::move_completed, {}, {}, false).empty());
  BOOST_TEST(!changed(Verdict::violation, Verdict::violation, FlagWord::claim).empty());  // what was said is not unsaid
  BOOST_TEST(changed(Verdict::game_over, Verdict::game_over, FlagWord::touch_after_made, {}, true, article4::Certainty::unless_arbiter).empty());
  BOOST_TEST(!changed(Verdict::game_over, Verdict::game_over, FlagWord::touch_after_made).empty());
  BOOST_TEST(changed(Verdict::violation, Verdict::violation, {}, FlagWord::claim_forfeited).empty());
  BOOST_TEST(changed(Verdict::move_made, Verdict::move_completed).empty());
  BOOST_TEST(!changed(Verdict::move_completed, Verdict::move_made).empty());
  BOOST_TEST(!changed(Verdict::game_over, Verdict::move_completed).empty());
  BOOST_TEST(changed(Verdict::game_over, Verdict::move_completed, {}, FlagWord::dead_position).empty());
  BOOST_TEST(changed(Verdict::illegal_completed, Verdict::obligation, {}, {}, false).empty());
  Game again;
  again.move("e2e4", recognition::Status::confirmed);
  again.rule(Verdict::move_completed);
  again.move("e2e4", recognition::Status::taken_back, 2);
  again.rule(Verdict::obligation, false);
  BOOST_TEST(again.objection().empty());
}

constexpr auto b2 = static_cast<std::uint8_t>(index(Square::b2)), d2 = static_cast<std::uint8_t>(index(Square::d2)), e2 = static_cast<std::uint8_t>(index(Square::e2)),
               touch_of_e2 = static_cast<std::uint8_t>(e2 + 64);

BOOST_AUTO_TEST_CASE(an_accusation_on_a_board_with_faults) {
  Game game;
  game.health = Health::disturbed;
  game.rule(Verdict::violation);
  BOOST_TEST(!game.objection().empty());
  game.deviations = {{d2, 1'500'000, 1'600'000}};  // a sensor moved within the turn, as a hand might have moved it
  BOOST_TEST((game.findings().outcome == Outcome::alike));
  game.difference = {2, true, 2, 0};  // the game stopped there
  BOOST_TEST((game.findings().outcome == Outcome::alike));
  game.difference = {3, true, 3, 0};
  BOOST_TEST(!game.objection().empty());
  game.difference.reset();
  game.deviations = {{d2, 2'500'000, 2'600'000}};  // only later
  BOOST_TEST(!game.objection().empty());
  Game told;
  told.health = Health::disturbed;
  told.rule(Verdict::violation, true, FlagWord::unsteady);
  told.deviations = {{d2, 2'500'000, 2'600'000}};
  BOOST_TEST(!told.objection().empty());  // whatever is told, before the fault there was none
  told.deviations = {{d2, 500'000, 600'000}};
  BOOST_TEST((told.findings().outcome == Outcome::named));
}

// A sensor excuses the event that came from it, or what hands did there that it did not show; and nothing elsewhere on the board.
BOOST_AUTO_TEST_CASE(a_deviation_excuses_what_it_has_to_do_with) {
  const auto outcome = [](std::uint8_t channel, std::vector<sim::Transition> done = {}, bool rotated = false) {
    Game game(rotated);
    game.health = Health::disturbed;
    game.deviations = {{channel, 0, 9 * second}};
    game.done = std::move(done);
    game.rule(Verdict::violation);
    return game.findings().outcome;
  };
  for (const std::uint8_t channel : {d2, e2, touch_of_e2}) BOOST_TEST((outcome(channel) == Outcome::alike));
  BOOST_TEST((outcome(b2) == Outcome::wrong));
  BOOST_TEST((outcome(wire::aux::clock_white) == Outcome::wrong));
  BOOST_TEST((outcome(b2, {{1'700'000, 1'700'000, b2, false}}) == Outcome::alike));
  BOOST_TEST((outcome(b2, {{1'700'000, 1'700'000, touch_of_e2, false}}) == Outcome::wrong));
  BOOST_TEST((outcome(b2, {{2'700'000, 2'700'000, b2, false}}) == Outcome::wrong));  // in another turn
  BOOST_TEST((outcome(63 - e2, {}, true) == Outcome::alike));
  BOOST_TEST((outcome(e2, {}, true) == Outcome::wrong));
}

// One that is excused by another doubt is no silence where the game stops.
BOOST_AUTO_TEST_CASE(a_ruling_that_is_not_certain_stops_a_game_aloud) {
  for (const auto certainty : {article4::Certainty::certain, article4::Certainty::arbiter}) {
    Game game;
    game.health = Health::disturbed;
    game.rule(Verdict::illegal_completed, true, {}, 1, certainty);
    game.difference = {1, true, 1, 0};
    BOOST_TEST(game.findings().objections.size() == (certainty == article4::Certainty::arbiter ? 0u : 2u));
  }
}

// "J'adoube" that the board did not hear comes before the touch, and behind the other's press.
BOOST_AUTO_TEST_CASE(a_button_that_was_not_read) {
  const auto outcome = [](Tick pressed, Tick before) {
    Game game;
    game.health = Health::disturbed;
    game.deviations = {{wire::aux::adjust_black, 0, 9 * second}};
    game.done = {{pressed, pressed, wire::aux::adjust_black, true}};
    game.script.plies.resize(2);
    game.script.plies[0].press = before;
    game.script.plies[1].touch = second;
    game.rule(Verdict::violation, true, {}, 2);
    return game.findings().outcome;
  };
  BOOST_TEST((outcome(second - 200'000, second - 500'000) == Outcome::alike));
  BOOST_TEST((outcome(second - 600'000, second - 500'000) == Outcome::wrong));
  BOOST_TEST((outcome(second - 600'000, second + 500'000) == Outcome::wrong));
}

// What a ruling is doubted by stands in the ruling: whoever acts on it has not read what was told before.
BOOST_AUTO_TEST_CASE(a_doubt_is_told_where_it_is_one) {
  const auto objection = [](std::optional<FlagWord> flag = {}, article4::Certainty certainty = article4::Certainty::certain) {
    Game game;
    game.health = Health::disturbed;
    game.rule(Verdict::move_completed, true, FlagWord::inferred, 4);
    game.examination.on_gap({});
    game.rule(Verdict::violation, true, flag, 5, certainty);
    return game.objection();
  };
  BOOST_TEST(objection() == "ply 5 is ruled violation by 4.3.1, and no hand did that");
  BOOST_TEST(objection(FlagWord::disturbed).empty());
  BOOST_TEST(!objection(FlagWord::order_unclear).empty());  // a healthy board says that as well
  BOOST_TEST(objection({}, article4::Certainty::arbiter).empty());
}

// An illegal move waits until it is put right, which a board that misreads may not see.
BOOST_AUTO_TEST_CASE(a_game_that_stops_at_an_illegal_move) {
  const auto objection = [](bool ruled, std::uint8_t misread) {
    Game game;
    game.health = Health::disturbed;
    hands::Ply& illegal = game.script.illegal.emplace_back();
    illegal.number = 1;
    illegal.touch = second;
    illegal.press = 3 * second;
    game.done = {{4 * second, 4 * second, e2, true}};  // put back
    game.deviations = {{misread, 4 * second, 5 * second}};
    if (ruled) game.rule(Verdict::illegal_completed, true, {}, 1, article4::Certainty::certain, article4::Clause::c7_5_1);
    game.difference = {1, true, 1, 6 * second};
    return game.objection();
  };
  BOOST_TEST(objection(true, e2).empty());
  BOOST_TEST(!objection(false, e2).empty());
  BOOST_TEST(!objection(true, b2).empty());
}

}  // namespace
}  // namespace adoube::lab
