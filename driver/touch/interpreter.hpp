// SPDX-License-Identifier: Apache-2.0
/// From edges of channels to what a hand did: touches and releases, lifts and placements, presses of the clock and of
/// the adjust buttons; and from a touch and its release to a gesture.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "driver/reorder/edge.hpp"
#include "rules/core/event.hpp"
#include "rules/core/square.hpp"

namespace adoube::touch {

/// A touch to its release on one square. An end that was lost is absent; its id is 0.
struct Gesture {
  Square square = Square::off;
  std::optional<Interval> began;
  std::optional<Interval> ended;
  std::uint32_t touch_id = 0;    ///< the touch event
  std::uint32_t release_id = 0;  ///< the release event
  friend bool operator==(const Gesture&, const Gesture&) = default;
};

/// Takes what the interpreter finds, in order; a gesture follows its release.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  virtual ~Output() = default;
  virtual void event(const Event& event) = 0;
  virtual void gesture(const Gesture& gesture) = 0;
};

struct InterpreterCounters {
  std::uint64_t events = 0;
  std::uint64_t gestures = 0;
  std::uint64_t unpaired = 0;  ///< gestures with a lost end
  std::uint64_t silent = 0;    ///< edges that are nothing a hand does: levers and buttons going back, spare inputs
};

class Interpreter {
 public:
  explicit Interpreter(Output& output) : output_(&output) {}

  /// One edge, in the order of the reorder stage. Events are numbered from 1.
  void edge(const reorder::OrderedEdge& edge);

  /// The squares a hand is known to be on, without an edge that says since when: at the start of a stream and after a
  /// gap. Gestures on other squares end unknown, missing ones begin unknown.
  void touched(SquareSet squares);
  /// Squares with an open gesture.
  [[nodiscard]] SquareSet held() const { return held_; }

  [[nodiscard]] const InterpreterCounters& counters() const { return counters_; }

 private:
  struct Open {
    std::optional<Interval> began;
    std::uint32_t id = 0;
  };
  std::uint32_t emit(EventKind kind, Square square, const reorder::OrderedEdge& edge,
                     std::optional<Colour> actor = std::nullopt);
  void close(Square square, std::optional<Interval> ended, std::uint32_t release_id);

  Output* output_;
  SquareSet held_ = 0;            // squares with an open gesture
  std::array<Open, 64> open_{};
  std::uint32_t next_id_ = 1;
  InterpreterCounters counters_;
};

}  // namespace adoube::touch
