// SPDX-License-Identifier: Apache-2.0
/// A device on strings: says what the test drew, so long after the end of the host's packet, in steps of half a
/// nanosecond. It shares nothing with the model but the shape of a wave.
#pragma once
#include <string>
#include <vector>

#include "sim/line/plug.hpp"
#include "sim/line/wave.hpp"

namespace adoube::test {

class Puppet final : public line::Device {
 public:
  static constexpr line::Time step = line::ns / 2;
  /// A port's pads for it.
  static constexpr line::Pads pads{step, 0, false};

  line::Wave reply;                 ///< from time 0 on; empty: silent
  line::Time delay = 4 * line::bit; ///< from the end of the host's SE0
  bool pullup = true;
  bool unasked = false;             ///< says it now, whatever the host does
  bool loud = true;                 ///< answers at all

  /// Every level that stood on the wires, with the time it began, as sampled.
  struct Seen {
    line::Time at;
    bus::Line level;
  };
  std::vector<Seen> seen;

  bus::DeviceLine clock(bus::Line wires) override {
    if (seen.empty() || !(seen.back().level == wires)) {
      const bool end = seen.size() > 1 && seen.back().level == bus::line_se0 && now_ - seen.back().at > 40 * line::ns;
      seen.push_back({now_, wires});
      if (end && loud && at_ < 0) at_ = now_ + delay;
    }
    if (unasked) {
      unasked = false;
      at_ = now_;
    }
    bus::DeviceLine out{true, false, false, pullup};
    if (at_ >= 0 && now_ >= at_) {
      while (next_ < reply.size() && reply[next_].at <= now_ - at_) ++next_;
      if (next_ > 0 && next_ < reply.size()) out = {reply[next_ - 1].level.dp, reply[next_ - 1].level.dn, reply[next_ - 1].driven, pullup};
      if (next_ == reply.size()) {
        at_ = -1;
        next_ = 0;
      }
    }
    now_ += step;
    return out;
  }

 private:
  line::Time now_ = 0;
  line::Time at_ = -1;
  std::size_t next_ = 0;
};

/// NRZI by hand: '0' changes the level, '1' keeps it, '_' is SE0, 'J' is J; from J on.
inline std::vector<bus::Line> drawn(const std::string& bits) {
  std::vector<bus::Line> levels;
  bool j = true;
  for (const char c : bits) {
    if (c == ' ') continue;
    if (c == '0') j = !j;
    if (c == 'J') j = true;
    levels.push_back(c == '_' ? bus::line_se0 : j ? bus::line_j : bus::line_k);
  }
  return levels;
}

}  // namespace adoube::test
