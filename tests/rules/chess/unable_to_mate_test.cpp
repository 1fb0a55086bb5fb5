// SPDX-License-Identifier: Apache-2.0
// The classes of material that cannot mate, held against every position with one piece each: proved unable exactly where
// no position of the class is a checkmate.
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

#include "rules/chess/attacks.hpp"
#include "rules/chess/endings.hpp"

namespace adoube {
namespace {

using chess::Kind;
using chess::Piece;
using chess::Position;

constexpr SquareSet dark = 0xaa55aa55aa55aa55;
constexpr SquareSet files_a_to_d = 0x0f0f0f0f0f0f0f0f;  // the rest is the mirror image

char square_colour(Square s) { return contains(dark, s) ? 'd' : 'l'; }

struct Seen {
  std::size_t proved = 0, open = 0, mates = 0;
};

/// White has `minor`, Black has `other`; Black's king is in check.
std::map<std::string, Seen> classes(Kind minor, Kind other) {
  std::map<std::string, Seen> seen;
  for (SquareSet black_kings = files_a_to_d; black_kings != 0;) {
    const Square black_king = pop(black_kings);
    const SquareSet checking =
        minor == Kind::knight ? chess::knight_attacks(black_king) : chess::bishop_rays(black_king);
    for (SquareSet minors = checking; minors != 0;) {
      const Square by = pop(minors);
      SquareSet white_kings = ~(chess::king_attacks(black_king) | set_of(black_king) | set_of(by));
      while (white_kings != 0) {
        const Square white_king = pop(white_kings);
        SquareSet others = ~(set_of(white_king) | set_of(black_king) | set_of(by));
        if (other == Kind::pawn) others &= ~(chess::rank_set(0) | chess::rank_set(7));
        while (others != 0) {
          const Square at = pop(others);
          Position p;
          p.put(white_king, {Colour::white, Kind::king});
          p.put(black_king, {Colour::black, Kind::king});
          p.put(by, {Colour::white, minor});
          p.put(at, {Colour::black, other});
          p.set_side_to_move(Colour::black);
          std::string name;
          if (minor == Kind::bishop && other == Kind::bishop) name = square_colour(by) == square_colour(at) ? "same" : "opposite";
          Seen& c = seen[name];
          (chess::proved_unable_to_mate(p, Colour::white) ? c.proved : c.open)++;
          c.mates += chess::is_mate(p) ? 1 : 0;
        }
      }
    }
  }
  return seen;
}

BOOST_AUTO_TEST_CASE(proved_unable_exactly_where_there_is_no_mate) {
  for (const Kind minor : {Kind::knight, Kind::bishop}) {
    for (const Kind other : {Kind::pawn, Kind::knight, Kind::bishop, Kind::rook, Kind::queen}) {
      for (const auto& [name, c] : classes(minor, other)) {
        BOOST_TEST_CONTEXT(letter(Piece{Colour::white, minor}) << " v " << letter(Piece{Colour::black, other}) << ' ' << name) {
          BOOST_TEST((c.proved == 0 || c.open == 0), "the answer depends on where the pieces stand");
          BOOST_TEST((c.proved != 0) == (c.mates == 0), c.mates << " mates");
        }
      }
    }
  }
}

}  // namespace
}  // namespace adoube
