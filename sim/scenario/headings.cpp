// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "rules/notation/fen.hpp"
#include "sim/hands/score.hpp"
#include "sim/hands/styles.hpp"
#include "sim/scenario/choices.hpp"
#include "sim/scenario/numbers.hpp"
#include "sim/scenario/statements.hpp"

namespace adoube::scenario {

namespace {

// Whose: of one player, or of both.
std::optional<Colour> player(Reader& in) {
  if (in.take("white")) return Colour::white;
  if (in.take("black")) return Colour::black;
  return std::nullopt;
}

void position(Reader& in, Heading& h) {
  if (in.take("start")) {
    h.text = "start";
    return;
  }
  const Reader before = in;
  const auto position = fen::parse(in.rest("start or a FEN"));
  // The sentence begins with "FEN: ".
  if (!position) throw Wrong{before.column(), "expected start or a FEN: " + position.error().message.substr(5)};
  h.text = fen::write(*position);
}

void style(Reader& in, Heading& h) {
  h.player = player(in);
  if (hands::named_style(in.peek()) == nullptr && in.peek() != hands::random_style) {
    in.expected(fmt::format("{}{} or {}", h.player ? "" : "white or black, or ", hands::style_names(), hands::random_style));
  }
  h.text = in.word("");
}

void number(Reader& in, Heading& h) {
  h.player = player(in);
  const auto info = number_named(in.peek());
  if (!info || (h.player && !info->of_hands)) in.expected(h.player ? "the name of a number of hands" : "the name of a number of the board's physics or of hands");
  h.text = in.word("");
  const std::string of = info->unit.empty() ? "" : fmt::format(" of {}", info->unit);
  h.number = in.integer(fmt::format("a number{} from {} to {}", of, info->low, info->high), info->low, info->high);
  if (!info->unit.empty() && !in.take(info->unit)) in.expected(fmt::format("the unit {}", info->unit));
}

Tick time(Reader& in, const SettingWord& row) {
  const Reader before = in;
  const Tick time = in.time();
  const auto low = static_cast<Tick>(row.low);
  const auto high = static_cast<Tick>(row.high);
  if (time < low) before.expected(fmt::format("a time of at least {}", time_text(low)));
  if (time > high) before.expected(fmt::format("a time of at most {}", time_text(high)));
  return time;
}

}  // namespace

std::int64_t read_drift(Reader& in) {
  const std::int64_t ppm = in.integer(fmt::format("a number from {} to {}", -drift_most_ppm, drift_most_ppm), -drift_most_ppm, drift_most_ppm);
  if (!in.take("ppm")) in.expected("ppm");
  return ppm;
}

Heading read_heading(Reader& in, const SettingWord& row) {
  Heading h;
  h.setting = row.setting;
  h.column = in.column();
  switch (row.takes) {
    case Takes::nothing: break;
    case Takes::text: h.text = in.rest("a line of text"); break;
    case Takes::edition: h.text = in.word("the name of an edition (as fide2023-blitz)"); break;
    case Takes::fen: position(in, h); break;
    case Takes::number: h.number = static_cast<std::int64_t>(in.number(fmt::format("a number from {} to {}", row.low, row.high), row.low, row.high)); break;
    case Takes::style: style(in, h); break;
    case Takes::named_number: number(in, h); break;
    case Takes::word: h.text = chosen(in, row.words); break;
    case Takes::time: h.number = time(in, row); break;
    case Takes::share: h.number = static_cast<std::int64_t>(in.share(row.low, row.high)); break;
    case Takes::ppm: h.number = read_drift(in); break;
    case Takes::control: {
      const Reader before = in;
      h.text = in.word("a time control (as 300+3)");
      if (!hands::parse_time_control(h.text)) before.expected("a time control (as 300+3 or 40/7200:3600)");
      break;
    }
  }
  return h;
}

}  // namespace adoube::scenario
