// SPDX-License-Identifier: Apache-2.0
/// Every way a transfer can end, in every mode; the words of a device; the meaning of every libusb code.
#include <boost/test/unit_test.hpp>

#include <vector>

#include "driver/transport/ring_policy.hpp"
#include "driver/transport/usb_text.hpp"
#include "driver/transport/usb.hpp"

using namespace adoube;
using namespace adoube::transport;

namespace {
constexpr TransferEnd every_end[] = {TransferEnd::completed, TransferEnd::error, TransferEnd::timed_out, TransferEnd::cancelled,
                                     TransferEnd::stall, TransferEnd::no_device, TransferEnd::overflow};
}

BOOST_AUTO_TEST_CASE(bytes_count_whatever_the_status) {
  for (const TransferEnd end : every_end) {
    for (const RingMode mode : {RingMode::streaming, RingMode::recovering, RingMode::stopping}) {
      const Decision full = RingPolicy(8).decide(end, 12, mode);
      BOOST_TEST(full.deliver == (end != TransferEnd::overflow));
      BOOST_TEST(full.damaged == (end == TransferEnd::overflow));
      BOOST_TEST(!RingPolicy(8).decide(end, 0, mode).deliver);
    }
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_submitted_unless_streaming) {
  for (const TransferEnd end : every_end) {
    for (const RingMode mode : {RingMode::recovering, RingMode::stopping}) {
      const Next next = RingPolicy(8).decide(end, 0, mode).next;
      BOOST_TEST((next == (end == TransferEnd::no_device ? Next::lost : Next::retire)));
    }
  }
}

BOOST_AUTO_TEST_CASE(streaming) {
  const auto next = [](TransferEnd end) { return RingPolicy(8).decide(end, 0, RingMode::streaming).next; };
  BOOST_TEST((next(TransferEnd::completed) == Next::resubmit));
  BOOST_TEST((next(TransferEnd::timed_out) == Next::resubmit));
  BOOST_TEST((next(TransferEnd::error) == Next::resubmit));
  BOOST_TEST((next(TransferEnd::overflow) == Next::resubmit));
  BOOST_TEST((next(TransferEnd::cancelled) == Next::resubmit));  // nobody of ours did
  BOOST_TEST((next(TransferEnd::stall) == Next::recover));
  BOOST_TEST((next(TransferEnd::no_device) == Next::lost));
}

BOOST_AUTO_TEST_CASE(retries_are_bounded_and_start_anew_after_data) {
  for (const TransferEnd end : {TransferEnd::error, TransferEnd::overflow, TransferEnd::cancelled, TransferEnd::timed_out}) {
    RingPolicy policy(8);
    for (int round = 0; round < 3; ++round) {
      for (std::size_t i = 1; i < 8 * RingPolicy::turns; ++i) {
        BOOST_REQUIRE((policy.decide(end, 0, RingMode::streaming).next == Next::resubmit));
      }
      policy.decide(TransferEnd::completed, 8, RingMode::streaming);
    }
    Next last = Next::resubmit;
    for (std::size_t i = 0; i < 8 * RingPolicy::turns; ++i) last = policy.decide(end, 0, RingMode::streaming).next;
    BOOST_TEST((last == Next::fault));
  }
}

BOOST_AUTO_TEST_CASE(a_stall_is_recovered_once) {
  RingPolicy policy(8);
  BOOST_TEST((policy.decide(TransferEnd::stall, 0, RingMode::streaming).next == Next::recover));
  BOOST_TEST((policy.decide(TransferEnd::stall, 0, RingMode::recovering).next == Next::retire));
  BOOST_TEST((policy.decide(TransferEnd::completed, 8, RingMode::streaming).next == Next::resubmit));
  BOOST_TEST((policy.decide(TransferEnd::stall, 0, RingMode::streaming).next == Next::recover));
  BOOST_TEST((policy.decide(TransferEnd::stall, 0, RingMode::streaming).next == Next::fault));
}

BOOST_AUTO_TEST_CASE(words_of_a_device) {
  using Raw = std::vector<std::uint8_t>;
  BOOST_TEST(string_descriptor(Raw{8, 3, 'A', 0, 'd', 0, '1', 0}) == "Ad1");
  BOOST_TEST(string_descriptor(Raw{6, 3, 0xE9, 0, 0xAC, 0x20}) == "\xC3\xA9\xE2\x82\xAC");
  BOOST_TEST(string_descriptor(Raw{8, 3, 0x1B, 0, '[', 0, 0x9B, 0}) == "?[?");   // no device steers a terminal
  BOOST_TEST(string_descriptor(Raw{8, 3, 0x2E, 0x20, 0x00, 0xD8, 0, 0}) == "???");  // nor reverses text
  BOOST_TEST(string_descriptor(Raw{5, 3, 'A', 0, 'B'}) == "A");
  BOOST_TEST(string_descriptor(Raw{4, 3, 'A', 0, 'B', 0}) == "A");
  BOOST_TEST(string_descriptor(Raw{200, 3, 'A', 0}) == "A");
  BOOST_TEST(string_descriptor(Raw{4, 2, 'A', 0}).empty());
  BOOST_TEST(string_descriptor(Raw{3}).empty());
  BOOST_TEST(string_descriptor(Raw{}).empty());
}

BOOST_AUTO_TEST_CASE(every_code_has_one_meaning) {
  const std::pair<int, Cause> table[] = {{0, Cause::io},       {-1, Cause::io},       {-2, Cause::usage},    {-3, Cause::permission},
                                         {-4, Cause::lost},    {-5, Cause::no_device}, {-6, Cause::busy},    {-7, Cause::timeout},
                                         {-8, Cause::protocol}, {-9, Cause::protocol}, {-10, Cause::io},     {-11, Cause::io},
                                         {-12, Cause::io},     {-99, Cause::io},      {-77, Cause::io}};
  std::vector<std::string> seen;
  for (const auto& [code, cause] : table) {
    const Error error = usb_error(code, "do it");
    BOOST_TEST((error.cause == cause), "code " << code);
    BOOST_TEST(error.message.starts_with("cannot do it: "));
    BOOST_TEST((std::find(seen.begin(), seen.end(), error.message) == seen.end()));
    seen.push_back(error.message);
  }
  BOOST_TEST(usb_error(-3, "open").message.find("70-adoube.rules") != std::string::npos);
}
