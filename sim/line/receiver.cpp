// SPDX-License-Identifier: Apache-2.0
#include "sim/line/receiver.hpp"

#include <algorithm>
#include <cstdlib>

#include "sim/bus/decoder.hpp"

namespace adoube::line {
namespace {

/// Shorter SE0 is where the two wires cross.
constexpr Time se0_counts = bit / 2;

bool differential(bus::Line level) { return level.dp != level.dn; }

/// A change between J and K, with the whole bits since the one before.
struct Change {
  Time at;
  Time bits;
};

Time whole_bits(Time span) { return std::max<Time>(1, (span + bit / 2) / bit); }
/// The first edge may be 25 ns off by itself, so the first bit may be half a bit longer than it should be.
Time first_bits(Time span) { return std::max<Time>(1, (span + bit / 4) / bit); }

bus::Decoder decode(std::span<const bus::Line> levels) {
  bus::Decoder decoder;
  for (const bus::Line level : levels) decoder.feed(level);
  decoder.feed(bus::line_se0);
  decoder.feed(bus::line_j);
  return decoder;
}

bool whole(const bus::Decoder& decoder) { return decoder.form() == bus::Form::good && decoder.sync_good(); }

void measure(const std::vector<Change>& changes, Heard& heard) {
  if (changes.size() < 2) return;
  heard.sync_shift = changes[1].at - changes[0].at - changes[1].bits * bit;
  for (std::size_t i = 2; i < changes.size(); ++i) {
    heard.length += changes[i].bits * bit;
    heard.jitter_next = std::max(heard.jitter_next, std::abs(changes[i].at - changes[i - 1].at - changes[i].bits * bit));
    if (i < 3) continue;
    const Time bits = changes[i].bits + changes[i - 1].bits;
    heard.jitter_paired = std::max(heard.jitter_paired, std::abs(changes[i].at - changes[i - 2].at - bits * bit));
  }
  heard.drift = changes.back().at - changes[1].at - heard.length;
}

}  // namespace

Heard hear(std::span<const Edge> wave) {
  Heard heard;
  if (wave.empty()) return heard;
  heard.begins = wave.front().at;
  heard.ends = wave.back().at;

  std::vector<Change> changes;
  std::vector<bus::Line> levels;  // one a bit time
  bus::Line level = bus::line_j;
  for (std::size_t i = 0; i < wave.size() && wave[i].driven; ++i) {
    Time at = wave[i].at;
    const Time until = i + 1 < wave.size() ? wave[i + 1].at : at;
    if (heard.ended) {
      if (heard.se0_to == 0) heard.se0_to = at;
      if (!(wave[i].level == bus::line_j)) heard.quiet_after = false;
      continue;
    }
    if (wave[i].level == bus::line_se0 && until - at >= se0_counts) {
      heard.ended = true;
      heard.se0_from = at;
      continue;
    }
    if (!differential(wave[i].level)) {
      heard.mixed = std::max(heard.mixed, until - at);
      continue;
    }
    if (wave[i].level == level) continue;
    // The wires cross in the middle of what was neither J nor K.
    for (std::size_t k = i; k > 0 && !differential(wave[k - 1].level); --k) at = (wave[k - 1].at + wave[i].at) / 2;
    if (!changes.empty()) {
      const Time span = at - changes.back().at;
      const Time bits = changes.size() == 1 ? first_bits(span) : whole_bits(span);
      levels.insert(levels.end(), static_cast<std::size_t>(bits), level);
      changes.push_back({at, bits});
    } else {
      changes.push_back({at, 0});
    }
    level = wave[i].level;
  }
  if (heard.ended && heard.se0_to == 0) heard.se0_to = heard.ends;
  measure(changes, heard);
  if (!changes.empty()) {
    heard.first_k = changes.front().at;
    const Time tail = (heard.ended ? heard.se0_from : heard.ends) - changes.back().at;
    Time bits = whole_bits(tail);
    levels.insert(levels.end(), static_cast<std::size_t>(bits), level);
    if (heard.ended && bits > 1 && !whole(decode(levels)) &&
        whole(decode(std::span(levels).first(levels.size() - 1)))) {
      levels.pop_back();
      --bits;
    }
    if (heard.ended) heard.eop_shift = tail - bits * bit;
  }
  const bus::Decoder decoder = decode(levels);
  heard.form = decoder.form();
  heard.sync_good = decoder.sync_good() && !levels.empty();
  heard.bytes.assign(decoder.bytes().begin(), decoder.bytes().end());
  return heard;
}

}  // namespace adoube::line
