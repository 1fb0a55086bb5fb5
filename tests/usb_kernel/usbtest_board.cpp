// SPDX-License-Identifier: Apache-2.0
// The test build of the USB core for a virtual machine: what `adoube attach` does for the board, without a scan side.
// Ends when the machine leaves and prints what the bus saw as one JSON object; exit status 1 where it saw a fault.
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <string>

#include "Vusbtest.h"
#include "sim/bus/host.hpp"
#include "sim/gateway/serve.hpp"
#include "sim/gateway/unix_socket.hpp"
#include "sim/seam/host_bus.hpp"

namespace {

using namespace adoube;

volatile std::sig_atomic_t ended = 0;

// The core and the bit-true host on one pair of wires. Nothing is at the cut: no packet is offered, no register answers.
class TestedBoard final : public sim::Stepper {
 public:
  explicit TestedBoard(bus::Host& host) : host_(host) {
    core_.vbus_i = 1;
    for (int bit = 0; bit < 8; ++bit) clock(bus::line_j);
    core_.rst_ni = 1;
  }
  std::uint64_t now() const override { return now_; }
  void run_until(std::uint64_t bit_time) override {
    stop_ = false;
    while (!stop_ && now_ < bit_time) {
      clock(host_.tick(now_, {core_.dp_o != 0, core_.dn_o != 0, core_.oe_o != 0, core_.pullup_o != 0}));
      ++now_;
    }
  }
  void stop() override { stop_ = true; }

 private:
  // A bit time: one clock of 12 MHz, on the first of four of 48 MHz.
  void clock(bus::Line wires) {
    core_.dp_i = wires.dp;
    core_.dn_i = wires.dn;
    for (int tick = 0; tick < 4; ++tick) {
      core_.clk48_i = 1;
      core_.clk12_i = tick < 2;
      core_.eval();
      core_.clk48_i = 0;
      core_.eval();
    }
  }

  bus::Host& host_;
  Vusbtest core_;
  std::uint64_t now_ = 0;
  bool stop_ = false;
};

std::uint64_t clock_us() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

int failed(const Error& error) {
  fmt::print(stderr, "{}\n", error.message);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return failed({Cause::usage, "usage: usbtest_board SOCKET"});
  std::signal(SIGTERM, [](int) { ended = 1; });
  auto socket = sim::UnixSocket::listen(argv[1]);
  if (!socket) return failed(socket.error());
  sim::OwnedDescriptor peer;
  while (peer.get() < 0 && ended == 0) {
    auto come = socket->accept(100);
    if (!come) return failed(come.error());
    peer = std::move(*come);
  }

  bus::Host host;
  TestedBoard board(host);
  sim::HostBus usb(host);
  // Afterwards time goes on only while somebody asks: the pull-up, which waits after power-up, is to be there by then.
  while (!usb.connected() && board.now() < 200 * sim::bit_times_per_ms) board.run_until(board.now() + sim::bit_times_per_ms);
  sim::RedirServer server(usb, board, peer.get());
  const auto served = sim::serve(server, board, peer.get(), {clock_us, 1, [] { return ended == 0; }});
  if (!served && served.error().cause != Cause::lost) return failed(served.error());

  const std::string breaches = host.checker().report();
  fmt::print(stderr, "{}", breaches);
  const bus::HostCounters& bus = host.counters();
  const sim::RedirCounters& gateway = server.counters();
  fmt::print(R"({{"resets":{},"settings":{},"requests":{},"cancelled":{},"packets":{},"frames":{},"stalls":{},)",
             gateway.resets, gateway.settings, gateway.requests, gateway.cancelled, gateway.packets, bus.frames, bus.stalls);
  fmt::print(R"("repeated":{},"bad":{},"silent":{},"collisions":{},"unasked":{}}})"
             "\n",
             bus.repeated, bus.bad, bus.silent, bus.collisions, bus.unasked);
  return bus.repeated + bus.bad + bus.silent + bus.collisions + bus.unasked == 0 && breaches.empty() ? 0 : 1;
}
