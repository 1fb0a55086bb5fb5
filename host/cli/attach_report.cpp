// SPDX-License-Identifier: Apache-2.0
#include "host/cli/attach_report.hpp"

#include <fmt/format.h>

#include "host/cli/text.hpp"

namespace adoube::cli {

ExitCode print(const lab::AttachReport& report, Output& out) {
  const bus::HostCounters& bus = report.bus;
  const sim::RedirCounters& gateway = report.gateway;
  const ExitCode answer = report.breaches.empty() ? ok : answer_no;
  if (out.json()) {
    out.object("detached", {{"unplugged", report.unplugged},
                            {"device_us", report.simulated},
                            {"resets", gateway.resets},
                            {"settings", gateway.settings},
                            {"requests", gateway.requests},
                            {"cancelled", gateway.cancelled},
                            {"packets", gateway.packets},
                            {"frames", bus.frames},
                            {"naks", bus.naks},
                            {"stalls", bus.stalls},
                            {"breaches", report.breaches},
                            {"bus_faults", {{"repeated", bus.repeated},
                                            {"bad", bus.bad},
                                            {"silent", bus.silent},
                                            {"collisions", bus.collisions},
                                            {"unasked", bus.unasked}}}});
    return answer;
  }
  out.line(fmt::format("{} after {} of the board: {}, {}, {} of events; {} on the bus.",
                       report.unplugged ? "Unplugged" : report.left ? "The virtual machine has left" : "Interrupted",
                       seconds_text(report.simulated), amount(gateway.resets, "reset", "resets"),
                       amount(gateway.requests + gateway.settings, "request", "requests"), amount(gateway.packets, "packet", "packets"),
                       amount(bus.repeated + bus.bad + bus.silent + bus.collisions + bus.unasked, "fault", "faults")));
  if (!report.breaches.empty()) out.line(breaches_text(report.breaches, out));
  return answer;
}

}  // namespace adoube::cli
