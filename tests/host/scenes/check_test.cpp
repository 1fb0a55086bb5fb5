// SPDX-License-Identifier: Apache-2.0
// Each expectation against a run made up here: one that holds, and one that does not.
#include "host/scenes/scene_check.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/san.hpp"
#include "sim/scenario/parse.hpp"

namespace adoube::scenes {
namespace {

using recognition::Status;

ToldMove told(const chess::Position& before, std::string_view san, int ply, int revision, Status status, Tick made, Tick at) {
  ToldMove m;
  m.record.before = before;
  m.record.move = san::parse(before, san).value();
  m.record.ply = ply;
  m.record.revision = revision;
  m.record.status = status;
  m.record.made = {made - 126, made};
  m.san = san;
  m.told = at;
  return m;
}

ToldRuling ruled(int ply, article4::Verdict verdict, std::string clause, std::vector<std::string> flags, Tick at) {
  ToldRuling r;
  r.ruling.ply = ply;
  r.ruling.verdict = verdict;
  r.ruling.clause = std::move(clause);
  r.ruling.flags = std::move(flags);
  r.ruling.allowed = {"e2e3", "e2e4"};
  r.ruling.certain_moves = {"e2e4"};
  r.of_events = true;
  r.told = at;
  return r;
}

// 1. e3 is withdrawn for e4, which Black answers; then his next turn begins without an event.
Observed observed() {
  const chess::Position start = chess::Position::start();
  const chess::Position after = start.after(san::parse(start, "e4").value());
  Observed o;
  o.moves = {told(start, "e3", 1, 1, Status::provisional, 1'000'000, 1'010'000), told(start, "e3", 1, 1, Status::withdrawn, 1'000'000, 1'200'000),
             told(start, "e4", 1, 2, Status::provisional, 1'500'000, 1'510'000), told(start, "e4", 1, 2, Status::confirmed, 1'500'000, 1'900'000),
             told(after, "e5", 2, 1, Status::confirmed, 2'500'000, 2'900'000)};
  o.rulings = {ruled(1, article4::Verdict::obligation, "4.3.1", {"adjusted:g1"}, 900'000), ruled(1, article4::Verdict::move_completed, "6.2.1", {}, 1'900'000),
               ruled(2, article4::Verdict::violation, "4.7", {"retracted"}, 2'900'000), ruled(3, article4::Verdict::free, "", {}, 2'900'000)};
  o.rulings.back().of_events = false;
  o.gaps = {{driver::GapKind::packets, 1'700'000, {}, 1, {}}};
  using recognition::Situation;
  Situation castling, result, disturbed;
  castling.kind = Situation::Kind::castling_incomplete;
  castling.square = Square::f1;
  result.kind = Situation::Kind::result_shown;
  result.result = recognition::Result::draw;
  disturbed.kind = Situation::Kind::disturbed;
  disturbed.missing = set_of(Square::g1);
  disturbed.surplus = set_of(Square::g3);
  o.situations = {{castling, 1'300'000}, {result, 1'400'000}, {disturbed, 1'500'000}};
  o.game = {"e4", "e5"};
  o.position = after.after(san::parse(after, "e5").value());
  return o;
}

bool holds(std::string_view claim, const Observed& o) {
  const auto scene = scenario::parse("expect\n" + std::string(claim) + "\n", "x.scn");
  BOOST_REQUIRE_MESSAGE(scene, scene.error().message);
  const auto findings = hold(*scene, *block_for(*scene, {}), o);
  BOOST_TEST_REQUIRE(findings.size() == 1u);
  BOOST_TEST(findings[0].expected == claim);
  BOOST_TEST(findings[0].line == 2u);
  BOOST_TEST(!findings[0].got.empty());
  return findings[0].ok;
}

BOOST_AUTO_TEST_CASE(what_came_out_holds) {
  const Observed o = observed();
  for (const char* claim :
       {"moves e4 e5", "score equal", "move e4", "move e4 ply 1 revision 2", "move e4 between 1.5 s and 1.5 s by 1.9 s", "move e3 provisional by 1.01 s",
        "move e4 provisional by 1.6 s", "withdrawn e3 ply 1 by 1.2 s", "no move d4", "no move before 1.01 s", "no move e5 before 2 s",
        "ruling violation", "ruling violation 4.7", "ruling move_completed ply 1", "ruling obligation 4.3.1 by 1 s", "certainty certain",
        "allowed e2e4 e2e3", "certain e2e4 ply 1", "flag retracted", "flag adjusted by 1 s", "flag adjusted:g1 ply 1 by 1 s", "no flag takeback",
        "no flag retracted ply 1", "gap", "situation castling_incomplete", "situation castling_incomplete f1 by 1.3 s",
        "situation result_shown 1/2-1/2", "situation disturbed g1", "situation disturbed g3", "no situation lost", "no situation disturbed g2",
        "gap between 1 s and 2 s", "gaps 1", "placement rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", "contacts equal"}) {
    BOOST_CHECK_MESSAGE(holds(claim, o), claim);
  }
}

BOOST_AUTO_TEST_CASE(what_did_not_come_out_does_not_hold) {
  const Observed o = observed();
  for (const char* claim :
       {"moves none", "moves e4", "moves e4 e5 Nf3", "move e3", "move e4 ply 2", "move e4 revision 1", "move e4 between 1.6 s and 1.7 s",
        "move e4 by 1.8 s", "move e5 provisional", "withdrawn e4", "withdrawn e3 by 1.1 s", "no move", "no move e3", "no move before 1.1 s", "ruling free",
        "ruling violation 4.3.1", "ruling violation ply 1", "ruling violation by 2 s", "ruling free ply 4", "certainty arbiter", "allowed none",
        "allowed e2e4", "certain e2e3", "flag adjusted", "flag adjusted ply 1", "flag retracted ply 1", "flag retracted by 2 s", "no flag retracted",
        "no flag adjusted:g1", "situation lost", "situation castling_incomplete g1", "situation castling_incomplete by 1.2 s",
        "situation result_shown 1-0", "situation result_shown f1", "no situation disturbed", "taken back e4", "gap between 2 s and 3 s", "gaps 0", "no gap", "placement rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}) {
    BOOST_CHECK_MESSAGE(!holds(claim, o), claim);
  }
  Observed other = o;
  other.run.contacts.missing = 1;
  other.run.contacts.first_fault = "presence e4 is missing";
  BOOST_TEST(!holds("contacts equal", other));
  other.game = {"e4"};
  BOOST_TEST(!holds("score equal", other));
}

BOOST_AUTO_TEST_CASE(a_move_that_was_taken_back_is_not_in_the_score) {
  Observed o = observed();
  const chess::Position before = o.moves.back().record.before;
  o.moves.push_back(told(before, "e5", 2, 2, Status::taken_back, 2'500'000, 4'000'000));
  BOOST_TEST(holds("moves e4", o));
  BOOST_TEST(holds("taken back e5 ply 2 by 4 s", o));
  BOOST_TEST(!holds("taken back e5 by 3 s", o));
  BOOST_TEST(!holds("moves e4 e5", o));
}

BOOST_AUTO_TEST_CASE(the_block_that_names_the_board_or_the_plain_one) {
  const auto scene = scenario::parse("expect\nmoves e4\nexpect with presence\nmoves e3\nno gap\nexpect with scan-pause 250 ms\nmoves none\n", "x.scn").value();
  BOOST_TEST(block_for(scene, {})->lines == std::vector<std::size_t>{2});
  BOOST_TEST((block_for(scene, {true, {}})->lines == std::vector<std::size_t>{4, 5}));
  BOOST_TEST(block_for(scene, {false, 250'000})->lines == std::vector<std::size_t>{7});
  BOOST_TEST(block_for(scene, {true, 250'000})->lines == std::vector<std::size_t>{2});
  BOOST_TEST(!block_for(scenario::parse("expect with presence\nmoves e3\n", "x.scn").value(), {}).has_value());
}

}  // namespace
}  // namespace adoube::scenes
