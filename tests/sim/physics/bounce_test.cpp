// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>

#include "sim/physics/contacts.hpp"

using namespace adoube;
using namespace adoube::sim;

namespace {

// 136 channels, each with transitions every 50 ms.
std::vector<Transition> steady(int rounds) {
  std::vector<Transition> all;
  for (int r = 1; r <= rounds; ++r) {
    for (int c = 0; c < 136; ++c) all.push_back({r * 50'000, 0, static_cast<std::uint8_t>(c), (r & 1) != 0});
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bounce)

BOOST_AUTO_TEST_CASE(nine_of_ten_bounce_on_every_plane_and_seed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto ideal = steady(100);
    with_bounce(ideal, {}, Random(seed));
    std::array<int, 3> bounced{};
    for (const Transition& t : ideal) bounced[t.channel < 64 ? 0 : t.channel < 128 ? 1 : 2] += t.settled > t.at ? 1 : 0;
    const std::array<int, 3> all{6'400, 6'400, 800};
    for (std::size_t plane = 0; plane < 3; ++plane) {
      // 90 % within five standard deviations (at most 5.3 % with 800 draws).
      BOOST_TEST(bounced[plane] * 100 > all[plane] * (plane == 2 ? 84 : 88));
      BOOST_TEST(bounced[plane] * 100 < all[plane] * (plane == 2 ? 96 : 92));
    }
  }
}

BOOST_AUTO_TEST_CASE(spells_and_whole_stay_in_their_ranges) {
  const Parameters p;
  auto ideal = steady(100);
  const auto changes = with_bounce(ideal, p, Random(3));
  BOOST_TEST(std::is_sorted(changes.begin(), changes.end()));
  std::array<std::vector<Change>, 136> by;
  for (const Change& c : changes) by[c.channel].push_back(c);
  for (std::size_t c = 0; c < 136; ++c) {
    const Bounce& b = c < 64 ? p.presence : c < 128 ? p.touch : p.lever;
    std::size_t i = 0;
    for (const Transition& t : ideal) {
      if (t.channel != c) continue;
      BOOST_REQUIRE((by[c][i] == Change{t.at, t.channel, t.level}));
      BOOST_REQUIRE(t.settled - t.at <= b.whole_max);
      std::int64_t spells = 0;
      for (; by[c][i].at < t.settled; ++i) {
        const Tick spell = by[c][i + 1].at - by[c][i].at;
        BOOST_REQUIRE(by[c][i].level != by[c][i + 1].level);
        BOOST_REQUIRE(spell <= b.spell_max);
        BOOST_REQUIRE(spell >= (spells == 0 ? b.first_min : b.spell_min));
        ++spells;
      }
      BOOST_REQUIRE(spells <= 2 * b.spells_max);
      BOOST_REQUIRE((by[c][i] == Change{t.settled, t.channel, t.level}));
      ++i;
    }
    BOOST_TEST(i == by[c].size());
  }
}

BOOST_AUTO_TEST_CASE(no_spell_of_the_defaults_lasts_a_hold) {
  const Parameters p;
  const FilterTimes times;
  BOOST_TEST(p.presence.spell_max + times.scan_period < times.hold_presence);
  BOOST_TEST(p.touch.spell_max + times.scan_period < times.hold_touch);
  BOOST_TEST(p.lever.spell_max + times.scan_period < times.hold_auxiliary);
  for (const Bounce* b : {&p.presence, &p.touch, &p.lever}) BOOST_TEST(b->first_min >= times.scan_period);
}

BOOST_AUTO_TEST_CASE(a_bounce_ends_before_the_next_transition) {
  std::vector<Transition> ideal;
  for (int r = 1; r <= 2'000; ++r) ideal.push_back({r * 900, 0, 5, (r & 1) != 0});
  const auto changes = with_bounce(ideal, {}, Random(9));
  ideal.pop_back();  // nothing follows the last
  for (const Transition& t : ideal) BOOST_REQUIRE(t.settled <= t.at + 450);
  for (std::size_t i = 1; i < changes.size(); ++i) {
    BOOST_REQUIRE(changes[i].at > changes[i - 1].at);
    BOOST_REQUIRE(changes[i].level != changes[i - 1].level);
  }
}

BOOST_AUTO_TEST_CASE(power_up_levels_do_not_bounce_and_percent_decides) {
  std::vector<Transition> ideal{{0, 0, 1, true}, {0, 0, 2, true}};
  BOOST_TEST(with_bounce(ideal, {}, Random(1)).size() == 2);
  Parameters p;
  p.presence.percent = p.touch.percent = p.lever.percent = 0;
  auto calm = steady(10);
  BOOST_TEST(with_bounce(calm, p, Random(1)).size() == calm.size());
}

BOOST_AUTO_TEST_SUITE_END()
