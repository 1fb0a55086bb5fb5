// SPDX-License-Identifier: Apache-2.0
/// A turn told step by step, for tests that read like an incident.
#pragma once
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "rules/article4/evidence.hpp"
#include "rules/article4/ruling.hpp"
#include "rules/notation/fen.hpp"

namespace adoube::article4::testing {

inline constexpr const char* kScandinavian = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3";
inline constexpr const char* kBothCastle = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1";

using Moves = std::vector<std::string>;

/// Every step is 150 ms after the one before, unless `wait` says otherwise.
class Story {
 public:
  explicit Story(const char* fen_text, const char* edition_name = "fide2023", TurnOptions options = {})
      : table_(fen::parse(fen_text).value()),
        edition_(edition(edition_name).value()),
        options_(options),
        turn_(table_, edition_, options_) {}
  Story(const Story&) = delete;
  Story& operator=(const Story&) = delete;

  Story& wait(Tick us) { return now_ += us, *this; }
  Story& touch(const char* s) { return act(EventKind::touch, s); }
  Story& release(const char* s) { return act(EventKind::release, s); }
  Story& lift(const char* s) { return act(EventKind::lift, s); }
  Story& place(const char* s) { return act(EventKind::place, s); }
  Story& press() { return act(EventKind::clock, "off"); }
  Story& adjust() { return act(EventKind::adjust, "off"); }
  Story& touch_and_leave(const char* s) { return touch(s).release(s); }
  Story& move(const char* from, const char* to) { return touch(from).lift(from).place(to).release(to); }
  Story& take_away(const char* s) { return touch(s).lift(s).place("off"); }
  Story& new_piece(const char* s, char letter) {
    Event e = event(EventKind::place, s);
    e.piece = letter;
    e.from_outside = true;
    return feed(e);
  }
  Story& place_identified(const char* s, char letter) {
    Event e = event(EventKind::place, s);
    e.piece = letter;
    return feed(e);
  }
  Story& by_opponent(EventKind kind, const char* s) {
    Event e = event(kind, s);
    e.actor = !table_.mover();
    return feed(e);
  }
  Story& touch_through_piece(const char* s) {
    Event e = event(EventKind::touch, s);
    e.via_piece = true;
    return feed(e);
  }
  Story& touch_for(const char* s, Tick us) {
    Event e = event(EventKind::touch, s);
    e.duration = us;
    return feed(e);
  }
  Story& lift_by_accident(const char* s) {
    Event e = event(EventKind::lift, s);
    e.accidental = true;
    return feed(e);
  }
  Story& says(EventKind kind, Saying saying, const char* s = "off") {
    Event e = event(kind, s);
    e.saying = saying;
    return feed(e);
  }
  /// With its interval widened to `us` before.
  Story& touch_blurred(const char* s, Tick us) {
    Event e = event(EventKind::touch, s);
    e.when.lo = e.when.hi - us;
    return feed(e);
  }

  const Judgement& judgement() const { return turn_.judgement(); }
  Ruling ruling() const {
    Ruling r = article4::ruling(turn_.judgement(), table_, edition_);
    r.evidence = evidence().events;
    return r;
  }
  Evidence evidence() const { return article4::evidence(table_, edition_, options_, events_); }
  Moves allowed() const { return table_.uci(judgement().allowed); }
  Moves certain() const { return table_.uci(judgement().certain); }
  bool has(FlagWord word) const { return judgement().flags.has(word); }
  const MoveTable& table() const { return table_; }

 private:
  Event event(EventKind kind, const char* s) {
    Event e;
    e.kind = kind;
    e.square = *parse_square(s);
    now_ += 150'000;
    e.when = {now_ - 126, now_};
    e.id = ++id_;
    return e;
  }
  Story& act(EventKind kind, const char* s) { return feed(event(kind, s)); }
  Story& feed(const Event& e) {
    events_.push_back(e);
    turn_.feed(e);
    return *this;
  }
  MoveTable table_;
  Edition edition_;
  TurnOptions options_;
  Turn turn_;
  std::vector<Event> events_;
  Tick now_ = 0;
  std::uint32_t id_ = 0;
};

inline void expect(const Story& story, State state, Verdict verdict, std::string_view clause) {
  const Judgement& j = story.judgement();
  BOOST_CHECK_EQUAL(text(j.state), text(state));
  BOOST_CHECK_EQUAL(text(j.verdict), text(verdict));
  BOOST_CHECK_EQUAL(key(j.clause), clause);
}
inline void expect(const Story& story, State state, Verdict verdict, std::string_view clause, const Moves& allowed) {
  expect(story, state, verdict, clause);
  const Moves got = story.allowed();
  BOOST_CHECK_EQUAL_COLLECTIONS(got.begin(), got.end(), allowed.begin(), allowed.end());
}

}  // namespace adoube::article4::testing
