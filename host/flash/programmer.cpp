// SPDX-License-Identifier: Apache-2.0
#include "host/flash/programmer.hpp"

#include <fmt/format.h>

#include <charconv>

namespace adoube::flash {
namespace {

std::string where(const transport::Identity& device) { return fmt::format("{}:{}", device.bus, device.address); }

std::string numbers(const Board& board) { return fmt::format("{:04x}:{:04x}", board.vendor_id, board.product_id); }

std::string advice(const Board& board) { return board.before.empty() ? "" : fmt::format(", or {}", board.before); }

/// Why a device is not taken; nothing where it is.
std::optional<Error> against(const Board& board, const transport::Found& found, bool named) {
  if (found.problem && found.problem->cause == Cause::permission) {
    return Error{Cause::permission, fmt::format("the device {} at {} may not be opened: install a udev rule for it (the package openfpgaloader has one), or run this as root",
                                                numbers(board), where(found.identity))};
  }
  if (found.problem) return found.problem;
  const transport::Identity& device = found.identity;
  if (device.product.starts_with(board.product)) return std::nullopt;
  const bool unnamed = !board.unnamed.empty() && device.product == board.unnamed;
  if (unnamed && named) return std::nullopt;
  if (unnamed) {
    return Error{Cause::protocol, fmt::format("the programmer at {} is called '{}', which any board may be; if it is {}, say --at {}", where(device),
                                              device.product, board.title, where(device))};
  }
  return Error{Cause::protocol, fmt::format("the device at {} with the numbers {} is called '{}', not '{}...': it is not {}, and nothing was written", where(device),
                                            numbers(board), device.product, board.product, board.title)};
}

}  // namespace

Result<Place> place_named(const std::string& text) {
  const std::size_t colon = text.find(':');
  const auto number = [](std::string_view digits) {
    int value = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size() && value >= 0 && value < 256 ? value : -1;
  };
  const std::string_view view = text;
  const Place place = colon == std::string::npos ? Place{-1, -1} : Place{number(view.substr(0, colon)), number(view.substr(colon + 1))};
  if (place.bus < 0 || place.address < 0) {
    return fail(Cause::usage, fmt::format("'{}' is no place on USB: give bus and address, like 1:5 (lsusb shows them)", text));
  }
  return place;
}

Result<transport::Identity> choose_programmer(const Board& board, std::span<const transport::Found> found, std::optional<Place> at) {
  std::optional<transport::Identity> chosen;
  std::optional<Error> problem;
  for (const transport::Found& one : found) {
    if (at && (one.identity.bus != at->bus || one.identity.address != at->address)) continue;
    if (auto why = against(board, one, at.has_value())) {
      problem = std::move(why);
      continue;
    }
    if (chosen) {
      return fail(Cause::usage, fmt::format("there are several programmers for {} (at {} and {}): name one by --at", board.title, where(*chosen), where(one.identity)));
    }
    chosen = one.identity;
  }
  if (chosen) return *chosen;
  if (problem) return tl::unexpected(std::move(*problem));
  return fail(Cause::no_device, at ? fmt::format("there is no programmer with the numbers {} at {}:{}", numbers(board), at->bus, at->address)
                                   : fmt::format("there is no programmer for {} ({}) on this machine's USB: plug it in{}", board.title, numbers(board), advice(board)));
}

Result<std::vector<std::string>> flash_command(const Board& board, Tool tool, const transport::Identity& programmer, const std::string& file) {
  switch (tool) {
    case Tool::iceprog:
      if (board.tool != Tool::iceprog) break;
      return std::vector<std::string>{"iceprog", "-d", fmt::format("d:{:03}/{:03}", programmer.bus, programmer.address), "--", file};
    case Tool::openfpgaloader:
      if (board.loader_board.empty()) break;
      if (board.loader_cable == "dfu") return std::vector<std::string>{"openFPGALoader", "-b", std::string(board.loader_board), file};
      return std::vector<std::string>{"openFPGALoader", "-b", std::string(board.loader_board), "-c", std::string(board.loader_cable), "--busdev-num", where(programmer),
                                      "-f", "--verify", file};
    case Tool::tinyprog: break;
  }
  return fail(Cause::usage, fmt::format("{} does not know the programmer of {}; {} does", program(tool), board.title, program(board.tool)));
}

bool verifies(const Board& board, Tool tool) { return tool == Tool::iceprog || (tool == Tool::openfpgaloader && board.loader_cable != "dfu"); }

}  // namespace adoube::flash
