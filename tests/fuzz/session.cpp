// SPDX-License-Identifier: Apache-2.0
/// Input: what a board sends after its hello, each packet behind a byte that says its length; length 255 is a transfer
/// whose content was lost.
#include "driver/session/session.hpp"

#include <array>
#include <limits>
#include <variant>

#include "driver/transport/packet_source.hpp"
#include "tests/fuzz/chunks.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

namespace {

constexpr Tick spacing = 1000;

/// Holds each record to what a reader of records relies on.
struct Watcher final : driver::Sink {
  Tick watermark = std::numeric_limits<Tick>::min();
  Tick last = watermark;
  std::uint32_t events = 0;

  void record(const driver::Record& record) override {
    if (const auto* mark = std::get_if<driver::Watermark>(&record)) {
      fuzz::hold(mark->at > watermark, "a watermark rises");
      watermark = mark->at;
    } else if (const auto* edge = std::get_if<reorder::OrderedEdge>(&record)) {
      fuzz::hold(edge->when.lo < edge->when.hi, "an edge has a moment");
      if (edge->behind) return;
      fuzz::hold(edge->when.hi >= watermark, "an edge is not older than the watermark, or says so");
      fuzz::hold(edge->when.hi >= last, "edges come in order");
      last = edge->when.hi;
    } else if (const auto* event = std::get_if<Event>(&record)) {
      fuzz::hold(event->id == ++events, "events are numbered without a hole");
    } else if (const auto* gap = std::get_if<driver::Gap>(&record)) {
      if (gap->kind == driver::GapKind::restart) watermark = last = std::numeric_limits<Tick>::min();
    }
  }
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  transport::PacketSource board;
  bool opened = false;
  board.on_write([&](std::uint8_t address, std::uint32_t value) -> Result<void> {
    if (address != wire::reg::epoch) return {};
    board.clear();
    Tick at = board.now();
    const auto push = [&](wire::Packet packet) {
      const auto bytes = wire::encode(packet);
      fuzz::hold(bytes.has_value(), "the greeting is a packet");
      board.push(at += spacing, *bytes);
    };
    push({0, 1'000'000, wire::HelloPacket{wire::protocol::version, 1, 126, 4000, 2000, 2000, 12000, value}});
    push({1, 1'001'000, wire::SnapshotPacket{{}, 1'001'000}});
    if (std::exchange(opened, true)) return {};  // after a restart the board only greets
    fuzz::Chunks chunks({data, size});
    while (const auto bytes = chunks.next()) {
      at += spacing;
      if (bytes->size() == 255) {
        board.push_damage(at);
      } else {
        board.push_raw(at, *bytes);
      }
    }
    return {};
  });
  Watcher watcher;
  driver::Session session(board, board, watcher);
  fuzz::hold(session.open().has_value(), "a board that greets can be opened");
  // Each step hands over a packet or moves the clock past one.
  for (std::size_t steps = 0; steps < 2 * size + 16; ++steps) {
    const auto progress = session.step(1'000'000);
    if (!progress || *progress == transport::Progress::ended) break;
  }
  (void)session.close();  // what a board that speaks nonsense leaves behind is no error of ours
  const driver::Counters counters = session.counters();
  fuzz::hold(counters.packets == counters.accepted + counters.repeated + counters.malformed + counters.discarded,
             "every packet is counted once");
  return 0;
}
