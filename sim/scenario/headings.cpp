// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "rules/notation/fen.hpp"
#include "sim/hands/score.hpp"
#include "sim/hands/styles.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/scenario/choices.hpp"
#include "sim/scenario/statements.hpp"

namespace adoube::scenario {

Heading read_heading(Reader& in, const SettingWord& row) {
  Heading h;
  h.setting = row.setting;
  switch (row.takes) {
    case Takes::text: h.text = in.rest("a line of text"); break;
    case Takes::edition: h.text = in.word("the name of an edition (as fide2023-blitz)"); break;
    case Takes::fen: {
      if (in.take("start")) {
        h.text = "start";
        break;
      }
      const Reader before = in;
      const auto position = fen::parse(in.rest("start or a FEN"));
      if (!position) throw Wrong{before.column(), "expected start or a FEN: " + position.error().message};
      h.text = fen::write(*position);
      break;
    }
    case Takes::number: h.number = static_cast<std::int64_t>(in.number("a number", 0, INT64_MAX)); break;
    case Takes::style:
      if (hands::named_style(in.peek()) == nullptr) in.expected(one_of(hands::named_styles(), &hands::NamedStyle::name));
      h.text = in.word("");
      break;
    case Takes::parameter: {
      const auto table = sim::parameter_table();
      const auto info = std::ranges::find(table, in.peek(), &sim::ParameterInfo::name);
      if (info == table.end()) in.expected("the name of a parameter of the board's physics");
      h.text = in.word("");
      h.number = static_cast<std::int64_t>(in.number(fmt::format("a number of {} from {} to {}", info->unit, info->low, info->high),
                                                     static_cast<std::uint64_t>(info->low), static_cast<std::uint64_t>(info->high)));
      if (!in.take(info->unit)) in.expected(fmt::format("the unit {}", info->unit));
      break;
    }
    case Takes::planes: h.text = chosen(in, plane_words()); break;
    case Takes::contacts: h.text = chosen(in, contact_words()); break;
    case Takes::time: {
      const Reader before = in;
      h.number = in.time();
      if (h.number > 250'000) before.expected("a time of at most 250 ms");
      break;
    }
    case Takes::share: {
      const Reader before = in;
      const std::string_view text = in.word("1/NUMBER");
      if (!text.starts_with("1/")) before.expected("1/NUMBER");
      Reader number(text.substr(2));
      try {
        h.number = static_cast<std::int64_t>(number.number("", 2, UINT32_MAX));
      } catch (const Wrong&) {
        before.expected("1/NUMBER with a number from 2 on");
      }
      break;
    }
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
