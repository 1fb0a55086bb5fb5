// SPDX-License-Identifier: Apache-2.0
/// Registers of the Verilated scan side that go on counting while nothing happens, as rtl/leap.toml declares them, and
/// what a leap does to them. The tables themselves are generated (scripts/leap-table); lint reads the same file.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "driver/wire/protocol.hpp"
#include "sim/kernel/raw_image.hpp"

namespace adoube::sim {

/// One register inside a raw image.
struct LeapCounter {
  const char* signal;    ///< path below the top module, as in rtl/leap.toml
  std::size_t offset;    ///< of its bytes in the image
  std::uint8_t bytes;    ///< 1, 2, 4 or 8
  std::uint8_t bits;     ///< width; it wraps there
  std::uint32_t clocks;  ///< 12 MHz clocks a count
  bool down;             ///< it counts down
  std::uint64_t below;   ///< something happens when it gets there: a leap stays below; 0: nothing ever does
  std::size_t gate;      ///< offset of the flag without which it does not count

  static constexpr std::size_t ungated = std::numeric_limits<std::size_t>::max();

  [[nodiscard]] std::uint64_t value(const RawImage& image) const {
    std::uint64_t value = 0;
    std::memcpy(&value, image.data + offset, bytes);  // little-endian, as every Debian machine this runs on
    return value;
  }
};

/// Adds what `clocks` clocks add. `clocks` must be a multiple of each counter's own.
inline void advance(const RawImage& image, std::span<const LeapCounter> counters, std::uint64_t clocks) {
  for (const auto& counter : counters) {
    if (counter.gate != LeapCounter::ungated && image.data[counter.gate] == 0) continue;
    const std::uint64_t counts = clocks / counter.clocks;
    std::uint64_t value = counter.value(image) + (counter.down ? -counts : counts);
    if (counter.bits < 64) value &= (std::uint64_t{1} << counter.bits) - 1;
    std::memcpy(image.data + counter.offset, &value, counter.bytes);
  }
}

/// For how many clocks no counter gets where something happens.
inline std::uint64_t leap_room(const RawImage& image, std::span<const LeapCounter> counters) {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  for (const auto& counter : counters) {
    if (counter.below == 0) continue;
    const std::uint64_t value = counter.value(image);
    room = std::min(room, value < counter.below ? (counter.below - 1 - value) * counter.clocks : 0);
  }
  return room;
}

/// Stamps of all channels in one memory, and how old they may get before something happens.
struct LeapDeadline {
  std::size_t offset;                 ///< of the first channel's 64-bit word in the image
  unsigned pending;                   ///< bit of the word: a departure is under way
  unsigned low;                       ///< lowest bit of the stamp
  unsigned width;
  std::array<std::size_t, 3> limits;  ///< offsets of 16-bit settings: presence, touch, auxiliary channels

  /// Calls `take(microseconds)` for each departure under way: how far off its limit is at device time `tick`.
  template <class Take>
  void each(const RawImage& image, std::uint64_t tick, Take take) const {
    for (unsigned channel = 0; channel < wire::scan::channels; ++channel) {
      std::uint64_t word = 0;
      std::memcpy(&word, image.data + offset + channel * sizeof(word), sizeof(word));
      if ((word >> pending & 1U) == 0) continue;
      const std::size_t kind = channel < wire::scan::touch_first ? 0U : channel < wire::scan::auxiliary_first ? 1U : 2U;
      std::uint16_t limit = 0;
      std::memcpy(&limit, image.data + limits[kind], sizeof(limit));
      const std::uint64_t age = (tick - (word >> low)) & ((std::uint64_t{1} << width) - 1);
      take(age < limit ? limit - age : 0);
    }
  }
};

/// A planted fault in the table, for the tests that show what catches it.
enum class LeapFault : std::uint8_t {
  none,
  missing,       ///< the last counter of the table is not there: the model seems never to come to rest
  not_advanced,  ///< it is left out of the comparison, but leaps forget it
};

}  // namespace adoube::sim
