// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/sequences.hpp"

#include <algorithm>
#include <optional>

#include "tests/rules/second_opinion/hand.hpp"
#include "tests/rules/second_opinion/play_move.hpp"

namespace adoube::second_opinion {
namespace {

class Acts {
 public:
  Acts(Chance& chance, const Position& position) : h_(chance, position), c_(chance), p_(position) {
    for (Square s = 0; s < 64; ++s) {
      const char piece = p_.board.at[static_cast<std::size_t>(s)];
      if (!is_piece(piece)) continue;
      (owner(piece) == p_.board.mover ? own_ : enemy_).push_back(s);
    }
    for (const Move& m : p_.legal) {
      if (m.taken != kNowhere) takeable_.push_back(m.taken);
      movable_.push_back(m.from);
    }
    const Square home = p_.board.mover == 'w' ? 0 : 56;
    if (p_.board.at[static_cast<std::size_t>(home + 4)] == letter_for(p_.board.mover, 'K')) {
      for (const Square corner : {home, home + 7}) {
        if (p_.board.at[static_cast<std::size_t>(corner)] == letter_for(p_.board.mover, 'R')) rooks_.push_back(corner);
      }
      king_ = home + 4;
    }
  }

  std::vector<Event> play() {
    const std::size_t acts = c_.below(4);
    for (std::size_t i = 0; i < acts && settled_; ++i) {
      prelude();
      h_.wait();
    }
    const bool moves = settled_ && !c_.percent(22);
    if (moves) {
      journey();
      h_.wait();
      if (c_.percent(8)) after_move();
    }
    if (c_.percent(moves ? 30 : 8)) {
      h_.add(What::clock, kOff).actor = p_.board.mover;
      h_.wait();
    }
    if (c_.percent(12)) answer();
    std::vector<Event> events = h_.done();
    if (c_.percent(15) && !events.empty()) events.resize(1 + c_.below(events.size()));
    if (c_.percent(5)) {
      std::erase_if(events, [](const Event& e) { return e.what == What::touch || e.what == What::release; });
    }
    return events;
  }

 private:
  Square some_piece() {
    const std::size_t which = c_.below(10);
    if (which < 3) return c_.one_of(own_);
    if (which < 6) return c_.one_of(movable_);
    if (which < 8 && !takeable_.empty()) return c_.one_of(takeable_);
    return c_.one_of(enemy_);
  }
  long some_width() { return c_.percent(70) ? 0 : static_cast<long>(c_.below(20)); }

  /// Something before the move.
  void prelude() {
    const std::size_t which = c_.below(100);
    if (which < 30) return h_.touch(some_piece(), some_width());
    if (which < 45 && !rooks_.empty()) return king_and_rook();
    if (which < 52) return two_at_once();
    if (which < 63) return h_.brush(some_piece());
    if (which < 71) return adjust();
    if (which < 75) return accident();
    if (which < 81) return out_of_turn();
    if (which < 84) {
      h_.add(What::touch, kOff);
      return;
    }
    if (which < 90) return pick_up_and_put_back(c_.one_of(own_));
    if (which < 95) return h_.touch(c_.one_of(takeable_.empty() ? own_ : takeable_));
    h_.touch(c_.one_of(own_));
    h_.wait();
    h_.touch(c_.one_of(enemy_));
  }

  void king_and_rook() {
    const Square rook = c_.one_of(rooks_);
    const std::size_t which = c_.below(5);
    if (which == 0) return c_.percent(50) ? h_.touch_both(*king_, rook) : h_.touch_both(rook, *king_);
    const bool king_first = which < 3;
    h_.touch(king_first ? *king_ : rook, some_width());
    h_.wait();
    if (which == 4 || c_.percent(15)) {
      h_.touch(some_piece());
      h_.wait();
    }
    h_.touch(king_first ? rook : *king_, some_width());
  }

  void two_at_once() {
    const Square a = some_piece();
    const Square b = some_piece();
    if (a != b) h_.touch_both(a, b);
  }

  void adjust() {
    const bool open_end = c_.percent(30);
    Event& e = h_.add(What::adjust, kOff);
    if (!open_end) e.until = (h_.now() + 2'000) * kMs;
    const std::size_t pieces = c_.below(3);
    for (std::size_t i = 0; i < pieces; ++i) {
      h_.moment();
      c_.percent(75) ? h_.touch(some_piece()) : pick_up_and_put_back(some_piece());
    }
    if (c_.percent(6)) return adjust_elsewhere();
    h_.time_passes(open_end ? 11'000 : 3'000);
  }

  /// Declared as adjusting, and yet the piece ends on another square. Nothing else happens in that turn.
  void adjust_elsewhere() {
    const Square from = c_.one_of(movable_);
    const char piece = h_.at(from);
    if (!is_piece(piece)) return;
    std::vector<Square> targets;
    for (const Move& m : p_.legal) {
      if (m.from == from && h_.at(m.to) == ' ') targets.push_back(m.to);
    }
    const std::vector<Square> empty = h_.empty_squares();
    const Square to = targets.empty() || c_.percent(25) ? c_.one_of(empty) : c_.one_of(targets);
    h_.lift(from, c_.percent(80));
    h_.moment();
    h_.place(to, piece);
    if (c_.percent(80)) h_.release(to);
    settled_ = false;
  }

  void accident() {
    const Square s = some_piece();
    if (c_.percent(50)) {
      Event& e = h_.add(What::touch, s);
      e.accidental = true;
      e.length = 300 * kMs;
      h_.time_passes(300);
      return;
    }
    const char piece = h_.at(s);
    if (!is_piece(piece)) return;
    h_.lift(s, false);
    h_.by_accident();
    h_.moment();
    const std::vector<Square> empty = h_.empty_squares();
    const Square to = c_.percent(60) ? c_.one_of(empty) : s;
    h_.place(to, piece);
    h_.release(to);
    if (to == s || c_.percent(40)) return;
    h_.wait();  // put back, by accident in the same sense: the arbiter says so
    h_.lift(to, false);
    h_.by_accident();
    h_.moment();
    h_.place(s, piece);
    h_.release(s);
  }

  void out_of_turn() {
    if (c_.percent(30)) {
      h_.add(What::adjust, kOff);
      h_.by_opponent();
      h_.wait();
    }
    h_.touch_by_opponent(c_.percent(80) ? c_.one_of(enemy_) : c_.one_of(own_));
  }

  void pick_up_and_put_back(Square s) {
    const char piece = h_.at(s);
    if (!is_piece(piece)) return;
    h_.lift(s, c_.percent(85));
    h_.wait();
    h_.place(s, piece);
    h_.release(s);
  }

  /// A move, well or badly played.
  void journey() {
    const std::size_t which = c_.below(100);
    if (which < 12) return misplace();
    if (which < 18) return hover();
    play_move(h_, c_.percent(25) && has_special() ? special() : c_.one_of(p_.legal));
  }

  bool has_special() const {
    return std::any_of(p_.legal.begin(), p_.legal.end(), [&](const Move& m) { return is_special(m); });
  }
  bool is_special(const Move& m) const {
    return m.castles() || m.promotes() || (m.taken != kNowhere && m.taken != m.to);
  }
  const Move& special() {
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < p_.legal.size(); ++i) {
      if (is_special(p_.legal[i])) some.push_back(i);
    }
    return p_.legal[c_.one_of(some)];
  }
  /// A piece somewhere it may or may not go; the king often two squares away.
  void misplace() {
    Square from = c_.one_of(own_);
    const std::vector<Square> empty = h_.empty_squares();
    Square to = c_.one_of(empty);
    if (king_ && c_.percent(40)) {
      const Square two = *king_ + (c_.percent(50) ? 2 : -2);
      if (h_.at(two) == ' ' && is_piece(h_.at(*king_))) {
        from = *king_;
        to = two;
      }
    }
    const char piece = h_.at(from);
    if (!is_piece(piece)) return;
    h_.lift(from, c_.percent(90));
    h_.wait();
    h_.place(to, piece);
    if (c_.percent(85)) h_.release(to);
    if (c_.percent(35)) {  // corrected
      h_.wait();
      h_.lift(to);
      h_.wait();
      const std::vector<Square> now_empty = h_.empty_squares();
      const Square better = c_.percent(50) ? from : c_.one_of(now_empty);
      h_.place(better, piece);
      h_.release(better);
    }
    if (from == king_ && !rooks_.empty() && c_.percent(50)) {
      h_.wait();
      h_.touch(c_.one_of(rooks_));
    }
  }

  void hover() {
    const Square from = c_.one_of(movable_);
    const char piece = h_.at(from);
    if (!is_piece(piece)) return;
    h_.lift(from);
    const std::size_t stops = 1 + c_.below(3);
    Square at = kOff;
    for (std::size_t i = 0; i < stops; ++i) {
      h_.wait();
      if (at != kOff) {
        h_.lift(at, false);
        h_.wait();
      }
      std::vector<Square> targets;
      for (const Move& m : p_.legal) {
        if (m.from == from && h_.at(m.to) == ' ') targets.push_back(m.to);
      }
      const std::vector<Square> empty = h_.empty_squares();
      at = targets.empty() || c_.percent(20) ? c_.one_of(empty) : c_.one_of(targets);
      h_.place(at, piece);
    }
    if (c_.percent(50)) h_.release(at);
  }

  /// The player goes on after his move.
  void after_move() {
    if (c_.percent(70)) return h_.touch(c_.one_of(own_));
    h_.add(What::adjust, kOff);
    h_.wait();
    h_.touch(some_piece());
  }

  /// The opponent's hand.
  void answer() {
    std::vector<Square> his, hers;
    for (Square s = 0; s < 64; ++s) {
      if (!is_piece(h_.at(s))) continue;
      (owner(h_.at(s)) == p_.board.mover ? hers : his).push_back(s);
    }
    const std::size_t touched = 1 + c_.below(3);
    for (std::size_t i = 0; i < touched; ++i) {
      h_.touch_by_opponent(c_.percent(70) || hers.empty() ? c_.one_of(his) : c_.one_of(hers));
      h_.wait();
    }
  }

  Hand h_;
  Chance& c_;
  const Position& p_;
  bool settled_ = true;  ///< what was done so far means one thing
  std::vector<Square> own_, enemy_, takeable_, movable_, rooks_;
  std::optional<Square> king_;
};

}  // namespace

Sequence draw_sequence(Chance& chance, const Position& position, std::string_view profile) {
  return {fen_of(position.board), std::string(profile), Acts(chance, position).play()};
}

}  // namespace adoube::second_opinion
