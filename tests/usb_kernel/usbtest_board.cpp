// SPDX-License-Identifier: Apache-2.0
// The test build of the USB core for a virtual machine: what `adoube attach` does for the board, without a scan side.
// Ends when the machine leaves and prints what the bus saw as one JSON object; exit status 1 where it saw a fault.
#include <fmt/format.h>

#include <chrono>
#include <csignal>

#include "Vusbtest.h"
#include "sim/gateway/serve.hpp"
#include "sim/gateway/unix_socket.hpp"
#include "sim/seam/host_bus.hpp"
#include "tests/rtl/usb/bench.hpp"

namespace {

using namespace adoube;

volatile std::sig_atomic_t ended = 0;

class BenchStepper final : public sim::Stepper {
 public:
  explicit BenchStepper(test::Bench<Vusbtest>& bench) : bench_(bench) {}
  std::uint64_t now() const override { return bench_.bit_time; }
  void run_until(std::uint64_t bit_time) override {
    stop_ = false;
    while (!stop_ && bench_.bit_time < bit_time) bench_.step();
  }
  void stop() override { stop_ = true; }

 private:
  test::Bench<Vusbtest>& bench_;
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

  test::Bench<Vusbtest> bench;
  BenchStepper stepper(bench);
  sim::HostBus usb(bench.host);
  stepper.run_until(100 * sim::bit_times_per_ms);  // the pull-up is held off after power-up
  sim::RedirServer server(usb, stepper, peer.get());
  const auto served = sim::serve(server, stepper, peer.get(), {clock_us, 1, [] { return ended == 0; }});
  if (!served && served.error().cause != Cause::lost) return failed(served.error());

  const bus::HostCounters& bus = bench.host.counters();
  const sim::RedirCounters& gateway = server.counters();
  fmt::print(R"({{"resets":{},"settings":{},"requests":{},"cancelled":{},"packets":{},"frames":{},"stalls":{},)",
             gateway.resets, gateway.settings, gateway.requests, gateway.cancelled, gateway.packets, bus.frames, bus.stalls);
  fmt::print(R"("repeated":{},"bad":{},"silent":{},"collisions":{},"unasked":{}}})"
             "\n",
             bus.repeated, bus.bad, bus.silent, bus.collisions, bus.unasked);
  return bus.repeated + bus.bad + bus.silent + bus.collisions + bus.unasked == 0 ? 0 : 1;
}
