// SPDX-License-Identifier: Apache-2.0
/// The state machine of one turn: from the events of the player having the move to a ruling.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rules/article4/edition.hpp"
#include "rules/article4/move_table.hpp"
#include "rules/article4/obligation.hpp"
#include "rules/article4/pieces.hpp"
#include "rules/article4/ruling.hpp"
#include "rules/core/event.hpp"

namespace adoube::article4 {

struct TurnOptions {
  int ply = 1;
  /// Kind of a promotion piece that no sensor identifies.
  chess::Kind promotion_kind = chess::Kind::queen;
  /// What an illegal move that had to be restored left (7.5.1 with 4.3 and 4.7); nothing: every legal move.
  std::optional<MoveMask> bound;
};

/// One turn. Feed it the events of the turn in order; those whose `actor` is the other player are taken as his, those
/// without one as the mover's. `table` and `edition` outlive the turn. A value: copying it takes a snapshot.
class Turn {
 public:
  Turn(const MoveTable& table, const Edition& edition, TurnOptions options = {});

  void feed(const Event& event);

  /// The legal move that stands on the board with every piece released: allowed or not.
  std::optional<std::size_t> standing() const { return standing_; }
  /// Event that made it: the release, or the placement if presence only.
  Interval standing_since() const { return standing_since_; }
  /// The move that 4.7 has fixed: made, allowed, and seen to be released.
  std::optional<std::size_t> fixed() const { return fixed_; }
  bool pressed() const { return pressed_id_ != 0; }
  bool kind_assumed() const { return kind_assumed_; }
  /// The first touch with intent of the turn has happened: it ends the claims of this player (4.8).
  bool touched() const { return !contacts_.empty(); }
  const Pieces& pieces() const { return pieces_; }

  Ruling ruling() const;

 private:
  struct Touched {
    int token;
    Contact contact;
    bool doubtful;  ///< whether it counts is open (contact through a piece)
    int sequence;
  };
  /// What narrows the allowed moves for good: a release (4.7) or a new piece on its promotion square (4.4.4).
  struct Commitment {
    int token;
    Square square;
    std::uint32_t id;
    int sequence;
    bool new_piece;
  };
  struct Allowed {
    MoveMask moves;
    MoveMask certain;
    Obligation touches;            ///< what the touches alone leave
    std::string_view clause;       ///< of the last commitment that narrowed
    bool committed = false;
    bool open = false;
  };

  void touch(const Event& e, bool by_mover);
  void release(const Event& e, bool by_mover);
  void lift(const Event& e, bool by_mover);
  void place(const Event& e);
  void adjust(const Event& e, bool by_mover);
  void press(const Event& e);
  void settle(const Event& e);

  int arriving(const Event& e);
  void add_contact(int token, const Event& e, bool doubtful);
  Touched* contact_of(int token);
  void commit(int token, std::uint32_t id, bool new_piece);
  void annul_release(int token);
  void flag(const std::string& word) { flags_.insert(word); }

  MoveMask kept(const Commitment& c) const;
  Allowed allowed() const;
  std::optional<std::size_t> match() const;
  bool shows(std::size_t move, Square s, const std::optional<chess::Piece>& want) const;
  bool half_of_castling(std::size_t move) const;
  bool own_pieces_at_rest() const;
  /// Own piece released where no legal move puts it, or kNone.
  int misplaced() const;
  bool king_set_two_squares() const;
  std::optional<std::size_t> unreplaced_pawn() const;
  std::vector<std::uint32_t> evidence() const;
  std::string explain(const Ruling& r, const Allowed& a) const;

  const MoveTable* table_;
  const Edition* edition_;
  TurnOptions options_;
  Pieces pieces_;
  std::vector<Touched> contacts_;
  std::vector<Commitment> commitments_;
  std::set<std::string> flags_;
  int sequence_ = 0;
  bool contacts_seen_ = false;     ///< the touch plane works: a release can be seen
  std::optional<Tick> adjust_until_;
  std::uint32_t off_touch_id_ = 0;
  std::uint32_t irregular_id_ = 0;  ///< contact or declaration by the player without the move
  std::uint32_t accident_id_ = 0;
  std::uint32_t adjusted_id_ = 0;
  std::uint32_t pressed_id_ = 0;
  std::uint32_t late_adjust_id_ = 0;
  bool irregular_adjust_ = false;
  bool after_made_ = false;         ///< contacts after the move was made whose owner is not known
  bool displaced_ = false;
  bool retracted_ = false;          ///< the fixed move was taken off the board again
  std::optional<std::size_t> standing_;
  std::optional<std::size_t> fixed_;
  Interval standing_since_;
  std::uint32_t standing_id_ = 0;
  bool kind_assumed_ = false;
};

}  // namespace adoube::article4
