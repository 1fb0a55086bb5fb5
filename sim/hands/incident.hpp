// SPDX-License-Identifier: Apache-2.0
/// A scene built touch by touch: for disputes, for the touched-piece literature, for tests.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/chess/position.hpp"
#include "sim/hands/script.hpp"
#include "sim/hands/style.hpp"
#include "sim/hands/table.hpp"

namespace adoube::hands {

/// One hand and a cursor in time. Each call does one thing from the cursor on and moves the cursor to its end, so that
/// calls read like a story; `at` sets the cursor, which lets a second hand act meanwhile. Misuse (a lift from an empty
/// square) is a programmer's error and throws std::logic_error.
///
///   Script s = Incident(position, seed).touch(Square::c4, 400'000).wait(2'000'000).lift(Square::c4).place(Square::d3)
///                  .release().press(Colour::white).finish();
class Incident {
 public:
  /// The pieces of `start` stand; the lever of the player not to move is down. The first act begins at `first` us.
  Incident(const chess::Position& start, std::uint64_t seed, Tick first = 1'000'000, const Style& style = {},
           const sim::Parameters& parameters = {});
  Incident(const Incident&) = delete;
  Incident& operator=(const Incident&) = delete;

  Tick now() const { return now_; }
  Incident& at(Tick tick);    ///< the cursor jumps, forward or back
  Incident& wait(Tick us);

  /// Fingers touch the piece on a square for `length` us and leave it; an empty square is touched on the board itself.
  Incident& touch(Square s, Tick length);
  /// Fingers close on the piece of a square and stay there.
  Incident& grip(Square s);
  /// Takes the piece of a square up (gripping it first unless it is held) to carry height. It is now in the hand.
  Incident& lift(Square s);
  /// Takes a new piece from beside the board into the hand.
  Incident& bring();
  /// Carries the piece in the hand to a square and sets it down; the fingers stay on it.
  Incident& place(Square s);
  /// Pushes the piece of a square over the board to another; the fingers stay on it.
  Incident& slide(Square from, Square to);
  /// The fingers leave the piece they are on.
  Incident& release();
  /// Puts the piece in the hand beside the board.
  Incident& put_aside();
  /// lift, place, release: a quiet move or the mover's part of another.
  Incident& move(Square from, Square to);
  /// A player presses the clock.
  Incident& press(Colour player);
  /// A player holds down the button that says "j'adoube", for `length` us.
  Incident& adjust(Colour player, Tick length);

  /// Occupied squares as the story stands.
  SquareSet occupied() const { return table_.occupied(); }
  /// Ends the run a quarter of a second after the latest act, on a board with these faults that scans with that pause (us). To be
  /// called once.
  Script finish(std::span<const sim::Fault> faults = {}, Tick scan_pause = 0);

 private:
  Tick draw(const Span& span);
  Tick pass(Tick us);  // moves the cursor on, returns where it was
  sim::Piece held() const;

  Style style_;
  sim::Parameters parameters_;
  sim::Random root_;
  sim::Random random_;
  Table table_;
  Tick now_;
  Tick start_;
  Tick latest_;
  std::optional<sim::Piece> hand_;
};

}  // namespace adoube::hands
