// SPDX-License-Identifier: Apache-2.0
#include "host/cli/field_picture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adoube::cli {
namespace {

// Share in hundredths of a per cent, rounded up: what is not nothing does not look like nothing.
std::uint32_t share(std::size_t part, std::size_t whole) {
  if (whole == 0) return 0;
  return static_cast<std::uint32_t>(std::min<std::size_t>((part * 10'000 + whole - 1) / whole, 10'000));
}

svg::PlotPanel panel(const std::vector<FieldRow>& rows, std::string title, std::uint32_t (*value)(const lab::ScanRateCount&)) {
  svg::PlotPanel panel{std::move(title), {}};
  for (const FieldRow& row : rows) {
    auto curve = std::find_if(panel.curves.begin(), panel.curves.end(), [&](const svg::Curve& c) { return c.name == row.hands; });
    if (curve == panel.curves.end()) curve = panel.curves.insert(panel.curves.end(), {row.hands, {}});
    curve->hundredths.push_back(value(row.count));
  }
  return panel;
}

}  // namespace

std::string scan_text(Tick us) {
  std::string text = fmt::format("{}.{:03}", us / 1'000, us % 1'000);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text + " ms";
}

svg::LinePlot field_picture(const std::vector<FieldRow>& rows) {
  svg::LinePlot plot;
  plot.id = "field";
  plot.title = "What a board tells of a game, by the length of its scan";
  plot.across = "one scan";
  for (const FieldRow& row : rows) {
    if (plot.settings.empty() || plot.settings.back() != scan_text(row.scan)) plot.settings.push_back(scan_text(row.scan));
  }
  using Count = lab::ScanRateCount;
  plot.panels.push_back(panel(rows, "moves missed", [](const Count& c) { return share(c.missed, c.plies); }));
  plot.panels.push_back(panel(rows, "moves invented", [](const Count& c) { return share(c.invented, c.plies); }));
  plot.panels.push_back(panel(rows, "touches unseen", [](const Count& c) { return share(c.unseen, c.touches); }));
  plot.panels.push_back(panel(rows, "order of two touches not told", [](const Count& c) { return share(c.untold, c.pairs); }));
  plot.panels.push_back(panel(rows, "order of two touches told wrong", [](const Count& c) { return share(c.wrong, c.pairs); }));
  return plot;
}

}  // namespace adoube::cli
