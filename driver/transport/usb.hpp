// SPDX-License-Identifier: Apache-2.0
/// A board on USB, through libusb, of which nothing is seen outside the folder driver/transport/usb. The same code drives
/// a real board, found by its serial, and a simulated one behind a file descriptor.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/transport/clock.hpp"
#include "driver/transport/transport.hpp"
#include "rules/core/result.hpp"

namespace adoube::transport {

struct UsbOptions {
  /// The board's serial; empty: the only board there is.
  std::string serial;
  /// A descriptor that speaks usbfs (a simulated board): wrapped, no bus is searched. Stays the caller's. libusb 1.0.26 can
  /// switch its discovery off only for the whole process: after such an opening no real board is found any more.
  std::optional<int> fd;
  /// Packets that may wait between two calls of step(): one a millisecond, so also the time in ms the program may be
  /// busy elsewhere. At least 4.
  int ring = 128;
  /// Opening is tried again for this long where the system may still be preparing the device file, us.
  Tick open_retry = 500'000;
  /// A register access must end within this time of the injected clock, us.
  Tick control_deadline = 500'000;
  /// After cancelling, transfers must come back within this time of the injected clock, us.
  Tick stop_deadline = 500'000;
};

/// Opens a board: identity read, interface claimed, nothing streaming yet. `no_device`, `permission` (the message names
/// the udev rule), `busy`, `protocol` (not an Adoube board of full speed, no event endpoint). `clock` must outlive the transport.
Result<std::unique_ptr<Transport>> open_usb(const UsbOptions& options, const Clock& clock);

/// A board found on the bus; where its serial could not be read, or it is no board, `problem` says so.
struct Found {
  Identity identity;
  std::optional<Error> problem;
};

/// Boards on this machine's buses, in order of bus and address.
Result<std::vector<Found>> list_usb(const Clock& clock);

/// The same of devices with other numbers, whatever they are (the programmer of an FPGA board); `problem`: it could not be asked.
Result<std::vector<Found>> list_usb(std::uint16_t vendor_id, std::uint16_t product_id, const Clock& clock);

/// The one meaning of a libusb error code (0 to -12, -99) or of any other number; `doing` completes "cannot ...".
Error usb_error(int code, const std::string& doing);

/// "1.0.26"
std::string usb_library_version();

}  // namespace adoube::transport
