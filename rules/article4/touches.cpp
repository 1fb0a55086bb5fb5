// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/touches.hpp"

#include <algorithm>

namespace adoube::article4 {

namespace {

constexpr std::size_t kMostDoubtful = 4;

Clause clause_of(Doubt doubt, const Edition& edition) {
  switch (doubt) {
    case Doubt::adjusting:
    case Doubt::whose: return Clause::c4_2_1;
    case Doubt::exchanged: return Clause::c4_7_3;
    case Doubt::length: return Clause::c4_2_2;
    default: return edition.through_clause();
  }
}

}  // namespace

Touch* Touches::find(int token) {
  const auto t = std::find_if(list_.begin(), list_.end(), [token](const Touch& u) { return u.token == token; });
  return t == list_.end() ? nullptr : t;
}

void Touches::add(const Touch& touch) {
  ++version_;
  Touch* t = find(touch.token);
  if (t == nullptr) {
    if (!list_.push(touch)) return;
    list_.back().latest = touch.contact.when;
    // In the order of the events: one that is found late to have been meant goes where it belongs.
    const auto at = std::find_if(list_.begin(), list_.end() - 1, [&](const Touch& u) { return u.contact.sequence > touch.contact.sequence; });
    std::rotate(at, list_.end() - 1, list_.end());
    return;
  }
  if (t->doubt == Doubt::none) {
    t->sure = t->sure || touch.sure;
    return;
  }
  t->contact.when.hi = touch.contact.when.hi;
  t->latest = touch.contact.when;
  t->earlier = t->doubt;
  t->via_piece = touch.via_piece;
  t->sure = touch.sure;
  if (touch.doubt == Doubt::none) t->doubt = Doubt::none;
}

void Touches::remove(int token) {
  list_.erase_if([token](const Touch& t) { return t.token == token; });
  ++version_;
}

void Touches::confirm(int token) {
  if (Touch* t = find(token)) {
    t->doubt = Doubt::none;
    t->sure = true;
  }
  ++version_;
}

void Touches::settle(int token, Doubt doubt) {
  if (Touch* t = find(token)) t->doubt = doubt;
  ++version_;
}

bool Touches::take_back_latest(int token) {
  Touch* t = find(token);
  if (t == nullptr) return true;
  if (t->earlier == Doubt::none) {
    remove(token);
    return true;
  }
  settle(token, t->earlier);
  return false;
}

bool Touches::perhaps_none() const {
  return std::all_of(begin(), end(), [](const Touch& t) { return t.doubt == Doubt::whose; });
}

const Touch* Touches::of(int token) const {
  const Touch* t = std::find_if(begin(), end(), [token](const Touch& u) { return u.token == token; });
  return t == end() ? nullptr : t;
}

const Obligation& Touches::obligation(const MoveTable& table, const Edition& edition, CastlingIntent intent,
                                      int last_sequence, std::span<const Unfit> unfit) {
  // The same question is asked after every event; most events change nothing about it.
  const int last = list_.empty() ? 0 : std::min(last_sequence, list_.back().contact.sequence);
  const Question question{last, intent.king_set_two_squares, version_};
  if (answered_ == question && unfit.empty()) return answer_;
  answered_.reset();
  if (unfit.empty()) answered_ = question;

  FixedList<Contact, 32> counted;
  FixedList<Doubt, kMostDoubtful> doubts;
  const auto count = [&](unsigned which) {
    counted.clear();
    std::size_t doubtful = 0;
    for (const Touch& t : list_) {
      if (t.contact.sequence > last_sequence) continue;
      const bool either_way = t.doubt != Doubt::none && doubtful < kMostDoubtful;
      if (!either_way || (which >> doubtful & 1) != 0) counted.push(t.contact);
      if (t.doubt != Doubt::none) ++doubtful;
    }
    return std::span<const Contact>(counted.data(), counted.size());
  };
  bool all_listed = true;
  for (const Touch& t : list_) {
    if (t.contact.sequence <= last_sequence && t.doubt != Doubt::none) all_listed = doubts.push(t.doubt) && all_listed;
  }
  answer_ = article4::obligation(table, count(0), edition, intent, unfit);
  if (doubts.empty()) return answer_;
  Readings first = answer_.readings;
  bool matters = false;
  for (unsigned which = 1; which < 1U << doubts.size(); ++which) {
    const Obligation with = article4::obligation(table, count(which), edition, intent, unfit);
    if (with.readings.empty()) continue;
    if (answer_.readings.empty()) {
      answer_ = with;
      first = with.readings;
      continue;
    }
    matters = matters || !(with.readings == first);
    answer_.readings.add(with.readings);
    answer_.binds = answer_.binds && with.binds;
    answer_.order_unclear = answer_.order_unclear || with.order_unclear;
    answer_.king_stays = answer_.king_stays & with.king_stays;
  }
  answer_.allowed = answer_.readings.together();
  if (matters) answer_.clause = clause_of(doubts[0], edition);
  if (!all_listed) answer_.readings.add_unlisted(answer_.allowed);
  answer_.open = answer_.readings.size() > 1 || !answer_.readings.complete();
  answer_.certain = answer_.readings.common() | answer_.king_stays;
  return answer_;
}

Obligation Touches::without_doubtful(const MoveTable& table, const Edition& edition) const {
  FixedList<Contact, 32> sure;
  for (const Touch& t : list_) {
    if (t.doubt == Doubt::none) sure.push(t.contact);
  }
  return article4::obligation(table, {sure.data(), sure.size()}, edition, {});
}

}  // namespace adoube::article4
