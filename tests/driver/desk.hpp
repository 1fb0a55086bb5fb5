// SPDX-License-Identifier: Apache-2.0
/// A desk with a whole board on it: contacts, the Verilated gateware, the bit-true bus, the real libusb, the driver.
#pragma once
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "driver/session/session.hpp"
#include "driver/transport/usb.hpp"
#include "host/lab/kernel_clock.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/seam/host_bus.hpp"
#include "sim/seam/seam.hpp"
#include "tests/sim/bus/witness.hpp"
#include "tests/sim/kernel/contacts.hpp"

namespace adoube::test {

template <class T>
T value(Result<T> result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message));
  return std::move(*result);
}
inline void done(const Result<void>& result) { BOOST_REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message)); }

struct Sink final : driver::Sink {
  std::vector<reorder::OrderedEdge> edges;
  std::vector<driver::Gap> gaps;
  std::vector<driver::Snapshot> snapshots;
  void record(const driver::Record& record) override {
    if (const auto* edge = std::get_if<reorder::OrderedEdge>(&record)) edges.push_back(*edge);
    if (const auto* gap = std::get_if<driver::Gap>(&record)) gaps.push_back(*gap);
    if (const auto* snapshot = std::get_if<driver::Snapshot>(&record)) snapshots.push_back(*snapshot);
  }
};

struct Desk {
  bus::Host host;
  Witness witness{host};
  sim::Kernel kernel;
  sim::HostBus usb{host};
  lab::KernelClock clock{kernel};
  std::unique_ptr<sim::Seam> seam;
  Sink sink;

  explicit Desk(std::vector<sim::Change> changes, const sim::KernelOptions& options = {})
      : kernel(host, std::move(changes), options), seam(value(sim::Seam::plug(usb, kernel))) {}

  std::unique_ptr<transport::Transport> board(int ring = 128) {
    transport::UsbOptions options;
    options.ring = ring;
    options.fd = seam->descriptor();
    return value(transport::open_usb(options, clock));
  }
  void pump(driver::Session& session, Tick until) {
    while (clock.now() < until) value(session.step(std::min<Tick>(20'000, until - clock.now())));
  }
  /// Time in which the host's program does nothing.
  void away(Tick until) {
    const auto end = static_cast<std::uint64_t>(until) * sim::bit_times_per_us;
    while (kernel.now() < end) kernel.run_until(end);  // a completed transfer ends a run
  }
  /// What the filter confirmed from that tick on and the FIFO took, in the order of the driver.
  std::vector<std::tuple<Tick, unsigned, bool, bool, bool>> truth(Tick from = 0) {
    std::vector<std::tuple<Tick, unsigned, bool, bool, bool>> result;
    for (const auto& edge : kernel.edges()) {
      if (!edge.refused && static_cast<Tick>(edge.clock / 12) >= from) result.emplace_back(edge.onset, edge.channel, edge.level, edge.bounced, edge.late);
    }
    std::sort(result.begin(), result.end());
    return result;
  }
  [[nodiscard]] std::vector<std::tuple<Tick, unsigned, bool, bool, bool>> given() const {
    std::vector<std::tuple<Tick, unsigned, bool, bool, bool>> result;
    for (const auto& edge : sink.edges) result.emplace_back(edge.when.hi, edge.channel, edge.level, edge.bounced, edge.late);
    return result;
  }
};

/// A desk whose board is read from the beginning on.
struct Reading {
  Desk desk;
  std::unique_ptr<transport::Transport> board;
  driver::Session session;

  explicit Reading(std::vector<sim::Change> changes, int ring = 128, const sim::KernelOptions& options = {})
      : desk(std::move(changes), options), board(desk.board(ring)), session(*board, desk.clock, desk.sink) {
    done(session.open());
  }
};

inline void clean(const driver::Counters& counters) {
  BOOST_TEST(counters.malformed == 0u);
  BOOST_TEST(counters.gaps == 0u);
  BOOST_TEST(counters.behind == 0u);
  BOOST_TEST(counters.forced == 0u);
  BOOST_TEST(counters.doubled == 0u);
  BOOST_TEST(counters.unchanged == 0u);
  BOOST_TEST(counters.level_faults == 0u);
  BOOST_TEST(counters.restarts == 0u);
}

}  // namespace adoube::test
