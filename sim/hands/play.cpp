// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/play.hpp"

#include <algorithm>

#include "sim/hands/gesture.hpp"
#include "sim/hands/pace.hpp"
#include "sim/hands/table.hpp"

namespace adoube::hands {

namespace {

// One stream of chance for each purpose: a change of habit does not move the bounces.
enum Purpose : std::uint64_t { for_pace = 1, for_hands = 2, for_bounce = 3 };

// After the last press everything settles: the longest hold and chatter time is 30 ms, and one heartbeat round is 8 s
// at most but not needed. A quarter of a second also gives the host its last packets.
constexpr Tick aftermath = 250'000;

// The shortest way to play a move in this style.
Gesture quickest(const chess::Position& position, chess::Move move, Style style, sim::Random chance) {
  style.exchange_percent = 0;
  style.mover_first_percent = 0;
  style.slide_percent = 0;
  return plan_gesture(position, move, style, chance);
}

}  // namespace

Script play(const Score& score, std::uint64_t seed, const Style& style, const sim::Parameters& parameters, Tick start,
            std::span<const sim::Fault> faults) {
  const sim::Random root(seed);
  sim::Random pace_chance = root.stream(for_pace);
  sim::Random hand_chance = root.stream(for_hands);

  const std::size_t n = score.moves.size();
  std::vector<Tick> least;  // from the opponent's release, and so from his press, to one's own
  least.reserve(n);
  chess::Position position = score.start;
  for (const chess::Move move : score.moves) {
    const Gesture fast = quickest(position, move, style, root);
    least.push_back(std::max(style.least_ply, fast.least() + style.after_release));
    position.make(move);
  }
  // Before the first move no hand was on its way to the clock while the player reached out.
  if (!least.empty()) least.front() += style.to_clock.least;
  const Pace pace = plan_presses(score, least, start, style, pace_chance);

  Table table(score.start.pieces(), !score.start.side_to_move(), parameters, style, hand_chance);
  std::vector<Ply> plies;
  plies.reserve(n);
  position = score.start;
  Tick pressed = start;   // the opponent's press
  Tick released = start;  // and his release
  for (std::size_t i = 0; i < n; ++i) {
    const chess::Move move = score.moves[i];
    const Tick press = pace.presses[i];
    // Up to half of the spare time goes into the way to the clock, the rest is thought. No release comes closer to the
    // opponent's than `least`: the fastest way to the clock is what both have at least taken.
    const Tick spare = press - pressed - least[i];
    const Tick usual = hand_chance.within(style.to_clock.usual_low, style.to_clock.usual_high);
    const Tick release = press - style.to_clock.least - std::min(usual - style.to_clock.least, spare / 2);
    const Tick room = release - released - style.after_release;
    Gesture gesture = plan_gesture(position, move, style, hand_chance);
    if (gesture.least() > room) gesture = quickest(position, move, style, root);
    const Tick length = std::min(room, gesture.usual());
    const Performed done = perform(gesture, position, move, release, length, table);
    for (const sim::Piece piece : done.in_hand) {
      // What the hand still holds is put beside the board on the way to the clock.
      table.put_aside(piece, release, press);
      table.let_go(piece, press);
    }
    table.press(position.side_to_move(), press);
    plies.push_back({static_cast<int>(i) + 1, move, position.side_to_move(), done.touch, done.lift, done.place, done.release,
                     press, pace.added[i]});
    position.make(move);
    pressed = press;
    released = release;
  }

  Script script = std::move(table).finish(pressed + aftermath, root.stream(for_bounce), faults);
  script.plies = std::move(plies);
  script.start = start;
  script.added = pace.total;
  for (const Tick t : pace.added) script.plies_stretched += t > 0 ? 1 : 0;
  return script;
}

}  // namespace adoube::hands
