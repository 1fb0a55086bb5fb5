// SPDX-License-Identifier: Apache-2.0
#include "host/lab/edges_board.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "driver/wire/protocol.hpp"
#include "host/lab/simulated_board.hpp"

namespace adoube::lab {
namespace {

constexpr std::uint64_t frame_clocks = 12'000;
// A board tells of frames 0 and 1024 (docs/wire-protocol.md, heartbeat).
constexpr std::uint64_t frames_told = 1'024;
constexpr std::uint64_t frame_numbers = 2'048;
// A host opens a board about so long after it has power: the pieces have been seen by then. In virtual ms.
constexpr std::uint64_t first_frame = 100;

}  // namespace

EdgesBoard::EdgesBoard(std::span<const sim::Change> changes, const wire::Front& front, int drift_ppm)
    : frame_clocks_(sim::drifted(frame_clocks, drift_ppm)), scanner_(changes, front), frame_(first_frame) {
  scanner_.run_to(first_frame * frame_clocks_);
  show_registers();
  source_.set_identity({.serial = "EDGES", .manufacturer = "Adoube", .product = "Adoube scanner model", .speed = "none"});
  source_.on_write([this](std::uint8_t address, std::uint32_t value) { return write(address, value); });
  source_.on_empty([this] { return poll_until_packet(); });
}

void EdgesBoard::show_registers() {
  for (const wire::RegisterInfo& reg : wire::registers) {
    const auto address = static_cast<std::uint8_t>(reg.address);
    if (const auto value = scanner_.read(address)) source_.set_register(address, *value);
  }
}

Result<void> EdgesBoard::write(std::uint8_t address, std::uint32_t value) {
  if (address == wire::reg::epoch) source_.clear();  // what the host has not taken is gone
  if (!scanner_.write(address, value)) return fail(Cause::busy, "the board is still writing another register");
  while (scanner_.writing()) scanner_.run_to(scanner_.clock() + 1);
  if (scanner_.refused()) return fail(Cause::protocol, fmt::format("the board refused {} for register {}", value, address));
  show_registers();
  return {};
}

bool EdgesBoard::poll_until_packet() {
  for (;;) {
    // Nothing happens at polls before something is offered, except that the board is told of some frames.
    const std::uint64_t told = (frame_ + frames_told - 1) / frames_told * frames_told;
    if (!scanner_.offered()) scanner_.run_to_offer(told * frame_clocks_);
    frame_ = std::max(frame_, std::min(told, (scanner_.clock() + frame_clocks_ - 1) / frame_clocks_));
    if (scanner_.clock() < frame_ * frame_clocks_) scanner_.run_to(frame_ * frame_clocks_);
    if (frame_ == told) scanner_.sof(static_cast<std::uint16_t>(frame_ % frame_numbers));
    ++frame_;
    if (!scanner_.offered()) continue;
    if (const auto bytes = scanner_.poll()) {
      hash_.add(*bytes);
      source_.push_raw(scanner_.tick(), *bytes);
      return true;
    }
  }
}

std::span<const TrueEdge> EdgesBoard::truth() {
  for (const sim::ConfirmedEdge& edge : scanner_.edges()) {
    truth_.push_back({edge.channel, edge.level, edge.onset, edge.confirmed, edge.late, edge.refused});
  }
  scanner_.forget_edges();
  return truth_;
}

}  // namespace adoube::lab
