// SPDX-License-Identifier: Apache-2.0
/// Whose hand was it? Gives every event of a turn to the player having the move or, where the other already acts, to his
/// next turn; and thinks again when the board shows that it was wrong.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "rules/article4/turn.hpp"
#include "rules/core/event.hpp"
#include "rules/recognition/sight.hpp"

namespace adoube::recognition {

enum class Owner : std::uint8_t {
  mover,  ///< the player having the move
  next,   ///< the other player, already in his next turn
};

/// An event and whose it is taken to be.
struct Seen {
  Event event;
  int number;  ///< place in the stream, from 1
  Owner owner;
};

/// One turn being played: its legal moves and its state machine.
struct Board {
  Board(const chess::Position& position, const article4::Edition& edition, article4::TurnOptions turn_options)
      : table(std::make_unique<article4::MoveTable>(position)),
        options(turn_options),
        turn(*table, edition, options) {}
  void restart(const article4::Edition& edition) { turn = article4::Turn(*table, edition, options); }
  std::unique_ptr<article4::MoveTable> table;  ///< at a fixed place: the turn refers to it
  article4::TurnOptions options;
  article4::Turn turn;
};

/// The turn in progress and, where the opponent has begun, his. Default: until a move is made every hand is the mover's;
/// afterwards hands on the opponent's pieces are the opponent's, hands on the mover's own pieces the mover's. Events that
/// name their actor are never given to the other.
class Ownership {
 public:
  using PromotionKind = std::function<std::optional<chess::Kind>(int ply)>;

  /// `edition` outlives this object.
  Ownership(const chess::Position& start, const article4::Edition& edition, PromotionKind kind);

  /// Any event but a press of the clock.
  void take(const Event& e);
  /// The mover's press: `made()` tells afterwards whether a move stands.
  void press(const Event& e);
  /// The opponent's press: if his answer then stands it is kept for `next_turn`, and true is returned.
  bool press_of_next(const Event& e);
  /// An illegal move was pressed: the turn goes on, bound to what is left for the replacement.
  void go_on(const article4::MoveMask& bound);
  /// Decides for good what is the mover's before his move is confirmed, with or without a press of his own.
  void close(bool pressed);
  /// The opponent's turn begins after that move, with what he has done so far. Returns his press, if his answer was
  /// pressed already.
  std::optional<Event> next_turn(std::size_t move);

  const Board& now() const { return *now_; }
  /// The opponent's turn, if he has begun it.
  const Board* next() const { return next_ ? &*next_ : nullptr; }
  /// The move that stands or, with one of its pieces taken up again, stood last.
  std::optional<std::size_t> made() const;
  /// The opponent has answered the standing move with a legal one.
  bool answered() const { return next_ && next_->turn.standing() && made() && made() == next_after_; }

  const chess::Position& position() const { return now_->table->position(); }
  int ply() const { return now_->options.ply; }
  const std::vector<Seen>& window() const { return window_; }
  const Sight& sight() const { return sight_; }

 private:
  Colour mover() const { return now_->table->mover(); }
  Board board(const chess::Position& position, int ply) const;
  static bool holds_own(const std::optional<Board>& board);
  std::optional<Colour> colour_on(Square s) const;

  Owner owner_of(const Event& e);
  Owner placed_by(Square to);
  bool taken_in_passing(Square s) const;
  bool taken_up_since(Square s) const;
  int begun(Square s) const;

  void give(const Seen& s);
  void to_mover(const Seen& s);
  void open_next();
  void start_over();
  void rebuild();
  void foreign_hands();
  void open_contacts();

  const article4::Edition* edition_;
  PromotionKind kind_;
  Sight sight_;
  int number_ = 0;                          // of the latest event
  std::vector<Seen> window_;                // events since the turn began
  std::optional<Board> now_;                // always there after construction
  std::optional<Board> next_;
  std::optional<std::size_t> next_after_;   // the move that `next_` follows
  std::optional<std::size_t> stood_;        // the last move that stood, until another piece is set down
  int made_number_ = 0;                     // event that made it
};

}  // namespace adoube::recognition
