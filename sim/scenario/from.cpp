// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/from.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"
#include "rules/notation/utf8.hpp"
#include "sim/hands/score.hpp"
#include "sim/scenario/reader.hpp"
#include "sim/scenario/story.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::scenario {

namespace {

constexpr Tick bringing = 200'000;  // a new piece is taken up so long before it stands

class Writer {
 public:
  template <class S>
  void add(S statement, std::string comment = "") {
    if (!comment.empty()) comment.insert(0, "# ");
    scenario_.lines.push_back({Statement(std::move(statement)), std::move(comment)});
  }
  void comment(const std::string& text) { scenario_.lines.push_back({std::nullopt, "# " + text}); }
  void blank() { scenario_.lines.push_back({}); }

  void title(std::string_view text) {
    std::string line(text.substr(0, notation::utf8_prefix(text)));
    std::ranges::replace_if(line, [](char c) { return c == '#' || (c >= 0 && c < ' '); }, ' ');
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) return;
    add(Heading{Setting::title, line.substr(first, line.find_last_not_of(' ') - first + 1)});
  }
  void position(const chess::Position& start) {
    if (!(start == chess::Position::start())) add(Heading{Setting::position, fen::write(start)});
  }

  Scenario take() { return std::move(scenario_); }

 private:
  Scenario scenario_;
};

std::string tag(const pgn::Game& game, std::string_view name) {
  const std::string value(game.tag(name).value_or(""));
  return value.find_first_not_of("?.") == std::string::npos ? "" : value;
}

Expectation expect(Outcome outcome, std::vector<std::string> words = {}) {
  Expectation e;
  e.outcome = outcome;
  e.words = std::move(words);
  return e;
}

Expectation ruling(const std::string& verdict, const std::optional<std::string>& clause, std::optional<int> ply) {
  Expectation e = expect(Outcome::ruling, {verdict});
  if (clause) e.clause = article4::parse_clause(*clause);
  e.ply = ply;
  return e;
}

// What the event says and no contact does.
std::string unseen(const Event& e) {
  std::string out;
  const auto add = [&](bool there, const std::string& text) {
    if (there) out += (out.empty() ? "" : ", ") + text;
  };
  add(e.accidental, "an accident");
  add(e.via_piece, "through the held piece");
  const Tick half_width = (e.when.hi - e.when.lo - 1) / 2;
  add(half_width > 0, fmt::format("give or take {}", time_text(half_width)));
  return out;
}

class Events {
 public:
  Events(const recognition::Case& c, Writer& out) : case_(c), out_(out) {}

  void write() {
    std::vector<Event> events = case_.events;
    std::ranges::stable_sort(events, {}, [](const Event& e) { return middle(e); });
    const Tick earliest = events.empty() ? 0 : std::min<Tick>(middle(events.front()), 0);
    shift_ = first_act - earliest + (std::ranges::any_of(events, &Event::from_outside) ? bringing : 0);
    for (const Event& e : events) write(e);
  }

 private:
  static Tick middle(const Event& e) { return e.when.lo + (e.when.hi - e.when.lo + 1) / 2; }

  Timed act(const Event& e, Verb kind, Tick at) const {
    Timed t;
    t.when.time = at;
    t.verb = kind;
    t.player = e.actor.value_or(case_.side);
    return t;
  }

  void write(const Event& e) {
    const Tick at = middle(e) + shift_;
    const auto kind = [&]() -> std::optional<Verb> {
      switch (e.kind) {
        case EventKind::touch: return Verb::touch;
        case EventKind::release: return Verb::release;
        case EventKind::lift: return Verb::lift;
        case EventKind::place: return Verb::place;
        case EventKind::clock: return Verb::press;
        case EventKind::adjust: return Verb::adjust;
        default: return std::nullopt;
      }
    }();
    if (!kind || (e.square == Square::off && (e.kind == EventKind::touch || e.kind == EventKind::release))) {
      out_.comment(fmt::format("{}: nothing that hands do to the board", time_text(at)));
      return;
    }
    if (e.from_outside) {
      Timed bring = act(e, Verb::lift, at - bringing);
      bring.square = Square::off;
      out_.add(bring);
    }
    Timed t = act(e, *kind, at);
    if (row(*kind).square != Need::none) t.square = e.square;
    if (e.from_outside) t.other = Square::off;
    if (e.kind == EventKind::touch && e.duration && *e.duration > 0) t.length = *e.duration;
    if (e.kind == EventKind::adjust && e.until && *e.until + shift_ > at) t.length = *e.until + shift_ - at;
    out_.add(t, unseen(e));
  }

  const recognition::Case& case_;
  Writer& out_;
  Tick shift_ = 0;
};

// The moves of earlier turns in SAN, as far as they are given and can be played.
void expect_turns(const recognition::Case& c, Writer& out) {
  auto position = fen::parse(c.fen);
  for (std::size_t i = 0; i < c.expected.turns.size(); ++i) {
    const recognition::ExpectedTurn& turn = c.expected.turns[i];
    const int ply = static_cast<int>(i) + 1;
    if (turn.move && position) {
      if (const auto move = uci::parse(*position, *turn.move)) {
        Expectation e = expect(Outcome::move, {san::write(*position, *move)});
        e.ply = ply;
        out.add(e);
        position->make(*move);
      } else {
        position = tl::unexpected(move.error());
      }
    }
    if (turn.verdict) out.add(ruling(*turn.verdict, turn.clause, ply));
    for (const std::string& flag : turn.flags) {
      Expectation e = expect(Outcome::flag, {flag});
      e.ply = ply;
      out.add(e);
    }
  }
}

}  // namespace

Scenario from_game(const pgn::Game& game, std::span<const Heading> headings, std::size_t first_ply, const std::optional<sim::Mishap>& cut) {
  Writer out;
  std::string title;
  for (const std::string& part : {tag(game, "White"), tag(game, "Black"), tag(game, "Event"), tag(game, "Date")}) {
    if (!part.empty()) title += (title.empty() ? "" : ", ") + part;
  }
  out.title(title);
  chess::Position position = game.start;
  const std::size_t first = std::min(first_ply - 1, game.plies.size());
  for (std::size_t i = 0; i < first; ++i) position.make(game.plies[i].move);
  out.position(position);
  for (const Heading& h : headings) out.add(h);
  const std::string control(game.tag("TimeControl").value_or(""));
  if (first == 0 && !control.empty() && control.find_first_of("?-* \t#") == std::string::npos && hands::parse_time_control(control)) {
    out.add(Heading{Setting::control, control});
  }
  out.blank();
  for (const pgn::Ply& ply : std::span(game.plies).subspan(first)) {
    Ply p{san::write(position, ply.move), std::nullopt};
    if (const auto clock = ply.clk_ms(); clock && *clock * 1'000 <= longest_time) p.clock = *clock * 1'000;
    out.add(p);
    position.make(ply.move);
  }
  if (cut) {
    Timed t;
    t.when.time = cut->at;
    t.verb = cut->kind == sim::Mishap::Kind::stall ? Verb::stall : cut->kind == sim::Mishap::Kind::reset ? Verb::reset : Verb::cable;
    if (cut->kind != sim::Mishap::Kind::reset) t.length = cut->length;
    t.mishap.emplace().kind = cut->kind;
    out.add(t);
  }
  out.blank();
  out.add(Board{});
  out.add(expect(Outcome::score));
  out.add(expect(Outcome::contacts));
  return out.take();
}

Scenario from_case(const recognition::Case& c, std::string_view title) {
  Writer out;
  out.title(title);
  if (const auto position = fen::parse(c.fen)) out.position(*position);
  if (c.profile != "fide2023") out.add(Heading{Setting::edition, c.profile});
  if (!c.auto_hands) out.add(Heading{Setting::contacts, "listed"});
  out.blank();
  Events(c, out).write();
  out.blank();
  out.add(Board{});
  if (c.expected.moves) out.add(expect(Outcome::moves, *c.expected.moves));
  expect_turns(c, out);
  if (c.expected.verdict) out.add(ruling(*c.expected.verdict, c.expected.clause, std::nullopt));
  if (c.expected.certainty) out.add(expect(Outcome::certainty, {*c.expected.certainty}));
  if (c.expected.allowed_moves) out.add(expect(Outcome::allowed, *c.expected.allowed_moves));
  if (c.expected.certain_moves) out.add(expect(Outcome::certain, *c.expected.certain_moves));
  for (const std::string& flag : c.expected.flags) out.add(expect(Outcome::flag, {flag}));
  return out.take();
}

}  // namespace adoube::scenario
