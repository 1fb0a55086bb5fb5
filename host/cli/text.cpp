// SPDX-License-Identifier: Apache-2.0
#include "host/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::cli {

std::string clock_text(Tick us) {
  const Tick ms = us / 1000;
  return fmt::format("{}:{:02}:{:02}.{:03}", ms / 3'600'000, ms / 60'000 % 60, ms / 1000 % 60, ms % 1000);
}

std::string seconds_text(Tick us) {
  const Tick tenths = (us + 50'000) / 100'000;
  return fmt::format("{}.{} s", tenths / 10, tenths % 10);
}

double seconds_of(Tick us) { return static_cast<double>(us) / 1e6; }

double rounded(double value, int places) {
  const double whole = std::pow(10, places);
  return std::round(value * whole) / whole;
}

std::string amount(std::uint64_t number, std::string_view one, std::string_view more) { return fmt::format("{} {}", number, number == 1 ? one : more); }

std::string counted(std::uint64_t number, std::string_view one, std::string_view more) {
  return number == 0 ? fmt::format("no {}", more) : amount(number, one, more);
}

std::string breaches_text(const std::string& breaches, const Output& out) {
  return out.paint(Output::Paint::bad, "the board broke the rules of USB: " + breaches);
}

std::string number_text(const chess::Position& before) {
  return fmt::format("{}{}", before.fullmove_number(), before.side_to_move() == Colour::white ? "." : "...");
}

bool castles_as_usual(const chess::Position& p) {
  for (const Colour c : {Colour::white, Colour::black}) {
    for (const chess::Wing w : {chess::Wing::king_side, chess::Wing::queen_side}) {
      const auto rook = p.castling_rook(c, w);
      const int rook_file = w == chess::Wing::king_side ? 7 : 0;
      if (rook && (file_of(p.king(c)) != 4 || file_of(*rook) != rook_file)) return false;
    }
  }
  return true;
}

std::string ruling_text(const chess::Position& position, const article4::Ruling& ruling) {
  std::string text = fmt::format("{} (Laws {}, {}, {})", article4::text(ruling.verdict), ruling.clause.empty() ? "-" : ruling.clause,
                                 ruling.edition, article4::text(ruling.certainty));
  if (!ruling.allowed.empty()) {
    text += ": allowed";
    for (const std::string& uci : ruling.allowed) {
      const auto move = uci::parse(position, uci);
      text += ' ' + (move ? san::write(position, *move) : uci);
    }
  }
  for (const std::string& flag : ruling.flags) text += fmt::format(" [{}]", flag);
  return text;
}

nlohmann::json ruling_fields(const article4::Ruling& ruling) {
  return {{"ply", ruling.ply},
          {"verdict", article4::text(ruling.verdict)},
          {"clause", ruling.clause},
          {"edition", ruling.edition},
          {"allowed", ruling.allowed},
          {"certainty", article4::text(ruling.certainty)},
          {"flags", ruling.flags},
          {"evidence", ruling.evidence}};
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  const auto length = [](std::string_view s) {
    return static_cast<std::size_t>(std::count_if(s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  };
  std::vector<std::string> lines{{}};
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    std::string& line = lines.back();
    if (!line.empty() && length(line) + 1 + length(word) > width) {
      lines.emplace_back(word);
    } else {
      if (!line.empty()) line += ' ';
      line += word;
    }
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return lines;
}

namespace {

std::string_view gap_word(driver::GapKind kind) {
  switch (kind) {
    case driver::GapKind::packets: return "packets";
    case driver::GapKind::dropped: return "dropped";
    case driver::GapKind::restart: return "restart";
  }
  return "";
}

}  // namespace

std::string gap_text(const driver::Gap& gap) {
  return fmt::format("{} GAP ({}): {}, {} missing", clock_text(gap.from), gap_word(gap.kind), amount(gap.packets, "packet", "packets"),
                     gap.edges ? amount(*gap.edges, "edge", "edges") : "an unknown number of edges");
}

nlohmann::json gap_fields(const driver::Gap& gap) {
  nlohmann::json fields{{"kind", gap_word(gap.kind)}, {"from_us", gap.from}, {"packets", gap.packets}};
  if (gap.to) fields["to_us"] = *gap.to;
  if (gap.edges) fields["edges"] = *gap.edges;
  return fields;
}

}  // namespace adoube::cli
