// SPDX-License-Identifier: Apache-2.0
#include "host/svg/line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "host/svg/xml_text.hpp"

namespace adoube::svg {
namespace {

// Lengths in units of the picture.
constexpr int panel_width = 300, panel_height = 220;
constexpr int left = 52, gap = 64, right = 20, top = 58, below = 88;
constexpr int inset = 24;  // of the first and the last setting
constexpr int panels_a_row = 3;
constexpr int row_height = panel_height + 92;  // a panel, its settings, and the title of the one below

constexpr std::string_view ground = "#f6f1e7", ink = "#3b332b", faint = "#d8ccb8";

struct Pen {
  std::string_view colour, dashes;
};
constexpr std::array<Pen, most_curves> pens{{{"#1f5fae", ""}, {"#c0271d", "9 4"}, {"#2f7d4f", "2 4"}, {"#8a5a00", "12 4 2 4"},
                                   {"#6a3d9a", "5 5"}, {"#3b332b", "1 3"}}};

/// The lowest of the round numbers that holds every value of the panel, in hundredths of a per cent.
std::uint32_t scale_of(const PlotPanel& panel) {
  std::uint32_t most = 0;
  for (const Curve& curve : panel.curves) {
    for (const std::uint32_t value : curve.hundredths) most = std::max(most, value);
  }
  for (const std::uint32_t round : {10u, 20u, 50u, 100u, 200u, 500u, 1'000u, 2'000u, 5'000u}) {
    if (most <= round) return round;
  }
  return 10'000;
}

/// "12 %", "0.5 %": without zeros that say nothing.
std::string per_cent(std::uint32_t hundredths) {
  std::string text = fmt::format("{}.{:02}", hundredths / 100, hundredths % 100);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text + " %";
}

class Picture {
 public:
  explicit Picture(const LinePlot& plot) : plot_(plot) {}

  std::string text() {
    const auto panels = static_cast<int>(plot_.panels.size());
    const int columns = std::min(panels, panels_a_row);
    width_ = left + columns * panel_width + std::max(columns - 1, 0) * gap + right;
    bottom_ = top + panel_height + std::max(panels - 1, 0) / panels_a_row * row_height;
    head();
    add("<rect width=\"{}\" height=\"{}\" rx=\"10\" fill=\"{}\"/>\n", width_, bottom_ + below, ground);
    add("<g font-family=\"sans-serif\" font-size=\"13\" fill=\"{}\" aria-hidden=\"true\">\n", ink);
    add("<text x=\"{}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{}</text>\n", left, xml_text(plot_.title));
    for (int i = 0; i < panels; ++i) {
      panel(plot_.panels[static_cast<std::size_t>(i)], left + i % panels_a_row * (panel_width + gap), top + i / panels_a_row * row_height);
    }
    legend();
    return text_ + "</g>\n</svg>\n";
  }

 private:
  template <class... Parts>
  void add(fmt::format_string<Parts...> form, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), form, std::forward<Parts>(parts)...);
  }

  int x_of(std::size_t setting) const {
    const auto last = static_cast<int>(std::max<std::size_t>(plot_.settings.size(), 2)) - 1;
    return inset + (panel_width - 2 * inset) * static_cast<int>(setting) / last;
  }
  /// From the top of the panel.
  static int y_of(std::uint32_t value, std::uint32_t scale) { return panel_height - static_cast<int>(panel_height * value / scale); }

  void head() {
    const std::string id = xml_text(plot_.id);
    add(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" )", width_, bottom_ + below);
    add("aria-labelledby=\"{0}-title {0}-desc\">\n<title id=\"{0}-title\">{1}</title>\n<desc id=\"{0}-desc\">", id, xml_text(plot_.title));
    for (const PlotPanel& panel : plot_.panels) {
      add("{}.", xml_text(panel.title));
      for (const Curve& curve : panel.curves) {
        add(" {}:", xml_text(curve.name));
        for (std::size_t i = 0; i < curve.hundredths.size() && i < plot_.settings.size(); ++i) {
          add("{} {} at {}", i == 0 ? "" : ",", per_cent(curve.hundredths[i]), xml_text(plot_.settings[i]));
        }
        add(".");
      }
      add(" ");
    }
    add("</desc>\n");
  }

  void panel(const PlotPanel& panel, int x, int y0) {
    const std::uint32_t scale = scale_of(panel);
    add("<text x=\"{}\" y=\"{}\">{}</text>\n", x, y0 - 12, xml_text(panel.title));
    constexpr std::uint32_t lines = 2;
    for (std::uint32_t i = 0; i <= lines; ++i) {
      const std::uint32_t value = scale * i / lines;
      const int y = y0 + y_of(value, scale);
      add("<path d=\"M{} {}h{}\" stroke=\"{}\"/>", x, y, panel_width, i == 0 ? ink : faint);
      add("<text x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"end\">{}</text>\n", x - 5, y + 4, per_cent(value));
    }
    for (std::size_t i = 0; i < plot_.settings.size(); ++i) {
      add("<text x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\">{}</text>\n", x + x_of(i), y0 + panel_height + 18,
          xml_text(plot_.settings[i]));
    }
    add("<text x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\">{}</text>\n", x + panel_width / 2, y0 + panel_height + 38,
        xml_text(plot_.across));
    for (std::size_t c = 0; c < panel.curves.size() && c < pens.size(); ++c) curve(panel.curves[c], c, x, y0, scale);
  }

  void curve(const Curve& curve, std::size_t c, int x, int y0, std::uint32_t scale) {
    const std::size_t count = std::min(curve.hundredths.size(), plot_.settings.size());
    if (count == 0) return;
    add("<path fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{} d=\"", pens[c].colour, dashes(c));
    for (std::size_t i = 0; i < count; ++i) add("{}{} {}", i == 0 ? "M" : "L", x + x_of(i), y0 + y_of(curve.hundredths[i], scale));
    add("\"/>\n");
    for (std::size_t i = 0; i < count; ++i) point(c, x + x_of(i), y0 + y_of(curve.hundredths[i], scale));
    add("\n");
  }

  static std::string dashes(std::size_t c) {
    return pens[c].dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", pens[c].dashes);
  }

  /// A form of its own beside the colour, so that a print in black and white tells the curves too.
  void point(std::size_t c, int x, int y) {
    const std::string_view colour = pens[c].colour;
    switch (c % 4) {
      case 0: add("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>", x, y, colour); break;
      case 1: add("<rect x=\"{}\" y=\"{}\" width=\"8\" height=\"8\" fill=\"{}\"/>", x - 4, y - 4, colour); break;
      case 2: add("<path d=\"M{} {}l5 5l-5 5l-5 -5z\" fill=\"{}\"/>", x, y - 5, colour); break;
      default: add("<path d=\"M{} {}l5 9h-10z\" fill=\"{}\"/>", x, y - 5, colour); break;
    }
  }

  void legend() {
    if (plot_.panels.empty()) return;
    int x = left;
    const int y = bottom_ + 66;
    const std::vector<Curve>& curves = plot_.panels.front().curves;
    for (std::size_t c = 0; c < curves.size() && c < pens.size(); ++c) {
      add("<path stroke=\"{}\" stroke-width=\"2\"{} d=\"M{} {}h36\"/>", pens[c].colour, dashes(c), x, y);
      point(c, x + 18, y);
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 44, y + 4, xml_text(curves[c].name));
      x += 150;
    }
  }

  const LinePlot& plot_;
  int width_ = 0;
  int bottom_ = 0;  // of the last row of panels
  std::string text_;
};

}  // namespace

std::string line_plot(const LinePlot& plot) { return Picture(plot).text(); }

}  // namespace adoube::svg
