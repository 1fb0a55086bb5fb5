// SPDX-License-Identifier: Apache-2.0
/// What every co-simulation is held to, whatever its test is about: the device broke no rule of the bus, and tshark finds
/// nothing wrong with what passed (judge.py, which ctest runs after them).
#pragma once
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/bus/host.hpp"
#include "sim/bus/pcap.hpp"

namespace adoube::test {

/// The beginning of what passes on one bus, without the packets that a test damaged. Kept in memory: a process may have
/// several buses at a time, and they stand in its capture one after the other. Nothing is kept unless ctest says where
/// (ADOUBE_CAPTURES).
class BusRecord {
 public:
  BusRecord() = default;
  BusRecord(const BusRecord&) = delete;
  BusRecord& operator=(const BusRecord&) = delete;
  ~BusRecord() {
    for (const Packet& packet : packets_) {
      File::get().packets->write({packet.start, 0, false, bus::Form::good, false, false, {packet.bytes.data(), packet.size}});
    }
  }
  /// For Host::log().
  static bus::PacketObserver observer() {
    return [record = std::make_shared<BusRecord>()](const bus::PacketView& packet) { record->keep(packet); };
  }

 private:
  /// Ten seconds of a quiet bus, and ten times that in a process. tshark reads some 50,000 packets a second.
  static constexpr std::size_t most = 30'000;
  static constexpr std::size_t most_of_all = 300'000;

  struct Packet {
    std::uint64_t start;
    std::size_t size;
    std::array<std::uint8_t, bus::packet_max> bytes;
  };
  struct File {
    static File& get() {
      static File file;
      return file;
    }
    File() {
      const char* folder = std::getenv("ADOUBE_CAPTURES");
      if (folder == nullptr) return;
      std::filesystem::create_directories(folder);
      const auto name = boost::unit_test::framework::master_test_suite().p_name.get() + "-" + std::to_string(getpid()) + ".pcap";
      auto made = bus::PcapWriter::create(std::filesystem::path(folder) / name);
      BOOST_REQUIRE_MESSAGE(made.has_value(), "the capture cannot be written");
      packets.emplace(std::move(*made));
      left = most_of_all;
    }
    std::optional<bus::PcapWriter> packets;
    std::size_t left = 0;
  };

  void keep(const bus::PacketView& packet) {
    if (packet.damaged || packets_.size() == most || File::get().left == 0) return;
    --File::get().left;
    Packet& kept = packets_.emplace_back(Packet{packet.start, packet.bytes.size(), {}});
    std::ranges::copy(packet.bytes, kept.bytes.begin());
  }

  std::vector<Packet> packets_;
};

/// Stands beside a host for as long as that lives.
class Witness {
 public:
  explicit Witness(bus::Host& host) : host_(host) { host.log(BusRecord::observer()); }
  ~Witness() { BOOST_TEST(host_.checker().report() == ""); }
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

 private:
  const bus::Host& host_;
};

}  // namespace adoube::test
