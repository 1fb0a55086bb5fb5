// SPDX-License-Identifier: Apache-2.0
/// What the state of a turn means: verdict, clause, certainty, penalty.
#include <algorithm>

#include "rules/article4/turn.hpp"
#include "rules/chess/endings.hpp"

namespace adoube::article4 {

using chess::Move;

namespace {

/// The 75-move rule counts plies.
constexpr int kSeventyFiveMoves = 150;

}  // namespace

Clause Turn::made_clause(std::size_t move) const {
  const Move m = table_->moves()[move];
  if (m.is_castling()) return Clause::c4_7_2;
  if (m.is_promotion()) return Clause::c4_7_3;
  return table_->taken(move) != Square::off ? Clause::c4_7_1 : Clause::c4_7;
}

/// What ends the game once that move is made; mate goes before the draws (9.6).
Clause Turn::end_of_game(std::size_t move) const {
  const chess::Position after = table_->position().after(table_->moves()[move]);
  if (chess::is_mate(after)) return Clause::c5_1_1;
  if (chess::is_stalemate(after)) return Clause::c5_2_1;
  if (chess::proved_dead(after)) return Clause::c5_2_2;
  const bool at_once = options_.fivefold.has(move) || after.halfmove_clock() >= kSeventyFiveMoves;
  return at_once && has(edition_->text, Clause::c9_6) ? Clause::c9_6 : Clause::none;
}

/// What excluded the move that stands, the most specific first: the move that 4.7 had fixed, the last release or new piece
/// that it does not fit, what an illegal move had left, and else the touches.
Clause Turn::excluding() const {
  if (fixed_) return Clause::c4_7;
  for (std::size_t i = fixings_.size(); i-- > 0;) {
    const Fixing& f = fixings_[i];
    if (f.clause != Clause::none && !picture().placing(f.placement, standing_).has(*standing_)) return f.clause;
  }
  const bool by_touches = !allowed_.by_touches.has(*standing_);
  return !by_touches && options_.bound && !options_.bound->has(*standing_) ? Clause::c7_5_1 : allowed_.clause_of_touches;
}

void Turn::say(Verdict verdict, State state, Clause clause) {
  judgement_.verdict = verdict;
  judgement_.state = state;
  judgement_.clause = clause;
}

/// A piece stands elsewhere without having been moved on purpose.
bool Turn::displaced() const {
  bool any = displaced_;
  Pieces::for_each(pieces_.moved(), [&](int t) {
    const Token& token = pieces_[t];
    any = any || (token.accidental && !token.in_air && token.at != token.origin);
  });
  return any;
}

void Turn::decide() {
  Judgement& j = judgement_;
  const Allowed& a = allowed_;
  const bool lost = fixed_ && standing_ != fixed_;  // the made move is off the board again
  const bool breach = (standing_ && !a.moves.has(*standing_)) || (lost && retracted_ && !pressed_);
  // A dead position has to be proved to the arbiter: a press that follows still completes the move.
  const bool ends = end_ != Clause::none && !(end_ == Clause::c5_2_2 && pressed_) && !lost;
  const bool released = pressed_ || (contacts_seen_ && picture().released());  // as far as a board sees it
  const bool two_hands =
      two_hands_ == TwoHandsWord::confirmed &&
      (edition_->two_hands == TwoHands::illegal || (edition_->two_hands == TwoHands::illegal_if_pressed && pressed_));

  if (drawn_ != Clause::none) {
    say(Verdict::game_over, State::ended, drawn_);
  } else if (two_hands && standing_) {
    say(Verdict::illegal_completed, State::illegal_completed, Clause::c7_5_4);
  } else if (ended_ != Clause::none) {
    say(Verdict::game_over, State::ended, ended_);
  } else if (fixed_ && !lost) {
    if (ends) {
      say(Verdict::game_over, State::ended, end_);
    } else if (pressed_) {
      say(Verdict::move_completed, State::completed, made_clause(*fixed_));
    } else {
      say(Verdict::move_made, State::made, made_clause(*fixed_));
    }
  } else if (breach) {
    // Before 2014 nothing but Article 3 was asked of the move that ends the game.
    if (ends && standing_ && released && edition_->end_needs == EndNeeds::legal_move) {
      say(Verdict::game_over, State::ended, end_);
    } else {
      say(Verdict::violation, State::breach, excluding());
    }
  } else if (pressed_) {
    if (const auto queen = picture().unreplaced_pawn(); queen && edition_->pawn_left == PawnLeft::queen) {
      say(Verdict::illegal_completed, State::illegal_completed, Clause::c7_5_2);
      if (a.moves.has(*queen)) j.allowed = j.certain = MoveMask::only(*queen);
    } else if (standing_ && ends) {
      say(Verdict::game_over, State::ended, end_);
    } else if (standing_) {
      say(Verdict::move_completed, State::completed, made_clause(*standing_));  // nothing is enforced
    } else {
      const bool nothing = pieces_.changed() == 0;
      say(Verdict::illegal_completed, State::illegal_completed, nothing ? Clause::c7_5_3 : Clause::c7_5_1);
    }
  } else if (standing_ && ends && !edition_->enforced && released) {
    say(Verdict::game_over, State::ended, end_);  // no touch rule is needed for that
  } else if (standing_) {
    say(Verdict::move_made, State::made, made_clause(*standing_));  // presence only: may still go on
  } else if (lost) {
    say(Verdict::obligation, State::in_hand, Clause::c4_7);
  } else if (picture().misplaced()) {
    // 4.7.2 names what a king set two squares away in vain leaves, unless an earlier touch binds to something else.
    const bool king = picture().king_set_two_squares() && (!a.binds || a.moves.within(table_->from(table_->king())));
    say(Verdict::illegal_uncompleted, State::illegal_pending, king ? Clause::c4_7_2 : a.clause);
  } else if (a.committed) {
    say(Verdict::obligation, State::partial, a.clause);
  } else if (a.binds) {
    say(Verdict::obligation, pieces_.own_in_air() > 0 ? State::in_hand : State::obliged, a.clause_of_touches);
  } else if (options_.bound) {
    say(Verdict::obligation, State::obliged, Clause::c7_5_1);
  } else if (displaced()) {
    say(Verdict::displaced, State::displaced, Clause::c7_4_1);
  } else if (touched()) {
    say(Verdict::free, State::free, a.clause_of_touches);
  } else if (irregular_) {
    say(irregular_adjust_ ? Verdict::irregular_touch : Verdict::touch_out_of_turn, State::free,
        irregular_adjust_ ? Clause::c4_2_1 : Clause::c1_3);
  } else if (adjusted_) {
    say(Verdict::adjusted, State::adjusting, Clause::c4_2_1);
  } else if (accident_) {
    say(Verdict::accidental, State::free, Clause::c4_2_2);
  } else {
    say(Verdict::free, window_open_ ? State::adjusting : State::free, off_touched_ ? edition_->off_board_clause() : Clause::c4_3);
  }
}

/// What the edition sets for the fault. A breach of the touched-piece rules has no penalty of its own: the move it
/// demands is played (and the arbiter may warn).
Penalty Turn::penalty() const {
  const Judgement& j = judgement_;
  Penalty p;
  if (j.verdict != Verdict::illegal_completed) {
    if (two_hands_ == TwoHandsWord::confirmed) p = {Penalty::Kind::arbiter, 0, 0, Clause::c4_1};
    return p;
  }
  if (j.clause == Clause::c7_5_3 && edition_->empty_press == EmptyPress::arbiter) {
    return {Penalty::Kind::arbiter, 0, 0, Clause::c7_5_3};
  }
  p.number = static_cast<std::uint8_t>(std::min(options_.illegal_before + 1, 255));
  p.clause = edition_->rate == Rate::standard ? Clause::c7_5_5 : Clause::cA_3;
  if (edition_->illegal_loses != 0 && p.number >= edition_->illegal_loses) {
    p.kind = Penalty::Kind::loss;
  } else if (edition_->illegal_minutes != 0) {
    p.kind = Penalty::Kind::time;
    p.minutes = edition_->illegal_minutes;
  } else {
    p.kind = Penalty::Kind::arbiter;
  }
  return p;
}

void Turn::judge() {
  Judgement& j = judgement_;
  const Allowed& a = allowed_;
  j.allowed = a.moves;
  j.certain = a.certain;
  j.standing = standing_;
  j.fixed = fixed_;
  decide();
  j.penalty = penalty();
  j.kind_assumed = kind_assumed_ && standing_;
  j.final = pressed_ || j.verdict == Verdict::game_over;

  const bool settled = standing_ && (a.certain.has(*standing_) || !a.moves.has(*standing_));
  const bool unknown_press = j.clause == Clause::c7_5_3 && edition_->empty_press == EmptyPress::arbiter;
  const bool open = (a.open && !settled) || (moved_adjusting_ && !pressed_ && edition_->enforced) || unknown_press;
  j.certainty = open ? Certainty::arbiter
                     : after_made_ ? Certainty::unless_arbiter  // who touched is not seen
                                   : Certainty::certain;
  if (open && (j.verdict == Verdict::obligation || j.verdict == Verdict::free || j.verdict == Verdict::irregular_touch)) j.state = State::arbiter;
  j.readings.clear();
  if (open && a.open) {
    for (const Reading& r : a.readings) j.readings.push(r);  // six of them, the masks cover all
  }

  j.flags = flags_;
  if (a.order_unclear && !settled) j.flags.raise(FlagWord::order_unclear);
  if (j.kind_assumed) j.flags.raise(FlagWord::kind_assumed);
  if (end_ == Clause::c5_2_2 && fixed_ && standing_ == fixed_) j.flags.raise(FlagWord::dead_position);
  if (suspect_ && two_hands_ != TwoHandsWord::denied) j.flags.raise(FlagWord::suspect_4_1);
  if (two_hands_ == TwoHandsWord::confirmed) j.flags.raise(FlagWord::two_hands);
  if (j.verdict == Verdict::violation) j.flags.raise(FlagWord::violation);

  j.touched.clear();
  for (const Touch& t : touches_) {
    const bool follows = std::all_of(touches_.begin(), &t, [&](const Touch& u) { return before(u.contact.when, t.contact.when); });
    j.touched.push({t.contact.square, t.contact.id, t.doubt != Doubt::none, follows});
  }
  j.commitments.clear();
  for (const Fixing& f : fixings_) {
    const Token& token = pieces_[f.placement.token];
    j.commitments.push({token.origin, f.placement.square, f.event, f.clause});
  }
}

}  // namespace adoube::article4
