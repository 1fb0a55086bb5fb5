// SPDX-License-Identifier: Apache-2.0
/// What boards that scan more and less often told, as a picture.
#pragma once
#include <string>
#include <vector>

#include "host/lab/scan_rate.hpp"
#include "host/svg/line_plot.hpp"

namespace adoube::cli {

/// One line of the table.
struct FieldRow {
  Tick scan = 0;      ///< us
  std::string hands;
  lab::ScanRateCount count;
};

/// "250 ms", "0.126 ms".
std::string scan_text(Tick us);

/// Shares of moves missed, moves invented, touches unseen and touches whose order is not told or told wrong, over the scans in their order.
svg::LinePlot field_picture(const std::vector<FieldRow>& rows);

}  // namespace adoube::cli
