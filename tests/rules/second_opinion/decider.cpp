// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/decider.hpp"

#include <algorithm>
#include <array>

#include "tests/rules/second_opinion/made.hpp"

namespace adoube::second_opinion {
namespace {

/// No series of moves can mate, by material alone: no pawn, rook or queen, and at most one minor piece, or only bishops
/// that all stand on squares of one colour.
bool nothing_to_mate_with(const Board& board) {
  int knights = 0;
  std::array<int, 2> bishops{0, 0};
  for (Square s = 0; s < 64; ++s) {
    const char piece = board.at[static_cast<std::size_t>(s)];
    const char kind = piece == ' ' ? ' ' : upper(piece);
    if (kind == 'P' || kind == 'R' || kind == 'Q') return false;
    if (kind == 'N') ++knights;
    if (kind == 'B') ++bishops[static_cast<std::size_t>((file_of(s) + rank_of(s)) % 2)];
  }
  if (knights == 0) return bishops[0] == 0 || bishops[1] == 0;
  return knights == 1 && bishops[0] + bishops[1] == 0;
}

/// 5.2.2, as far as it can be proved: every line of play comes there, or to stalemate, within so many plies. More
/// pieces than can be taken on the way are not asked about.
bool dead(const Position& p, Stockfish& judge, int plies = 4) {
  if (nothing_to_mate_with(p.board)) return true;
  if (p.legal.empty()) return !p.check;
  const auto pieces = std::count_if(p.board.at.begin(), p.board.at.end(), is_piece) - 2;
  if (plies == 0 || pieces > plies + 2) return false;
  return std::all_of(p.legal.begin(), p.legal.end(),
                     [&](const Move& m) { return dead(judge.position(m.after), judge, plies - 1); });
}

/// The first press of the clock by the player having the move.
std::optional<std::size_t> press(const History& h) {
  for (std::size_t j = 0; j < h.size(); ++j) {
    if (h[j].what == What::clock && h.by_mover(j)) return j;
  }
  return std::nullopt;
}

bool nothing_changed(const History& h, std::size_t now) {
  if (!h.after(now).in_air.empty()) return false;
  for (Square s = 0; s < 64; ++s) {
    const bool piece = is_piece(h.position().board.at[static_cast<std::size_t>(s)]);
    const Piece p = h.after(now).at(s);
    if (piece != (p != kNobody)) return false;
    if (piece && h.letter(p) != h.position().board.at[static_cast<std::size_t>(s)]) return false;
  }
  return true;
}

/// A piece that was lifted by accident last stands elsewhere (7.4.1).
std::optional<std::pair<Square, Square>> displaced(const History& h, std::size_t now) {
  for (Piece p = 0; p < 64; ++p) {
    const auto placed = h.last_placed(p, now);
    if (!placed || h.after(now).where(p) == kOff || h.after(now).where(p) == p) continue;
    const auto lifted = h.last_lifted(p, *placed);
    if (lifted && h[*lifted].accidental) return std::pair(p, h[*placed].square);
  }
  return std::nullopt;
}

Moves moves_of_king(const Position& p) {
  return p.those([&](const Move& m) { return upper(p.board.at[static_cast<std::size_t>(m.from)]) == 'K'; });
}

/// Something was set down elsewhere within an adjust window, and no press has said what it was.
bool perhaps_adjusting(const History& h, std::size_t now) {
  if (h.pressed() || h.rules().nothing_binds) return false;
  for (Piece p = 0; p < 64; ++p) {
    if (adjusted_elsewhere(h, p, now)) return true;
  }
  return false;
}

Moves only_move(std::size_t move) {
  Moves only;
  only.set(move);
  return only;
}

/// Among friends: a move stood, and the board is as it was. Nothing of it counts.
bool took_back(const History& h, std::size_t now) {
  if (!h.rules().nothing_binds || !nothing_changed(h, now)) return false;
  for (std::size_t n = 1; n < now; ++n) {
    if (standing(h, n)) return true;
  }
  return false;
}

/// Touches that count, after the last move that was taken back: with the move its touches are taken back too.
bool touched_since_then(const History& h, std::size_t now) {
  std::size_t begin = 0;
  if (took_back(h, now)) {
    bool stood = false;
    for (std::size_t n = 1; n <= now; ++n) {
      stood = stood || standing(h, n);
      if (!stood || !nothing_changed(h, n)) continue;
      begin = n;
      stood = false;
    }
  }
  for (std::size_t j = begin; j < now; ++j) {
    if (meant(h, j, now)) return true;
  }
  return false;
}

struct Writer {
  const History& h;
  Opinion o;

  void sets(const Moves& allowed, const Moves& certain) {
    o.allowed = h.position().uci(allowed);
    o.certain = h.position().uci(certain);
    if (allowed != certain) o.certainty = "arbiter";
  }
  Opinion says(std::string_view verdict, std::string_view clause) {
    o.verdict = verdict;
    o.clause = clause;
    return o;
  }
};

/// What lasts through a turn, whatever is ruled.
std::set<std::string> flags(const History& h, std::size_t now) {
  std::set<std::string> words;
  const auto m = made(h, now);
  const std::size_t end = m ? m->when : now;
  for (std::size_t j = 0; j < now; ++j) {
    const Event& e = h[j];
    const bool contact = e.what == What::touch || e.what == What::lift;
    if (e.what == What::adjust) {
      if (!h.by_mover(j)) {
        words.insert("adjust_without_move");
      } else if (j >= end || !declared_in_time(h, j)) {
        words.insert("late_adjust");
      }
    }
    if (!contact || h.piece_of(j) == kNobody) continue;
    if (!h.by_mover(j)) {
      words.insert("touch_out_of_turn");
    } else if (j >= end) {
      words.insert("touch_after_made:" + name(e.square));
    } else if (accident(h, j, now)) {
      words.insert("accidental:" + name(e.square));
    } else if (adjusting(h, j)) {
      words.insert("adjusted:" + name(e.square));
    }
  }
  if (const auto d = displaced(h, now)) words.insert("displaced:" + name(d->first) + name(d->second));
  const auto air = [&](std::size_t n) {
    return std::count_if(h.after(n).in_air.begin(), h.after(n).in_air.end(), [&](Piece p) { return h.own(p); });
  };
  for (std::size_t n = 0; n <= now; ++n) {
    if (air(n) > 1) words.insert("suspect_4.1");
  }
  return words;
}

/// Nothing binds and nothing is begun: the word that says why something happened nevertheless.
Opinion nothing_of_note(const History& h, std::size_t now, Writer w) {
  const auto some = [&](auto holds) {
    for (std::size_t j = 0; j < now; ++j) {
      if (holds(j)) return true;
    }
    return false;
  };
  const auto contact = [&](std::size_t j) {
    return (h[j].what == What::touch || h[j].what == What::lift) && h.piece_of(j) != kNobody;
  };
  if (displaced(h, now)) return w.says("displaced", "7.4.1");
  if (some([&](std::size_t j) { return !h.by_mover(j) && h[j].what == What::adjust; }))
    return w.says("irregular_touch", "4.2.1");
  if (some([&](std::size_t j) { return !h.by_mover(j) && contact(j); })) return w.says("touch_out_of_turn", "1.3");
  if (some([&](std::size_t j) { return h.by_mover(j) && contact(j) && adjusting(h, j); }))
    return w.says("adjusted", "4.2.1");
  if (some([&](std::size_t j) { return h.by_mover(j) && contact(j) && accident(h, j, now); })) {
    return w.says("accidental", "4.2.2");
  }
  if (some([&](std::size_t j) { return h[j].what == What::touch && h[j].square == kOff; })) {
    return w.says("free", h.rules().own_numbers ? "10H" : "4.3");
  }
  return w.says("free", "4.3");
}

bool ends_the_game(Stockfish& judge, const Move& m, bool pressed) {
  const Position& reached = judge.position(m.after);
  return reached.legal.empty() || (!pressed && dead(reached, judge));
}

/// The move stands that was allowed: made, completed, or the end of the game.
Opinion stands(Stockfish& judge, const Move& m, bool pressed, bool released, Writer w) {
  const Position& reached = judge.position(m.after);
  if (!released) return w.says("move_made", clause_of_making(m));  // and may still be changed
  if (reached.legal.empty()) return w.says("game_over", reached.check ? "5.1.1" : "5.2.1");
  if (dead(reached, judge)) {
    if (!pressed) return w.says("game_over", "5.2.2");
    w.o.flags.insert("dead_position");
  }
  return w.says(pressed ? "move_completed" : "move_made", clause_of_making(m));
}

/// 7.5.3. Before it was written the arbiter decided what a press without a move is.
Opinion empty_press(const History& h, Writer w) {
  if (h.rules().empty_press_is_no_illegal_move) w.o.certainty = "arbiter";
  return w.says("illegal_completed", "7.5.3");
}

/// 4.7: after a move was made everything was set down and released in another way.
bool retracted(const History& h, const Made& m, std::size_t now) {
  const auto at_rest = [&](std::size_t n) {
    const Scene& scene = h.after(n);
    const Move& made = h.position().legal[m.move];
    for (Piece p = 0; p < 64; ++p) {
      const auto placed = h.last_placed(p, n);
      if (placed && h.own(p) && h.after(n).where(p) != kOff && !h.seen_released(p, n)) return false;
    }
    return all_seen_released(h, n) && std::none_of(scene.in_air.begin(), scene.in_air.end(), [&](Piece p) {
             return h.own(p) && !(made.promotes() && p == made.from);
           });
  };
  for (std::size_t n = m.when + 1; n <= now; ++n) {
    if (at_rest(n) && !shows(h, n, h.position().legal[m.move])) return true;
  }
  return false;
}

}  // namespace

Opinion turn(const History& as_sensed, Stockfish& judge) {
  const History h = as_sensed.with_grips_ended_by_press();
  const auto pressed = press(h);
  const std::size_t now = pressed.value_or(h.size());
  const Position& p = h.position();
  Writer w{h, {}};
  w.o.flags = flags(h, h.size());

  if (const auto m = made(h, now)) {
    const Move& move = p.legal[m->move];
    const Allowed a = after_making(allowed(h, m->when), m->move);
    w.sets(a.moves, a.certain);
    if (perhaps_adjusting(h, now)) w.o.certainty = "arbiter";
    if (judge.position(move.after).legal.empty()) return stands(judge, move, pressed.has_value(), true, w);
    const bool back = retracted(h, *m, now);
    if (back) w.o.flags.insert("retracted");
    if (shows(h, now, move) && all_seen_released(h, now)) return stands(judge, move, pressed.has_value(), true, w);
    const auto instead = standing(h, now);
    if (!pressed && !back) return w.says("obligation", "4.7");
    if (!pressed || instead) {
      // A breach under every reading, whatever is left?
      const bool certain = std::all_of(a.readings.begin(), a.readings.end(), [&](const Reading& r) {
        return r.allowed == only_move(m->move) || (instead && !r.allowed[*instead]);
      });
      if (certain) w.o.certainty = "certain";
      return w.says("violation", "4.7");
    }
    if (nothing_changed(h, now)) return empty_press(h, w);
    return w.says("illegal_completed", "7.5.1");
  }

  const Allowed a = allowed(h, now);
  w.sets(a.moves, a.certain);
  if (perhaps_adjusting(h, now)) w.o.certainty = "arbiter";
  if (a.order_unclear) w.o.flags.insert("order_unclear");
  if (const auto m = standing(h, now)) {
    if (!a.moves[*m] && !pressed && half_of_allowed(h, now, a)) return w.says("obligation", a.clause);
    if (!a.moves[*m]) {
      w.o.certainty = "certain";
      if (h.rules().mate_needs_no_touch_rules && all_seen_released(h, now) &&
          ends_the_game(judge, p.legal[*m], pressed.has_value())) {
        return stands(judge, p.legal[*m], pressed.has_value(), all_seen_released(h, now), w);
      }
      return w.says("violation", clause_of_breach(h, now, a, *m));
    }
    if (pressed && !h.rules().nothing_binds) {  // otherwise no release was seen: he may still change his mind
      const Allowed after = after_making(a, *m);
      w.sets(after.moves, after.certain);
    }
    return stands(judge, p.legal[*m], pressed.has_value(), all_seen_released(h, now), w);
  }
  if (pressed) {
    if (nothing_changed(h, now)) return empty_press(h, w);
    if (const auto m = unpromoted(h, now); m && !h.rules().unpromoted_is_any_illegal_move) {
      if (a.moves[*m]) {
        w.o.allowed = w.o.certain = p.uci(only_move(*m));  // it is a queen, not a choice
      }
      return w.says("illegal_completed", "7.5.2");
    }
    return w.says("illegal_completed", "7.5.1");
  }
  if (const auto piece = misplaced(h, now)) {
    // 4.7.2: the king set two squares away must make another move, unless a piece touched earlier must.
    const bool castling = king_set_two_squares(h, *piece, now) && (!a.binds || (a.moves & ~moves_of_king(p)).none());
    return w.says("illegal_uncompleted", castling ? "4.7.2" : a.clause);
  }
  if (a.committed || a.binds) return w.says("obligation", a.clause);
  if (took_back(h, now)) w.o.flags.insert("takeback");
  if (touched_since_then(h, now) && !displaced(h, now)) return w.says("free", a.clause);
  return nothing_of_note(h, now, w);
}

/// Who did event j, if nobody has said so: until a move stands the mover; while it stands and is not pressed the owner
/// of the piece that is touched; after the press the opponent.
Opinions decide(const Board& start, const Profile& rules, const std::vector<Event>& events, Stockfish& judge,
                Fault fault) {
  const Position& p = judge.position(start);
  const char mover = p.board.mover;
  std::vector<Event> of_turn;
  bool guessed = false;
  bool pressed = false;
  for (std::size_t j = 0; j < events.size(); ++j) {
    Event e = events[j];
    const History h = History(p, rules, of_turn, fault).with_grips_ended_by_press();
    const auto m = standing(h, h.size());
    const bool contact = e.what == What::touch || e.what == What::lift;
    const Piece piece = h.after(h.size()).at(e.square);
    if (e.actor == ' ') {
      e.actor = mover;
      if (contact && m && piece != kNobody && (pressed || h.enemy(piece))) e.actor = other(mover);
      if (contact && m && !pressed && piece != kNobody) guessed = true;
    }
    if (contact && m && piece != kNobody && e.actor == other(mover)) {
      const Opinion first = turn(h, judge);
      if (first.verdict != "game_over" && first.verdict != "obligation") {
        Opinions both = decide(p.legal[*m].after, rules,
                               {events.begin() + static_cast<std::ptrdiff_t>(j), events.end()}, judge, fault);
        both.earlier.insert(both.earlier.begin(), first);
        if (first.verdict == "violation") both.earlier.front().flags.insert("claim_forfeited");
        if (guessed && both.last.certainty == "certain") both.last.certainty = "unless-arbiter";
        return both;
      }
    }
    if (e.what == What::clock && e.actor == mover) pressed = true;
    of_turn.push_back(e);
  }
  Opinion last = turn(History(p, rules, of_turn, fault), judge);
  if (guessed && last.certainty == "certain") last.certainty = "unless-arbiter";
  return {last, {}};
}

}  // namespace adoube::second_opinion
