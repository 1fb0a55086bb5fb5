// SPDX-License-Identifier: Apache-2.0
/// A game in the forms that programs ask for.
#pragma once
#include <cstdint>
#include <string>

#include "rules/notation/pgn.hpp"

namespace adoube::cli {

struct GameFormat {
  enum class Kind : std::uint8_t {
    pgn,   ///< export format: seven tags first, lines below 80 characters
    line,  ///< PGN with all moves on one line
    uci,   ///< a game a line: moves, then the result; in front "fen FEN moves" where the game was set up
    fen,   ///< a position a line, from the start of the game
    epd,   ///< the same with both counters as operations hmvc and fmvn
    json,  ///< a game a line, one object
  };
  Kind kind = Kind::pgn;
  bool final_position = false;  ///< fen and epd: only the last position of each game
  bool variations = true;
  bool comments = true;  ///< clock times and evaluations stand in comments
  bool nags = true;
};

/// The game as text with a line end behind; two games of PGN want an empty line between them.
std::string game_text(pgn::Game game, const GameFormat& format);

}  // namespace adoube::cli
