// SPDX-License-Identifier: Apache-2.0
/// What a judgement costs, an event: the distribution over turns played as hands play them and over turns of nonsense.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "rules/article4/turn.hpp"
#include "tests/rules/article4/drawn_turns.hpp"

using namespace adoube;
using namespace adoube::article4;

namespace {

struct Played {
  MoveTable table;
  Edition edition;
  std::vector<Event> events;
};

/// Nanoseconds an event, sorted: each event of each turn, the least of several runs, so that the clock's own unrest is not
/// counted.
std::vector<double> measure(const std::vector<Played>& turns) {
  constexpr int kRuns = 15;
  std::vector<double> all;
  std::uint64_t checksum = 0;
  for (const Played& p : turns) {
    std::vector<double> best(p.events.size(), 1e9);
    for (int run = 0; run < kRuns; ++run) {
      Turn turn(p.table, p.edition);
      for (std::size_t i = 0; i < p.events.size(); ++i) {
        const auto start = std::chrono::steady_clock::now();
        checksum += static_cast<std::uint64_t>(turn.feed(p.events[i]).verdict);
        const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
        best[i] = std::min(best[i], taken.count());
      }
    }
    all.insert(all.end(), best.begin(), best.end());
  }
  std::sort(all.begin(), all.end());
  if (checksum == 0) std::printf("nothing was judged\n");
  return all;
}

void print(const char* what, const std::vector<Played>& turns) {
  const std::vector<double> ns = measure(turns);
  const auto at = [&](double share) { return ns[static_cast<std::size_t>(share * static_cast<double>(ns.size() - 1))]; };
  std::printf("%-28s | %7zu | %10.0f | %6.0f | %6.0f | %6.0f\n", what, ns.size(), at(0.5), at(0.9), at(0.99), ns.back());
}

}  // namespace

int main() {
  std::vector<Played> clean;
  std::vector<Played> wild;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    testing::Dice dice(seed);
    const MoveTable table(testing::draw_position(dice));
    const Edition e = testing::draw_edition(dice);
    testing::Script script;
    script.play(table, dice.below(table.moves().size()), dice.percent(50));
    script.press(table.mover());
    clean.push_back({table, e, script.events});
    if (seed < 1000) wild.push_back({table, e, testing::draw_events(dice, table, 40)});
  }
  std::printf("judgement, ns an event       |  events |     median |    90%% |    99%% |   most\n");
  print("moves played cleanly", clean);
  print("hands that do anything", wild);
}
