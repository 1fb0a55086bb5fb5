// SPDX-License-Identifier: Apache-2.0
/// A simulated board handed to a virtual machine: sensors, both Verilated halves of the gateware, the bit-true bus, and a
/// usbredir stream at its end. The guest's own kernel and programs drive it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "driver/transport/clock.hpp"
#include "rules/core/interval.hpp"
#include "rules/core/result.hpp"
#include "sim/bus/host.hpp"
#include "sim/gateway/redir_server.hpp"
#include "sim/physics/change.hpp"

namespace adoube::lab {

struct AttachOptions {
  std::string path;                 ///< of the Unix socket at which the virtual machine finds the board
  std::uint32_t speed = 1;          ///< simulated time for one of the host, at most; 1 to 1,000
  Tick limit = 0;                   ///< the board is unplugged at this device time, us; 0: never
  std::optional<std::string> pcap;  ///< capture file of the simulated bus
};

/// What the caller hears meanwhile.
class AttachListener {
 public:
  AttachListener() = default;
  AttachListener(const AttachListener&) = delete;
  AttachListener& operator=(const AttachListener&) = delete;
  virtual ~AttachListener() = default;
  /// The socket is there: a virtual machine may be started.
  virtual void on_waiting() = 0;
  /// One has connected and said hello.
  virtual void on_connected() = 0;
  /// Asked every tenth of a second at least; false ends the run. `now`: device time, us.
  virtual bool on_time(Tick now) = 0;
};

struct AttachReport {
  bool unplugged = false;      ///< ended at `limit`
  bool left = false;           ///< ended by the virtual machine; by the caller where neither is true
  Tick simulated = 0;          ///< device time at the end, us
  sim::RedirCounters gateway;
  bus::HostCounters bus;
  std::string breaches;        ///< what the checker of the bus holds against the device; empty: nothing
};

/// Waits for one virtual machine, serves it until it leaves, and ends. Who connects and goes without a hello is none. `clock`: of the host machine. Errors: those of the
/// socket and of the capture file, `protocol` where the other side speaks nonsense, `interrupted` where the listener wants
/// no more while nobody has connected.
Result<AttachReport> attach(std::span<const sim::Change> changes, const AttachOptions& options, const transport::Clock& clock,
                            AttachListener& listener);

}  // namespace adoube::lab
