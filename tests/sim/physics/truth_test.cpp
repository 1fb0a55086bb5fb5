// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/truth.hpp"

#include <boost/test/unit_test.hpp>

using namespace adoube;
using namespace adoube::sim;

namespace {

// Changes of one channel, alternating from level 1.
std::vector<Change> contact(std::uint8_t channel, std::vector<Tick> at) {
  std::vector<Change> out;
  bool level = true;
  for (const Tick t : at) {
    out.push_back({t, channel, level});
    level = !level;
  }
  return out;
}

const FilterTimes times;
constexpr std::uint8_t presence = 12;
constexpr std::uint8_t touch = 76;

}  // namespace

BOOST_AUTO_TEST_SUITE(owed)

BOOST_AUTO_TEST_CASE(bounces_are_not_owed_and_the_onset_is_the_first_departure) {
  const auto owed = owed_edges(contact(presence, {10'000, 10'300, 10'500, 10'900, 11'000, 50'000, 50'200, 50'300}), times);
  BOOST_REQUIRE(owed.size() == 2);
  BOOST_TEST(owed[0].first == 10'000);
  BOOST_TEST(owed[0].seen_by == 10'126);
  BOOST_TEST(owed[0].level);
  BOOST_TEST(owed[0].certain);
  BOOST_TEST(!owed[0].restless);
  BOOST_TEST(owed[1].first == 50'000);
  BOOST_TEST(!owed[1].level);
}

BOOST_AUTO_TEST_CASE(a_first_spell_shorter_than_a_scan_may_be_missed) {
  const auto owed = owed_edges(contact(presence, {10'000, 10'100, 10'500}), times);
  BOOST_REQUIRE(owed.size() == 1);
  BOOST_TEST(owed[0].first == 10'000);
  BOOST_TEST(owed[0].seen_by == 10'626);
}

BOOST_AUTO_TEST_CASE(hold_decides_and_differs_by_plane) {
  BOOST_TEST(owed_edges(contact(presence, {10'000, 13'999}), times).empty());
  const auto doubtful = owed_edges(contact(presence, {10'000, 14'100}), times);
  BOOST_REQUIRE(doubtful.size() == 2);
  BOOST_TEST(!doubtful[0].certain);
  BOOST_TEST(!doubtful[1].certain);
  const auto sure = owed_edges(contact(presence, {10'000, 14'252}), times);
  BOOST_REQUIRE(sure.size() == 2);
  BOOST_TEST(sure[0].certain);
  BOOST_TEST(sure[1].certain);
  BOOST_TEST(owed_edges(contact(touch, {10'000, 12'252}), times).size() == 2);
}

BOOST_AUTO_TEST_CASE(a_doubtful_contact_that_stays_is_certain) {
  const auto owed = owed_edges(contact(presence, {10'000, 14'100, 14'200}), times);
  BOOST_REQUIRE(owed.size() == 1);
  BOOST_TEST(owed[0].certain);
  BOOST_TEST(owed[0].first == 10'000);
}

BOOST_AUTO_TEST_CASE(the_onset_starts_anew_after_quiet) {
  // A brush of 1 ms, 3.9 ms of quiet (not yet hold), then the contact: still one departure. With 5 ms: two.
  BOOST_TEST(owed_edges(contact(presence, {10'000, 11'000, 14'900}), times).at(0).first == 10'000);
  BOOST_TEST(owed_edges(contact(presence, {10'000, 11'000, 16'000}), times).at(0).first == 16'000);
}

BOOST_AUTO_TEST_CASE(long_unrest_is_marked) {
  std::vector<Tick> at;
  for (Tick t = 10'000; t <= 25'000; t += 1'000) at.push_back(t);
  at.push_back(26'000);
  const auto owed = owed_edges(contact(presence, at), times);
  BOOST_REQUIRE(owed.size() == 1);
  BOOST_TEST(owed[0].restless);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(comparison)

BOOST_AUTO_TEST_CASE(equal_and_each_fault) {
  const auto owed = owed_edges(contact(presence, {10'000, 50'000, 90'000}), times);
  const std::vector<SeenEdge> good{{10'100, presence, true}, {50'000, presence, false}, {90'125, presence, true}};
  BOOST_TEST(compare(owed, good).equal());
  BOOST_TEST(compare(owed, good).owed == 3);

  auto seen = good;
  seen.pop_back();
  BOOST_TEST(compare(owed, seen).missing == 1);
  seen = good;
  seen.push_back({95'000, presence, false});
  BOOST_TEST(compare(owed, seen).invented == 1);
  seen = good;
  seen.push_back({95'000, touch, true});
  BOOST_TEST(compare(owed, seen).invented == 1);
  BOOST_TEST(compare(owed, seen).first_fault.find("channel 76") != std::string::npos);
  seen = good;
  seen[1].onset = 50'126;  // a scan late: the interval (50,000, 50,126] does not hold the closure
  BOOST_TEST(compare(owed, seen).misplaced == 1);
  seen[1].onset = 49'999;  // before it happened
  BOOST_TEST(compare(owed, seen).misplaced == 1);
  seen = good;
  seen.insert(seen.begin() + 1, SeenEdge{10'200, presence, true});  // a level it has already
  BOOST_TEST(compare(owed, seen).invented >= 1);
  seen = good;
  seen[0].level = false;
  BOOST_TEST(!compare(owed, seen).equal());
  seen = good;
  seen[0].channel = 200;
  BOOST_TEST(compare(owed, seen).invented >= 1);
  BOOST_TEST(compare(owed, seen).missing == 1);
}

BOOST_AUTO_TEST_CASE(a_doubtful_contact_may_be_seen_or_not_but_only_whole) {
  const auto owed = owed_edges(contact(presence, {10'000, 14'100, 50'000}), times);
  BOOST_REQUIRE(owed.size() == 3);
  const SeenEdge in{10'100, presence, true}, out{14'200, presence, false}, stay{50'100, presence, true};
  BOOST_TEST(compare(owed, std::vector{in, out, stay}).equal());
  BOOST_TEST(compare(owed, std::vector{stay}).equal());
  BOOST_TEST(!compare(owed, std::vector{in, stay}).equal());
  BOOST_TEST(!compare(owed, std::vector{in, out}).equal());
}

BOOST_AUTO_TEST_SUITE_END()
