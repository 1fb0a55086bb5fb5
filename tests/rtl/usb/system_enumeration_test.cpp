// SPDX-License-Identifier: Apache-2.0
// The request sequences of operating systems, from the tables in enumerations/, against the device: every answer byte by
// byte, with the systems' gaps and resets. Nothing here was tried on those systems.
//
// A table: `reset_ms` and `recovery_ms` of every bus reset, then `steps`:
//   rest_ms            only SOF for so long
//   reset              a bus reset; the device is at address 0 again
//   ask                the eight bytes of SETUP, hexadecimal. `**` stands for the length of the whole answer, iM, iP and iS
//                      for the string numbers of the device descriptor, cV for the value of the configuration, MS for the
//                      request code that the BOS names.
//     answer           a descriptor, cut at wLength; `bytes`: those; `refused`: STALL; none of them: no data stage
//     address          the device has that address from then on
//     cut              the host leaves it at the first data packet: neither status stage nor another packet
#include <boost/test/unit_test.hpp>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "Vusb.h"
#include "driver/wire/protocol.hpp"
#include "tests/rtl/usb/bench.hpp"
#include "tests/rtl/usb/standard_requests.hpp"

namespace bus = adoube::bus;
namespace descriptor = adoube::wire::descriptor;
using bus::Status;
using Bench = adoube::test::Bench<Vusb>;
using Bytes = std::vector<std::uint8_t>;

namespace {

template <class Array>
Bytes vec(const Array& array) {
  return Bytes(array.begin(), array.end());
}

const std::map<std::string, Bytes>& known() {
  static const std::map<std::string, Bytes> all{
      {"device", vec(descriptor::device)},       {"configuration", vec(descriptor::configuration)},
      {"language", vec(descriptor::language)},   {"manufacturer", vec(descriptor::manufacturer)},
      {"product", vec(descriptor::product)},     {"serial", vec(descriptor::serial)},
      {"store", vec(descriptor::store)},         {"microsoft_set", vec(descriptor::microsoft_set)}};
  return all;
}

/// Bytes of a table's text, the names replaced by what the descriptors say.
Bytes bytes_of(const std::string& text, std::size_t whole) {
  const Bytes& device = known().at("device");
  const std::map<std::string, std::uint8_t> names{{"iM", device[14]},
                                                  {"iP", device[15]},
                                                  {"iS", device[16]},
                                                  {"cV", known().at("configuration")[5]},
                                                  {"MS", known().at("store")[known().at("store").size() - 2]}};
  Bytes bytes;
  bool low = true;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    if (const auto name = names.find(word); name != names.end()) {
      bytes.push_back(name->second);
    } else if (word == "**") {
      bytes.push_back(static_cast<std::uint8_t>(low ? whole & 0xFFU : whole >> 8U));
      low = !low;
    } else {
      std::uint8_t value = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
      BOOST_REQUIRE_MESSAGE(error == std::errc() && end == word.data() + word.size() && word.size() == 2, "not a byte: " << word);
      bytes.push_back(value);
    }
  }
  return bytes;
}

bus::Setup setup_of(const Bytes& b) {
  BOOST_REQUIRE(b.size() == 8U);
  const auto word = [&](std::size_t at) { return static_cast<std::uint16_t>(b[at] | static_cast<unsigned>(b[at + 1]) << 8U); };
  return {b[0], b[1], word(2), word(4), word(6)};
}

/// A control read that the host leaves after the first data packet, because it resets the port.
Bytes cut_short(Bench& bench, const bus::Setup& setup) {
  Bytes room(setup.length);
  bus::Transfer transfer;
  transfer.address = bench.address;
  transfer.max_packet = bench.max_packet0;
  transfer.setup = setup;
  transfer.data = room;
  const std::uint64_t before = bench.host.counters().data_in;
  bench.host.submit(transfer);
  while (transfer.status == Status::pending && bench.host.counters().data_in == before) bench.step();
  bench.host.bus_reset();
  bench.run(bus::frame_bits);
  BOOST_TEST(transfer.status == Status::reset);
  room.resize(transfer.actual);
  return room;
}

class Player {
 public:
  /// `cut_all`: also the requests at address 0 that the table lets end are left after their first packet where a reset follows.
  Player(const toml::table& table, unsigned phase, bool pin_registers, bool cut_all)
      : table_(table), bench_(phase, pin_registers, options(table)), cut_all_(cut_all) {}

  void play() {
    const toml::array& steps = *table_["steps"].as_array();
    BOOST_REQUIRE(steps.size() > 10U);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const toml::table& step = *steps[i].as_table();
      const bool reset_follows = i + 1 < steps.size() && steps[i + 1].as_table()->contains("reset");
      BOOST_TEST_CONTEXT("step " << i + 1) { take(step, reset_follows); }
    }
    // What every system ends with: a device that is configured and has something to say.
    BOOST_TEST((bench_.control({0x80, 8, 0, 0, 1}).data == Bytes{known().at("configuration")[5]}));
    bench_.device.scan.packets.emplace_back(11, std::uint8_t{0x5A});
    BOOST_TEST((bench_.poll().data == Bytes(11, 0x5A)));
    const bus::HostCounters& counters = bench_.host.counters();
    BOOST_TEST(counters.bad == 0U);
    BOOST_TEST(counters.silent == 0U);
    BOOST_TEST(counters.collisions == 0U);
    BOOST_TEST(counters.unasked == 0U);
    BOOST_TEST(counters.repeated == 0U);
    BOOST_TEST(counters.stalls == refused_);
  }

 private:
  static bus::HostOptions options(const toml::table& table) {
    bus::HostOptions options;
    options.reset = table["reset_ms"].value<std::uint64_t>().value() * bus::frame_bits;
    options.recovery = table["recovery_ms"].value<std::uint64_t>().value() * bus::frame_bits;
    return options;
  }

  void take(const toml::table& step, bool reset_follows) {
    if (const auto rest = step["rest_ms"].value<std::uint64_t>()) {
      bench_.run(*rest * bus::frame_bits);
    } else if (step.contains("reset")) {
      to_default(bench_);
    } else {
      const auto answer = step["answer"].value<std::string>();
      const Bytes whole = answer ? known().at(*answer) : bytes_of(step["bytes"].value_or(""), 0);
      ask(step, setup_of(bytes_of(step["ask"].value<std::string>().value(), whole.size())), whole, reset_follows);
    }
  }

  void ask(const toml::table& step, const bus::Setup& setup, const Bytes& whole, bool reset_follows) {
    const Bytes want(whole.begin(), whole.begin() + std::min<std::ptrdiff_t>(setup.length, std::ssize(whole)));
    if (step["cut"].value_or(false) || (cut_all_ && reset_follows)) {
      BOOST_TEST(cut_short(bench_, setup) == want, boost::test_tools::per_element());  // a packet holds all of it
      return;
    }
    const auto got = bench_.control(setup);
    if (step["refused"].value_or(false)) {
      BOOST_TEST(got.status == Status::stalled);
      ++refused_;
      return;
    }
    BOOST_TEST(got.status == Status::completed);
    BOOST_TEST(got.data == want, boost::test_tools::per_element());
    if (const auto address = step["address"].value<std::int64_t>()) bench_.address = static_cast<std::uint8_t>(*address);
  }

  const toml::table& table_;
  Bench bench_;
  bool cut_all_;
  std::uint64_t refused_ = 0;
};

void enumerate_as(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rtl/usb/enumerations" / (name + ".toml");
  const toml::table table = toml::parse_file(path.string());
  BOOST_REQUIRE(table["sources"].as_array() != nullptr && !table["sources"].as_array()->empty());
  for (const auto& [phase, pins, cut] : {std::tuple{0U, false, false}, {2U, true, true}}) {
    BOOST_TEST_CONTEXT(table["system"].value_or("") << ", phase " << phase << ", cut short " << cut) {
      Player(table, phase, pins, cut).play();
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(as_linux_64_bytes_first) { enumerate_as("linux-new-scheme"); }
BOOST_AUTO_TEST_CASE(as_linux_address_first) { enumerate_as("linux-old-scheme"); }
BOOST_AUTO_TEST_CASE(as_windows_7) { enumerate_as("windows-7"); }
BOOST_AUTO_TEST_CASE(as_windows_10) { enumerate_as("windows-10"); }
BOOST_AUTO_TEST_CASE(as_macos) { enumerate_as("macos"); }

BOOST_AUTO_TEST_CASE(every_table_is_played) {
  std::size_t tables = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rtl/usb/enumerations"))
    tables += entry.path().extension() == ".toml" ? 1U : 0U;
  BOOST_TEST(tables == 5U);
}
