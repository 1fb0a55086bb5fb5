// SPDX-License-Identifier: Apache-2.0
/// The words for a turn: verdict, clause, evidence, explanation.
#include <algorithm>

#include "rules/article4/turn.hpp"
#include "rules/chess/endings.hpp"

namespace adoube::article4 {

using chess::Kind;
using chess::Move;

namespace {

std::string_view made_clause(const MoveTable& table, std::size_t move) {
  const Move m = table.moves()[move];
  if (m.is_castling()) return "4.7.2";
  if (m.is_promotion()) return "4.7.3";
  return table.taken(move) != Square::off ? "4.7.1" : "4.7";
}

/// 5.2.2, as far as it can be proved from material: bare kings, one minor piece, bishops of one colour of square.
bool dead(const chess::Position& p) {
  const SquareSet heavy = p.pieces(Kind::pawn) | p.pieces(Kind::rook) | p.pieces(Kind::queen);
  if (heavy != 0) return false;
  const SquareSet knights = p.pieces(Kind::knight);
  const SquareSet bishops = p.pieces(Kind::bishop);
  if (std::popcount(knights | bishops) <= 1) return true;
  constexpr SquareSet kLight = 0x55AA55AA55AA55AAULL;
  return knights == 0 && ((bishops & kLight) == 0 || (bishops & ~kLight) == 0);
}

std::string_view end_clause(const chess::Position& p) {
  if (chess::is_mate(p)) return "5.1.1";
  if (chess::is_stalemate(p)) return "5.2.1";
  return dead(p) ? "5.2.2" : "";
}

}  // namespace

Ruling Turn::ruling() const {
  const Allowed a = allowed();
  Ruling r;
  r.ply = options_.ply;
  r.mover = table_->mover();
  r.edition = edition_->name.view();
  r.kind_assumed = kind_assumed_ && standing_;
  if (standing_) r.move = table_->moves()[*standing_];
  const auto say = [&r](Verdict verdict, State state, std::string_view clause) {
    r.verdict = verdict;
    r.state = state;
    r.clause = clause;
  };
  MoveMask moves = a.moves;
  MoveMask certain = a.certain;
  const bool breach = standing_ && !a.moves.has(*standing_);
  const bool lost = fixed_ && standing_ != fixed_;  // the made move is off the board again
  // What excluded a move that stands: a release that had fixed another one, or else the touches (the more specific
  // clause of the two is the one that bit first).
  const std::string_view excluding =
      fixed_ ? std::string_view("4.7")
             : standing_ && a.touches.allowed.has(*standing_) ? a.clause : a.touches.clause;

  if (fixed_ && !lost) {
    const std::string_view end = end_clause(table_->position().after(table_->moves()[*fixed_]));
    // A dead position has to be proved to the arbiter: a press that follows still completes the move.
    const bool to_be_proved = end == "5.2.2" && pressed();
    if (end == "5.2.2") r.flags.push_back("dead_position");
    if (!end.empty() && !to_be_proved) {
      say(Verdict::game_over, State::ended, end);
    } else if (pressed()) {
      say(Verdict::move_completed, State::completed, made_clause(*table_, *fixed_));
    } else {
      say(Verdict::move_made, State::made, made_clause(*table_, *fixed_));
    }
  } else if (breach || (fixed_ && retracted_ && !pressed())) {
    say(Verdict::violation, State::breach, excluding);
  } else if (pressed()) {
    if (const auto queen = unreplaced_pawn()) {
      say(Verdict::illegal_completed, State::illegal_completed, "7.5.2");
      if (a.moves.has(*queen)) moves = certain = MoveMask::only(*queen);
    } else if (standing_) {
      say(Verdict::move_completed, State::completed, made_clause(*table_, *standing_));  // nothing is enforced
    } else {
      say(Verdict::illegal_completed, State::illegal_completed, pieces_.changed() == 0 ? "7.5.3" : "7.5.1");
    }
  } else if (standing_) {
    say(Verdict::move_made, State::made, made_clause(*table_, *standing_));  // presence only: may still go on
  } else if (lost) {
    say(Verdict::obligation, State::in_hand, "4.7");
  } else if (misplaced() != Pieces::kNone) {
    say(Verdict::illegal_uncompleted, State::illegal_pending, king_set_two_squares() ? "4.7.2" : a.clause);
  } else if (a.committed) {
    say(Verdict::obligation, State::partial, a.clause);
  } else if (a.touches.binds) {
    say(Verdict::obligation, pieces_.own_in_air() > 0 ? State::in_hand : State::obliged, a.touches.clause);
  } else if (options_.bound) {
    say(Verdict::obligation, State::obliged, "7.5.1");
  } else if (displaced_) {
    say(Verdict::displaced, State::displaced, key(Clause::c7_4_1));
  } else if (!contacts_.empty()) {
    say(Verdict::free, State::free, a.touches.clause);
  } else if (irregular_id_ != 0) {
    say(Verdict::irregular_touch, State::free, irregular_adjust_ ? "4.2.1" : "1.3");
  } else if (adjusted_id_ != 0) {
    say(Verdict::adjusted, State::adjusting, "4.2.1");
  } else if (accident_id_ != 0) {
    say(Verdict::accidental, State::free, "4.2.2");
  } else {
    say(Verdict::free, State::free, off_touch_id_ != 0 ? key(edition_->off_board_clause()) : "4.3");
  }

  r.allowed = table_->uci(moves);
  r.certain_moves = table_->uci(certain);
  const bool settled = standing_ && (certain.has(*standing_) || !moves.has(*standing_));
  if (a.open && !settled) {
    r.certainty = Certainty::arbiter;
    if (r.verdict == Verdict::obligation) r.state = State::arbiter;
  } else if (after_made_ || irregular_id_ != 0) {
    r.certainty = Certainty::unless_arbiter;  // who touched is not seen
  }
  std::set<std::string> flags = flags_;
  flags.insert(r.flags.begin(), r.flags.end());
  if (a.touches.order_unclear && !settled) flags.insert("order_unclear");
  if (r.kind_assumed) flags.insert("kind_assumed");
  r.flags.assign(flags.begin(), flags.end());
  r.evidence = evidence();
  r.final = pressed() || r.verdict == Verdict::game_over;
  r.explanation = explain(r, a);
  return r;
}

std::vector<std::uint32_t> Turn::evidence() const {
  std::set<std::uint32_t> ids;
  for (const Touched& c : contacts_) ids.insert(c.contact.id);
  for (const Commitment& c : commitments_) ids.insert(c.id);
  for (int t = 0; t < pieces_.count(); ++t) {
    const Token& token = pieces_[t];
    if (!token.moved) continue;
    ids.insert({token.lift_id, token.place_id, token.release_id});
  }
  ids.insert({off_touch_id_, irregular_id_, accident_id_, adjusted_id_, late_adjust_id_, pressed_id_});
  if (standing_) ids.insert(standing_id_);
  ids.erase(0);
  return {ids.begin(), ids.end()};
}

std::string Turn::explain(const Ruling& r, const Allowed& a) const {
  const std::string who = r.mover == Colour::white ? "White" : "Black";
  std::string touched;
  std::vector<Touched> in_order = contacts_;
  std::stable_sort(in_order.begin(), in_order.end(),
                   [](const Touched& x, const Touched& y) { return x.contact.when.hi < y.contact.when.hi; });
  for (const Touched& c : in_order) {
    touched += (touched.empty() ? "" : ", then ") + name(c.contact.square) + " (event " +
               std::to_string(c.contact.id) + ")";
  }
  std::string out = touched.empty() ? who + " has touched nothing that counts." : who + " touched " + touched + ".";
  const std::string moves = std::to_string(r.allowed.size());
  switch (r.verdict) {
    case Verdict::free:
      out += touched.empty() ? "" : " None of it binds (" + r.clause + ").";
      out += " Any legal move may be played.";
      break;
    case Verdict::obligation:
      out += " " + moves + (r.allowed.size() == 1 ? " move is" : " moves are") + " left by " + r.clause + ".";
      break;
    case Verdict::move_made:
    case Verdict::move_completed:
      out += " The move " + table_->uci(MoveMask::only(*standing_)).front() + " is " +
             (r.verdict == Verdict::move_made ? "made" : "made and completed") + " (" + r.clause + ").";
      break;
    case Verdict::violation:
      out += fixed_ ? " The move " + table_->uci(MoveMask::only(*fixed_)).front() +
                          " was made on release and has to stand (4.7)."
                    : " The move on the board is legal but not allowed by " + r.clause + ": " + moves + " would be.";
      break;
    case Verdict::illegal_uncompleted:
      out += " A piece stands where no legal move puts it; it may be corrected, " + moves + " moves are left by " +
             std::string(a.clause) + ".";
      break;
    case Verdict::illegal_completed:
      out += " The clock was pressed on what no legal move leads to (" + r.clause +
             "): the position is restored and " + moves + (r.allowed.size() == 1 ? " move is" : " moves are") +
             " left for the replacement.";
      break;
    case Verdict::game_over:
      out += " The move " + table_->uci(MoveMask::only(*standing_)).front() + " ends the game at once (" + r.clause +
             ").";
      break;
    case Verdict::adjusted: out += " The pieces were adjusted after a declaration (4.2.1)."; break;
    case Verdict::accidental:
      out += " A contact shorter than " + std::to_string(edition_->brush / 1000) + " ms, or one called an accident, " +
             "counts for nothing (4.2.2).";
      break;
    case Verdict::displaced:
      out += " A displaced piece is put back in the player's own time (" + r.clause + "); nothing binds.";
      break;
    case Verdict::irregular_touch:
    case Verdict::touch_out_of_turn:
      out += " The other player touched a piece without having the move (" + r.clause + "); it binds nobody.";
      break;
  }
  if (r.certainty == Certainty::arbiter) {
    out += " The Laws or the sensors leave more than one reading: the arbiter decides.";
  }
  return out;
}

}  // namespace adoube::article4
