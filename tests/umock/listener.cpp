// SPDX-License-Identifier: Apache-2.0
// A program that waits for boards, as one of a user's would: libusb tells when one comes or goes, the driver listens to it in
// between. Prints "arrived", "listening", "SERIAL: N edges, N gaps, PROBLEM" and "left" for each of two boards.
#include <fmt/format.h>
#include <libusb.h>

#include <chrono>
#include <cstdio>
#include <variant>

#include "driver/session/session.hpp"
#include "driver/transport/usb.hpp"
#include "driver/wire/protocol.hpp"

namespace {

using namespace adoube;

constexpr int boards = 2;
constexpr Tick patience = 30'000'000;

class SteadyClock final : public transport::Clock {
 public:
  Tick now() const override {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

class Count final : public driver::Sink {
 public:
  void record(const driver::Record& record) override {
    edges += std::holds_alternative<reorder::OrderedEdge>(record) ? 1 : 0;
    gaps += std::holds_alternative<driver::Gap>(record) ? 1 : 0;
  }
  int edges = 0;
  int gaps = 0;
};

int present = 0;

int LIBUSB_CALL plugged(libusb_context*, libusb_device*, libusb_hotplug_event event, void*) {
  present += event == LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED ? 1 : -1;
  return 0;
}

bool wait_for(libusb_context* context, int wanted, const SteadyClock& clock) {
  const Tick end = clock.now() + patience;
  while (present != wanted && clock.now() < end) {
    timeval wait{0, 20'000};
    libusb_handle_events_timeout(context, &wait);
  }
  return present == wanted;
}

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

// Until the board is gone.
void listen(const SteadyClock& clock) {
  auto board = transport::open_usb({}, clock);
  if (!board) return say("cannot open: " + board.error().message);
  Count count;
  driver::Session session(**board, clock, count);
  if (auto opened = session.open(); !opened) return say("cannot listen: " + opened.error().message);
  say("listening");
  std::string end = "none";
  for (const Tick last = clock.now() + patience; clock.now() < last;) {
    const auto progress = session.step(20'000);
    if (progress) continue;
    end = progress.error().cause == Cause::lost ? "gone" : progress.error().message;
    break;
  }
  say(fmt::format("{}: {} edges, {} gaps, {}", (*board)->identity().serial, count.edges, count.gaps, end));
}

}  // namespace

int main() {
  libusb_context* context = nullptr;
  if (libusb_init(&context) != 0 || libusb_has_capability(LIBUSB_CAP_HAS_HOTPLUG) == 0) return 1;
  if (libusb_hotplug_register_callback(context, LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT,
                                       LIBUSB_HOTPLUG_ENUMERATE, wire::usb::vendor_id, wire::usb::product_id, LIBUSB_HOTPLUG_MATCH_ANY,
                                       plugged, nullptr, nullptr) != 0) {
    return 1;
  }
  const SteadyClock clock;
  say("ready");
  for (int i = 0; i < boards; ++i) {
    if (!wait_for(context, 1, clock)) return 1;
    say("arrived");
    listen(clock);
    if (!wait_for(context, 0, clock)) return 1;
    say("left");
  }
  libusb_exit(context);
  return 0;
}
