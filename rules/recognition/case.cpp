// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/case.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"

namespace adoube::recognition {

using article4::Ruling;

namespace {

std::string join(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return "[" + out + "]";
}

std::vector<std::string> sorted(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  return words;
}

/// Collects differences, one line each.
class Compare {
 public:
  explicit Compare(std::vector<std::string>& out) : out_(out) {}
  void text(std::string_view field, std::string_view got, const std::optional<std::string>& want) {
    if (want && got != *want) out_.push_back(std::string(field) + ": got " + std::string(got) + ", want " + *want);
  }
  void set(std::string_view field, const std::vector<std::string>& got,
           const std::optional<std::vector<std::string>>& want) {
    if (want && sorted(got) != sorted(*want)) {
      out_.push_back(std::string(field) + ": got " + join(sorted(got)) + ", want " + join(sorted(*want)));
    }
  }
  void list(std::string_view field, const std::vector<std::string>& got,
            const std::optional<std::vector<std::string>>& want) {
    if (want && got != *want) out_.push_back(std::string(field) + ": got " + join(got) + ", want " + join(*want));
  }
  void superset(std::string_view field, const std::vector<std::string>& got, const std::vector<std::string>& want) {
    for (const std::string& w : want) {
      if (std::find(got.begin(), got.end(), w) == got.end()) {
        out_.push_back(std::string(field) + ": got " + join(got) + ", want " + w + " among them");
      }
    }
  }

 private:
  std::vector<std::string>& out_;
};

}  // namespace

Interval case_time(Tick t_us, Tick half_width_us) { return {t_us - half_width_us - 1, t_us + half_width_us}; }

std::vector<Event> with_hands(std::vector<Event> events) {
  constexpr Tick kGrip = 80'000;
  std::vector<Event> out;
  const auto given = [&](std::size_t i, EventKind kind, bool backwards) {
    // Is a contact of that kind given between this event and the neighbouring lift or placement of the square?
    const auto step = [&](std::size_t j) {
      const Event& e = events[j];
      if (e.square != events[i].square) return 0;
      if (e.kind == kind) return 1;
      return e.kind == EventKind::lift || e.kind == EventKind::place ? 2 : 0;
    };
    if (backwards) {
      for (std::size_t j = i; j-- > 0;) {
        if (const int s = step(j); s != 0) return s == 1;
      }
    } else {
      for (std::size_t j = i + 1; j < events.size(); ++j) {
        if (const int s = step(j); s != 0) return s == 1;
      }
    }
    return false;
  };
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    const auto contact = [&](EventKind kind, Tick shift) {
      Event c;
      c.kind = kind;
      c.square = e.square;
      c.actor = e.actor;
      c.when = {e.when.lo + shift, e.when.hi + shift};
      out.push_back(c);
    };
    if (e.square != Square::off && e.kind == EventKind::lift && !given(i, EventKind::touch, true)) {
      contact(EventKind::touch, -kGrip);
    }
    out.push_back(e);
    if (e.square != Square::off && e.kind == EventKind::place && !given(i, EventKind::release, false)) {
      contact(EventKind::release, kGrip);
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Event& a, const Event& b) { return a.when.hi < b.when.hi; });
  return out;
}

std::vector<Event> events_of(const Case& c) {
  std::vector<Event> events = c.auto_hands ? with_hands(c.events) : c.events;
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.when.hi < b.when.hi; });
  std::uint32_t id = 0;
  for (Event& e : events) {
    e.id = ++id;
    if (!e.actor) e.actor = c.side;
  }
  return events;
}

void CaseRecorder::on_move(const MoveRecord& record) {
  if (record.status == Status::taken_back && !moves_.empty()) {
    moves_.pop_back();
    uci_.pop_back();
  }
  if (record.status != Status::confirmed) return;
  moves_.push_back(san::write(record.before, record.move));
  uci_.emplace_back(record.ply, record.uci);
}

void CaseRecorder::on_ruling(const Ruling& ruling) {
  if (!ruling.final) return;
  const auto same = std::find_if(finals_.begin(), finals_.end(), [&](const Ruling& f) { return f.ply == ruling.ply; });
  if (same == finals_.end()) {
    finals_.push_back(ruling);
  } else {
    *same = ruling;
  }
}

CaseGot CaseRecorder::got(const Ruling& last) const {
  CaseGot got;
  got.ruling = last;
  got.moves = moves_;
  for (const Ruling& r : finals_) {
    if (r.ply >= last.ply) continue;
    got.turns.push_back(r);
    const auto move = std::find_if(uci_.begin(), uci_.end(), [&](const auto& m) { return m.first == r.ply; });
    got.turn_moves.push_back(move == uci_.end() ? "" : move->second);
  }
  return got;
}

std::vector<std::string> differences(const Expected& want, const CaseGot& got) {
  std::vector<std::string> out;
  Compare compare(out);
  const Ruling& r = got.ruling;
  compare.set("allowed_moves", r.allowed, want.allowed_moves);
  compare.set("certain_moves", r.certain_moves, want.certain_moves);
  compare.text("verdict", text(r.verdict), want.verdict);
  compare.text("clause", r.clause, want.clause);
  compare.text("certainty", text(r.certainty), want.certainty);
  compare.superset("flags", r.flags, want.flags);
  compare.list("moves", got.moves, want.moves);
  for (std::size_t i = 0; i < want.turns.size(); ++i) {
    const std::string where = "turn " + std::to_string(i + 1) + " ";
    if (i >= got.turns.size()) {
      out.push_back(where + "is missing");
      continue;
    }
    const Ruling& turn = got.turns[i];
    compare.text(where + "move", got.turn_moves[i], want.turns[i].move);
    compare.text(where + "verdict", text(turn.verdict), want.turns[i].verdict);
    compare.text(where + "clause", turn.clause, want.turns[i].clause);
    compare.superset(where + "flags", turn.flags, want.turns[i].flags);
  }
  return out;
}

CaseOutcome run_case(const Case& c, const article4::Editions& editions) {
  CaseOutcome out;
  out.id = c.id;
  if (!c.unsupported.empty()) {
    out.not_observable = "needs a sensor or a link, not the rules alone: " + join(c.unsupported);
    return out;
  }
  const auto edition = editions.find(c.profile);
  if (!edition) {
    out.error = edition.error().message;
    return out;
  }
  const auto position = fen::parse(c.fen);
  if (!position) {
    out.error = position.error().message;
    return out;
  }
  CaseRecorder recorder;
  Options options;
  options.rotated = false;  // a case names the squares of the game
  Recogniser recogniser(*position, *edition, recorder, std::move(options));
  for (const Event& e : events_of(c)) recogniser.feed(e);
  const Ruling last = recogniser.ruling();
  recogniser.finish();
  out.got = recorder.got(last);
  out.differences = differences(c.expected, out.got);
  out.ok = out.differences.empty();
  return out;
}

}  // namespace adoube::recognition
