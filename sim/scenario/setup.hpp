// SPDX-License-Identifier: Apache-2.0
/// What the headings of a scenario set.
#pragma once
#include <span>
#include <string>

#include "driver/wire/protocol.hpp"
#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"
#include "sim/hands/slip.hpp"
#include "sim/hands/style.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

struct Setup {
  std::string title;
  chess::Position position = chess::Position::start();
  std::string edition = "fide2023";
  std::uint64_t seed = 1;
  hands::Players players;
  sim::Parameters parameters;
  std::size_t faults = 0;          ///< so many of the board, drawn from the seed
  bool presence = false;           ///< no touch plane
  bool rotated = false;            ///< White sits at what the board calls the eighth rank
  std::size_t front = 0;           ///< place in wire::fronts
  Tick scan_pause = 0;             ///< us
  std::optional<Tick> hold;        ///< of all planes, us; none: the board's own
  int drift_ppm = 0;               ///< the host's clock is so many millionths slower than the board's
  bool listed = false;             ///< fingers touch only where a line says so
  std::uint32_t line_faults = 0;   ///< one packet in so many; 0: none
  bool own_pace = false;           ///< a game takes as long as its hands think
  hands::TimeControl control;
  hands::Slip slip = hands::Slip::none;  ///< of a game
  Tick limit = 0;                  ///< the run ends at that device time, us; 0: when all is done
  bool strict = false;             ///< an edge that is lost is an error
};

/// `otherwise`: headings that count in the place of the file's. Errors: `malformed` where numbers do not fit together, with the
/// place of the last of them; `usage` where it is one of `otherwise`.
[[nodiscard]] Result<Setup> setup_of(const Scenario& scenario, std::span<const Heading> otherwise = {});

/// Error: `malformed` at that heading, with that sentence; `usage` where the file has none.
Error heading_error(const Scenario& scenario, Setting setting, const std::string& sentence);

}  // namespace adoube::scenario
