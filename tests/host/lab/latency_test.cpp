// SPDX-License-Identifier: Apache-2.0
// From a contact to the transport's callback: edges without bounce, at most twelve a frame, no faults on the line. The
// bound is 1 scan + hold in whole scans + 1 slot + 1 frame (2 where a heartbeat, hello or drop report takes the frame)
// + 0.15 ms, and it is tight.
#include <boost/test/unit_test.hpp>
#include <array>
#include <deque>
#include <iostream>

#include "driver/session/session.hpp"
#include "driver/wire/packet.hpp"
#include "host/lab/simulated_board.hpp"
#include "sim/physics/random.hpp"

namespace adoube::lab {
namespace {

constexpr Tick scan = 126;
constexpr Tick slot = 14;
constexpr Tick frame = 1'000;
constexpr Tick margin = 150;

constexpr Tick bound(Tick hold, bool frame_taken) {
  return scan + (hold + scan - 1) / scan * scan + slot + (frame_taken ? 2 : 1) * frame + margin;
}

// Contacts that close and open once each, everywhere on the board: about two a millisecond, never more than twelve.
std::vector<sim::Change> clean_contacts(Tick from, Tick until) {
  sim::Random random(20261129);
  std::array<bool, 128> level{};
  std::array<Tick, 128> free_at{};
  std::vector<sim::Change> changes;
  for (Tick at = from; at < until;) {
    const Tick pause = random.within(90, 900);
    at += pause;
    const auto channel = static_cast<std::uint8_t>(random.within(0, 127));
    if (at < free_at[channel]) continue;
    level[channel] = !level[channel];
    free_at[channel] = at + 12'000;
    changes.push_back({at, channel, level[channel]});
  }
  return changes;
}

class Watch final : public transport::Receiver, public driver::Sink {
 public:
  Watch(const std::vector<sim::Change>& changes, const transport::Clock& clock) : clock_(clock) {
    for (const sim::Change& change : changes) waiting_[change.channel].push_back(change.at);
  }
  void packet(std::span<const std::uint8_t> bytes) override {
    const auto packet = wire::decode(bytes);
    BOOST_TEST_REQUIRE(packet.has_value());
    const auto* events = std::get_if<wire::EventPacket>(&packet->body);
    if (events == nullptr) {
      other_ = clock_.now();
      return;
    }
    for (const wire::Edge& edge : events->used()) {
      BOOST_TEST_REQUIRE(!waiting_[edge.channel].empty());
      const Tick began = waiting_[edge.channel].front();
      waiting_[edge.channel].pop_front();
      const Tick hold = edge.channel < wire::scan::touch_first ? 4000 : 2000;
      const Tick took = clock_.now() - began;
      // Another packet had the frame if it came when this edge was confirmed already.
      const bool taken = other_ >= began + hold;
      Tick& max = (edge.channel < wire::scan::touch_first ? presence_max : touch_max)[taken ? 1 : 0];
      max = std::max(max, took);
      BOOST_TEST(took <= bound(hold, taken));
      ++edges;
    }
  }
  void damaged() override { BOOST_TEST(false); }
  void record(const driver::Record&) override {}

  std::size_t left() const {
    std::size_t n = 0;
    for (const auto& queue : waiting_) n += queue.size();
    return n;
  }

  std::size_t edges = 0;
  std::array<Tick, 2> presence_max{};
  std::array<Tick, 2> touch_max{};

 private:
  const transport::Clock& clock_;
  std::array<std::deque<Tick>, 128> waiting_;
  Tick other_ = 0;
};

BOOST_AUTO_TEST_CASE(no_edge_takes_longer_than_the_bound_and_some_nearly_do) {
  constexpr Tick until = 4'000'000;
  const std::vector<sim::Change> changes = clean_contacts(500'000, until);
  auto board = make_board({}, changes);
  BOOST_TEST_REQUIRE(board.has_value(), board.error().message);
  Watch watch(changes, (*board)->clock());
  driver::Options options;
  options.tap = &watch;
  driver::Session session((*board)->transport(), (*board)->clock(), watch, options);
  const auto opened = session.open();
  BOOST_TEST_REQUIRE(opened.has_value(), opened.error().message);
  BOOST_TEST_REQUIRE((*board)->clock().now() < 500'000);
  while ((*board)->clock().now() < until + 20'000) BOOST_TEST_REQUIRE(session.step(20'000).has_value());
  BOOST_TEST_REQUIRE(session.close().has_value());

  BOOST_TEST(watch.edges == changes.size());
  BOOST_TEST(watch.left() == 0u);
  std::cout << watch.edges << " edges; presence at most " << watch.presence_max[0] << " us of " << bound(4000, false) << ", touch "
            << watch.touch_max[0] << " of " << bound(2000, false) << "; behind another packet " << watch.presence_max[1] << " of "
            << bound(4000, true) << " and " << watch.touch_max[1] << " of " << bound(2000, true) << '\n';
  BOOST_TEST(watch.presence_max[0] * 10 >= bound(4000, false) * 9);
  BOOST_TEST(watch.touch_max[0] * 10 >= bound(2000, false) * 9);
}

}  // namespace
}  // namespace adoube::lab
