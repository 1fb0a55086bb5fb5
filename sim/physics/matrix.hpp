// SPDX-License-Identifier: Apache-2.0
/// The wires between contacts and senses: nine strobe lines (rows), sixteen sense lines (columns), a contact with its diode
/// at each crossing. What a row reads is a function of all contacts at that instant and of how the wires are.
#pragma once
#include <array>
#include <cstdint>

#include "driver/wire/protocol.hpp"
#include "rules/core/interval.hpp"
#include "sim/physics/crossing.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/parameters.hpp"

namespace adoube::sim {

/// Times after the strobe, in ns: a row line has reached a closed contact's threshold, and a column line has fallen behind a
/// contact that is open where the row before had it closed. Thresholds are half of the supply: ln 2 * R * C.
struct Settling {
  std::int64_t rise;
  std::int64_t fall;
};
Settling settling(const Parameters& parameters);

/// From the strobe of a row to the sample that counts, in ns: from row to row less the stage that synchronises the senses.
/// Nothing has to settle where there are no rows: 0.
std::int64_t sampled_after(const wire::Front& front = wire::front::parallel);

/// How the wires are for a while.
class Wiring {
 public:
  /// Sound wires, as fast as the parameters make them. `scan_pause` (us) between scans lets all lines fall. With a front that
  /// has an input a contact there are no lines: every contact reads as it is, whatever is added.
  explicit Wiring(const Parameters& parameters, Tick scan_pause = 0, const wire::Front& front = wire::front::parallel);

  /// Adds a fault of row, column or diode; others are no concern of the wires.
  void add(const Fault& fault);

  /// Nothing is wrong: every contact reads as it is.
  [[nodiscard]] bool plain() const { return plain_; }

  /// What the senses read in each slot. A line that has not settled when the sample is taken reads what the slot before had
  /// on it. Through shorted diodes current also flows from a column back into a row: strobing a row reaches whatever is
  /// connected to it by closed contacts, so that the fourth corner of a rectangle reads closed.
  [[nodiscard]] Levels read(const Levels& closed) const;

 private:
  [[nodiscard]] std::uint16_t reached(unsigned row, const Levels& closed) const;

  std::array<std::uint8_t, matrix_rows> row_of_{};        // what a strobe line drives
  std::array<std::uint8_t, matrix_columns> column_of_{};  // what a sense line reads
  Levels connected_{};
  Levels shorted_{};
  bool lines_ = true;
  bool rises_ = true;
  bool falls_ = true;
  bool pauses_ = false;
  bool plain_ = true;
};

}  // namespace adoube::sim
