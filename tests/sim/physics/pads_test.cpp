// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/pads.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "sim/physics/contacts.hpp"

using namespace adoube;
using namespace adoube::sim;

namespace {

constexpr std::uint8_t e4 = 28, touch_e4 = 64 + e4, touch_e5 = 64 + 36;

Parameters still() {
  Parameters p;
  p.touch_drift = 0;
  return p;
}

std::vector<Transition> of(const Motion& m, const Parameters& p, std::uint8_t channel) {
  std::vector<Transition> mine;
  for (const Transition& t : transitions(m, p)) {
    if (t.channel == channel) mine.push_back(t);
  }
  return mine;
}

// A finger from second 1 to 2, `north` um from the middle of e4.
Motion finger(std::int32_t north, bool wet) {
  Motion m;
  Place at = centre_of(Square::e4, {});
  at.y += north;
  m.fingers = {{1'000'000, 2'000'000, at, wet}};
  m.end = 3'000'000;
  return m;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pads)

BOOST_AUTO_TEST_CASE(a_wet_hand_reaches_further) {
  Parameters p = still();
  const auto on = static_cast<std::int32_t>(p.touch_on);
  BOOST_TEST(of(finger(on, false), p, touch_e4).size() == 2);
  BOOST_TEST(of(finger(on + 1, false), p, touch_e4).empty());
  const auto wet = static_cast<std::int32_t>(p.touch_on * p.wet_reach / 100);
  BOOST_TEST(of(finger(wet, true), p, touch_e4).size() == 2);
  BOOST_TEST(of(finger(wet + 1, true), p, touch_e4).empty());
  // Between two squares it touches both.
  p.wet_reach = 150;
  BOOST_TEST(of(finger(27'500, true), p, touch_e4).size() == 2);
  BOOST_TEST(of(finger(27'500, true), p, touch_e5).size() == 2);
}

BOOST_AUTO_TEST_CASE(a_sleeve_brushes_the_pads_under_it_and_no_reed) {
  const Parameters p = still();
  const auto drawn = [&](std::int32_t height) {
    Motion m;
    Place from = centre_of(Square::b4, p);
    Place to = centre_of(Square::g4, p);
    from.z = to.z = height;
    m.sleeves = {{1'000'000, 2'000'000, from, to}};
    m.end = 3'000'000;
    return m;
  };
  std::vector<int> closed;
  for (const Transition& t : transitions(drawn(5'000), p)) {
    BOOST_TEST(t.channel >= 64);
    if (t.level) closed.push_back(t.channel - 64);
  }
  BOOST_TEST((closed == std::vector<int>{25, 26, 27, 28, 29, 30}));
  BOOST_TEST(transitions(drawn(static_cast<std::int32_t>(p.sleeve_reach) + 1), p).empty());
  // Let go further off than it was felt, as with a hand.
  const auto over_e4 = of(drawn(0), p, touch_e4);
  BOOST_REQUIRE(over_e4.size() == 2);
  const Tick middle = 1'000'000 + 1'000'000 * 3 / 5;
  const auto way = [](Tick t) { return t * 275'000 / 1'000'000; };
  BOOST_TEST(std::abs(way(middle - over_e4[0].at) - p.sleeve_reach) <= 1);
  BOOST_TEST(std::abs(way(over_e4[1].at - middle) - (p.sleeve_reach + p.touch_off - p.touch_on)) <= 1);
  Parameters none = p;
  none.sleeve_reach = 0;
  BOOST_TEST(transitions(drawn(0), none).empty());
}

BOOST_AUTO_TEST_CASE(a_pad_drifts_up_and_down_within_its_bounds_and_comes_back) {
  Parameters p;
  p.touch_drift = 2'000;
  p.touch_drift_period = 600;
  for (const std::uint8_t pad : {std::uint8_t{0}, std::uint8_t{13}, std::uint8_t{63}}) {
    std::int64_t low = 0, high = 0;
    for (Tick second = 0; second < 600; ++second) {
      const auto now = drift_of(pad, second * 1'000'000, p);
      low = std::min(low, now);
      high = std::max(high, now);
      BOOST_TEST(std::abs(now - drift_of(pad, (second + 1) * 1'000'000, p)) <= 4 * 2'000 / 600 + 1);  // slowly
      BOOST_TEST(now == drift_of(pad, (second + 600) * 1'000'000 + 999'999, p));
    }
    BOOST_TEST(low == -2'000);
    BOOST_TEST(high == 2'000);
  }
  BOOST_TEST(drift_of(0, 0, p) != drift_of(1, 0, p));
  p.touch_drift = 0;
  BOOST_TEST(drift_of(7, 123'000'000, p) == 0);
}

// At the edge of its reach a finger is felt or not as the pad has drifted by then.
BOOST_AUTO_TEST_CASE(drift_moves_the_threshold) {
  Parameters p;
  std::size_t felt = 0, passed = 0;
  for (Tick second = 0; second < 600; second += 10) {
    Motion m = finger(static_cast<std::int32_t>(p.touch_on), false);
    m.fingers[0].begin = second * 1'000'000 + 1;
    m.fingers[0].end = m.fingers[0].begin + 500'000;
    m.end = 700'000'000;
    const bool closes = of(m, p, touch_e4).size() == 2;
    BOOST_TEST(closes == (drift_of(e4, m.fingers[0].begin, p) >= 0));
    (closes ? felt : passed) += 1;
  }
  BOOST_TEST(felt > 20);
  BOOST_TEST(passed > 20);
}

BOOST_AUTO_TEST_SUITE_END()
