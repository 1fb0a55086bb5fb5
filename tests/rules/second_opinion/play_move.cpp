// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/play_move.hpp"

namespace adoube::second_opinion {
namespace {

class Player {
 public:
  explicit Player(Hand& hand) : h_(hand), c_(hand.chance()), p_(hand.position()) {}

  void play(const Move& m) {
    if (!stands_ready(m)) return;
    if (m.castles()) return castle(m);
    if (m.promotes()) return promote(m);
    if (m.taken != kNowhere) return capture(m);
    quiet(m);
  }

 private:
  /// Everything the move needs is still where it was.
  bool stands_ready(const Move& m) const {
    const auto same = [&](Square s) { return s == kNowhere || h_.at(s) == p_.board.at[static_cast<std::size_t>(s)]; };
    return same(m.from) && same(m.to) && same(m.taken) && same(m.rook_from) && same(m.rook_to);
  }

  void quiet(const Move& m) {
    const char piece = h_.at(m.from);
    h_.lift(m.from, c_.percent(92));
    h_.wait();
    h_.place(m.to, piece);
    if (c_.percent(93)) h_.release(m.to);
    if (c_.percent(12)) take_back(m, piece);
  }

  void take_back(const Move& m, char piece) {
    h_.wait();
    h_.lift(m.to);
    h_.wait();
    const std::size_t which = c_.below(4);
    if (which == 0) return;
    const std::vector<Square> empty = h_.empty_squares();
    const Square to = which == 1 ? m.from : which == 2 ? m.to : c_.one_of(empty);
    h_.place(to, piece);
    h_.release(to);
    if (which == 1 && c_.percent(60)) {
      h_.wait();
      const Move& another = c_.one_of(p_.legal);
      if (stands_ready(another) && another.taken == kNowhere && !another.castles() && !another.promotes()) {
        const char other_piece = h_.at(another.from);
        h_.lift(another.from);
        h_.wait();
        h_.place(another.to, other_piece);
        h_.release(another.to);
      }
    }
  }

  void remove(Square s) {
    const char piece = h_.at(s);
    h_.lift(s, c_.percent(85));
    h_.wait();
    h_.place(kOff, piece);
  }

  void capture(const Move& m) {
    const char piece = h_.at(m.from);
    const char taken = h_.at(m.taken);
    const std::size_t which = c_.below(6);
    if (which < 2) {  // the captured piece first
      remove(m.taken);
      h_.wait();
      h_.lift(m.from);
      h_.wait();
    } else if (which < 4) {  // the capturing piece first
      h_.lift(m.from);
      h_.wait();
      if (m.taken != m.to && c_.percent(50)) {  // en passant: the pawn goes last, or stays
        h_.place(m.to, piece);
        h_.release(m.to);
        h_.wait();
        if (c_.percent(70)) remove(m.taken);
        return;
      }
      if (c_.percent(30)) {
        h_.lift(m.taken);
        h_.wait();  // the captured piece stays in the hand
      } else {
        remove(m.taken);
      }
      h_.wait();
    } else {  // by pushing
      h_.lift(m.from);
      h_.wait();
      Event& e = h_.add(What::touch, m.taken);
      e.via = true;
      const std::size_t push = c_.below(4);
      if (push == 0) e.length = 50 * kMs;   // a brush
      if (push == 1) e.length = 200 * kMs;  // a touch, nothing moves
      if (push < 2) {
        h_.time_passes(250);
        const std::vector<Square> empty = h_.empty_squares();
        const Square to = c_.one_of(empty);
        if (c_.percent(50)) {
          h_.place(to, piece);
          h_.release(to);
        }
        return;
      }
      h_.moment();
      h_.lift(m.taken, false);
      h_.moment();
      if (push == 2) {
        h_.place(kOff, taken);
      } else {
        const std::vector<Square> empty = h_.empty_squares();
        const Square aside = c_.one_of(empty);
        h_.place(aside, taken);
      }
      h_.moment();
    }
    if (is_piece(h_.at(m.to))) return;
    h_.place(m.to, piece);
    if (c_.percent(92)) h_.release(m.to);
    if (c_.percent(8)) take_back(m, piece);
  }

  void castle(const Move& m) {
    const char king = h_.at(m.from), rook = h_.at(m.rook_from);
    const std::size_t which = c_.below(6);
    const auto move_king = [&] {
      h_.lift(m.from);
      h_.wait();
      h_.place(m.to, king);
      if (c_.percent(90)) h_.release(m.to);
      h_.wait();
    };
    const auto move_rook = [&] {
      h_.lift(m.rook_from);
      h_.wait();
      h_.place(m.rook_to, rook);
      if (c_.percent(90)) h_.release(m.rook_to);
      h_.wait();
    };
    if (which == 0) {  // rook first
      move_rook();
      if (c_.percent(70)) move_king();
    } else if (which == 1) {  // both in the air
      h_.lift(m.from);
      h_.moment();
      h_.lift(m.rook_from);
      h_.wait();
      h_.place(m.to, king);
      h_.moment();
      h_.place(m.rook_to, rook);
      h_.release(m.to);
      h_.release(m.rook_to);
    } else {
      move_king();
      if (c_.percent(75)) move_rook();
    }
  }

  void promote(const Move& m) {
    const char pawn = h_.at(m.from);
    const char wrong = c_.percent(10) ? letter_for(other(p_.board.mover), m.promotion) : m.promotion;
    const std::size_t which = c_.below(6);
    const auto new_piece = [&] {
      h_.bring(m.to, wrong);
      if (c_.percent(90)) h_.release(m.to);
      if (c_.percent(15)) {  // another one instead
        h_.wait();
        h_.lift(m.to);
        h_.wait();
        h_.place(kOff, wrong);
        h_.wait();
        h_.bring(m.to, letter_for(p_.board.mover, "QRBN"[c_.below(4)]));
        h_.release(m.to);
      }
    };
    if (m.taken != kNowhere) remove(m.taken);
    h_.wait();
    if (which == 0) {  // the new piece first
      new_piece();
      h_.wait();
      if (c_.percent(80)) remove(m.from);
      return;
    }
    h_.lift(m.from);
    h_.wait();
    if (which < 3) {  // straight off the board
      h_.place(kOff, pawn);
      h_.wait();
      if (c_.percent(90)) new_piece();
      return;
    }
    h_.place(m.to, pawn);
    if (c_.percent(85)) h_.release(m.to);
    if (c_.percent(25)) return;
    h_.wait();
    h_.lift(m.to);
    h_.wait();
    h_.place(kOff, pawn);
    h_.wait();
    if (c_.percent(90)) new_piece();
  }

  Hand& h_;
  Chance& c_;
  const Position& p_;
};

}  // namespace

void play_move(Hand& hand, const Move& move) { Player(hand).play(move); }

}  // namespace adoube::second_opinion
