// SPDX-License-Identifier: Apache-2.0
// Encoder, decoder and check sums of the bus model against the words of USB 2.0, not against each other alone.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <array>
#include <span>
#include <string>

#include "sim/bus/crc.hpp"
#include "sim/bus/decoder.hpp"
#include "sim/bus/encoder.hpp"
#include "sim/bus/packets.hpp"

namespace bus = adoube::bus;
using Bytes = std::vector<std::uint8_t>;

namespace {

/// "K J 0 ..." without blanks.
std::string drawn(const bus::Encoder& encoder) {
  std::string text;
  for (const bus::Line line : encoder.levels()) text += line == bus::line_j ? 'J' : line == bus::line_k ? 'K' : '0';
  return text;
}

std::string encoded(const Bytes& bytes) {
  bus::Encoder encoder;
  encoder.encode(bytes);
  return drawn(encoder);
}

/// Feeds levels drawn as above; the last event.
bus::Decoder::Event feed(bus::Decoder& decoder, const std::string& levels) {
  bus::Decoder::Event event = bus::Decoder::Event::nothing;
  for (const char c : levels) event = decoder.feed(c == 'J' ? bus::line_j : c == 'K' ? bus::line_k : bus::line_se0);
  return event;
}

bus::Decoder decoded(const std::string& levels) {
  bus::Decoder decoder;
  BOOST_TEST((feed(decoder, levels) == bus::Decoder::Event::ended));
  return decoder;
}

}  // namespace

// "Cyclic Redundancy Checks in USB", the white paper of the USB Implementers Forum that 8.3.5 refers to: examples.
BOOST_AUTO_TEST_CASE(check_sums_of_the_white_paper) {
  // Bit strings there are in the order of the wires; the numbers here have the first bit lowest.
  const auto reversed5 = [](unsigned v) { return ((v & 1U) << 4U) | ((v & 2U) << 2U) | (v & 4U) | ((v & 8U) >> 2U) | ((v & 16U) >> 4U); };
  BOOST_TEST(bus::crc5(0x15 | (0xE << 7)) == reversed5(0b10111));   // setup addr 15 endp e
  BOOST_TEST(bus::crc5(0x3A | (0xA << 7)) == reversed5(0b11100));   // out addr 3a endp a
  BOOST_TEST(bus::crc5(0x70 | (0x4 << 7)) == reversed5(0b01110));   // in addr 70 endp 4
  BOOST_TEST(bus::crc5(0x001) == reversed5(0b10111));               // sof timestamp 001
  const auto reversed16 = [](unsigned v) {
    unsigned r = 0;
    for (unsigned i = 0; i < 16; ++i) r |= ((v >> i) & 1U) << (15 - i);
    return r;
  };
  BOOST_TEST(bus::crc16(Bytes{0x00, 0x01, 0x02, 0x03}) == reversed16(0b1111011101011110));
  BOOST_TEST(bus::crc16(Bytes{0x23, 0x45, 0x67, 0x89}) == reversed16(0b0111000000111000));
  BOOST_TEST(bus::crc16(Bytes{}) == 0x0000U);
}

// USB 2.0, 7.1.10 and figure 7-35: SYNC is KJKJKJKK; 7.1.13.2: EOP is two bits of SE0 and one of J.
BOOST_AUTO_TEST_CASE(widths_of_sync_and_eop) {
  const std::string ack = encoded({bus::pid_byte(bus::Pid::ack)});
  BOOST_TEST(ack == "KJKJKJKK" "JJKJJKKK" "00J");   // D2: 0 1 0 0 1 0 1 1 from bit 0
  BOOST_TEST(ack.size() == 8U + 8U + 3U);
  for (const Bytes& bytes : {Bytes{0xFF, 0xFF}, Bytes{0x00}, Bytes(64, 0xFF), Bytes{0xA5, 0x01, 0xE8}}) {
    const std::string levels = encoded(bytes);
    BOOST_TEST(levels.substr(0, 8) == "KJKJKJKK");
    BOOST_TEST(levels.substr(levels.size() - 3) == "00J");
    BOOST_TEST(levels.find('0') == levels.size() - 3);
  }
}

// 7.1.9: a 0 after six ones, SYNC's last 1 counting as the first, and also where the packet ends.
BOOST_AUTO_TEST_CASE(stuffing_by_the_book) {
  // SYNC's 1 and five ones, a stuff bit, three ones: J level holds for K KKKKK then flips.
  BOOST_TEST(encoded({0xFF}) == "KJKJKJK" "K" "KKKKK" "J" "JJJ" "00J");
  // 0xFC: two zeros, six ones; the packet ends there and still gets its stuff bit.
  BOOST_TEST(encoded({0xFC}) == "KJKJKJKK" "JKKKKKKK" "J" "00J");
  // 0x7E: zero, six ones, (stuff bit), zero.
  BOOST_TEST(encoded({0x7E}) == "KJKJKJKK" "JJJJJJJ" "K" "J" "00J");
}

BOOST_AUTO_TEST_CASE(round_trip) {
  BOOST_TEST(rc::check("what was encoded is decoded", [] {
    const auto size = *rc::gen::inRange<std::size_t>(1, bus::packet_max + 1);
    Bytes bytes = *rc::gen::container<Bytes>(size, rc::gen::weightedOneOf<std::uint8_t>(
        {{3, rc::gen::element<std::uint8_t>(0xFF, 0x7E, 0xFC, 0x3F, 0x00)}, {1, rc::gen::arbitrary<std::uint8_t>()}}));
    const std::string levels = encoded(bytes);
    // Never seven equal levels of one polarity in a row (six ones make seven equal levels at most).
    RC_ASSERT(levels.find("JJJJJJJJ") == std::string::npos);
    RC_ASSERT(levels.find("KKKKKKKK") == std::string::npos);
    bus::Decoder decoder;
    RC_ASSERT((feed(decoder, levels) == bus::Decoder::Event::ended));
    RC_ASSERT((decoder.form() == bus::Form::good));
    RC_ASSERT(decoder.sync_good());
    RC_ASSERT(decoder.se0_bits() == 2U);
    RC_ASSERT(Bytes(decoder.bytes().begin(), decoder.bytes().end()) == bytes);
  }));
}

BOOST_AUTO_TEST_CASE(the_decoder_calls_faults_by_their_name) {
  BOOST_TEST((decoded("KJKJKJKK" "JJKJJKKK" "00J").form() == bus::Form::good));
  BOOST_TEST((decoded("KJKJKJKK" "JJKJJKK" "00J").form() == bus::Form::truncated));
  BOOST_TEST((decoded("KJKJKJKK" "00J").form() == bus::Form::truncated));
  BOOST_TEST((decoded("KJKJ" "00J").form() == bus::Form::truncated));
  BOOST_TEST((decoded("KJKJKJKK" "KKKKKK" "JJJ" "00J").form() == bus::Form::stuffing));   // seven ones
  BOOST_TEST((decoded("KJKJKJKK" "JKKKKKKK" "00J").form() == bus::Form::stuffing));       // stuff bit missing at the end
  BOOST_TEST((decoded("KJKJKJJJ" "KKJKKJJJ" "00J").sync_good() == false));
  BOOST_TEST(decoded("KJKJKJKK" "JJKJJKKK" "0J").se0_bits() == 1U);
  BOOST_TEST(decoded("KJKJKJKK" "JJKJJKKK" "000J").se0_bits() == 3U);
  std::string babble = "KJKJKJKK";
  for (std::size_t i = 0; i <= bus::packet_max; ++i) babble += i % 2 == 0 ? "JKJKJKJK" : "JKJKJKJK";
  BOOST_TEST((decoded(babble + "00J").form() == bus::Form::babble));
  BOOST_CHECK_THROW(encoded(Bytes(bus::packet_max + 1, 0)), std::length_error);
}

// The packets of the white paper above, PID and all, with and without allocation.
BOOST_AUTO_TEST_CASE(packets_byte_by_byte) {
  std::array<std::uint8_t, bus::packet_max> room{};
  const auto held = [](std::span<const std::uint8_t> bytes) { return Bytes(bytes.begin(), bytes.end()); };
  const Bytes token{0x2D, 0x15, 0xEF}, frame{0xA5, 0x01, 0xE8}, data{0xC3, 0x00, 0x01, 0x02, 0x03, 0xEF, 0x7A};
  BOOST_TEST(bus::token(bus::Pid::setup, 0x15, 0xE) == token);
  BOOST_TEST(held(bus::token(room, bus::Pid::setup, 0x15, 0xE)) == token);
  BOOST_TEST(bus::sof(1) == frame);
  BOOST_TEST(held(bus::sof(room, 1)) == frame);
  BOOST_TEST(bus::data(bus::Pid::data0, Bytes{0, 1, 2, 3}) == data);
  BOOST_TEST(held(bus::data(room, bus::Pid::data0, Bytes{0, 1, 2, 3})) == data);
  BOOST_TEST(bus::data(bus::Pid::data1, {}) == (Bytes{0x4B, 0, 0}));
  BOOST_TEST(bus::handshake(bus::Pid::stall) == Bytes{0x1E});
  BOOST_CHECK_THROW(bus::token(bus::Pid::in, 128, 0), std::invalid_argument);
  BOOST_CHECK_THROW(bus::token(bus::Pid::in, 0, 16), std::invalid_argument);
  BOOST_CHECK_THROW(bus::sof(2'048), std::invalid_argument);
  BOOST_CHECK_THROW(bus::data(std::span(room).first(6), bus::Pid::data0, Bytes{0, 1, 2, 3}), std::length_error);
}
