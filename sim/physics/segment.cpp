// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/segment.hpp"

namespace adoube::sim {

std::vector<Life> lives(const Motion& motion) {
  std::vector<Life> out(motion.pieces.size());
  std::vector<Tick> since(motion.pieces.size(), 0);
  std::vector<Place> where = motion.pieces;
  for (const Leg& leg : motion.legs) {
    const std::size_t p = leg.piece;
    if (since[p] < leg.begin) out[p].push_back({since[p], leg.begin, where[p], where[p]});
    out[p].push_back({leg.begin, leg.end, where[p], leg.to});
    where[p] = leg.to;
    since[p] = leg.end;
  }
  for (std::size_t p = 0; p < out.size(); ++p) {
    if (since[p] < motion.end) out[p].push_back({since[p], motion.end, where[p], where[p]});
  }
  return out;
}

std::pair<std::int32_t, std::int32_t> squares_near(std::int32_t a, std::int32_t b, std::int64_t margin, std::int64_t pitch) {
  // The middle of square i is at (i + 1/2) * pitch; shifted far up so that the division rounds one way.
  constexpr std::int64_t lift = 64;
  const std::int64_t low = (std::min(a, b) - margin - pitch / 2 + lift * pitch + pitch - 1) / pitch - lift;
  const std::int64_t high = (std::max(a, b) + margin - pitch / 2 + lift * pitch) / pitch - lift;
  return {static_cast<std::int32_t>(std::max<std::int64_t>(low, 0)), static_cast<std::int32_t>(std::min<std::int64_t>(high, 7))};
}

}  // namespace adoube::sim
