// SPDX-License-Identifier: Apache-2.0
/// What a session says, one value after the other. Loss, resets and contradictions are values of the stream like any
/// other, at the place where they belong: they cannot be overlooked and are never a log line.
#pragma once
#include <cstdint>
#include <optional>
#include <variant>

#include "driver/reorder/edge.hpp"
#include "driver/touch/interpreter.hpp"
#include "driver/wire/packet.hpp"
#include "rules/core/event.hpp"
#include "rules/core/interval.hpp"

namespace adoube::driver {

using wire::Levels;

/// The board said who it is: first of all records, and again after each bus reset. Ticks and times in us.
struct Hello {
  Tick horizon = 0;
  wire::HelloPacket board;
  friend bool operator==(const Hello&, const Hello&) = default;
};

/// All levels as the board knows them. `corrected`: channels where the edges received say otherwise, which a gap
/// explains; where none does, a LevelFault precedes this record.
struct Snapshot {
  Tick horizon = 0;
  Tick at = 0;
  Levels levels;
  Levels corrected;
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

/// The board's sign of life, with the levels that the edges sent so far add up to.
struct Heartbeat {
  Tick horizon = 0;
  Tick sof_tick = 0;
  std::uint16_t frame = 0;
  Tick scan_period = 0;
  Levels levels;
  Levels corrected;
  friend bool operator==(const Heartbeat&, const Heartbeat&) = default;
};

/// Everything with an earlier onset has been said and is final.
struct Watermark {
  Tick at = 0;
  friend bool operator==(const Watermark&, const Watermark&) = default;
};

enum class GapKind : std::uint8_t {
  packets,  ///< packets are missing: edges with an onset of `from` or later may be missing until the next levels
  dropped,  ///< the board's FIFO was full: `edges` edges with onsets in [from, to] were refused
  restart,  ///< the board lost its memory (power) or another program opened it: everything from `from` on may be missing
};

/// A known loss. It stands before the first edge of the stream that could be on its far side. `packets` and `dropped`
/// count against the epoch's numbering; edges lost inside missing packets cannot be counted here.
struct Gap {
  GapKind kind = GapKind::packets;
  Tick from = 0;
  std::optional<Tick> to;
  std::uint64_t packets = 0;
  std::optional<std::uint64_t> edges;
  friend bool operator==(const Gap&, const Gap&) = default;
};

/// The board's levels and its edges contradict each other and no gap explains it. The board's levels count from here.
struct LevelFault {
  Tick at = 0;
  Levels differing;
  friend bool operator==(const LevelFault&, const LevelFault&) = default;
};

/// A channel chattered since its last count (which saturates).
struct Restless {
  Tick at = 0;
  std::uint8_t channel = 0;
  std::uint8_t chatter = 0;
  friend bool operator==(const Restless&, const Restless&) = default;
};

/// An event follows the edge it comes from, a gesture the release that ends it.
using Record = std::variant<Hello, Snapshot, Heartbeat, reorder::OrderedEdge, Event, touch::Gesture, Watermark, Gap,
                            LevelFault, Restless>;

/// Takes the records, in order, on the session's thread, from inside Session::open(), step() and close(); must not call
/// the session.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;
  virtual void record(const Record& record) = 0;
};

}  // namespace adoube::driver
