// SPDX-License-Identifier: Apache-2.0
/// What an arbiter who watched the hands would note about a ply: the truth that rulings can be held against.
#pragma once
#include "rules/article4/clause.hpp"
#include "rules/article4/flags.hpp"
#include "rules/core/square.hpp"

namespace adoube::hands {

struct Remark {
  int ply = 0;                   ///< from 1
  Colour side = Colour::white;   ///< who did it
  article4::FlagWord flag;       ///< the word for it
  Square square = Square::off;   ///< the bystander it is about
  article4::Clause clause = article4::Clause::none;  ///< that speaks of it
  bool breach = false;           ///< a ruling by the Laws in force calls the ply a violation of `clause`
  bool hidden = false;           ///< no sensor shows it: how many hands, whose hand
};

}  // namespace adoube::hands
