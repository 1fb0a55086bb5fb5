// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/evidence.hpp"

#include <algorithm>

namespace adoube::article4 {

bool same_ruling(const Judgement& a, const Judgement& b) {
  return a.verdict == b.verdict && a.state == b.state && a.clause == b.clause && a.certainty == b.certainty &&
         a.allowed == b.allowed && a.certain == b.certain && a.flags == b.flags && a.standing == b.standing &&
         a.fixed == b.fixed && a.penalty == b.penalty && a.kind_assumed == b.kind_assumed && a.final == b.final &&
         std::is_permutation(a.readings.begin(), a.readings.end(), b.readings.begin(), b.readings.end());
}

namespace {

/// Leaves out events for as long as what remains gives the same judgement.
class Minimiser {
 public:
  Minimiser(const MoveTable& table, const Edition& edition, const TurnOptions& options, std::span<const Event> events)
      : table_(table), edition_(edition), options_(options), kept_(events.begin(), events.end()) {
    goal_ = replay(0, 0);
    // Whether releases can be seen is a property of the board, not of the few events that are left; unless the judgement
    // itself comes from events before the first contact.
    const bool seen = std::any_of(events.begin(), events.end(), [](const Event& e) {
      return e.kind == EventKind::touch || e.kind == EventKind::release;
    });
    if (!seen || options.contacts) return;
    options_.contacts = true;
    if (!same_ruling(replay(0, 0), goal_)) options_.contacts = false;
  }
  bool contacts() const { return options_.contacts; }

  const std::vector<Event>& minimise() {
    for (std::size_t length = kept_.size() / 2; length > 1; length /= 2) leave_out(length);
    while (leave_out(1)) {
    }
    return kept_;
  }

  std::vector<Constraint> chain() const {
    std::vector<Constraint> out;
    Turn turn(table_, edition_, options_);
    MoveMask before = turn.judgement().allowed;
    for (const Event& e : kept_) {
      const Judgement& j = turn.feed(e);
      if (!(j.allowed == before)) out.push_back({e.id, j.clause, before - j.allowed, j.allowed - before});
      before = j.allowed;
    }
    return out;
  }

 private:
  /// Tries stretches of that length, the latest first. True if something could be left out.
  bool leave_out(std::size_t length) {
    bool any = false;
    for (std::size_t end = kept_.size(); end > 0; end -= std::min(end, length)) {
      const std::size_t begin = end - std::min(end, length);
      if (!same_ruling(replay(begin, end), goal_)) continue;
      kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(begin), kept_.begin() + static_cast<std::ptrdiff_t>(end));
      any = true;
    }
    return any;
  }

  /// The judgement without the events from `begin` to before `end`.
  Judgement replay(std::size_t begin, std::size_t end) const {
    Turn turn(table_, edition_, options_);
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (i < begin || i >= end) turn.feed(kept_[i]);
    }
    return turn.judgement();
  }

  const MoveTable& table_;
  const Edition& edition_;
  TurnOptions options_;
  std::vector<Event> kept_;
  Judgement goal_;
};

}  // namespace

Evidence evidence(const MoveTable& table, const Edition& edition, const TurnOptions& options,
                  std::span<const Event> events) {
  Minimiser minimiser(table, edition, options, events);
  Evidence out;
  for (const Event& e : minimiser.minimise()) out.events.push_back(e.id);
  out.chain = minimiser.chain();
  out.contacts = minimiser.contacts();
  return out;
}

}  // namespace adoube::article4
