// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/history.hpp"

#include <algorithm>
#include <utility>

namespace adoube::second_opinion {

bool Scene::holds(Piece p) const { return std::find(in_air.begin(), in_air.end(), p) != in_air.end(); }

Square Scene::where(Piece p) const {
  const auto square = std::find(on.begin(), on.end(), p);
  return square == on.end() ? kOff : static_cast<Square>(square - on.begin());
}

History::History(const Position& position, const Profile& rules, std::vector<Event> events, Fault fault)
    : position_(&position), rules_(&rules), events_(std::move(events)), fault_(fault) {
  Scene start;
  for (Square s = 0; s < 64; ++s) {
    start.on[static_cast<std::size_t>(s)] = is_piece(position.board.at[static_cast<std::size_t>(s)]) ? s : kNobody;
  }
  scenes_.push_back(start);
  for (std::size_t j = 0; j < events_.size(); ++j) scenes_.push_back(next(scenes_.back(), j));
}

char History::letter(Piece p) const {
  if (!brought_in(p)) return position_->board.at[static_cast<std::size_t>(p)];
  const char seen = events_[static_cast<std::size_t>(p - 64)].piece;
  return seen == ' ' ? '?' : seen;
}

/// Which of the pieces in the air is set down by event j: one that looks so; where nothing is seen, on a square an own
/// piece before an enemy's and outside the other way round. Of several twins the one that came from there, before one
/// that a legal move puts there, before the one lifted last.
Piece History::set_down(const Scene& scene, std::size_t j) const {
  const Event& e = events_[j];
  const Piece fresh = 64 + static_cast<Piece>(j);
  if (e.fresh) return fresh;
  const auto looks_so = [&](Piece p) { return e.piece == ' ' || letter(p) == e.piece; };
  const auto expected = [&](Piece p) { return e.piece != ' ' || own(p) == (e.square != kOff); };
  const auto legal = [&](Piece p) {
    return std::any_of(position_->legal.begin(), position_->legal.end(), [&](const Move& m) {
      return (m.from == p && m.to == e.square) || (m.rook_from == p && m.rook_to == e.square);
    });
  };
  Piece best = e.piece == ' ' && scene.in_air.empty() ? fresh : kNobody;
  int best_fit = -1;
  for (const Piece p : scene.in_air) {
    if (!looks_so(p)) continue;
    const int fit = (expected(p) ? 4 : 0) + (p == e.square ? 2 : legal(p) ? 1 : 0);
    if (fit >= best_fit) best = p;
    best_fit = std::max(best_fit, fit);
  }
  return best == kNobody ? fresh : best;
}

Scene History::next(const Scene& scene, std::size_t j) const {
  const Event& e = events_[j];
  Scene now = scene;
  if (e.what == What::lift && scene.at(e.square) != kNobody) {
    now.in_air.push_back(scene.at(e.square));
    now.on[static_cast<std::size_t>(e.square)] = kNobody;
  } else if (e.what == What::place) {
    const Piece p = set_down(scene, j);
    std::erase(now.in_air, p);
    if (e.square != kOff) now.on[static_cast<std::size_t>(e.square)] = p;
  }
  return now;
}

History History::with_grips_ended_by_press() const {
  std::vector<Event> events;
  bool pressed = false;
  for (std::size_t j = 0; j < size(); ++j) {
    if (!pressed && events_[j].what == What::clock && by_mover(j)) {
      pressed = true;
      for (Square s = 0; s < 64; ++s) {
        const Piece p = after(j).at(s);
        if (p == kNobody || !own(p) || !moved(p, j) || seen_released(p, j)) continue;
        events.push_back(
            {.what = What::release, .square = s, .lo = events_[j].lo, .hi = events_[j].hi, .actor = mover()});
      }
    }
    events.push_back(events_[j]);
  }
  return {*position_, *rules_, events, fault_};
}

bool History::pressed() const {
  for (std::size_t j = 0; j < size(); ++j) {
    if (events_[j].what == What::clock && by_mover(j)) return true;
  }
  return false;
}

Piece History::piece_of(std::size_t j) const {
  return events_[j].what == What::place ? after(j + 1).at(events_[j].square) : after(j).at(events_[j].square);
}

bool History::set_down_by_sensed_hand(Piece p, std::size_t n) const {
  const auto placed = last_placed(p, n);
  return placed && std::any_of(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(*placed),
                               [](const Event& e) { return e.what == What::touch || e.what == What::release; });
}

std::optional<std::size_t> History::last_placed(Piece p, std::size_t n) const {
  for (std::size_t j = n; j-- > 0;) {
    if (events_[j].what == What::place && piece_of(j) == p) return j;
  }
  return std::nullopt;
}

bool History::moved(Piece p, std::size_t n) const {
  if (brought_in(p)) return true;
  for (std::size_t j = 0; j < n; ++j) {
    if (events_[j].what == What::lift && piece_of(j) == p) return true;
  }
  return false;
}

std::optional<std::size_t> History::last_lifted(Piece p, std::size_t n) const {
  for (std::size_t j = n; j-- > 0;) {
    if (events_[j].what == What::lift && piece_of(j) == p) return j;
  }
  return std::nullopt;
}

bool History::gripped_again(Piece p, std::size_t n) const {
  const Square s = after(n).where(p);
  if (s == kOff) return false;
  for (std::size_t j = n; j-- > 0;) {
    if (events_[j].square != s || !by_mover(j)) continue;
    if (events_[j].what == What::touch) return !events_[j].length;  // one of known length ends by itself
    if (events_[j].what == What::release || events_[j].what == What::place) return false;
  }
  return false;
}

bool History::seen_released(Piece p, std::size_t n) const {
  const auto placed = last_placed(p, n);
  if (!placed || after(n).where(p) == kOff) return false;
  if (has(Fault::held_is_released)) return true;
  for (std::size_t j = *placed + 1; j < n; ++j) {
    if (events_[j].what == What::release && events_[j].square == events_[*placed].square) return true;
  }
  return false;
}

}  // namespace adoube::second_opinion
