// SPDX-License-Identifier: Apache-2.0
#include "host/lab/attached_board.hpp"

#include <memory>
#include <utility>

#include "sim/bus/pcap.hpp"
#include "sim/gateway/serve.hpp"
#include "sim/gateway/unix_socket.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/seam/host_bus.hpp"

namespace adoube::lab {
namespace {

constexpr int look_ms = 100;
// A device shows itself within 100 ms of power (USB 2.0, 7.1.7.3); longer is not waited for, us.
constexpr Tick attach_most = 200'000;

// What a virtual machine that stands still may keep a board that was unplugged from ending, us of the clock.
constexpr std::uint64_t goodbye_most = 5'000'000;

struct Guest {
  sim::OwnedDescriptor socket;
  std::unique_ptr<sim::RedirServer> server;
};

// The first that says hello. One that goes without is no virtual machine: a program looked who listens.
Result<Guest> wait_for_guest(sim::UnixSocket& socket, sim::HostBus& usb, sim::Kernel& kernel, AttachListener& listener) {
  const auto go_on = [&listener] { return listener.on_time(0); };
  const auto served = [&listener, &kernel] { return listener.on_time(kernel.tick()); };
  while (go_on()) {
    auto peer = socket.accept(look_ms);
    if (!peer) return tl::unexpected(peer.error());
    if (peer->get() < 0) continue;
    Guest guest{std::move(*peer), nullptr};
    guest.server = std::make_unique<sim::RedirServer>(usb, kernel, guest.socket.get(), served);
    const auto greeted = sim::greet(*guest.server, guest.socket.get(), go_on);
    if (greeted) return guest;
    if (greeted.error().cause != Cause::lost) return tl::unexpected(greeted.error());
  }
  return fail(Cause::interrupted, "interrupted before a virtual machine connected");
}

}  // namespace

Result<AttachReport> attach(std::span<const sim::Change> changes, const AttachOptions& options, const transport::Clock& clock,
                            AttachListener& listener) {
  bus::Host host;
  std::optional<bus::PcapWriter> pcap;
  if (options.pcap) {
    auto writer = bus::PcapWriter::create(*options.pcap);
    if (!writer) return tl::unexpected(writer.error());
    pcap.emplace(std::move(*writer));
    host.observe([&pcap](const bus::PacketView& packet) { pcap->write(packet); });
  }
  auto socket = sim::UnixSocket::listen(options.path);
  if (!socket) return tl::unexpected(socket.error());

  sim::Kernel kernel(host, {changes.begin(), changes.end()});
  sim::HostBus usb(host);
  // Afterwards time goes on only while somebody asks: the board is to be on its port by then.
  while (!usb.connected() && kernel.tick() < attach_most) kernel.run_until(kernel.now() + sim::bit_times_per_ms);
  listener.on_waiting();
  const auto guest = wait_for_guest(*socket, usb, kernel, listener);
  if (!guest) return tl::unexpected(guest.error());
  listener.on_connected();

  sim::RedirServer& server = *guest->server;
  AttachReport report;
  const auto over = [&] { return options.limit != 0 && kernel.tick() >= options.limit; };
  sim::ServeOptions serve{[&] { return static_cast<std::uint64_t>(clock.now()); }, options.speed,
                          [&] { return !over() && listener.on_time(kernel.tick()); }};
  const Result<void> served = sim::serve(server, kernel, guest->socket.get(), serve);
  report.left = !served && served.error().cause == Cause::lost;
  // What nobody waits for any more is no fault of the device.
  if (!served && !report.left && listener.on_time(kernel.tick())) return tl::unexpected(served.error());
  if (served && over()) {
    report.unplugged = true;
    kernel.plug(false);
    kernel.run_until(kernel.now() + sim::bit_times_per_ms);
    serve.go_on = [&] { return listener.on_time(kernel.tick()); };
    sim::send_rest(server, guest->socket.get(), serve, goodbye_most);
  }
  report.simulated = kernel.tick();
  report.gateway = server.counters();
  report.bus = host.counters();
  report.breaches = host.checker().report();
  if (pcap) {
    host.observe({});
    if (auto closed = pcap->close(); !closed) return tl::unexpected(closed.error());
  }
  return report;
}

}  // namespace adoube::lab
