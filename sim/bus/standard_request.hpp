// SPDX-License-Identifier: Apache-2.0
/// Standard requests by the names of USB 2.0, chapter 9.
#pragma once
#include <cstdint>

namespace adoube::bus {

namespace request {
/// bmRequestType (table 9-2).
inline constexpr std::uint8_t to_device = 0x00, to_interface = 0x01, to_endpoint = 0x02;
inline constexpr std::uint8_t of_device = 0x80, of_interface = 0x81, of_endpoint = 0x82;
/// bRequest (table 9-4).
inline constexpr std::uint8_t get_status = 0, clear_feature = 1, set_feature = 3, set_address = 5, get_descriptor = 6,
                              get_configuration = 8, set_configuration = 9, get_interface = 10, set_interface = 11;
/// Feature selectors in wValue (table 9-6).
inline constexpr std::uint16_t endpoint_halt = 0, device_remote_wakeup = 1, test_mode = 2;
}  // namespace request

/// bDescriptorType (table 9-5; USB 3.2, table 9-6).
namespace descriptor_type {
inline constexpr std::uint8_t device = 1, configuration = 2, string = 3, interface = 4, endpoint = 5, qualifier = 6, other_speed = 7,
                              store = 15;
}  // namespace descriptor_type

/// wValue of a request for a descriptor (9.4.3).
constexpr std::uint16_t descriptor_value(std::uint8_t type, std::uint8_t index = 0) {
  return static_cast<std::uint16_t>(type << 8U | index);
}

}  // namespace adoube::bus
