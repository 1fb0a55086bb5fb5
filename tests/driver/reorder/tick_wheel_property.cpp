// SPDX-License-Identifier: Apache-2.0
/// Properties of the tick wheel, with std::stable_sort as the oracle.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <vector>

#include "driver/reorder/tick_wheel.hpp"

using namespace adoube;
using namespace adoube::reorder;

namespace {

constexpr Tick window = 12'252;
/// What can wait between two horizons of these tests: the window, and 60 steps of 900 us.
constexpr Tick wide = window + 60 * 900;

/// What a board does: edges with the tick at which each is confirmed, in that order.
struct Confirmed {
  Edge edge;
  Tick confirmed;
};

bool same_or_later(const OrderedEdge& a, const OrderedEdge& b) {
  return std::pair(a.when.hi, a.channel) < std::pair(b.when.hi, b.channel);
}

/// Up to 300 edges of a lawful board: none is confirmed more than the window after its onset, a channel's edges are in
/// order, no two of one channel at one tick.
std::vector<Confirmed> lawful(Tick start) {
  const auto steps = *rc::gen::container<std::vector<std::tuple<std::uint8_t, std::uint16_t, std::uint16_t, std::uint8_t>>>(
      rc::gen::tuple(rc::gen::inRange<std::uint8_t>(0, 136), rc::gen::inRange<std::uint16_t>(0, 900),
                     rc::gen::inRange<std::uint16_t>(0, static_cast<std::uint16_t>(window)), rc::gen::arbitrary<std::uint8_t>()));
  std::vector<Confirmed> all;
  std::array<Tick, 136> ready{};  // confirmation of the channel's last edge
  ready.fill(start);
  std::array<bool, 136> level{};
  Tick onset = start + 1;
  for (const auto& [channel, step, delay, flags] : steps) {
    onset += (flags & 16u) != 0 ? 0 : step;  // several at one tick
    if (onset <= ready[channel]) continue;
    level[channel] = !level[channel];
    all.push_back({{channel, level[channel], (flags & 1u) != 0, (flags & 14u) == 2u, onset}, onset + delay});
    ready[channel] = onset + delay;
  }
  std::stable_sort(all.begin(), all.end(), [](const Confirmed& a, const Confirmed& b) { return a.confirmed < b.confirmed; });
  return all;
}

/// The edges as the oracle orders them.
std::vector<OrderedEdge> oracle(const std::vector<Confirmed>& all, Tick scan, Tick start) {
  std::vector<Edge> sorted;
  for (const auto& item : all) sorted.push_back(item.edge);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Edge& a, const Edge& b) { return std::pair(a.onset, a.channel) < std::pair(b.onset, b.channel); });
  std::array<Tick, 256> previous{};
  previous.fill(start);
  std::vector<OrderedEdge> result;
  for (const Edge& edge : sorted) {
    const Tick lo = edge.late ? std::min(edge.onset - scan, previous[edge.channel]) : edge.onset - scan;
    previous[edge.channel] = edge.onset;
    result.push_back({edge.channel, edge.level, edge.bounced, edge.late, false, {lo, edge.onset}});
  }
  return result;
}

/// The smallest onset that is not sent before `index`: the best horizon a board can give there.
Tick horizon_at(const std::vector<Confirmed>& all, std::size_t index) {
  Tick least = all.empty() ? 0 : all.back().confirmed + 1;
  for (std::size_t i = index; i < all.size(); ++i) least = std::min(least, all[i].edge.onset);
  return least;
}

struct Run {
  std::vector<OrderedEdge> out;
  TickWheel wheel{wide, 126, 0};
  auto sink() {
    return [this](const OrderedEdge& edge) { out.push_back(edge); };
  }
};

/// A horizon after every `every`-th edge.
Run run(const std::vector<Confirmed>& all, std::size_t every, Tick start = 0) {
  Run result;
  result.wheel = TickWheel(wide, 126, start);
  for (std::size_t i = 0; i < all.size(); ++i) {
    result.wheel.push(all[i].edge, result.sink());
    if ((i + 1) % every == 0) {
      const std::size_t before = result.out.size();
      const Tick horizon = horizon_at(all, i + 1);
      result.wheel.advance(horizon, result.sink());
      for (std::size_t k = before; k < result.out.size(); ++k) RC_ASSERT(result.out[k].when.hi < horizon);
    }
  }
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(equals_the_oracle_and_loses_nothing) {
  BOOST_TEST(rc::check("a lawful board's edges come in the order of their onsets, whatever the horizons", [] {
    const auto all = lawful(0);
    const auto every = *rc::gen::inRange<std::size_t>(1, 40);
    Run ours = run(all, every);
    RC_ASSERT(std::is_sorted(ours.out.begin(), ours.out.end(), same_or_later));
    RC_ASSERT(ours.wheel.counters().in == ours.wheel.counters().out + ours.wheel.pending());
    ours.wheel.flush(ours.sink());
    RC_ASSERT(ours.out == oracle(all, 126, 0));
    const WheelCounters& counters = ours.wheel.counters();
    RC_ASSERT(counters.in == all.size());
    RC_ASSERT(counters.out == all.size());
    RC_ASSERT(counters.behind == 0u);
    RC_ASSERT(counters.forced == 0u);
    RC_ASSERT(counters.doubled == 0u);
    RC_ASSERT(ours.wheel.pending() == 0u);
  }));
}

BOOST_AUTO_TEST_CASE(arrival_between_two_horizons_does_not_matter) {
  BOOST_TEST(rc::check("any interleaving between horizons gives the same output", [] {
    const auto all = lawful(0);
    const auto every = *rc::gen::inRange<std::size_t>(1, 60);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    auto shuffled = all;
    std::uint64_t state = seed | 1u;
    for (std::size_t from = 0; from < all.size(); from += every) {
      const std::size_t size = std::min(every, all.size() - from);
      for (std::size_t i = size; i > 1; --i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        std::swap(shuffled[from + i - 1], shuffled[from + (state >> 33u) % i]);
      }
    }
    Run a;
    Run b;
    for (std::size_t i = 0; i < all.size(); ++i) {
      a.wheel.push(all[i].edge, a.sink());
      b.wheel.push(shuffled[i].edge, b.sink());
      if ((i + 1) % every == 0) {
        a.wheel.advance(horizon_at(all, i + 1), a.sink());
        b.wheel.advance(horizon_at(all, i + 1), b.sink());
        RC_ASSERT(a.out == b.out);
      }
    }
    a.wheel.flush(a.sink());
    b.wheel.flush(b.sink());
    RC_ASSERT(a.out == b.out);
  }));
}

BOOST_AUTO_TEST_CASE(prefix_stable) {
  BOOST_TEST(rc::check("what was said stays said, however the rest goes on", [] {
    const auto all = lawful(0);
    const auto every = *rc::gen::inRange<std::size_t>(1, 20);
    const Run whole = run(all, every);
    // The same horizons, but the stream ends early.
    Run part;
    const auto size = all.empty() ? 0 : *rc::gen::inRange<std::size_t>(0, all.size());
    for (std::size_t i = 0; i < size; ++i) {
      part.wheel.push(all[i].edge, part.sink());
      if ((i + 1) % every == 0) part.wheel.advance(horizon_at(all, i + 1), part.sink());
    }
    RC_ASSERT(part.out.size() <= whole.out.size());
    RC_ASSERT(std::equal(part.out.begin(), part.out.end(), whole.out.begin()));
  }));
}

BOOST_AUTO_TEST_CASE(shifted_time_shifts_the_output) {
  BOOST_TEST(rc::check("starting tick shifted by k shifts the output by k", [] {
    auto all = lawful(0);
    const auto every = *rc::gen::inRange<std::size_t>(1, 20);
    const auto k = *rc::gen::inRange<Tick>(-(Tick{1} << 40), Tick{1} << 40);
    Run here = run(all, every, 0);
    for (auto& item : all) {
      item.edge.onset += k;
      item.confirmed += k;
    }
    Run there = run(all, every, k);
    here.wheel.flush(here.sink());
    there.wheel.flush(there.sink());
    for (auto& edge : here.out) {
      edge.when.lo += k;
      edge.when.hi += k;
    }
    RC_ASSERT(here.out == there.out);
  }));
}

BOOST_AUTO_TEST_CASE(an_unlawful_board_loses_nothing_either) {
  BOOST_TEST(rc::check("any edges and horizons: in = out + doubled, order kept except where it says so", [] {
    const auto steps = *rc::gen::container<std::vector<std::tuple<std::uint8_t, std::int64_t, bool, std::uint8_t>>>(
        rc::gen::tuple(rc::gen::inRange<std::uint8_t>(0, 192),
                       rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, 300), rc::gen::inRange<std::int64_t>(-(1ll << 45), 1ll << 45)),
                       rc::gen::arbitrary<bool>(), rc::gen::inRange<std::uint8_t>(0, 10)));
    TickWheel wheel(128, 10, 0, 6);
    std::vector<OrderedEdge> out;
    const auto sink = [&out](const OrderedEdge& edge) { out.push_back(edge); };
    std::uint64_t pushed = 0;
    for (const auto& [channel, tick, flag, kind] : steps) {
      if (kind == 0) {
        wheel.advance(tick, sink);
      } else {
        wheel.push({channel, flag, false, flag, tick}, sink);
        ++pushed;
      }
      RC_ASSERT(wheel.counters().out == out.size());
    }
    wheel.flush(sink);
    RC_ASSERT(wheel.pending() == 0u);
    RC_ASSERT(pushed == out.size() + wheel.counters().doubled);
    Tick last = std::numeric_limits<Tick>::min();
    std::uint64_t behind = 0;
    for (const auto& edge : out) {
      RC_ASSERT(edge.when.lo < edge.when.hi);
      if (edge.behind) {
        ++behind;
      } else {
        RC_ASSERT(edge.when.hi >= last);
        last = edge.when.hi;
      }
    }
    RC_ASSERT(behind == wheel.counters().behind);
  }));
}
