// SPDX-License-Identifier: Apache-2.0
/// The examples of docs/wire-protocol.md, decoded by the driver: each block of bytes (```packet, ```request) must mean
/// what the block under it (```decoded) says, and its bytes must come out again where the meaning is encoded.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "driver/wire/capture.hpp"
#include "driver/wire/packet.hpp"
#include "driver/wire/protocol.hpp"

namespace adoube::wire {
namespace {

struct Example {
  std::string kind;  // "packet" or "request"
  std::string bytes;
  std::string meaning;
  int line = 0;
};

/// The examples of a document, in order. A block of bytes without a meaning under it is an error of the document.
std::vector<Example> examples(std::istream& document) {
  std::vector<Example> found;
  std::string text;
  std::string block;  // the kind of the block we are in, empty outside
  bool waiting = false;
  for (int line = 1; std::getline(document, text); ++line) {
    if (text.starts_with("```")) {
      const std::string kind = block.empty() ? text.substr(3) : "";
      if (kind == "packet" || kind == "request") {
        BOOST_REQUIRE_MESSAGE(!waiting, "line " << line << ": the bytes above have no ```decoded");
        found.push_back({kind, "", "", line});
        waiting = true;
      } else if (kind == "decoded") {
        BOOST_REQUIRE_MESSAGE(waiting, "line " << line << ": no bytes above");
        waiting = false;
      }
      block = block.empty() ? (kind.empty() ? "plain" : kind) : "";
    } else if (block == "packet" || block == "request") {
      found.back().bytes += text + "\n";
    } else if (block == "decoded") {
      found.back().meaning += text + "\n";
    }
  }
  BOOST_REQUIRE_MESSAGE(!waiting, "the last bytes have no ```decoded");
  return found;
}

std::vector<std::uint8_t> from_hex(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  std::istringstream in(text);
  for (std::string word; in >> word;) bytes.push_back(static_cast<std::uint8_t>(std::stoul(word, nullptr, 16)));
  return bytes;
}

std::string channel_name(std::uint8_t channel) {
  if (channel >= scan::auxiliary_first) {
    switch (channel) {
      case aux::clock_white: return "auxiliary clock_white";
      case aux::clock_black: return "auxiliary clock_black";
      case aux::adjust_white: return "auxiliary adjust_white";
      case aux::adjust_black: return "auxiliary adjust_black";
      case aux::arbiter: return "auxiliary arbiter";
      default: return fmt::format("auxiliary {}", channel);
    }
  }
  const char* plane = channel < scan::touch_first ? "presence" : "touch";
  return fmt::format("{} {}{}", plane, static_cast<char>('a' + channel % 8), channel / 8 % 8 + 1);
}

std::string levels(const Levels& value) {
  return fmt::format("presence {:016x} touch {:016x} auxiliary {:02x}\n", value.presence, value.touch, value.auxiliary);
}

/// A packet in the words of the document.
struct Words {
  const Packet& packet;
  std::string head(const char* name) const { return fmt::format("{} sequence {} base {}\n", name, packet.sequence, packet.base); }

  std::string operator()(const EventPacket& event) const {
    std::string out = head("event");
    for (const Edge& edge : event.used()) {
      out += fmt::format("edge {} level {:d} onset {}{}{}\n", channel_name(edge.channel), edge.level, edge.onset,
                         edge.bounced ? " bounced" : "", edge.late ? " late" : "");
    }
    return out + (event.horizon ? fmt::format("horizon {}\n", *event.horizon) : "horizon none\n");
  }
  std::string operator()(const SnapshotPacket& snapshot) const {
    return head("snapshot") + levels(snapshot.levels) + fmt::format("tick {}\n", snapshot.tick);
  }
  std::string operator()(const HeartbeatPacket& beat) const {
    std::string out = head("heartbeat") + levels(beat.levels);
    out += fmt::format("frame {} sof_tick {} scan_period {}\nchatter", beat.frame, beat.sof_tick, beat.scan_period);
    for (std::size_t i = 0; i < beat.chatter.size(); ++i) {
      if (beat.chatter[i] != 0) out += fmt::format(" {}:{}", beat.first_channel + i, beat.chatter[i]);
    }
    return out + "\n";
  }
  std::string operator()(const HelloPacket& hello) const {
    return head("hello") +
           fmt::format("protocol {} build_id {} scan_period {}\n", hello.protocol, hello.build_id, hello.scan_period) +
           fmt::format("hold_presence {} hold_touch {} hold_auxiliary {} chatter_max {}\nepoch {}\n", hello.hold_presence,
                       hello.hold_touch, hello.hold_auxiliary, hello.chatter_max, hello.epoch);
  }
  std::string operator()(const DropReportPacket& drop) const {
    return head("drop_report") +
           fmt::format("dropped {} onset_min {} onset_max {}\n", drop.dropped, drop.onset_min, drop.onset_max);
  }
};

/// A packet of the bulk endpoint.
std::string in_words(const CapturePacket& packet) {
  std::string out = "capture\n";
  for (const RawScan& scan : packet.scans) out += fmt::format("scan {} {}", scan.tick, levels(scan.levels));
  return out;
}

/// "SETUP bytes : data" in words: request, register, value.
std::string request_in_words(const std::string& text) {
  const auto colon = text.find(':');
  BOOST_REQUIRE(colon != std::string::npos);
  const auto setup = from_hex(text.substr(0, colon));
  const auto data = from_hex(text.substr(colon + 1));
  BOOST_REQUIRE_EQUAL(setup.size(), 8U);
  BOOST_REQUIRE_EQUAL(data.size(), 4U);
  const auto u16 = [&](std::size_t at) { return setup[at] | setup[at + 1] << 8; };
  BOOST_TEST(u16(2) == 0);
  BOOST_TEST(u16(6) == 4);
  std::string name;
  if (setup[0] == 0xC0 && setup[1] == request::read_register) name = "read_register";
  if (setup[0] == 0x40 && setup[1] == request::write_register) name = "write_register";
  BOOST_REQUIRE(!name.empty());
  const auto index = static_cast<std::uint32_t>(u16(4));
  for (const auto& info : registers) {
    if (info.address == index) {
      BOOST_TEST((info.writable || name == "read_register"));
      return fmt::format("{} {} {}\n", name, info.name, data[0] | data[1] << 8 | data[2] << 16 | data[3] << 24);
    }
  }
  BOOST_FAIL("there is no register " << index);
  return {};
}

std::vector<Example> document() {
  std::ifstream file(ADOUBE_SOURCE_DIR "/docs/wire-protocol.md");
  BOOST_REQUIRE(file);
  return examples(file);
}

BOOST_AUTO_TEST_CASE(every_example_means_what_stands_under_it) {
  std::set<std::size_t> kinds;
  int requests = 0;
  for (const Example& example : document()) {
    BOOST_TEST_CONTEXT("docs/wire-protocol.md:" << example.line) {
      if (example.kind == "request") {
        ++requests;
        BOOST_TEST(request_in_words(example.bytes) == example.meaning);
        continue;
      }
      const auto bytes = from_hex(example.bytes);
      if (bytes.at(0) >> 4 == packet::capture) {
        const auto raw = decode_capture(bytes);
        BOOST_REQUIRE_MESSAGE(raw, raw.error().message);
        BOOST_TEST(in_words(*raw) == example.meaning);
        kinds.insert(std::variant_size_v<decltype(Packet::body)>);
        const Bytes again = encode(*raw);
        BOOST_TEST(std::vector<std::uint8_t>(again.view().begin(), again.view().end()) == bytes, boost::test_tools::per_element());
        continue;
      }
      const auto packet = decode(bytes);
      BOOST_REQUIRE_MESSAGE(packet, packet.error().message);
      BOOST_TEST(std::visit(Words{*packet}, packet->body) == example.meaning);
      kinds.insert(packet->body.index());
      const auto again = encode(*packet);
      BOOST_REQUIRE_MESSAGE(again, again.error().message);
      BOOST_TEST(std::vector<std::uint8_t>(again->view().begin(), again->view().end()) == bytes, boost::test_tools::per_element());
    }
  }
  BOOST_TEST(kinds.size() == 6U, "the document has an example of each type of packet");
  BOOST_TEST(requests >= 2);
}

BOOST_AUTO_TEST_CASE(a_document_with_a_wrong_meaning_is_found_out) {
  std::istringstream text("```packet\n11 01 08 00 ee e5 0e 00 ff 01 00 80\n```\n```decoded\nevent sequence 9\n```\n");
  const auto found = examples(text);
  BOOST_REQUIRE_EQUAL(found.size(), 1U);
  const auto packet = decode(from_hex(found[0].bytes));
  BOOST_REQUIRE(packet);
  BOOST_TEST(std::visit(Words{*packet}, packet->body) != found[0].meaning);
}

}  // namespace
}  // namespace adoube::wire
