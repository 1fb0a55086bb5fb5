// SPDX-License-Identifier: Apache-2.0
/// What must hold for every position and every set of touches.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

#include "rules/article4/obligation.hpp"
#include "tests/rules/article4/drawn_turns.hpp"
#include "tests/rules/article4/reflections.hpp"

namespace adoube::article4 {
namespace {

using testing::Dice;

/// Squares of pieces, each once.
std::vector<Square> draw_squares(Dice& dice, const chess::Position& p) {
  std::vector<Square> out;
  for (std::size_t n = 1 + dice.below(5); n > 0; --n) {
    const Square s = testing::draw_piece(dice, p);
    if (std::find(out.begin(), out.end(), s) == out.end()) out.push_back(s);
  }
  return out;
}

/// One surely after the other.
std::vector<Contact> ordered(const std::vector<Square>& squares) {
  std::vector<Contact> out;
  Tick t = 1000;
  for (const Square s : squares) out.push_back({s, {t - 126, t}, static_cast<std::uint32_t>(out.size() + 1)}), t += 1000;
  return out;
}

/// Intervals that may overlap.
std::vector<Contact> blurred(Dice& dice, const std::vector<Square>& squares) {
  std::vector<Contact> out;
  for (const Square s : squares) {
    const Tick t = 1000 + 200 * dice.between(0, 5);
    const Tick u = 100 * dice.between(0, 4);
    out.push_back({s, {t - u - 1, t + u}, static_cast<std::uint32_t>(out.size() + 1)});
  }
  return out;
}

bool same(const Obligation& a, const Obligation& b) {
  return a.allowed == b.allowed && a.certain == b.certain && a.binds == b.binds && a.order_unclear == b.order_unclear &&
         a.open == b.open && a.clause == b.clause && a.readings.size() == b.readings.size();
}
bool among(const MoveMask& moves, const Readings& readings) {
  return std::any_of(readings.begin(), readings.end(), [&](const Reading& r) { return r.allowed == moves; });
}

RC_BOOST_PROP(allowed_is_a_part_of_the_legal_moves_and_never_empty, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  const Obligation o = obligation(table, blurred(dice, draw_squares(dice, table.position())), e);
  RC_ASSERT(!o.allowed.empty());
  RC_ASSERT(o.allowed.within(table.all()));
  RC_ASSERT(o.certain.within(o.allowed));
  RC_ASSERT(o.readings.complete());
  for (const Reading& r : o.readings) RC_ASSERT(!r.allowed.empty());
  RC_ASSERT(o.open == (o.readings.size() > 1));
}

RC_BOOST_PROP(another_touch_never_widens_what_is_allowed, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  const std::vector<Contact> touched = ordered(draw_squares(dice, table.position()));
  Obligation before = obligation(table, {}, e);
  for (std::size_t n = 1; n <= touched.size(); ++n) {
    const Obligation after = obligation(table, std::span(touched).first(n), e);
    // The Italian seed falls back on "the first own piece that can take": there a later touch decides by its own words.
    if (e.both_colours == BothColours::first_touched) RC_ASSERT(after.allowed.within(before.allowed));
    before = after;
  }
}

RC_BOOST_PROP(colours_exchanged_give_the_same_obligation, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const MoveTable other(testing::upside_down(table.position()));
  const Edition e = testing::draw_edition(dice);
  const std::vector<Contact> touched = blurred(dice, draw_squares(dice, table.position()));
  std::vector<Contact> reflected = touched;
  for (Contact& c : reflected) c.square = testing::upside_down(c.square);
  const Obligation here = obligation(table, touched, e);
  const Obligation there = obligation(other, reflected, e);
  RC_ASSERT(testing::upside_down(other, there.allowed) == testing::words(table, here.allowed));
  RC_ASSERT(testing::upside_down(other, there.certain) == testing::words(table, here.certain));
  RC_ASSERT(here.clause == there.clause);
}

RC_BOOST_PROP(files_exchanged_give_the_same_obligation_without_castling, ()) {
  Dice dice(testing::draw_seed());
  const chess::Position p = testing::draw_position(dice);
  RC_PRE(testing::castling_unthinkable(p));
  const MoveTable table(p);
  const MoveTable other(testing::left_to_right(p));
  const Edition e = testing::draw_edition(dice);
  const std::vector<Contact> touched = blurred(dice, draw_squares(dice, p));
  std::vector<Contact> reflected = touched;
  for (Contact& c : reflected) c.square = testing::left_to_right(c.square);
  const Obligation here = obligation(table, touched, e);
  const Obligation there = obligation(other, reflected, e);
  RC_ASSERT(testing::left_to_right(other, there.allowed) == testing::words(table, here.allowed));
  RC_ASSERT(testing::left_to_right(other, there.certain) == testing::words(table, here.certain));
}

RC_BOOST_PROP(the_order_of_the_list_does_not_matter, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  std::vector<Contact> touched = blurred(dice, draw_squares(dice, table.position()));
  const Obligation o = obligation(table, touched, e);
  std::rotate(touched.begin(), touched.begin() + static_cast<std::ptrdiff_t>(dice.below(touched.size())), touched.end());
  RC_ASSERT(same(o, obligation(table, touched, e)));
  std::reverse(touched.begin(), touched.end());
  RC_ASSERT(same(o, obligation(table, touched, e)));
}

RC_BOOST_PROP(exchanged_inside_equal_uncertainty_nothing_changes, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  const std::vector<Contact> touched = blurred(dice, draw_squares(dice, table.position()));
  // Whoever shares an interval may change places with the others in it.
  std::vector<Contact> exchanged = touched;
  for (Contact& a : exchanged) {
    for (Contact& b : exchanged) {
      if (a.when == b.when && dice.percent(50)) std::swap(a.square, b.square);
    }
  }
  RC_ASSERT(same(obligation(table, touched, e), obligation(table, exchanged, e)));
}

RC_BOOST_PROP(a_wider_interval_only_adds_readings_where_no_clause_decides_the_order, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  std::vector<Square> squares = draw_squares(dice, table.position());
  // 4.3.3 decides own against enemy where the edition has its last sentence; 4.4.1 decides king and rook. See the named
  // tests in obligation_test.
  const SquareSet own = table.position().pieces(table.mover());
  if (e.unclear_order == UnclearOrder::own_first) {
    const bool ours = dice.percent(50);
    std::erase_if(squares, [&](Square s) { return contains(own, s) != ours; });
  }
  std::erase_if(squares, [&](Square s) { return s == table.king(); });
  std::vector<Contact> touched = ordered(squares);
  const Obligation sharp = obligation(table, touched, e);
  for (Contact& c : touched) {
    if (dice.percent(70)) c.when.lo -= dice.between(0, 3000);
  }
  const Obligation wide = obligation(table, touched, e);
  RC_ASSERT(among(sharp.allowed, wide.readings));
  RC_ASSERT(wide.certain.within(sharp.certain));
}

}  // namespace
}  // namespace adoube::article4
