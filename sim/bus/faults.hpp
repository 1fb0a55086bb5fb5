// SPDX-License-Identifier: Apache-2.0
/// Faults that a test plants on the bus. Each is armed for one occasion, counted from the call on.
#pragma once
#include <cstdint>

namespace adoube::bus {

struct Faults {
  /// The n-th (1 = next) ACK that the host would send is not sent: the host takes the data, the device does not know.
  void lose_ack(std::uint64_t n) { ack_countdown = n; }
  /// One bit of the n-th data packet that the device sends on an interrupt endpoint arrives wrong.
  void corrupt_in(std::uint64_t n) { corrupt_countdown = n; }
  /// At the first free moment from that bit time on: an IN token for a device that is not there, and the wait for its
  /// answer. With `setup` it is a SETUP token with SET_ADDRESS data instead.
  void foreign_at(std::uint64_t bit_time, std::uint8_t address, std::uint8_t endpoint, bool setup = false) {
    foreign_time = bit_time;
    foreign_address = address;
    foreign_endpoint = endpoint;
    foreign_setup = setup;
  }
  /// A bus reset at the first free moment from that bit time on.
  void reset_at(std::uint64_t bit_time) { reset_time = bit_time; }

  static constexpr std::uint64_t never = ~std::uint64_t{0};
  std::uint64_t ack_countdown = 0;
  std::uint64_t corrupt_countdown = 0;
  std::uint64_t foreign_time = never;
  std::uint64_t reset_time = never;
  std::uint8_t foreign_address = 0;
  std::uint8_t foreign_endpoint = 0;
  bool foreign_setup = false;
  std::uint64_t happened = 0;  ///< how many of the above took place
};

}  // namespace adoube::bus
