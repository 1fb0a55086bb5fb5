// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/first_move.hpp"

#include <algorithm>
#include <optional>

#include "rules/article4/grip.hpp"
#include "rules/core/fixed_list.hpp"
#include "rules/recognition/sight.hpp"

namespace adoube::recognition {

using chess::Move;
using chess::Position;

namespace {

/// A reply is taken up so long before the move that it answers is made: as the least patient of players do.
constexpr Tick kAhead = 300'000;

/// Earlier by more than that.
bool earlier(const Interval& a, const Interval& b, Tick by) { return a.hi + by <= b.lo; }

/// Ways of a move's own pieces.
struct Way {
  Square from;
  Square to;
};
FixedList<Way, 2> ways(const Position& p, Move m) {
  FixedList<Way, 2> out;
  out.push({m.from(), m.to()});
  if (m.is_castling()) {
    const chess::RookJourney rook = chess::castling_rook_journey(p, m);
    out.push({rook.from, rook.to});
  }
  return out;
}

/// That move, as far as its pieces have gone their ways.
struct Made {
  Interval began;                 ///< the first of them that left its square
  std::optional<Interval> ended;  ///< the last that came; nothing: a victim was swept aside, and none was seen to come
  bool ordered = true;            ///< none was seen to come before it left
};

/// A piece stands there, or one was taken up there since, perhaps for the answer.
bool stands_or_was_taken_up(const Course& course, Square s, const Interval& since) {
  const auto& emptied = course.emptied(s);
  return contains(course.occupied(), s) || (emptied && before(since, *emptied));
}

std::optional<Made> made(const Position& p, Move m, const Course& course, bool pressed) {
  const auto taken = chess::captured_square(p, m);
  std::optional<Made> out;
  for (const Way& way : ways(p, m)) {
    if (way.from == way.to) continue;
    if (!course.taken(way.from)) return std::nullopt;
    const Interval left = *course.emptied(way.from);
    const auto& came = course.filled(way.to);
    if (!out) out = Made{left, std::nullopt, true};
    out->began = std::min(out->began, left);
    // Where the one sensor is slow, or a hand pushes the piece, it may be seen to come before it is seen to go.
    if (came && !earlier(*came, left, article4::kSensorLate)) {
      out->ended = out->ended ? std::max(*out->ended, *came) : *came;
      out->ordered = out->ordered && !before(*came, left);
    } else if (pressed && taken == way.to && stands_or_was_taken_up(course, way.to, left) && course.visited(way.to, left)) {
      out->ordered = false;
    } else {
      return std::nullopt;
    }
  }
  if (out && taken && course.emptied(*taken)) out->began = std::min(out->began, *course.emptied(*taken));
  return out;
}

/// Every piece of an answer has gone its way. What else is missing has fallen, or is taken up for the move after it.
bool answered(const Position& after, const Course& course) {
  const chess::MoveList replies = chess::legal_moves(after);
  return std::ranges::any_of(replies, [&](Move r) { return (course.occupied() & ~after.after(r).pieces()) == 0 && made(after, r, course, false); });
}

/// What differs from the position after the move is part of an answer, or has fallen.
bool explained(const Position& after, const Course& course) {
  const SquareSet missing = after.pieces() & ~course.occupied(), surplus = course.occupied() & ~after.pieces();
  SquareSet fallen = 0;
  for (SquareSet rest = missing; rest != 0;) {
    const Square s = pop(rest);
    if (course.may_have_fallen(s)) fallen |= set_of(s);
  }
  return (surplus == 0 && (missing & ~fallen) == 0) || part_of_reply(after, missing, surplus, OnTheWay::anywhere, fallen);
}

/// Did whoever made the move begin?
Reading began(const Made& move, const Position& after, const Course& course) {
  bool clear = true;
  for (SquareSet rest = after.pieces() & ~course.occupied(); rest != 0;) {
    const Square s = pop(rest);
    const auto& gone = course.emptied(s);
    if (!gone || course.fell(s)) continue;
    if (earlier(*gone, move.began, kAhead)) return Reading::none;
    clear = clear && before(move.began, *gone);
  }
  for (SquareSet rest = course.occupied() & ~after.pieces(); rest != 0 && move.ended;) {
    const auto& came = course.filled(pop(rest));
    if (came && earlier(*came, *move.ended, article4::kSensorLate)) return Reading::none;  // nobody answers what has not been played
    clear = clear && came && before(*move.ended, *came);
  }
  if (clear) return Reading::clear;
  return move.ordered ? Reading::unclear : Reading::none;
}

}  // namespace

Reading first_move(const Position& start, const Course& course, bool pressed) {
  Reading best = Reading::none;
  const chess::MoveList moves = chess::legal_moves(start);
  for (const Move m : moves) {
    if (m.is_promotion() && m.promotion() != chess::Kind::queen) continue;
    const auto move = made(start, m, course, pressed);
    if (!move) continue;
    const Position after = start.after(m);
    if (pressed ? explained(after, course) : answered(after, course)) best = std::max(best, began(*move, after, course));
  }
  return best;
}

bool only_the_other_way(const Position& start, const Course& course) {
  const SquareSet own = start.pieces(start.side_to_move());
  const SquareSet gone = start.pieces() & ~course.occupied();
  if (gone == 0 || (gone & ~rotated(own)) != 0 || (gone & own) != 0) return false;
  SquareSet onto = 0;
  for (SquareSet rest = gone; rest != 0;) {
    const Square s = pop(rest);
    if (!course.taken(s) || course.fell(s)) return false;
    for (SquareSet others = own & course.occupied(); course.senses() && others != 0;) {
      const Square other = pop(others);
      if (course.visited(other, *course.emptied(s))) onto |= set_of(other);
    }
  }
  return (course.occupied() & ~start.pieces()) != 0 || onto != 0;
}

}  // namespace adoube::recognition
