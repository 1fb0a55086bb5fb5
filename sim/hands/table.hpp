// SPDX-License-Identifier: Apache-2.0
/// The table during a run: which piece stands where, and the motion that accumulates.
#pragma once
#include <array>
#include <optional>
#include <span>

#include "driver/wire/protocol.hpp"
#include "rules/core/square.hpp"
#include "sim/hands/script.hpp"
#include "sim/hands/style.hpp"
#include "sim/physics/contacts.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/motion.hpp"
#include "sim/physics/random.hpp"

namespace adoube::hands {

/// Pieces have no kind here: a magnet is a magnet. Calls may come in any order of time as long as those of one piece are
/// ordered. Misuse (a piece that is not there) is a programmer's error and throws std::logic_error.
class Table {
 public:
  /// `standing`: the occupied squares; `pressed`: whose lever is down when the run begins. The hand is one of `style` until
  /// `use` says otherwise; all references outlive the table.
  Table(SquareSet standing, Colour pressed, const sim::Parameters& parameters, const Style& style, sim::Random& random);

  /// Whose hand acts from now on.
  void use(const Style& style) { style_ = &style; }

  /// The piece on a square, where there is one.
  std::optional<sim::Piece> on(Square s) const;
  /// A new piece that waits beside the board.
  sim::Piece spare();

  /// Fingers on a piece from `begin` until `let_go`.
  void grip(sim::Piece piece, Tick begin);
  void let_go(sim::Piece piece, Tick end);
  bool held(sim::Piece piece) const { return gripped_[piece].has_value(); }
  /// From when on nobody holds it and it moves no more, as far as has been told; nothing while it is held.
  std::optional<Tick> idle_since(sim::Piece piece) const;

  /// Straight up to carry height: the piece leaves its square.
  void raise(sim::Piece piece, Tick begin, Tick end);
  /// At its present height to above a square, aside in the hand, or off the board.
  void carry(sim::Piece piece, Tick begin, Tick end, Square above);
  /// Into the palm: a hand's breadth up and away, where no sensor feels it.
  void stow(sim::Piece piece, Tick begin, Tick end);
  /// Beside the board, on the table.
  void put_aside(sim::Piece piece, Tick begin, Tick end);
  /// Down onto a square, near its middle: it stands there.
  void lower(sim::Piece piece, Tick begin, Tick end, Square onto);
  /// From its present place to a finger's breadth above a square.
  void dip(sim::Piece piece, Tick begin, Tick end, Square over);
  /// Pushed out of its square and up, into the palm, while another piece comes down there.
  void sweep(sim::Piece piece, Tick begin, Tick end);
  /// Knocked over: it lies where it stood, its base on edge, and its magnet is felt no more.
  void topple(sim::Piece piece, Tick begin, Tick end);
  /// Pushed over the board from its square to another, or straightened on its own.
  void slide(sim::Piece piece, Tick begin, Tick end, Square onto);

  /// A bare finger on the board.
  void finger(Square s, Tick begin, Tick end);
  /// A player's cuff trails behind his hand, which goes from the middle of one square to that of another.
  void sleeve(Colour player, Square from, Square to, Tick begin, Tick end);
  /// A player presses the lever of the clock: it goes down at `at`, the other comes up a little later.
  void press(Colour player, Tick at);
  /// A player says "j'adoube": his button is down in [begin, end).
  void say(Colour player, Tick begin, Tick end);
  /// A button or another auxiliary input.
  void input(std::uint8_t channel, Tick at, bool level);

  SquareSet occupied() const;
  /// Ends the run at `end` and works out its contacts, and what the senses of a board with these faults read of them where it
  /// scans with that pause (us); `chance` makes contacts bounce and faults come and go.
  Script finish(Tick end, sim::Random chance, std::span<const sim::Fault> faults = {}, Tick scan_pause = 0, const wire::Front& front = wire::front::parallel) &&;

 private:
  sim::Place near_centre(Square s);
  sim::Place beside();
  std::int32_t carry_height();
  bool wet();
  std::int32_t flat() const { return static_cast<std::int32_t>(style_->carry_height_low); }
  void travel(sim::Piece piece, Tick begin, Tick end, sim::Place to);
  void leave(sim::Piece piece);
  void stand(sim::Piece piece, Square s);

  const sim::Parameters& parameters_;
  const Style* style_;
  sim::Random& random_;
  sim::Motion motion_;
  std::vector<sim::Place> where_;
  std::vector<std::optional<sim::Grip>> gripped_;
  std::vector<Tick> busy_until_;
  std::array<std::optional<sim::Piece>, 64> squares_{};
  std::int32_t beside_ = 0;  ///< pieces that stand beside the board so far
};

}  // namespace adoube::hands
