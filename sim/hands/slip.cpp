// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/slip.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "rules/chess/legality.hpp"

namespace adoube::hands {
namespace {

using chess::Kind;
using chess::Move;
using chess::Position;

// A run of half a minute should come to it.
constexpr std::size_t among_the_first = 8;

bool legal(const Position& position, Move move) {
  const auto moves = chess::legal_moves(position);
  return std::ranges::find(moves, move) != moves.end();
}

// What looks like something else that is begun: a double step, a king on his way to castle.
bool half_of_another(const Position& position, Square from, Square to) {
  const Kind kind = position.kind_at(from);
  const int files = std::abs(file_of(to) - file_of(from));
  return (kind == Kind::pawn && files == 0 && std::abs(rank_of(to) - rank_of(from)) == 2) || (kind == Kind::king && files > 1);
}

// Squares to which no legal move takes the piece, but a hand may.
std::vector<Move> illegal_moves(const Position& position, Square from, Slip slip) {
  std::vector<Move> out;
  SquareSet squares = ~position.pieces(position.side_to_move()) & ~position.pieces(Kind::king);
  if (slip == Slip::corrected) squares &= ~position.pieces();
  for (const Move m : chess::legal_moves(position)) squares &= m.from() == from ? ~set_of(m.to()) : ~SquareSet{0};
  while (squares != 0) {
    const Move m(from, pop(squares));
    if (half_of_another(position, from, m.to())) continue;
    const Position after = left_standing(position, m);
    if (!chess::illegality(after) && !chess::legal_moves(after).empty()) out.push_back(m);
  }
  return out;
}

template <class List>
auto one_of(const List& list, sim::Random& random) {
  return list[static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(list.size()) - 1))];
}

}  // namespace

Position left_standing(Position before, Move illegal) {
  before.make(illegal);
  before.set_passed_over(std::nullopt);
  return before;
}

Score with_slip(const Score& score, Slip slip, sim::Random random) {
  if (slip == Slip::none) return score;
  struct Chance {
    std::size_t at;
    Position before;
    std::vector<Move> moves;
  };
  std::vector<Chance> chances;
  Position position = score.start;
  for (std::size_t at = 0; at < std::min(score.moves.size(), among_the_first); ++at) {
    const Move m = score.moves[at];
    // A capture that is put right would be two pieces, and a rook of castling a second one.
    const bool plain = m.type() == Move::Type::normal && !(slip == Slip::corrected && position.at(m.to()));
    if (plain) chances.push_back({at, position, illegal_moves(position, m.from(), slip)});
    position.make(m);
  }
  std::erase_if(chances, [](const Chance& c) { return c.moves.empty(); });
  if (chances.empty()) return score;
  const Chance chance = one_of(chances, random);
  const Move illegal = one_of(chance.moves, random);
  Score out = score;
  out.slip = chance.at;
  const auto at = static_cast<std::ptrdiff_t>(chance.at);
  if (slip == Slip::corrected) {
    out.corrected = true;
    out.moves.insert(out.moves.begin() + at, {illegal, Move(illegal.to(), illegal.from())});
    out.clocks.insert(out.clocks.begin() + at, 2, std::nullopt);
    return out;
  }
  out.moves[chance.at] = illegal;
  position = left_standing(chance.before, illegal);
  for (std::size_t i = chance.at + 1; i < out.moves.size(); ++i) {
    if (!legal(position, out.moves[i])) {
      const auto others = chess::legal_moves(position);
      if (others.empty()) {  // the game is over
        out.moves.resize(i);
        out.clocks.resize(i);
        break;
      }
      out.moves[i] = one_of(others, random);
    }
    position.make(out.moves[i]);
  }
  return out;
}

std::vector<Turn> turns(const Score& score) {
  std::vector<Turn> out;
  Position position = score.start;
  int ply = 1;
  for (std::size_t i = 0; i < score.moves.size(); ++i) {
    const Move move = score.moves[i];
    if (score.slip != i) {
      const bool again = !out.empty() && out.back().kind == Turn::Kind::put_back;
      out.push_back({ply++, Turn::Kind::move, position, move, again});
      position.make(move);
      continue;
    }
    out.push_back({ply, Turn::Kind::illegal, position, move});
    const Position after = left_standing(position, move);
    if (score.corrected) {
      out.push_back({ply, Turn::Kind::put_back, after, score.moves[++i], true});
    } else {
      position = after;
      ++ply;
    }
  }
  return out;
}

std::vector<Turn> plies(const Score& score) {
  std::vector<Turn> out = turns(score);
  std::erase_if(out, [&](const Turn& t) { return t.kind == Turn::Kind::put_back || (t.kind == Turn::Kind::illegal && score.corrected); });
  return out;
}

}  // namespace adoube::hands
