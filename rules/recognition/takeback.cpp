// SPDX-License-Identifier: Apache-2.0
/// Confirmed moves that players take back where their edition lets them: the pieces go back, in whatever order.
#include <algorithm>

#include "rules/recognition/line.hpp"
#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

std::size_t Ownership::taken_back() const {
  const SquareSet occupied = sight_.occupied();
  for (std::size_t k = 1; k <= history_.plies(); ++k) {
    const SquareSet then = history_.back(k).pieces();
    if (then != occupied) continue;
    SquareSet differing = then ^ position().pieces();
    bool by_hand = differing != 0;
    while (differing != 0 && by_hand) {
      const Square s = pop(differing);
      by_hand = (contains(then, s) ? sight_.placed(s) : sight_.lifted(s)) != 0;
    }
    // A piece that goes back where it came from may also be moved there.
    return by_hand && explain(position(), occupied, 2).count == 0 ? k : 0;
  }
  return 0;
}

void Ownership::take_back(std::size_t moves) {
  const int ply_then = ply() - static_cast<int>(moves);
  for (std::size_t k = 0; k < moves; ++k) history_.take_back();
  std::swap(before_, now_);
  const article4::TurnOptions then = options(ply_then);
  now_->begin(history_.position(), then);
  now_->options.sensed.raise(article4::FlagWord::takeback);
  window_.clear();
  sight_.begin_turn();
  rest_move_.reset();
  rest_number_ = home_number_ = number_;
  rebuild();
}

}  // namespace adoube::recognition
