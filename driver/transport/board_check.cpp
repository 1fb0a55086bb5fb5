// SPDX-License-Identifier: Apache-2.0
#include "driver/transport/board_check.hpp"

#include <fmt/format.h>

#include "driver/wire/protocol.hpp"

namespace adoube::transport {
namespace {

constexpr std::string_view other_board = "unplug it, or name the board you mean by its serial";

}  // namespace

Result<void> check_identity(const Identity& id) {
  if (id.speed == "none") return {};
  if (id.product != wire::usb::product) {
    // The numbers of a vendor may be shared: those of pid.codes for tests are everybody's.
    return fail(Cause::protocol, fmt::format("the device {:04x}:{:04x} with serial '{}' is a '{}' of '{}', not an {}; {}", id.vendor_id,
                                             id.product_id, id.serial, id.product, id.manufacturer, wire::usb::product, other_board));
  }
  if (id.speed != "full") {
    return fail(Cause::protocol, fmt::format("board {} runs at {} speed, and this program knows boards of full speed only; flash the board "
                                             "with the gateware that came with the program", id.serial, id.speed));
  }
  return {};
}

Result<void> check_registers(Transport& board) {
  const std::string& serial = board.identity().serial;
  const auto magic = board.read_register(static_cast<std::uint8_t>(wire::reg::magic));
  if (!magic && magic.error().cause != Cause::protocol) return tl::unexpected(magic.error());
  if (!magic) return fail(Cause::protocol, fmt::format("{} is not an Adoube board: {}; {}", serial, magic.error().message, other_board));
  if (*magic != wire::protocol::magic) {
    return fail(Cause::protocol, fmt::format("{} is not an Adoube board: its magic register reads {:#010x}, not {:#010x}; {}", serial, *magic,
                                             wire::protocol::magic, other_board));
  }
  const auto protocol = board.read_register(static_cast<std::uint8_t>(wire::reg::protocol));
  if (!protocol) return tl::unexpected(protocol.error());
  if (*protocol != wire::protocol::version) {
    return fail(Cause::protocol, fmt::format("board {} speaks protocol {}, this program {}; flash the board with the gateware that came with "
                                             "the program, or install the program that came with the board", serial, *protocol,
                                             wire::protocol::version));
  }
  return {};
}

}  // namespace adoube::transport
