// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "sim/hands/planner.hpp"

namespace adoube::hands {

using article4::Clause;
using article4::FlagWord;
using chess::Move;

namespace {

// A brush is shorter than what counts as a touch (4.2.2: 100 ms in the editions).
constexpr Tick brush_most = 80'000;

}  // namespace

// The hand passes: the bystander is touched, and stands a little otherwise.
void Planner::brush(std::optional<Square>& bystander, int lag) {
  if (!bystander) return;
  along(Act::straighten, *bystander, lag, brush_most);
  remark(FlagWord::accidental, Clause::c4_2_2).square = *bystander;
  bystander.reset();
}

// As short as a brush: no sensor knows cloth from fingers.
void Planner::draw_sleeve(Actor actor, Square from, Square to) {
  if (std::exchange(sleeve_, false)) gesture_.steps.push_back({Act::sleeve, actor, to, 0, brush_most, 0, from});
}

// Who stands near, and is brushed or knocked over.
void Planner::meet_bystanders() {
  const SquareSet standing = position_.pieces() & ~moved_;
  sleeve_ = has(style_.sleeve_percent);
  if (has(style_.brush_percent)) {
    brushed_leaving_ = one_of(around(move_.from()) & standing);
    brushed_arriving_ = one_of(around(move_.to()) & standing);
  }
  if (has(style_.topple_percent) && !move_.is_promotion()) {
    SquareSet near = around(move_.to()) & standing;
    if (brushed_arriving_) near &= ~set_of(*brushed_arriving_);
    for (auto n = random_.within(1, 3); n > 0; --n) {
      const auto s = one_of(near);
      if (!s) break;
      near &= ~set_of(*s);
      toppled_.push_back(*s);
    }
  }
}

// 7.4.1: in his own time, in the order in which they fell; perhaps one on another's square at first.
void Planner::set_up_again() {
  const auto later = [&](Act act, Square piece, Square target, const Span& span) {
    gesture_.after.push_back({act, Actor::bystander, target, span.least, random_.within(span.usual_low, span.usual_high), Step::alone, piece});
  };
  const auto put = [&](Square piece, Square target) {
    later(Act::reach, piece, Square::off, style_.reach);
    later(Act::grip, piece, Square::off, style_.grip);
    later(Act::raise, piece, Square::off, style_.raise);
    later(Act::carry, piece, target, style_.carry);
    later(Act::lower, piece, target, style_.lower);
    later(Act::let_go, piece, target, style_.let_go);
  };
  const bool fell = std::ranges::any_of(gesture_.steps, [](const Step& s) { return s.act == Act::topple; });
  if (!fell) return;
  if (toppled_.size() > 1 && has(style_.mislay_percent)) put(toppled_[0], toppled_[1]);
  for (const Square s : toppled_) {
    put(s, s);
    remark(FlagWord::disturbed, Clause::c7_4_1).square = s;
  }
}

void Planner::adjust() {
  SquareSet standing = position_.pieces() & ~moved_;
  add_before(Act::say, Actor::bystander, Square::off);
  for (auto n = random_.within(1, 3); n > 0 && standing != 0; --n) {
    const Square s = *one_of(standing);
    standing &= ~set_of(s);
    add_before(Act::straighten, Actor::bystander, s);
    gesture_.remarks_before.push_back({ply_, position_.side_to_move(), FlagWord::adjusted, s, Clause::c4_2_1});
  }
}

// Another own piece that could have been moved is taken hold of. Captures, castling and kings and rooks touched are
// left to incidents: there the Laws need more words (4.3.3, 4.4).
void Planner::fidget() {
  if (victim_ || move_.is_castling() || move_.is_promotion()) return;
  SquareSet others = 0;
  for (const Move m : chess::legal_moves(position_)) others |= set_of(m.from());
  others &= ~moved_ & ~position_.pieces(chess::Kind::king) & ~position_.pieces(chess::Kind::rook);
  for (const Remark& r : gesture_.remarks) others &= r.square == Square::off ? others : ~set_of(r.square);  // brushed or fallen
  const auto s = one_of(others);
  if (!s) return;
  add_before(Act::touch, Actor::bystander, *s);
  gesture_.remarks_before.push_back({ply_, position_.side_to_move(), FlagWord::violation, *s, Clause::c4_3_1, true});
}

void Planner::add_before(Act act, Actor actor, Square piece) {
  const Tick usual = random_.within(style_.pause.usual_low, style_.pause.usual_high);
  gesture_.before.push_back({act, actor, piece, style_.pause.least, usual, Step::alone, piece});
  const Tick way = random_.within(style_.reach.usual_low, style_.reach.usual_high);
  gesture_.before.push_back({Act::reach, actor, Square::off, style_.reach.least, way, Step::alone, piece});
}

}  // namespace adoube::hands
