// SPDX-License-Identifier: Apache-2.0
#include "host/lab/examination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <utility>

namespace adoube::lab {
namespace {

using article4::FlagWord;
using article4::Verdict;
using recognition::Situation;

// What layers that sense say of a picture that is not in order.
constexpr FlagWord of_the_senses[] = {FlagWord::unsteady, FlagWord::gap, FlagWord::inferred, FlagWord::disturbed, FlagWord::displaced,
                                      FlagWord::off_centre, FlagWord::order_unclear};

bool accuses(Verdict v) {
  return v == Verdict::violation || v == Verdict::illegal_uncompleted || v == Verdict::illegal_completed || v == Verdict::irregular_touch ||
         v == Verdict::touch_out_of_turn;
}

// Whether a word was told on the ply or the one before.
bool near(const std::set<int>& plies, int ply) { return plies.contains(ply) || plies.contains(ply - 1); }

// Whether a ruling by that clause is one on what hands did against the other. Castling begun with the rook: whoever has not seen
// that it was let go of (4.7) knows that it was touched first (4.4.2).
bool speaks_of(article4::Clause ruled, article4::Clause done) {
  return ruled == done || (done == article4::Clause::c4_7 && ruled == article4::Clause::c4_4_2);
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
  doubted_.insert(ply_);
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
  if (record.inferred) name("an inferred move");
}

void Examination::on_judgement(const recognition::Judged& judged) {
  const article4::Judgement& j = judged.judgement;
  ply_ = j.ply;
  for (const FlagWord word : of_the_senses) {
    if (!j.flags.has(word)) continue;
    named_.insert("the flag " + std::string(article4::text(word)));
    flagged_.insert(j.ply);
  }
  if (const auto last = last_.find(j.ply); last != last_.end()) {
    const article4::Judgement& then = finals_[last->second].judgement;
    if (!follows(j, then)) {
      altered_.push_back(fmt::format("ply {} was ruled {} for good and became {}", j.ply, article4::text(then.verdict), article4::text(j.verdict)));
    }
  }
  if (!j.final) return;
  Said said{j, 0, 0};
  if (!judged.window.empty()) {
    said.from = judged.window.front().event.when.lo;
    said.to = judged.window.back().event.when.hi;
  }
  last_.insert_or_assign(j.ply, finals_.size());
  finals_.push_back(said);
}

void Examination::on_situation(const Situation& situation) {
  switch (situation.kind) {
    case Situation::Kind::bystanders: name("bystanders"); break;
    case Situation::Kind::disturbed: name("a disturbed board"); break;
    case Situation::Kind::lost: name("a lost position"); break;
    default: break;
  }
}

// Of what no hand did, in words.
std::vector<Examination::Accusation> Examination::accusations(const Facts& facts, std::set<int>& alike) const {
  std::vector<Accusation> out;
  for (const Said& said : finals_) {
    const article4::Judgement& j = said.judgement;
    const int ply = j.ply;
    if (!accuses(j.verdict)) continue;
    const auto did = [&](const hands::Remark& r) { return r.breach && r.ply == ply && j.verdict == Verdict::violation && speaks_of(j.clause, r.clause); };
    if (std::ranges::any_of(facts.script.remarks, did)) continue;
    const auto during = [&](const std::pair<Tick, Tick>& stretch) { return stretch.first <= said.to && stretch.second >= said.from; };
    if (std::ranges::any_of(facts.deviations, during)) {
      alike.insert(ply);
      continue;
    }
    const bool doubted = j.certainty != article4::Certainty::certain ||
                         std::ranges::any_of(of_the_senses, [&](FlagWord word) { return word != FlagWord::order_unclear && j.flags.has(word); });
    std::string sentence = fmt::format("ply {} is ruled {} by {}, and no hand did that", ply, article4::text(j.verdict),
                                       article4::number(j.clause, article4::Text::fide2023));
    // One turn may be told of several times, with more words each time.
    if (!out.empty() && out.back().sentence == sentence) {
      out.back().doubted = out.back().doubted && doubted;
      continue;
    }
    out.push_back({ply, doubted, said.to, std::move(sentence)});
  }
  return out;
}

// A doubt counts for a move that differs where it was told with it or on the ply before, or as soon as it could be; for a game that
// stops, also where it was told from there on.
bool Examination::told_of(const Difference& difference) const {
  const auto counts = [&](const std::set<int>& plies) {
    const auto first = plies.lower_bound(difference.ply - 1);
    return first != plies.end() && (difference.stopped || *first <= difference.told_by);
  };
  return counts(doubted_) || counts(flagged_);
}

Examination::Findings Examination::findings(const Facts& facts) const {
  Findings f;
  f.named = named_;
  if (facts.account.counters.restless > 0) f.named.insert("a restless sensor");
  if (facts.account.counters.level_faults > 0) f.named.insert("a level fault");
  std::set<int> alike;
  const std::vector<Accusation> accused = accusations(facts, alike);
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
  const bool exact = !facts.difference && accused.empty() && alike.empty();
  if (facts.health != Health::doubtful) {
    const bool owed = facts.health == Health::sound && !lost;
    for (const Accusation& a : accused) {
      // A doubt counts where it was told with the ruling, or on the ply or the one before.
      const bool doubted = a.doubted || near(doubted_, a.ply);
      if (owed || !doubted || a.until < facts.sound_until) f.objections.push_back(a.sentence);
    }
    if (facts.difference && owed) f.objections.emplace_back("the score differs, and the board was sound");
    // A ruling that stops the game is no silence, though it blames the hands for what a sensor did.
    if (facts.difference && !owed && !told_of(*facts.difference) && !near(alike, facts.difference->ply)) {
      f.objections.push_back(fmt::format("the score differs from ply {} on, and nothing was told there of what may be wrong", facts.difference->ply));
    }
  }
  f.outcome = !f.objections.empty() ? Outcome::wrong
              : exact               ? Outcome::exact
              : !f.named.empty() || facts.health == Health::doubtful ? Outcome::named
                                                                     : Outcome::alike;
  return f;
}

std::optional<Examination::Difference> difference(std::span<const std::string> told, std::span<const std::string> played,
                                                  const hands::Script& script, const Examination::Stretches& deviations,
                                                  const Examination::Stretches& exchanged) {
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(told, played).in1 - told.begin());
  if (same == told.size() && same == played.size()) return std::nullopt;
  const Tick from = same > 0 && same <= script.plies.size() ? script.plies[same - 1].release : script.start;
  const Tick to = same < script.plies.size() ? script.plies[same].press : script.end;
  const auto during = [&](const auto& stretch) { return stretch.first <= to && stretch.second >= from; };
  Examination::Difference out{static_cast<int>(same) + 1, same == told.size(), static_cast<int>(same) + 1};
  // What was read as hands might have done it can be known from what they do next at the earliest; while two ranks read each other
  // that is part of another game that they might play, and the pieces jump when it ends.
  if (std::ranges::none_of(deviations, during)) return out;
  ++out.told_by;
  for (const auto& stretch : exchanged) {
    if (!during(stretch)) continue;
    const auto ended = std::ranges::find_if(script.plies, [&](const hands::Ply& ply) { return ply.press >= stretch.second; });
    out.told_by = std::max(out.told_by, static_cast<int>(ended - script.plies.begin()) + 2);
  }
  return out;
}

Examination::Stretches ranks_exchanged(std::span<const sim::Fault> faults) {
  constexpr int ranks = 8;  // the ninth row strobes the auxiliary inputs
  Examination::Stretches out;
  for (const sim::Fault& fault : faults) {
    if (fault.kind == sim::FaultKind::swapped_rows && fault.place < ranks && fault.size < ranks) out.emplace_back(fault.begin, fault.end);
  }
  return out;
}

Examination::Stretches deviations(std::span<const sim::Change> sound, std::span<const sim::Change> read, Tick end) {
  constexpr Tick apart = 100'000;
  std::bitset<sim::channel_count> other;  // channels at another level than on the sound board
  Examination::Stretches out;
  auto a = sound.begin();
  auto b = read.begin();
  while (a != sound.end() || b != read.end()) {
    const Tick now = b == read.end() || (a != sound.end() && a->at < b->at) ? a->at : b->at;
    const bool before = other.any();
    for (; a != sound.end() && a->at == now; ++a) other.flip(a->channel);
    for (; b != read.end() && b->at == now; ++b) other.flip(b->channel);
    if (!before && other.any()) {
      if (!out.empty() && now - out.back().second < apart) continue;  // the same stretch goes on
      out.emplace_back(now, end);
    } else if (before && other.none()) {
      out.back().second = now;
    }
  }
  if (other.any()) out.back().second = end;
  return out;
}

}  // namespace adoube::lab
