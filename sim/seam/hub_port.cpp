// SPDX-License-Identifier: Apache-2.0
#include "sim/seam/hub_port.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/bus/standard_request.hpp"
#include "sim/bus/transfer.hpp"

namespace adoube::sim {
namespace {

constexpr std::uint8_t device_address = 1;
// USB 2.0, 9.2.6.4: five seconds for a request with data stage, the longest limit of a standard request.
constexpr std::uint64_t request_limit_ms = 5'000;
// A device shows itself within 100 ms of power (7.1.7.3); the debounce interval of the host is as long again.
constexpr std::uint64_t attach_limit_ms = 200;
constexpr std::uint64_t reset_limit_ms = 100;
constexpr std::uint64_t address_recovery_ms = 2;  // 9.2.6.3
constexpr int reset_tries = 3;

constexpr std::size_t device_size = 18;
constexpr std::size_t configuration_size = 9;

}  // namespace

bool HubPort::wait(std::uint64_t end) {
  if (stepper_.now() >= end || !wanted()) return false;
  stepper_.run_until(go_on_ ? std::min(end, stepper_.now() + bit_times_per_ms) : end);
  return true;
}

Ending HubPort::control(Transfer& transfer, std::uint64_t limit_ms) {
  transfer.listener = this;
  if (!bus_.submit(transfer)) return Ending::no_answer;
  const std::uint64_t end = stepper_.now() + (limit_ms == 0 ? request_limit_ms : limit_ms) * bit_times_per_ms;
  while (transfer.ending == Ending::running && bus_.connected() && wait(end)) {}
  if (transfer.ending == Ending::running) {
    // The transfer lives in the caller's frame: it may not be left on the bus.
    bus_.cancel(transfer);
    const std::uint64_t last = stepper_.now() + bit_times_per_ms;
    while (transfer.ending == Ending::running && stepper_.now() < last) stepper_.run_until(last);
    return bus_.connected() ? Ending::running : Ending::gone;
  }
  return transfer.ending;
}

Ending HubPort::request(std::uint8_t type, std::uint8_t code, std::uint16_t value, std::uint16_t index) {
  Transfer transfer;
  transfer.setup = bus::Setup{type, code, value, index, 0}.bytes();
  return control(transfer, request_limit_ms);
}

Ending HubPort::bring_up(std::uint8_t configuration) {
  Ending ending = Ending::gone;
  for (int i = 0; i < reset_tries && bus_.connected() && wanted(); ++i) {
    ending = reset_once();
    if (ending == Ending::ok && configuration != 0) ending = configure(configuration);
    if (ending == Ending::ok) return ending;
  }
  return bus_.connected() ? ending : Ending::gone;
}

Ending HubPort::reset_once() {
  configuration_ = 0;
  bus_.reset();
  const std::uint64_t end = stepper_.now() + reset_limit_ms * bit_times_per_ms;
  while (!bus_.reset_done() && wait(std::min(end, stepper_.now() + bit_times_per_ms))) {}
  if (!bus_.reset_done()) return Ending::no_answer;
  const std::uint64_t resets = bus_.resets();
  bus_.use_address(0);
  if (const Ending ending = request(bus::request::to_device, bus::request::set_address, device_address, 0); ending != Ending::ok) return ending;
  bus_.use_address(device_address);
  resets_ = resets;
  const std::uint64_t ready = stepper_.now() + address_recovery_ms * bit_times_per_ms;
  while (wait(ready)) {}
  return Ending::ok;
}

Ending HubPort::configure(std::uint8_t value) {
  const Ending ending = request(bus::request::to_device, bus::request::set_configuration, value, 0);
  if (ending != Ending::ok) return ending;
  configuration_ = value;
  for (const Interface& interface : interfaces_) {
    for (const Endpoint& endpoint : interface.endpoints) bus_.clear_toggle(endpoint.address);
  }
  return ending;
}

Ending HubPort::set_interface(std::uint8_t number, std::uint8_t alternate) {
  const Ending ending = request(bus::request::to_interface, bus::request::set_interface, alternate, number);
  if (const Interface* chosen = find(number, alternate); ending == Ending::ok && chosen != nullptr) {
    for (const Endpoint& endpoint : chosen->endpoints) bus_.clear_toggle(endpoint.address);
  }
  return ending;
}

Ending HubPort::clear_halt(std::uint8_t endpoint) {
  const Ending ending = request(bus::request::to_endpoint, bus::request::clear_feature, bus::request::endpoint_halt, endpoint);
  if (ending == Ending::ok) bus_.clear_toggle(endpoint);
  return ending;
}

Result<std::vector<std::uint8_t>> HubPort::read_descriptor(std::uint8_t type, std::uint16_t size) {
  Transfer transfer;
  transfer.setup = bus::Setup{bus::request::of_device, bus::request::get_descriptor, bus::descriptor_value(type), 0, size}.bytes();
  transfer.data.resize(size);
  const Ending ending = control(transfer, request_limit_ms);
  if (ending != Ending::ok || transfer.actual != size || transfer.data[1] != type) {
    return fail(Cause::protocol, fmt::format("descriptor {} of the simulated device: {} of {} bytes, ending {}", type,
                                             transfer.actual, size, static_cast<int>(ending)));
  }
  return std::move(transfer.data);
}

Result<void> HubPort::enumerate() {
  const std::uint64_t end = stepper_.now() + attach_limit_ms * bit_times_per_ms;
  while (!bus_.connected() && wait(std::min(end, stepper_.now() + bit_times_per_ms))) {}
  if (!bus_.connected()) return fail(Cause::no_device, "no device pulls up the simulated bus");
  if (const Ending ending = reset(); ending != Ending::ok) {
    return fail(Cause::protocol,
                fmt::format("the simulated device took no address (ending {})", static_cast<int>(ending)));
  }
  auto device = read_descriptor(bus::descriptor_type::device, device_size);
  if (!device) return tl::unexpected(device.error());
  auto head = read_descriptor(bus::descriptor_type::configuration, configuration_size);
  if (!head) return tl::unexpected(head.error());
  const auto total = static_cast<std::uint16_t>((*head)[2] | (*head)[3] << 8);
  if (total < configuration_size) return fail(Cause::protocol, "the configuration is shorter than its own head");
  auto whole = read_descriptor(bus::descriptor_type::configuration, total);
  if (!whole) return tl::unexpected(whole.error());

  descriptors_ = std::move(*device);
  descriptors_.insert(descriptors_.end(), whole->begin(), whole->end());
  if (!parse_configuration()) return fail(Cause::protocol, "the configuration descriptor is not well formed");
  if (const Ending ending = configure((*whole)[5]); ending != Ending::ok) {
    return fail(Cause::protocol,
                fmt::format("the simulated device refused its configuration (ending {})", static_cast<int>(ending)));
  }
  return {};
}

bool HubPort::parse_configuration() {
  interfaces_.clear();
  std::size_t at = device_size;
  while (at < descriptors_.size()) {
    const std::size_t length = descriptors_[at];
    if (length < 2 || at + length > descriptors_.size()) return false;
    const std::uint8_t type = descriptors_[at + 1];
    if (type == bus::descriptor_type::interface) {
      if (length < 9) return false;
      const std::uint8_t* field = &descriptors_[at];
      interfaces_.push_back({field[2], field[3], field[5], field[6], field[7], {}});
    } else if (type == bus::descriptor_type::endpoint) {
      if (length < 7 || interfaces_.empty()) return false;
      const std::uint8_t* field = &descriptors_[at];
      const auto max_packet = static_cast<std::uint16_t>((field[4] | field[5] << 8) & 0x7FF);
      interfaces_.back().endpoints.push_back({field[2], static_cast<std::uint8_t>(field[3] & 0x03U), max_packet, field[6]});
    }
    at += length;
  }
  return true;
}

const HubPort::Interface* HubPort::find(std::uint8_t number, std::uint8_t alternate) const {
  const auto found = std::ranges::find_if(interfaces_, [&](const Interface& interface) {
    return interface.number == number && interface.alternate == alternate;
  });
  return found == interfaces_.end() ? nullptr : &*found;
}

bool HubPort::has_endpoint(std::uint8_t address) const {
  return std::ranges::any_of(interfaces_, [&](const Interface& interface) {
    return std::ranges::find(interface.endpoints, address, &Endpoint::address) != interface.endpoints.end();
  });
}

}  // namespace adoube::sim
