// SPDX-License-Identifier: Apache-2.0
/// Standard requests (USB 2.0, 9.4) to a device on a bench, and the ways into its states.
#pragma once
#include <cstdint>
#include <ostream>
#include <vector>

#include "driver/wire/protocol.hpp"
#include "sim/bus/transfer.hpp"
#include "tests/rtl/usb/descriptor_linter.hpp"

namespace adoube::bus {
inline std::ostream& operator<<(std::ostream& out, Status status) { return out << static_cast<int>(status); }
}  // namespace adoube::bus

namespace adoube::test {

/// bmRequestType, bRequest and feature selectors (USB 2.0, tables 9-2, 9-4 and 9-6).
namespace request {
inline constexpr std::uint8_t to_device = 0x00, to_interface = 0x01, to_endpoint = 0x02;
inline constexpr std::uint8_t of_device = 0x80, of_interface = 0x81, of_endpoint = 0x82, of_vendor = 0xC0;
inline constexpr std::uint8_t get_status = 0, clear_feature = 1, set_feature = 3, set_address = 5, get_descriptor = 6,
                              get_configuration = 8, set_configuration = 9, get_interface = 10, set_interface = 11;
inline constexpr std::uint16_t endpoint_halt = 0, device_remote_wakeup = 1, test_mode = 2;
}  // namespace request

/// Descriptor types in the high byte of wValue (USB 2.0, table 9-5; USB 3.2, table 9-6).
namespace descriptor_type {
inline constexpr std::uint16_t device = 0x0100, configuration = 0x0200, string = 0x0300, qualifier = 0x0600,
                               other_speed = 0x0700, store = 0x0F00;
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
