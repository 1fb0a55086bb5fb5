// SPDX-License-Identifier: Apache-2.0
/// What reaches a turn that is over: claims and their loss, late presses, an arbiter's word, an illegal move that is played on from.
#include "rules/recognition/line.hpp"
#include "rules/recognition/recogniser_impl.hpp"

namespace adoube::recognition {

using article4::Clause;
using article4::FlagWord;
using article4::Judgement;
using article4::Verdict;
using chess::Position;

bool Recogniser::Impl::afterwards(const Event& e) {
  if (!over) return false;
  const bool by_opponent = e.actor && *e.actor != last.judgement.mover;
  if (e.kind == EventKind::claim && e.saying == Saying::touch_move && by_opponent) {
    amend(FlagWord::claim);
    return true;
  }
  if (pressed_illegal && by_opponent && (e.kind == EventKind::touch || e.kind == EventKind::lift)) {
    amend(FlagWord::opponent_acted_after_illegal);
    play_on();
    return false;
  }
  const bool nothing_since = !pressed_illegal && hands.window().empty();
  if (e.kind == EventKind::arbiter && nothing_since && last.judgement.ply == hands.ply() - 1) {
    feed_last(e);
    return true;
  }
  return false;
}

void Recogniser::Impl::play_on() {
  if (edition.illegal_stands != article4::IllegalStands::after_reply || !left) return;
  hands.play_on(*left);
  shown.reset();
}

bool Recogniser::Impl::illegal_before() const {
  return over && last.judgement.ply == hands.ply() && last.judgement.verdict == Verdict::illegal_completed;
}

bool Recogniser::Impl::went_on(const Event& press) {
  const SquareSet squares = shown_squares();
  const auto stands = [&](const Position& p) { return p.pieces() == squares; };
  if (!illegal_before() || stands(hands.position())) return false;  // put back: the clock is set for the replacement
  const auto m = hands.made();
  if (m && stands(hands.position().after(hands.now().table.moves()[*m]))) return false;
  if (left && explain(left->position, squares, 1).count != 0) {
    amend(FlagWord::opponent_acted_after_illegal);
    if (edition.illegal_stands == article4::IllegalStands::after_reply) {
      play_on();
      replied();
      this->press(press);
    } else {
      await_restoration(press);
    }
    return true;
  }
  if (last.judgement.certainty != article4::Certainty::arbiter) return false;
  lose_track({last.window.back().event.when.lo, press.when.hi});
  take_up(press);
  return true;
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
  if (!left || last.judgement.ply != hands.ply() - 1) return;
  if (!last.judgement.flags.has(FlagWord::claim)) amend(FlagWord::illegal, left->from, left->to);
  left.reset();
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
