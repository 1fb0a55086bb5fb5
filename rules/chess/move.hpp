// SPDX-License-Identifier: Apache-2.0
/// A move in two bytes, and a list of moves without allocation.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "rules/chess/piece.hpp"

namespace adoube::chess {

/// A move of a known position. `to` is where the moving piece ends, so castling is the king's own journey
/// (e1g1, e1c1), also in Chess960; the flag tells it from a king's step.
class Move {
 public:
  enum class Type : std::uint8_t { normal, castling, en_passant, promotion };
  constexpr Move() = default;
  constexpr Move(Square from, Square to, Type type = Type::normal, Kind promotion = Kind::knight)
      : bits_(static_cast<std::uint16_t>(index(from) | index(to) << 6 | static_cast<int>(type) << 12 |
                                         (static_cast<int>(promotion) - 1) << 14)) {}
  constexpr Square from() const { return square(bits_ & 63); }
  constexpr Square to() const { return square(bits_ >> 6 & 63); }
  constexpr Type type() const { return static_cast<Type>(bits_ >> 12 & 3); }
  constexpr bool is_castling() const { return type() == Type::castling; }
  constexpr bool is_en_passant() const { return type() == Type::en_passant; }
  constexpr bool is_promotion() const { return type() == Type::promotion; }
  /// Kind of the new piece; only for a promotion.
  constexpr Kind promotion() const { return static_cast<Kind>((bits_ >> 14 & 3) + 1); }
  constexpr std::uint16_t bits() const { return bits_; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint16_t bits_ = 0;  ///< a1a1: no legal move
};

/// At most 218 moves are legal in any legal position; 256 leaves room.
class MoveList {
 public:
  constexpr void push(Move m) { moves_[size_++] = m; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr Move operator[](std::size_t i) const { return moves_[i]; }
  constexpr const Move* begin() const { return moves_.data(); }
  constexpr const Move* end() const { return moves_.data() + size_; }
  constexpr operator std::span<const Move>() const { return {moves_.data(), size_}; }

 private:
  std::array<Move, 256> moves_;
  std::size_t size_ = 0;
};

}  // namespace adoube::chess
