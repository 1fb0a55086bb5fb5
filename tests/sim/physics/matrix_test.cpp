// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/matrix.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

using namespace adoube;
using namespace adoube::sim;

namespace {

const Parameters sound;

Levels drawn(Random& random) {
  Levels levels;
  for (auto& row : levels) {
    // Few contacts or many.
    const auto a = random.bits();
    const auto b = random.bits();
    row = static_cast<std::uint16_t>(random.chance(50) ? a & b & (a >> 16) : a);
  }
  return levels;
}

Wiring with(const Fault& fault) {
  Wiring wiring(sound);
  wiring.add(fault);
  return wiring;
}

bool at(const Levels& levels, std::size_t row, std::size_t column) { return (levels[row] >> column & 1u) != 0; }

template <class Property>
void for_any_contacts(Property property) {
  BOOST_TEST(rc::check([&](std::uint64_t seed) {
    Random random(seed);
    property(drawn(random), random);
  }));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(matrix)

BOOST_AUTO_TEST_CASE(crossings_are_each_channels_own) {
  std::array<Levels, 1> seen{};
  for (int channel = 0; channel < 136; ++channel) {
    const Crossing c = crossing_of(static_cast<std::uint8_t>(channel));
    BOOST_TEST(!at(seen[0], c.row, c.column));
    seen[0][c.row] = static_cast<std::uint16_t>(seen[0][c.row] | c.mask());
  }
  BOOST_TEST((crossing_of(28) == Crossing{3, 4}));    // e4
  BOOST_TEST((crossing_of(92) == Crossing{3, 12}));   // a hand on it
  BOOST_TEST((crossing_of(129) == Crossing{8, 1}));
}

BOOST_AUTO_TEST_CASE(sound_wires_read_what_the_contacts_are) {
  BOOST_TEST(Wiring(sound).plain());
  for_any_contacts([](const Levels& closed, Random&) { RC_ASSERT(Wiring(sound).read(closed) == closed); });
}

// The fourth corner of a rectangle, and only where the diode opposite to it is shorted.
BOOST_AUTO_TEST_CASE(a_shorted_diode_closes_the_fourth_corner_of_a_rectangle) {
  Levels closed{};
  closed[0] = 0b0010;  // b1
  closed[2] = 0b1010;  // b3 d3
  const std::uint8_t b3 = 17, d3 = 19, b1 = 1;
  Levels ghost = closed;
  ghost[0] = 0b1010;  // d1
  BOOST_TEST((with({FaultKind::shorted_diode, b3}).read(closed) == ghost));
  BOOST_TEST((with({FaultKind::shorted_diode, every_contact}).read(closed) == ghost));
  for (const std::uint8_t elsewhere : {d3, b1, std::uint8_t{3}, std::uint8_t{60}}) {
    BOOST_TEST((with({FaultKind::shorted_diode, elsewhere}).read(closed) == closed));
  }
}

BOOST_AUTO_TEST_CASE(one_shorted_diode_joins_its_row_to_those_that_share_its_column) {
  for_any_contacts([](const Levels& closed, Random& random) {
    const auto place = static_cast<std::uint8_t>(random.within(0, 135));
    const Crossing c = crossing_of(place);
    const Levels seen = with({FaultKind::shorted_diode, place}).read(closed);
    for (std::size_t row = 0; row < matrix_rows; ++row) {
      const bool joined = at(closed, row, c.column) && at(closed, c.row, c.column);
      RC_ASSERT(seen[row] == (joined ? closed[row] | closed[c.row] : closed[row]));
    }
  });
}

// Without diodes a row reads every column that closed contacts connect it to, over however many corners.
BOOST_AUTO_TEST_CASE(without_diodes_rows_read_all_they_are_connected_to) {
  for_any_contacts([](const Levels& closed, Random&) {
    std::array<std::size_t, matrix_rows + matrix_columns> group;
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = i;
    for (std::size_t row = 0; row < matrix_rows; ++row) {
      for (std::size_t column = 0; column < matrix_columns; ++column) {
        if (!at(closed, row, column)) continue;
        const std::size_t mine = group[row], other = group[matrix_rows + column];
        for (auto& g : group) g = g == other ? mine : g;
      }
    }
    const Levels seen = with({FaultKind::shorted_diode, every_contact}).read(closed);
    for (std::size_t row = 0; row < matrix_rows; ++row) {
      for (std::size_t column = 0; column < matrix_columns; ++column) {
        RC_ASSERT(at(seen, row, column) == (group[row] == group[matrix_rows + column]));
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(a_broken_trace_opens_what_lies_behind_the_break) {
  for_any_contacts([](const Levels& closed, Random& random) {
    const auto row = static_cast<std::uint8_t>(random.within(0, 8));
    const auto column = static_cast<std::uint8_t>(random.within(0, 15));
    const Levels rows = with({FaultKind::broken_row, row, column}).read(closed);
    const Levels columns = with({FaultKind::broken_column, column, row}).read(closed);
    for (std::size_t r = 0; r < matrix_rows; ++r) {
      for (std::size_t c = 0; c < matrix_columns; ++c) {
        RC_ASSERT(at(rows, r, c) == (at(closed, r, c) && !(r == row && c >= column)));
        RC_ASSERT(at(columns, r, c) == (at(closed, r, c) && !(c == column && r >= row)));
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(swapped_lines_read_each_other) {
  for_any_contacts([](const Levels& closed, Random& random) {
    const auto a = static_cast<std::uint8_t>(random.within(0, 8));
    const auto b = random.within(0, 8);
    const Levels rows = with({FaultKind::swapped_rows, a, b}).read(closed);
    const Levels columns = with({FaultKind::swapped_columns, a, b}).read(closed);
    const auto other = [&](std::size_t i) { return i == a ? static_cast<std::size_t>(b) : i == static_cast<std::size_t>(b) ? std::size_t{a} : i; };
    for (std::size_t r = 0; r < matrix_rows; ++r) {
      RC_ASSERT(rows[r] == closed[other(r)]);
      for (std::size_t c = 0; c < matrix_columns; ++c) RC_ASSERT(at(columns, r, c) == at(closed, r, other(c)));
    }
  });
}

BOOST_AUTO_TEST_CASE(lines_settle_with_ln_2_of_their_time_constant) {
  Parameters p;
  p.row_resistance = 1'000;
  p.row_capacitance = 1'000;  // 1 us
  p.column_resistance = 10'000;
  p.column_capacitance = 1'500;  // 15 us
  BOOST_TEST(settling(p).rise == 693);
  BOOST_TEST(settling(p).fall == 10'395);
  BOOST_TEST(sampled_after() == 13'916);
}

BOOST_AUTO_TEST_CASE(how_long_lines_have_is_the_front_s) {
  BOOST_TEST(sampled_after(wire::front::shift) == 17'916);
  Parameters slow;  // 15.2 us
  slow.column_resistance = 22'000;
  slow.column_capacitance = 1'000;
  BOOST_TEST(settling(slow).fall == 15'246);
  BOOST_TEST(!Wiring(slow).plain());
  BOOST_TEST(Wiring(slow, 0, wire::front::shift).plain());
  slow.column_capacitance = 1'500;
  BOOST_TEST(!Wiring(slow, 0, wire::front::shift).plain());
}

BOOST_AUTO_TEST_CASE(an_input_a_contact_has_no_lines) {
  Parameters slow;
  slow.column_resistance = slow.row_resistance = 22'000;
  slow.column_capacitance = slow.row_capacitance = 1'500;
  for (const FaultKind kind : {FaultKind::broken_row, FaultKind::broken_column, FaultKind::swapped_rows, FaultKind::swapped_columns, FaultKind::shorted_diode}) {
    Wiring lines(Parameters{}), direct(slow, 0, wire::front::direct);
    const Fault fault{kind, 3, kind == FaultKind::shorted_diode ? 0 : 4};
    lines.add(fault);
    direct.add(fault);
    BOOST_TEST(!lines.plain());
    BOOST_TEST(direct.plain());
  }
}

// Too slow by a little, and a row reads what the row before had on its lines.
BOOST_AUTO_TEST_CASE(a_line_that_has_not_settled_reads_the_row_before) {
  Parameters slow_fall, slow_rise;
  slow_fall.column_resistance = slow_rise.row_resistance = 20'000;
  const auto limit = [](auto& capacitance, auto time, const Parameters& p) {
    capacitance = 20;
    while (time(settling(p)) <= sampled_after()) ++capacitance;
  };
  limit(slow_fall.column_capacitance, [](const Settling& s) { return s.fall; }, slow_fall);
  limit(slow_rise.row_capacitance, [](const Settling& s) { return s.rise; }, slow_rise);
  for_any_contacts([&](const Levels& closed, Random&) {
    const Levels after_fall = Wiring(slow_fall).read(closed);
    const Levels after_rise = Wiring(slow_rise).read(closed);
    for (std::size_t row = 0; row < matrix_rows; ++row) {
      const std::uint16_t before = closed[(row + matrix_rows - 1) % matrix_rows];
      RC_ASSERT(after_fall[row] == (closed[row] | before));
      RC_ASSERT(after_rise[row] == (closed[row] & before));
    }
    // Lines fall in a pause between scans.
    RC_ASSERT(Wiring(slow_fall, 14).read(closed)[0] == closed[0]);
    RC_ASSERT(Wiring(slow_fall, 13).read(closed)[0] == (closed[0] | closed[8]));
    RC_ASSERT(Wiring(slow_rise, 14).read(closed)[0] == 0);
  });
  --slow_fall.column_capacitance;
  --slow_rise.row_capacitance;
  BOOST_TEST(Wiring(slow_fall).plain());
  BOOST_TEST(Wiring(slow_rise).plain());
}

BOOST_AUTO_TEST_SUITE_END()
