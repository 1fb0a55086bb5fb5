// SPDX-License-Identifier: Apache-2.0
/// The host's half of the chain on a simulated board: session, recognition and rulings, with an account of every edge.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/session/session.hpp"
#include "host/lab/board.hpp"
#include "host/lab/listener.hpp"
#include "rules/core/signature.hpp"
#include "rules/recognition/recogniser.hpp"

namespace adoube::lab {

/// Percentiles of the time from an edge's onset to the transport's callback, us.
struct Latency {
  Tick p50 = 0;
  Tick p99 = 0;
  Tick max = 0;
};

/// The account of a run.
struct Account {
  driver::Counters counters;
  std::uint64_t lost = 0;      ///< confirmed by the filter, accepted by the FIFO, never delivered
  std::uint64_t invented = 0;  ///< delivered, but never confirmed by the filter
  std::uint64_t refused = 0;   ///< refused by a full FIFO
  Latency latency;
  std::uint64_t signature = 0; ///< over every packet byte that the driver took
};

/// Joins a board to recognition. Steps: open(), run_until() as often as wanted, finish().
class Chain final : private driver::Sink, private transport::Receiver {
 public:
  /// All references must outlive the chain.
  Chain(Board& board, const chess::Position& start, const article4::Edition& edition, Listener& listener,
        recognition::Options options = {});

  /// Register values to be set before the stream begins (address, value); for experiments with hold times.
  struct Setting {
    std::uint8_t address;
    std::uint32_t value;
  };
  /// Opens the board and waits for its first snapshot. Besides the session's errors: `malformed` if the pieces do not
  /// stand as `start` says.
  Result<void> open(std::span<const Setting> settings = {});
  /// Lets simulated time pass until `end`. Besides the session's errors: `interrupted` where the listener wants no more.
  Result<void> run_until(Tick end);
  /// Waits until everything that was confirmed has been delivered or told to be dropped, and the levels behind a gap are known
  /// (bounded), closes the session and confirms what stands.
  Result<void> finish();

  const recognition::Recogniser& recogniser() const { return recogniser_; }
  const driver::Session& session() const { return session_; }
  /// Every delivered edge, in the order of the session.
  std::span<const reorder::OrderedEdge> delivered() const { return delivered_; }
  Account account();

 private:
  /// A step of the session on the way to `end`; a board that is lost is waited for, as long as the listener wants, and taken
  /// up again.
  Result<transport::Progress> step(Tick at_most, Tick end);
  /// The listener wants the run to go on.
  bool wanted(Tick end) { return listener_.on_time(board_.clock().now(), end); }
  void record(const driver::Record& record) override;
  /// The board has said how the planes stand. `corrected`: where the edges that came say otherwise.
  void planes(Tick at, const driver::Levels& levels, const driver::Levels& corrected);
  void packet(std::span<const std::uint8_t> bytes) override;
  void damaged() override {}

  Board& board_;
  chess::Position start_;
  Listener& listener_;
  recognition::Recogniser recogniser_;
  driver::Session session_;
  std::optional<driver::Levels> levels_;  // by the edges delivered since the board last said its own
  std::optional<Tick> missing_since_;     // from the first gap on until the board says its levels
  bool restarted_ = false;                // one of these gaps is a restart
  std::vector<reorder::OrderedEdge> delivered_;
  std::vector<Tick> latencies_;
  Signature signature_;
  Tick opened_ = 0;
};

}  // namespace adoube::lab
