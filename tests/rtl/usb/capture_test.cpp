// SPDX-License-Identifier: Apache-2.0
// An independent judge of the wires: tshark dissects every packet of a session with the device and checks PIDs and CRCs.
#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "Vusb.h"
#include "sim/bus/pcap.hpp"
#include "tests/rtl/usb/bench.hpp"

namespace bus = adoube::bus;
using Bench = adoube::test::Bench<Vusb>;
using adoube::bus::PcapWriter;

namespace {

/// Standard output of a command.
std::string output(const std::string& command) {
  struct Close {
    void operator()(std::FILE* file) const { pclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> pipe(popen((command + " 2>/dev/null").c_str(), "r"));
  BOOST_REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) text.append(buffer.data(), n);
  return text;
}

std::size_t lines(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

struct Session {
  std::size_t packets = 0;
  std::uint64_t hash = 0;
};

/// Enumeration, registers, refusals, events and a few planted faults, written to `path`.
Session record(const std::string& path, unsigned spoiled) {
  auto file = PcapWriter::create(path);
  BOOST_REQUIRE(file.has_value());
  Bench bench;
  Session session;
  bench.host.observe([&](const bus::PacketView& packet) {
    ++session.packets;
    file->write(packet);
  });
  bench.device.scan.registers = {{0, 0x42554441}};
  BOOST_REQUIRE(bench.enumerate());
  bench.control({0xC0, 1, 0, 0, 4});
  bench.control({0xC0, 1, 0, 99, 4});
  bench.control({0x80, 6, 0x0302, 0x0409, 255});
  for (unsigned i = 0; i < 20; ++i) bench.device.scan.packets.emplace_back(8 + 2 * i, static_cast<std::uint8_t>(0xFF - i));
  bench.host.faults().plant({.packets = bus::Packets::handshake, .nth = 3});
  if (spoiled != 0) bench.host.faults().plant(
      {.damage = bus::Damage::flip, .side = bus::Side::device, .packets = bus::Packets::data, .endpoint = 1, .nth = spoiled, .amount = 20});
  for (unsigned i = 0; i < 20; ++i) BOOST_TEST((bench.poll().status == bus::Status::completed));
  bench.poll(3);
  BOOST_REQUIRE(file->close().has_value());
  session.hash = bench.host.log_hash();
  return session;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_packet_is_dissected_and_a_bad_crc_is_flagged) {
  BOOST_REQUIRE_MESSAGE(std::system("tshark --version > /dev/null 2>&1") == 0, "tshark is not installed (scripts/setup test)");
  const std::string folder = std::filesystem::temp_directory_path() / ("adoube-capture-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string good = folder + "/good.pcap", bad = folder + "/bad.pcap", again = folder + "/again.pcap";
  const Session session = record(good, 0);
  BOOST_TEST(session.packets > 100U);

  // One line a packet: its PID and whatever the dissector found wrong with it.
  const std::string fields = " -T fields -e usbll.pid -e usbll.addr -e usbll.endp -e usbll.data";
  const std::string dissected = output("tshark -r " + good + fields);
  BOOST_TEST(lines(dissected) == session.packets);
  BOOST_TEST(lines(output("tshark -r " + good + " -Y usbll.pid")) == session.packets);
  const std::string faults = " -Y '_ws.malformed || usbll.crc5.status != 1 || usbll.crc16.status != 1 || _ws.expert.severity >= 6291456'";
  BOOST_TEST(output("tshark -r " + good + faults) == "");
  // What tshark counts is what the session did: one SETUP in each control transfer, and the repeated packet.
  BOOST_TEST(lines(output("tshark -r " + good + " -Y 'usbll.pid == 0x2d'")) == 9U);
  BOOST_TEST(lines(output("tshark -r " + good + " -Y 'usbll.pid == 0x1e'")) == 1U);

  record(bad, 5);
  BOOST_TEST(lines(output("tshark -r " + bad + faults)) == 1U);

  // The same session gives the same bytes.
  BOOST_TEST(record(again, 0).hash == session.hash);
  BOOST_TEST(std::system(("cmp -s " + good + " " + again).c_str()) == 0);
  BOOST_TEST(std::system(("cmp -s " + good + " " + bad).c_str()) != 0);
  std::filesystem::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_an_error) {
  const auto file = PcapWriter::create("/nonexistent/folder/x.pcap");
  BOOST_REQUIRE(!file.has_value());
  BOOST_TEST((file.error().cause == adoube::Cause::io));
  auto full = PcapWriter::create("/dev/full");
  BOOST_REQUIRE(full.has_value());
  BOOST_TEST(!full->close().has_value());
}
