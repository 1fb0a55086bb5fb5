// SPDX-License-Identifier: Apache-2.0
/// What must hold for every turn, whatever hands do in it.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

#include "rules/article4/evidence.hpp"
#include "tests/rules/article4/drawn_turns.hpp"
#include "tests/rules/article4/reflections.hpp"

namespace adoube::article4 {
namespace {

using chess::Move;
using testing::Dice;
using testing::Script;

Judgement after(const MoveTable& table, const Edition& e, const std::vector<Event>& events, const TurnOptions& o = {}) {
  Turn turn(table, e, o);
  for (const Event& event : events) turn.feed(event);
  return turn.judgement();
}

/// A move was made, or the game ended with it.
bool made(const Judgement& j) { return j.verdict == Verdict::move_made || j.verdict == Verdict::game_over; }
bool completed(const Judgement& j) { return j.verdict == Verdict::move_completed || j.verdict == Verdict::game_over; }

RC_BOOST_PROP(something_is_always_allowed_and_what_is_certain_is_a_part_of_it, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  Turn turn(table, e);
  for (const Event& event : testing::draw_events(dice, table, 25)) {
    const Judgement& j = turn.feed(event);
    RC_ASSERT(!j.allowed.empty());
    RC_ASSERT(j.allowed.within(table.all()));
    RC_ASSERT(j.certain.within(j.allowed));
    RC_ASSERT((j.verdict == Verdict::violation) == (j.state == State::breach));
    RC_ASSERT(j.flags.complete());
    for (const Reading& r : j.readings) RC_ASSERT(!r.allowed.empty() && r.allowed.within(j.allowed));
    if (j.certainty == Certainty::certain && !j.standing) RC_ASSERT(j.allowed == j.certain);
  }
}

RC_BOOST_PROP(touching_and_lifting_never_widens, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  RC_PRE(e.both_colours == BothColours::first_touched);  // see obligation_property
  Turn turn(table, e);
  Script script;
  MoveMask before = turn.judgement().allowed;
  for (std::size_t n = 1 + dice.below(6); n > 0; --n) {
    const Square s = testing::draw_piece(dice, table.position());
    turn.feed(script.act(EventKind::touch, s));
    if (dice.percent(40)) turn.feed(script.act(dice.percent(50) ? EventKind::lift : EventKind::release, s));
    const MoveMask now = turn.judgement().allowed;
    RC_ASSERT(now.within(before));
    RC_ASSERT(!now.empty());
    before = now;
  }
}

RC_BOOST_PROP(colours_exchanged_give_the_same_judgement, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const MoveTable other(testing::upside_down(table.position()));
  const Edition e = testing::draw_edition(dice);
  Turn here(table, e);
  Turn there(other, e);
  const std::vector<Event> events = testing::draw_events(dice, table, 15);
  for (const Event& event : events) {
    const Judgement& a = here.feed(event);
    const Judgement& b = there.feed(testing::upside_down(event));
    RC_ASSERT(a.verdict == b.verdict);
    RC_ASSERT(a.state == b.state);
    RC_ASSERT(a.clause == b.clause);
    RC_ASSERT(a.certainty == b.certainty);
    RC_ASSERT(testing::words(table, a.allowed) == testing::upside_down(other, b.allowed));
    RC_ASSERT(testing::words(table, a.certain) == testing::upside_down(other, b.certain));
    RC_ASSERT(a.flags.size() == b.flags.size());
    RC_ASSERT(a.penalty == b.penalty);
  }
}

RC_BOOST_PROP(files_exchanged_give_the_same_judgement_without_castling, ()) {
  Dice dice(testing::draw_seed());
  const chess::Position p = testing::draw_position(dice);
  RC_PRE(testing::castling_unthinkable(p));
  const MoveTable table(p);
  const MoveTable other(testing::left_to_right(p));
  const Edition e = testing::draw_edition(dice);
  Turn here(table, e);
  Turn there(other, e);
  for (const Event& event : testing::draw_events(dice, table, 15)) {
    const Judgement& a = here.feed(event);
    const Judgement& b = there.feed(testing::left_to_right(event));
    RC_ASSERT(a.verdict == b.verdict);
    RC_ASSERT(a.clause == b.clause);
    RC_ASSERT(a.certainty == b.certainty);
    RC_ASSERT(testing::words(table, a.allowed) == testing::left_to_right(other, b.allowed));
    RC_ASSERT(testing::words(table, a.certain) == testing::left_to_right(other, b.certain));
  }
}

RC_BOOST_PROP(the_hour_does_not_matter, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  const std::vector<Event> events = testing::draw_events(dice, table, 20);
  std::vector<Event> later = events;
  const Tick shift = dice.between(-1'000'000'000'000, 1'000'000'000'000);
  for (Event& event : later) {
    event.when = {event.when.lo + shift, event.when.hi + shift};
    if (event.until) event.until = *event.until + shift;
  }
  RC_ASSERT(after(table, e, events) == after(table, e, later));
}

RC_BOOST_PROP(a_touch_in_two_parts_is_one_touch, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  Script once;
  Script twice;
  for (std::size_t n = 1 + dice.below(5); n > 0; --n) {
    const Square s = testing::draw_piece(dice, table.position());
    once.act(EventKind::touch, s);
    once.act(EventKind::release, s, 600'000);
    twice.touch_and_leave(s);
    twice.touch_and_leave(s);
  }
  const Judgement a = after(table, e, once.events);
  const Judgement b = after(table, e, twice.events);
  RC_ASSERT(same_ruling(a, b));
}

RC_BOOST_PROP(touches_at_one_time_may_be_told_in_any_order, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  Script script;
  for (std::size_t n = 2 + dice.below(3); n > 0; --n) script.act(EventKind::touch, testing::draw_piece(dice, table.position()));
  for (Event& event : script.events) event.when = {0, 1000};
  const Judgement told = after(table, e, script.events);
  std::reverse(script.events.begin(), script.events.end());
  RC_ASSERT(same_ruling(told, after(table, e, script.events)));
}

RC_BOOST_PROP(every_legal_move_played_cleanly_is_made_and_completed, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  const std::size_t i = dice.below(table.moves().size());
  const Move m = table.moves()[i];
  TurnOptions options;
  if (m.is_promotion()) options.promotion_kind = m.promotion();
  Script script;
  script.play(table, i, dice.percent(50));
  const Judgement released = after(table, e, script.events, options);
  RC_ASSERT(made(released));
  RC_ASSERT(released.standing == i);
  RC_ASSERT(released.certainty == Certainty::certain);
  // Variation I of the US rules leaves a rook beside the king's path the choice to become half of castling.
  const bool fixed = e.enforced && e.rook_first == RookFirst::forbids;
  RC_ASSERT(released.allowed.has(i));
  if (fixed) RC_ASSERT(released.allowed == MoveMask::only(i));
  RC_ASSERT(!released.final || released.verdict == Verdict::game_over);
  script.press(table.mover());
  const Judgement pressed = after(table, e, script.events, options);
  RC_ASSERT(completed(pressed));
  RC_ASSERT(pressed.standing == i);
  RC_ASSERT(pressed.final);
  RC_ASSERT(pressed.penalty == Penalty{});
}

/// What stands where, as anybody can see it.
using Picture64 = std::array<char, 64>;
Picture64 picture_of(const chess::Position& p) {
  Picture64 out{};
  for (int s = 0; s < 64; ++s) {
    const auto piece = p.at(square(s));
    out[static_cast<std::size_t>(s)] = piece ? chess::letter(*piece) : '.';
  }
  return out;
}

RC_BOOST_PROP(every_other_board_pressed_is_illegal_or_a_breach, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  Script script;
  Picture64 board = picture_of(table.position());
  const auto at = [&](Square s) -> char& { return board[static_cast<std::size_t>(s)]; };
  // Own pieces go anywhere, taking what stands there; often one legal move and then something more.
  for (std::size_t n = 1 + dice.below(2); n > 0; --n) {
    SquareSet own = 0;
    for (int s = 0; s < 64; ++s) {
      const auto piece = chess::parse_piece(board[static_cast<std::size_t>(s)]);
      if (piece && piece->colour == table.mover()) own |= set_of(square(s));
    }
    Square from = dice.one_of(own);
    Square to = square(static_cast<int>(dice.below(64)));
    if (n == 1 && dice.percent(50)) {
      const Move m = table.moves()[dice.below(table.moves().size())];
      if (contains(own, m.from())) from = m.from(), to = m.to();
    }
    if (from == to || contains(own, to)) continue;
    if (at(to) != '.') script.take_away(to);
    script.act(EventKind::touch, from);
    script.act(EventKind::lift, from);
    script.act(EventKind::place, to).piece = at(from);
    script.act(EventKind::release, to);
    at(to) = at(from);
    at(from) = '.';
  }
  script.press(table.mover());
  const Judgement j = after(table, e, script.events);
  std::optional<std::size_t> legal;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    if (picture_of(table.position().after(table.moves()[i])) == board) legal = i;
  }
  RC_CLASSIFY(legal.has_value());
  if (!legal) {
    // Once a move was made what follows is a breach of 4.7, and nothing at all if it has ended the game.
    const bool later = j.fixed && (j.verdict == Verdict::violation || j.verdict == Verdict::game_over);
    RC_ASSERT(later || j.verdict == Verdict::illegal_completed);
    return;
  }
  RC_ASSERT(j.standing == legal);
  RC_ASSERT(completed(j) || j.verdict == Verdict::violation);
  if (j.verdict == Verdict::violation) RC_ASSERT(!j.allowed.has(*legal));
}

RC_BOOST_PROP(a_wider_interval_only_adds_rulings, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  // Of one colour and no king, where the edition decides own against enemy and king against rook by its words.
  const bool ours = dice.percent(50);
  Script script;
  for (std::size_t n = 1 + dice.below(2); n > 0; --n) {
    const Square s = testing::draw_piece(dice, table.position());
    if (contains(table.position().pieces(table.mover()), s) != ours || s == table.king()) continue;
    script.act(EventKind::touch, s);
    script.act(EventKind::release, s, dice.between(50'000, 200'000));
  }
  RC_PRE(!script.events.empty());
  const Judgement sharp = after(table, e, script.events);
  for (Event& event : script.events) event.when.lo -= dice.between(0, 150'000);
  const Judgement wide = after(table, e, script.events);
  RC_ASSERT(wide.certain.within(sharp.certain));
  RC_ASSERT(sharp.allowed.within(wide.allowed));
  const bool among = std::any_of(wide.readings.begin(), wide.readings.end(),
                                 [&](const Reading& r) { return r.allowed == sharp.allowed; });
  if (sharp.readings.empty()) RC_ASSERT(among || (wide.readings.empty() && wide.allowed == sharp.allowed));
}

}  // namespace
}  // namespace adoube::article4
