// SPDX-License-Identifier: Apache-2.0
/// What our device does with a SETUP packet: chapter 9 of USB 2.0, the requests of docs/wire-protocol.md, and nothing else.
/// A pure function of the request and of where the device stands; written from the texts, not from rtl/usb.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/bus/packets.hpp"
#include "sim/bus/transfer.hpp"

namespace adoube::soak {

using bus::Bytes;

/// One direction of an endpoint other than 0. `address` as in bEndpointAddress (USB 2.0, table 9-13): bit 7 is IN.
struct PipeShape {
  enum class Carries : std::uint8_t {
    events,    ///< packets of the scan side, each once and in order
    captures,  ///< packets of the ring of raw samples, each once and in order
    zeros,     ///< 64 zeros, always ready (test build)
    nothing,   ///< OUT: taken and thrown away (test build)
  };
  std::uint8_t address;
  std::uint8_t alternate;  ///< exists in this alternate setting of interface 0 only
  Carries carries;
};

/// What does not change while the device runs.
struct Shape {
  std::vector<PipeShape> pipes;
  std::map<std::uint16_t, Bytes> descriptors;  ///< by wValue of GET_DESCRIPTOR
  std::uint8_t alternates = 1;                 ///< of interface 0
  std::size_t packet_size = 64;                ///< of endpoint 0
  std::size_t buffer_size = 0;                 ///< behind vendor requests 0x5b and 0x5c; 0: there is none
};

/// The board as it is sold, from the generated tables.
const Shape& production();
/// The same with two-byte packets on endpoint 0, so that descriptors take many packets and some end with an empty one.
const Shape& small_packets();
/// The build for usbtest of the Linux kernel.
const Shape& test_build();

/// What the answer to a request depends on.
struct Standing {
  std::uint8_t configuration = 0;
  std::uint8_t alternate = 0;
  std::vector<bool> halted{};  ///< one for each pipe of the shape
  friend bool operator==(const Standing&, const Standing&) = default;
};

/// The pipe with that bEndpointAddress, if it exists where the device stands; else -1.
int find_pipe(const Shape& shape, const Standing& standing, unsigned endpoint_address);

/// What a request asks for.
struct Decision {
  enum class Kind : std::uint8_t {
    refuse,          ///< STALL in data and status stage (USB 2.0, 9.2.7)
    reply,           ///< a data stage IN of `reply`, cut to wLength
    act,             ///< no data stage; `effect` is done before the status stage, but for SET_ADDRESS (9.4.6: after it)
    read_register,   ///< a data stage IN of four bytes, which the scan side must give first
    write_register,  ///< a data stage OUT of four bytes; the scan side may refuse them: STALL in the status stage
    read_buffer,     ///< a data stage IN from the buffer of the test build
    write_buffer,    ///< a data stage OUT of wLength bytes into it
  };
  enum class Effect : std::uint8_t { nothing, set_address, set_configuration, set_interface, set_halt, clear_halt };

  Kind kind = Kind::refuse;
  Bytes reply{};
  Effect effect = Effect::nothing;
  int pipe = -1;  ///< of set_halt and clear_halt; -1: endpoint 0, where clearing does nothing
};

Decision decide(const Shape& shape, const Standing& standing, const bus::Setup& setup);

}  // namespace adoube::soak
