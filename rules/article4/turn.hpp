// SPDX-License-Identifier: Apache-2.0
/// The state machine of one turn: from the events of the player having the move to a judgement.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "rules/article4/edition.hpp"
#include "rules/article4/judgement.hpp"
#include "rules/article4/move_table.hpp"
#include "rules/article4/picture.hpp"
#include "rules/article4/pieces.hpp"
#include "rules/article4/touches.hpp"
#include "rules/core/event.hpp"

namespace adoube::article4 {

struct TurnOptions {
  int ply = 1;
  /// Kind of a promotion piece that no sensor identifies.
  chess::Kind promotion_kind = chess::Kind::queen;
  /// What an illegal move that had to be restored left (7.5.1 with 4.3 and 4.7); nothing: every legal move.
  std::optional<MoveMask> bound;
  /// The board senses contacts: a move is made by the release, not by the placement. Otherwise the first contact tells.
  bool contacts = false;
  /// How often the position has occurred, this time included (9.2), and the moves after which one has for the fifth
  /// time (9.6.1).
  int occurrences = 1;
  MoveMask fivefold;
  /// Illegal moves that this player has completed before (7.5.5).
  int illegal_before = 0;
  /// Where a pawn was promoted in the last two plies and nobody saw it exchanged: that may be done now.
  SquareSet to_exchange = 0;
  /// What the layers that sense say about the turn beside its events.
  Flags sensed;
};

/// One turn. Feed it the events of the turn in order; those whose `actor` is the other player are taken as his, those
/// without one as the mover's. `table` and `edition` outlive the turn. A value: copying it takes a snapshot. Nothing
/// allocates.
class Turn {
 public:
  Turn(const MoveTable& table, const Edition& edition, const TurnOptions& options = {});

  /// Takes the event and returns the judgement on the turn after it, which stays valid until the next event.
  const Judgement& feed(const Event& event);
  const Judgement& judgement() const { return judgement_; }

  /// The legal move that stands on the board with every piece released: allowed or not.
  std::optional<std::size_t> standing() const { return standing_; }
  /// Event that made it: the release, or the placement if presence only.
  Interval standing_since() const { return standing_since_; }
  /// The move that 4.7 has fixed: made, allowed, and seen to be released.
  std::optional<std::size_t> fixed() const { return fixed_; }
  bool pressed() const { return pressed_; }
  bool kind_assumed() const { return kind_assumed_; }
  /// The first touch with intent of the turn has happened: it ends the claims of this player (4.8, 9.4).
  bool touched() const { return !touches_.perhaps_none(); }
  const Pieces& pieces() const { return pieces_; }

 private:
  /// A release or a new piece, see Commitment.
  struct Fixing {
    Placement placement;
    std::uint32_t event = 0;
    int sequence = 0;
    Clause clause = Clause::none;
  };
  /// What touches, an illegal move before, and releases leave together.
  struct Allowed {
    Readings readings;
    MoveMask moves;
    MoveMask certain;
    MoveMask king_stays;           ///< see Obligation
    MoveMask by_touches;           ///< what the touches alone leave
    Clause clause_of_touches = Clause::c4_3;
    Clause clause = Clause::c4_3;  ///< of what narrowed last
    bool binds = false;            ///< a touched piece can be moved or taken
    bool committed = false;
    bool open = false;
    bool order_unclear = false;
  };
  enum class TwoHandsWord : std::uint8_t { none, confirmed, denied };

  // turn.cpp: what an event does
  void touch(const Event& e, bool by_mover);
  void release(const Event& e, bool by_mover);
  void lift(const Event& e, bool by_mover);
  void place(const Event& e);
  bool untouched_at_home(int token) const;
  void begin_adjusting(int token);
  bool perhaps_the_others(const Event& e) const;
  void out_of_turn();
  void after_made(const Event& e);
  int arriving(const Event& e);
  void measure(const Touch& touch, const Event& release);
  bool rook_may_still_castle() const;
  void add_touch(int token, const Event& e, Doubt doubt);
  void brush(const Touch& touch, const Event& release);
  bool raised_from_brush(int token, const Event& lift);
  void commit(int token, std::uint32_t event, bool new_piece);
  void annul_release(int token);
  void settle(const Event& e);
  void take_back();
  Picture picture() const { return {*table_, pieces_, options_.promotion_kind, pressed_}; }

  // turn_said.cpp
  void adjust(const Event& e, bool by_mover);
  void press(const Event& e, bool by_mover);
  void claim(const Event& e, bool by_mover);
  void arbiter(const Event& e);

  // turn_allowed.cpp
  void evaluate();
  void start_readings(int last_sequence, std::span<const Unfit> unfit);
  void narrow_from(std::size_t first);

  // turn_judgement.cpp
  void judge();
  void decide();
  bool displaced() const;
  void say(Verdict verdict, State state, Clause clause);
  Clause made_clause(std::size_t move) const;
  Clause end_of_game(std::size_t move) const;
  Clause excluding() const;
  Penalty penalty() const;

  const MoveTable* table_;
  const Edition* edition_;
  TurnOptions options_;
  Pieces pieces_;
  Touches touches_;
  /// Contacts that were over before they can have been meant, unless the piece rises from them: eight in the
  /// time in which it may, more than hands do.
  FixedList<Touch, 8> brushed_;
  /// Thirty-two different releases; what is released in yet other places fixes nothing until a move stands.
  FixedList<Fixing, 32> fixings_;
  Allowed allowed_;
  Flags flags_;
  int sequence_ = 0;
  bool contacts_seen_;               ///< the touch plane works: a release can be seen
  std::optional<Tick> adjust_until_;
  std::optional<Tick> other_until_;  ///< the other player declared, who may not: hands may be his until then
  bool window_open_ = false;         ///< and has not ended at the latest event
  bool off_touched_ = false;         ///< a piece outside the board
  bool irregular_ = false;           ///< contact or declaration by the player without the move
  bool irregular_adjust_ = false;
  bool accident_ = false;
  bool adjusted_ = false;
  bool moved_adjusting_ = false;     ///< a piece lifted inside the window came down elsewhere
  bool after_made_ = false;          ///< contacts after the move was made whose owner is not known
  bool displaced_ = false;           ///< told by a lower layer
  bool suspect_ = false;             ///< two own pieces in the air at once
  TwoHandsWord two_hands_ = TwoHandsWord::none;
  bool retracted_ = false;           ///< the fixed move was taken off the board again
  bool stood_ = false;               ///< a move has stood on the board
  bool pressed_ = false;
  Clause drawn_ = Clause::none;      ///< a correct claim ended the game
  std::optional<std::size_t> standing_;
  std::optional<std::size_t> fixed_;
  Clause end_ = Clause::none;        ///< what ends the game once the standing move is made
  Clause ended_ = Clause::none;      ///< what has ended it: hands can change nothing about that
  Interval standing_since_;
  bool kind_assumed_ = false;
  Judgement judgement_;
};

}  // namespace adoube::article4
