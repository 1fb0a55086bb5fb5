// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/perform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace adoube::hands {

namespace {

bool takes_up(Act a) { return a == Act::raise || a == Act::slide; }
bool puts_down(Act a) { return a == Act::lower || a == Act::slide; }

}  // namespace

Cast::Cast(const chess::Position& position, chess::Move move, Table& table) : table_(table) {
  const auto set = [&](Actor actor, Square s) { pieces_[static_cast<std::size_t>(actor)] = table.on(s); };
  set(Actor::mover, move.from());
  if (const auto victim = chess::captured_square(position, move)) set(Actor::victim, *victim);
  if (move.is_castling()) set(Actor::rook, chess::castling_rook_journey(position, move).from);
  for (SquareSet rest = table.occupied(); rest != 0;) {
    const Square s = pop(rest);
    bystanders_[static_cast<std::size_t>(index(s))] = table.on(s);
  }
}

sim::Piece Cast::of(const Step& step) {
  if (step.actor == Actor::bystander) return *bystanders_[static_cast<std::size_t>(index(step.home))];
  auto& piece = pieces_[static_cast<std::size_t>(step.actor)];
  if (!piece) piece = table_.spare();
  return *piece;
}

std::vector<sim::Piece> Cast::in_hand() const {
  std::vector<sim::Piece> held;
  for (const Actor actor : {Actor::victim, Actor::mover}) {
    const auto piece = pieces_[static_cast<std::size_t>(actor)];
    if (piece && table_.held(*piece)) held.push_back(*piece);
  }
  return held;
}

Performed perform(const Steps& steps, Cast& cast, Colour player, Tick end, Tick length) {
  const Tick least = steps.least();
  if (length < least) throw std::logic_error(fmt::format("a gesture of {} us in {} us", least, length));
  const Tick spread = std::max<Tick>(steps.usual() - least, 1);
  Performed done{end - length, 0, 0, end};
  Tick begin = done.touch;  // of the step that others may go along with
  Tick next = done.touch;   // and its end
  Tick before = 0;          // the least of the steps so far
  Tick reserve = 0;         // and what they are usually longer
  for (const Step& step : steps) {
    Tick from = next;
    Tick to = next;
    if (step.lag == Step::alone) {
      before += step.least;
      reserve += step.usual - step.least;
      begin = from;
      to = next = done.touch + before + (length - least) * reserve / spread;
    } else {
      from = begin + (next - begin) * step.lag / 8;
      if (step.usual > 0) to = std::min(next, from + step.usual);
    }
    const bool of_the_move = step.actor != Actor::bystander;
    if (of_the_move && takes_up(step.act) && done.lift == 0) done.lift = from;
    if (of_the_move && puts_down(step.act)) done.place = to;
    const bool of_a_piece = step.act != Act::say && step.act != Act::sleeve && step.act != Act::reach;
    perform({.act = step.act, .begin = from, .end = to, .piece = of_a_piece ? cast.of(step) : sim::Piece{0},
             .square = step.act == Act::straighten ? step.home : step.target, .from = step.home, .player = player}, cast.table());
  }
  return done;
}

}  // namespace adoube::hands
