// SPDX-License-Identifier: Apache-2.0
/// When nobody plays: pieces lie, kings show a result, events are missing, a position is set up; and how play goes on.
#include <bit>
#include <utility>

#include "rules/recognition/recogniser_impl.hpp"

namespace adoube::recognition {

using article4::FlagWord;
using chess::Move;
using chess::Position;

void Recogniser::Impl::bystanders(const Event& e) {
  if (const SquareSet again = unheld.restored(); again != 0) {
    hands.raise(FlagWord::disturbed, again & ~unheld.unsteady());
    hands.raise(FlagWord::unsteady, again & unheld.unsteady());
    report();
  }
  if (!scattered()) return;
  disturbed = true;
  hands.correct(shown_squares(), hands.sight().contacts());
  unheld.clear();
  bumped = hands.rest().pieces() ^ hands.sight().occupied();
  hands.forget(e);
}

void Recogniser::Impl::rebuild(const Event& e) {
  if (e.kind == EventKind::clock && !pressed && (!e.actor || *e.actor == mover())) pressed = e;
  const SquareSet stood = hands.rest().pieces();
  bumped |= stood ^ hands.sight().occupied();
  if (hands.sight().occupied() != stood) return;
  disturbed = false;
  hands.forget(e);
  hands.raise(FlagWord::disturbed, bumped);
  report();
  if (const auto press = std::exchange(pressed, std::nullopt); press && hands.made()) play(*press);
}

void Recogniser::Impl::read_sign(const Event& e) {
  const auto m = hands.now().turn.standing();
  const auto stands = [&](const Position& p) { return hands.sight().occupied() == p.pieces(); };
  if (m && stands(hands.position().after(hands.now().table.moves()[*m]))) signalled = false;  // gone on to a legal square
  hands.hold_rest(signalled);
  if (e.kind != EventKind::lift && e.kind != EventKind::place) return;
  const SquareSet occupied = hands.sight().occupied();
  sign = result_sign(hands.position(), occupied, hands.arrived_in_turn());
  sign_of_turn = sign.kind != ResultSign::Kind::none;
  if (!sign_of_turn) sign = result_sign(hands.rest(), occupied, hands.arrived());
  if (sign.kind == ResultSign::Kind::whole) {
    if (sign_of_turn) withdraw();
    if (!signalled) hands.raise(FlagWord::result_proposed);
    signalled = true;
    both_came = sign.both;
  } else if (signalled && (stands(hands.rest()) || stands(hands.position()))) {
    hands.forget(e);
    signalled = false;
  }
  hands.hold_rest(signalled);
}

void Recogniser::Impl::unclear(const Event& press) {
  candidates.begin(hands.position(), hands.ply(), hands.unclear(), hands.turn_began(), hands.number());
  readings = candidates.account();
  lose_track(press.when);
  unclear_since_press = true;
}

void Recogniser::Impl::lose_track(Interval when) {
  lost = levels_known = true;
  unclear_since_press = pressed_illegal = false;
  pressed_since.reset();
  missing = when;
  illegal_left.reset();
  hands.correct(shown_squares(), hands.sight().contacts());
  unheld.clear();
  end_sign();
  withdraw();
}

void Recogniser::Impl::await_restoration(const Event& e) {
  disturbed = true;
  bumped = 0;
  pressed.reset();
  hands.correct(shown_squares(), hands.sight().contacts());
  unheld.clear();
  end_sign();
  hands.forget(e, true);
  illegal_left.reset();
}

void Recogniser::Impl::narrow(const Event& press) {
  candidates.press(press.actor.value_or(mover()), hands.number(), hands.sight(), hands.promotion_kind());
  readings = candidates.account();
  if (const auto line = candidates.only(); !line.empty()) go_on_after(line, press);
}

void Recogniser::Impl::gap() {
  lost = true;
  hands.miss();
  unclear_since_press = false;
  levels_known = disturbed = pressed_illegal = false;
  illegal_left.reset();
  pressed_since.reset();
  readings = {};
  unheld.clear();
  end_sign();
  situate({});
}

void Recogniser::Impl::levels(SquareSet presence, SquareSet touched, Interval when) {
  const bool as_expected = !lost && presence == shown_squares();
  if (as_expected) return;
  unheld.clear();
  Event told_by;
  told_by.kind = EventKind::displaced;  // nobody's doing, as far as is known
  told_by.when = when;
  hands.correct(presence, touched);
  if (disturbed) {
    rebuild(told_by);
  } else {
    missing = when;
    lost = levels_known = true;
    illegal_left.reset();
    pressed_since.reset();
    take_up(told_by);
  }
  situate(told_by);
}

void Recogniser::Impl::take_up(const Event& e) {
  const bool press = e.kind == EventKind::clock;
  const SquareSet occupied = hands.sight().occupied();
  if (press) pressed_since = e.actor ? std::optional(Pressed{*e.actor, occupied}) : std::nullopt;
  readings = account(hands.position(), occupied, pressed_since);
  if (readings.readings != 1) return;
  const Line line = readings.lines[0];
  if (game_over() && !line.empty()) return;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (line[i].is_promotion()) return;  // nobody saw to which kind, and what followed hangs on it
  }
  go_on_after({line.data(), line.size()}, e);
}

void Recogniser::Impl::go_on_after(std::span<const Move> line, const Event& e) {
  const bool press = e.kind == EventKind::clock;
  lost = unclear_since_press = false;
  Event told_by = e;
  told_by.when.lo = missing.lo;
  withdraw();
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool answered = i + 1 < line.size() || press;
    const SquareSet in_hand = answered ? SquareSet{0} : hands.position().after(line[i]).pieces() & ~hands.sight().occupied();
    hands.suppose(line[i], in_hand, told_by);
    hands.raise(FlagWord::gap);
    hands.raise(FlagWord::inferred);
    if (answered) advance(*hands.now().turn.standing(), std::nullopt);
  }
  if (line.empty() || press) {
    const SquareSet stood = hands.position().pieces(), occupied = hands.sight().occupied();
    hands.suppose(std::nullopt, stood & ~occupied, told_by, occupied & ~stood);
    hands.raise(FlagWord::gap);
  }
  report();
}

void Recogniser::Impl::set_up(const Position& position) {
  withdraw();
  lost = unclear_since_press = over = pressed_illegal = false;
  let_stand.reset();
  illegal_left.reset();
  unexplained.reset();
  shaky_until = 0;
  told.reset();
  shown.reset();
  end_sign();
  hands.correct(shown_squares(), hands.sight().contacts());
  unheld.clear();
  hands.set_up(position);
  disturbed = hands.sight().occupied() != position.pieces();
  pressed.reset();
  bumped = 0;
  situate({});
}

void Recogniser::Impl::end_sign() {
  sign = {};
  sign_of_turn = signalled = false;
  hands.hold_rest(false);
}

void Recogniser::Impl::situate(const Event& e) {
  Situation now = recognition::situation(hands);
  now.missing |= unheld.fallen();
  now.surplus |= unheld.appeared();
  if (now.kind == Situation::Kind::in_hand && now.surplus != 0) now.kind = Situation::Kind::misplaced;
  const bool differs = now.kind == Situation::Kind::settled && now.missing + now.surplus != 0;
  if (differs) now.kind = Situation::Kind::bystanders;
  if (lost) {
    now.kind = Situation::Kind::lost;
    now.readings = readings;
  }
  if (disturbed) now.kind = Situation::Kind::disturbed;
  if (!disturbed && sign.kind == ResultSign::Kind::half) now.kind = Situation::Kind::result_half;
  if (!disturbed && sign.kind == ResultSign::Kind::whole) {
    now.kind = Situation::Kind::result_shown;
    now.result = sign.result;
  }
  now.rotated = rotated;
  if (same(now, situation)) return;
  now.since = e.when;
  situation = now;
  observer->on_situation(situation);
}

}  // namespace adoube::recognition
