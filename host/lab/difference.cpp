// SPDX-License-Identifier: Apache-2.0
#include "host/lab/difference.hpp"

#include <algorithm>

namespace adoube::lab {
namespace {

// From the hand at the lever to the last contact that this gives, us.
constexpr Tick settle = 100'000;

}  // namespace

std::optional<Difference> difference(std::span<const std::string> told, std::span<const std::string> played, const hands::Script& script,
                                     std::span<const sim::Transition> done, std::span<const Deviation> deviations, const Stretches& exchanged) {
  const auto same = static_cast<std::size_t>(std::ranges::mismatch(told, played).in1 - told.begin());
  if (same == told.size() && same == played.size()) return std::nullopt;
  // That an illegal move stands its answer tells (A.5.2), and no press before.
  std::size_t open = same;
  while (same == told.size() && open < played.size() && played[open] == no_move) ++open;
  const Tick from = same > 0 && same <= script.plies.size() ? script.plies[same - 1].release : script.start;
  const Tick to = open < script.plies.size() ? script.plies[open].press : script.end;
  Difference out{static_cast<int>(same) + 1, same == told.size(), static_cast<int>(open) + 1, script.end};
  // What was read as hands might have done it can be known from what they do next at the earliest; while two lines read each other
  // that is part of another game that they might play, and the pieces jump when it ends.
  if (misread(deviations, handled(done, from, to), from, to)) {
    ++out.told_by;
    for (const auto& [begin, end] : exchanged) {
      if (begin > to || end < from) continue;
      const auto ended = std::ranges::find_if(script.plies, [last = end](const hands::Ply& ply) { return ply.press >= last; });
      out.told_by = std::max(out.told_by, static_cast<int>(ended - script.plies.begin()) + 2);
    }
  }
  const auto last = static_cast<std::size_t>(out.told_by);
  if (last <= script.plies.size()) out.until = script.plies[last - 1].press + settle;
  return out;
}

}  // namespace adoube::lab
