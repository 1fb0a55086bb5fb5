// SPDX-License-Identifier: Apache-2.0
/// What edges mean: each plane, each input, gestures with both ends and with a lost one.
#include <boost/test/unit_test.hpp>

#include <vector>

#include "driver/touch/interpreter.hpp"
#include "driver/wire/protocol.hpp"

using namespace adoube;
using namespace adoube::touch;

namespace {

struct Collector final : Output {
  std::vector<Event> events;
  std::vector<Gesture> gestures;
  void event(const Event& event) override { events.push_back(event); }
  void gesture(const Gesture& gesture) override { gestures.push_back(gesture); }
};

reorder::OrderedEdge edge(unsigned channel, bool level, Tick onset) {
  return {static_cast<std::uint8_t>(channel), level, false, false, false, {onset - 126, onset}};
}
unsigned presence(Square square) { return static_cast<unsigned>(index(square)); }
unsigned touched(Square square) { return 64u + static_cast<unsigned>(index(square)); }

}  // namespace

BOOST_AUTO_TEST_CASE(a_move_is_touch_lift_place_release) {
  Collector out;
  Interpreter interpreter(out);
  interpreter.edge(edge(touched(Square::e2), true, 1000));
  interpreter.edge(edge(presence(Square::e2), false, 2000));
  interpreter.edge(edge(touched(Square::e2), false, 3000));
  interpreter.edge(edge(touched(Square::e4), true, 4000));
  interpreter.edge(edge(presence(Square::e4), true, 5000));
  interpreter.edge(edge(touched(Square::e4), false, 6000));
  interpreter.edge(edge(wire::aux::clock_white, true, 7000));
  const std::vector<std::pair<EventKind, Square>> want{{EventKind::touch, Square::e2}, {EventKind::lift, Square::e2},
                                                       {EventKind::release, Square::e2}, {EventKind::touch, Square::e4},
                                                       {EventKind::place, Square::e4}, {EventKind::release, Square::e4},
                                                       {EventKind::clock, Square::off}};
  BOOST_REQUIRE_EQUAL(out.events.size(), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    BOOST_TEST((out.events[i].kind == want[i].first));
    BOOST_TEST((out.events[i].square == want[i].second));
    BOOST_TEST(out.events[i].id == i + 1);
    BOOST_TEST((out.events[i].when == Interval{static_cast<Tick>(i + 1) * 1000 - 126, static_cast<Tick>(i + 1) * 1000}));
  }
  BOOST_TEST((out.events[6].actor == Colour::white));
  BOOST_REQUIRE_EQUAL(out.gestures.size(), 2u);
  BOOST_TEST((out.gestures[0] == Gesture{Square::e2, Interval{874, 1000}, Interval{2874, 3000}, 1, 3}));
  BOOST_TEST((out.gestures[1] == Gesture{Square::e4, Interval{3874, 4000}, Interval{5874, 6000}, 4, 6}));
}

BOOST_AUTO_TEST_CASE(corners_of_both_planes) {
  Collector out;
  Interpreter interpreter(out);
  for (const Square square : {Square::a1, Square::h1, Square::a8, Square::h8}) {
    interpreter.edge(edge(presence(square), true, 1000));
    interpreter.edge(edge(touched(square), true, 1001));
    BOOST_TEST((out.events[out.events.size() - 2].square == square));
    BOOST_TEST((out.events[out.events.size() - 2].kind == EventKind::place));
    BOOST_TEST((out.events.back().square == square));
    BOOST_TEST((out.events.back().kind == EventKind::touch));
  }
}

BOOST_AUTO_TEST_CASE(levers_and_buttons) {
  Collector out;
  Interpreter interpreter(out);
  using namespace wire;
  for (const unsigned channel : {aux::clock_white, aux::clock_black, aux::adjust_white, aux::adjust_black}) {
    interpreter.edge(edge(channel, true, 1000));
    interpreter.edge(edge(channel, false, 2000));  // going back is nothing
  }
  for (unsigned channel = aux::arbiter; channel < scan::channels; ++channel) interpreter.edge(edge(channel, true, 3000));
  BOOST_REQUIRE_EQUAL(out.events.size(), 4u);
  BOOST_TEST((out.events[0].kind == EventKind::clock && out.events[0].actor == Colour::white));
  BOOST_TEST((out.events[1].kind == EventKind::clock && out.events[1].actor == Colour::black));
  BOOST_TEST((out.events[2].kind == EventKind::adjust && out.events[2].actor == Colour::white));
  BOOST_TEST((out.events[3].kind == EventKind::adjust && out.events[3].actor == Colour::black));
  BOOST_TEST(interpreter.counters().silent == 8u);
}

BOOST_AUTO_TEST_CASE(flags_and_wide_intervals_pass_through) {
  Collector out;
  Interpreter interpreter(out);
  interpreter.edge({static_cast<std::uint8_t>(touched(Square::c3)), true, true, true, false, {17, 90'000}});
  BOOST_REQUIRE_EQUAL(out.events.size(), 1u);
  BOOST_TEST(out.events[0].bounced);
  BOOST_TEST(out.events[0].late);
  BOOST_TEST((out.events[0].when == Interval{17, 90'000}));
}

BOOST_AUTO_TEST_CASE(lost_ends) {
  Collector out;
  Interpreter interpreter(out);
  interpreter.edge(edge(touched(Square::b1), false, 1000));  // its touch was lost
  interpreter.edge(edge(touched(Square::b1), true, 2000));
  interpreter.edge(edge(touched(Square::b1), true, 3000));  // a release was lost
  interpreter.edge(edge(touched(Square::b1), false, 4000));
  BOOST_REQUIRE_EQUAL(out.gestures.size(), 3u);
  BOOST_TEST((out.gestures[0] == Gesture{Square::b1, std::nullopt, Interval{874, 1000}, 0, 1}));
  BOOST_TEST((out.gestures[1] == Gesture{Square::b1, Interval{1874, 2000}, std::nullopt, 2, 0}));
  BOOST_TEST((out.gestures[2] == Gesture{Square::b1, Interval{2874, 3000}, Interval{3874, 4000}, 3, 4}));
  BOOST_TEST(interpreter.counters().unpaired == 2u);
}

BOOST_AUTO_TEST_CASE(levels_after_a_gap) {
  Collector out;
  Interpreter interpreter(out);
  interpreter.edge(edge(touched(Square::a1), true, 1000));
  interpreter.edge(edge(touched(Square::b1), true, 1500));
  interpreter.touched(set_of(Square::b1) | set_of(Square::h8));
  BOOST_TEST(interpreter.held() == (set_of(Square::b1) | set_of(Square::h8)));
  BOOST_REQUIRE_EQUAL(out.gestures.size(), 1u);
  BOOST_TEST((out.gestures[0] == Gesture{Square::a1, Interval{874, 1000}, std::nullopt, 1, 0}));
  interpreter.edge(edge(touched(Square::h8), false, 2000));
  interpreter.edge(edge(touched(Square::b1), false, 3000));
  BOOST_REQUIRE_EQUAL(out.gestures.size(), 3u);
  BOOST_TEST((out.gestures[1] == Gesture{Square::h8, std::nullopt, Interval{1874, 2000}, 0, 3}));
  BOOST_TEST((out.gestures[2] == Gesture{Square::b1, Interval{1374, 1500}, Interval{2874, 3000}, 2, 4}));
  BOOST_TEST(out.events.size() == 4u);  // levels make no events
}
