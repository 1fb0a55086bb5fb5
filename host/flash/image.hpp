// SPDX-License-Identifier: Apache-2.0
/// An iCE40 bitstream as a file: for which chip, whether it is whole, and what scripts/bitstream wrote in its head. The format is
/// the one of Project IceStorm's documentation ("Bitstream File Format").
#pragma once
#include <string>
#include <string_view>

#include "rules/core/result.hpp"

namespace adoube::flash {

/// Size of the configuration of a chip: "5k" (UP5K) or "8k" (LP8K and HX8K, which the bits do not tell apart).
struct Image {
  std::string fabric;
  std::string board;   ///< a table of constraints/boards.toml
  std::string part;    ///< "up5k-sg48"
  std::string serial;  ///< that the board will have on USB
};

/// `malformed`: no bitstream, a damaged one (its own checksum), one of another chip family, or one without our words in its head.
Result<Image> read_image(std::string_view bytes);

/// Whether the JSON object that scripts/bitstream leaves beside an image belongs to it. `malformed`: it does not.
Result<void> check_report(const Image& image, std::size_t bytes, std::string_view report);

}  // namespace adoube::flash
