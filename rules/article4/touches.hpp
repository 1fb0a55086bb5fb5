// SPDX-License-Identifier: Apache-2.0
/// The touches of a turn that may count as touches with intent (4.2.2, 4.3), and what they leave.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/article4/obligation.hpp"

namespace adoube::article4 {

/// Why it is open whether a touch counts.
enum class Doubt : std::uint8_t {
  none,
  through,    ///< contact through a piece in the hand (4.3.2, 10C)
  length,     ///< as long as a brush, as far as can be measured (4.2.2)
  adjusting,  ///< at the edge of a declared window, or a piece that left its square inside it (4.2.1)
  whose,      ///< while the other player's declaration explained hands on pieces: it may have been his
  exchanged,  ///< taken up and set on its square again by a player who had not exchanged the pawn for it (3.7.3), as far as is known
};

struct Touch {
  int token = 0;
  Contact contact;
  Doubt doubt = Doubt::none;
  bool via_piece = false;
  bool sure = false;             ///< it lasted, or moved the piece: no release can take it back
  Interval latest;               ///< when the contact began that is still open
  Doubt earlier = Doubt::none;   ///< of a contact before that one
  bool named = false;            ///< somebody said whose hand it was
};

/// Each piece once, by its first touch: at most 32, the pieces that stood on the board.
class Touches {
 public:
  /// Adds the touch of a piece. Where an earlier one is in doubt, the piece was touched then or now.
  void add(const Touch& touch);
  void remove(int token);
  /// From now on it counts, or it is open whether it counts.
  void confirm(int token);
  void settle(int token, Doubt doubt);
  /// The contact that was open last was none to count: what remains is an earlier one, or nothing. True if nothing.
  bool take_back_latest(int token);
  const Touch* of(int token) const;

  bool empty() const { return list_.empty(); }
  /// No touch is known to be the mover's own.
  bool perhaps_none() const;
  const Touch* begin() const { return list_.begin(); }
  const Touch* end() const { return list_.end(); }

  /// What is left by the touches up to `last_sequence`. A doubtful touch is read both ways; of more than four of them
  /// the others count and nothing is certain. Readings in which one of the releases `unfit` fixed something are left out.
  const Obligation& obligation(const MoveTable& table, const Edition& edition, CastlingIntent intent, int last_sequence,
                               std::span<const Unfit> unfit = {});
  /// What is left if only those count of which there is no doubt.
  Obligation without_doubtful(const MoveTable& table, const Edition& edition) const;

 private:
  Touch* find(int token);

  FixedList<Touch, 32> list_;
  struct Question {
    int last_sequence = 0;
    bool king_set_two_squares = false;
    int version = 0;
    friend bool operator==(const Question&, const Question&) = default;
  };
  int version_ = 0;                  // rises whenever the touches change
  std::optional<Question> answered_;
  Obligation answer_;
};

}  // namespace adoube::article4
