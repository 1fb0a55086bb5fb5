// SPDX-License-Identifier: Apache-2.0
#include "host/cli/raw_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "rules/core/square.hpp"

namespace adoube::cli {
namespace {

// Slot of a channel: its rank, or the ninth.
unsigned slot_of(unsigned channel) {
  return channel >= wire::scan::auxiliary_first ? wire::scan::slots - 1 : channel % wire::scan::touch_first / 8;
}

}  // namespace

std::string channel_name(unsigned channel) {
  switch (channel) {
    case wire::aux::clock_white: return "auxiliary.clock_white";
    case wire::aux::clock_black: return "auxiliary.clock_black";
    case wire::aux::adjust_white: return "auxiliary.adjust_white";
    case wire::aux::adjust_black: return "auxiliary.adjust_black";
    case wire::aux::arbiter: return "auxiliary.arbiter";
    default: break;
  }
  if (channel >= wire::scan::auxiliary_first) return fmt::format("auxiliary.{}", channel - wire::scan::auxiliary_first);
  return fmt::format("{}.{}", channel < wire::scan::touch_first ? "presence" : "touch",
                     name(static_cast<Square>(channel % wire::scan::touch_first)));
}

bool level_of(const driver::Levels& levels, unsigned channel) {
  if (channel >= wire::scan::auxiliary_first) return (levels.auxiliary >> (channel - wire::scan::auxiliary_first) & 1U) != 0;
  const std::uint64_t plane = channel < wire::scan::touch_first ? levels.presence : levels.touch;
  return (plane >> channel % wire::scan::touch_first & 1U) != 0;
}

Tick latched(const driver::Scan& scan, unsigned channel) { return scan.at + scan.row_period * slot_of(channel); }

const std::array<std::uint8_t, wire::scan::channels>& latch_order() {
  static const auto order = [] {
    std::array<std::uint8_t, wire::scan::channels> channels{};
    std::iota(channels.begin(), channels.end(), std::uint8_t{0});
    std::ranges::stable_sort(channels, {}, slot_of);
    return channels;
  }();
  return order;
}

Tick RawChanges::hold(unsigned channel) const {
  return channel >= wire::scan::auxiliary_first ? board_.hold_auxiliary
         : channel >= wire::scan::touch_first   ? board_.hold_touch
                                                : board_.hold_presence;
}

void RawChanges::scan(const driver::Scan& scan) {
  if (!last_) {
    begun_ = scan.at;
    sink_.first(scan);
  } else {
    if (missing_) sink_.missing(*missing_, scan);
    if (scan.levels != last_->levels) {
      for (const unsigned channel : latch_order()) {
        const bool level = level_of(scan.levels, channel);
        if (level == level_of(last_->levels, channel)) continue;
        const Tick at = latched(scan, channel);
        ++counts_[channel].changes;
        if (changed_[channel] && at - *changed_[channel] < hold(channel)) ++counts_[channel].bounces;
        changed_[channel] = at;
        sink_.change(at, channel, level);
      }
    }
  }
  missing_.reset();
  last_ = scan;
}

}  // namespace adoube::cli
