// SPDX-License-Identifier: Apache-2.0
#include "sim/seam/host_bus.hpp"

#include <algorithm>

namespace adoube::sim {
namespace {

Ending ending_of(bus::Status status) {
  switch (status) {
    case bus::Status::completed: return Ending::ok;
    case bus::Status::stalled: return Ending::stall;
    case bus::Status::babble: return Ending::overflow;
    case bus::Status::no_response:
    case bus::Status::protocol: return Ending::no_answer;
    case bus::Status::cancelled: return Ending::cancelled;
    case bus::Status::reset: return Ending::reset;
    case bus::Status::idle:
    case bus::Status::pending: break;
  }
  return Ending::running;
}

bus::Transfer::Kind kind_of(const Transfer& transfer) {
  using Kind = bus::Transfer::Kind;
  switch (transfer.type) {
    case Transfer::Type::control: break;
    case Transfer::Type::interrupt: return transfer.in() ? Kind::interrupt_in : Kind::interrupt_out;
    case Transfer::Type::bulk: return transfer.in() ? Kind::bulk_in : Kind::bulk_out;
  }
  return Kind::control;
}

std::uint16_t word(std::uint8_t low, std::uint8_t high) { return static_cast<std::uint16_t>(low | high << 8); }

}  // namespace

HostBus::~HostBus() {
  for (auto& flight : flights_) {
    if (flight.transfer != nullptr) host_.cancel(flight.wire);
  }
}

bool HostBus::submit(Transfer& transfer) {
  // A transfer may not be destroyed in its own completion: those that have ended go here.
  flights_.remove_if([](const Flight& flight) { return flight.transfer == nullptr; });
  const bool control = transfer.type == Transfer::Type::control;
  Flight& flight = flights_.emplace_back(Flight{{}, &transfer});
  flight.wire.kind = kind_of(transfer);
  flight.wire.zero_end = transfer.zero_end;
  flight.wire.address = address_;
  flight.wire.endpoint = transfer.endpoint & 0x0FU;
  if (control) {
    const auto& s = transfer.setup;
    flight.wire.setup = {s[0], s[1], word(s[2], s[3]), word(s[4], s[5]), word(s[6], s[7])};
  }
  flight.wire.data = transfer.data;
  flight.wire.done = [this, &flight](bus::Transfer&) { ended(flight); };
  host_.submit(flight.wire);
  return true;
}

void HostBus::ended(Flight& flight) {
  Transfer& transfer = *flight.transfer;
  flight.transfer = nullptr;
  transfer.actual = flight.wire.actual;
  transfer.ending = ending_of(flight.wire.status);
  // The host ends what it has when the pull-up goes as it does at a reset.
  if (transfer.ending == Ending::reset && !host_.connected()) transfer.ending = Ending::gone;
  if (transfer.listener != nullptr) transfer.listener->ended(transfer);
}

void HostBus::cancel(Transfer& transfer) {
  const auto found =
      std::find_if(flights_.begin(), flights_.end(), [&](const Flight& flight) { return flight.transfer == &transfer; });
  if (found != flights_.end()) host_.cancel(found->wire);
}

void HostBus::clear_toggle(std::uint8_t endpoint) {
  host_.set_toggle(address_, endpoint, false);
}

}  // namespace adoube::sim
