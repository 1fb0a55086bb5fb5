// SPDX-License-Identifier: Apache-2.0
/// What must hold for every script of a game, checked from the outside: by the score, not by the code that planned it.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "sim/hands/play.hpp"

namespace adoube::test {

/// The first thing that is wrong with a script of `score` played in the default style, or "".
inline std::string squares_fault(const hands::Score& score, const hands::Script& script) {
  if (script.plies.size() != score.moves.size()) return "not every ply was played";
  chess::Position position = score.start;
  std::array<bool, sim::channel_count> level{};
  for (std::size_t c = 0; c < level.size(); ++c) level[c] = script.initial[c];
  std::size_t next = 0;
  const auto presence = [&] {
    SquareSet set = 0;
    for (int s = 0; s < 64; ++s) set |= level[static_cast<std::size_t>(s)] ? set_of(square(s)) : 0;
    return set;
  };
  const auto run_to = [&](Tick end) {
    for (; next < script.truth.size() && script.truth[next].at < end; ++next) level[script.truth[next].channel] = script.truth[next].level;
  };
  if (presence() != position.pieces()) return "the pieces are not set up";
  for (std::size_t i = 0; i < script.plies.size(); ++i) {
    const hands::Ply& ply = script.plies[i];
    if (ply.number != static_cast<int>(i) + 1 || ply.move != score.moves[i] || ply.side != position.side_to_move()) return "plies do not follow the score";
    // From the touch to the release only squares of this move change; before it everything stands as before.
    run_to(ply.touch);
    if (presence() != position.pieces()) return fmt::format("ply {}: the squares before it are wrong", i + 1);
    SquareSet allowed = set_of(ply.move.from()) | set_of(ply.move.to());
    if (const auto victim = chess::captured_square(position, ply.move)) allowed |= set_of(*victim);
    if (ply.move.is_castling()) {
      const auto rook = chess::castling_rook_journey(position, ply.move);
      allowed |= set_of(rook.from) | set_of(rook.to);
    }
    const Tick until = i + 1 < script.plies.size() ? script.plies[i + 1].touch : script.end;
    SquareSet touched = 0;
    for (; next < script.truth.size() && script.truth[next].at < until; ++next) {
      const sim::Transition& t = script.truth[next];
      level[t.channel] = t.level;
      if (t.channel >= 128) continue;
      const Square s = square(t.channel & 63);
      if (!contains(allowed, s)) return fmt::format("ply {}: {} has nothing to do with it", i + 1, name(s));
      if (t.channel >= 64 && t.level) touched |= set_of(s);
    }
    position.make(ply.move);
    if (presence() != position.pieces()) return fmt::format("ply {}: the squares after it are wrong", i + 1);
    if (touched != allowed) return fmt::format("ply {}: not every square of it was touched", i + 1);
    for (int s = 0; s < 64; ++s) {
      if (level[static_cast<std::size_t>(s) + 64]) return fmt::format("ply {}: a hand stayed on {}", i + 1, name(square(s)));
    }
  }
  return "";
}

/// Order inside a ply, spacing between plies, levers.
inline std::string order_fault(const hands::Script& script) {
  Tick released = script.start;
  Tick pressed = script.start;
  Tick own = 0;  // the same player's press before
  for (const hands::Ply& p : script.plies) {
    if (p.touch < own + 40'000) return fmt::format("ply {}: the hand is still at the clock", p.number);
    if (!(p.touch < p.lift && p.lift < p.place && p.place <= p.release && p.release < p.press)) return fmt::format("ply {}: out of order", p.number);
    if (p.touch <= released) return fmt::format("ply {}: touched before the opponent's move was made", p.number);
    if (p.release - released < 120'000) return fmt::format("ply {}: {} us after the opponent's release", p.number, p.release - released);
    if (p.press <= pressed) return fmt::format("ply {}: pressed before the opponent", p.number);
    released = p.release;
    own = p.number == 1 ? 0 : pressed;
    pressed = p.press;
  }
  std::vector<sim::Transition> levers;
  std::copy_if(script.truth.begin(), script.truth.end(), std::back_inserter(levers), [](const auto& t) { return t.channel >= 128; });
  if (levers.size() != 2 * script.plies.size()) return "not two lever contacts a press";
  for (std::size_t i = 0; i < script.plies.size(); ++i) {
    const hands::Ply& p = script.plies[i];
    const auto mine = static_cast<std::uint8_t>(p.side == Colour::white ? 128 : 129);
    const sim::Transition& down = levers[2 * i];
    const sim::Transition& up = levers[2 * i + 1];
    if (down.channel != mine || !down.level || down.at != p.press) return fmt::format("ply {}: the player's lever did not go down at the press", p.number);
    if (up.channel == mine || up.level || up.at <= down.at || up.at > down.at + 10'000) return fmt::format("ply {}: the other lever did not come up", p.number);
  }
  if (!script.changes.empty() && script.end - script.changes.back().at < 100'000) return "the run ends before all has settled";
  return "";
}

/// The clocks of the score from the presses: c shown after a ply means within half a unit of c, later by what was added. Only for scores with a clock at every ply and one sudden-death period (`base` + `increment` seconds), no time given.
inline std::string clock_fault(const hands::Score& score, const hands::Script& script, int base, int increment) {
  std::array<Tick, 2> remaining{base * Tick{1'000'000}, base * Tick{1'000'000}};
  std::array<Tick, 2> added{};
  Tick running = script.start;
  Tick total = 0;
  for (std::size_t i = 0; i < script.plies.size(); ++i) {
    const hands::Ply& p = script.plies[i];
    const auto side = static_cast<std::size_t>(p.side);
    const int gained = i < 2 && *score.clocks[i] <= base * Tick{1'000'000} ? 0 : increment;
    remaining[side] += gained * 1'000'000 - (p.press - running);
    added[side] += p.added;
    total += p.added;
    running = p.press;
    const Tick off = remaining[side] + added[side] - *score.clocks[i];
    if (off < -score.clock_unit / 2 || off >= score.clock_unit / 2) return fmt::format("ply {}: the clock shows {} us more than the score", p.number, off);
  }
  if (total != script.added) return "the sum of what was added is wrong";
  const auto stretched = static_cast<std::size_t>(std::count_if(script.plies.begin(), script.plies.end(), [](const auto& p) { return p.added > 0; }));
  if (stretched != script.plies_stretched) return "the number of stretched plies is wrong";
  return "";
}

/// FNV-1a over everything a consumer sees.
inline std::uint64_t digest(const hands::Script& script) {
  std::uint64_t h = 14695981039346656037u;
  const auto mix = [&](std::int64_t v) {
    for (int i = 0; i < 8; ++i) h = (h ^ (static_cast<std::uint64_t>(v) >> (8 * i) & 255)) * 1099511628211u;
  };
  for (const auto& c : script.changes) mix(c.at), mix(c.channel * 2 + (c.level ? 1 : 0));
  for (const auto& t : script.truth) mix(t.at), mix(t.settled), mix(t.channel * 2 + (t.level ? 1 : 0));
  for (const auto& p : script.plies) mix(p.touch), mix(p.lift), mix(p.place), mix(p.release), mix(p.press), mix(p.added);
  mix(script.start), mix(script.end), mix(script.added);
  return h;
}

}  // namespace adoube::test
