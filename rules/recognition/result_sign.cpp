// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/result_sign.hpp"

#include <bit>

namespace adoube::recognition {

namespace {
constexpr SquareSet kCentre = set_of(Square::d4) | set_of(Square::e4) | set_of(Square::d5) | set_of(Square::e5);
}  // namespace

std::optional<Result> result_on(SquareSet kings) {
  if (kings == (set_of(Square::e4) | set_of(Square::d5))) return Result::white_wins;
  if (kings == (set_of(Square::d4) | set_of(Square::e5))) return Result::black_wins;
  if (kings == (set_of(Square::e4) | set_of(Square::e5)) || kings == (set_of(Square::d4) | set_of(Square::d5))) {
    return Result::draw;
  }
  return std::nullopt;
}

ResultSign result_sign(const chess::Position& rest, SquareSet occupied, SquareSet arrived) {
  const SquareSet kings = set_of(rest.king(Colour::white)) | set_of(rest.king(Colour::black));
  const SquareSet others = rest.pieces() & ~kings;
  const SquareSet stayed = kings & occupied & ~arrived;
  const SquareSet came = occupied & arrived & kCentre;
  if ((occupied & ~stayed & ~came) != (others & ~came)) return {};  // a king elsewhere, or others have moved
  const SquareSet there = came | (stayed & kCentre);
  if (came == 0) return {};
  if ((stayed & ~kCentre) != 0) return {};  // what came are others, as in a capture that a king takes back
  if (std::popcount(there) == 2) return {ResultSign::Kind::whole, result_on(there), there == came};
  return std::popcount(there) == 1 && stayed == 0 ? ResultSign{ResultSign::Kind::half, std::nullopt, false} : ResultSign{};
}

}  // namespace adoube::recognition
