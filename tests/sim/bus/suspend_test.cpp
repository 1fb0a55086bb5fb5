// SPDX-License-Identifier: Apache-2.0
// Suspend and resume as the host signals them (USB 2.0, 7.1.7.6 and 7.1.7.7).
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "tests/sim/bus/puppet.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes;
using adoube::bus::handshake;
using adoube::test::PuppetBus;
using bus::frame_bits;
using bus::Pid;
using bus::Status;

namespace {

bool is(const Bytes& bytes, Pid pid) { return !bytes.empty() && bytes[0] == bus::pid_byte(pid); }

/// A bus with an interrupt endpoint that always refuses.
struct Bench {
  PuppetBus puppet;
  Bytes room = Bytes(64);
  bus::Transfer poll;

  Bench() {
    puppet.answer = [](const Bytes& bytes) -> std::optional<Bytes> {
      return is(bytes, Pid::in) ? std::optional(handshake(Pid::nak)) : std::nullopt;
    };
    poll.kind = bus::Transfer::Kind::interrupt_in;
    poll.address = 5;
    poll.endpoint = 1;
    poll.data = room;
    puppet.host.submit(poll);
    puppet.run(3 * frame_bits + 5'000);
  }
  /// Levels from bit time `from` on as runs: "J500 K3 ...".
  std::vector<std::pair<char, std::size_t>> runs(std::size_t from) const {
    std::vector<std::pair<char, std::size_t>> found;
    for (std::size_t i = from; i < puppet.levels.size(); ++i) {
      const bus::Line line = puppet.levels[i];
      const char name = line == bus::line_j ? 'J' : line == bus::line_k ? 'K' : '0';
      if (found.empty() || found.back().first != name) found.emplace_back(name, 0);
      ++found.back().second;
    }
    return found;
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_suspended_bus_rests_at_j_and_transfers_wait) {
  Bench bench;
  bench.puppet.host.suspend();
  BOOST_TEST(bench.puppet.host.suspended());
  bench.puppet.run(10);
  const std::size_t from = bench.puppet.levels.size();
  const std::uint64_t polls = bench.puppet.host.counters().polls;
  bench.puppet.run(20 * frame_bits);
  BOOST_TEST((bench.runs(from) == std::vector<std::pair<char, std::size_t>>{{'J', 20 * frame_bits}}));
  BOOST_TEST(bench.puppet.host.counters().polls == polls);
  BOOST_TEST(bench.puppet.host.suspended());
  BOOST_TEST(bench.puppet.host.counters().suspends == 1U);
  BOOST_TEST((bench.poll.status == Status::pending));
  // And it costs nothing to simulate.
  BOOST_TEST(bench.puppet.host.idle());
  BOOST_TEST(bench.puppet.host.next_activity(bench.puppet.now) > bench.puppet.now + 1'000 * frame_bits);
}

BOOST_AUTO_TEST_CASE(resume_is_20_ms_of_k_a_low_speed_end_of_packet_and_10_ms_of_recovery) {
  Bench bench;
  bench.puppet.host.suspend();
  bench.puppet.run(10 * frame_bits);
  const std::size_t from = bench.puppet.levels.size();
  bench.puppet.host.resume();
  bench.puppet.run(21 * frame_bits);
  const auto runs = bench.runs(from);
  BOOST_REQUIRE(runs.size() >= 3U);
  BOOST_TEST((runs[0] == std::pair<char, std::size_t>('K', 20 * frame_bits)));
  BOOST_TEST((runs[1] == std::pair<char, std::size_t>('0', 16)));
  BOOST_TEST(runs[2].first == 'J');
  BOOST_TEST(runs[2].second <= 3 * frame_bits);   // SOF before the device falls asleep again
  BOOST_TEST(bench.puppet.host.suspended());      // recovery
  const std::uint64_t polls = bench.puppet.host.counters().polls;
  bench.puppet.run(8 * frame_bits);
  BOOST_TEST(bench.puppet.host.counters().polls == polls);
  bench.puppet.run(4 * frame_bits);
  BOOST_TEST(!bench.puppet.host.suspended());
  BOOST_TEST(bench.puppet.host.counters().polls > polls);
  BOOST_TEST(bench.puppet.host.counters().resumes == 1U);
  // Frames were counted on: number and time of the last SOF fit.
  const auto last = std::ranges::find_if(bench.puppet.heard.rbegin(), bench.puppet.heard.rend(),
                                         [](const auto& heard) { return is(heard.bytes, Pid::sof); });
  BOOST_TEST(((last->bytes[1] | (last->bytes[2] & 7U) << 8U) == last->end / frame_bits));
}

BOOST_AUTO_TEST_CASE(a_reset_ends_suspend_and_a_resume_without_suspend_is_nothing) {
  Bench bench;
  bench.puppet.host.resume();
  bench.puppet.run(5 * frame_bits);
  BOOST_TEST(bench.puppet.host.counters().resumes == 0U);
  bench.puppet.host.suspend();
  bench.puppet.run(10 * frame_bits);
  bench.puppet.host.bus_reset();
  bench.puppet.run(25 * frame_bits);
  BOOST_TEST(!bench.puppet.host.suspended());
  BOOST_TEST(bench.puppet.host.counters().resets == 1U);
  BOOST_TEST(bench.puppet.host.counters().resumes == 0U);
  const std::uint64_t frames = bench.puppet.host.counters().frames;
  bench.puppet.run(5 * frame_bits);
  BOOST_TEST(bench.puppet.host.counters().frames == frames + 5);
}
