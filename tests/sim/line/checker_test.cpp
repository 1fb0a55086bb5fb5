// SPDX-License-Identifier: Apache-2.0
// The checker at every limit of the timing table: a puppet just inside is praised, just outside it is told what is wrong.
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <string>

#include "sim/line/port.hpp"
#include "tests/sim/line/puppet.hpp"

namespace bus = adoube::bus;
namespace line = adoube::line;
using adoube::line::bit;
using adoube::line::Kind;
using adoube::line::ns;
using adoube::line::Time;
using adoube::test::drawn;
using adoube::test::Puppet;

namespace {

const bus::Bytes ack = bus::handshake(bus::Pid::ack);
const bus::Bytes in = bus::token(bus::Pid::in, 5, 1);

std::string words(const std::vector<line::Fault>& faults, bool host = false) {
  std::string kinds;
  for (const line::Fault& fault : faults) {
    BOOST_TEST(fault.host == host);
    if (!kinds.empty()) kinds += ' ';
    kinds += line::name(fault.kind);
  }
  return kinds;
}

/// Kinds of fault that a device's transmission shows, in words; "" for none.
std::string judged(const line::Wave& wave) {
  std::vector<line::Fault> faults;
  const line::Heard heard = line::hear(wave);
  judge(heard, line::device_source, false, faults);
  judge_content(heard, faults);
  return words(faults);
}
std::string judged(const std::string& bits) { return judged(line::drive(drawn(bits), 0)); }
std::string judged(const bus::Bytes& packet, const line::Distortion& distortion = {}) {
  return judged(line::drive(bus::levels(packet), 0, distortion));
}

/// The same of an answer at the plug, `delay` after the end of the host's packet.
std::string answered(const line::Wave& reply, Time delay) {
  Puppet puppet;
  puppet.reply = reply;
  puppet.delay = delay;
  line::Port port(puppet, Puppet::pads);
  port.idle(bit);
  port.send(in);
  BOOST_TEST(port.answer().has_value());
  return words(port.faults());
}

const std::string fine;
std::string only(Kind kind) { return line::name(kind); }

}  // namespace

BOOST_AUTO_TEST_CASE(good_packets_are_praised) {
  BOOST_TEST(judged(ack) == fine);
  BOOST_TEST(judged(bus::data(bus::Pid::data1, {})) == fine);
  for (unsigned fill = 0; fill < 256; ++fill)
    BOOST_TEST(judged(bus::data(bus::Pid::data0, bus::Bytes(64, static_cast<std::uint8_t>(fill)))) == fine);
}

// ACK is 0x D2: bits 0 1 0 0 1 0 1 1.
BOOST_AUTO_TEST_CASE(sync_is_seven_zeros_and_a_one) {
  BOOST_TEST(judged("0000 0001 0100 1011 __J") == fine);
  BOOST_TEST(judged("000 0001 0100 1011 __J").starts_with("sync"));
  BOOST_TEST(judged("0 0000 0001 0100 1011 __J").starts_with("sync"));
  BOOST_TEST(judged("0000 1001 0100 1011 __J").starts_with("sync"));
}

// STALL 0x1E, then content as for a handshake with data: the size is wrong, too, so only the stuffing is looked at.
BOOST_AUTO_TEST_CASE(six_ones_are_followed_by_a_zero_also_before_the_end) {
  const auto has = [](const std::string& bits) { return judged(bits).find("stuffing") != std::string::npos; };
  BOOST_TEST(!has("0000 0001 0111 1000 1111 110 11 __J"));   // 0xFF with its zero
  BOOST_TEST(has("0000 0001 0111 1000 1111 111 1 __J"));
  BOOST_TEST(!has("0000 0001 1111 1 0 000 __J"));             // SYNC's one is the first of six
  BOOST_TEST(!has("0000 0001 0111 1000 0011 1111 0 __J"));   // 0xFC with the zero before SE0
  BOOST_TEST(has("0000 0001 0111 1000 0011 1111 __J"));
}

BOOST_AUTO_TEST_CASE(whole_bytes_and_at_least_one) {
  BOOST_TEST(judged("0000 0001 0100 101 __J") == only(Kind::bytes));
  BOOST_TEST(judged("0000 0001 __J").starts_with("bytes"));
  BOOST_TEST(judged("0000 0001 0100 1011 00 __J").starts_with("bytes"));
  BOOST_TEST(judged(bus::data(bus::Pid::data0, bus::Bytes(69, 1))) == only(Kind::size));
  BOOST_TEST(judged("0000 0001 0100 1011").ends_with("no_end"));
}

BOOST_AUTO_TEST_CASE(a_bit_too_many_is_seen_at_the_end) {
  BOOST_TEST(judged("0000 0001 0100 1011 1 __J") == only(Kind::eop_shift));
}

BOOST_AUTO_TEST_CASE(content_is_judged) {
  BOOST_TEST(judged(bus::Bytes{0xD3}) == only(Kind::pid));
  BOOST_TEST(judged(in) == only(Kind::pid));
  BOOST_TEST(judged(bus::Bytes{0xD2, 0x00}) == only(Kind::size));
  BOOST_TEST(judged(bus::data(bus::Pid::data0, bus::Bytes(65, 7))) == only(Kind::size));
  bus::Bytes packet = bus::data(bus::Pid::data0, bus::Bytes(5, 7));
  packet[3] ^= 0x10;
  BOOST_TEST(judged(packet) == only(Kind::crc));
}

BOOST_AUTO_TEST_CASE(width_of_se0_160_to_175_ns) {
  for (Time width = 100 * ns; width < 300 * ns; width += ns / 4) {
    line::Distortion distortion;
    distortion.se0 = width;
    const auto expected = width < 160 * ns ? only(Kind::se0_short) : width > 175 * ns ? only(Kind::se0_long) : fine;
    BOOST_TEST_CONTEXT(width / ns << " ns") BOOST_TEST(judged(ack, distortion) == expected);
  }
  BOOST_TEST(judged("0000 0001 0100 1011 ___J") == only(Kind::se0_long));
  BOOST_TEST(judged("0000 0001 0100 1011 _J") == only(Kind::se0_short));
}

BOOST_AUTO_TEST_CASE(se0_begins_2_ns_early_to_5_ns_late) {
  for (Time shift = -10 * ns; shift <= 40 * ns; shift += ns / 10) {
    line::Distortion distortion;
    distortion.dribble = shift;
    const auto expected = shift < -2 * ns || shift > 5 * ns ? only(Kind::eop_shift) : fine;
    BOOST_TEST_CONTEXT(shift / 3 << " ps") BOOST_TEST(judged(ack, distortion) == expected);
  }
}

BOOST_AUTO_TEST_CASE(one_bit_of_j_and_then_nothing) {
  for (Time j = 0; j < 2 * bit; j += ns) {
    line::Wave wave = line::drive(bus::levels(ack), 0);
    wave.back().at = wave[wave.size() - 2].at + j;
    if (j == 0) wave.erase(wave.end() - 2);
    const auto expected = j < bit - 5 * ns || j > bit + 5 * ns ? only(Kind::eop_j) : fine;
    BOOST_TEST_CONTEXT(j / ns << " ns") BOOST_TEST(judged(wave) == expected);
  }
  BOOST_TEST(judged("0000 0001 0100 1011 __JJ") == only(Kind::eop_j));
  line::Wave wave = line::drive(bus::levels("KJKJKJKK JJKJJKKK 00 K"), 0);
  BOOST_TEST(judged(wave) == only(Kind::eop_j));
}

BOOST_AUTO_TEST_CASE(rate_within_a_quarter_of_a_percent) {
  for (const int ppm : {-3'000, -2'600, -2'500, -1'000, 0, 1'000, 2'500, 2'600, 3'000}) {
    line::Distortion distortion;
    distortion.ppm = ppm;
    // The drift must exceed what a jitter of 3.5 ns could hide, so the packet is long.
    const auto expected = ppm < -2'500 || ppm > 2'500 ? only(Kind::rate) : fine;
    BOOST_TEST_CONTEXT(ppm) BOOST_TEST(judged(bus::data(bus::Pid::data0, bus::Bytes(64, 0)), distortion) == expected);
  }
}

BOOST_AUTO_TEST_CASE(jitter_3_5_and_4_ns) {
  // One edge out of place spoils its two neighbours' distances, and those of its direction.
  for (Time off = -8 * ns; off <= 8 * ns; off += ns / 10) {
    line::Wave wave = line::drive(bus::levels(bus::data(bus::Pid::data0, bus::Bytes(8, 0))), 0);
    wave[20].at += off;
    const bool next = std::abs(off) > 3 * ns + ns / 2, paired = std::abs(off) > 4 * ns;
    const std::string expected = paired ? "jitter_next jitter_paired" : next ? "jitter_next" : "";
    BOOST_TEST_CONTEXT(off / 3 << " ps") BOOST_TEST(judged(wave) == expected);
  }
  // The first edge has only one neighbour.
  for (Time off = -8 * ns; off <= 8 * ns; off += ns / 10) {
    line::Wave wave = line::drive(bus::levels(ack), 0);
    for (std::size_t i = 1; i < wave.size(); ++i) wave[i].at += off;
    const auto expected = std::abs(off) > 3 * ns + ns / 2 ? only(Kind::sync_shift) : fine;
    BOOST_TEST_CONTEXT(off / 3 << " ps") BOOST_TEST(judged(wave) == expected);
  }
  // All edges of one direction late: neighbours suffer, pairs do not.
  line::Wave wave = line::drive(bus::levels(bus::data(bus::Pid::data0, bus::Bytes(8, 0))), 0);
  for (std::size_t i = 3; i < 40; i += 2) wave[i].at += 4 * ns;
  BOOST_TEST(judged(wave) == only(Kind::jitter_next));
}

BOOST_AUTO_TEST_CASE(both_wires_equal_for_14_ns) {
  for (Time width = ns; width <= 30 * ns; width += ns) {
    for (const int sign : {-1, 1}) {
      line::Distortion distortion;
      distortion.crossover = sign * width;
      const auto expected = width > 14 * ns ? only(Kind::mixed) : fine;
      BOOST_TEST_CONTEXT(sign * width / ns << " ns") BOOST_TEST(judged(ack, distortion) == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(answer_after_2_to_6_5_bit_times) {
  const line::Wave wave = line::drive(bus::levels(ack), 0);
  for (Time delay = bit; delay <= 12 * bit; delay += 5 * ns + ns / 2) {
    // The puppet sees the end of SE0 up to half a nanosecond late.
    if (std::abs(delay - 2 * bit) < ns || std::abs(delay - 6 * bit - bit / 2) < ns) continue;
    const auto expected = delay < 2 * bit ? only(Kind::early) : delay > 6 * bit + bit / 2 ? only(Kind::late) : fine;
    BOOST_TEST_CONTEXT(delay / ns << " ns") BOOST_TEST(answered(wave, delay) == expected);
  }
  const Time edge = 6 * bit + bit / 2;
  BOOST_TEST(answered(wave, 2 * bit - 2 * ns) == only(Kind::early));
  BOOST_TEST(answered(wave, 2 * bit) == fine);
  BOOST_TEST(answered(wave, edge - ns) == fine);
  BOOST_TEST(answered(wave, edge + ns) == only(Kind::late));
  // The wires taken too early, with J, are taken too early.
  line::Wave taken = wave;
  for (line::Edge& edge_of : taken) edge_of.at += 3 * bit;
  taken.insert(taken.begin(), {0, bus::line_j, true});
  BOOST_TEST(answered(taken, bit) == only(Kind::early));
  BOOST_TEST(answered(taken, 2 * bit) == fine);
}

BOOST_AUTO_TEST_CASE(what_nobody_asked_for_is_seen) {
  Puppet puppet;
  puppet.reply = line::drive(bus::levels(ack), 0);
  puppet.loud = false;
  line::Port port(puppet, Puppet::pads);
  port.idle(50 * bit);
  BOOST_TEST(port.verdict().empty());
  puppet.unasked = true;
  port.idle(50 * bit);
  BOOST_TEST(port.verdict().starts_with("unasked at "));
  // While the host sends.
  puppet.unasked = true;
  port.send(in);
  port.idle(20 * bit);
  const std::string verdict = port.verdict();
  BOOST_TEST(verdict.find("contention") != std::string::npos);
  BOOST_TEST(verdict.find("unasked") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(who_never_lets_go_is_seen) {
  Puppet puppet;
  puppet.reply = {{0, bus::line_k, true}, {20 * line::ms, bus::line_j, false}};
  line::Port port(puppet, Puppet::pads);
  port.send(in);
  BOOST_TEST(!port.answer().has_value());
  BOOST_TEST(port.verdict().starts_with("held at "));
}

BOOST_AUTO_TEST_CASE(a_script_says_what_it_missed) {
  Puppet puppet;
  puppet.reply = line::drive(bus::levels(ack), 0);
  line::Port port(puppet, Puppet::pads);
  port.send(in);
  port.expect(ack);
  BOOST_TEST(port.verdict() == "");
  port.send(in);
  port.expect(bus::handshake(bus::Pid::nak));
  BOOST_TEST(port.verdict().starts_with("answer at "));
  port.send(in);
  port.expect_silence();
  BOOST_TEST(port.verdict().starts_with("answer at "));
  puppet.loud = false;
  port.send(in);
  port.expect_silence();
  BOOST_TEST(port.verdict() == "");
  port.send(in);
  port.expect(ack);
  BOOST_TEST(port.verdict().starts_with("answer at "));
}

// The model's own packets are held to what may arrive at a plug: a model that sends anything else is told.
BOOST_AUTO_TEST_CASE(the_model_judges_itself) {
  Puppet puppet;
  line::Port port(puppet, Puppet::pads);
  const auto own = [&](const line::Distortion& distortion) {
    port.distortion = distortion;
    port.send(bus::data(bus::Pid::data0, bus::Bytes(64, 0x5A)));
    const std::string kinds = words(port.faults(), true);
    const std::string verdict = port.verdict();
    BOOST_TEST((verdict.empty() || verdict.starts_with("the host model: ")));
    port.idle(20 * bit);
    return kinds;
  };
  line::Distortion worst;
  worst.jitter_next = 18 * ns + ns / 2;
  worst.jitter_paired = 9 * ns;
  for (const int ppm : {-2'500, 2'500}) {
    for (const Time se0 : {82 * ns, 260 * ns}) {
      for (const Time dribble : {0 * ns, 80 * ns}) {
        worst.ppm = ppm;
        worst.se0 = se0;
        worst.dribble = dribble;
        BOOST_TEST(own(worst) == "");
      }
    }
  }
  BOOST_TEST(own({.ppm = 3'000}) == "rate");
  BOOST_TEST(own({.ppm = -3'000}) == "rate");
  BOOST_TEST(own({.se0 = 81 * ns}) == "se0_short");
  BOOST_TEST(own({.se0 = 261 * ns}) == "se0_long");
  BOOST_TEST(own({.dribble = 101 * ns}) == "eop_shift");
  BOOST_TEST(own({.jitter_next = 21 * ns, .jitter_paired = 9 * ns}) == "jitter_next");
  BOOST_TEST(own({.jitter_next = 18 * ns, .jitter_paired = 12 * ns}) == "jitter_paired");
  BOOST_TEST(own({.crossover = 15 * ns}) == "mixed");
  BOOST_TEST(own({.hubs = 5, .hub = {70 * ns, 10 * ns, 0, 0}}) == "sync_shift");
  BOOST_TEST(own({.hubs = 5, .hub = {70 * ns, 5 * ns, 15 * ns, -15 * ns}}) == "");
  BOOST_TEST(own({.hubs = 5, .hub = {70 * ns, -5 * ns, 0, 15 * ns}}) == "");
}
