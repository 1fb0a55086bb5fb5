// SPDX-License-Identifier: Apache-2.0
/// What reaches a turn that is over: claims and their loss, late presses, an arbiter's word.
#include "rules/recognition/recogniser_impl.hpp"

namespace adoube::recognition {

using article4::Clause;
using article4::FlagWord;
using article4::Judgement;
using article4::Verdict;

bool Recogniser::Impl::afterwards(const Event& e) {
  if (!over) return false;
  const bool by_opponent = e.actor && *e.actor != last.judgement.mover;
  if (e.kind == EventKind::claim && e.saying == Saying::touch_move && by_opponent) {
    amend(FlagWord::claim);
    return true;
  }
  if (pressed_illegal && by_opponent && (e.kind == EventKind::touch || e.kind == EventKind::lift)) {
    amend(FlagWord::opponent_acted_after_illegal);
    if (edition.illegal_stands != article4::IllegalStands::after_reply || !illegal_left || illegal_left->left.empty()) return false;
    go_on_from(illegal_left->left.front());
    return true;
  }
  const bool nothing_since = !pressed_illegal && hands.window().empty();
  if (e.kind == EventKind::arbiter && nothing_since && last.judgement.ply == hands.ply() - 1) {
    feed_last(e);
    return true;
  }
  return false;
}

bool Recogniser::Impl::late_press(const Event& e) {
  if (!over || last.judgement.ply != hands.ply() - 1 || last.judgement.verdict != Verdict::move_made) return false;
  feed_last(e);
  for (SquareSet fallen = settle_squares(hands.position(), Owner::mover); fallen != 0;) amend(FlagWord::disturbed, pop(fallen));
  return true;
}

void Recogniser::Impl::feed_last(const Event& e) {
  const article4::Flags added = last.judgement.flags;
  last.judgement = hands.before()->turn.feed(e);
  for (const article4::Flag& f : added) last.judgement.flags.raise(f.word, f.square, f.to);
  last.judgement.final = true;
  last.window.push_back({e, 0, Owner::mover});
  emit(last_judged());
}

void Recogniser::Impl::amend(FlagWord word, Square from, Square to) {
  if (last.judgement.flags.has({word, from, to})) return;
  last.judgement.flags.raise(word, from, to);
  emit(last_judged());
}

void Recogniser::Impl::replied() {
  forfeit(article4::ClaimEnds::on_move);
  if (!let_stand || last.judgement.ply != hands.ply() - 1) return;
  if (!last.judgement.flags.has(FlagWord::claim)) amend(FlagWord::illegal, let_stand->from, let_stand->to);
  let_stand.reset();
}

void Recogniser::Impl::touched_after() {
  forfeit(article4::ClaimEnds::on_touch);
  if (last.judgement.ply == hands.ply() - 1 && last.judgement.flags.has(FlagWord::draw_offered)) {
    amend(FlagWord::draw_declined);  // 9.1.2.1
  }
}

void Recogniser::Impl::forfeit(article4::ClaimEnds by) {
  const Judgement& j = last.judgement;
  if (by != edition.claim_ends || j.verdict != Verdict::violation || j.ply != hands.ply() - 1) return;
  const bool touch_clause = j.clause >= Clause::c4_3 && j.clause <= Clause::c4_4_4;
  const bool in_scope = edition.claim_scope == article4::ClaimScope::article4 || touch_clause;
  if (in_scope && !j.flags.has(FlagWord::claim)) amend(FlagWord::claim_forfeited);
}

}  // namespace adoube::recognition
