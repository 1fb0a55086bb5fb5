// SPDX-License-Identifier: Apache-2.0
// Bitstreams of a test's own, whole and damaged: what is read of them, and what is refused.
#include "host/flash/image.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace flash = adoube::flash;

namespace {

const std::string words = "adoube icebreaker up5k-sg48 seed 1 serial SIM-0001";

/// A bitstream whose first bank has so many bits, as icepack would write it.
class Bitstream {
 public:
  Bitstream(unsigned width, unsigned height, const std::string& comment = words) {
    text_ = std::string("\xff\x00", 2) + comment + std::string("\x00\x00\xff", 3) + "\x7e\xaa\x99\x7e";
    for (const unsigned byte : {0x51U, 0x00U}) put(byte);
    put(0x01), put(0x05);
    crc_ = 0xFFFF;
    number(0x62, width - 1);
    bank(width, height);
    bank(width, 176);  // as a 5k has them
  }
  std::string finish() {
    put(0x22);
    const unsigned sum = crc_;
    put(sum >> 8U), put(sum & 0xFFU);
    put(0x01), put(0x06), put(0x00);
    return text_;
  }
  std::string unchecked() {
    put(0x01), put(0x06);
    return text_;
  }

 private:
  void bank(unsigned width, unsigned height) {
    number(0x72, height);
    put(0x11), put(0x00), put(0x01), put(0x01);
    for (unsigned i = 0; i < width * height / 8; ++i) put(i * 7U & 0xFFU);
    put(0), put(0);
  }
  void number(unsigned head, unsigned value) { put(head), put(value >> 8U), put(value & 0xFFU); }
  void put(unsigned byte) {
    text_ += static_cast<char>(byte);
    crc_ ^= byte << 8U;
    for (int i = 0; i < 8; ++i) crc_ = (crc_ & 0x8000U) != 0 ? (crc_ << 1U ^ 0x1021U) & 0xFFFFU : crc_ << 1U & 0xFFFFU;
  }
  std::string text_;
  unsigned crc_ = 0xFFFF;
};

void refused(const std::string& bytes, const std::string& says) {
  const auto image = flash::read_image(bytes);
  BOOST_REQUIRE(!image);
  BOOST_CHECK(image.error().cause == adoube::Cause::malformed);
  BOOST_CHECK_MESSAGE(image.error().message.find(says) != std::string::npos, image.error().message);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_whole_image_says_what_it_is) {
  const auto small = flash::read_image(Bitstream(692, 336).finish());
  BOOST_REQUIRE(small);
  BOOST_CHECK_EQUAL(small->fabric + " " + small->board + " " + small->part + " " + small->serial, "5k icebreaker up5k-sg48 SIM-0001");
  BOOST_CHECK_EQUAL(flash::read_image(Bitstream(872, 272).finish())->fabric, "8k");
}

BOOST_AUTO_TEST_CASE(every_flipped_bit_of_the_data_is_found) {
  const std::string good = Bitstream(692, 336).finish();
  for (std::size_t at = 200; at + 8 < good.size(); at += 977) {
    for (int bit = 0; bit < 8; bit += 3) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 1 << bit);
      refused(bad, "damaged");
    }
  }
}

BOOST_AUTO_TEST_CASE(every_shorter_file_is_refused) {
  const std::string good = Bitstream(692, 336).finish();
  for (std::size_t size = 0; size + 1 < good.size(); size += size < 100 ? 1 : 499) refused(good.substr(0, size), "this is no image for a board");
  refused(good.substr(0, good.size() - 3), "cut short");
}

BOOST_AUTO_TEST_CASE(what_is_no_image_of_ours) {
  refused(Bitstream(332, 144).finish(), "no board here has");
  refused(Bitstream(692, 336).unchecked(), "no checksum");
  for (const char* comment : {"", "from next-pnr", "adoube icebreaker up5k-sg48 seed 1", "somebody icebreaker up5k-sg48 seed 1 serial X"}) {
    refused(Bitstream(692, 336, comment).finish(), "head does not say");
  }
  refused("PK\x03\x04", "does not begin like");
}

BOOST_AUTO_TEST_CASE(the_report_beside_it_must_be_its_own) {
  const auto image = flash::read_image(Bitstream(692, 336).finish());
  const std::string right = R"({"board":"icebreaker","image":{"bytes":100,"serial":"SIM-0001"}})";
  BOOST_CHECK(flash::check_report(*image, 100, right));
  BOOST_CHECK(!flash::check_report(*image, 101, right));
  BOOST_CHECK(!flash::check_report(*image, 100, R"({"board":"fomu","image":{"bytes":100,"serial":"SIM-0001"}})"));
  BOOST_CHECK(!flash::check_report(*image, 100, R"({"board":"icebreaker","image":{"bytes":100,"serial":"SIM-0002"}})"));
  for (const char* none : {"", "[]", "{}", R"({"image":3})", R"({"image":{"bytes":100}})"}) BOOST_CHECK(!flash::check_report(*image, 100, none));
}
