// SPDX-License-Identifier: Apache-2.0
/// What must hold for every script of a game, checked from the outside: by the score, not by the code that planned it.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

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
inline std::string order_fault(const hands::Script& script, const hands::Players& players = {}) {
  Tick released = script.start;
  Tick pressed = script.start;
  Tick own = 0;  // the same player's press before
  for (const hands::Ply& p : script.plies) {
    const hands::Style& style = players[p.side];
    if (p.touch < own + style.to_clock.least) return fmt::format("ply {}: the hand is still at the clock", p.number);
    if (!(p.touch < p.lift && p.lift < p.place && p.place <= p.release && p.release < p.press)) return fmt::format("ply {}: out of order", p.number);
    if (p.touch <= released - (style.ahead_percent > 0 ? style.ahead : 0)) return fmt::format("ply {}: touched before the opponent's move was made", p.number);
    if (p.place < released + style.after_release + std::min(style.lower.least, style.carry.least)) {
      return fmt::format("ply {}: on its way down before the opponent's move was made", p.number);
    }
    if (p.release - released < style.least_ply) return fmt::format("ply {}: {} us after the opponent's release", p.number, p.release - released);
    if (p.press <= pressed) return fmt::format("ply {}: pressed before the opponent", p.number);
    released = p.release;
    own = p.number == 1 ? 0 : pressed;
    pressed = p.press;
  }
  std::vector<sim::Transition> levers;
  std::copy_if(script.truth.begin(), script.truth.end(), std::back_inserter(levers), [](const auto& t) { return t.channel == 128 || t.channel == 129; });
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

/// Of what happens over the board: no piece in two hands, no two pieces on one place, all of it within the run.
inline std::string bodies_fault(const sim::Motion& motion) {
  std::vector<std::vector<sim::Grip>> grips(motion.pieces.size());
  for (const sim::Grip& g : motion.grips) {
    if (g.begin > g.end || g.end > motion.end) return fmt::format("piece {} is held from {} to {}", g.piece, g.begin, g.end);
    grips[g.piece].push_back(g);
  }
  for (auto& mine : grips) {
    std::sort(mine.begin(), mine.end(), [](const sim::Grip& a, const sim::Grip& b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < mine.size(); ++i) {
      if (mine[i].begin < mine[i - 1].end) return fmt::format("piece {} is in two hands at {} us", mine[i].piece, mine[i].begin);
    }
  }
  // What stands on the board stands alone: whenever one comes to rest, none else rests within a pawn's base of it.
  constexpr std::int64_t base = 22'000;
  std::vector<std::pair<Tick, sim::Leg>> ends;
  for (const sim::Leg& leg : motion.legs) {
    if (leg.begin >= leg.end || leg.end > motion.end) return fmt::format("piece {} travels from {} to {}", leg.piece, leg.begin, leg.end);
    ends.emplace_back(leg.end, leg);
  }
  std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<sim::Leg> begins = motion.legs;
  std::stable_sort(begins.begin(), begins.end(), [](const sim::Leg& a, const sim::Leg& b) { return a.begin < b.begin; });
  std::vector<sim::Place> where = motion.pieces;
  std::vector<int> moving(where.size());
  std::size_t begun = 0;
  for (const auto& [at, leg] : ends) {
    for (; begun < begins.size() && begins[begun].begin < at; ++begun) ++moving[begins[begun].piece];
    --moving[leg.piece];
    where[leg.piece] = leg.to;
    if (moving[leg.piece] < 0) return fmt::format("piece {} travels two ways at {} us", leg.piece, at);
    if (leg.to.z != 0) continue;
    for (std::size_t p = 0; p < where.size(); ++p) {
      if (p == leg.piece || where[p].z != 0 || moving[p] != 0) continue;
      const std::int64_t dx = where[p].x - leg.to.x;
      const std::int64_t dy = where[p].y - leg.to.y;
      if (dx * dx + dy * dy < base * base) return fmt::format("pieces {} and {} stand on one place at {} us", p, leg.piece, at);
    }
  }
  return "";
}

/// At every press after which the opponent has not yet begun the squares are those of the position.
inline std::string picture_fault(const hands::Score& score, const hands::Script& script) {
  if (script.plies.size() != score.moves.size()) return "not every ply was played";
  std::array<bool, sim::channel_count> level{};
  for (std::size_t c = 0; c < level.size(); ++c) level[c] = script.initial[c];
  chess::Position position = score.start;
  std::size_t next = 0;
  for (std::size_t i = 0; i < script.plies.size(); ++i) {
    const hands::Ply& ply = script.plies[i];
    if (ply.number != static_cast<int>(i) + 1 || ply.move != score.moves[i] || ply.side != position.side_to_move()) return "plies do not follow the score";
    position.make(ply.move);
    for (; next < script.truth.size() && script.truth[next].at <= ply.press; ++next) level[script.truth[next].channel] = script.truth[next].level;
    if (i + 1 < script.plies.size() && script.plies[i + 1].touch <= ply.press) continue;
    SquareSet set = 0;
    for (int s = 0; s < 64; ++s) set |= level[static_cast<std::size_t>(s)] ? set_of(square(s)) : 0;
    if (set != position.pieces()) return fmt::format("ply {}: the squares after it are wrong", i + 1);
  }
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
  for (const auto& r : script.remarks) mix(r.ply), mix(static_cast<int>(r.flag)), mix(static_cast<int>(r.square)), mix(static_cast<int>(r.clause));
  for (const auto& p : script.plies) mix(p.touch), mix(p.lift), mix(p.place), mix(p.release), mix(p.press), mix(p.added);
  mix(script.start), mix(script.end), mix(script.added);
  return h;
}

}  // namespace adoube::test
