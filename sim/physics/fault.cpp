// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "driver/wire/protocol.hpp"
#include "rules/core/square.hpp"

namespace adoube::sim {

namespace {

constexpr std::int64_t last_row = wire::scan::slots - 1;
constexpr std::int64_t last_column = wire::scan::senses - 1;

using enum FaultKind;
constexpr auto none = std::nullopt;

constexpr std::array<FaultInfo, fault_kinds> table = {{
    {stuck_closed, "stuck-closed", FaultPlace::contact, false, "", 0, 0, 0, "a contact always reads closed"},
    {stuck_open, "stuck-open", FaultPlace::contact, false, "", 0, 0, 0, "a contact always reads open"},
    {weak_magnet, "weak-magnet", FaultPlace::piece, false, "%", 0, 100, 3, "a piece has only a part of its field"},
    {broken_row, "broken-row", FaultPlace::row, false, "column", 0, last_column, none, "a strobe trace ends before a column"},
    {broken_column, "broken-column", FaultPlace::column, false, "row", 0, last_row, none, "a sense trace ends before a row"},
    {swapped_rows, "swapped-rows", FaultPlace::row, false, "row", 0, last_row, none, "two strobe lines are exchanged"},
    {swapped_columns, "swapped-columns", FaultPlace::column, false, "column", 0, last_column, none, "two sense lines are exchanged"},
    {shorted_diode, "shorted-diode", FaultPlace::contact, true, "", 0, 0, 0, "the diode of a contact conducts both ways"},
    {chatter, "chatter", FaultPlace::contact, false, "us", 20, 100'000, 1'000, "a contact changes its level again and again"},
    // IEC 61000-4-4: pulses at 5 kHz or 100 kHz in bursts of 15 ms.
    {emi_burst, "emi-burst", FaultPlace::column, true, "us", 10, 1'000, 200, "pulses couple into the sense lines"},
}};

std::int64_t last_place(FaultPlace place) {
  switch (place) {
    case FaultPlace::contact: return wire::scan::channels - 1;
    case FaultPlace::piece: return 63;
    case FaultPlace::row: return last_row;
    case FaultPlace::column: return last_column;
  }
  return 0;
}

Tick longest(FaultKind kind) {
  if (kind == emi_burst) return 15'000;
  if (kind == chatter) return 5'000'000;
  return no_end;
}

// Evenly in [low, high], also where that is longer than a draw of Random reaches.
Tick tick_within(Tick low, Tick high, Random& random) {
  constexpr int fine_bits = 20;
  const Tick coarse = random.within(0, (high - low) >> fine_bits);
  const Tick fine = random.within(0, std::min<Tick>(high - low - (coarse << fine_bits), (Tick{1} << fine_bits) - 1));
  return low + (coarse << fine_bits) + fine;
}

}  // namespace

std::span<const FaultInfo> fault_table() { return table; }

const FaultInfo& info(FaultKind kind) { return table[static_cast<std::size_t>(kind)]; }

bool of_lines(FaultKind kind) {
  return kind == broken_row || kind == broken_column || kind == swapped_rows || kind == swapped_columns || kind == shorted_diode;
}

Result<FaultKind> fault_kind(std::string_view name) {
  std::string known;
  for (const FaultInfo& row : table) {
    if (row.name == name) return row.kind;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
  }
  return fail(Cause::usage, fmt::format("there is no fault called \"{}\"; choose one of {}", name, known));
}

Result<void> check(const Fault& fault) {
  const FaultInfo& row = info(fault.kind);
  const std::int64_t last = last_place(row.place);
  if (fault.place > last && !(row.everywhere && fault.place == every_contact)) {
    return fail(Cause::usage, fmt::format("the place of {} is {}; it must be from 0 to {}", row.name, fault.place, last));
  }
  if (fault.size < row.size_low || fault.size > row.size_high) {
    return fail(Cause::usage, fmt::format("the size of {} is {}; it must be from {} to {}", row.name, fault.size, row.size_low, row.size_high));
  }
  if ((fault.kind == swapped_rows || fault.kind == swapped_columns) && fault.place == fault.size) {
    return fail(Cause::usage, fmt::format("{} exchanges {} {} with itself; name another {}", row.name, row.size, fault.place, row.size));
  }
  if (fault.begin < 0 || fault.begin >= fault.end) {
    return fail(Cause::usage, fmt::format("{} lasts from {} to {} us; it must begin at 0 or later and end after that", row.name, fault.begin, fault.end));
  }
  return {};
}

std::string words(const Fault& fault) {
  const FaultInfo& row = info(fault.kind);
  const auto square_name = [](std::uint8_t i) { return name(square(i)); };
  std::string place = fmt::format("{}", fault.place);
  if (row.everywhere && fault.place == every_contact) {
    place = "every";
  } else if (row.place == FaultPlace::piece) {
    place = square_name(fault.place);
  } else if (row.place == FaultPlace::contact) {
    place = fault.place < wire::scan::touch_first       ? fmt::format("presence {}", square_name(fault.place))
            : fault.place < wire::scan::auxiliary_first ? fmt::format("touch {}", square_name(fault.place % wire::scan::touch_first))
                                                        : fmt::format("input {}", fault.place - wire::scan::auxiliary_first);
  }
  return fmt::format("{} {}", row.name, place) + (row.size.empty() ? "" : fmt::format(" size {} {}", fault.size, row.size));
}

Fault random_fault(FaultKind kind, Tick begin, Tick end, Random& random) {
  const FaultInfo& row = info(kind);
  Fault fault{kind, 0};
  fault.place = static_cast<std::uint8_t>(random.within(0, last_place(row.place)));
  fault.size = random.within(row.size_low, row.size_high);
  if (kind == swapped_rows || kind == swapped_columns) {
    const std::int64_t lines = row.size_high + 1;
    fault.size = (fault.place + random.within(1, lines - 1)) % lines;  // another line than itself
  }
  fault.begin = tick_within(begin, end - 1, random);
  const Tick most = std::min(end - fault.begin, longest(kind));
  fault.end = fault.begin + tick_within(1, most, random);
  if (kind == emi_burst) {
    fault.end = fault.begin + most;
    if (random.chance(50)) fault.place = every_line;
  }
  return fault;
}

std::vector<Fault> random_faults(std::size_t count, Tick begin, Tick end, Random random) {
  constexpr Tick least_room = 2;
  std::vector<Fault> faults;
  if (end - begin < least_room) return faults;
  for (std::size_t i = 0; i < count; ++i) {
    const auto kind = random.within(0, static_cast<std::int64_t>(fault_kinds) - 1);
    faults.push_back(random_fault(static_cast<FaultKind>(kind), begin, end, random));
  }
  return faults;
}

}  // namespace adoube::sim
