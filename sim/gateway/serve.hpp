// SPDX-License-Identifier: Apache-2.0
/// The simulated board at the end of a usbredir stream, paced by an outside clock.
#pragma once
#include <cstdint>
#include <functional>

#include "rules/core/result.hpp"
#include "sim/gateway/redir_server.hpp"
#include "sim/seam/stepper.hpp"

namespace adoube::sim {

struct ServeOptions {
  /// Microseconds of the outside clock.
  std::function<std::uint64_t()> clock;
  /// Simulated time for one of the outside, at most.
  std::uint32_t speed = 1;
  /// Asked every tenth of a second at least; false ends the service.
  std::function<bool()> go_on;
};

/// Waits for the hello of the other side. Errors: those of RedirServer::exchange (`lost` where the other side went without
/// one), `interrupted` where `go_on` says no.
Result<void> greet(RedirServer& server, int socket, const std::function<bool()>& go_on);

/// Serves until `go_on` says no (success) or the stream breaks (the error of RedirServer::exchange: `lost` where the other
/// side closed it). Simulated time goes on only while the guest waits for something from the device.
Result<void> serve(RedirServer& server, Stepper& stepper, int socket, const ServeOptions& options);

/// Sends what still waits for the socket, as far as the other side reads it within so many microseconds of the clock.
void send_rest(RedirServer& server, int socket, const ServeOptions& options, std::uint64_t within_us);

}  // namespace adoube::sim
