// SPDX-License-Identifier: Apache-2.0
/// 64-bit ticks and sequence numbers across their wraps.
#include <boost/test/unit_test.hpp>

#include "driver/wire/unwrap.hpp"

using adoube::Tick;
using adoube::wire::SequenceUnwrap;
using adoube::wire::TickUnwrap;

BOOST_AUTO_TEST_CASE(ticks_across_many_wraps) {
  for (const Tick step : {Tick{1}, Tick{1'024'000}, Tick{0x7FFF'FFFF}}) {
    TickUnwrap unwrap;
    Tick truth = 0;
    for (int i = 0; i < 20'000 && truth < (Tick{1} << 40); ++i) {
      truth += step;
      BOOST_REQUIRE_EQUAL(unwrap.advance(static_cast<std::uint32_t>(truth)), truth);
      // what lies a little back is not taken for a wrap, and does not move the reference
      const Tick back = truth - 60'000;
      BOOST_REQUIRE_EQUAL(unwrap.advance(static_cast<std::uint32_t>(back)), back);
      BOOST_REQUIRE_EQUAL(unwrap.reference(), truth);
    }
  }
}

BOOST_AUTO_TEST_CASE(base_before_power_up) {
  TickUnwrap unwrap;
  BOOST_TEST(unwrap.advance(5u - 32'768u) == 5 - 32'768);
  BOOST_TEST(unwrap.reference() == 0);
}

BOOST_AUTO_TEST_CASE(sequence_runs_and_wraps) {
  SequenceUnwrap unwrap;
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const auto place = unwrap.take(static_cast<std::uint16_t>(i));
    BOOST_REQUIRE(!place.repeated);
    BOOST_REQUIRE_EQUAL(place.missing, 0u);
    BOOST_REQUIRE_EQUAL(place.number, i);
  }
}

BOOST_AUTO_TEST_CASE(repeats_are_repeats_on_both_sides_of_a_wrap) {
  SequenceUnwrap unwrap(0x1'0002);
  for (const unsigned number : {0x0001u, 0x0000u, 0xFFFFu, 0xFF02u}) {
    BOOST_TEST(unwrap.take(static_cast<std::uint16_t>(number)).repeated);
    BOOST_TEST(unwrap.next() == 0x1'0002u);
  }
}

BOOST_AUTO_TEST_CASE(gaps_are_counted_and_never_negative) {
  SequenceUnwrap unwrap(0xFFFE);
  const auto place = unwrap.take(3);
  BOOST_TEST(!place.repeated);
  BOOST_TEST(place.missing == 5u);
  BOOST_TEST(place.number == 0x1'0003u);
  const auto wide = unwrap.take(static_cast<std::uint16_t>(4 - 257));
  BOOST_TEST(!wide.repeated);
  BOOST_TEST(wide.missing == 0x10000u - 257u);
  SequenceUnwrap fresh;
  const auto first = fresh.take(0xFFFF);  // nothing came before: this cannot be a repeat
  BOOST_TEST(!first.repeated);
  BOOST_TEST(first.missing == 0xFFFFu);
}
