// SPDX-License-Identifier: Apache-2.0
/// Scenarios from what is there already: a game, a case of the touched piece.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "rules/notation/pgn.hpp"
#include "rules/recognition/case.hpp"
#include "sim/kernel/mishap.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

/// The main line with its clocks from ply `first_ply` (from 1, at most their number) on, and that it must be recognised; on the
/// board and by the hands of `headings`, and cut off as `cut` says. What the clocks showed before a later first ply is not told:
/// the first move of each player then takes as long as his hands do, and there is no `control`.
Scenario from_game(const pgn::Game& game, std::span<const Heading> headings = {}, std::size_t first_ply = 1,
                   const std::optional<sim::Mishap>& cut = std::nullopt);

/// The events of a case from the first act on, and what it expects. What no contact tells (an accident, a time that is
/// not sure) stands as a comment in its line.
Scenario from_case(const recognition::Case& c, std::string_view title);

}  // namespace adoube::scenario
