// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "driver/wire/protocol.hpp"
#include "rules/article4/flags.hpp"
#include "rules/article4/judgement.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_commands.hpp"
#include "rules/notation/sentence.hpp"
#include "rules/notation/utf8.hpp"
#include "sim/hands/score.hpp"
#include "sim/hands/styles.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/scenario/reader.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::scenario {

namespace {

using namespace std::string_view_literals;

// "touch, release or lift".
template <class Rows, class Word>
std::string one_of(const Rows& rows, Word word) {
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += i == 0 ? "" : i + 1 == rows.size() ? " or " : ", ";
    out += std::invoke(word, rows[i]);
  }
  return out;
}

// The row whose word or two words come next, taken; null where there is none.
template <class Rows>
auto take_row(Reader& in, const Rows& rows) -> decltype(&rows[0]) {
  for (const auto& candidate : rows) {
    Reader trial = in;
    const std::string_view words = candidate.word;
    const std::size_t gap = words.find(' ');
    if (trial.take(words.substr(0, gap)) && (gap == words.npos || trial.take(words.substr(gap + 1)))) {
      in = trial;
      return &candidate;
    }
  }
  return nullptr;
}

std::string_view chosen(Reader& in, std::span<const std::string_view> words) {
  if (std::ranges::find(words, in.peek()) == words.end()) in.expected(one_of(words, std::identity{}));
  return in.word("");
}

bool is_san(std::string_view text) {
  constexpr auto first = "abcdefghKQRBNO0"sv, later = "abcdefghKQRBNO0123456789x=+#-"sv;
  return text.size() >= 2 && text.size() <= 10 && first.find(text.front()) != first.npos && text.find_first_not_of(later) == text.npos;
}

bool is_uci(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return false;
  const auto square = [&](std::size_t at) { return text[at] >= 'a' && text[at] <= 'h' && text[at + 1] >= '1' && text[at + 1] <= '8'; };
  return square(0) && square(2) && (text.size() == 4 || "qrbn"sv.find(text[4]) != std::string_view::npos);
}

template <class Enum>
bool is_word_of(std::string_view word, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (article4::text(static_cast<Enum>(i)) == word) return true;
  }
  return false;
}

std::string checked(Reader& in, bool (*fits)(std::string_view), std::string_view what) {
  if (!fits(in.peek())) in.expected(what);
  return std::string(in.word(what));
}

constexpr auto san_what = "a move (as Nf3, exd6 or O-O)"sv;
constexpr auto uci_what = "a move in UCI (as g1f3)"sv;

// A flag of the rulings: its word, and behind a colon the squares or the move it names.
bool is_flag(std::string_view text) {
  const std::string_view named = text.substr(std::min(text.find(':'), text.size()));
  const std::string_view word = text.substr(0, text.size() - named.size());
  if (!is_word_of<article4::FlagWord>(word, article4::kFlagWords)) return false;
  if (named.empty()) return true;
  const std::string_view of = named.substr(1);
  return is_san(of) || (of.size() == 4 && is_uci(of)) || parse_square(of).has_value();
}

Heading heading(Reader& in, const SettingWord& row) {
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
  Defect d{info->kind, fault_place(in, *info), info->size_usual};
  if (!info->size.empty() && in.take("size")) {
    const std::string what = fmt::format("a number from {} to {} and {}", info->size_low, info->size_high, info->size);
    d.size = static_cast<std::int64_t>(in.number(what, static_cast<std::uint64_t>(info->size_low), static_cast<std::uint64_t>(info->size_high)));
    if (!in.take(info->size)) in.expected(info->size);
  }
  return d;
}

// Faults that come and go by themselves are drawn pulse by pulse: they need an end, and it must not be far.
void pulses(const Reader& in, const Timed& t) {
  constexpr std::int64_t most = 10'000;
  const Defect& d = *t.defect;
  if (d.kind != sim::FaultKind::chatter && d.kind != sim::FaultKind::emi_burst) return;
  if (!t.length) in.expected("for and a time");
  if (*t.length / d.size > most) throw Wrong{t.column, fmt::format("expected at most {} pulses, {} for this size", most, time_text(most * d.size))};
}

Timed timed(Reader& in) {
  Timed t;
  t.when.relative = in.take_plus();
  if (!t.when.relative) in.take("at");
  t.when.time = in.time();
  if (in.take("white")) t.player = Colour::white;
  else if (in.take("black")) t.player = Colour::black;
  t.column = in.column();
  std::vector<ActWord> fitting;
  std::ranges::copy_if(act_words(), std::back_inserter(fitting), [&](const ActWord& a) { return a.player == t.player.has_value(); });
  const ActWord* row = take_row(in, fitting);
  if (row == nullptr) {
    const std::string acts = one_of(fitting, &ActWord::word);
    in.expected(t.player ? acts : "white or black, or " + acts);
  }
  t.act = row->act;
  if (row->act == Act::fault) t.defect = defect(in);
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
  if (t.defect) pulses(in, t);
  return t;
}

Ply ply_of(Reader& in) {
  Ply out;
  out.san = checked(in, is_san, san_what);
  if (!in.take("clock")) return out;
  const auto shown = pgn::parse_duration(in.peek());
  if (!shown || *shown * 1'000 > longest_time) in.expected("what the clock shows (as 0:05:03)");
  in.word("");
  out.clock = *shown * 1'000;
  return out;
}

Board board(Reader& in) {
  Board out;
  if (!in.take("with")) return out;
  out.presence = in.take("presence");
  if (in.take("scan-pause")) {
    const Reader before = in;
    out.scan_pause = in.time();
    if (*out.scan_pause > 250'000) before.expected("a time of at most 250 ms");
  } else if (!out.presence) {
    in.expected("presence or scan-pause");
  }
  return out;
}

void bounds(Reader& in, unsigned allowed, Expectation& e) {
  const auto takes = [&](Bound bound, std::string_view word) { return (allowed & bound) != 0 && in.take(word); };
  if (takes(provisional, "provisional")) e.provisional = true;
  if (takes(ply, "ply")) e.ply = static_cast<int>(in.number("the number of a ply, from 1", 1, 10'000));
  if (takes(revision, "revision")) e.revision = static_cast<int>(in.number("the number of a revision, from 1", 1, 10'000));
  if (takes(between, "between")) {
    const Tick from = in.time();
    if (!in.take("and")) in.expected("and, and a second time");
    const Reader before = in;
    const Tick to = in.time();
    if (to < from) before.expected("a time that is not before the first");
    e.between = {from, to};
  }
  if (takes(by, "by")) e.by = in.time();
  if (takes(Bound::before, "before")) e.before = in.time();
}

// Moves up to the end of the line, or "none".
void list(Reader& in, bool (*fits)(std::string_view), std::string_view what, unsigned allowed, Expectation& e) {
  if (in.take("none")) return;
  do {
    e.words.push_back(checked(in, fits, what));
  } while (!in.done() && !((allowed & ply) != 0 && in.peek() == "ply"));
}

Expectation expectation(Reader& in, const OutcomeWord& row) {
  Expectation e;
  e.outcome = row.outcome;
  switch (row.claims) {
    case Claims::nothing: break;
    case Claims::equal:
      if (!in.take("equal")) in.expected("equal");
      break;
    case Claims::maybe_san:
      if (in.done() || in.peek() == "before") break;
      [[fallthrough]];
    case Claims::san: e.words.push_back(checked(in, is_san, san_what)); break;
    case Claims::sans: list(in, is_san, "none, or a move (as Nf3, exd6 or O-O)", row.bounds, e); break;
    case Claims::ucis: list(in, is_uci, e.words.empty() ? "none, or a move in UCI (as g1f3)" : uci_what, row.bounds, e); break;
    case Claims::verdict: {
      if (!is_word_of<article4::Verdict>(in.peek(), article4::kVerdicts)) in.expected("a verdict (as obligation, move_made or violation)");
      e.words.emplace_back(in.word(""));
      if (in.done() || in.peek() == "ply" || in.peek() == "by") break;
      e.clause = article4::parse_clause(in.peek());
      if (!e.clause) in.expected("the number of a clause (as 4.3.1)");
      in.word("");
      break;
    }
    case Claims::certainty:
      if (!is_word_of<article4::Certainty>(in.peek(), article4::kCertainties)) in.expected("certain, unless-arbiter or arbiter");
      e.words.emplace_back(in.word(""));
      break;
    case Claims::flag: e.words.push_back(checked(in, is_flag, "a flag of a ruling (as late_adjust or adjusted:g1)")); break;
    case Claims::count: e.count = in.number("how many", 0, 1'000'000'000); break;
    case Claims::placement: {
      const Reader before = in;
      const std::string placed(in.word("the pieces as in a FEN"));
      if (placed.size() > 71 || std::ranges::count(placed, '/') != 7 || placed.find_first_not_of("pnbrqkPNBRQK12345678/") != placed.npos) {
        before.expected("the pieces as in a FEN");
      }
      e.words.push_back(placed);
      break;
    }
  }
  bounds(in, row.bounds, e);
  return e;
}

// A file has three parts, in this order.
enum class Part : std::uint8_t { headings, timeline, expectations };

class Parser {
 public:
  explicit Parser(Scenario& scenario) : scenario_(scenario) {}

  void line(std::string_view text) {
    // An '\r' at the end is part of the line's end.
    if (text.ends_with('\r')) text.remove_suffix(1);
    const std::size_t valid = notation::utf8_prefix(text);
    if (valid < text.size()) throw Wrong{valid + 1, "expected text in UTF-8"};
    const std::size_t comment = comment_begin(text);
    Line line;
    line.comment = text.substr(comment);
    line.comment.erase(line.comment.find_last_not_of(" \t\r") + 1);
    Reader in(text.substr(0, comment));
    if (!in.done()) {
      line.statement = statement(in);
      in.end();
    }
    scenario_.lines.push_back(std::move(line));
  }

 private:
  Statement statement(Reader& in) {
    if (in.take("expect")) {
      part_ = Part::expectations;
      return once(in, board(in));
    }
    if (part_ == Part::expectations) {
      if (const auto* row = take_row(in, outcome_words())) return expectation(in, *row);
      in.expected("expect, " + one_of(outcome_words(), &OutcomeWord::word));
    }
    if (const std::string_view next = in.peek(); next == "at" || next.starts_with('+')) {
      part_ = Part::timeline;
      if (next != "at" && !timed_) in.expected("at and a time in the first line of the timeline");
      timed_ = true;
      return timed(in);
    }
    if (in.peek() == "play") {
      part_ = Part::timeline;
      in.take("play");
      return ply_of(in);
    }
    const Reader before = in;
    const auto* row = take_row(in, setting_words());
    if (row != nullptr && part_ == Part::headings) return once(before, heading(in, *row));
    if (row != nullptr) before.expected("at, +, play or expect (headings stand before the first of these)");
    if (part_ == Part::timeline) in.expected("at, +, play or expect");
    in.expected(one_of(setting_words(), &SettingWord::word) + ", at, +, play or expect");
  }

  Heading once(const Reader& in, Heading h) {
    for (const Heading& other : headings_) {
      if (other.setting == h.setting && (h.setting != Setting::parameter || other.text == h.text)) {
        in.expected("a heading that the file does not have yet");
      }
    }
    headings_.push_back(h);
    return h;
  }

  Board once(const Reader& in, Board b) {
    if (std::ranges::find(boards_, b) != boards_.end()) in.expected("a board whose expectations the file does not have yet");
    boards_.push_back(b);
    return b;
  }

  Scenario& scenario_;
  Part part_ = Part::headings;
  bool timed_ = false;
  std::vector<Heading> headings_;
  std::vector<Board> boards_;
};

}  // namespace

Error located(const Scenario& scenario, std::size_t line, std::size_t column, std::string_view sentence) {
  return {Cause::malformed, fmt::format("{}:{}:{}: {}", scenario.name, line, column, sentence)};
}

Result<Scenario> parse(std::string_view text, std::string_view name) {
  Scenario scenario;
  scenario.name = name;
  Parser parser(scenario);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    try {
      parser.line(text.substr(0, end));
    } catch (const Wrong& wrong) {
      return tl::unexpected(located(scenario, scenario.lines.size() + 1, wrong.column, wrong.sentence));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return scenario;
}

}  // namespace adoube::scenario
