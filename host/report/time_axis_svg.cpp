// SPDX-License-Identifier: Apache-2.0
#include "host/report/time_axis_svg.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/svg/xml_text.hpp"

namespace adoube::report {

namespace {

// All measures in units of the picture; positions along the axis are whole tenths of a unit, so that no rounding of
// floating-point numbers can change a byte.
constexpr Tick kLeft = 190;
constexpr Tick kAxis = 560;
constexpr Tick kRow = 18;
constexpr Tick kTop = 6;
constexpr Tick kWidth = kLeft + kAxis + 30;

std::string tenths(Tick t) { return t % 10 == 0 ? fmt::format("{}", t / 10) : fmt::format("{}.{}", t / 10, t % 10); }

/// A round step of 1, 2 or 5 that cuts the span into four to ten parts, us.
Tick step_for(Tick span) {
  Tick step = 1;
  for (;;) {
    for (const Tick factor : {1, 2, 5}) {
      if (span / (step * factor) < 10) return step * factor;
    }
    step *= 10;
  }
}

std::string milliseconds(Tick us) {
  if (us % 1000 == 0) return fmt::format("{} ms", us / 1000);
  return fmt::format("{} us", us);
}

}  // namespace

std::string time_axis(std::span<const AxisRow> rows, const std::string& id, const std::string& title) {
  Tick first = rows.empty() ? 0 : rows.front().when.lo;
  Tick last = first + 1;
  for (const AxisRow& row : rows) {
    first = std::min(first, row.when.lo);
    last = std::max({last, row.when.hi, row.until});
  }
  const Tick step = step_for(last - first);
  const Tick span = (last - first + step - 1) / step * step;
  const auto x = [&](Tick t) { return kLeft * 10 + (t - first) * kAxis * 10 / span; };
  const Tick bottom = kTop + kRow * static_cast<Tick>(rows.size());

  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{}-title\" class=\"axis\">\n"
      "<title id=\"{}-title\">{}</title>\n",
      kWidth, bottom + 24, id, id, svg::xml_text(title));
  for (Tick t = 0; t <= span; t += step) {
    out += fmt::format("<path d=\"M{0} {1}V{2}\" stroke=\"#c9c9c9\" stroke-width=\"1\"/>\n", tenths(x(first + t)), kTop, bottom);
    out += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"11\" text-anchor=\"middle\" fill=\"#444\">{}</text>\n", tenths(x(first + t)),
                       bottom + 16, milliseconds(t));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const AxisRow& row = rows[i];
    const Tick y = kTop + kRow * static_cast<Tick>(i);
    if (row.until > row.when.hi) {
      out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"6\" fill=\"#bcd3e8\"/>\n", tenths(x(row.when.hi)), y + 6,
                         tenths(std::max<Tick>(x(row.until) - x(row.when.hi), 10)));
    }
    const Tick from = x(row.when.lo);
    const Tick wide = std::max<Tick>(x(row.when.hi) - from, 30);
    out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" rx=\"1.5\" fill=\"{}\" stroke=\"#1d3f60\" stroke-width=\"1\"/>\n",
                       tenths(from), y + 3, tenths(wide), row.evidence ? "#2b6ca8" : "#ffffff");
    if (row.evidence) out += fmt::format("<circle cx=\"8\" cy=\"{}\" r=\"3\" fill=\"#2b6ca8\"/>\n", y + 9);
    out += fmt::format("<text x=\"18\" y=\"{}\" font-size=\"12\" fill=\"#111\">{}</text>\n", y + 13, svg::xml_text(row.label));
  }
  return out + "</svg>\n";
}

}  // namespace adoube::report
