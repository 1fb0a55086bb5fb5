// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/recognition/board_script.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"

namespace adoube::recognition::testing {

namespace {

constexpr Tick kComes = 60'000;      // a hand, before it lifts
constexpr Tick kLeaves = 60'000;     // and after it has set down
constexpr Tick kPasses = 4'000;      // between neighbouring squares
constexpr Tick kGoesOn = 2'500'000;  // a piece that goes on so soon was not let go

Interval at(Tick t) { return {t - 126, t}; }

[[noreturn]] void wrong(std::string_view text) { throw std::invalid_argument("no step: " + std::string(text)); }

/// One step, "e2- 0".
Event step(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) wrong(text);
  const std::string_view what = text.substr(0, blank);
  const std::string_view when = text.substr(blank + 1);
  Tick ms = 0;
  const auto read = std::from_chars(when.data(), when.data() + when.size(), ms);
  if (read.ptr != when.data() + when.size()) wrong(text);
  Event e;
  e.when = at(ms * 1000);
  if (what == "CW" || what == "CB") {
    e.kind = EventKind::clock;
    e.actor = what == "CW" ? Colour::white : Colour::black;
    return e;
  }
  if (what == "AW" || what == "AB") {
    e.kind = EventKind::adjust;
    e.actor = what == "AW" ? Colour::white : Colour::black;
    return e;
  }
  const bool hand = what.starts_with("T:") || what.starts_with("t:");
  const std::string_view rest = hand ? what.substr(2) : what;
  const std::size_t sign = rest.find_first_of("+-");
  const auto square = parse_square(rest.substr(0, sign));
  if (!square || hand != (sign == std::string_view::npos)) wrong(text);
  e.square = *square;
  if (hand) {
    e.kind = what.front() == 'T' ? EventKind::touch : EventKind::release;
  } else {
    e.kind = rest[sign] == '-' ? EventKind::lift : EventKind::place;
    if (sign + 1 < rest.size() && e.kind == EventKind::place) e.piece = rest[sign + 1];
  }
  return e;
}

bool of_pieces(const Event& e) { return e.kind == EventKind::lift || e.kind == EventKind::place; }

/// The contacts of a hand that does what the pieces show.
std::vector<Event> with_hand(const std::vector<Event>& steps) {
  std::vector<Event> out = steps;
  const auto contact = [&](EventKind kind, Square s, Tick t) {
    Event e;
    e.kind = kind;
    e.square = s;
    e.when = at(t);
    out.push_back(e);
  };
  SquareSet held = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Event& e = steps[i];
    if (!of_pieces(e) || e.square == Square::off) continue;
    if (e.kind == EventKind::lift) {
      if (!contains(held, e.square)) contact(EventKind::touch, e.square, e.when.hi - kComes);
      contact(EventKind::release, e.square, e.when.hi + kPasses);
      held &= ~set_of(e.square);
      continue;
    }
    contact(EventKind::touch, e.square, e.when.hi - kPasses);
    const auto next = std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(i) + 1, steps.end(),
                                   [&](const Event& f) { return of_pieces(f) && f.square == e.square; });
    if (next != steps.end() && next->kind == EventKind::lift && next->when.hi - e.when.hi <= kGoesOn) {
      held |= set_of(e.square);
    } else {
      contact(EventKind::release, e.square, e.when.hi + kLeaves);
    }
  }
  return out;
}

}  // namespace

std::vector<Event> events_of(std::string_view script, Planes planes) {
  std::vector<Event> steps;
  bool hands = false;
  while (!script.empty()) {
    const std::size_t comma = script.find(", ");
    steps.push_back(step(script.substr(0, comma)));
    hands = hands || steps.back().kind == EventKind::touch || steps.back().kind == EventKind::release;
    script.remove_prefix(comma == std::string_view::npos ? script.size() : comma + 2);
  }
  if (planes == Planes::both && !hands) steps = with_hand(steps);
  if (planes == Planes::presence) {
    std::erase_if(steps, [](const Event& e) { return e.kind == EventKind::touch || e.kind == EventKind::release; });
  }
  std::stable_sort(steps.begin(), steps.end(), [](const Event& a, const Event& b) { return a.when.hi < b.when.hi; });
  return steps;
}

Game::Game(std::string_view fen, Planes planes, std::string_view edition, Options options)
    : edition_(article4::edition(edition).value()),
      recogniser_(fen::parse(fen).value(), edition_, *this, std::move(options)),
      planes_(planes),
      occupied_(recogniser_.position().pieces()) {}

void Game::show(const Event& e) {
  if (e.kind == EventKind::lift) occupied_ &= ~set_of(e.square);
  if (e.kind == EventKind::place) occupied_ |= set_of(e.square);
  if (e.kind == EventKind::touch) touched_ |= set_of(e.square);
  if (e.kind == EventKind::release) touched_ &= ~set_of(e.square);
}

Game& Game::miss(std::string_view script) {
  const Tick from = now_;
  recogniser_.gap();
  for (const Event& e : events_of(script, planes_)) {
    show(e);
    now_ = std::max(now_, from + e.when.hi);
  }
  recogniser_.levels(occupied_, touched_, {from, now_});
  now_ += 1'000'000;
  return *this;
}

Game& Game::play(std::string_view script) {
  const Tick from = now_;
  for (Event e : events_of(script, planes_)) {
    e.when.lo += from;
    e.when.hi += from;
    e.id = ++id_;
    now_ = std::max(now_, e.when.hi);
    show(e);
    recogniser_.feed(e);
  }
  now_ += 1'000'000;
  return *this;
}

void Game::on_move(const MoveRecord& r) {
  static const char* const words[] = {"provisional", "confirmed", "withdrawn", "taken back"};
  said_.push_back(std::to_string(r.ply) + "." + std::to_string(r.revision) + " " + r.uci + " " +
                  words[static_cast<int>(r.status)] + (r.inferred ? " inferred" : ""));
  const auto ply = static_cast<std::size_t>(r.ply);
  if (r.status == Status::taken_back) {
    if (ply != moves_.size()) throw std::logic_error("taken back out of order: " + said_.back());
    moves_.pop_back();
    std::erase_if(rulings_, [&](const article4::Ruling& f) { return f.ply == r.ply; });
  }
  if (r.status != Status::confirmed) return;
  // An illegal move that stands (A.5.2) is in no score.
  const auto stands = [&](std::size_t p) {
    const auto told = flags(static_cast<int>(p));
    return std::any_of(told.begin(), told.end(), [](const std::string& f) { return f.starts_with("illegal:"); });
  };
  while (moves_.size() + 1 < ply && stands(moves_.size() + 1)) moves_.emplace_back("--");
  if (ply != moves_.size() + 1) throw std::logic_error("confirmed twice or out of order: " + said_.back());
  moves_.push_back(san::write(r.before, r.move));
}

void Game::on_ruling(const article4::Ruling& r) {
  if (!r.final) return;
  finals_.push_back(std::to_string(r.ply) + " " + std::string(text(r.verdict)) + " " + r.clause);
  std::erase_if(rulings_, [&](const article4::Ruling& f) { return f.ply == r.ply; });
  rulings_.push_back(r);
}

article4::Ruling Game::ruling(int ply) const {
  const auto found = std::find_if(rulings_.begin(), rulings_.end(), [&](const article4::Ruling& r) { return r.ply == ply; });
  return found != rulings_.end() ? *found : recogniser_.ruling();
}

bool Game::flagged(int ply, std::string_view flag) const {
  const auto all = flags(ply);
  return std::find(all.begin(), all.end(), flag) != all.end();
}

int Game::told(Situation::Kind kind) const {
  return static_cast<int>(std::count_if(situations_.begin(), situations_.end(), [&](const Situation& s) { return s.kind == kind; }));
}

std::string moves_of(std::string_view fen, std::string_view script, Planes planes, std::string_view edition) {
  Game game(fen, planes, edition);
  game.play(script).finish();
  std::string out;
  for (const std::string& san : game.moves()) out += (out.empty() ? "" : " ") + san;
  return out;
}

}  // namespace adoube::recognition::testing
