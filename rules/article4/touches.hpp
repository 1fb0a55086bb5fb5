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
};

struct Touch {
  int token = 0;
  Contact contact;
  Doubt doubt = Doubt::none;
  bool via_piece = false;
  int sequence = 0;  ///< place in the turn's stream of events
};

/// Each piece once, by its first touch: at most 32, the pieces that stood on the board.
class Touches {
 public:
  /// Adds the touch of a piece; if it is there already, a doubt can only be lifted.
  void add(const Touch& touch);
  /// The touch turns out not to count, or to count, or to be doubtful.
  void remove(int token);
  void settle(int token, Doubt doubt);
  const Touch* of(int token) const;

  bool empty() const { return list_.empty(); }
  const Touch* begin() const { return list_.begin(); }
  const Touch* end() const { return list_.end(); }

  /// What is left by the touches up to `last_sequence`. A doubtful touch is read both ways; of more than four of them
  /// the others count and nothing is certain.
  const Obligation& obligation(const MoveTable& table, const Edition& edition, CastlingIntent intent, int last_sequence);

 private:
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
