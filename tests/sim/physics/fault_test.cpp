// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/fault.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <set>
#include <string>

#include "sim/physics/matrix.hpp"

using namespace adoube;
using namespace adoube::sim;

BOOST_AUTO_TEST_SUITE(faults)

BOOST_AUTO_TEST_CASE(each_kind_stands_in_its_row_under_a_name_of_its_own) {
  std::set<std::string> names;
  BOOST_REQUIRE(fault_table().size() == fault_kinds);
  for (std::size_t i = 0; i < fault_kinds; ++i) {
    const FaultInfo& row = fault_table()[i];
    BOOST_TEST(static_cast<std::size_t>(row.kind) == i);
    BOOST_TEST(names.insert(std::string(row.name)).second);
    BOOST_TEST(!row.meaning.empty());
    BOOST_TEST((fault_kind(row.name) == row.kind));
    BOOST_TEST(check({row.kind, 0, row.size_usual.value_or(row.size_high), 0, no_end}).has_value(), row.name);
  }
  const auto unknown = fault_kind("stuck");
  BOOST_REQUIRE(!unknown);
  BOOST_TEST((unknown.error().cause == Cause::usage));
  BOOST_TEST(unknown.error().message.find("stuck-closed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_makes_no_sense_is_refused) {
  BOOST_TEST(check({FaultKind::stuck_open, 135}).has_value());
  BOOST_TEST(!check({FaultKind::stuck_open, 136}));
  BOOST_TEST(!check({FaultKind::stuck_open, every_contact}));
  BOOST_TEST(check({FaultKind::shorted_diode, every_contact}).has_value());
  BOOST_TEST(!check({FaultKind::weak_magnet, 64, 50}));
  BOOST_TEST(!check({FaultKind::weak_magnet, 63, 101}));
  BOOST_TEST(!check({FaultKind::broken_row, 9}));
  BOOST_TEST(!check({FaultKind::swapped_columns, 15, 16}));
  BOOST_TEST(!check({FaultKind::chatter, 4}));  // no size
  BOOST_TEST(!check({FaultKind::stuck_open, 4, 0, 100, 100}));
  BOOST_TEST(!check({FaultKind::stuck_open, 4, 0, -1, 100}));
}

BOOST_AUTO_TEST_CASE(a_fault_has_words) {
  BOOST_TEST(words({FaultKind::stuck_open, 28}) == "stuck-open presence e4");
  BOOST_TEST(words({FaultKind::chatter, 92, 500}) == "chatter touch e4 size 500 us");
  BOOST_TEST(words({FaultKind::shorted_diode, 129}) == "shorted-diode input 1");
  BOOST_TEST(words({FaultKind::shorted_diode, every_contact}) == "shorted-diode every");
  BOOST_TEST(words({FaultKind::weak_magnet, 12, 3}) == "weak-magnet e2 size 3 %");
  BOOST_TEST(words({FaultKind::swapped_columns, 0, 15}) == "swapped-columns 0 size 15 column");
  BOOST_TEST(words({FaultKind::emi_burst, every_line, 200}) == "emi-burst every size 200 us");
}

BOOST_AUTO_TEST_CASE(drawn_faults_make_sense_lie_inside_and_come_again_with_their_seed) {
  std::array<std::size_t, fault_kinds> drawn{};
  BOOST_TEST(rc::check([&](std::uint64_t seed) {
    const auto all = random_faults(20, 5'000, 9'000'000, Random(seed));
    RC_ASSERT(all == random_faults(20, 5'000, 9'000'000, Random(seed)));
    RC_ASSERT(all != random_faults(20, 5'000, 9'000'000, Random(seed + 1)));
    for (const Fault& fault : all) {
      RC_ASSERT(check(fault).has_value());
      RC_ASSERT(fault.begin >= 5'000);
      RC_ASSERT(fault.end <= 9'000'000);
      ++drawn[static_cast<std::size_t>(fault.kind)];
    }
  }));
  for (std::size_t i = 0; i < fault_kinds; ++i) BOOST_TEST(drawn[i] > 0, fault_table()[i].name);

  // Also over the hours of a long game.
  constexpr Tick hours = Tick{6} * 3'600'000'000;
  std::size_t late = 0;
  for (const Fault& fault : random_faults(100, 0, hours, Random(1))) late += fault.begin > hours / 2 && fault.end <= hours ? 1 : 0;
  BOOST_TEST(late > 30);
  BOOST_TEST(late < 70);
}

BOOST_AUTO_TEST_CASE(those_of_lines_are_those_that_no_direct_front_has) {
  for (const FaultInfo& row : fault_table()) {
    Fault fault{row.kind, 1};
    fault.size = row.size_usual.value_or(2);
    Wiring direct(Parameters{}, 0, wire::front::direct), parallel{Parameters{}};
    direct.add(fault);
    parallel.add(fault);
    BOOST_TEST(direct.plain(), row.name);
    BOOST_TEST(parallel.plain() != of_lines(row.kind), row.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
