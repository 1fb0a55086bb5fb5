// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/matrix.hpp"

#include <numeric>
#include <utility>

namespace adoube::sim {

static_assert(wire::scan::slots == matrix_rows && wire::scan::senses == matrix_columns);
static_assert(wire::scan::touch_first == 64 && wire::scan::auxiliary_first == 128);

Settling settling(const Parameters& p) {
  // 1 ohm * 1 pF is 1/1000 ns; ln 2 is 693/1000.
  const auto half = [](std::int64_t ohm, std::int64_t picofarad) { return ohm * picofarad * 693 / 1'000'000; };
  return {half(p.row_resistance, p.row_capacitance), half(p.column_resistance, p.column_capacitance)};
}

std::int64_t sampled_after(const wire::Front& front) {
  if (front.row_us == 0) return 0;
  const std::int64_t clocks = std::int64_t{front.row_us} * wire::scan::clocks_per_us - 1;
  return clocks * 1'000 / wire::scan::clocks_per_us;
}

Wiring::Wiring(const Parameters& parameters, Tick scan_pause, const wire::Front& front) : lines_(front.row_us != 0) {
  const Settling lines = settling(parameters);
  rises_ = !lines_ || lines.rise <= sampled_after(front);
  falls_ = !lines_ || lines.fall <= sampled_after(front);
  pauses_ = scan_pause * 1'000 >= lines.fall;
  plain_ = rises_ && falls_;
  std::iota(row_of_.begin(), row_of_.end(), std::uint8_t{0});
  std::iota(column_of_.begin(), column_of_.end(), std::uint8_t{0});
  connected_.fill(0xFFFF);
}

void Wiring::add(const Fault& fault) {
  if (!lines_) return;
  const auto size = static_cast<std::size_t>(fault.size);
  switch (fault.kind) {
    case FaultKind::broken_row:
      connected_[fault.place] = static_cast<std::uint16_t>(connected_[fault.place] & ((1u << size) - 1));
      break;
    case FaultKind::broken_column:
      for (std::size_t row = size; row < matrix_rows; ++row) {
        connected_[row] = static_cast<std::uint16_t>(connected_[row] & ~(1u << fault.place));
      }
      break;
    case FaultKind::swapped_rows: std::swap(row_of_[fault.place], row_of_[size]); break;
    case FaultKind::swapped_columns: std::swap(column_of_[fault.place], column_of_[size]); break;
    case FaultKind::shorted_diode:
      if (fault.place == every_contact) {
        shorted_.fill(0xFFFF);
      } else {
        const Crossing at = crossing_of(fault.place);
        shorted_[at.row] = static_cast<std::uint16_t>(shorted_[at.row] | at.mask());
      }
      break;
    default: return;
  }
  plain_ = false;
}

// Columns that carry current while `row` alone is driven: forward through any closed contact, back through shorted ones.
std::uint16_t Wiring::reached(unsigned row, const Levels& closed) const {
  unsigned rows = 1u << row;
  unsigned columns = closed[row];
  bool grown = true;
  while (grown) {
    grown = false;
    for (unsigned other = 0; other < matrix_rows; ++other) {
      if ((rows >> other & 1u) != 0 || (closed[other] & shorted_[other] & columns) == 0) continue;
      rows |= 1u << other;
      columns |= closed[other];
      grown = true;
    }
  }
  return static_cast<std::uint16_t>(columns);
}

Levels Wiring::read(const Levels& closed) const {
  if (plain_) return closed;
  Levels conducting;
  for (std::size_t row = 0; row < matrix_rows; ++row) conducting[row] = static_cast<std::uint16_t>(closed[row] & connected_[row]);
  Levels settled{};
  for (std::size_t slot = 0; slot < matrix_rows; ++slot) {
    const std::uint16_t columns = reached(row_of_[slot], conducting);
    for (std::size_t sense = 0; sense < matrix_columns; ++sense) {
      const unsigned bit = columns >> column_of_[sense] & 1u;
      settled[slot] = static_cast<std::uint16_t>(settled[slot] | bit << sense);
    }
  }
  if (rises_ && falls_) return settled;
  Levels seen{};
  for (std::size_t slot = 0; slot < matrix_rows; ++slot) {
    unsigned before = settled[slot == 0 ? matrix_rows - 1 : slot - 1];
    if (slot == 0 && pauses_) before = 0;
    const unsigned rising = rises_ ? 0xFFFFu : before;
    const unsigned staying = falls_ ? 0u : before;
    seen[slot] = static_cast<std::uint16_t>((settled[slot] & rising) | staying);
  }
  return seen;
}

}  // namespace adoube::sim
