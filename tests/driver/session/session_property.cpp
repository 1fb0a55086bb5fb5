// SPDX-License-Identifier: Apache-2.0
/// A session on a line that loses, repeats and damages packets: everything is accounted for, and nothing is certain and
/// wrong. And a session that is fed noise.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "tests/driver/session/scripted_board.hpp"

using namespace adoube;
using namespace adoube::driver;
using adoube::test::Bench;
using reorder::OrderedEdge;

namespace {

enum class Fate : std::uint8_t { arrives, lost, repeated, malformed };

/// Checks that hold for every stream of records.
void well_formed(const std::vector<Record>& records) {
  Tick watermark = std::numeric_limits<Tick>::min();
  Tick last = std::numeric_limits<Tick>::min();
  std::uint32_t id = 0;
  for (const Record& record : records) {
    if (const auto* mark = std::get_if<Watermark>(&record)) {
      RC_ASSERT(mark->at > watermark);
      watermark = mark->at;
    } else if (const auto* edge = std::get_if<OrderedEdge>(&record)) {
      RC_ASSERT(edge->when.lo < edge->when.hi);
      if (!edge->behind) {
        RC_ASSERT(edge->when.hi >= watermark);
        RC_ASSERT(edge->when.hi >= last);
        last = edge->when.hi;
      }
    } else if (const auto* event = std::get_if<Event>(&record)) {
      RC_ASSERT(event->id == ++id);
    } else if (const auto* gap = std::get_if<Gap>(&record)) {
      if (gap->kind == GapKind::restart) watermark = last = std::numeric_limits<Tick>::min();
    } else if (std::holds_alternative<Hello>(record)) {
      if (watermark == std::numeric_limits<Tick>::min()) last = watermark;
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_bad_line) {
  BOOST_TEST(rc::check("received + lost = sent; each gap sits between its neighbours; the rest is in order and unharmed", [] {
    const auto script = *rc::gen::container<std::vector<std::tuple<Fate, std::uint8_t, std::uint16_t>>>(rc::gen::tuple(
        rc::gen::weightedElement<Fate>({{8, Fate::arrives}, {1, Fate::lost}, {1, Fate::repeated}, {1, Fate::malformed}}),
        rc::gen::inRange<std::uint8_t>(0, 136), rc::gen::inRange<std::uint16_t>(1, 9000)));
    Bench bench;
    bench.open();
    bench.sink.records.clear();
    Tick onset = 1'100'000;
    std::vector<Tick> arrived;
    std::uint64_t lost = 0;
    std::uint64_t repeats = 0;
    std::uint64_t malformed = 0;
    std::vector<std::pair<Tick, std::uint64_t>> gaps;  // last complete tick before, packets
    Tick complete = 1'001'000;                         // horizon of the snapshot
    bool open_gap = false;
    std::array<bool, 136> level{};
    for (const auto& [fate, channel, step] : script) {
      onset += step;
      level[channel] = !level[channel];
      if (fate == Fate::lost || fate == Fate::malformed) {
        if (fate == Fate::malformed) {
          bench.board.source.push_raw(bench.board.source.now(), std::array<std::uint8_t, 12>{0x91});
          ++malformed;
        }
        bench.board.set(channel, level[channel]);
        bench.board.lose(1);
        ++lost;
        if (!open_gap) gaps.emplace_back(complete, 0);
        ++gaps.back().second;
        open_gap = true;
        continue;
      }
      bench.board.edges({{channel, level[channel], false, false, onset}}, onset - 5000);
      arrived.push_back(onset);
      complete = std::max(complete, onset - 5000);
      open_gap = false;
      if (fate == Fate::repeated) {
        bench.board.repeat();
        ++repeats;
      }
    }
    bench.board.tick = onset + 1;
    bench.board.heartbeat();
    bench.drain();
    RC_ASSERT(bench.session.close().has_value());

    well_formed(bench.sink.records);
    std::vector<Tick> given;
    for (const auto& edge : bench.sink.all<OrderedEdge>()) given.push_back(edge.when.hi);
    RC_ASSERT(given == arrived);
    const Counters counters = bench.session.counters();
    RC_ASSERT(counters.edges + counters.lost_packets == script.size());
    RC_ASSERT(counters.lost_packets == lost);
    RC_ASSERT(counters.repeated == repeats);
    RC_ASSERT(counters.malformed == malformed);
    RC_ASSERT(counters.packets == counters.accepted + counters.repeated + counters.malformed + counters.discarded);
    RC_ASSERT(counters.behind + counters.forced + counters.doubled + counters.level_faults == 0u);
    const auto found = bench.sink.all<Gap>();
    RC_ASSERT(found.size() == gaps.size());
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      RC_ASSERT(found[i].from == gaps[i].first);
      RC_ASSERT(found[i].packets == gaps[i].second);
    }
    // In the stream, a gap comes after all that is complete and before all that is not.
    std::optional<Tick> from;
    for (const auto& record : bench.sink.records) {
      if (const auto* gap = std::get_if<Gap>(&record)) from = gap->from;
      if (const auto* edge = std::get_if<OrderedEdge>(&record); edge != nullptr && from) RC_ASSERT(edge->when.hi >= *from);
    }
    // After the heartbeat the levels are the board's, lost edges or not.
    RC_ASSERT(bench.session.resume().levels == bench.board.levels);
  }));
}

BOOST_AUTO_TEST_CASE(same_packets_same_records) {
  BOOST_TEST(rc::check("pauses between packets and the size of the steps do not matter", [] {
    const auto steps = *rc::gen::container<std::vector<std::tuple<std::uint8_t, std::uint16_t>>>(
        rc::gen::tuple(rc::gen::inRange<std::uint8_t>(0, 136), rc::gen::inRange<std::uint16_t>(1, 9000)));
    const auto wait = *rc::gen::inRange<Tick>(1, 5000);
    Bench a;
    Bench b;
    a.open();
    b.open();
    std::array<bool, 136> level{};
    Tick onset = 1'100'000;
    for (const auto& [channel, step] : steps) {
      onset += step;
      level[channel] = !level[channel];
      a.board.edges({{channel, level[channel], false, false, onset}}, onset - 3000);
      b.board.edges({{channel, level[channel], false, false, onset}}, onset - 3000);
      RC_ASSERT(b.session.step(wait).has_value());
    }
    a.drain();
    for (;;) {
      const auto progress = b.session.step(wait);
      RC_ASSERT(progress.has_value());
      if (*progress == transport::Progress::ended) break;
    }
    RC_ASSERT(a.sink.records == b.sink.records);
  }));
}

BOOST_AUTO_TEST_CASE(noise) {
  // Well-formed packets with wild contents, packets with changed bytes, and plain noise, restarts among them.
  std::uint64_t state = 3;
  const auto draw = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state >> 32u);
  };
  for (int round = 0; round < 40; ++round) {
    Bench bench;
    BOOST_REQUIRE(bench.session.open().has_value());
    std::uint64_t pushed = 2;
    bench.board.source.on_empty([&] {
      if (pushed >= 400) return false;
      for (int i = 0; i < 20; ++i, ++pushed) {
        wire::Packet packet{static_cast<std::uint16_t>(draw() % 4 != 0 ? bench.board.sequence++ : draw()), draw(), {}};
        switch (draw() % 6) {
          case 0: packet.body = wire::SnapshotPacket{{draw(), draw(), static_cast<std::uint8_t>(draw())}, draw()}; break;
          case 1: packet.body = wire::HelloPacket{draw(), draw(), draw(), draw(), draw(), draw(), draw(), draw() % 20 == 0 ? draw() : bench.board.epoch}; break;
          case 2: packet.body = wire::DropReportPacket{draw(), draw(), draw()}; break;
          case 3: packet.body = wire::HeartbeatPacket{{draw(), draw(), 0}, 0, draw(), draw(), 17, {1, 2}}; break;
          default: {
            wire::EventPacket event;
            event.size = static_cast<std::uint8_t>(1 + draw() % 13);
            for (std::uint8_t k = 0; k < event.size; ++k) {
              const std::uint32_t offset = k == 0 ? wire::base_offset : draw() % 65536;
              event.edges[k] = {static_cast<std::uint8_t>(draw() % 136), draw() % 2 == 0, false, draw() % 8 == 0, packet.base + offset};
            }
            if (draw() % 3 != 0) event.horizon = packet.base + draw() % 65536;
            packet.body = event;
          }
        }
        auto bytes = wire::encode(packet);
        BOOST_REQUIRE(bytes.has_value());
        if (draw() % 5 == 0) bytes->data[draw() % 64] = static_cast<std::uint8_t>(draw());
        if (draw() % 20 == 0) bytes->size = draw() % 65;
        bench.board.source.push(bench.board.source.now(), *bytes);
      }
      return true;
    });
    bool ended = false;
    for (int i = 0; i < 2000 && !ended; ++i) {
      const auto progress = bench.session.step(1000);
      BOOST_REQUIRE_MESSAGE(progress.has_value(), (progress ? "" : progress.error().message));
      ended = *progress == transport::Progress::ended;
    }
    BOOST_REQUIRE(ended);
    BOOST_REQUIRE(bench.session.close().has_value());
    const Counters counters = bench.session.counters();
    BOOST_TEST(counters.packets == counters.accepted + counters.repeated + counters.malformed + counters.discarded);
    BOOST_TEST(bench.sink.all<OrderedEdge>().size() == counters.edges);
    BOOST_TEST(bench.sink.all<Gap>().size() == counters.gaps);
    BOOST_TEST(bench.sink.all<LevelFault>().size() == counters.level_faults);
    BOOST_TEST(bench.sink.all<Event>().size() == counters.events);
  }
}
