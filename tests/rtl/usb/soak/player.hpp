// SPDX-License-Identifier: Apache-2.0
/// Plays a script to a device before the judge.
#pragma once
#include <stdexcept>
#include <string>

#include "tests/rtl/usb/soak/device.hpp"
#include "tests/rtl/usb/soak/judge.hpp"
#include "tests/rtl/usb/soak/script.hpp"

namespace adoube::soak {

/// The device did what no correct device does. what() says what, and after which row.
struct Disagreement : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Player {
 public:
  Player(Device& device, const Shape& shape) : device_(device), judge_(shape) { device_.restart(); }

  /// One row; the device's answer, if one was awaited. Throws Disagreement.
  Answer play(const Step& step);
  void play(const Script& script) {
    for (const Step& step : script) play(step);
  }

  /// All rows so far.
  const Script& script() const { return script_; }
  const Judge& judge() const { return judge_; }
  std::uint64_t tokens() const { return tokens_; }
  std::uint64_t answers() const { return answers_; }
  Tick now() const { return device_.now; }

 private:
  Answer send(const Bytes& bytes, const Damage& damage);
  void disturb();
  void unplug(Tick ticks);
  void low_speed(const Step& step);
  void noise(const Step& step);
  enum class Which : std::uint8_t { all, of_the_scan_side };
  void deliver(Tick until, Which which);
  void deliver(const Crossing& crossing);
  void check(bool at_rest);
  void hold(bool explained);
  [[noreturn]] void wrong(const std::string& what) const;

  Device& device_;
  Judge judge_;
  Script script_;
  Tick rested_from_ = 0;  // the wires are at J since then
  std::uint64_t tokens_ = 0, answers_ = 0;
};

}  // namespace adoube::soak
