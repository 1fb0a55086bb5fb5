// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/play.hpp"

#include <algorithm>
#include <array>

#include "sim/hands/pace.hpp"
#include "sim/hands/perform.hpp"
#include "sim/hands/purpose.hpp"
#include "sim/hands/slip.hpp"
#include "sim/hands/table.hpp"

namespace adoube::hands {

namespace {

// One stream of chance for each purpose: a change of habit does not move the bounces.
// After the last press everything settles: the longest hold and chatter time is 30 ms, and one heartbeat round is 8 s
// at most but not needed. A quarter of a second also gives the host its last packets.
constexpr Tick aftermath = 250'000;

// What a hand waits after the opponent's press before it does what is not part of the move.
constexpr Tick own_time = 50'000;

// The shortest way to play a move in this style. What a player always does he does in haste as well, where it costs nothing.
Gesture quickest(const chess::Position& position, chess::Move move, Style style, sim::Random chance, int ply) {
  for (Tick Style::*habit : {&Style::exchange_percent, &Style::sweep_percent, &Style::halt_percent, &Style::hover_percent,
                             &Style::probe_percent, &Style::adjust_percent, &Style::fidget_percent, &Style::brush_percent,
                             &Style::drop_percent, &Style::topple_percent, &Style::sleeve_percent}) {
    style.*habit = 0;
  }
  for (Tick Style::*habit : {&Style::mover_first_percent, &Style::slide_percent, &Style::two_hands_percent, &Style::rook_first_percent}) {
    if (style.*habit < 100) style.*habit = 0;
  }
  return plan_gesture(position, move, style, chance, ply);
}

// The hand that plays this turn. A piece that is moved as nobody may goes straight to its square, so that nothing else is wrong with it.
Style hand_of(const Players& players, const Turn& turn) {
  Style style = players[turn.before.side_to_move()];
  if (turn.kind != Turn::Kind::illegal) return style;
  for (Tick Style::*habit : {&Style::slide_percent, &Style::probe_percent, &Style::drop_percent, &Style::fidget_percent}) style.*habit = 0;
  return style;
}

// The instants of the ply before that the next one must know.
struct Before {
  Tick release;  // his move is made
  Tick free;     // and nothing is left for him to set up again
  Tick press;
};

// Plays one ply after another.
class Game {
 public:
  Game(const Score& score, const Players& players, const sim::Parameters& parameters, sim::Random root, Tick start)
      : players_(players), root_(root), chance_(root.stream(for_hands)),
        table_(score.start.pieces(), !score.start.side_to_move(), parameters, players[score.start.side_to_move()], chance_),
        before_{start, start, start} {}

  void turn(const Turn& turn, Tick press, Tick least, Tick added) {
    const chess::Position& position = turn.before;
    const Colour player = position.side_to_move();
    const chess::Move move = turn.move;
    const Style style = hand_of(players_, turn);
    table_.use(players_[player]);
    if (turn.waits) before_.free = before_.press;
    // Up to half of the spare time goes into the way to the clock, the rest is thought. No release comes closer to the
    // opponent's than `least`: the fastest way to the clock is what both have at least taken.
    const Tick spare = press - before_.press - least;
    const Tick usual = chance_.within(style.to_clock.usual_low, style.to_clock.usual_high);
    const Tick release = press - style.to_clock.least - std::min(usual - style.to_clock.least, spare / 2);
    const Tick back = pressed_[static_cast<std::size_t>(player)] + style.to_clock.least;  // from the clock
    const Tick room = release - std::max(before_.free + style.after_release, back);
    Gesture gesture = plan_gesture(position, move, style, chance_, turn.ply);
    // Bystanders are set up again between the release and the way to the clock: the move is made the earlier.
    const Tick tidying = gesture.after.usual();
    const bool hasty = release - tidying - before_.free < style.least_ply;
    if (hasty || gesture.least() + tidying > room || turn.kind == Turn::Kind::put_back) gesture = quickest(position, move, style, root_, turn.ply);
    const Tick tidy = gesture.after.empty() ? release : release - tidying;

    Cast cast(position, move, table_);
    const Tick begin = start_of(gesture, cast, style, player, tidy, std::min(room - (release - tidy), gesture.usual()));
    prepare(gesture, cast, player, begin);
    const Performed done = perform(gesture.steps, cast, player, tidy, tidy - begin);
    if (!gesture.after.empty()) perform(gesture.after, cast, player, release, tidying);
    note(gesture.remarks);
    for (const sim::Piece piece : cast.in_hand()) {
      // What the hand still holds is put beside the board on the way to the clock.
      table_.put_aside(piece, release, press);
      table_.let_go(piece, press);
    }
    table_.press(player, press);
    const Ply ply{turn.ply, move, player, done.touch, done.lift, done.place, done.release, press, added};
    if (turn.kind == Turn::Kind::illegal) illegal_.push_back(ply);
    if (turn.ply > static_cast<int>(plies_.size())) plies_.push_back(ply);
    plies_.back() = ply;
    pressed_[static_cast<std::size_t>(player)] = press;
    before_ = {done.release, release, press};
  }

  Script finish(std::span<const sim::Fault> faults, Tick scan_pause, const wire::Front& front) && {
    Script script = std::move(table_).finish(before_.press + aftermath, root_.stream(for_bounce), faults, scan_pause, front);
    script.plies = std::move(plies_);
    script.illegal = std::move(illegal_);
    script.remarks = std::move(remarks_);
    return script;
  }

 private:
  // When the first touch happens for a release at `end`: `length` before it or, in a hurry and with an own piece that nobody
  // has a hand on, while the opponent still plays.
  Tick start_of(const Gesture& gesture, Cast& cast, const Style& style, Colour player, Tick end, Tick length) {
    const Tick begin = end - length;
    const bool hurried = length < gesture.usual();
    if (!hurried || style.ahead_percent == 0 || plies_.empty() || !gesture.remarks.empty()) return begin;
    if (!chance_.chance(static_cast<int>(style.ahead_percent))) return begin;
    const Tick early = chance_.within(0, style.ahead);
    const auto idle = table_.idle_since(cast.of(gesture.steps.front()));
    if (gesture.steps.front().actor != Actor::mover || before_.free != before_.release || !idle) return begin;
    // His own hand must be back from the clock, and what comes after taking the piece up waits for the opponent's release.
    const Tick first = std::max({before_.release - early, *idle, pressed_[static_cast<std::size_t>(player)] + style.to_clock.least});
    Tick before_commitment = 0;
    for (const Step& s : gesture.steps) {
      if (s.actor != Actor::mover || (s.act != Act::grip && s.act != Act::raise && s.act != Act::carry)) break;
      before_commitment += s.least;
    }
    const Tick longest = std::min(end - first, gesture.usual());
    Tick best = begin;
    for (Tick t = end - longest; t < begin; t += 5'000) {
      if (t + before_commitment >= before_.release + style.after_release) {
        best = t;
        break;
      }
    }
    return best;
  }

  // Straightening and the like, after the opponent's press, where there is time.
  void prepare(const Gesture& gesture, Cast& cast, Colour player, Tick touch) {
    if (gesture.before.empty()) return;
    const Tick length = gesture.before.usual();
    if (touch - length < std::max(before_.press, before_.free) + own_time) return;
    perform(gesture.before, cast, player, touch, length);
    note(gesture.remarks_before);
  }

  void note(const std::vector<Remark>& remarks) { remarks_.insert(remarks_.end(), remarks.begin(), remarks.end()); }

  const Players& players_;
  sim::Random root_;
  sim::Random chance_;
  Table table_;
  Before before_;
  std::array<Tick, 2> pressed_{};  // the last press of each player
  std::vector<Ply> plies_;
  std::vector<Ply> illegal_;
  std::vector<Remark> remarks_;
};

}  // namespace

Script play(const Score& score, std::uint64_t seed, const Players& players, const sim::Parameters& parameters, Tick start,
            std::span<const sim::Fault> faults, Tick scan_pause, const wire::Front& front) {
  const sim::Random root(seed);
  sim::Random pace_chance = root.stream(for_pace);

  const std::vector<Turn> all = turns(score);
  std::vector<Tick> least;  // from the opponent's release, and so from his press, to one's own
  least.reserve(all.size());
  for (const Turn& turn : all) {
    const Style style = hand_of(players, turn);
    const Style& opponent = players[!turn.before.side_to_move()];
    const Gesture fast = quickest(turn.before, turn.move, style, root, 1);
    // Who is slower on the way to the clock than his opponent needs that much more from press to press.
    Tick time = std::max(style.least_ply, fast.least() + style.after_release) + std::max<Tick>(0, style.to_clock.least - opponent.to_clock.least);
    // And from one's own last press the hand comes back from the clock, plays and goes there again.
    if (!least.empty()) time = std::max(time, fast.least() + 2 * style.to_clock.least - least.back());
    if (turn.waits) time += style.to_clock.least + opponent.to_clock.least;
    least.push_back(time);
  }
  // Before the first move no hand was on its way to the clock while the player reached out.
  if (!least.empty()) least.front() += players[score.start.side_to_move()].to_clock.least;
  const Pace pace = plan_presses(score, least, start, players, pace_chance);

  Game game(score, players, parameters, root, start);
  for (std::size_t i = 0; i < all.size(); ++i) game.turn(all[i], pace.presses[i], least[i], pace.added[i]);
  Script script = std::move(game).finish(faults, scan_pause, front);
  script.start = start;
  script.added = pace.total;
  for (const Tick t : pace.added) script.plies_stretched += t > 0 ? 1 : 0;
  return script;
}

}  // namespace adoube::hands
