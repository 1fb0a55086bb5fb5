// SPDX-License-Identifier: Apache-2.0
// The claim of docs/no-edge-lost.md at its corner: the leaky bucket is filled to the brim in several ways, at the worst moment
// of the frame, on the whole device at its pins; and one edge more is told to the edge.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "driver/wire/packet.hpp"
#include "tests/sim/kernel/rig.hpp"

using namespace adoube;
using sim::Change;
using sim::ProbedEdge;

namespace {

constexpr std::uint64_t frame_clocks = bus::frame_bits;
constexpr std::uint64_t clocks_an_edge = 1'000;  // the bucket drains 12 edges a millisecond
constexpr std::uint64_t slot_clocks = wire::front::parallel.slot_clocks();
constexpr std::uint64_t scan_clocks = wire::scan::slots * slot_clocks;
constexpr unsigned promised = 237;  // D of docs/no-edge-lost.md

/// What a host does beside polling, and what goes wrong.
struct Circumstances {
  bool reads = false;             ///< registers, one after the other
  bool capture = false;           ///< raw samples are on and fetched
  bool hello = false;             ///< SET_CONFIGURATION just before the burst
  unsigned lost_handshakes = 0;   ///< of the host's, from the first packet of the burst on
  unsigned missed_polls = 0;      ///< a pause of the host, beginning with the burst
};

/// Edges as fast as contacts can, until the bucket holds `level`; then as many as keep it full for `sustained` clocks.
struct Shape {
  const char* name;
  std::int64_t begin;             ///< clocks after the start of frame 1,024, at which a heartbeat is due
  std::uint64_t sustained;
  Circumstances with;
  unsigned holds;                 ///< edges above the drain of which this shape loses none; a few more are too many
};

/// When the bank looks at the channel in scan `scan`, in clocks of device time, but for a constant.
std::uint64_t looked_at(std::uint64_t scan, unsigned row, unsigned place) { return scan * scan_clocks + (row + 1) * slot_clocks + 2 * place; }

/// The contacts of a shape: with hold 0 a level that two scans see is an edge at the second.
std::vector<Change> contacts(std::uint64_t begin, std::uint64_t sustained, unsigned level) {
  std::vector<Change> changes;
  std::array<std::uint64_t, 128> free_from{};
  std::array<bool, 128> levels{};
  std::uint64_t content = 0, last = 0, full_at = 0;
  for (std::uint64_t scan = begin / scan_clocks;; ++scan) {
    for (unsigned row = 0; row < 8; ++row) {
      for (unsigned place = 0; place < 16; ++place) {
        const std::uint64_t at = looked_at(scan, row, place);
        const unsigned channel = place < 8 ? row * 8 + place : 64 + row * 8 + place - 8;
        if (at < begin || free_from[channel] > scan) continue;
        if (full_at != 0 && at > full_at + sustained) {
          std::sort(changes.begin(), changes.end());
          return changes;
        }
        content = content > at - last ? content - (at - last) : 0;
        last = at;
        if (content + clocks_an_edge > level * clocks_an_edge) {
          if (full_at == 0) full_at = at;
          continue;
        }
        content += clocks_an_edge;
        levels[channel] = !levels[channel];
        // Seen by the scan before, so some microseconds before that scan comes to the row.
        changes.push_back({static_cast<Tick>(((scan - 1) * scan_clocks + row * slot_clocks) / 12), static_cast<std::uint8_t>(channel), levels[channel]});
        free_from[channel] = scan + 2;
      }
    }
  }
}

/// The most that a bucket with this drain would have held of these edges.
std::uint64_t bucket(const std::vector<ProbedEdge>& edges) {
  std::uint64_t content = 0, last = 0, most = 0;
  for (const ProbedEdge& edge : edges) {
    content = content > edge.clock - last ? content - (edge.clock - last) : 0;
    content += clocks_an_edge;
    last = edge.clock;
    most = std::max(most, content);
  }
  return most;
}

struct Outcome {
  std::vector<ProbedEdge> taken, refused;
  std::vector<wire::Edge> delivered;
  std::vector<wire::DropReportPacket> reports;
  std::uint64_t content = 0;  ///< of the bucket, in clocks
  unsigned gaps = 0;          ///< in the sequence
  unsigned heartbeats = 0;
};

// Frames from power-up to that of the burst: the board must be configured by then.
constexpr std::uint64_t lead = 150;

/// Reads the tick, again and again.
class Inquirer {
 public:
  Inquirer(bus::Host& host, std::uint8_t address) : host_(host) {
    transfer_.address = address;
    transfer_.setup = {0xC0, static_cast<std::uint8_t>(wire::request::read_register), 0, static_cast<std::uint16_t>(wire::reg::tick), 4};
    transfer_.data = room_;
    transfer_.done = [this](bus::Transfer& transfer) {
      if (transfer.status != bus::Status::completed) return;
      ++answers;
      host_.submit(transfer);
    };
    host_.submit(transfer_);
  }
  ~Inquirer() { host_.cancel(transfer_); }
  Inquirer(const Inquirer&) = delete;
  Inquirer& operator=(const Inquirer&) = delete;

  unsigned answers = 0;

 private:
  bus::Host& host_;
  bus::Transfer transfer_;
  std::array<std::uint8_t, 4> room_{};
};

void write(sim::test::Rig& rig, std::uint32_t address, std::uint32_t value) {
  while (!rig.writer->write(address, value)) rig.kernel.run_until(rig.kernel.now() + 500);
}

void hear(Outcome& outcome, const std::vector<std::vector<std::uint8_t>>& packets, std::optional<std::uint16_t>& sequence) {
  for (const auto& bytes : packets) {
    const auto packet = wire::decode(bytes);
    BOOST_REQUIRE(packet.has_value());
    if (sequence && packet->sequence != static_cast<std::uint16_t>(*sequence + 1)) ++outcome.gaps;
    sequence = packet->sequence;
    if (const auto* event = std::get_if<wire::EventPacket>(&packet->body)) {
      outcome.delivered.insert(outcome.delivered.end(), event->used().begin(), event->used().end());
    }
    if (const auto* report = std::get_if<wire::DropReportPacket>(&packet->body)) outcome.reports.push_back(*report);
    if (std::holds_alternative<wire::HeartbeatPacket>(packet->body)) ++outcome.heartbeats;
  }
}

/// `without`: so many of the last edges do not happen.
Outcome play(const Shape& shape, unsigned level, std::size_t without = 0) {
  const auto begin = static_cast<std::uint64_t>(static_cast<std::int64_t>(lead * frame_clocks) + shape.begin);  // device time
  std::vector<Change> changes = contacts(begin, shape.sustained, level);
  changes.resize(changes.size() - without);
  const std::uint64_t end = begin + shape.sustained + 45 * frame_clocks;
  changes.push_back({static_cast<Tick>(end / 12), 133, true});  // edges are taken again
  bus::HostOptions host = sim::test::quick_host();
  host.poll_offset = 120;  // a heartbeat is composed when this frame's poll is over, and stands in the way until the next
  const std::uint64_t power = (1024 - lead) * frame_clocks;
  sim::test::Rig rig(std::move(changes), {.begin = power}, host);
  BOOST_REQUIRE(rig.start());
  for (const auto hold : {wire::reg::hold_presence, wire::reg::hold_touch, wire::reg::hold_auxiliary}) write(rig, hold, 0);
  write(rig, wire::reg::capture, shape.with.capture ? 1 : 0);
  rig.kernel.run_until(rig.kernel.now() + 5 * frame_clocks);
  if (shape.with.capture) rig.capture_reader = std::make_unique<sim::test::Reader>(rig.host, rig.enumerator.address(), true);
  std::optional<Inquirer> inquirer;
  if (shape.with.reads) inquirer.emplace(rig.host, rig.enumerator.address());
  BOOST_REQUIRE(rig.kernel.now() < power + begin - frame_clocks);
  bus::Transfer configure;
  configure.address = rig.enumerator.address();
  configure.setup = {0x00, 9, 1, 0, 0};
  if (shape.with.hello) {
    rig.kernel.run_until(power + begin - 3'000);
    rig.host.submit(configure);
  }
  rig.kernel.run_until(power + begin - 100);
  Outcome outcome;
  std::optional<std::uint16_t> sequence;
  if (shape.with.missed_polls != 0) {
    const auto before = rig.reader->packets();
    rig.reader = nullptr;
    hear(outcome, before, sequence);
    rig.kernel.run_until((rig.kernel.now() / frame_clocks + 1 + shape.with.missed_polls) * frame_clocks - 100);
    rig.reader = std::make_unique<sim::test::Reader>(rig.host, rig.enumerator.address());
  }
  if (shape.with.lost_handshakes != 0) {
    rig.host.faults().plant({.packets = bus::Packets::handshake, .endpoint = 1, .nth = 1, .times = shape.with.lost_handshakes});
  }
  rig.kernel.run_until(power + end + 5 * frame_clocks);
  hear(outcome, rig.reader->packets(), sequence);
  outcome.content = bucket(rig.kernel.edges());
  for (const ProbedEdge& edge : rig.kernel.edges()) (edge.refused ? outcome.refused : outcome.taken).push_back(edge);
  if (shape.with.reads) BOOST_TEST(inquirer->answers > 50U);
  if (shape.with.capture) BOOST_TEST(rig.capture_reader->packets().size() > 100U);
  return outcome;
}

bool same(const ProbedEdge& taken, const wire::Edge& delivered) {
  return taken.channel == delivered.channel && taken.level == delivered.level && taken.onset == delivered.onset &&
         taken.bounced == delivered.bounced && taken.late == delivered.late;
}

const std::array shapes{
    Shape{"all at once, behind a poll", 500, 0, {}, 251},
    Shape{"kept full, a heartbeat in the way", 700, 40 * frame_clocks, {}, 245},
    Shape{"kept full, a heartbeat due that is put off", -11'500, 40 * frame_clocks, {}, 252},
    Shape{"kept full, a hello asked for in the middle", -11'500, 40 * frame_clocks, {.hello = true}, 252},
    Shape{"kept full while registers are read", -11'500, 40 * frame_clocks, {.reads = true}, 252},
    Shape{"kept full while raw samples are sent", -11'500, 40 * frame_clocks, {.capture = true}, 252},
    Shape{"kept full, two handshakes lost", -11'500, 40 * frame_clocks, {.lost_handshakes = 2}, 228},
    Shape{"kept full, the host five frames away", -11'500, 40 * frame_clocks, {.missed_polls = 5}, 192},
};

/// What the document promises for as many polls that bring nothing.
unsigned promised_to(const Circumstances& with) { return promised - 12 * (with.lost_handshakes + with.missed_polls); }

/// True if nothing was lost; checks that what was not lost came as it was, and what was lost is told to the edge.
bool exact(const Outcome& outcome) {
  BOOST_TEST(outcome.gaps == 0U);
  BOOST_TEST(outcome.heartbeats >= 1U);
  BOOST_TEST(outcome.delivered.size() == outcome.taken.size());
  BOOST_TEST(std::ranges::equal(outcome.taken, outcome.delivered, same));
  BOOST_TEST(outcome.reports.size() == (outcome.refused.empty() ? 0U : 1U));
  if (outcome.refused.empty() || outcome.reports.empty()) return outcome.refused.empty();
  const auto [first, last] = std::ranges::minmax_element(outcome.refused, {}, &ProbedEdge::onset);
  BOOST_TEST(outcome.reports[0].dropped == outcome.refused.size());
  BOOST_TEST(outcome.reports[0].onset_min == first->onset);
  BOOST_TEST(outcome.reports[0].onset_max == last->onset);
  return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(inside_the_bucket_nothing_is_lost_and_one_edge_outside_is_told) {
  for (const Shape& shape : shapes) {
    BOOST_TEST_CONTEXT(shape.name) {
      BOOST_TEST(shape.holds >= promised_to(shape.with));
      // All at once, one level more is two edges: the second of them is left out, or both.
      const bool burst = shape.sustained == 0;
      const Outcome inside = burst ? play(shape, shape.holds + 1, 2) : play(shape, shape.holds);
      BOOST_TEST(exact(inside));
      BOOST_TEST(inside.content > (shape.holds - 1) * clocks_an_edge);  // full indeed
      Outcome outside = play(shape, shape.holds + 1, burst ? 1 : 0);
      for (unsigned more = 2; outside.refused.empty() && more <= 20; ++more) outside = play(shape, shape.holds + more);
      BOOST_TEST(!exact(outside));
      if (burst) BOOST_TEST(outside.refused.size() == 1U);
    }
  }
}

// ADOUBE_CORNER=n: at n moments of two frames, 2 unless asked for more.
BOOST_AUTO_TEST_CASE(nothing_is_lost_at_any_moment_of_the_frame) {
  const char* const asked = std::getenv("ADOUBE_CORNER");
  const int moments = asked != nullptr ? std::atoi(asked) : 2;
  for (Shape shape : shapes) {
    for (int i = 0; i < moments; ++i) {
      shape.begin = -12'000 + static_cast<std::int64_t>(24'000) * i / moments;
      BOOST_TEST_CONTEXT(shape.name << ", from " << shape.begin << " on") { BOOST_TEST(exact(play(shape, promised_to(shape.with)))); }
    }
  }
}
