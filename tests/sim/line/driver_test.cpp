// SPDX-License-Identifier: Apache-2.0
// The driver's edges against arithmetic and against packets drawn by hand, at both ends of every range.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>

#include "sim/bus/packets.hpp"
#include "sim/line/driver.hpp"
#include "sim/line/limits.hpp"

namespace bus = adoube::bus;
namespace line = adoube::line;
using adoube::line::bit;
using adoube::line::ns;
using adoube::line::Time;

namespace {

/// DATA1 with a byte that needs stuffing, and 60 more.
bus::Bytes long_packet() {
  bus::Bytes content(61, 0xFF);
  for (std::size_t i = 0; i < content.size(); i += 3) content[i] = static_cast<std::uint8_t>(i * 37);
  return bus::data(bus::Pid::data1, content);
}

/// Times of the edges of a wave that is driven without skew.
std::vector<Time> times(const line::Wave& wave) {
  std::vector<Time> found;
  for (const line::Edge& edge : wave) found.push_back(edge.at);
  return found;
}

Time se0_width(const line::Wave& wave) {
  for (std::size_t i = wave.size(); i-- > 0;)
    if (wave[i].driven && wave[i].level == bus::line_se0) return wave[i + 1].at - wave[i].at;
  return 0;
}

}  // namespace

// USB 2.0, 7.1.7, 7.1.10, 8.3.1, 8.4.5, worked by hand: SYNC KJKJKJKK, ACK 0100 1011, two bits of SE0, one of J.
BOOST_AUTO_TEST_CASE(an_acknowledge_is_what_it_is_on_paper) {
  const auto drawing = bus::levels("KJKJKJKK JJKJJKKK 00 J");
  BOOST_TEST((bus::levels(bus::handshake(bus::Pid::ack)) == drawing));
  const line::Wave wave = line::drive(drawing, 1'000);
  const std::vector<Time> bits{0, 1, 2, 3, 4, 5, 6, 8, 10, 11, 13, 16, 18, 19};
  BOOST_REQUIRE(wave.size() == bits.size());
  for (std::size_t i = 0; i < bits.size(); ++i) {
    BOOST_TEST(wave[i].at == 1'000 + bits[i] * 250'000);
    BOOST_TEST(wave[i].driven == (i + 1 < bits.size()));
    BOOST_TEST((wave[i].level == (i == 11 ? bus::line_se0 : i % 2 == 0 && i != 12 ? bus::line_k : bus::line_j)));
  }
}

// SETUP to address 0, endpoint 0, as every enumeration begins: CRC5 of eleven zeros is 01000 (2 in the byte's high bits).
BOOST_AUTO_TEST_CASE(a_first_setup_token_is_what_it_is_on_paper) {
  BOOST_TEST((bus::token(bus::Pid::setup, 0, 0) == bus::Bytes{0x2D, 0x00, 0x10}));
  BOOST_TEST((bus::levels(bus::token(bus::Pid::setup, 0, 0)) ==
              bus::levels("KJKJKJKK KJJJKKJK JKJKJKJK JKJKKJKJ 00 J")));
}

// USB 2.0, 7.1.9: the one that ends SYNC is the first of the six; a zero is also due where only SE0 would follow.
BOOST_AUTO_TEST_CASE(stuff_bits_are_where_they_are_on_paper) {
  BOOST_TEST((bus::levels(bus::Bytes{0x1F}) == bus::levels("KJKJKJKK KKKKK J KJK 00 J")));
  BOOST_TEST((bus::levels(bus::Bytes{0x00, 0xFC}) == bus::levels("KJKJKJKK JKJKJKJK JKKKKKKK J 00 J")));
}

BOOST_AUTO_TEST_CASE(a_clock_error_stretches_every_bit_alike) {
  const auto levels = bus::levels(long_packet());
  const std::vector<Time> ideal = times(line::drive(levels, 0));
  for (int ppm = -2'500; ppm <= 2'500; ppm += 100) {
    line::Distortion distortion;
    distortion.ppm = ppm;
    const std::vector<Time> found = times(line::drive(levels, 0, distortion));
    BOOST_REQUIRE(found.size() == ideal.size());
    // 250,000 thirds of a picosecond a bit: four millionths are a whole number of them.
    for (std::size_t i = 0; i < found.size(); ++i) BOOST_TEST(found[i] == ideal[i] / bit * (bit + ppm / 4));
  }
}

BOOST_AUTO_TEST_CASE(jitter_reaches_both_its_limits_and_passes_neither) {
  const auto levels = bus::levels(long_packet());
  const std::vector<Time> ideal = times(line::drive(levels, 0));
  for (const auto& [next, paired] : {std::pair{18 * ns + ns / 2, 9 * ns}, {3 * ns + ns / 2, 3 * ns}, {9 * ns, 9 * ns}}) {
    Time next_most = 0, next_least = 0, paired_most = 0, paired_least = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      line::Distortion distortion;
      distortion.jitter_next = next;
      distortion.jitter_paired = paired;
      distortion.seed = seed;
      const std::vector<Time> found = times(line::drive(levels, 0, distortion));
      BOOST_TEST(found.front() == 0);
      for (std::size_t i = 1; i + 3 < found.size(); ++i) {  // up to the last edge between J and K
        const Time off = found[i] - found[i - 1] - (ideal[i] - ideal[i - 1]);
        next_most = std::max(next_most, off);
        next_least = std::min(next_least, off);
        if (i < 2) continue;
        const Time pair = found[i] - found[i - 2] - (ideal[i] - ideal[i - 2]);
        paired_most = std::max(paired_most, pair);
        paired_least = std::min(paired_least, pair);
      }
    }
    BOOST_TEST(next_most == next);
    BOOST_TEST(next_least == -next);
    BOOST_TEST(paired_most == paired);
    BOOST_TEST(paired_least == -paired);
  }
}

BOOST_AUTO_TEST_CASE(skew_and_crossover_leave_both_wires_equal_for_just_so_long) {
  const auto levels = bus::levels("KJKJKJKK JJKJJKKK 00 J");
  for (const Time skew : {-20 * ns, -7 * ns, 0 * ns, 14 * ns, 20 * ns}) {
    for (const Time crossover : {-14 * ns, 0 * ns, 6 * ns, 14 * ns}) {
      if (skew != 0 && crossover != 0) continue;
      line::Distortion distortion;
      distortion.skew = skew;
      distortion.crossover = crossover;
      const line::Wave wave = line::drive(levels, 0, distortion);
      unsigned equal = 0;
      for (std::size_t i = 0; i + 1 < wave.size(); ++i) {
        if (!wave[i].driven || wave[i].level.dp != wave[i].level.dn || wave[i].at >= 16 * bit) continue;
        ++equal;
        BOOST_TEST(wave[i + 1].at - wave[i].at == std::abs(skew + crossover));
        // J to K with D+ ahead: both are low between; K to J: both are high. A crossing too low is low both ways.
        const bool to_j = wave[i + 1].level == bus::line_j;
        BOOST_TEST(wave[i].level.dp == (crossover != 0 ? crossover < 0 : (skew > 0) == to_j));
      }
      BOOST_TEST(equal == (skew == 0 && crossover == 0 ? 0U : 11U));
      BOOST_TEST(se0_width(wave) == 2 * bit);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_end_of_packet_has_the_width_and_place_it_was_given) {
  const auto levels = bus::levels("KJKJKJKK JJKJJKKK 00 J");
  for (Time width = 82 * ns; width <= 260 * ns; width += ns) {
    line::Distortion distortion;
    distortion.se0 = width;
    const line::Wave wave = line::drive(levels, 0, distortion);
    BOOST_TEST(se0_width(wave) == width);
    BOOST_TEST(wave.back().at == 16 * bit + width + bit);
  }
  for (Time dribble = 0; dribble <= 80 * ns; dribble += 5 * ns) {
    line::Distortion distortion;
    distortion.dribble = dribble;
    const line::Wave wave = line::drive(levels, 0, distortion);
    BOOST_TEST(wave[11].at == 16 * bit + dribble);
    BOOST_TEST(se0_width(wave) == 2 * bit);
  }
}

// USB 2.0, table 7-11: a hub delays all edges alike, but the first of SYNC, the begin of SE0 and the end of SE0.
BOOST_AUTO_TEST_CASE(hubs_add_up) {
  const auto levels = bus::levels("KJKJKJKK JJKJJKKK 00 J");
  for (unsigned hubs = 0; hubs <= 5; ++hubs) {
    for (const Time sync : {-5 * ns, 5 * ns}) {
      for (const Time late : {0 * ns, 15 * ns}) {
        for (const Time skew : {-15 * ns, 15 * ns}) {
          line::Distortion distortion;
          distortion.hubs = hubs;
          distortion.hub = {70 * ns, sync, late, skew};
          const line::Wave wave = line::drive(levels, 0, distortion);
          const auto n = static_cast<Time>(hubs);
          BOOST_TEST(wave[0].at == n * (70 * ns + sync));
          BOOST_TEST(wave[1].at == n * 70 * ns + bit);
          BOOST_TEST(wave[11].at == n * (70 * ns + late) + 16 * bit);
          BOOST_TEST(se0_width(wave) == 2 * bit + n * skew);
        }
      }
    }
  }
  line::Distortion six;
  six.hubs = 6;
  BOOST_CHECK_THROW(line::drive(levels, 0, six), std::invalid_argument);
}
