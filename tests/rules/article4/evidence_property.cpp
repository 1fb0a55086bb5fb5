// SPDX-License-Identifier: Apache-2.0
/// The events that a ruling lists give it by themselves, and none of them can be left out.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

#include "rules/article4/evidence.hpp"
#include "tests/rules/article4/drawn_turns.hpp"
#include "tests/rules/article4/reflections.hpp"

namespace adoube::article4 {
namespace {

using testing::Dice;

RC_BOOST_PROP(the_listed_events_suffice_and_each_of_them_is_needed, ()) {
  Dice dice(testing::draw_seed());
  const MoveTable table(testing::draw_position(dice));
  const Edition e = testing::draw_edition(dice);
  const std::vector<Event> events = testing::draw_events(dice, table, 4 + dice.below(12));
  Turn whole(table, e);
  for (const Event& event : events) whole.feed(event);
  const Evidence got = evidence(table, e, {}, events);

  TurnOptions options;
  options.contacts = got.contacts;
  const auto replay = [&](std::uint32_t left_out) {
    Turn turn(table, e, options);
    for (const Event& event : events) {
      const bool listed = std::find(got.events.begin(), got.events.end(), event.id) != got.events.end();
      if (listed && event.id != left_out) turn.feed(event);
    }
    return turn.judgement();
  };
  RC_ASSERT(std::is_sorted(got.events.begin(), got.events.end()));
  RC_ASSERT(same_ruling(replay(0), whole.judgement()));
  for (const std::uint32_t id : got.events) RC_ASSERT(!same_ruling(replay(id), whole.judgement()));

  // The chain leads from every legal move to what is allowed in the end, by events that are listed.
  MoveMask allowed = table.all();
  for (const Constraint& c : got.chain) {
    RC_ASSERT(std::find(got.events.begin(), got.events.end(), c.event) != got.events.end());
    RC_ASSERT(c.removed.within(allowed));
    RC_ASSERT((c.restored & allowed).empty());
    RC_ASSERT(!c.removed.empty() || !c.restored.empty());
    allowed = (allowed - c.removed) | c.restored;
  }
  RC_ASSERT(allowed == whole.judgement().allowed);
}

}  // namespace
}  // namespace adoube::article4
