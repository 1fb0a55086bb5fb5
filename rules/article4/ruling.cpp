// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/ruling.hpp"

#include <algorithm>

namespace adoube::article4 {

namespace {

std::string explain(const Judgement& j, const MoveTable& table, const Ruling& r) {
  const std::string who = j.mover == Colour::white ? "White" : "Black";
  std::string touched;
  for (const TouchedPiece& t : j.touched) {
    touched += (touched.empty() ? "" : ", then ") + name(t.square) + " (event " + std::to_string(t.event) + ")";
  }
  const auto move = [&](std::size_t i) { return table.uci(MoveMask::only(i)).front(); };
  std::string out = touched.empty() ? who + " has touched nothing that counts." : who + " touched " + touched + ".";
  const std::string moves = std::to_string(r.allowed.size()) + (r.allowed.size() == 1 ? " move is" : " moves are");
  switch (j.verdict) {
    case Verdict::free:
      out += touched.empty() ? "" : " None of it binds (" + r.clause + ").";
      out += " Any legal move may be played.";
      break;
    case Verdict::obligation: out += " " + moves + " left by " + r.clause + "."; break;
    case Verdict::move_made: out += " The move " + move(*j.standing) + " is made (" + r.clause + ")."; break;
    case Verdict::move_completed:
      out += " The move " + move(*j.standing) + " is made and completed (" + r.clause + ").";
      break;
    case Verdict::violation:
      out += j.fixed ? " The move " + move(*j.fixed) + " was made on release and has to stand (4.7)."
                     : " The move on the board is legal but not allowed by " + r.clause + ": " + moves + " left.";
      break;
    case Verdict::illegal_uncompleted:
      out += " A piece stands where no legal move puts it; it may be corrected, " + moves + " left by " + r.clause + ".";
      break;
    case Verdict::illegal_completed:
      out += " The clock was pressed on what no legal move leads to, or on a move made against the rules (" + r.clause +
             "): the position is restored and " + moves + " left for the replacement.";
      break;
    case Verdict::game_over:
      out += j.standing ? " The move " + move(*j.standing) + " ends the game at once (" + r.clause + ")."
                        : " The claim is correct and the game is drawn (" + r.clause + ").";
      break;
    case Verdict::adjusted: out += " The pieces were adjusted after a declaration (4.2.1)."; break;
    case Verdict::accidental: out += " A contact that was too short, or called an accident, counts for nothing (4.2.2)."; break;
    case Verdict::displaced:
      out += " A displaced piece is put back in the player's own time (" + r.clause + "); nothing binds.";
      break;
    case Verdict::irregular_touch:
    case Verdict::touch_out_of_turn:
      out += " The other player touched a piece without having the move (" + r.clause + "); it binds nobody.";
      break;
  }
  if (j.certainty == Certainty::arbiter) {
    out += " The Laws or the sensors leave more than one reading: the arbiter decides.";
  }
  return out;
}

}  // namespace

Ruling ruling(const Judgement& j, const MoveTable& table, const Edition& edition) {
  Ruling r;
  r.ply = j.ply;
  r.mover = j.mover;
  r.verdict = j.verdict;
  r.state = j.state;
  r.clause = key(j.clause);
  r.edition = edition.name.view();
  r.allowed = table.uci(j.allowed);
  r.certain_moves = table.uci(j.certain);
  r.certainty = j.certainty;
  for (const Flag& f : j.flags) r.flags.push_back(text(f, table.position()));
  std::sort(r.flags.begin(), r.flags.end());
  if (j.standing) r.move = table.moves()[*j.standing];
  r.penalty = j.penalty;
  r.kind_assumed = j.kind_assumed;
  r.final = j.final;
  r.explanation = explain(j, table, r);
  return r;
}

}  // namespace adoube::article4
