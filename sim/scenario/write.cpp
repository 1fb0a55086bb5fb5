// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/physics/fault.hpp"
#include "sim/scenario/numbers.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/reader.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::scenario {

namespace {

// Acts stand in this column, from 0.
constexpr std::size_t act_column = 14;

std::string board_text(const Board& board) {
  std::string out = "expect";
  if (board.presence || board.scan_pause) out += " with";
  if (board.presence) out += " presence";
  if (board.scan_pause) out += " scan-pause " + time_text(*board.scan_pause);
  return out;
}

std::string of_player(std::optional<Colour> player) { return !player ? "" : *player == Colour::white ? "white " : "black "; }

std::string number_text(const Heading& h) {
  const std::string_view unit = number_named(h.text)->unit;
  return unit.empty() ? std::to_string(h.number) : fmt::format("{} {}", h.number, unit);
}

std::string mishap_text(const sim::Mishap& m) {
  using Kind = sim::Mishap::Kind;
  if (m.kind == Kind::line_faults) return fmt::format(" 1/{}", m.number);
  if (m.kind == Kind::drift) return fmt::format(" {} ppm", m.number);
  if (m.kind != Kind::damage) return "";
  const auto word = [](const auto& words, auto value) { return words[static_cast<std::size_t>(value)]; };
  const bus::Fault& d = m.damaged;
  std::string out = fmt::format(" {} {} {}", word(bus::damage_words, d.damage), word(bus::side_words, d.side), word(bus::packets_words, d.packets));
  if (d.amount != bus::Fault{}.amount) out += fmt::format(" bits {}", d.amount);
  if (d.times != bus::Fault{}.times) out += fmt::format(" times {}", d.times);
  return out;
}

struct Text {
  std::string operator()(const Heading& h) const {
    const SettingWord& words = row(h.setting);
    const auto said = [&](const std::string& what) { return fmt::format("{} {}", words.word, what); };
    switch (words.takes) {
      case Takes::nothing: return std::string(words.word);
      case Takes::number: return said(std::to_string(static_cast<std::uint64_t>(h.number)));
      case Takes::time: return said(time_text(h.number));
      case Takes::share: return said(fmt::format("1/{}", h.number));
      case Takes::ppm: return said(fmt::format("{} ppm", h.number));
      case Takes::style: return said(of_player(h.player) + h.text);
      case Takes::named_number: return said(fmt::format("{}{} {}", of_player(h.player), h.text, number_text(h)));
      default: return said(h.text);
    }
  }

  std::string operator()(const Timed& t) const {
    const VerbWord& words = row(t.verb);
    std::string out = fmt::format("{}{}", t.when.relative ? "+" : "at ", time_text(t.when.time));
    out.resize(std::max(out.size() + 1, act_column), ' ');
    out += of_player(t.player);
    out += words.word;
    if (t.defect) out += fmt::format(" {}", sim::words({t.defect->kind, t.defect->place, t.defect->size}));
    if (t.mishap) out += mishap_text(*t.mishap);
    if (t.square) out += fmt::format(" {}", name(*t.square));
    if (t.other) out += fmt::format(" {} {}", words.link, name(*t.other));
    if (t.length) out += fmt::format(" {} {}", words.span, time_text(*t.length));
    if (t.held) out += " held";
    return out;
  }

  std::string operator()(const Ply& p) const {
    return p.clock ? fmt::format("play {} clock {}", p.san, clock_text(*p.clock)) : fmt::format("play {}", p.san);
  }

  std::string operator()(const Board& b) const { return board_text(b); }

  std::string operator()(const Expectation& e) const {
    const OutcomeWord& words = row(e.outcome);
    std::string out = fmt::format("  {}", words.word);
    if (words.claims == Claims::equal) out += " equal";
    if (words.claims == Claims::count) out += " " + std::to_string(e.count);
    const bool list = words.claims == Claims::sans || words.claims == Claims::ucis;
    if (list && e.words.empty()) out += " none";
    for (const std::string& word : e.words) out += " " + word;
    if (e.clause) out += fmt::format(" {}", article4::key(*e.clause));
    if (e.provisional) out += " provisional";
    if (e.ply) out += " ply " + std::to_string(*e.ply);
    if (e.revision) out += " revision " + std::to_string(*e.revision);
    if (e.between) out += fmt::format(" between {} and {}", time_text(e.between->first), time_text(e.between->second));
    if (e.by) out += " by " + time_text(*e.by);
    if (e.before) out += " before " + time_text(*e.before);
    return out;
  }
};

}  // namespace

std::string write(const Scenario& scenario) {
  std::string out;
  const auto& lines = scenario.lines;
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    std::string text;
    if (line->statement) {
      text = std::visit(Text{}, *line->statement);
      if (!line->comment.empty()) text += "  ";
    } else if (!line->comment.empty()) {
      // A comment stands as what it is about: the statement that comes next.
      const auto next = std::find_if(line, lines.end(), [](const Line& l) { return l.statement.has_value(); });
      if (next != lines.end() && std::holds_alternative<Expectation>(*next->statement)) text = "  ";
    }
    out += text + line->comment + "\n";
  }
  return out;
}

}  // namespace adoube::scenario
