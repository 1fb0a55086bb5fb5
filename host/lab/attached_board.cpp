// SPDX-License-Identifier: Apache-2.0
#include "host/lab/attached_board.hpp"

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

Result<sim::OwnedDescriptor> wait_for_peer(sim::UnixSocket& socket, AttachListener& listener) {
  while (listener.on_time(0)) {
    auto peer = socket.accept(look_ms);
    if (!peer || peer->get() >= 0) return peer;
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
  listener.on_waiting();
  const auto peer = wait_for_peer(*socket, listener);
  if (!peer) return tl::unexpected(peer.error());
  listener.on_connected();

  sim::Kernel kernel(host, {changes.begin(), changes.end()});
  sim::HostBus usb(host);
  // Afterwards time goes on only while somebody asks: the board is to be on its port by then.
  while (!usb.connected() && kernel.tick() < attach_most) kernel.run_until(kernel.now() + sim::bit_times_per_ms);
  sim::RedirServer server(usb, kernel, peer->get());
  AttachReport report;
  const auto over = [&] { return options.limit != 0 && kernel.tick() >= options.limit; };
  const Result<void> served =
      sim::serve(server, kernel, peer->get(),
                 {[&] { return static_cast<std::uint64_t>(clock.now()); }, options.speed,
                  [&] { return !over() && listener.on_time(kernel.tick()); }});
  if (!served && served.error().cause != Cause::lost) return tl::unexpected(served.error());
  if (served && over()) {
    report.unplugged = true;
    kernel.plug(false);
    kernel.run_until(kernel.now() + sim::bit_times_per_ms);
    while (server.exchange() && server.backlog() && listener.on_time(kernel.tick())) {
    }
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
