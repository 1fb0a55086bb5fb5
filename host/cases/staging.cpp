// SPDX-License-Identifier: Apache-2.0
#include "host/cases/staging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "driver/wire/protocol.hpp"
#include "sim/hands/purpose.hpp"
#include "sim/hands/style.hpp"
#include "sim/hands/table.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/physics/random.hpp"

namespace adoube::host {

using recognition::Case;

namespace {

// Up to carry height, and down again: quick hands, so that a case may be quick.
constexpr Tick vertical = 30'000;
// A button is held down so long.
constexpr Tick button = 200'000;

bool is_contact(EventKind kind) { return kind == EventKind::touch || kind == EventKind::release; }

Tick half_width(const Event& e) { return (e.when.hi - e.when.lo) / 2; }
Tick middle(const Event& e) { return e.when.hi - half_width(e); }

/// In the order in which hands do it, the first at 0.
std::vector<Event> ordered(const Case& c) {
  std::vector<Event> events = c.auto_hands ? recognition::with_hands(c.events) : c.events;
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return middle(a) < middle(b); });
  const Tick first = events.empty() ? 0 : middle(events.front());
  for (Event& e : events) {
    e.when = {e.when.lo - first, e.when.hi - first};
    if (e.until) *e.until -= first;
  }
  return events;
}

std::string named(const Event& e) {
  const bool on_square = is_contact(e.kind) || e.kind == EventKind::lift || e.kind == EventKind::place;
  return on_square ? fmt::format("{} {}", text(e.kind), e.square == Square::off ? "off" : name(e.square)) : std::string(text(e.kind));
}

/// One hand for each piece that is in the air, and fingers as many as it takes.
class Stage {
 public:
  Stage(const Case& c, const chess::Position& start, Tick origin, std::uint64_t seed)
      : events_(ordered(c)), side_(c.side), position_(start), origin_(origin), root_(seed), random_(root_.stream(hands::for_hands)),
        style_(steady()), table_(start.pieces(), !start.side_to_move(), parameters_, style_, random_), down_(!start.side_to_move()),
        contacts_(std::any_of(events_.begin(), events_.end(), [](const Event& e) { return is_contact(e.kind); })) {
    for (int i = 0; i < 64; ++i) {
      if (const auto piece = start.at(square(i))) letters_[static_cast<std::size_t>(i)] = chess::letter(*piece);
    }
  }

  Result<hands::Script> play(Tick after) {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (auto done = act(i); !done) {
        return fail(done.error().cause, fmt::format("event {} ({}): {}", i + 1, named(events_[i]), done.error().message));
      }
    }
    const Tick end = latest_ + after;
    for (int i = 0; i < 64; ++i) {
      if (auto& finger = fingers_[static_cast<std::size_t>(i)]) table_.finger(square(i), *finger, end);
    }
    hands::Script script = std::move(table_).finish(end, root_.stream(hands::for_bounce));
    script.start = origin_;
    return script;
  }

 private:
  struct Held {
    sim::Piece piece;
    std::optional<char> letter;
    Square from;
    Tick free;  // it has reached carry height
  };

  /// No ease and no haste: what differs between cases is in the cases.
  static hands::Style steady() {
    hands::Style style;
    style.carry_height_low = style.carry_height_high = 50'000;
    style.off_centre = 3'000;
    return style;
  }

  /// Hands or sensors cannot, though it may be so.
  static tl::unexpected<Error> cannot(std::string_view why) { return fail(Cause::usage, std::string(why)); }
  /// It cannot be so: the case contradicts itself.
  static tl::unexpected<Error> contradicts(std::string_view why) { return fail(Cause::malformed, std::string(why)); }

  Tick at(const Event& e) {
    const Tick t = origin_ + middle(e);
    latest_ = std::max(latest_, t);
    return t;
  }

  Result<void> act(std::size_t i) {
    const Event& e = events_[i];
    switch (e.kind) {
      case EventKind::touch: return touch(i);
      case EventKind::release: return release(e);
      case EventKind::lift: return lift(e);
      case EventKind::place: return place(e);
      case EventKind::clock: return press(e);
      case EventKind::adjust: return adjust(e);
      default: return cannot("it is nothing that a hand does on the board.");
    }
  }

  /// When the fingers leave again by themselves: a length is given, and neither a release nor a lift comes first.
  std::optional<Tick> leaving(std::size_t i) const {
    const Event& e = events_[i];
    if (!e.duration) return std::nullopt;
    for (std::size_t j = i + 1; j < events_.size(); ++j) {
      const Event& later = events_[j];
      if (later.square != e.square) continue;
      if (later.kind == EventKind::release) return std::nullopt;
      if (later.kind == EventKind::lift && middle(later) <= middle(e) + *e.duration) return std::nullopt;
      break;
    }
    return origin_ + middle(e) + *e.duration;
  }

  Result<void> touch(std::size_t i) {
    const Event& e = events_[i];
    const Tick begin = at(e);
    const std::optional<Tick> end = leaving(i);
    if (end && *end <= begin) return contradicts("a touch lasts longer than nothing.");
    if (end) latest_ = std::max(latest_, *end);
    if (const auto piece = table_.on(e.square)) {
      if (table_.held(*piece)) return contradicts("a hand is on that piece already.");
      table_.grip(*piece, begin);
      if (end) table_.let_go(*piece, *end);
      return {};
    }
    auto& finger = fingers_[index_of(e.square)];
    if (finger) return contradicts("a finger is on that square already.");
    if (end) {
      table_.finger(e.square, begin, *end);
    } else {
      finger = begin;
    }
    return {};
  }

  Result<void> release(const Event& e) {
    const Tick t = at(e);
    if (auto& finger = fingers_[index_of(e.square)]) {
      table_.finger(e.square, *finger, t);
      finger.reset();
      return {};
    }
    if (const auto piece = table_.on(e.square)) {
      if (!table_.held(*piece)) return contradicts("no hand is on that piece.");
      if (pawn_at_the_end(e.square)) return unfelt();
      table_.let_go(*piece, t);
      return {};
    }
    // The hand has left with the piece: that is what a sensor calls a release.
    const bool taken_along = std::any_of(air_.begin(), air_.end(), [&](const Held& h) { return h.from == e.square; });
    return taken_along ? Result<void>{} : contradicts("no hand is on that square.");
  }

  Result<void> lift(const Event& e) {
    const Tick t = at(e);
    const auto piece = table_.on(e.square);
    if (!piece) return contradicts("no piece stands there.");
    table_.raise(*piece, t, t + vertical);
    // Where no contact is told the piece rises without one, and is held above the reach of the pad.
    if (contacts_ && !table_.held(*piece)) table_.grip(*piece, t + vertical);
    air_.push_back({*piece, std::exchange(letters_[index_of(e.square)], std::nullopt), e.square, t + vertical});
    latest_ = std::max(latest_, t + vertical);
    return {};
  }

  /// The pawn itself stands on the last rank and is to be taken for a pawn. The same hands may have exchanged it: a board
  /// takes what comes down there for the piece that it is promoted to (4.7.3).
  bool pawn_at_the_end(Square s) const {
    const char last = rank_of(s) == 7 ? 'P' : rank_of(s) == 0 ? 'p' : '-';
    return letters_[index_of(s)] == last;
  }
  static tl::unexpected<Error> unfelt() {
    return cannot("whether a pawn stands on the last rank or the piece that it was exchanged for no sensor feels.");
  }

  /// The piece in the air that the event means: by its kind, otherwise the one taken up last.
  std::vector<Held>::iterator meant(const Event& e) {
    for (auto it = air_.end(); it != air_.begin();) {
      if ((--it)->letter == e.piece) return it;
    }
    return air_.end() - 1;
  }

  Result<void> place(const Event& e) {
    const Tick t = at(e);
    if (air_.empty()) return contradicts("no piece is in a hand.");
    const auto it = meant(e);
    const Held held = *it;
    if (t <= held.free + vertical) {
      return cannot(fmt::format("it comes sooner than {} ms after the lift, and no hand is so quick.", 2 * vertical / 1000));
    }
    air_.erase(it);
    if (e.square == Square::off) {
      table_.put_aside(held.piece, held.free, t);
      if (table_.held(held.piece)) table_.let_go(held.piece, t);
      return {};
    }
    if (table_.on(e.square)) return contradicts("another piece stands there.");
    for (Held& other : air_) {
      // It still hovers over the square: into the palm with it.
      if (other.from != e.square || other.free >= t - vertical) continue;
      table_.stow(other.piece, other.free, t - vertical);
      other.free = t - vertical;
    }
    table_.carry(held.piece, held.free, t - vertical, e.square);
    table_.lower(held.piece, t - vertical, t, e.square);
    letters_[index_of(e.square)] = held.letter;
    return {};
  }

  Result<void> press(const Event& e) {
    const Colour player = e.actor.value_or(side_);
    if (player == down_) return contradicts("that player's lever is down already.");
    for (int file = 0; file < 8; ++file) {
      if (pawn_at_the_end(square(file)) || pawn_at_the_end(square(56 + file))) return unfelt();
    }
    table_.press(player, at(e));
    down_ = player;
    return {};
  }

  Result<void> adjust(const Event& e) {
    const Colour player = e.actor.value_or(side_);
    const auto channel = static_cast<std::uint8_t>(player == Colour::white ? wire::aux::adjust_white : wire::aux::adjust_black);
    const Tick t = at(e);
    if (t < button_free_) return cannot("the button is down still.");
    button_free_ = t + button;
    latest_ = std::max(latest_, button_free_);
    table_.input(channel, t, true);
    table_.input(channel, button_free_, false);
    return {};
  }

  static std::size_t index_of(Square s) { return static_cast<std::size_t>(index(s)); }

  std::vector<Event> events_;
  Colour side_;
  chess::Position position_;
  Tick origin_;
  sim::Random root_;
  sim::Random random_;
  sim::Parameters parameters_;
  hands::Style style_;
  hands::Table table_;
  Colour down_;              // whose lever is
  bool contacts_;            // the case tells of hands, not of presence alone
  std::vector<Held> air_;    // in the order in which they were taken up
  std::array<std::optional<char>, 64> letters_{};
  std::array<std::optional<Tick>, 64> fingers_{};  // on an empty square, since
  Tick button_free_ = 0;
  Tick latest_ = 0;
};

}  // namespace

std::optional<std::string> unobservable(const Case& c, const chess::Position& start) {
  const std::vector<Event> events = ordered(c);
  if (!c.unsupported.empty()) return "it tells of a sensor or a cable, not of a hand: " + c.unsupported.front() + ".";
  if (c.side != start.side_to_move()) return "the hands are those of the player not having the move, and whose hand it is no sensor feels.";
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    const auto because = [&](std::string_view why) { return fmt::format("event {} ({}): {}", i + 1, named(e), why); };
    const bool on_board = is_contact(e.kind) || e.kind == EventKind::lift || e.kind == EventKind::place;
    if (e.from_outside) return because("that the piece is a new one, and of which kind, no sensor feels.");
    if (e.via_piece) return because("a touch through another piece is none for the pad below.");
    if (e.accidental) return because("that it was an accident no sensor feels.");
    if (e.actor && on_board) return because("whose hand it was no sensor feels.");
    if (e.square == Square::off && is_contact(e.kind)) return because("there is no sensor beside the board.");
    if (!on_board && e.kind != EventKind::clock && e.kind != EventKind::adjust) return because("a word is nothing that a sensor hears.");
    if (2 * half_width(e) > Tick{wire::scan::pause_max_us}) return because("it is less certain than the longest scan makes it.");
    if (e.kind == EventKind::adjust && e.until && *e.until - middle(e) != adjust_window(c)) {
      return because("a board has one length for all adjust windows.");
    }
  }
  return std::nullopt;
}

std::optional<Tick> adjust_window(const Case& c) {
  for (const Event& e : c.events) {
    if (e.kind == EventKind::adjust && e.until) return *e.until - middle(e);
  }
  return std::nullopt;
}

std::vector<OpenOrder> open_orders(const Case& c) {
  std::vector<OpenOrder> out;
  const std::vector<Event> events = ordered(c);
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (std::size_t j = i + 1; j < events.size(); ++j) {
      const bool exact = half_width(events[i]) == 0 && half_width(events[j]) == 0;
      if (!exact && unclear(events[i].when, events[j].when)) out.push_back({middle(events[i]), middle(events[j])});
    }
  }
  return out;
}

Tick scan_for(const Case& c) {
  Tick widest = 0;
  for (const Event& e : c.events) widest = std::max(widest, 2 * half_width(e));
  return widest;
}

Result<hands::Script> stage(const Case& c, const chess::Position& start, Tick origin, Tick after, std::uint64_t seed) {
  return Stage(c, start, origin, seed).play(after);
}

}  // namespace adoube::host
