// SPDX-License-Identifier: Apache-2.0
/// Tick wheel against std::stable_sort on the same edges and horizons. Fails where the two disagree; the speeds are
/// only printed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "driver/reorder/tick_wheel.hpp"

using namespace adoube;
using namespace adoube::reorder;

namespace {

constexpr std::size_t packet = 13;
constexpr Tick window = 12'252;

struct Stream {
  std::vector<Edge> edges;
  std::vector<Tick> horizons;  // one after each packet
};

/// Edges with `gap` us between onsets, arriving up to the window late, a horizon each packet.
Stream make(std::size_t count, Tick gap) {
  std::uint64_t state = 1;
  const auto draw = [&state](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<Tick>((state >> 33u) % below);
  };
  std::vector<std::pair<Tick, Edge>> confirmed;
  Tick onset = 1;
  for (std::size_t i = 0; i < count; ++i) {
    onset += draw(static_cast<std::uint64_t>(2 * gap + 1));
    confirmed.push_back({onset + 2000 + draw(8000), {static_cast<std::uint8_t>(i % 136), (i & 1u) != 0, false, false, onset}});
  }
  std::stable_sort(confirmed.begin(), confirmed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Stream stream;
  for (const auto& item : confirmed) stream.edges.push_back(item.second);
  stream.horizons.resize(count / packet);
  Tick least = onset + 1;
  for (std::size_t i = count; i-- > 0;) {
    if ((i + 1) % packet == 0) stream.horizons[i / packet] = least;
    least = std::min(least, stream.edges[i].onset);
  }
  return stream;
}

/// What a driver without a wheel does: keeps what waits in a vector, sorts it at each horizon, takes the front.
template <class Out>
void by_sorting(const Stream& stream, Out&& out) {
  std::vector<Edge> waiting;
  for (std::size_t i = 0; i < stream.edges.size(); ++i) {
    waiting.push_back(stream.edges[i]);
    if ((i + 1) % packet != 0) continue;
    std::stable_sort(waiting.begin(), waiting.end(), [](const Edge& a, const Edge& b) {
      return a.onset != b.onset ? a.onset < b.onset : a.channel < b.channel;
    });
    std::size_t ready = 0;
    while (ready < waiting.size() && waiting[ready].onset < stream.horizons[i / packet]) {
      out(waiting[ready].channel, waiting[ready].onset);
      ++ready;
    }
    waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(ready));
  }
}

template <class Out>
void by_wheel(const Stream& stream, Out&& out) {
  TickWheel wheel(window, 126);
  const auto give = [&out](const OrderedEdge& edge) { out(edge.channel, edge.when.hi); };
  for (std::size_t i = 0; i < stream.edges.size(); ++i) {
    wheel.push(stream.edges[i], give);
    if ((i + 1) % packet == 0) wheel.advance(stream.horizons[i / packet], give);
  }
}

/// One sort of everything at the end: no driver, but the least a comparison sort can cost.
template <class Out>
void at_once(const Stream& stream, Out&& out) {
  auto all = stream.edges;
  std::stable_sort(all.begin(), all.end(), [](const Edge& a, const Edge& b) {
    return a.onset != b.onset ? a.onset < b.onset : a.channel < b.channel;
  });
  for (const Edge& edge : all) out(edge.channel, edge.onset);
}

template <class Way>
double events_per_us(const Stream& stream, Way&& way, std::uint64_t& hash, std::size_t limit) {
  double best = 0;
  for (int i = 0; i < 3; ++i) {
    hash = 14695981039346656037u;
    std::size_t count = 0;
    const auto begun = std::chrono::steady_clock::now();
    way(stream, [&](std::uint8_t channel, Tick onset) {
      if (count++ < limit) hash = (hash ^ (static_cast<std::uint64_t>(onset) << 8u | channel)) * 1099511628211u;
    });
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begun;
    best = std::max(best, static_cast<double>(stream.edges.size()) / took.count());
  }
  return best;
}

}  // namespace

int main() {
  bool equal = true;
  for (const Tick gap : {Tick{8}, Tick{83}, Tick{1000}}) {
    const Stream stream = make(400'000, gap);
    // What both have given out at the end is compared; the rest still waits for a horizon.
    std::uint64_t hash[3] = {};
    const std::size_t limit = stream.edges.size() - 4096;
    const double wheel = events_per_us(stream, [](const auto& s, auto out) { by_wheel(s, out); }, hash[0], limit);
    const double sorting = events_per_us(stream, [](const auto& s, auto out) { by_sorting(s, out); }, hash[1], limit);
    const double once = events_per_us(stream, [](const auto& s, auto out) { at_once(s, out); }, hash[2], limit);
    equal = equal && hash[0] == hash[1] && hash[0] == hash[2];
    std::printf("an edge every %4d us: wheel %6.1f M/s, stable_sort per packet %6.1f M/s (ratio %.1f), once at the end %6.1f M/s (ratio %.1f)%s\n",
                static_cast<int>(gap), wheel, sorting, wheel / sorting, once, wheel / once, equal ? "" : "  DIFFERENT ORDER");
  }
  return equal ? 0 : 1;
}
