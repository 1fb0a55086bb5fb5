// SPDX-License-Identifier: Apache-2.0
/// Scenarios from what is there already: a game, a case of the touched piece.
#pragma once
#include <span>
#include <string_view>

#include "rules/notation/pgn.hpp"
#include "rules/recognition/case.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

/// The main line with its clocks, and that it must be recognised; on the board and by the hands of `headings`.
Scenario from_game(const pgn::Game& game, std::span<const Heading> headings = {});

/// The events of a case from the first act on, and what it expects. What no contact tells (an accident, a time that is
/// not sure) stands as a comment in its line.
Scenario from_case(const recognition::Case& c, std::string_view title);

}  // namespace adoube::scenario
