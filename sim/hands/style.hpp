// SPDX-License-Identifier: Apache-2.0
/// How one player's hands move: durations and habits. The named ones stand in styles.hpp.
#pragma once
#include <cstdint>

#include "rules/core/interval.hpp"
#include "rules/core/square.hpp"

namespace adoube::hands {

/// The shortest a hand can do a thing, and the range of what it does with time to spare; us.
struct Span {
  Tick least;
  Tick usual_low;
  Tick usual_high;
};

/// Defaults: a calm club player. The least durations add up to 100 ms for a quiet move: the fastest hands filmed in
/// bullet games move in a tenth of a second (an assumption; the score is stretched where it asks for less). A habit is
/// the share, in per cent, of the moves on which it can be seen at all; a habit that costs time gives way to the clock.
struct Style {
  Span grip{10'000, 60'000, 180'000};      ///< fingers on the piece until it rises
  Span raise{25'000, 80'000, 160'000};     ///< up to carry height
  Span carry{30'000, 150'000, 420'000};    ///< across the board
  Span lower{25'000, 80'000, 160'000};     ///< down to the square
  Span let_go{10'000, 60'000, 160'000};    ///< it stands, fingers still on it
  Span reach{20'000, 120'000, 300'000};    ///< the empty hand from one piece to the next, or a captured piece set aside
  Span to_clock{45'000, 180'000, 450'000}; ///< from the released piece to the lever
  Span pause{30'000, 150'000, 600'000};    ///< a hand that stops on its way
  Tick least_ply = 120'000;                ///< from the opponent's release to one's own, at least
  Tick after_release = 15'000;             ///< one does not touch before the opponent's move is made, and a little
  Tick free_think_low = 1'500'000;         ///< think time where the score has no clock
  Tick free_think_high = 6'000'000;
  Tick ahead = 0;                          ///< but fingers reach the own piece up to so long before that
  Tick ahead_percent = 0;                  ///< quick replies begun so
  Tick carry_height_low = 40'000;          ///< um above the board
  Tick carry_height_high = 70'000;
  Tick hover_height_low = 9'000;           ///< um, of a piece held over a square
  Tick hover_height_high = 20'000;
  Tick off_centre = 6'000;                 ///< um, largest error of a placement along either axis
  Tick mover_first_percent = 50;           ///< captures begun with one's own piece; the others with the victim
  Tick sweep_percent = 0;                  ///< captures in which the arriving piece pushes the victim out
  Tick exchange_percent = 50;              ///< promotions where the pawn is put down on the last rank first
  Tick slide_percent = 0;                  ///< moves along a free line pushed over the board
  Tick halt_percent = 0;                   ///< slides that stop half way
  Tick hover_percent = 0;                  ///< moves held low over another square first
  Tick probe_percent = 0;                  ///< moves set down on another square first, fingers still on the piece
  Tick two_hands_percent = 0;              ///< castlings and captures with a hand for each piece
  Tick rook_first_percent = 0;             ///< castlings begun with the rook
  Tick adjust_percent = 0;                 ///< moves before which pieces are straightened, with "j'adoube"
  Tick fidget_percent = 0;                 ///< quiet moves before which another piece is touched, without it
  Tick brush_percent = 0;                  ///< moves in which the hand brushes a bystander
  Tick drop_percent = 0;                   ///< moves in which the piece slips from the fingers on its way
  Tick topple_percent = 0;                 ///< moves in which bystanders are knocked over, and set up again
  Tick mislay_percent = 0;                 ///< of those, where the first one is set on a wrong square at first
  Tick wet_percent = 0;                    ///< touches with a wet hand, which is felt from further off
  Tick sleeve_percent = 0;                 ///< moves in which the player's sleeve is drawn over the board behind his hand
  Tick sleeve_height_low = 2'000;          ///< um, of that cloth above the board
  Tick sleeve_height_high = 20'000;
};

/// The two players.
struct Players {
  Style white;
  Style black;
  Players() = default;
  Players(const Style& both) : white(both), black(both) {}  // NOLINT(google-explicit-constructor): mostly they are alike
  Players(const Style& w, const Style& b) : white(w), black(b) {}
  const Style& operator[](Colour c) const { return c == Colour::white ? white : black; }
};

}  // namespace adoube::hands
