// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/left.hpp"

#include <algorithm>
#include <bit>

#include "rules/article4/grip.hpp"
#include "rules/chess/attacks.hpp"
#include "rules/chess/legality.hpp"
#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

using chess::Kind;
using chess::Position;
using chess::rank_set;

namespace {

class Search {
 public:
  explicit Search(const Ownership& hands)
      : hands_(hands), home_(hands.position()), us_(home_.side_to_move()), sight_(hands.sight()), occupied_(sight_.occupied()) {}

  std::vector<Left> all() {
    const SquareSet gone = home_.pieces(us_) & ~occupied_;
    SquareSet came = occupied_ & ~home_.pieces();
    for (SquareSet rest = home_.pieces(!us_) & occupied_; rest != 0;) {
      const Square s = pop(rest);
      if (sight_.lifted(s) != 0 && sight_.lifted(s) < sight_.placed(s)) came |= set_of(s);  // the victim first, then its captor
    }
    for (SquareSet rest = ~occupied_; rest != 0;) {
      const Square s = pop(rest);
      if (sight_.placed(s) != 0) came |= set_of(s);  // an answer has taken it up
    }
    for (SquareSet origins = gone; origins != 0;) {
      const Square from = pop(origins);
      if (sight_.lifted(from) == 0) continue;
      for (SquareSet goals = came; goals != 0;) moved(from, pop(goals));
    }
    castled(gone);
    const std::size_t seen = found_.size();
    swept(gone);
    for (std::size_t i = seen; i < found_.size(); ++i) found_[i].swept = true;
    return std::move(found_);
  }

 private:
  void moved(Square from, Square to) {
    Position p = home_;
    chess::Piece piece = *p.at(from);
    const bool captures = p.at(to).has_value(), pawn = piece.kind == Kind::pawn;
    if (pawn && (rank_of(to) == 0 || rank_of(to) == 7)) piece.kind = hands_.now().options.promotion_kind;
    p.remove(from);
    if (captures) p.remove(to);
    p.put(to, piece);
    const int steps = index(to) - index(from);
    const Square passed = square((index(from) + index(to)) / 2);
    const bool twice = pawn && (steps == 16 || steps == -16) && rank_of(from) == (us_ == Colour::white ? 1 : 6) && !p.at(passed);
    with_reply(p, from, to, captures || pawn, twice ? std::optional(passed) : std::nullopt);
  }

  /// A piece was set down where an enemy piece stood that it swept aside: no sensor showed either, but a hand came there and went.
  void swept(SquareSet gone) {
    for (SquareSet origins = gone; origins != 0;) {
      const Square from = pop(origins);
      const int rose = sight_.lifted(from);
      if (rose == 0) continue;
      for (SquareSet goals = home_.pieces(!us_) & ~set_of(home_.king(!us_)) & occupied_; goals != 0;) {
        const Square to = pop(goals);
        if (sight_.lifted(to) == 0 && sight_.placed(to) == 0 && sight_.contact_since(to) > rose && sight_.visited(to) > rose) moved(from, to);
      }
    }
  }

  void castled(SquareSet gone) {
    const Square king = home_.king(us_);
    if (!contains(gone, king)) return;
    for (SquareSet rooks = home_.pieces(us_, Kind::rook) & gone & rank_set(rank_of(king)); rooks != 0;) {
      const Square rook = pop(rooks);
      const bool short_side = file_of(rook) > file_of(king);
      const Square to = square(short_side ? 6 : 2, rank_of(king)), beside = square(short_side ? 5 : 3, rank_of(king));
      Position p = home_;
      p.remove(king);
      p.remove(rook);
      if (p.at(to) || p.at(beside)) continue;
      p.put(to, {us_, Kind::king});
      p.put(beside, {us_, Kind::rook});
      with_reply(p, king, to, false);
    }
  }

  /// As it stands or, of what the squares show beside it, with a piece taken that is gone, or one that fell, and an answer begun.
  void with_reply(const Position& moved, Square from, Square to, bool irreversible, std::optional<Square> passed = std::nullopt) {
    Position left = finished(moved, irreversible);
    left.set_passed_over(passed);
    if (chess::misfit(left) || legal(left)) return;
    const SquareSet missing = left.pieces() & ~occupied_, surplus = occupied_ & ~left.pieces();
    if ((missing | surplus) == 0 || part_of_reply(left, missing, surplus, OnTheWay::anywhere)) add(left, from, to, missing, surplus);
    for (SquareSet taken = missing & left.pieces(!us_) & ~set_of(left.king(!us_)); taken != 0;) {
      const Square victim = pop(taken);
      Position without = moved;
      without.remove(victim);
      without = finished(without, true);
      const SquareSet others = missing & ~set_of(victim);
      if ((others | surplus) == 0 || part_of_reply(without, others, surplus)) add(without, from, to, others, surplus);
    }
    if (!found_.empty() || sight_.senses()) return;
    for (SquareSet lying = missing; lying != 0;) {
      const SquareSet others = missing & ~set_of(pop(lying));
      if ((others | surplus) == 0 || part_of_reply(left, others, surplus)) add(left, from, to, missing, surplus);
    }
  }

  /// A legal move stands so: it was not seen as one, and is no illegal one.
  bool legal(const Position& left) const {
    return std::ranges::any_of(hands_.now().table.moves(), [&](chess::Move m) {
      const Position after = home_.after(m);
      return after.pieces(us_) == left.pieces(us_) && after.pieces(!us_) == left.pieces(!us_);
    });
  }

  Position finished(Position p, bool irreversible) const {
    for (const Colour c : {Colour::white, Colour::black}) {
      for (const chess::Wing w : {chess::Wing::king_side, chess::Wing::queen_side}) {
        const auto rook = home_.castling_rook(c, w);
        const bool lost = rook && (p.at(*rook) != chess::Piece{c, Kind::rook} || p.king(c) != home_.king(c));
        if (lost) p.set_castling_rook(c, w, std::nullopt);
      }
    }
    p.set_side_to_move(!us_);
    p.set_passed_over(std::nullopt);
    p.set_clocks(irreversible ? 0 : p.halfmove_clock() + 1, p.fullmove_number() + (us_ == Colour::black ? 1 : 0));
    return p;
  }

  void add(const Position& left, Square from, Square to, SquareSet missing, SquareSet surplus) {
    found_.push_back({left, from, to, {}, false});
    SquareSet theirs = missing | surplus;
    if (theirs != 0) theirs |= squares_of_replies(left, missing, surplus);
    theirs |= sight_.contacts() & left.pieces(!us_);
    const int made = set_down(from, to);
    for (const Seen& s : hands_.window()) {
      const Square at = s.event.square;
      if (at == Square::off || s.event.kind == EventKind::clock || !contains(theirs, at)) continue;
      const bool of_the_move = at == from || at == to || home_.at(at) != left.at(at);
      if (s.number > (of_the_move ? made : std::min(made, hands_.begun(at) - 1))) found_.back().reply.push_back(s.event);
    }
  }

  /// The last event of setting the piece down there: the first that brought one or, where the hand was felt a hair after that, or the
  /// piece swept another aside, the one in which it left.
  int set_down(Square from, Square to) const {
    const auto there = [&](const Seen& s) { return s.event.square == to; };
    const auto& window = hands_.window();
    const auto came = std::ranges::find_if(window, [&](const Seen& s) { return there(s) && s.event.kind == EventKind::place; });
    if (came == window.end()) {
      const auto left = std::ranges::find_if(window, [&](const Seen& s) {
        return there(s) && s.number > sight_.lifted(from) && s.event.kind == EventKind::release;
      });
      return left == window.end() ? 0 : left->number;
    }
    const auto felt = std::find_if(std::next(came), window.end(), there);
    if (felt == window.end() || felt->event.kind != EventKind::touch || felt->event.when.hi - came->event.when.hi > article4::kSensorLate) return came->number;
    const auto left = std::find_if(std::next(felt), window.end(), there);
    return left == window.end() || left->event.kind != EventKind::release ? came->number : left->number;
  }

  const Ownership& hands_;
  Position home_;
  Colour us_;
  Sight sight_;
  SquareSet occupied_;
  std::vector<Left> found_;
};

}  // namespace

std::vector<Left> left_standing(const Ownership& hands) { return Search(hands).all(); }

}  // namespace adoube::recognition
