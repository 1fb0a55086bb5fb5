// SPDX-License-Identifier: Apache-2.0
/// Standard requests (USB 2.0, 9.4) to a device on a bench, and the ways into its states.
#pragma once
#include <cstdint>
#include <vector>

#include "driver/wire/protocol.hpp"
#include "sim/bus/standard_request.hpp"
#include "sim/bus/transfer.hpp"
#include "tests/rtl/usb/descriptor_linter.hpp"
#include "tests/sim/bus/print.hpp"

namespace adoube::test {

namespace request {
using namespace bus::request;
inline constexpr std::uint8_t of_vendor = 0xC0;
}  // namespace request

/// wValue of requests for the first descriptor of a type.
namespace descriptor_type {
inline constexpr std::uint16_t device = bus::descriptor_value(bus::descriptor_type::device),
                               configuration = bus::descriptor_value(bus::descriptor_type::configuration),
                               string = bus::descriptor_value(bus::descriptor_type::string),
                               qualifier = bus::descriptor_value(bus::descriptor_type::qualifier),
                               other_speed = bus::descriptor_value(bus::descriptor_type::other_speed),
                               store = bus::descriptor_value(bus::descriptor_type::store);
}  // namespace descriptor_type

inline constexpr std::uint16_t us_english = 0x0409;

constexpr bus::Setup get_descriptor(std::uint16_t type_and_index, std::uint16_t length, std::uint16_t language = 0) {
  return {request::of_device, request::get_descriptor, type_and_index, language, length};
}
/// The Microsoft OS 2.0 descriptor set.
constexpr bus::Setup get_microsoft_set(std::uint16_t length) {
  return {request::of_vendor, static_cast<std::uint8_t>(wire::request::microsoft_set), 0, 7, length};
}

/// Default state (USB 2.0, 9.1.1.3): a bus reset, and its recovery is over.
template <class AnyBench>
void to_default(AnyBench& bench) {
  bench.host.bus_reset();
  bench.step();
  while (bench.host.in_reset() || !bench.host.connected()) bench.step();
  bench.address = 0;
}

/// Address state; from the default state only.
template <class AnyBench>
bus::Status to_address(AnyBench& bench, std::uint8_t address = 5) {
  const auto answer = bench.control({request::to_device, request::set_address, address, 0, 0});
  if (answer.status == bus::Status::completed) bench.address = address;
  return answer.status;
}

template <class AnyBench>
bus::Status set_configuration(AnyBench& bench, std::uint16_t value) {
  return bench.control({request::to_device, request::set_configuration, value, 0, 0}).status;
}

/// All descriptors, each asked for with room for more.
template <class AnyBench>
DescriptorSet read_descriptors(AnyBench& bench) {
  constexpr std::uint16_t room = 255;
  DescriptorSet set;
  set.device = bench.control(get_descriptor(descriptor_type::device, room)).data;
  set.configuration = bench.control(get_descriptor(descriptor_type::configuration, room)).data;
  for (std::uint8_t index = 0; index < 4; ++index)
    set.strings[index] = bench.control(get_descriptor(descriptor_type::string | index, room, index == 0 ? std::uint16_t{0} : us_english)).data;
  set.store = bench.control(get_descriptor(descriptor_type::store, room)).data;
  set.microsoft_set = bench.control(get_microsoft_set(room)).data;
  return set;
}

}  // namespace adoube::test
