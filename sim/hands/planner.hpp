// SPDX-License-Identifier: Apache-2.0
/// The planner's insides. gesture.cpp plays the move itself; bystanders.cpp knows who stands near, and what happens to them.
#pragma once
#include <bit>
#include <optional>
#include <vector>

#include "sim/hands/gesture.hpp"

namespace adoube::hands {

/// Plans one move by the habits of one style.
class Planner {
 public:
  Planner(const chess::Position& position, chess::Move move, const Style& style, sim::Random& random, int ply);
  Gesture plan();

 private:
  bool chance(Tick percent) { return random_.chance(static_cast<int>(percent)); }
  // A habit that is not there draws nothing, so that it does not move what others draw.
  bool has(Tick percent) { return percent > 0 && chance(percent); }
  std::optional<Square> one_of(SquareSet set) {
    if (set == 0) return std::nullopt;
    for (auto skip = random_.within(0, std::popcount(set) - 1); skip > 0; --skip) pop(set);
    return first(set);
  }
  void stow(Actor actor) { add(Act::stow, actor, Square::off, style_.reach); }
  void reach(Actor actor) { add(Act::reach, actor, Square::off, style_.reach); }
  void stop(Actor actor) { add(Act::reach, actor, Square::off, style_.pause); }
  void carry(Actor actor, Square from, Square to) {
    add(Act::carry, actor, to, style_.carry, distance(from, to));
    draw_sleeve(actor, from, to);
  }
  Remark& remark(article4::FlagWord word, article4::Clause clause) {
    return gesture_.remarks.emplace_back(Remark{ply_, position_.side_to_move(), word, Square::off, clause});
  }

  // gesture.cpp
  void play();
  void add(Act act, Actor actor, Square target, const Span& span, int eighths = 8);
  void along(Act act, Actor actor, Square target, int lag);
  void along(Act act, Square bystander, int lag, Tick most);
  void take(Actor actor);
  void set_down(Actor actor, Square to);
  void whole(Actor actor, Square from, Square to);
  void push(Actor actor, Square from, Square to);
  void castle();
  void castle_with_two_hands();
  void capture_with_two_hands();
  void arrive();
  void waver();
  static SquareSet around(Square s);
  SquareSet destinations() const;
  static int distance(Square a, Square b);
  bool free_line() const;
  bool way_is_free() const;
  static std::optional<Square> between(Square a, Square b);

  // bystanders.cpp
  void brush(std::optional<Square>& bystander, int lag);
  void meet_bystanders();
  void draw_sleeve(Actor actor, Square from, Square to);
  void set_up_again();
  void adjust();
  void fidget();
  void add_before(Act act, Actor actor, Square piece);

  const chess::Position& position_;
  chess::Move move_;
  const Style& style_;
  sim::Random& random_;
  int ply_;
  std::optional<Square> victim_;
  std::optional<chess::RookJourney> journey_;
  SquareSet moved_ = 0;  // squares of the move
  std::optional<Square> brushed_leaving_;
  std::optional<Square> brushed_arriving_;
  std::vector<Square> toppled_;
  bool sleeve_ = false;  // it is still to come
  Gesture gesture_;
};

}  // namespace adoube::hands
