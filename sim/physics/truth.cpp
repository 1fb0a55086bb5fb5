// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/truth.hpp"

#include <fmt/format.h>

#include <limits>

namespace adoube::sim {

namespace {

constexpr Tick forever = std::numeric_limits<Tick>::max() / 2;

using ChannelChanges = std::vector<Change>;

// One channel's ideal filter: no samples, the lengths of the runs decide.
class IdealFilter {
 public:
  IdealFilter(const FilterTimes& times, std::uint8_t channel, std::vector<OwedEdge>& owed)
      : times_(times), hold_(times.hold(channel)), channel_(channel), owed_(owed) {}

  void run(Tick begin, Tick end, bool level) {
    if (level != level_ && !departed_) {
      departed_ = true;
      first_ = begin;
      seen_by_ = forever;
    }
    if (departed_ && level != level_ && seen_by_ == forever && end - begin >= times_.scan_period) {
      seen_by_ = begin + times_.scan_period;
    }
    if (end - begin < hold_) return;
    const bool sure = end - begin >= hold_ + 2 * times_.scan_period;
    if (level == level_) {
      // A long stay at a level that was only perhaps confirmed before confirms it now, with the same onset.
      if (departed_ && doubtful_ && sure) {
        owed_.back().certain = true;
        doubtful_ = false;
      }
    } else {
      const bool restless = begin + hold_ + 2 * times_.scan_period - first_ >= times_.chatter_max;
      owed_.push_back({first_, seen_by_, channel_, level, sure && !doubtful_, restless});
      doubtful_ = !sure;
      level_ = level;
    }
    departed_ = false;
  }

 private:
  const FilterTimes& times_;
  Tick hold_;
  std::uint8_t channel_;
  std::vector<OwedEdge>& owed_;
  bool level_ = false;
  bool departed_ = false;
  bool doubtful_ = false;  // level_ rests on a run between hold and hold + 2 scans
  Tick first_ = 0;
  Tick seen_by_ = forever;
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

void compare_channel(std::span<const OwedEdge> owed, std::span<const SeenEdge> seen, Comparison& result) {
  std::size_t j = 0;
  for (std::size_t i = 0; i < owed.size(); ++i) {
    const bool there = j < seen.size() && seen[j].level == owed[i].level;
    if (!owed[i].certain) {
      if (there && fits(owed[i], seen[j])) {
        ++j;
      } else if (i + 1 < owed.size()) {
        ++i;  // a doubtful contact comes and goes together
      }
      continue;
    }
    if (!there) {
      note(result, result.missing, "owed and not seen", owed[i].channel, owed[i].level, owed[i].first);
      continue;
    }
    if (!fits(owed[i], seen[j])) note(result, result.misplaced, "onset outside its interval", owed[i].channel, owed[i].level, owed[i].first);
    ++j;
  }
  for (; j < seen.size(); ++j) note(result, result.invented, "seen and not owed", seen[j].channel, seen[j].level, seen[j].onset);
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
