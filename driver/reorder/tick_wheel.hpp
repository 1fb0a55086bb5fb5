// SPDX-License-Identifier: Apache-2.0
/// Puts one board's edges in the order in which they began. A bouncing contact is confirmed later than a clean one that
/// began after it, so edges arrive out of order, but never by more than a window the board promises through its horizon.
///
/// A wheel with one slot a tick holds what is above the horizon: a bit a slot says that something is there, and a cell
/// of 64-bit words holds all edges of that tick, a bit a channel. Taking the bits from the lowest up gives the edges of
/// a tick in channel order, so nothing here depends on the order of arrival. After construction nothing allocates.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "driver/reorder/edge.hpp"

namespace adoube::reorder {

struct WheelCounters {
  std::uint64_t in = 0;       ///< edges pushed; in = out + doubled + pending(), always
  std::uint64_t out = 0;      ///< edges given out, `behind` ones among them
  std::uint64_t behind = 0;   ///< given out after the watermark had passed them: the order promise was broken by the board
  std::uint64_t forced = 0;   ///< ticks given out above the watermark because the window or the cells were full
  std::uint64_t doubled = 0;  ///< edges of a channel that already has one at that tick: the same edge, dropped
};

class TickWheel {
 public:
  /// Channels an edge may have: three words a cell.
  static constexpr unsigned max_channels = 192;

  /// `window`: how far apart in us two edges that wait may lie (chatter_max + two scans); rounded up to a power of two.
  /// `scan_period`: how far before its onset an edge can have begun. `cells`: ticks that can wait at once.
  /// `start`: nothing is known about the channels before this tick.
  TickWheel(Tick window, Tick scan_period, Tick start = 0, std::uint16_t cells = 2048);

  /// Takes one edge; its channel must be below max_channels. Only an edge below the floor, or one that makes room, is
  /// given out at once. `out` is called with `const OrderedEdge&` and must not call back.
  template <class Out>
  void push(const Edge& edge, Out&& out);

  /// The board promises that every edge with an earlier onset has been pushed: gives them out. A horizon that falls
  /// says nothing new.
  template <class Out>
  void advance(Tick horizon, Out&& out) {
    drain(horizon, out);
    if (horizon > floor_) floor_ = horizon;
    if (horizon > watermark_) watermark_ = horizon;
  }

  /// Gives out all that waits, in order: at the end of a stream and before a barrier. Returns how many edges it were.
  template <class Out>
  std::uint64_t flush(Out&& out) {
    const std::uint64_t before = counters_.out;
    if (waiting_ != 0) {
      const Tick end = max_ + 1;
      drain(end, out);
      if (end > floor_) floor_ = end;
    }
    return counters_.out - before;
  }

  void set_scan_period(Tick scan_period) { scan_period_ = std::max<Tick>(scan_period, 1); }

  /// Everything below it is final and has been given out.
  [[nodiscard]] Tick watermark() const { return watermark_; }
  /// The tick below which an edge comes too late for its place: the watermark, or above it after flush() or where the
  /// wheel had to make room.
  [[nodiscard]] Tick floor() const { return floor_; }
  /// Edges that wait.
  [[nodiscard]] std::uint64_t pending() const { return counters_.in - counters_.out - counters_.doubled; }
  [[nodiscard]] Tick window() const { return static_cast<Tick>(mask_) + 1; }
  [[nodiscard]] const WheelCounters& counters() const { return counters_; }

 private:
  static constexpr unsigned planes = max_channels / 64;
  struct Cell {
    std::array<std::uint64_t, planes> changed, level, bounced, late;
  };

  [[nodiscard]] std::size_t slot(Tick tick) const { return static_cast<std::size_t>(tick) & mask_; }
  [[nodiscard]] bool occupied(Tick tick) const {
    return ((occupancy_[slot(tick) >> 6] >> (slot(tick) & 63)) & 1) != 0;
  }
  void store(const Edge& edge);
  [[nodiscard]] Tick next_after(Tick tick) const;
  OrderedEdge finish(const Edge& edge, bool behind);

  template <class Out>
  void give(const Edge& edge, bool behind, Out&& out) {
    ++counters_.out;
    out(static_cast<const OrderedEdge&>(finish(edge, behind)));
  }
  template <class Out>
  void give_first(Out&& out);
  template <class Out>
  void drain(Tick limit, Out&& out) {
    while (waiting_ != 0 && min_ < limit) give_first(out);
  }
  /// Gives out the earliest tick although the board has not promised that it is complete.
  template <class Out>
  void force_first(Out&& out) {
    ++counters_.forced;
    floor_ = std::max(floor_, min_ + 1);
    give_first(out);
  }

  std::size_t mask_;
  Tick scan_period_;
  Tick watermark_;
  Tick floor_;          // given out up to here; above the watermark only after force_first() and flush()
  Tick min_ = 0;        // earliest and latest tick that waits, where waiting_ is not 0
  Tick max_ = 0;
  std::size_t waiting_ = 0;  // ticks (cells) in use
  std::vector<std::uint64_t> occupancy_;
  std::vector<std::uint16_t> head_;
  std::vector<Cell> cells_;
  std::vector<std::uint16_t> free_;  // never longer than it was made
  std::array<Tick, max_channels> previous_{};
  WheelCounters counters_;
};

template <class Out>
void TickWheel::push(const Edge& edge, Out&& out) {
  ++counters_.in;
  if (edge.onset < floor_) {
    ++counters_.behind;
    give(edge, true, out);
    return;
  }
  while (waiting_ != 0) {
    const bool fits = std::max(max_, edge.onset) - std::min(min_, edge.onset) < window();
    const bool room = waiting_ < cells_.size() || (edge.onset >= min_ && edge.onset <= max_ && occupied(edge.onset));
    if (fits && room) break;
    if (edge.onset < min_) {  // itself the earliest: giving it out keeps the order and loses nothing
      ++counters_.forced;
      floor_ = edge.onset + 1;
      give(edge, false, out);
      return;
    }
    force_first(out);
  }
  if (edge.onset < floor_) {  // force_first() took the tick this edge belongs to
    ++counters_.behind;
    give(edge, true, out);
    return;
  }
  store(edge);
}

template <class Out>
void TickWheel::give_first(Out&& out) {
  const Tick tick = min_;
  const std::size_t at = slot(tick);
  const std::uint16_t index = head_[at];
  occupancy_[at >> 6] &= ~(std::uint64_t{1} << (at & 63));
  --waiting_;
  if (waiting_ != 0) min_ = next_after(tick);
  const Cell& cell = cells_[index];
  for (unsigned plane = 0; plane < planes; ++plane) {
    for (std::uint64_t rest = cell.changed[plane]; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(rest));
      give(Edge{static_cast<std::uint8_t>(plane * 64 + bit), ((cell.level[plane] >> bit) & 1) != 0,
                ((cell.bounced[plane] >> bit) & 1) != 0, ((cell.late[plane] >> bit) & 1) != 0, tick},
           false, out);
    }
  }
  free_.push_back(index);
}

inline Tick TickWheel::next_after(Tick tick) const {
  // All that waits lies within one turn of the wheel, so the first bit found going round is the next tick.
  const std::size_t from = slot(tick + 1);
  std::size_t word = from >> 6;
  Tick base = tick + 1 - static_cast<Tick>(from & 63);
  std::uint64_t bits = occupancy_[word] & (~std::uint64_t{0} << (from & 63));
  while (bits == 0) {
    word = (word + 1) & (occupancy_.size() - 1);
    base += 64;
    bits = occupancy_[word];
  }
  return base + std::countr_zero(bits);
}

inline OrderedEdge TickWheel::finish(const Edge& edge, bool behind) {
  Tick& previous = previous_[edge.channel];
  Tick opens = edge.onset - scan_period_;
  if (edge.late) opens = std::min(opens, previous);
  previous = std::max(previous, edge.onset);
  return {edge.channel, edge.level, edge.bounced, edge.late, behind, {opens, edge.onset}};
}

inline void TickWheel::store(const Edge& edge) {
  const std::size_t at = slot(edge.onset);
  const std::uint64_t mark = std::uint64_t{1} << (at & 63);
  if ((occupancy_[at >> 6] & mark) == 0) {
    occupancy_[at >> 6] |= mark;
    const std::uint16_t index = free_.back();
    free_.pop_back();
    head_[at] = index;
    cells_[index] = Cell{};
    min_ = waiting_ == 0 ? edge.onset : std::min(min_, edge.onset);
    max_ = waiting_ == 0 ? edge.onset : std::max(max_, edge.onset);
    ++waiting_;
  }
  Cell& cell = cells_[head_[at]];
  const unsigned plane = edge.channel / 64u;
  const unsigned bit = edge.channel % 64u;
  const std::uint64_t one = std::uint64_t{1} << bit;
  if ((cell.changed[plane] & one) != 0) {
    // The same edge again. Where the copies differ the flags add up, whichever came first.
    ++counters_.doubled;
  }
  cell.changed[plane] |= one;
  cell.level[plane] |= std::uint64_t{edge.level} << bit;
  cell.bounced[plane] |= std::uint64_t{edge.bounced} << bit;
  cell.late[plane] |= std::uint64_t{edge.late} << bit;
}

}  // namespace adoube::reorder
