// SPDX-License-Identifier: Apache-2.0
#include "sim/gateway/serve.hpp"

#include <poll.h>

#include <algorithm>

#include "sim/gateway/pace.hpp"

namespace adoube::sim {
namespace {

constexpr int rest_ms = 100;
// The shortest wait there is, and so the least that is worth simulating ahead of: a frame.
constexpr int frame_ms = 1;

void wait(int socket, short events, int wait_ms) {
  pollfd set{socket, events, 0};
  poll(&set, 1, wait_ms);
}

}  // namespace

Result<void> greet(RedirServer& server, int socket, const std::function<bool()>& go_on) {
  while (go_on()) {
    if (auto exchanged = server.exchange(); !exchanged) return exchanged;
    if (server.greeted()) return {};
    wait(socket, POLLIN, rest_ms);
  }
  return fail(Cause::interrupted, "interrupted before a virtual machine connected");
}

Result<void> serve(RedirServer& server, Stepper& stepper, int socket, const ServeOptions& options) {
  Pace pace(options.speed);
  while (options.go_on()) {
    if (auto exchanged = server.exchange(); !exchanged) return exchanged;
    const std::uint64_t until = pace.until(options.clock(), stepper.now());
    if (server.backlog()) {
      wait(socket, POLLIN | POLLOUT, rest_ms);  // what is simulated meanwhile could not be told either
    } else if (!server.asked()) {
      wait(socket, POLLIN, rest_ms);
    } else if (until <= stepper.now()) {
      wait(socket, POLLIN, frame_ms);
    } else {
      // A frame at most: what the guest sends meanwhile may take back what the device is about to do.
      stepper.run_until(std::min(until, stepper.now() + frame_ms * bit_times_per_ms));
    }
  }
  return {};
}

void send_rest(RedirServer& server, int socket, const ServeOptions& options, std::uint64_t within_us) {
  const std::uint64_t end = options.clock() + within_us;
  while (options.go_on() && server.exchange() && server.backlog() && options.clock() < end) wait(socket, POLLIN | POLLOUT, rest_ms);
}

}  // namespace adoube::sim
