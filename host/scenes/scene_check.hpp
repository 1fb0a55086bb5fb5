// SPDX-License-Identifier: Apache-2.0
/// What a run of a scenario had to show against what it showed.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "host/scenes/scene_run.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenes {

/// The expectations for a board: those of the block that names it, or of the plain one where no block does.
struct Expected {
  scenario::Board board;           ///< the one that the block names
  std::vector<std::size_t> lines;  ///< from 1
};
/// Every block of the file, in its order.
std::vector<Expected> blocks(const scenario::Scenario& scenario);
/// How many expectations the file has, for whatever board.
std::size_t expectations(const scenario::Scenario& scenario);
/// The block for a run on that board; none where the file has neither.
std::optional<Expected> block_for(const scenario::Scenario& scenario, const scenario::Board& board);

struct Finding {
  std::size_t line = 0;   ///< of the expectation, from 1
  bool ok = false;
  std::string expected;   ///< the line as the formatter writes it
  std::string got;        ///< the same thing as it came out, in the language's words
};

/// Holds each expectation of the block; in their order.
std::vector<Finding> hold(const scenario::Scenario& scenario, const Expected& block, const Observed& observed);

}  // namespace adoube::scenes
