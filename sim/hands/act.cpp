// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/act.hpp"

namespace adoube::hands {

void perform(const Deed& deed, Table& table) {
  const auto& [act, begin, end, piece, square, from, player] = deed;
  switch (act) {
    case Act::grip: table.grip(piece, begin); break;
    case Act::raise: table.raise(piece, begin, end); break;
    case Act::carry: table.carry(piece, begin, end, square); break;
    case Act::slide: table.slide(piece, begin, end, square); break;
    case Act::lower: table.lower(piece, begin, end, square); break;
    case Act::let_go: table.let_go(piece, end); break;
    case Act::stow: table.stow(piece, begin, end); break;
    case Act::aside: table.put_aside(piece, begin, end); break;
    case Act::dip: table.dip(piece, begin, end, square); break;
    case Act::sweep: table.sweep(piece, begin + (end - begin) * 3 / 8, end); break;  // once the other is nearly there
    case Act::topple: table.topple(piece, begin, end); break;
    case Act::fall:
      table.let_go(piece, begin);
      table.lower(piece, begin, end, square);
      break;
    case Act::touch:
      table.grip(piece, begin);
      table.let_go(piece, end);
      break;
    case Act::straighten:
      table.grip(piece, begin);
      table.slide(piece, begin, end, square);
      table.let_go(piece, end);
      break;
    case Act::finger: table.finger(square, begin, end); break;
    case Act::sleeve: table.sleeve(player, from, square, begin, end); break;
    case Act::say: table.say(player, begin, end); break;
    case Act::press: table.press(player, begin); break;
    case Act::reach: break;
  }
}

}  // namespace adoube::hands
