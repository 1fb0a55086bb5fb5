// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "driver/wire/protocol.hpp"
#include "rules/notation/pgn_commands.hpp"
#include "sim/scenario/choices.hpp"
#include "sim/scenario/statements.hpp"

namespace adoube::scenario {

namespace {

// Where a fault is, in the words for what it breaks.
std::uint8_t fault_place(Reader& in, const sim::FaultInfo& info) {
  const std::string_view every = info.everywhere ? "every, " : "";
  if (info.everywhere && in.take("every")) return sim::every_contact;
  const auto line = [&](std::uint64_t lines) {
    return static_cast<std::uint8_t>(in.number(fmt::format("{}a number from 0 to {}", every, lines - 1), 0, lines - 1));
  };
  const auto piece = [&] {
    const Reader before = in;
    const Square s = in.square("a square (a1 to h8)");
    if (s == Square::off) before.expected("a square (a1 to h8)");
    return static_cast<std::uint8_t>(index(s));
  };
  switch (info.place) {
    case sim::FaultPlace::piece: return piece();
    case sim::FaultPlace::row: return line(wire::scan::slots);
    case sim::FaultPlace::column: return line(wire::scan::senses);
    case sim::FaultPlace::contact: break;
  }
  if (in.take("presence")) return piece();
  if (in.take("touch")) return static_cast<std::uint8_t>(wire::scan::touch_first + piece());
  if (in.take("input")) return static_cast<std::uint8_t>(wire::scan::auxiliary_first + line(wire::scan::channels - wire::scan::auxiliary_first));
  in.expected(fmt::format("{}presence or touch and a square, or input and a number", every));
}

Defect defect(Reader& in) {
  const auto table = sim::fault_table();
  const auto info = std::ranges::find(table, in.peek(), &sim::FaultInfo::name);
  if (info == table.end()) in.expected(one_of(table, &sim::FaultInfo::name));
  in.word("");
  Defect d{info->kind, fault_place(in, *info), info->size_usual.value_or(0)};
  const std::string what = fmt::format("a number from {} to {} and {}", info->size_low, info->size_high, info->size);
  if (!info->size.empty() && in.take("size")) {
    d.size = static_cast<std::int64_t>(in.number(what, static_cast<std::uint64_t>(info->size_low), static_cast<std::uint64_t>(info->size_high)));
    if (!in.take(info->size)) in.expected(info->size);
  } else if (!info->size_usual) {
    in.expected("size, " + what);
  }
  return d;
}

// One of a table's words, as a value of the enumeration that it spells.
template <class Enum, class Words>
Enum spelt(Reader& in, const Words& words) {
  const std::string_view word = chosen(in, words);
  return static_cast<Enum>(std::ranges::find(words, word) - words.begin());
}

bus::Fault damage(Reader& in) {
  constexpr std::uint64_t bits_most = 8 * bus::packet_max;
  constexpr std::uint64_t times_most = 1'000'000;
  bus::Fault out;
  out.damage = spelt<bus::Damage>(in, bus::damage_words);
  out.side = spelt<bus::Side>(in, bus::side_words);
  out.packets = spelt<bus::Packets>(in, bus::packets_words);
  if (in.take("bits")) out.amount = static_cast<unsigned>(in.number(fmt::format("a number from 1 to {}", bits_most), 1, bits_most));
  if (in.take("times")) out.times = in.number(fmt::format("a number from 1 to {}", times_most), 1, times_most);
  return out;
}

// What befalls cable, packets and clocks, without its times; nothing of other verbs.
std::optional<sim::Mishap> mishap(Reader& in, Verb verb) {
  using Kind = sim::Mishap::Kind;
  sim::Mishap out;
  switch (verb) {
    case Verb::stall: out.kind = Kind::stall; break;
    case Verb::reset: out.kind = Kind::reset; break;
    case Verb::cable: out.kind = Kind::cable; break;
    case Verb::line_faults: {
      const SettingWord& share = row(Setting::line_faults);
      out.kind = Kind::line_faults;
      out.number = static_cast<std::int64_t>(in.share(share.low, share.high));
      break;
    }
    case Verb::damage:
      out.kind = Kind::damage;
      out.damaged = damage(in);
      break;
    case Verb::drift:
      out.kind = Kind::drift;
      out.number = read_drift(in);
      break;
    default: return std::nullopt;
  }
  return out;
}

// What the words alone do not tell. Faults that come and go by themselves are drawn pulse by pulse: they need an end, and it
// must not be far.
void hold(const Reader& in, const Timed& t) {
  constexpr std::int64_t most = 10'000;
  const Defect& d = *t.defect;
  if (const auto sound = sim::check({d.kind, d.place, d.size, 0, t.length.value_or(sim::no_end)}); !sound) {
    throw Wrong{t.column, "expected a fault that can be: " + sound.error().message};
  }
  if (d.kind != sim::FaultKind::chatter && d.kind != sim::FaultKind::emi_burst) return;
  if (!t.length) in.expected("for and a time");
  if (*t.length / d.size > most) throw Wrong{t.column, fmt::format("expected at most {} pulses, {} for this size", most, time_text(most * d.size))};
}

}  // namespace

Timed read_timed(Reader& in) {
  Timed t;
  t.when.relative = in.take_plus();
  if (!t.when.relative) in.take("at");
  t.when.time = in.time();
  if (in.take("white")) t.player = Colour::white;
  else if (in.take("black")) t.player = Colour::black;
  t.column = in.column();
  std::vector<VerbWord> fitting;
  std::ranges::copy_if(verb_words(), std::back_inserter(fitting), [&](const VerbWord& a) { return a.player == t.player.has_value(); });
  const VerbWord* row = take_row(in, fitting);
  if (row == nullptr) {
    const std::string acts = one_of(fitting, &VerbWord::word);
    no_row(in, fitting, t.player ? acts : "white or black, or " + acts);
  }
  t.verb = row->verb;
  if (row->verb == Verb::fault) t.defect = defect(in);
  t.mishap = mishap(in, row->verb);
  if (row->square != Need::none) {
    t.square_column = in.column();
    t.square = in.square();
  }
  if (row->other != Need::none) {
    if (in.take(row->link)) {
      t.other_column = in.column();
      t.other = in.square();
    } else if (row->other == Need::required) {
      in.expected(fmt::format("{} and a square", row->link));
    }
  }
  if (!row->span.empty() && in.take(row->span)) {
    const Reader before = in;
    t.length = in.time();
    if (*t.length == 0) before.expected("a time that is not nothing");
  }
  if (row->held) t.held = in.take("held");
  if (t.defect) hold(in, t);
  return t;
}

Ply read_ply(Reader& in) {
  Ply out;
  out.san = checked(in, is_san, san_what);
  if (!in.take("clock")) return out;
  const auto shown = pgn::parse_duration(in.peek());
  if (!shown || *shown * 1'000 > longest_time) in.expected("what the clock shows (as 0:05:03)");
  in.word("");
  out.clock = *shown * 1'000;
  return out;
}

}  // namespace adoube::scenario
