// SPDX-License-Identifier: Apache-2.0
// What hands do to the contacts when a scenario is performed, and what no hand can do.
#include "sim/scenario/perform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "sim/hands/purpose.hpp"
#include "sim/scenario/parse.hpp"

using namespace adoube;
using namespace adoube::scenario;

namespace {

Performance performed(std::string_view text, const std::vector<Heading>& otherwise = {}) {
  const auto scenario = parse(text, "x.scn");
  BOOST_REQUIRE_MESSAGE(scenario, scenario.error().message);
  auto performance = perform(*scenario, otherwise);
  BOOST_REQUIRE_MESSAGE(performance, performance.error().message);
  return std::move(*performance);
}

std::string refused(std::string_view text) {
  const auto scenario = parse(text, "x.scn");
  BOOST_REQUIRE_MESSAGE(scenario, scenario.error().message);
  const auto performance = perform(*scenario);
  BOOST_REQUIRE_MESSAGE(!performance, "this can be performed: " << text);
  return performance.error().message;
}

// "Te2 pe2 Pe4 te4 down128": touch on and off, presence on and off, in the order of time.
std::string story(const Performance& performance) {
  std::string out;
  for (const auto& t : performance.script.truth) {
    out += out.empty() ? "" : " ";
    if (t.channel >= 128) {
      out += fmt::format("{}{}", t.level ? "down" : "up", t.channel);
    } else {
      out += fmt::format("{}{}", t.channel < 64 ? (t.level ? 'P' : 'p') : (t.level ? 'T' : 't'), name(square(t.channel & 63)));
    }
  }
  return out;
}

Tick when(const Performance& performance, std::uint8_t channel, bool level) {
  for (const auto& t : performance.script.truth) {
    if (t.channel == channel && t.level == level) return t.at;
  }
  return -1;
}

std::uint8_t presence(Square s) { return static_cast<std::uint8_t>(index(s)); }
std::uint8_t touch(Square s) { return static_cast<std::uint8_t>(64 + index(s)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(performing)

BOOST_AUTO_TEST_CASE(fingers_come_80_ms_before_and_leave_80_ms_after) {
  const Performance p = performed("at 1 s white lift e2\n+500 ms white place e4\n+300 ms white press\n");
  BOOST_TEST(story(p) == "Te2 pe2 te2 Te4 Pe4 te4 down128 up129");
  BOOST_TEST(when(p, touch(Square::e2), true) == 920'000);
  BOOST_TEST(when(p, touch(Square::e4), false) == 1'580'000);
  BOOST_TEST(when(p, 128, true) == 1'800'000);
  // A piece leaves its square, and stands, within a hundredth of a second of the act.
  BOOST_TEST(when(p, presence(Square::e2), false) > 1'000'000);
  BOOST_TEST(when(p, presence(Square::e2), false) < 1'015'000);
  BOOST_TEST(when(p, presence(Square::e4), true) > 1'485'000);
  BOOST_TEST(when(p, presence(Square::e4), true) <= 1'500'000);
}

BOOST_AUTO_TEST_CASE(listed_contacts_are_all_there_is) {
  BOOST_TEST(story(performed("contacts listed\nat 1 s white lift e2\n+500 ms white place e4\n")) == "pe2 Pe4");
  const Performance p = performed("contacts listed\nat 1 s white touch e2\n+90 ms white lift e2\n+500 ms white place e4\n+70 ms white release e4\n");
  BOOST_TEST(when(p, touch(Square::e2), true) == 1'000'000);
  BOOST_TEST(when(p, touch(Square::e4), false) == 1'660'000);
}

BOOST_AUTO_TEST_CASE(held_fingers_stay_and_rests_of_a_slide_are_no_release) {
  const Performance p = performed("at 1 s white slide e2 to e3 over 80 ms held\n+260 ms white slide e3 to e4 over 80 ms\n");
  BOOST_TEST(when(p, touch(Square::e3), false) > 1'260'000);
  BOOST_TEST(when(p, touch(Square::e4), false) == 1'340'000 + 80'000);
  BOOST_TEST(when(p, presence(Square::e3), true) > 1'000'000);
  const Performance left = performed("at 1 s white slide e2 to e3 over 80 ms\n+600 ms white slide e3 to e4 over 80 ms\n");
  BOOST_TEST(when(left, touch(Square::e3), false) == 1'160'000);
}

BOOST_AUTO_TEST_CASE(fingers_that_left_come_back_in_half_of_the_time_there_is) {
  const Performance p = performed("at 1 s white touch e2\n+200 ms white release e2\n+20 ms white lift e2\n+500 ms white place e4\n");
  BOOST_TEST(story(p) == "Te2 te2 Te2 pe2 te2 Te4 Pe4 te4");
  BOOST_TEST(when(p, touch(Square::e2), false) == 1'200'000);
  // Set down and taken up again within 90 ms: 30 ms of it without a finger.
  const Performance again = performed("at 1 s white lift e2\n+500 ms white place e4\n+90 ms white lift e4\n+400 ms white place e3\n");
  BOOST_TEST(when(again, touch(Square::e4), false) == 1'530'000);
}

BOOST_AUTO_TEST_CASE(a_player_sets_down_his_own_and_puts_aside_the_other_s) {
  const std::string_view position = "position 4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1\ncontacts listed\n";
  for (const char* order : {"at 1 s white lift e5\n+200 ms white lift d4\n", "at 1 s white lift d4\n+200 ms white lift e5\n"}) {
    const Performance p = performed(std::string(position) + order + "+300 ms white place e5\n+300 ms white place off\n");
    BOOST_TEST(when(p, presence(Square::e5), true) > 1'400'000);
    BOOST_TEST(when(p, presence(Square::e5), true) <= 1'500'000);
  }
  // Two of his own: the last one, or the one that is named.
  const std::string_view castling = "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ncontacts listed\nat 1 s white lift e1\n+90 ms white lift h1\n";
  BOOST_TEST(story(performed(std::string(castling) + "+200 ms white place f1\n+200 ms white place g1\n")) == "pe1 ph1 Pf1 Pg1");
  BOOST_TEST(story(performed(std::string(castling) + "+200 ms white place g1 from e1\n+200 ms white place f1 from h1\n")) == "pe1 ph1 Pg1 Pf1");
}

BOOST_AUTO_TEST_CASE(knocked_over_without_a_finger_and_up_again) {
  const Performance p = performed("at 1 s knock g1 for 60 ms\n+1 s knock h1\n+2 s white place h1 from h1\n");
  BOOST_TEST(story(p) == "pg1 Pg1 ph1 Th1 Ph1 th1");
}

BOOST_AUTO_TEST_CASE(both_players_at_once_in_any_order_of_lines) {
  const Performance p = performed("at 1.2 s black touch e7 for 100 ms\nat 1 s white touch d4 for 400 ms\nat 1.1 s black adjust\n");
  BOOST_TEST(story(p) == "Td4 down131 Te7 te7 up131 td4");
}

BOOST_AUTO_TEST_CASE(a_new_piece_comes_from_beside_the_board) {
  const Performance p = performed("position 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\ncontacts listed\nat 1 s white lift a7\n+300 ms white place off\n"
                                  "+100 ms white lift off\n+400 ms white place a8\n");
  BOOST_TEST(story(p) == "pa7 Pa8");
}

BOOST_AUTO_TEST_CASE(a_game_is_played_by_its_clocks) {
  const Performance p = performed("control 60+0\nplay e4 clock 0:00:58\nplay e5 clock 0:00:57\nplay Nf3 clock 0:00:50\n");
  BOOST_TEST(p.game.size() == 3u);
  BOOST_TEST_REQUIRE(p.script.plies.size() == 3u);
  BOOST_TEST(p.script.plies[0].press > 1'000'000 + 1'500'000);
  BOOST_TEST(p.script.plies[0].press <= 1'000'000 + 2'500'000);
}

BOOST_AUTO_TEST_CASE(a_game_with_an_illegal_move) {
  const std::string game = "pace hands\nplay e4\nplay e5\nplay Nf3\nplay Nc6\nplay Bb5\n";
  const Performance put_right = performed("illegal corrected\n" + game), stands = performed("illegal stands\n" + game);
  BOOST_TEST_REQUIRE(put_right.script.illegal.size() == 1u);
  BOOST_TEST_REQUIRE(stands.script.illegal.size() == 1u);
  const auto illegal = [](const Performance& p) { return std::ranges::count(p.game, hands::Turn::Kind::illegal, &hands::Turn::kind); };
  BOOST_TEST(put_right.game.size() == 5u);
  BOOST_TEST(illegal(put_right) == 0);
  BOOST_TEST(stands.game.size() == 5u);
  BOOST_TEST(illegal(stands) == 1);
}

BOOST_AUTO_TEST_CASE(presence_alone_has_no_touch_and_the_same_presence) {
  const std::string_view text = "at 1 s white lift e2\n+500 ms white place e4\n";
  const Performance both = performed(text), alone = performed(text, {{Setting::planes, "presence"}});
  BOOST_TEST(story(alone) == "pe2 Pe4");
  BOOST_TEST(when(both, presence(Square::e2), false) == when(alone, presence(Square::e2), false));
  BOOST_TEST((performed(text).script.changes == both.script.changes));
  BOOST_TEST((performed(text, {{Setting::seed, "", 7}}).script.changes != both.script.changes));
}

BOOST_AUTO_TEST_CASE(a_fault_is_between_the_contacts_and_what_the_board_reads) {
  const Performance sound = performed("at 1 s white move e2 to e4\n");
  const Performance stuck = performed("at 1 s white move e2 to e4\n+100 ms fault stuck-closed presence e2 for 2 s\nat 1.05 s fault weak-magnet e2 size 0 %\n");
  BOOST_TEST((stuck.script.contacts != sound.script.contacts));  // the magnet is gone
  const auto changes = [](const Performance& p, std::uint8_t channel) {
    return std::ranges::count_if(p.script.changes, [&](const sim::Change& c) { return c.channel == channel && c.at > 0; });
  };
  BOOST_TEST(changes(sound, presence(Square::e4)) > 0);
  BOOST_TEST(changes(stuck, presence(Square::e4)) == 0);
  BOOST_TEST(stuck.faults.size() == 2u);
  BOOST_TEST(stuck.faults[1].begin == 1'100'000);
  BOOST_TEST(stuck.faults[1].end == 3'100'000);
  BOOST_TEST(stuck.faults[0].end == sim::no_end);
}

BOOST_AUTO_TEST_CASE(cable_packets_and_clocks_suffer_in_order_of_time) {
  using Kind = sim::Mishap::Kind;
  const Performance p = performed("at 3 s unplug stall\nat 1 s line-faults 1/20 for 500 ms\n+1 s damage flip device data bits 3 times 2\n"
                                  "+2 s drift -7 ppm\n+2 s unplug reset\n+1 s unplug cable for 1 s\n+1 s line-faults 1/9\n");
  const std::vector<sim::Mishap> want = {
      {.kind = Kind::line_faults, .at = 1'000'000, .length = 500'000, .number = 20},
      {.kind = Kind::damage, .at = 2'000'000, .length = 0, .damaged = {.damage = bus::Damage::flip, .side = bus::Side::device, .packets = bus::Packets::data, .times = 2, .amount = 3}},
      {.kind = Kind::stall, .at = 3'000'000, .length = 2'000'000},
      {.kind = Kind::drift, .at = 4'000'000, .length = sim::Mishap::no_end, .number = -7},
      {.kind = Kind::reset, .at = 6'000'000, .length = 0},
      {.kind = Kind::cable, .at = 7'000'000, .length = 1'000'000},
      {.kind = Kind::line_faults, .at = 8'000'000, .length = sim::Mishap::no_end, .number = 9}};
  BOOST_TEST((p.mishaps == want));
}

BOOST_AUTO_TEST_CASE(headings_set_what_they_say_and_others_count_in_their_place) {
  const std::string_view text = "seed 3\nhands white slider\nset off_centre 1000 um\nset sensor_depth 7000 um\nhold 2 ms\ndrift -9 ppm\nlimit 3 s\nstrict\npace hands\n"
                                "front shift\nline-faults 1/5\nrotated\nplanes presence\nscan-pause 1 ms\nat 1 s white move e2 to e4\n";
  const Setup s = performed(text).setup;
  BOOST_TEST(s.seed == 3u);
  BOOST_TEST(s.players.white.slide_percent > 0);
  BOOST_TEST(s.players.black.slide_percent == 0);
  BOOST_TEST(s.players.white.off_centre == 1'000);
  BOOST_TEST(s.players.black.off_centre == 1'000);
  BOOST_TEST(s.parameters.sensor_depth == 7'000);
  BOOST_TEST(s.hold.value() == 2'000);
  BOOST_TEST(s.drift_ppm == -9);
  BOOST_TEST(s.limit == 3'000'000);
  BOOST_TEST((s.strict && s.own_pace && s.rotated && s.presence));
  BOOST_TEST(s.front == 1u);
  BOOST_TEST(s.line_faults == 5u);
  BOOST_TEST(s.scan_pause == 1'000);
  const Setup other = performed(text, {{Setting::hands, "calm"}, {Setting::number, "off_centre", 500, Colour::black}, {Setting::planes, "both"}, {Setting::limit, "", 0}}).setup;
  BOOST_TEST(other.players.white.slide_percent == 0);
  BOOST_TEST(other.players.white.off_centre == 1'000);
  BOOST_TEST(other.players.black.off_centre == 500);
  BOOST_TEST(!other.presence);
  // What does not fit together is the caller's where he asked for it.
  const auto scenario = parse(text, "x.scn").value();
  const auto wrong = setup_of(scenario, std::vector<Heading>{{Setting::hold, "", 11'700}});
  BOOST_TEST_REQUIRE(!wrong.has_value());
  BOOST_TEST((wrong.error().cause == Cause::usage));
}

BOOST_AUTO_TEST_CASE(each_player_has_hands_of_his_own) {
  const std::string_view moves = "at 1 s white move e2 to e4\n+2 s black move e7 to e5\n";
  const Performance calm = performed(moves);
  // Black's hands carry otherwise; White's do what they did. Draws are one stream, so the number of them must not move.
  const Performance black = performed("set black off_centre 0 um\n" + std::string(moves));
  BOOST_TEST(when(calm, presence(Square::e4), true) == when(black, presence(Square::e4), true));
  BOOST_TEST((performed("set white off_centre 0 um\n" + std::string(moves)).script.contacts != calm.script.contacts));
  BOOST_TEST((black.script.contacts != calm.script.contacts));
}

BOOST_AUTO_TEST_CASE(faults_are_drawn_as_for_a_game) {
  const std::string_view game = "seed 5\nplay e4\nplay e5\nplay Nf3\nplay Nc6\n";
  const Performance none = performed(game), three = performed("faults 3\n" + std::string(game));
  BOOST_TEST((three.faults == sim::random_faults(3, none.script.start, none.script.end, sim::Random(5).stream(hands::for_faults))));
  BOOST_TEST((three.script.changes != none.script.changes));
  // A run that ends before the game begins has no room for any.
  BOOST_TEST(performed("faults 3\nlimit 500 ms\n" + std::string(game)).faults.empty());
}

BOOST_AUTO_TEST_CASE(a_turned_board_reads_the_opposite_squares) {
  BOOST_TEST(story(performed("contacts listed\nrotated\nat 1 s white lift e2\n+500 ms white place e4\n")) == "pd7 Pd5");
}

BOOST_AUTO_TEST_CASE(what_hands_cannot_do_is_said_at_the_word) {
  BOOST_TEST(refused("at 1 s white lift e4") == "x.scn:1:19: expected a square with a piece on it; e4 is empty then");
  BOOST_TEST(refused("at 0.5 s white lift e2") == "x.scn:1:1: expected a time from 1 s on, when the board is surely open");
  BOOST_TEST(refused("at 1 s white place e4") == "x.scn:1:14: expected a lift before it: white holds no piece then");
  BOOST_TEST(refused("at 1 s black lift e7\n+1 s white place e4") == "x.scn:2:12: expected a lift before it: white holds no piece then");
  BOOST_TEST(refused("at 1 s white lift e2\n+10 ms white place e4") == "x.scn:2:14: expected a time at least 30 ms after the lift, not 10 ms");
  BOOST_TEST(refused("at 1 s white lift e2\n+1 s white place d2") == "x.scn:2:18: expected an empty square; a piece stands on d2 then");
  BOOST_TEST(refused("at 1 s white lift e2\n+1 s white place e4 from d2") ==
             "x.scn:2:26: expected a square from which a piece was lifted; that of d2 is not up");
  BOOST_TEST(refused("at 1 s white touch e2\n+1 s white touch e2") == "x.scn:2:18: expected a square that is not touched; fingers are on e2");
  BOOST_TEST(refused("at 1 s white release e2") == "x.scn:1:22: expected a square that is touched; no finger is on e2 then");
  BOOST_TEST(refused("at 1 s white slide e2 to e7") == "x.scn:1:26: expected an empty square; a piece stands on e7 then");
  BOOST_TEST(refused("at 1 s white slide e2 to e4\n+100 ms white lift e2") == "x.scn:2:20: expected a piece at rest; that on e2 still moves");
  BOOST_TEST(refused("play e4\nplay e4").starts_with("x.scn:2:6: expected a legal move: "));
  BOOST_TEST(refused("play e4\nat 1 s white lift e2").starts_with("x.scn:2:14: expected no act of a hand"));
  BOOST_TEST(refused("at 1 s unplug cable\n+1 s unplug stall") == "x.scn:2:6: expected a time when what is above it in the same way is over");
  BOOST_TEST(refused("at 1 s drift 5 ppm\n+9 s drift 6 ppm for 1 s").starts_with("x.scn:2:6: expected a time when"));
  BOOST_TEST(refused("at 1 s line-faults 1/5 for 2 s\n+1 s line-faults 1/6").starts_with("x.scn:2:6: expected a time when"));
  BOOST_TEST(refused("at 0.5 s unplug reset") == "x.scn:1:10: expected a time from 900 ms on, when the board is surely open");
  BOOST_TEST(refused("play e4\nat 100 s unplug reset").starts_with("x.scn:2:10: expected a time before the end of the run, "));
  BOOST_TEST(refused("limit 2 s\nat 2 s damage drop host any").starts_with("x.scn:2:8: expected a time before the end of the run, 2 s"));
  BOOST_TEST(refused("front shift\nhold 11.7 ms") == "x.scn:2:6: expected headings that fit together: the board takes a hold of at most 11676 us");
  BOOST_TEST(refused("set drop_out 2000 uT\nset pull_in 1500 uT\nseed 2").starts_with("x.scn:2:5: expected headings that fit together: "));
  BOOST_TEST(refused("set black grip_low 9000 us\nset black grip_high 8000 us").starts_with("x.scn:2:5: expected headings that fit together: "));
  BOOST_TEST(refused("at 86400 s white press\n+1 us white press").starts_with("x.scn:2:1: expected a time within a day"));
}

BOOST_AUTO_TEST_SUITE_END()
