// SPDX-License-Identifier: Apache-2.0
/// A case of the touched piece as hands would bring it about: pieces that are taken up and set down, fingers, levers and
/// buttons, instead of the events that a board makes of them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"
#include "rules/recognition/case.hpp"
#include "sim/hands/script.hpp"

namespace adoube::host {

/// What the case tells that two planes of sensors, levers and buttons cannot: one sentence. Nothing where they can tell all.
std::optional<std::string> unobservable(const recognition::Case& c, const chess::Position& start);

/// Length of an adjust window, us, as the case has it. Its end is no event on a board: it is a setting of the edition.
std::optional<Tick> adjust_window(const recognition::Case& c);

/// Contacts whose order the case leaves open: their times (us, from the first event on), of the earliest and the latest.
struct OpenOrder {
  Tick first;
  Tick last;
};
std::vector<OpenOrder> open_orders(const recognition::Case& c);

/// Length of a scan (us) that leaves open what the case does: twice the uncertainty of its contacts. 0: their times are exact.
Tick scan_for(const recognition::Case& c);

/// The hands at work, with the first event of the case at `origin` us. A piece begins to rise when it is lifted and stands when it
/// is placed; contacts and presses are exact. `after`: how long the run goes on behind the last event, us. Errors, one
/// sentence: `malformed`, the case contradicts itself (an empty square emptied, a lever pressed that is down); `usage`, it
/// asks for what no hand can do (a placement 20 ms after a lift), or it rests on a pawn that is left on the last rank, which
/// looks as one that was exchanged.
/// Only for a case that is not `unobservable`.
Result<hands::Script> stage(const recognition::Case& c, const chess::Position& start, Tick origin, Tick after, std::uint64_t seed);

}  // namespace adoube::host
