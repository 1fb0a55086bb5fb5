// SPDX-License-Identifier: Apache-2.0
/// Shares of a few things at a few settings, as a picture of curves: one self-contained SVG, for screen and paper.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace adoube::svg {

/// One curve, told apart by colour, dashes and the form of its points.
struct Curve {
  std::string name;
  std::vector<std::uint32_t> hundredths;  ///< of a per cent, one a setting, at most 10,000
};

/// As many are told apart.
inline constexpr std::size_t most_curves = 6;

struct PlotPanel {
  std::string title;
  std::vector<Curve> curves;  ///< of the same names in every panel; those beyond `most_curves` are left out
};

struct LinePlot {
  std::string id = "plot";            ///< begins every id inside: letters, digits, "-"
  std::string title;
  std::string across;                 ///< what the settings are
  std::vector<std::string> settings;  ///< from left to right, evenly spaced
  std::vector<PlotPanel> panels;      ///< three to a row; each has a scale of its own
};

/// The picture; equal input gives equal bytes. All values stand in words in its <desc>.
std::string line_plot(const LinePlot& plot);

}  // namespace adoube::svg
