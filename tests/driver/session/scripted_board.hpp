// SPDX-License-Identifier: Apache-2.0
/// A board that says what a test tells it to, in well-formed packets with running sequence numbers and levels, and
/// behaves at the epoch register as the real one does.
#pragma once
#include <boost/test/unit_test.hpp>

#include <initializer_list>
#include <optional>
#include <vector>

#include "driver/session/session.hpp"
#include "driver/transport/packet_source.hpp"

namespace adoube::test {

struct Recorder final : driver::Sink {
  std::vector<driver::Record> records;
  void record(const driver::Record& record) override { records.push_back(record); }

  template <class T>
  [[nodiscard]] std::vector<T> all() const {
    std::vector<T> result;
    for (const auto& record : records) {
      if (const T* value = std::get_if<T>(&record)) result.push_back(*value);
    }
    return result;
  }
  /// Position of the n-th record of a kind.
  template <class T>
  [[nodiscard]] std::size_t where(std::size_t n = 0) const {
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (std::holds_alternative<T>(records[i]) && n-- == 0) return i;
    }
    return records.size();
  }
};

class ScriptedBoard {
 public:
  transport::PacketSource source;
  std::uint64_t sequence = 0;
  Tick tick = 1'000'000;  ///< device time of the next packet
  wire::Levels levels;
  std::uint32_t epoch = 0;
  std::uint32_t scan_period = 126;
  bool answers = true;    ///< says hello when its epoch is written

  ScriptedBoard() {
    source.on_write([this](std::uint8_t address, std::uint32_t value) -> Result<void> {
      if (address != wire::reg::epoch) return {};
      if (value == 0) return fail(Cause::protocol, "refused");
      source.clear();
      epoch = value;
      sequence = 0;
      if (answers) {
        hello();
        snapshot();
      }
      return {};
    });
  }

  void put(std::uint32_t base, decltype(wire::Packet::body) body) {
    const auto bytes = wire::encode({static_cast<std::uint16_t>(sequence), base, std::move(body)});
    BOOST_REQUIRE_MESSAGE(bytes.has_value(), (bytes ? "" : bytes.error().message));
    source.push(source.now() + 1000, *bytes);
    last = *bytes;
    ++sequence;
    tick += 1000;
  }
  void hello() {
    put(now32(), wire::HelloPacket{wire::protocol::version, 1, scan_period, 4000, 2000, 2000, 12000, epoch});
  }
  void snapshot() { put(now32(), wire::SnapshotPacket{levels, now32()}); }
  void heartbeat(std::array<std::uint8_t, 17> chatter = {}, std::uint8_t first = 0) {
    put(now32(), wire::HeartbeatPacket{levels, 0, now32(), scan_period, first, chatter});
  }
  void drop_report(std::uint32_t dropped, Tick from, Tick to) {
    put(now32(), wire::DropReportPacket{dropped, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)});
  }
  /// Edges with 64-bit onsets, and their effect on the levels.
  void edges(std::initializer_list<reorder::Edge> list, std::optional<Tick> horizon) {
    wire::EventPacket event;
    for (const auto& edge : list) {
      event.edges[event.size++] = {edge.channel, edge.level, edge.bounced, edge.late, static_cast<std::uint32_t>(edge.onset)};
      set(edge.channel, edge.level);
    }
    if (horizon) event.horizon = static_cast<std::uint32_t>(*horizon);
    const auto first = list.size() != 0 ? event.edges[0].onset : *event.horizon;
    put(first - wire::base_offset, event);
  }
  void set(std::uint8_t channel, bool level) {
    if (channel < 64) change(levels.presence, channel, level);
    else if (channel < 128) change(levels.touch, channel - 64u, level);
    else change(levels.auxiliary, channel - 128u, level);
  }
  /// The last packet once more.
  void repeat() { source.push(source.now() + 1000, last); }
  /// Packets that never arrive.
  void lose(std::uint64_t packets) { sequence += packets; }

  wire::Bytes last;

 private:
  [[nodiscard]] std::uint32_t now32() const { return static_cast<std::uint32_t>(tick); }
  template <class Word>
  static void change(Word& word, unsigned bit, bool level) {
    word = static_cast<Word>((word & ~(std::uint64_t{1} << bit)) | std::uint64_t{level} << bit);
  }
};

/// Board, sink and session in the right order of construction.
struct Bench {
  ScriptedBoard board;
  Recorder sink;
  driver::Session session;

  explicit Bench(driver::Options options = {}) : session(board.source, board.source, sink, std::move(options)) {}
  void open() {
    const auto opened = session.open();
    BOOST_REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error().message));
    drain();
  }
  /// Steps until the board has nothing more to say.
  void drain() {
    for (;;) {
      const auto progress = session.step(1'000'000);
      BOOST_REQUIRE_MESSAGE(progress.has_value(), (progress ? "" : progress.error().message));
      if (*progress == transport::Progress::ended) return;
    }
  }
};

/// Nothing was lost, repeated or wrong.
inline void spotless(const driver::Counters& counters) {
  for (const auto count : {counters.repeated, counters.malformed, counters.discarded, counters.damaged, counters.lost_packets,
                           counters.lost_edges, counters.gaps, counters.behind, counters.forced, counters.doubled,
                           counters.unchanged, counters.level_faults, counters.restarts}) {
    BOOST_TEST(count == 0u);
  }
}

}  // namespace adoube::test
