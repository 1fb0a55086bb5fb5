// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/contacts.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

using namespace adoube;
using namespace adoube::sim;

namespace {

// Pads that do not drift: their thresholds are what the parameters say.
const Parameters defaults = [] {
  Parameters p;
  p.touch_drift = 0;
  return p;
}();

Place over(Square s, std::int32_t z) {
  Place p = centre_of(s, defaults);
  p.z = z;
  return p;
}

// Transitions of one channel after power-up.
std::vector<Transition> of(const std::vector<Transition>& all, int channel) {
  std::vector<Transition> mine;
  std::copy_if(all.begin(), all.end(), std::back_inserter(mine),
               [&](const Transition& t) { return t.channel == channel && t.at > 0; });
  return mine;
}

// One piece on e4 that is held all the time and goes to `to` from second 1 to second 2.
Motion one_leg(Place from, Place to) {
  Motion m;
  m.pieces = {from};
  m.legs = {{1'000'000, 2'000'000, 0, to}};
  m.grips = {{500'000, 2'500'000, 0}};
  m.end = 3'000'000;
  return m;
}

constexpr int e4 = 28;
constexpr int touch_e4 = 64 + e4;

}  // namespace

BOOST_AUTO_TEST_SUITE(contacts)

BOOST_AUTO_TEST_CASE(pieces_that_stand_are_there_at_power_up) {
  Motion m;
  m.pieces = {over(Square::a1, 0), over(Square::h8, 0)};
  m.levers = {{0, 129, true}};
  m.end = 1'000;
  const auto all = transitions(m, defaults);
  BOOST_REQUIRE(all.size() == 3);
  BOOST_TEST((all[0] == Transition{0, 0, 0, true}));
  BOOST_TEST((all[1] == Transition{0, 0, 63, true}));
  BOOST_TEST((all[2] == Transition{0, 0, 129, true}));
}

BOOST_AUTO_TEST_CASE(lift_and_place_cross_the_thresholds_at_different_heights) {
  // 50 mm up in a second: a micrometre of height is 20 us.
  auto all = transitions(one_leg(over(Square::e4, 0), over(Square::e4, 50'000)), defaults);
  auto presence = of(all, e4);
  auto touch = of(all, touch_e4);
  BOOST_REQUIRE(presence.size() == 1);
  BOOST_REQUIRE(touch.size() == 2);
  const Tick lift_height = (presence[0].at - 1'000'000) / 20;  // 10 mm * cube root of 16,000/1,200 less the depth of 6 mm
  BOOST_TEST((lift_height > 17'700 && lift_height < 17'730));
  BOOST_TEST(!presence[0].level);
  BOOST_TEST(touch[0].at == 500'000);
  BOOST_TEST((touch[1].at - 1 - 1'000'000) / 20 == defaults.touch_off);
  BOOST_TEST(!touch[1].level);

  all = transitions(one_leg(over(Square::e4, 50'000), over(Square::e4, 0)), defaults);
  presence = of(all, e4);
  touch = of(all, touch_e4);
  BOOST_REQUIRE(presence.size() == 1);
  BOOST_REQUIRE(touch.size() == 2);
  BOOST_TEST(presence[0].level);
  BOOST_TEST((presence[0].at - 1'000'000) / 20 == 50'000 - 14'000);  // 20 mm less the depth
  BOOST_TEST(touch[0].at < presence[0].at);                           // the hand comes with the piece
  BOOST_TEST(touch[1].at == 2'500'000);                               // and leaves it standing
}

BOOST_AUTO_TEST_CASE(between_the_thresholds_the_contact_keeps_its_level) {
  // 16 mm high is above pull-in (14) and below drop-out (17.7): from below the contact stays closed, from above open.
  BOOST_TEST(of(transitions(one_leg(over(Square::e4, 0), over(Square::e4, 16'000)), defaults), e4).empty());
  BOOST_TEST(of(transitions(one_leg(over(Square::e4, 30'000), over(Square::e4, 16'000)), defaults), e4).empty());
  BOOST_TEST(of(transitions(one_leg(over(Square::e4, 30'000), over(Square::e4, 13'000)), defaults), e4).size() == 1);
  BOOST_TEST(of(transitions(one_leg(over(Square::e4, 0), over(Square::e4, 18'000)), defaults), e4).size() == 1);
}

BOOST_AUTO_TEST_CASE(a_second_magnet_holds_what_the_first_closed) {
  // A stands on e4; B comes to 16 mm above it, which holds but does not close; A leaves; B leaves.
  Motion m;
  m.pieces = {over(Square::e4, 0), over(Square::e8, 60'000)};
  m.legs = {{1'000'000, 2'000'000, 1, over(Square::e4, 16'000)},
            {3'000'000, 4'000'000, 0, over(Square::a4, 60'000)},
            {5'000'000, 6'000'000, 1, over(Square::e4, 60'000)}};
  m.end = 7'000'000;
  const auto presence = of(transitions(m, defaults), e4);
  BOOST_REQUIRE(presence.size() == 1);
  BOOST_TEST(presence[0].at > 5'000'000);
}

BOOST_AUTO_TEST_CASE(a_passing_piece_is_seen_by_the_squares_it_crosses) {
  const auto crossed = [](std::int32_t z) {
    const auto all = transitions(one_leg(over(Square::b2, z), over(Square::f2, z)), defaults);
    std::vector<int> channels;
    for (const Transition& t : all) {
      if (t.at > 0 && t.channel < 64 && t.level) channels.push_back(t.channel);
    }
    return channels;
  };
  BOOST_TEST((crossed(0) == std::vector<int>{10, 11, 12, 13}));   // pushed: c2 d2 e2 f2
  BOOST_TEST((crossed(10'000) == std::vector<int>{10, 11, 12, 13}));
  BOOST_TEST(crossed(40'000).empty());                           // carried

  const auto all = transitions(one_leg(over(Square::b2, 0), over(Square::f2, 0)), defaults);
  for (const int square_crossed : {10, 11, 12}) {
    const auto presence = of(all, square_crossed);
    const auto touch = of(all, 64 + square_crossed);
    BOOST_REQUIRE(presence.size() == 2);
    BOOST_REQUIRE(touch.size() == 2);
    BOOST_TEST(touch[0].at < presence[0].at);   // the pad is wider than the magnet's reach
    BOOST_TEST(touch[1].at > presence[1].at);
    // 220 mm in a second: in at 19.08 mm before the middle, out at 22.96 mm behind it.
    BOOST_TEST((presence[1].at - presence[0].at) / 1'000 == 191);
  }
}

BOOST_AUTO_TEST_CASE(a_diagonal_between_four_squares_is_seen_by_none_of_its_corners) {
  // From the corner of four squares to the next corner, along the edge between files d and e: 27.5 mm from any middle.
  const auto edge = static_cast<std::int32_t>(4 * defaults.square_pitch);
  const auto all = transitions(one_leg({edge, 2 * 55'000, 0}, {edge, 4 * 55'000, 0}), defaults);
  BOOST_TEST(std::none_of(all.begin(), all.end(), [](const Transition& t) { return t.channel < 64; }));
}

BOOST_AUTO_TEST_CASE(touch_follows_the_hand) {
  Motion m;
  m.pieces = {over(Square::e4, 0)};
  m.grips = {{100, 200, 0}, {150, 300, 0}, {400, 500, 0}};
  m.fingers = {{600, 700, over(Square::e4, 0)}};
  m.end = 1'000;
  const auto touch = of(transitions(m, defaults), touch_e4);
  BOOST_REQUIRE(touch.size() == 6);
  BOOST_TEST(touch[0].at == 100);
  BOOST_TEST(touch[1].at == 300);  // two hands: until the second leaves
  BOOST_TEST(touch[2].at == 400);
  BOOST_TEST(touch[3].at == 500);
  BOOST_TEST(touch[4].at == 600);
  BOOST_TEST(touch[5].at == 700);
}

BOOST_AUTO_TEST_CASE(a_lever_pressed_again_changes_nothing) {
  Motion m;
  m.levers = {{0, 128, true}, {50, 128, true}, {70, 128, false}, {60, 129, true}};
  m.end = 100;
  const auto all = transitions(m, defaults);
  BOOST_REQUIRE(all.size() == 3);
  BOOST_TEST((all[1] == Transition{60, 60, 129, true}));
  BOOST_TEST((all[2] == Transition{70, 70, 128, false}));
}

BOOST_AUTO_TEST_SUITE_END()
