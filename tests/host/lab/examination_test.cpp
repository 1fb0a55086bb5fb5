// SPDX-License-Identifier: Apache-2.0
#include "host/lab/examination.hpp"

#include <boost/test/unit_test.hpp>
#include <tuple>

#include "host/lab/game_run.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::lab {
namespace {

using article4::FlagWord;
using article4::Verdict;

/// A game of one ply in which nothing is wrong; each test breaks one thing of it.
struct Game {
  Health health = Health::sound;
  std::optional<Examination::Difference> difference;
  hands::Script script;
  Examination::Stretches deviations;
  Account account;
  sim::Comparison contacts;
  std::string breaches;
  Examination examination;

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
    recognition::Seen seen[2]{};
    seen[0].event.when = {1'000'000, 1'000'126};
    seen[1].event.when = {2'000'000, 2'000'126};
    examination.on_judgement({j, table, edition, options, seen});
  }
  Examination::Findings findings() const {
    const Tick sound_until = deviations.empty() ? 0 : deviations.front().first;
    return examination.findings({health, difference, script, deviations, sound_until, account, contacts, breaches});
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
  game.difference = {1, false, 1};
  BOOST_TEST(game.objection() == "the score differs, and the board was sound");
  game.health = Health::disturbed;
  BOOST_TEST(game.objection() == "the score differs from ply 1 on, and nothing was told there of what may be wrong");
  game.examination.on_gap();
  BOOST_TEST((game.findings().outcome == Outcome::named));
  Game doubtful;
  doubtful.difference = {1, false, 1};
  doubtful.health = Health::doubtful;
  BOOST_TEST((doubtful.findings().outcome == Outcome::named));
}

// A doubt of another ply is none of the move that differs; a game that stops says so later, and what was misread a ply later.
BOOST_AUTO_TEST_CASE(a_wrong_score_is_told_where_it_is_wrong) {
  const auto told = [](int named_on, int differs_on, bool stopped, bool misread, bool by_a_flag) {
    Game game;
    game.health = Health::disturbed;
    game.rule(Verdict::move_completed, true, by_a_flag ? std::optional(FlagWord::unsteady) : std::nullopt, named_on);
    if (!by_a_flag) game.examination.on_gap();
    game.difference = {differs_on, stopped, differs_on + (misread ? 1 : 0)};
    const std::string objection = game.objection();
    const std::string silence = "the score differs from ply " + std::to_string(differs_on) + " on, and nothing was told there of what may be wrong";
    BOOST_TEST((objection.empty() || objection == silence), objection);
    return objection.empty();
  };
  for (const bool by_a_flag : {false, true}) {
    for (const bool stopped : {false, true}) {
      for (const bool misread : {false, true}) {
        BOOST_TEST(told(4, 4, stopped, misread, by_a_flag));
        BOOST_TEST(told(4, 5, stopped, misread, by_a_flag));
        BOOST_TEST(!told(3, 5, stopped, misread, by_a_flag));
        BOOST_TEST(told(6, 5, stopped, misread, by_a_flag) == (stopped || misread));
        BOOST_TEST(told(7, 5, stopped, misread, by_a_flag) == stopped);
      }
    }
  }
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

BOOST_AUTO_TEST_CASE(an_accusation_on_a_board_with_faults) {
  Game game;
  game.health = Health::disturbed;
  game.rule(Verdict::violation);
  BOOST_TEST(!game.objection().empty());
  game.deviations = {{1'500'000, 1'600'000}};  // a sensor moved within the turn, as a hand might have moved it
  BOOST_TEST((game.findings().outcome == Outcome::alike));
  game.difference = {2, true, 2};  // the game stopped there
  BOOST_TEST((game.findings().outcome == Outcome::alike));
  game.difference = {3, true, 3};
  BOOST_TEST(!game.objection().empty());
  game.difference.reset();
  game.deviations = {{2'500'000, 2'600'000}};  // only later
  BOOST_TEST(!game.objection().empty());
  Game told;
  told.health = Health::disturbed;
  told.rule(Verdict::violation, true, FlagWord::unsteady);
  told.deviations = {{2'500'000, 2'600'000}};
  BOOST_TEST(!told.objection().empty());  // whatever is told, before the fault there was none
  told.deviations = {{500'000, 600'000}};
  BOOST_TEST((told.findings().outcome == Outcome::named));
}

// A word that was told long before is no doubt of what is ruled now.
BOOST_AUTO_TEST_CASE(a_doubt_is_told_where_it_is_one) {
  const auto objection = [](int named_on, int accused_on, std::optional<FlagWord> flag = {}, article4::Certainty certainty = article4::Certainty::certain) {
    Game game;
    game.health = Health::disturbed;
    game.rule(Verdict::move_completed, true, FlagWord::inferred, named_on);
    game.examination.on_gap();
    game.rule(Verdict::violation, true, flag, accused_on, certainty);
    return game.objection();
  };
  BOOST_TEST(objection(1, 5) == "ply 5 is ruled violation by 4.3.1, and no hand did that");
  BOOST_TEST(objection(3, 5) == "ply 5 is ruled violation by 4.3.1, and no hand did that");
  BOOST_TEST(objection(4, 5).empty());
  BOOST_TEST(objection(1, 5, FlagWord::disturbed).empty());
  BOOST_TEST(!objection(1, 5, FlagWord::order_unclear).empty());  // a healthy board says that as well
  BOOST_TEST(objection(1, 5, {}, article4::Certainty::arbiter).empty());
}

// A touch contact that bounces for 20 ms, longer than chatter_max: the board stamps its edge anew.
BOOST_AUTO_TEST_CASE(a_contact_may_be_restless_where_the_run_is_cut) {
  std::vector<sim::Change> changes;
  for (Tick at = 1'000'000; at <= 1'020'000; at += 1'000) changes.push_back({at, 70, at / 1'000 % 2 == 0});
  const std::vector<TrueEdge> truth{{70, true, 1'020'100, 1'022'200, true, false}};
  for (const Tick until : {990'000, 1'005'000, 1'019'000, 1'100'000}) {
    BOOST_TEST(compare_contacts(changes, truth, {}, until).equal(), "cut at " << until);
    BOOST_TEST(compare_contacts(changes, {}, {}, until).equal() == (until < 1'100'000), "nothing seen, cut at " << until);
  }
}

BOOST_AUTO_TEST_CASE(where_a_score_differs) {
  hands::Script script;
  script.start = 1'000;
  script.end = 9'000;
  for (const Tick t : {1'000, 2'000, 3'000}) {
    hands::Ply& ply = script.plies.emplace_back();
    ply.release = t + 500;
    ply.press = t + 900;
  }
  using Words = std::vector<std::string>;
  const auto differs = [&](const Words& told, const Words& played, const Examination::Stretches& deviations = {},
                           const Examination::Stretches& exchanged = {}) {
    const auto found = difference(told, played, script, deviations, exchanged);
    return found ? std::tuple(found->ply, found->stopped, found->told_by - found->ply) : std::tuple(0, false, 0);
  };
  const Words three{"e2e4", "e7e5", "g1f3"};
  BOOST_TEST((differs(three, three) == std::tuple(0, false, 0)));
  BOOST_TEST((differs({}, {}) == std::tuple(0, false, 0)));
  BOOST_TEST((differs({"e2e4"}, three) == std::tuple(2, true, 0)));
  BOOST_TEST((differs({"e2e4", "c7c5", "g1f3"}, three) == std::tuple(2, false, 0)));
  BOOST_TEST((differs({"e2e4", "e7e5", "g1f3", "b8c6"}, three) == std::tuple(4, false, 0)));
  // The second ply is played from 1,500 to 2,900.
  const auto misread = [&](Tick from, Tick to) { return std::get<2>(differs({"e2e4"}, three, {{100, 200}, {from, to}})) == 1; };
  BOOST_TEST(!misread(1'000, 1'499));
  BOOST_TEST(misread(1'000, 1'500));
  BOOST_TEST(misread(2'900, 3'000));
  BOOST_TEST(!misread(2'901, 3'000));
  BOOST_TEST(std::get<2>(differs({"d2d4"}, three, {{1'000, 1'100}})) == 1);
  BOOST_TEST(std::get<2>(differs({"d2d4"}, three, {{100, 200}})) == 0);
  BOOST_TEST(std::get<2>(differs({"e2e4", "e7e5", "g1f3", "b8c6"}, three, {{3'600, 3'700}})) == 1);
  // Two ranks read each other while the first or second ply was played: the pieces jump when it ends, on that ply or the next.
  const auto exchanged = [&](Tick from, Tick to, const Words& told = {"d2d4", "e7e5", "g1f3"}) {
    const Examination::Stretches stretch{{from, to}};
    const auto found = difference(told, three, script, stretch, stretch);
    return found ? found->told_by : 0;
  };
  BOOST_TEST(exchanged(500, 999) == 1);
  BOOST_TEST(exchanged(500, 1'900) == 2);
  BOOST_TEST(exchanged(500, 1'901) == 3);
  BOOST_TEST(exchanged(500, 3'900) == 4);
  BOOST_TEST(exchanged(500, 3'901) == 5);
  BOOST_TEST(exchanged(1'901, 3'900) == 1);
  BOOST_TEST(exchanged(500, 1'499, {"e2e4", "e7e6"}) == 2);
  BOOST_TEST(exchanged(500, 1'500, {"e2e4", "e7e6"}) == 3);
}

BOOST_AUTO_TEST_CASE(ranks_that_read_each_other) {
  using enum sim::FaultKind;
  const std::vector<sim::Fault> faults{{swapped_rows, 2, 3, 10, 20}, {swapped_rows, 8, 3, 10, 30}, {swapped_rows, 3, 8, 10, 40},
                                       {swapped_columns, 2, 3, 10, 50}, {broken_row, 2, 3, 10, 60}, {swapped_rows, 7, 0, 30, 70}};
  BOOST_TEST((ranks_exchanged(faults) == Examination::Stretches{{10, 20}, {30, 70}}));
}

BOOST_AUTO_TEST_CASE(stretches_in_which_two_boards_read_otherwise) {
  const std::vector<sim::Change> sound{{10, 1, true}, {500'000, 1, false}};
  BOOST_TEST(deviations(sound, sound, 1'000'000).empty());
  const std::vector<sim::Change> late{{10, 1, true}, {500'100, 1, false}};
  BOOST_TEST((deviations(sound, late, 1'000'000) == Examination::Stretches{{500'000, 500'100}}));
  const std::vector<sim::Change> stuck{{10, 1, true}};
  BOOST_TEST((deviations(sound, stuck, 1'000'000) == Examination::Stretches{{500'000, 1'000'000}}));
  const std::vector<sim::Change> pulses{{10, 1, true}, {100, 2, true}, {200, 2, false}, {50'000, 2, true}, {50'010, 2, false},
                                        {400'000, 2, true}, {400'010, 2, false}, {500'000, 1, false}};
  BOOST_TEST((deviations(sound, pulses, 1'000'000) == Examination::Stretches{{100, 50'010}, {400'000, 400'010}}));
}

}  // namespace
}  // namespace adoube::lab
