// SPDX-License-Identifier: Apache-2.0
/// What can be wrong with a board: a list of faults, each with a place and a stretch of time. `sensed` (senses.hpp) puts
/// those of contacts and wires in front of the gateware, `transitions` (contacts.hpp) reckons with weak magnets. Faults of
/// cable and host are elsewhere: packets in sim/bus/faults.hpp, the plug and clocks in sim/kernel/mishap.hpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/core/interval.hpp"
#include "rules/core/result.hpp"
#include "sim/physics/random.hpp"

namespace adoube::sim {

enum class FaultKind : std::uint8_t {
  stuck_closed,     ///< a contact that reads closed whatever happens
  stuck_open,       ///< a contact that reads open whatever happens
  weak_magnet,      ///< the piece that stands on a square at power-up has `size` percent of its field
  broken_row,       ///< a strobe trace is broken: its contacts from sense `size` on read open
  broken_column,    ///< a sense trace is broken: its contacts from row `size` on read open
  swapped_rows,     ///< strobe lines `place` and `size` are exchanged
  swapped_columns,  ///< sense lines `place` and `size` are exchanged
  shorted_diode,    ///< the diode of a contact conducts both ways; of `every_contact`: a board built without diodes
  chatter,          ///< a contact changes its level again and again, every `size` us on average
  emi_burst,        ///< pulses couple into a sense line (or any, `every_line`), one every `size` us
};
inline constexpr std::size_t fault_kinds = 10;

/// What `Fault::place` counts.
enum class FaultPlace : std::uint8_t {
  contact,  ///< wire channel, 0..135 (rtl/protocol.toml)
  piece,    ///< square on which it stands at power-up, 0..63
  row,      ///< strobe line, 0..8; the ninth strobes the auxiliary inputs
  column,   ///< sense line, 0..15: presence of the files a to h, then touch
};

inline constexpr std::uint8_t every_contact = 255;
inline constexpr std::uint8_t every_line = 255;
inline constexpr Tick no_end = std::numeric_limits<Tick>::max() / 2;

/// One fault, in force in [begin, end) of device time, us. Outside it the board is as if it had never been.
struct Fault {
  FaultKind kind;
  std::uint8_t place;     ///< as FaultInfo::place says
  std::int64_t size = 0;  ///< as FaultInfo::size says; 0 where that is empty
  Tick begin = 0;
  Tick end = no_end;
  friend bool operator==(const Fault&, const Fault&) = default;
};

struct FaultInfo {
  FaultKind kind;
  std::string_view name;      ///< one word, as "stuck-closed"
  FaultPlace place;
  bool everywhere;            ///< `place` may be 255
  std::string_view size;      ///< what `size` counts: "%", "us", "row", "column"; empty: nothing
  std::int64_t size_low;      ///< smallest and largest size
  std::int64_t size_high;
  std::optional<std::int64_t> size_usual;  ///< none where a line is meant: no line is the usual one
  std::string_view meaning;   ///< a few words for a person
};

/// All kinds, in the order of FaultKind.
std::span<const FaultInfo> fault_table();
const FaultInfo& info(FaultKind kind);
/// Of strobe lines, sense lines or diodes: a board with a direct front has none of them.
bool of_lines(FaultKind kind);
/// By FaultInfo::name. `usage`: there is no such kind.
Result<FaultKind> fault_kind(std::string_view name);

/// Whether place, size and time make sense. `usage` with the reason.
Result<void> check(const Fault& fault);

/// In the words of the scenario language: kind, place, and size where it has one, as "chatter presence e4 size 500 us".
std::string words(const Fault& fault);

/// One fault of a kind, its place and size drawn over their ranges, its time inside [begin, end), which is 2 us or longer. A
/// burst lasts 15 ms, or less where there is no room; chatter at most 5 s.
Fault random_fault(FaultKind kind, Tick begin, Tick end, Random& random);

/// `count` faults of any kind, by the same rule, in the order drawn; none where there is no room. Same seed, same faults.
std::vector<Fault> random_faults(std::size_t count, Tick begin, Tick end, Random random);

}  // namespace adoube::sim
