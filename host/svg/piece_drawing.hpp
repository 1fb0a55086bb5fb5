// SPDX-License-Identifier: Apache-2.0
/// The six pieces as drawings of our own: turned profiles, and a horse's head.
#pragma once
#include <string>
#include <string_view>

#include "rules/chess/piece.hpp"

namespace adoube::svg {

/// Colours of one side's pieces.
struct PieceInk {
  std::string_view body;
  std::string_view outline;
  std::string_view detail;  ///< lines inside the outline
};

/// A <g> with that id, drawn in a box of 100 by 100 units with the foot at y = 88.
std::string piece_drawing(chess::Kind kind, std::string_view id, const PieceInk& ink);

}  // namespace adoube::svg
