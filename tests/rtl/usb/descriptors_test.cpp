// SPDX-License-Identifier: Apache-2.0
// Descriptors over the wire: judged by a linter that does not know the table, asked for with every interesting length,
// counted in packets; and descriptors that do not exist.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "Vusb.h"
#include "Vusbsmall.h"
#include "Vusbtest.h"
#include "driver/wire/protocol.hpp"
#include "tests/rtl/usb/bench.hpp"
#include "tests/rtl/usb/descriptor_linter.hpp"
#include "tests/rtl/usb/standard_requests.hpp"

namespace bus = adoube::bus;
namespace wire = adoube::wire;
using adoube::test::DescriptorSet;
using adoube::test::get_descriptor;
using adoube::test::get_microsoft_set;
using adoube::test::lint;
using bus::Status;
using Bench = adoube::test::Bench<Vusb>;
using Bytes = std::vector<std::uint8_t>;
namespace descriptor_type = adoube::test::descriptor_type;

namespace {

template <class Array>
Bytes vec(const Array& array) {
  return Bytes(array.begin(), array.end());
}

DescriptorSet table() {
  namespace d = wire::descriptor;
  return {vec(d::device), vec(d::configuration),
          {{0, vec(d::language)}, {1, vec(d::manufacturer)}, {2, vec(d::product)}, {3, vec(d::serial)}},
          vec(d::store), vec(d::microsoft_set)};
}

void same(const DescriptorSet& got, const DescriptorSet& want) {
  BOOST_TEST(got.device == want.device, boost::test_tools::per_element());
  BOOST_TEST(got.configuration == want.configuration, boost::test_tools::per_element());
  for (const auto& [index, bytes] : want.strings) BOOST_TEST(got.strings.at(index) == bytes, boost::test_tools::per_element());
  BOOST_TEST(got.store == want.store, boost::test_tools::per_element());
  BOOST_TEST(got.microsoft_set == want.microsoft_set, boost::test_tools::per_element());
}

void clean(const DescriptorSet& set) {
  for (const std::string& fault : lint(set)) BOOST_ERROR(fault);
}

/// Every request for a descriptor that exists, without its length, and the bytes of it.
std::vector<std::pair<bus::Setup, Bytes>> requests(const DescriptorSet& set) {
  using adoube::test::us_english;
  std::vector<std::pair<bus::Setup, Bytes>> all{{get_descriptor(descriptor_type::device, 0), set.device},
                                                {get_descriptor(descriptor_type::configuration, 0), set.configuration},
                                                {get_descriptor(descriptor_type::store, 0), set.store},
                                                {get_microsoft_set(0), set.microsoft_set}};
  for (const auto& [index, bytes] : set.strings) all.emplace_back(get_descriptor(descriptor_type::string | index, 0, us_english), bytes);
  return all;
}

/// Asks for each descriptor with each length, and looks at the packets of the data stage one by one.
template <class Model>
void packets_of_every_length(adoube::test::Bench<Model>& bench, const DescriptorSet& set) {
  std::vector<Bytes> packets;  // PID and content
  bench.host.observe([&](const bus::PacketView& packet) {
    const bool data = packet.bytes.size() >= 3 && (packet.bytes[0] & 3U) == 3U;
    if (packet.from_device && data) packets.emplace_back(packet.bytes.begin(), packet.bytes.end() - 2);
  });
  for (const auto& [request, bytes] : requests(set)) {
    std::vector<std::size_t> lengths{8, 17, 18, 19, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 513, 0x1000, 0xFF00, 0xFFFF};
    for (std::size_t length = 0; length <= bytes.size() + 3; ++length) lengths.push_back(length);
    for (const std::size_t length : lengths) {
      BOOST_TEST_CONTEXT("request " << int{request.request} << " value " << request.value << " length " << length) {
        bus::Setup setup = request;
        setup.length = static_cast<std::uint16_t>(length);
        packets.clear();
        const auto answer = bench.control(setup);
        BOOST_TEST(answer.status == Status::completed);
        const std::size_t size = std::min(length, bytes.size()), room = bench.max_packet0;
        BOOST_TEST(answer.data == Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)),
                   boost::test_tools::per_element());
        // Full packets, then what is left; a packet without data only where the host asked for more than came and the
        // last packet was full (USB 2.0, 5.5.3), or as the status stage of a request without data stage.
        const bool ends_empty = length == 0 || (size < length && size % room == 0);
        const std::size_t expected = size / room + (size % room != 0 ? 1 : 0) + (ends_empty ? 1 : 0);
        BOOST_TEST_REQUIRE(packets.size() == expected);
        for (std::size_t i = 0; i < expected; ++i) {
          BOOST_TEST(packets[i].size() - 1 == std::min(room, size - std::min(size, i * room)));
          BOOST_TEST(packets[i][0] == bus::pid_byte(i % 2 == 0 ? bus::Pid::data1 : bus::Pid::data0));
        }
      }
    }
  }
  bench.host.observe({});
}

}  // namespace

BOOST_AUTO_TEST_CASE(descriptors_keep_the_specifications_and_are_those_of_the_table) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  const DescriptorSet set = read_descriptors(bench);
  clean(set);
  same(set, table());
  std::size_t bytes = set.device.size() + set.configuration.size() + set.store.size() + set.microsoft_set.size();
  for (const auto& [index, text] : set.strings) bytes += text.size();
  BOOST_TEST_MESSAGE(bytes << " of 512 bytes of the descriptor ROM used, " << set.store.size() << " by the object store");
}

BOOST_AUTO_TEST_CASE(those_of_the_test_build_too) {
  adoube::test::Bench<Vusbtest> bench;
  BOOST_REQUIRE(bench.enumerate());
  const DescriptorSet set = read_descriptors(bench);
  clean(set);
  DescriptorSet want = table();
  want.device = vec(wire::test_descriptor::device);
  want.configuration = vec(wire::test_descriptor::configuration);
  same(set, want);
  BOOST_TEST((set.device[8] | set.device[9] << 8) == 0x0525);   // Gadget Zero
  BOOST_TEST((set.device[10] | set.device[11] << 8) == 0xA4A0);
}

// Whatever bit of the descriptors is flipped, the linter sees it, except in what only says which board this is: numbers,
// names, and which of the legal endpoints there are.
BOOST_AUTO_TEST_CASE(no_wrong_bit_in_the_structure_gets_past_the_linter) {
  const DescriptorSet good = table();
  BOOST_REQUIRE(lint(good).empty());
  std::map<std::string, std::vector<std::size_t>> unseen;  // bytes of which some flipped bit goes unseen
  DescriptorSet set = good;
  const auto flip = [&](Bytes& bytes, const std::string& name) {
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      bool all = true;
      for (unsigned bit = 0; bit < 8; ++bit) {
        bytes[at] ^= static_cast<std::uint8_t>(1U << bit);
        all = !lint(set).empty() && all;
        bytes[at] ^= static_cast<std::uint8_t>(1U << bit);
      }
      if (!all) unseen[name].push_back(at);
    }
  };
  flip(set.device, "device");
  flip(set.configuration, "configuration");
  flip(set.strings[0], "language");
  flip(set.store, "store");
  flip(set.microsoft_set, "microsoft_set");
  for (std::uint8_t index = 1; index < 4; ++index) flip(set.strings[index], "string");

  BOOST_TEST(unseen["device"] == (std::vector<std::size_t>{8, 9, 10, 11, 12, 13}), boost::test_tools::per_element());
  // Value, supply, power; address and interval of the one endpoint, address of the other.
  BOOST_TEST(unseen["configuration"] == (std::vector<std::size_t>{5, 7, 8, 20, 24, 27}), boost::test_tools::per_element());
  BOOST_TEST(unseen["language"].empty());
  BOOST_TEST(unseen["store"] == (std::vector<std::size_t>{27, 55}), boost::test_tools::per_element());  // request codes
  // Digits of the GUID; its dashes, braces and the zeros between are seen.
  for (const std::size_t at : unseen["microsoft_set"]) BOOST_TEST((at >= 84 && at < 156 && at % 2 == 0), "byte " << at);
  BOOST_TEST(unseen["microsoft_set"].size() == 32U);
  for (const std::size_t at : unseen["string"]) BOOST_TEST((at >= 2 && at % 2 == 0));
  // Nor is a descriptor that ends a byte early or has one too many.
  for (Bytes* bytes : {&set.device, &set.configuration, &set.strings[0], &set.strings[3], &set.store, &set.microsoft_set}) {
    bytes->push_back(0);
    BOOST_TEST(!lint(set).empty());
    bytes->pop_back();
    const std::uint8_t last = bytes->back();
    bytes->pop_back();
    BOOST_TEST(!lint(set).empty());
    bytes->push_back(last);
  }
}

BOOST_AUTO_TEST_CASE(every_length_in_packets_of_64_bytes) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  packets_of_every_length(bench, table());
}

// With packets of two bytes most descriptors are exact multiples of the packet size.
BOOST_AUTO_TEST_CASE(every_length_in_packets_of_two_bytes) {
  adoube::test::Bench<Vusbsmall> bench;
  to_default(bench);
  bench.max_packet0 = 2;
  DescriptorSet set = table();
  set.device[7] = 2;
  packets_of_every_length(bench, set);
}

BOOST_AUTO_TEST_CASE(descriptors_that_do_not_exist_are_refused_and_the_next_request_works) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  const Bytes head(wire::descriptor::device.begin(), wire::descriptor::device.begin() + 8);
  for (unsigned type = 0; type < 0x30; ++type) {
    for (const unsigned index : {0U, 1U, 2U, 3U, 4U, 0xEEU, 0xFFU}) {
      const bool exists = (type == 3 && index < 4) || ((type == 1 || type == 2 || type == 15) && index == 0);
      if (exists) continue;
      BOOST_TEST_CONTEXT("type " << type << " index " << index) {
        for (const std::uint16_t length : std::array<std::uint16_t, 3>{0, 10, 255}) {
          const auto value = static_cast<std::uint16_t>(type << 8U | index);
          BOOST_TEST(bench.control(get_descriptor(value, length, type == 3 ? adoube::test::us_english : std::uint16_t{0})).status ==
                     Status::stalled);
        }
        BOOST_TEST((bench.control(get_descriptor(descriptor_type::device, 8)).data == head));
      }
    }
  }
  // The set of Windows under another index, and a page of WebUSB: there is none.
  for (const std::uint16_t index : std::array<std::uint16_t, 5>{0, 4, 5, 8, 0x0107}) {
    bus::Setup setup = get_microsoft_set(162);
    setup.index = index;
    BOOST_TEST(bench.control(setup).status == Status::stalled);
  }
  const auto webusb = static_cast<std::uint8_t>(wire::request::webusb);
  for (const std::uint16_t page : std::array<std::uint16_t, 3>{0, 1, 255})
    BOOST_TEST(bench.control({adoube::test::request::of_vendor, webusb, page, 2, 255}).status == Status::stalled);
  BOOST_TEST((bench.control(get_descriptor(descriptor_type::device, 8)).data == head));
  BOOST_TEST(bench.host.counters().bad == 0U);
  BOOST_TEST(bench.host.counters().silent == 0U);
}
