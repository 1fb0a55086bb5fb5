// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "rules/article4/flags.hpp"
#include "rules/article4/judgement.hpp"
#include "rules/notation/pgn.hpp"
#include "rules/recognition/situation.hpp"
#include "sim/scenario/choices.hpp"
#include "sim/scenario/statements.hpp"

namespace adoube::scenario {

namespace {

// Far above what any run has.
constexpr std::uint64_t most_plies = 10'000;
constexpr std::uint64_t most_revisions = 10'000;
constexpr std::uint64_t most_gaps = 1'000'000'000;
constexpr std::size_t longest_placement = 64 + 7;  // a letter a square, and the strokes between the ranks

template <class Enum>
bool is_word_of(std::string_view word, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (article4::text(static_cast<Enum>(i)) == word) return true;
  }
  return false;
}

// A flag of the rulings: its word, and behind a colon the squares or the move it names.
bool is_flag(std::string_view text) {
  const std::string_view named = text.substr(std::min(text.find(':'), text.size()));
  const std::string_view word = text.substr(0, text.size() - named.size());
  if (!is_word_of<article4::FlagWord>(word, article4::kFlagWords)) return false;
  if (named.empty()) return true;
  const std::string_view of = named.substr(1);
  return is_san(of) || (of.size() == 4 && is_uci(of)) || parse_square(of).has_value();
}

// Its kind, and the square or the result that it names.
void situation(Reader& in, Expectation& e) {
  std::array<std::string_view, recognition::situation_kinds> kinds;
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = recognition::text(static_cast<recognition::Situation::Kind>(i));
  e.words.emplace_back(chosen(in, kinds));
  if (in.done() || in.peek() == "by") return;
  if (!pgn::parse_outcome(in.peek()) && !parse_square(in.peek())) in.expected("a square or a result (as f1 or 1/2-1/2)");
  e.words.emplace_back(in.word(""));
}

void bounds(Reader& in, unsigned allowed, Expectation& e) {
  const auto takes = [&](Bound bound, std::string_view word) { return (allowed & bound) != 0 && in.take(word); };
  if (takes(provisional, "provisional")) e.provisional = true;
  if (takes(ply, "ply")) e.ply = static_cast<int>(in.number("the number of a ply, from 1", 1, most_plies));
  if (takes(revision, "revision")) e.revision = static_cast<int>(in.number("the number of a revision, from 1", 1, most_revisions));
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

}  // namespace

Board read_board(Reader& in) {
  Board out;
  if (!in.take("with")) return out;
  out.presence = in.take("presence");
  if (in.take("scan-pause")) {
    out.scan_pause = read_heading(in, row(Setting::scan_pause)).number;
  } else if (!out.presence) {
    in.expected("presence or scan-pause");
  }
  return out;
}

Expectation read_expectation(Reader& in, const OutcomeWord& row) {
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
    case Claims::situation: situation(in, e); break;
    case Claims::count: e.count = in.number("how many", 0, most_gaps); break;
    case Claims::placement: {
      const Reader before = in;
      const std::string placed(in.word("the pieces as in a FEN"));
      if (placed.size() > longest_placement || std::ranges::count(placed, '/') != 7 || placed.find_first_not_of("pnbrqkPNBRQK12345678/") != placed.npos) {
        before.expected("the pieces as in a FEN");
      }
      e.words.push_back(placed);
      break;
    }
  }
  bounds(in, row.bounds, e);
  return e;
}

}  // namespace adoube::scenario
