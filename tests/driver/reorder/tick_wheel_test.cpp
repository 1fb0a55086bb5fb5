// SPDX-License-Identifier: Apache-2.0
/// Single cases of the tick wheel: intervals, the watermark, room, and memory.
#include <boost/test/unit_test.hpp>

#include <vector>

#include "driver/reorder/tick_wheel.hpp"
#include "tests/allocation.hpp"

using namespace adoube;
using namespace adoube::reorder;

namespace {

struct Collector {
  std::vector<OrderedEdge> edges;
  void operator()(const OrderedEdge& edge) { edges.push_back(edge); }
  [[nodiscard]] std::vector<Tick> onsets() const {
    std::vector<Tick> result;
    for (const auto& edge : edges) result.push_back(edge.when.hi);
    return result;
  }
};

Edge at(Tick onset, std::uint8_t channel = 0, bool level = true, bool late = false) {
  return {channel, level, false, late, onset};
}

}  // namespace

BOOST_AUTO_TEST_CASE(late_confirmation_is_put_in_its_place) {
  TickWheel wheel(30'252, 126);
  Collector out;
  wheel.push(at(5000, 3), out);
  wheel.push(at(1000, 7), out);  // began first, bounced, was confirmed last
  wheel.push(at(5000, 1), out);
  BOOST_TEST(out.edges.empty());
  wheel.advance(5000, out);
  BOOST_TEST(out.onsets() == (std::vector<Tick>{1000}), boost::test_tools::per_element());
  wheel.push(at(5000, 135), out);  // at the watermark is not below it
  wheel.advance(5001, out);
  BOOST_TEST(out.onsets() == (std::vector<Tick>{1000, 5000, 5000, 5000}), boost::test_tools::per_element());
  BOOST_TEST(out.edges[1].channel == 1);
  BOOST_TEST(out.edges[2].channel == 3);
  BOOST_TEST(out.edges[3].channel == 135);
  BOOST_TEST(wheel.counters().behind == 0u);
  BOOST_TEST(wheel.watermark() == 5001);
}

BOOST_AUTO_TEST_CASE(intervals) {
  TickWheel wheel(30'252, 126, 50);
  Collector out;
  wheel.push(at(1000, 9), out);
  wheel.push(at(90'000, 9, false, true), out);  // restless: somewhere after the channel's previous edge
  wheel.push(at(90'010, 8, true, true), out);   // no previous edge: somewhere since anything is known
  wheel.flush(out);
  BOOST_REQUIRE(out.edges.size() == 3u);
  BOOST_TEST((out.edges[0].when == Interval{874, 1000}));
  BOOST_TEST((out.edges[1].when == Interval{1000, 90'000}));
  BOOST_TEST((out.edges[2].when == Interval{50, 90'010}));
  BOOST_TEST(out.edges[1].late);
  wheel.set_scan_period(5126);
  wheel.push(at(99'000, 9), out);
  wheel.flush(out);
  BOOST_TEST((out.edges[3].when == Interval{93'874, 99'000}));
}

BOOST_AUTO_TEST_CASE(below_the_watermark_is_delivered_and_counted) {
  TickWheel wheel(30'252, 126);
  Collector out;
  wheel.push(at(8000), out);
  wheel.advance(9000, out);
  wheel.push(at(8999, 4), out);
  BOOST_REQUIRE(out.edges.size() == 2u);
  BOOST_TEST(!out.edges[0].behind);
  BOOST_TEST(out.edges[1].behind);
  BOOST_TEST(wheel.counters().behind == 1u);
  wheel.advance(100, out);  // a horizon that falls says nothing
  BOOST_TEST(wheel.watermark() == 9000);
}

BOOST_AUTO_TEST_CASE(the_same_edge_twice) {
  TickWheel wheel(30'252, 126);
  Collector out;
  wheel.push(at(700, 5), out);
  wheel.push(at(700, 5), out);
  wheel.flush(out);
  BOOST_TEST(out.edges.size() == 1u);
  BOOST_TEST(wheel.counters().doubled == 1u);
  BOOST_TEST(wheel.pending() == 0u);
}

BOOST_AUTO_TEST_CASE(wider_than_the_window) {
  TickWheel wheel(64, 10);
  BOOST_TEST(wheel.window() == 64);
  Collector out;
  wheel.push(at(1000, 1), out);
  wheel.push(at(1063, 2), out);
  BOOST_TEST(out.edges.empty());
  wheel.push(at(1064, 3), out);  // makes room
  BOOST_TEST(out.onsets() == (std::vector<Tick>{1000}), boost::test_tools::per_element());
  BOOST_TEST(wheel.counters().forced == 1u);
  wheel.push(at(1000, 4), out);  // its place has passed
  BOOST_TEST(wheel.counters().behind == 1u);
  BOOST_TEST(out.edges[1].behind);
  wheel.push(at(1'000'000, 5), out);
  wheel.flush(out);
  BOOST_TEST(out.onsets() == (std::vector<Tick>{1000, 1000, 1063, 1064, 1'000'000}), boost::test_tools::per_element());

  TickWheel low(64, 10);
  Collector kept;
  low.push(at(1000), kept);
  low.push(at(500, 1), kept);  // too far below what waits, but before all of it: given out in order
  BOOST_TEST(kept.onsets() == (std::vector<Tick>{500}), boost::test_tools::per_element());
  BOOST_TEST(!kept.edges[0].behind);
  low.push(at(500, 2), kept);
  BOOST_TEST(kept.edges[1].behind);
}

BOOST_AUTO_TEST_CASE(more_ticks_than_cells) {
  TickWheel wheel(1024, 10, 0, 4);
  Collector out;
  for (const Tick tick : {100, 102, 104, 106}) wheel.push(at(tick), out);
  wheel.push(at(102, 1), out);  // shares a cell
  BOOST_TEST(out.edges.empty());
  wheel.push(at(103), out);
  BOOST_TEST(out.onsets() == (std::vector<Tick>{100}), boost::test_tools::per_element());
  wheel.push(at(101), out);  // room is made by what is first: this one
  BOOST_TEST(out.onsets() == (std::vector<Tick>{100, 101}), boost::test_tools::per_element());
  wheel.flush(out);
  BOOST_TEST(out.onsets() == (std::vector<Tick>{100, 101, 102, 102, 103, 104, 106}), boost::test_tools::per_element());
  BOOST_TEST(wheel.counters().forced == 2u);
  BOOST_TEST(wheel.counters().behind == 0u);
}

BOOST_AUTO_TEST_CASE(long_silence_and_negative_ticks) {
  TickWheel wheel(4096, 126, -10'000);
  Collector out;
  wheel.push(at(-300, 1), out);
  wheel.push(at(-5, 2), out);
  wheel.push(at(10, 3), out);
  wheel.advance(Tick{1} << 40, out);
  wheel.push(at((Tick{1} << 40) + 77), out);
  wheel.flush(out);
  BOOST_TEST(out.onsets() == (std::vector<Tick>{-300, -5, 10, (Tick{1} << 40) + 77}), boost::test_tools::per_element());
  BOOST_TEST(wheel.counters().behind == 0u);
}

BOOST_AUTO_TEST_CASE(nothing_is_allocated_while_running) {
  TickWheel wheel(30'252, 126, 0, 512);
  std::uint64_t sum = 0;
  const auto out = [&sum](const OrderedEdge& edge) { sum += edge.channel; };
  std::uint64_t state = 7;
  const std::uint64_t before = allocations();
  for (Tick tick = 0; tick < 3'000'000; tick += 10) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    wheel.push(at(tick + static_cast<Tick>(state >> 48u) % 14'000, static_cast<std::uint8_t>((state >> 40u) % 136u)), out);
    wheel.advance(tick, out);
  }
  wheel.flush(out);
  BOOST_TEST(allocations() == before);
  BOOST_TEST(sum != 0u);
  BOOST_TEST(wheel.counters().forced != 0u);  // the way through full cells was taken, too
}
