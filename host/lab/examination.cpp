// SPDX-License-Identifier: Apache-2.0
#include "host/lab/examination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "driver/wire/protocol.hpp"


namespace adoube::lab {
namespace {

using article4::FlagWord;
using article4::Verdict;
using recognition::Situation;

// What layers that sense say of a picture that is not in order. An order that is unclear is none of it: a healthy board says that as well.
constexpr FlagWord of_the_senses[] = {FlagWord::unsteady, FlagWord::gap, FlagWord::inferred, FlagWord::disturbed, FlagWord::displaced,
                                      FlagWord::off_centre};

bool accuses(Verdict v) {
  return v == Verdict::violation || v == Verdict::illegal_uncompleted || v == Verdict::illegal_completed || v == Verdict::irregular_touch ||
         v == Verdict::touch_out_of_turn;
}

// Whether one of them was told on the ply or the one before.
template <class Told>
bool near(const std::vector<Told>& told, int ply) {
  return std::ranges::any_of(told, [&](const Told& t) { return t.ply == ply || t.ply == ply - 1; });
}

// Whether a ruling by that clause is one on what hands did against the other. Castling begun with the rook: whoever has not seen
// that it was let go of (4.7) knows that it was touched first (4.4.2).
bool speaks_of(article4::Clause ruled, article4::Clause done) {
  return ruled == done || (done == article4::Clause::c4_7 && ruled == article4::Clause::c4_4_2);
}

// Whether hands did what the ruling says.
bool did(const hands::Script& script, const article4::Judgement& j) {
  if (j.verdict == Verdict::illegal_completed) {
    return j.clause == article4::Clause::c7_5_1 && std::ranges::find(script.illegal, j.ply, &hands::Ply::number) != script.illegal.end();
  }
  return std::ranges::any_of(script.remarks, [&](const hands::Remark& r) {
    return r.breach && r.ply == j.ply && j.verdict == Verdict::violation && speaks_of(j.clause, r.clause);
  });
}

// Whether what is said now may follow a word that was final (recogniser.hpp, Observer::on_judgement).
bool follows(const article4::Judgement& now, const article4::Judgement& then) {
  if (then.verdict == Verdict::illegal_completed) return true;  // 7.5.1: the ply is played again from before it, or the game goes on (A.5.2)
  // Words are added: of a claim that is made or forfeited (4.8), an offer that is declined (9.1.2.1), hands that came later.
  // Where it was said that an arbiter may have seen otherwise, whose contact it was is no final word.
  const bool added = then.certainty != article4::Certainty::certain || std::ranges::all_of(then.flags, [&](const article4::Flag& f) { return now.flags.has(f); });
  const bool same = now.verdict == then.verdict && now.clause == then.clause;
  const bool pressed = now.verdict == Verdict::move_completed &&
                       (then.verdict == Verdict::move_made || (then.verdict == Verdict::game_over && now.flags.has(FlagWord::dead_position)));
  return now.final && added && (same || pressed);
}

}  // namespace

std::string_view text(Health health) {
  switch (health) {
    case Health::sound: return "sound";
    case Health::disturbed: return "disturbed";
    case Health::doubtful: return "doubtful";
  }
  return "";
}

std::string_view text(Outcome outcome) {
  switch (outcome) {
    case Outcome::exact: return "exact";
    case Outcome::named: return "named";
    case Outcome::alike: return "alike";
    case Outcome::wrong: return "wrong";
  }
  return "";
}

void Examination::name(std::string word) {
  named_.insert(std::move(word));
  doubts_.push_back({ply_, now_});
}

void Examination::on_gap(const driver::Gap& gap) {
  now_ = std::max(now_, gap.from);
  name("a gap");
}

void Examination::on_move(const recognition::MoveRecord& record) {
  using recognition::Status;
  const auto before = confirmed_.find(record.ply);
  if (record.status == Status::taken_back) {
    confirmed_.erase(record.ply);
    last_.erase(last_.lower_bound(record.ply), last_.end());
  } else if (before != confirmed_.end() && before->second != record.uci) {
    altered_.push_back(fmt::format("ply {} was confirmed as {} and became {}", record.ply, before->second, record.uci));
  }
  if (record.status == Status::confirmed) confirmed_[record.ply] = record.uci;
  ply_ = record.ply;
  now_ = std::max({now_, record.made.hi, record.press ? record.press->hi : 0});
  if (record.inferred) name("an inferred move");
}

void Examination::on_judgement(const recognition::Judged& judged) {
  const article4::Judgement& j = judged.judgement;
  ply_ = j.ply;
  if (!judged.window.empty()) now_ = std::max(now_, judged.window.back().event.when.hi);
  for (const FlagWord word : of_the_senses) {
    if (!j.flags.has(word)) continue;
    named_.insert("the flag " + std::string(article4::text(word)));
    doubts_.push_back({j.ply, now_});
  }
  if (const auto last = last_.find(j.ply); last != last_.end()) {
    const article4::Judgement& then = finals_[last->second].judgement;
    if (!follows(j, then)) {
      altered_.push_back(fmt::format("ply {} was ruled {} for good and became {}", j.ply, article4::text(then.verdict), article4::text(j.verdict)));
    }
  }
  if (!j.final) return;
  Said said{j, {}, 0, 0};
  for (const recognition::Seen& s : judged.window) {
    if (accuses(j.verdict)) said.events.push_back(s.event);
  }
  if (!judged.window.empty()) {
    said.from = judged.window.front().event.when.lo;
    said.to = judged.window.back().event.when.hi;
  }
  last_.insert_or_assign(j.ply, finals_.size());
  finals_.push_back(std::move(said));
}

void Examination::on_situation(const Situation& situation) {
  now_ = std::max(now_, situation.since.hi);
  switch (situation.kind) {
    case Situation::Kind::bystanders: name("bystanders"); break;
    case Situation::Kind::disturbed: name("a disturbed board"); break;
    case Situation::Kind::lost: name("a lost position"); break;
    default: break;
  }
}

// What the event may have come from: both planes of its square, or both players' levers or buttons.
Channels Examination::channels_of(const Event& event) const {
  Channels out;
  if (event.square != Square::off) {
    const auto square = static_cast<std::size_t>(index(event.square)) ^ (rotated_ ? wire::scan::touch_first - 1 : 0);
    out.set(square).set(square + wire::scan::touch_first);
  } else if (event.kind == EventKind::clock) {
    out.set(wire::aux::clock_white).set(wire::aux::clock_black);
  } else if (event.kind == EventKind::adjust) {
    out.set(wire::aux::adjust_white).set(wire::aux::adjust_black);
  }
  return out;
}

// Whether hands might have done what the senses read: an event of the turn came from a channel that read otherwise just then, or hands
// did something on such a channel that the ruling does not know of.
bool Examination::alike(const Said& said, const Facts& facts) const {
  const auto of_the_board = [&](const Event& e) { return misread(facts.deviations, channels_of(e), e.when.lo, e.when.hi); };
  if (std::ranges::any_of(said.events, of_the_board)) return true;
  // What was not read is no event: a button, or a hurried hand, may have come before the first that is.
  Tick from = said.from;
  const auto ply = static_cast<std::size_t>(said.judgement.ply);
  if (ply <= facts.script.plies.size()) from = std::min(from, facts.script.plies[ply - 1].touch);
  if (ply >= 2 && ply <= facts.script.plies.size()) from = std::min(from, facts.script.plies[ply - 2].press);
  return misread(facts.deviations, handled(facts.done, from, said.to), from, said.to);
}

// Of what no hand did, in words.
std::vector<Examination::Accusation> Examination::accusations(const Facts& facts) const {
  std::vector<Accusation> out;
  for (const Said& said : finals_) {
    const article4::Judgement& j = said.judgement;
    const int ply = j.ply;
    if (!accuses(j.verdict)) continue;
    if (did(facts.script, j)) continue;
    const bool doubted = j.certainty != article4::Certainty::certain || std::ranges::any_of(of_the_senses, [&](FlagWord word) { return j.flags.has(word); });
    Accusation a{ply, alike(said, facts), doubted, said.to,
                 fmt::format("ply {} is ruled {} by {}, and no hand did that", ply, article4::text(j.verdict), article4::number(j.clause, article4::Text::fide2023))};
    // One turn may be told of several times, with more words each time; what it rests on was told first.
    if (!out.empty() && out.back().sentence == a.sentence) {
      out.back().doubted = out.back().doubted && a.doubted;
      continue;
    }
    out.push_back(std::move(a));
  }
  return out;
}

// A doubt counts for a move that differs where it was told with it or on the ply before, or as soon as it could be; for a game that
// stops, until the press by which it could be, as what is told of a game that stands still follows by itself.
bool Examination::told_of(const Difference& difference) const {
  return std::ranges::any_of(doubts_, [&](const Doubt& d) {
    return d.ply >= difference.ply - 1 && (difference.stopped ? d.at <= difference.until : d.ply <= difference.told_by);
  });
}

bool Examination::ruled(const hands::Ply& illegal) const {
  return std::ranges::any_of(finals_, [&](const Said& said) { return said.judgement.ply == illegal.number && said.judgement.verdict == Verdict::illegal_completed; });
}

// Whether the game stands still because a board that misreads does not see how the illegal move is put right of which it told.
bool Examination::waits(const Difference& difference, const Facts& facts) const {
  return difference.stopped && std::ranges::any_of(facts.script.illegal, [&](const hands::Ply& illegal) {
    return illegal.number == difference.ply && ruled(illegal) &&
           misread(facts.deviations, handled(facts.done, illegal.touch, difference.until), illegal.touch, difference.until);
  });
}

Examination::Findings Examination::findings(const Facts& facts) const {
  Findings f;
  f.named = named_;
  if (facts.account.counters.restless > 0) f.named.insert("a restless sensor");
  if (facts.account.counters.level_faults > 0) f.named.insert("a level fault");
  std::vector<Accusation> accused = accusations(facts);
  // What must hold of every board.
  f.objections = altered_;
  if (!facts.contacts.equal()) f.objections.push_back("the filter did not report what the senses read: " + facts.contacts.first_fault);
  if (facts.account.lost > 0) f.objections.push_back(fmt::format("{} confirmed edges never came", facts.account.lost));
  if (facts.account.invented > 0) f.objections.push_back(fmt::format("{} edges came that nothing confirmed", facts.account.invented));
  if (facts.account.counters.lost_edges != facts.account.refused) {
    f.objections.push_back(fmt::format("the board had no room for {} edges and told of {}", facts.account.refused, facts.account.counters.lost_edges));
  }
  if (!facts.breaches.empty()) f.objections.push_back("the board broke the rules of USB: " + facts.breaches);
  // And what follows from its health.
  const bool lost = facts.account.refused > 0;
  const bool exact = !facts.difference && accused.empty();
  if (facts.health != Health::doubtful) {
    const bool owed = facts.health == Health::sound && !lost;
    std::vector<Accusation> excused;
    for (Accusation& a : accused) {
      const bool doubted = a.doubted && a.until >= facts.sound_until;
      if (!a.alike && (owed || !doubted)) {
        f.objections.push_back(std::move(a.sentence));
      } else {
        excused.push_back(std::move(a));
      }
    }
    for (const hands::Ply& illegal : facts.script.illegal) {
      if (!owed || illegal.press >= facts.until || ruled(illegal)) continue;
      f.objections.push_back(fmt::format("the illegal move on ply {} was pressed, and no ruling says so", illegal.number));
    }
    if (facts.difference && owed) f.objections.emplace_back("the score differs, and the board was sound");
    // A ruling that stops the game is no silence, though it blames the hands for what a sensor did.
    if (facts.difference && !owed && !told_of(*facts.difference) && !near(excused, facts.difference->ply) && !waits(*facts.difference, facts)) {
      f.objections.push_back(fmt::format("the score differs from ply {} on, and nothing was told there of what may be wrong", facts.difference->ply));
    }
  }
  f.outcome = !f.objections.empty() ? Outcome::wrong
              : exact               ? Outcome::exact
              : !f.named.empty() || facts.health == Health::doubtful ? Outcome::named
                                                                     : Outcome::alike;
  return f;
}

}  // namespace adoube::lab
