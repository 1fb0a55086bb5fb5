// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace adoube::sim {

namespace {

constexpr Tick forever = std::numeric_limits<Tick>::max() / 2;

using ChannelChanges = std::vector<Change>;

// One channel's ideal filter: no samples, the lengths of the runs decide. What a scan may or may not have sampled (a
// run shorter than a scan period, a length within two of them of hold) makes an outcome doubtful or its window wide.
class IdealFilter {
 public:
  IdealFilter(const FilterTimes& times, std::uint8_t channel, std::vector<OwedEdge>& owed)
      : times_(times), hold_(times.hold(channel)), channel_(channel), owed_(owed) {}

  /// The next run, at the other level than the one before.
  void run(Tick begin, Tick end, bool level) {
    if (last_length_ >= times_.scan_period) stretch_[level] = begin;
    last_length_ = end - begin;
    const bool sure = end - begin >= hold_ + 2 * times_.scan_period;
    // Seen as one with its predecessors where the spells between them fell between samples.
    const bool possible = end - stretch_[level] >= hold_;
    // What was perhaps not confirmed before may still be confirmed now, restless by then.
    for (std::size_t i = owed_.size() - doubts_; i < owed_.size(); ++i) owed_[i].restless = owed_[i].restless || unsettled(begin);
    if (level == level_) {
      back(begin, sure, possible);
    } else {
      away(begin, end, level, sure, possible);
    }
  }

 private:
  void away(Tick begin, Tick end, bool level, bool sure, bool possible) {
    if (!departed_) {
      departed_ = true;
      first_ = begin;
      seen_by_ = forever;
      if (doubts_ == 0) unsure_since_ = begin;
    }
    if (seen_by_ == forever && end - begin >= times_.scan_period) seen_by_ = begin + times_.scan_period;
    if (!possible) return;
    owed_.push_back({first_, seen_by_, channel_, level, sure && doubts_ == 0, unsettled(begin), begin});
    doubts_ = sure ? 0 : doubts_ + 1;
    level_ = level;
    departed_ = false;
  }

  void back(Tick begin, bool sure, bool possible) {
    if (!departed_) return;
    if (sure) {
      // A long stay at a level that was only perhaps confirmed before confirms it now, with the same onset.
      // Where several doubtful edges led here it stays open which were reported: their levels alternate all the same.
      if (doubts_ == 1) {
        owed_.back().certain = true;
        owed_.back().settled = begin;
      }
      doubts_ = 0;
      departed_ = false;
    } else if (possible) {
      seen_by_ = forever;  // perhaps given up: the onset is the old departure's or the next one's
    }
  }

  // Not confirmed within chatter_max of the departure, or perhaps not, by a run from `begin`.
  bool unsettled(Tick begin) const { return begin + hold_ + 2 * times_.scan_period - unsure_since_ >= times_.chatter_max; }

  const FilterTimes& times_;
  Tick hold_;
  std::uint8_t channel_;
  std::vector<OwedEdge>& owed_;
  bool level_ = false;
  bool departed_ = false;
  std::size_t doubts_ = 0;  // edges up to level_ that were perhaps not confirmed, since the last sure level
  Tick first_ = 0;
  Tick unsure_since_ = 0;  // the departure since which every outcome has been doubtful
  Tick seen_by_ = forever;
  Tick last_length_ = forever;
  std::array<Tick, 2> stretch_{};  // begin of the runs of each level that may look like one
};

bool fits(const OwedEdge& owed, const SeenEdge& seen) {
  return owed.level == seen.level && ((owed.restless && seen.late) || (seen.onset >= owed.first && seen.onset < owed.seen_by));
}

void note(Comparison& result, std::size_t& count, const char* what, std::uint8_t channel, bool level, Tick at) {
  ++count;
  if (result.first_fault.empty()) {
    result.first_fault = fmt::format("channel {} level {} at {} us: {}", channel, level ? 1 : 0, at, what);
  }
}

// The cheapest alignment of the two series of one channel (a table of costs, filled from the end): a certain edge left
// out costs one, a doubtful one nothing, an edge seen and not owed one, a pair of one level with the wrong time one.
class Alignment {
 public:
  Alignment(std::span<const OwedEdge> owed, std::span<const SeenEdge> seen)
      : owed_(owed), seen_(seen), width_(seen.size() + 1), cost_((owed.size() + 1) * width_, 0) {
    for (std::size_t i = owed.size() + 1; i-- > 0;) {
      for (std::size_t j = width_; j-- > 0;) {
        if (i == owed.size() && j == seen.size()) continue;
        cost(i, j) = std::min({match(i, j), leave_out(i, j), invent(i, j)});
      }
    }
  }

  void report(Comparison& result) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < owed_.size() || j < seen_.size()) {
      if (cost(i, j) == match(i, j)) {
        if (!fits(owed_[i], seen_[j])) note(result, result.misplaced, "onset outside its interval", owed_[i].channel, owed_[i].level, owed_[i].first);
        ++i;
        ++j;
      } else if (cost(i, j) == leave_out(i, j)) {
        if (owed_[i].certain) note(result, result.missing, "owed and not seen", owed_[i].channel, owed_[i].level, owed_[i].first);
        ++i;
      } else {
        note(result, result.invented, "seen and not owed", seen_[j].channel, seen_[j].level, seen_[j].onset);
        ++j;
      }
    }
  }

 private:
  static constexpr std::uint32_t never = 1u << 30;
  std::uint32_t& cost(std::size_t i, std::size_t j) { return cost_[i * width_ + j]; }
  std::uint32_t match(std::size_t i, std::size_t j) {
    if (i == owed_.size() || j == seen_.size() || owed_[i].level != seen_[j].level) return never;
    return cost(i + 1, j + 1) + (fits(owed_[i], seen_[j]) ? 0 : 1);
  }
  std::uint32_t leave_out(std::size_t i, std::size_t j) {
    return i == owed_.size() ? never : cost(i + 1, j) + (owed_[i].certain ? 1 : 0);
  }
  std::uint32_t invent(std::size_t i, std::size_t j) { return j == seen_.size() ? never : cost(i, j + 1) + 1; }

  std::span<const OwedEdge> owed_;
  std::span<const SeenEdge> seen_;
  std::size_t width_;
  std::vector<std::uint32_t> cost_;
};

void compare_channel(std::span<const OwedEdge> owed, std::span<const SeenEdge> seen, Comparison& result) {
  bool level = false;
  for (const SeenEdge& e : seen) {
    if (e.level == level) note(result, result.invented, "the level it has already", e.channel, e.level, e.onset);
    level = e.level;
  }
  const bool plain = owed.size() == seen.size() && std::equal(owed.begin(), owed.end(), seen.begin(), fits);
  if (!plain) Alignment(owed, seen).report(result);
}

}  // namespace

std::vector<OwedEdge> owed_edges(std::span<const Change> changes, const FilterTimes& times) {
  std::array<ChannelChanges, channel_count> by_channel;
  for (const Change& c : changes) by_channel[c.channel].push_back(c);
  std::vector<OwedEdge> owed;
  for (std::size_t channel = 0; channel < channel_count; ++channel) {
    const ChannelChanges& mine = by_channel[channel];
    IdealFilter filter(times, static_cast<std::uint8_t>(channel), owed);
    for (std::size_t i = 0; i < mine.size(); ++i) {
      filter.run(mine[i].at, i + 1 < mine.size() ? mine[i + 1].at : forever, mine[i].level);
    }
  }
  return owed;
}

Comparison compare(std::span<const OwedEdge> owed, std::span<const SeenEdge> seen) {
  Comparison result;
  std::array<std::vector<OwedEdge>, channel_count> owed_by;
  std::array<std::vector<SeenEdge>, channel_count> seen_by;
  for (const OwedEdge& e : owed) {
    owed_by[e.channel].push_back(e);
    if (e.certain) ++result.owed;
  }
  result.seen = seen.size();
  for (const SeenEdge& e : seen) {
    if (e.channel < channel_count) {
      seen_by[e.channel].push_back(e);
    } else {
      note(result, result.invented, "no such channel", e.channel, e.level, e.onset);
    }
  }
  for (std::size_t channel = 0; channel < channel_count; ++channel) compare_channel(owed_by[channel], seen_by[channel], result);
  return result;
}

}  // namespace adoube::sim
