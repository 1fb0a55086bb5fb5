// SPDX-License-Identifier: Apache-2.0
// Properties of the physics over random motions and contacts. RapidCheck prints the seed that reproduces a failure.
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <rapidcheck.h>

#include "sampled_filter.hpp"
#include "sim/physics/contacts.hpp"

using namespace adoube;
using namespace adoube::sim;

namespace {

// Pieces wander over the board, low and high; hands grip and let go.
Motion wandering(Random& random) {
  const Parameters p;
  Motion m;
  const auto count = static_cast<std::size_t>(random.within(1, 6));
  for (std::size_t i = 0; i < count; ++i) {
    const auto s = random.within(0, 63);
    m.pieces.push_back(centre_of(square(static_cast<int>(s)), p));
  }
  Tick now = 10'000;
  for (int i = 0; i < 40; ++i) {
    const auto piece = static_cast<Piece>(random.within(0, static_cast<std::int64_t>(count) - 1));
    Place to;
    to.x = static_cast<std::int32_t>(random.within(-50'000, 490'000));
    to.y = static_cast<std::int32_t>(random.within(-50'000, 490'000));
    to.z = static_cast<std::int32_t>(random.within(0, 60'000));
    const Tick length = random.within(5'000, 400'000);
    m.legs.push_back({now, now + length, piece, to});
    const Tick early = random.within(0, 5'000);
    m.grips.push_back({now - early, now + length / 2, piece});
    now += length + random.within(0, 50'000);
  }
  m.end = now + 100'000;
  return m;
}

// Where a piece is at a tick, told in the plainest way.
Place where(const Motion& m, std::size_t piece, Tick t) {
  Place at = m.pieces[piece];
  for (const Leg& leg : m.legs) {
    if (leg.piece != piece) continue;
    if (t >= leg.end) {
      at = leg.to;
    } else if (t >= leg.begin) {
      const auto part = [&](std::int32_t a, std::int32_t b) {
        return static_cast<std::int32_t>(a + (std::int64_t{b} - a) * (t - leg.begin) / (leg.end - leg.begin));
      };
      return {part(at.x, leg.to.x), part(at.y, leg.to.y), part(at.z, leg.to.z)};
    }
  }
  return at;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(physics_properties)

// The event-driven physics against a plain evaluation of the same fields at many instants, in another arithmetic.
void hold_against_the_plain_sum(const Parameters& p) {
  std::size_t closed = 0;
  const bool ok = rc::check([&](std::uint64_t seed) {
    Random random(seed);
    Motion m = wandering(random);
    m.magnets.push_back({1'000'000, 3'000'000, 0, 300});
    const auto all = transitions(m, p);
    std::array<bool, 64> level{};
    std::size_t next = 0;
    const Tick late = p.is_hall() ? p.hall_latency : 0;
    for (Tick t = 0; t < m.end - late; t += 9'973) {
      for (; next < all.size() && all[next].at <= t + (t == 0 ? 0 : late); ++next) {
        if (all[next].channel < 64) level[all[next].channel] = all[next].level;
      }
      for (int s = 0; s < 64; ++s) {
        const Place c = centre_of(square(s), p);
        double felt = 0, slack = 0;
        for (std::size_t piece = 0; piece < m.pieces.size(); ++piece) {
          const Place at = where(m, piece, t);
          const double dx = at.x - c.x, dy = at.y - c.y, z = static_cast<double>(at.z + p.sensor_depth);
          const double d2 = dx * dx + dy * dy + z * z;
          const double strength = static_cast<double>(p.magnet_field) * 1e12 / (d2 * std::sqrt(d2)) *
                                  (piece == 0 && t >= 1'000'000 && t < 3'000'000 ? 3 : 1);
          felt += p.is_hall() ? strength * (3 * z * z / d2 - 1) / 2 : strength;
          // Rounded to whole microtesla and the angle to a 4096th; what is too faint to be felt may be left out.
          slack += 4 + strength / 2'000 + static_cast<double>(p.opens_below()) / 128;
        }
        if (felt >= static_cast<double>(p.closes_at()) + slack) RC_ASSERT(level[static_cast<std::size_t>(s)]);
        if (felt < static_cast<double>(p.opens_below()) - slack) RC_ASSERT(!level[static_cast<std::size_t>(s)]);
        closed += level[static_cast<std::size_t>(s)] ? 1 : 0;
      }
    }
  });
  BOOST_TEST(ok);
  BOOST_TEST(closed > 1'000);
}

BOOST_AUTO_TEST_CASE(reeds_agree_with_the_sum_of_the_fields_at_any_instant) { hold_against_the_plain_sum({}); }

BOOST_AUTO_TEST_CASE(hall_sensors_agree_with_the_sum_of_the_fields_at_any_instant) {
  Parameters p;
  p.sensor = static_cast<std::int64_t>(Sensor::hall);
  p.sensor_depth = 12'000;
  p.hall_latency = 7'000;
  hold_against_the_plain_sum(p);
}

// Whichever way round the board lies, and whichever piece is counted first, the same contacts close.
BOOST_AUTO_TEST_CASE(superposition_is_symmetric) {
  const bool ok = rc::check([](std::uint64_t seed) {
    Random random(seed);
    Parameters p;
    p.touch_drift = 0;
    const Motion m = wandering(random);
    const auto width = static_cast<std::int32_t>(8 * p.square_pitch);
    const auto turned = [&](auto place, auto channel) {
      Motion other = m;
      for (Place& at : other.pieces) at = place(at);
      for (Leg& leg : other.legs) leg.to = place(leg.to);
      auto all = transitions(other, p);
      for (Transition& t : all) t.channel = static_cast<std::uint8_t>(t.channel / 64 * 64 + channel(t.channel % 64));
      std::sort(all.begin(), all.end());
      return all;
    };
    auto plain = transitions(m, p);
    std::sort(plain.begin(), plain.end());
    RC_ASSERT(plain == turned([&](Place a) { return Place{width - a.x, a.y, a.z}; }, [](int c) { return c / 8 * 8 + 7 - c % 8; }));
    RC_ASSERT(plain == turned([&](Place a) { return Place{a.x, width - a.y, a.z}; }, [](int c) { return (7 - c / 8) * 8 + c % 8; }));
    RC_ASSERT(plain == turned([&](Place a) { return Place{a.y, a.x, a.z}; }, [](int c) { return c % 8 * 8 + c / 8; }));

    Motion renumbered = m;
    const auto last = static_cast<Piece>(m.pieces.size() - 1);
    std::reverse(renumbered.pieces.begin(), renumbered.pieces.end());
    for (Leg& leg : renumbered.legs) leg.piece = static_cast<Piece>(last - leg.piece);
    for (Grip& grip : renumbered.grips) grip.piece = static_cast<Piece>(last - grip.piece);
    auto other = transitions(renumbered, p);
    std::sort(other.begin(), other.end());
    RC_ASSERT(plain == other);
  });
  BOOST_TEST(ok);
}

// A reed never closes later or opens sooner where a magnet is added or stronger.
BOOST_AUTO_TEST_CASE(more_magnets_close_more_reeds) {
  const bool ok = rc::check([](std::uint64_t seed) {
    Random random(seed);
    const Motion m = wandering(random);
    Motion more = m;
    if (random.chance(50)) {
      const auto s = random.within(0, 63);
      more.pieces.push_back(centre_of(square(static_cast<int>(s)), {}));
    } else {
      more.magnets.push_back({0, m.end, 0, static_cast<std::int32_t>(random.within(101, 300))});
    }
    const auto few = transitions(m, {});
    const auto many = transitions(more, {});
    for (std::uint8_t s = 0; s < 64; ++s) {
      // Between the turns of both series: closed in the first is closed in the second.
      std::vector<std::pair<Tick, int>> turns;
      for (const auto& t : few) {
        if (t.channel == s) turns.emplace_back(t.at, t.level ? 1 : -1);
      }
      for (const auto& t : many) {
        if (t.channel == s) turns.emplace_back(t.at, t.level ? -1 : 1);
      }
      std::sort(turns.begin(), turns.end());
      int surplus = 0;
      for (std::size_t i = 0; i < turns.size(); ++i) {
        surplus += turns[i].second;
        if (i + 1 == turns.size() || turns[i + 1].first != turns[i].first) RC_ASSERT(surplus <= 0);
      }
    }
  });
  BOOST_TEST(ok);
}

BOOST_AUTO_TEST_CASE(transitions_alternate_and_are_sorted) {
  const bool ok = rc::check([](std::uint64_t seed) {
    Random random(seed);
    const Motion m = wandering(random);
    auto all = transitions(m, {});
    const auto changes = with_bounce(all, {}, random);
    std::array<bool, channel_count> level{};
    std::array<Tick, channel_count> last;
    last.fill(-1);
    RC_ASSERT(std::is_sorted(changes.begin(), changes.end()));
    for (const Change& c : changes) {
      RC_ASSERT(c.level != level[c.channel]);
      RC_ASSERT(c.at > last[c.channel]);
      level[c.channel] = c.level;
      last[c.channel] = c.at;
    }
  });
  BOOST_TEST(ok);
}

// What the ideal filter says is owed, a sampling one reports, whatever the phase of its scan. `make` draws the changes
// of one channel after a tick.
template <class Make>
void hold_against_a_sampled_filter(Make make) {
  std::size_t doubtful = 0, edges = 0, late = 0;
  const bool ok = rc::check([&](std::uint64_t seed) {
    Random random(seed);
    std::vector<Change> changes;
    for (const std::uint8_t channel : std::array<std::uint8_t, 8>{0, 37, 63, 64, 100, 127, 128, 135}) make(channel, random, changes);
    std::sort(changes.begin(), changes.end());
    const FilterTimes times;
    const auto owed = owed_edges(changes, times);
    const Tick phase = random.within(0, times.scan_period - 1);
    const auto seen = test::sampled_edges(changes, times, phase);
    for (const auto& e : owed) doubtful += e.certain ? 0 : 1;
    for (const auto& e : seen) late += e.late ? 1 : 0;
    edges += seen.size();
    const auto result = compare(owed, seen);
    if (!result.equal()) RC_LOG() << result.first_fault << "\n";
    RC_ASSERT(result.equal());
  });
  BOOST_TEST(ok);
  BOOST_TEST(edges > 1'000);
  BOOST_TEST(doubtful > 10);
  BOOST_TEST(late > 10);
}

BOOST_AUTO_TEST_CASE(the_ideal_filter_agrees_with_a_sampled_one_on_any_spells_of_a_scan_or_more) {
  hold_against_a_sampled_filter([](std::uint8_t channel, Random& random, std::vector<Change>& changes) {
    Tick now = 1'000;
    bool level = true;
    for (int i = 0; i < 60; ++i) {
      changes.push_back({now, channel, level});
      level = !level;
      const bool brief = random.chance(70);
      now += brief ? random.within(126, 900) : random.within(900, 9'000);
    }
  });
}

BOOST_AUTO_TEST_CASE(the_ideal_filter_agrees_with_a_sampled_one_on_bouncing_contacts) {
  hold_against_a_sampled_filter([](std::uint8_t channel, Random& random, std::vector<Change>& changes) {
    std::vector<Transition> ideal;
    Tick now = 1'000;
    bool level = true;
    for (int i = 0; i < 60; ++i) {
      ideal.push_back({now, now, channel, level});
      level = !level;
      const bool brief = random.chance(40);
      now += brief ? random.within(1'000, 6'000) : random.within(6'000, 40'000);
    }
    const Random chance = random.stream(channel);
    const auto bouncing = with_bounce(ideal, {}, chance);
    changes.insert(changes.end(), bouncing.begin(), bouncing.end());
  });
}

BOOST_AUTO_TEST_CASE(same_seed_same_bytes) {
  const bool ok = rc::check([](std::uint64_t seed) {
    const auto run = [&] {
      Random random(seed);
      auto all = transitions(wandering(random), {});
      return with_bounce(all, {}, random);
    };
    RC_ASSERT(run() == run());
  });
  BOOST_TEST(ok);
}

BOOST_AUTO_TEST_SUITE_END()
