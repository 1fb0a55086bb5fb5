// SPDX-License-Identifier: Apache-2.0
/// Where the moves that were told of a game are others than those that were played, and by when that can be told.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "host/lab/deviation.hpp"
#include "sim/hands/script.hpp"

namespace adoube::lab {

/// In the place of an illegal move that stands, or of one that was not told.
inline constexpr std::string_view no_move = "--";

struct Difference {
  int ply;       ///< the first one
  bool stopped;  ///< nothing more was told from there on
  int told_by;   ///< the last ply on which that can be told first, as hands go on
  Tick until;    ///< the press that ends that ply, and a little
};

/// Between moves that were told and those that were played, in UCI; nothing where they are the same. `done`: what hands did to the
/// contacts of a sound board. `exchanged`: as `lines_exchanged` has them.
std::optional<Difference> difference(std::span<const std::string> told, std::span<const std::string> played, const hands::Script& script,
                                     std::span<const sim::Transition> done, std::span<const Deviation> deviations, const Stretches& exchanged);

}  // namespace adoube::lab
