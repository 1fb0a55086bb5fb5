// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/presence.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <tuple>

#include "sim/physics/contacts.hpp"
#include "sim/physics/field.hpp"

using namespace adoube;
using namespace adoube::sim;

namespace {

constexpr std::uint8_t e4 = 28, e5 = 36;

Place over(Square s, std::int32_t z, const Parameters& p, std::int32_t north = 0) {
  Place at = centre_of(s, p);
  at.y += north;
  at.z = z;
  return at;
}

std::vector<Transition> of(const std::vector<Transition>& all, std::uint8_t channel) {
  std::vector<Transition> mine;
  std::copy_if(all.begin(), all.end(), std::back_inserter(mine), [&](const Transition& t) { return t.channel == channel; });
  return mine;
}

// A piece on `s` is lifted straight up from second 1 to second 2.
void lift(Motion& m, Piece piece, Square s, const Parameters& p) { m.legs.push_back({1'000'000, 2'000'000, piece, over(s, 60'000, p)}); }

}  // namespace

BOOST_AUTO_TEST_SUITE(presence)

// A big piece (six times the field) that stands 15 mm off centre, towards e5, holds the reed of e5 closed when the piece of
// e5 is lifted; in the middle of its square it does not.
BOOST_AUTO_TEST_CASE(a_big_piece_off_centre_holds_its_neighbours_reed) {
  const Parameters p;
  for (const std::int32_t north : {0, 15'000}) {
    Motion m;
    m.pieces = {over(Square::e4, 0, p, north), over(Square::e5, 0, p)};
    m.magnets = {{0, 10'000'000, 0, 600}};
    lift(m, 1, Square::e5, p);
    m.end = 3'000'000;
    const auto reed = of(transitions(m, p), e5);
    BOOST_REQUIRE(reed.size() == (north == 0 ? 2u : 1u));
    BOOST_TEST(reed[0].at == 0);
  }
}

// The same piece opens the neighbour's Hall sensor where that has little to spare: its field comes from above there.
BOOST_AUTO_TEST_CASE(a_big_piece_off_centre_opens_its_neighbours_hall_sensor) {
  Parameters p;
  p.sensor = static_cast<std::int64_t>(Sensor::hall);
  p.sensor_depth = 16'000;
  const auto own = field(10'000, 0, p);
  p.hall_operate = own - 100;
  p.hall_release = own - 150;
  Motion m;
  m.pieces = {over(Square::e5, 0, p, 10'000), over(Square::e3, 0, p)};
  m.magnets = {{0, 10'000'000, 1, 400}};
  m.legs = {{1'000'000, 2'000'000, 1, over(Square::e4, 0, p, 15'000)}};
  m.end = 3'000'000;
  const auto hall = of(transitions(m, p), e5);
  BOOST_REQUIRE(hall.size() == 2);
  BOOST_TEST(!hall[1].level);
  BOOST_TEST(hall[1].at > 1'000'000);
}

BOOST_AUTO_TEST_CASE(a_hall_sensor_is_late_by_its_latency_and_silent_after_the_end) {
  Parameters p;
  p.sensor = static_cast<std::int64_t>(Sensor::hall);
  p.hall_latency = 10;
  Motion m;
  m.pieces = {over(Square::e4, 0, p)};
  lift(m, 0, Square::e4, p);
  m.end = 3'000'000;
  const auto soon = of(transitions(m, p), e4);
  BOOST_REQUIRE(soon.size() == 2);
  p.hall_latency = 50'000;
  const auto late = of(transitions(m, p), e4);
  BOOST_REQUIRE(late.size() == 2);
  BOOST_TEST(late[0].at == 0);  // power-up shows what is
  BOOST_TEST(late[1].at - soon[1].at == 49'990);
  m.end = soon[1].at + 1'000;
  BOOST_TEST(of(transitions(m, p), e4).size() == 1);
}

BOOST_AUTO_TEST_CASE(a_hall_sensor_never_bounces) {
  Parameters p;
  p.presence.percent = 100;
  for (const std::int64_t sensor : {0, 1}) {
    p.sensor = sensor;
    Motion m;
    m.pieces = {over(Square::e4, 0, p)};
    lift(m, 0, Square::e4, p);
    m.end = 3'000'000;
    auto ideal = transitions(m, p);
    const auto changes = with_bounce(ideal, p, Random(1));
    BOOST_TEST((changes.size() > ideal.size()) == (sensor == 0));
  }
}

// A weak magnet opens its reed while it is weak, in the very tick, and closes it again.
BOOST_AUTO_TEST_CASE(a_magnet_is_weak_from_begin_to_end) {
  const Parameters p;
  Motion m;
  m.pieces = {over(Square::d4, 0, p), over(Square::e4, 0, p)};
  m.end = 3'000'000;
  const Fault weak{FaultKind::weak_magnet, e4, 1, 700'000, 1'900'000};
  const Fault nobody{FaultKind::weak_magnet, e5, 1, 100'000, 200'000};
  weaken(m, std::array{weak, nobody}, p);
  const auto all = transitions(m, p);
  BOOST_TEST((of(all, e4) == std::vector<Transition>{{0, 0, e4, true}, {700'000, 700'000, e4, false}, {1'900'000, 1'900'000, e4, true}}));
  BOOST_TEST(of(all, 27).size() == 1);
}

// Standing still for an hour costs what standing still for a second costs.
BOOST_AUTO_TEST_CASE(time_in_which_nothing_moves_changes_nothing) {
  const Parameters p;
  const auto run = [&](Tick end) {
    Motion m;
    for (int i = 0; i < 64; ++i) m.pieces.push_back(over(square(i), 0, p));
    m.end = end;
    return transitions(m, p);
  };
  BOOST_TEST((run(1'000'000) == run(3'600'000'000'000)));
}

BOOST_AUTO_TEST_SUITE_END()
