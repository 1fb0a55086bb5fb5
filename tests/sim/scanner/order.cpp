// SPDX-License-Identifier: Apache-2.0
// What the filter promises about order, horizon and loss, on the model that the differential test holds equal to the RTL.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <tuple>
#include <vector>

#include "driver/wire/packet.hpp"
#include "sim/scanner/scanner.hpp"
#include "tests/sim/scanner/random.hpp"

using namespace adoube;
using test::Random;

namespace {

constexpr Tick scan = 126, slot = 14, hold_presence = 4'000, hold_auxiliary = 2'000, chatter_max = 12'000;
constexpr unsigned rows = 9;

/// A channel of a row: presence of file `file`, or an auxiliary input for the ninth.
std::uint8_t channel(unsigned row, unsigned file) { return static_cast<std::uint8_t>(row == 8 ? 128 + file : 8 * row + file); }
Tick hold_of(unsigned row) { return row == 8 ? hold_auxiliary : hold_presence; }

/// Samples of a row fall on 13 + 14 * row + 126 n.
Tick sample_at_or_after(unsigned row, Tick t) {
  const Tick first = slot - 1 + slot * row;
  return t <= first ? first : first + (t - first + scan - 1) / scan * scan;
}

using Changes = std::vector<sim::Change>;

/// A contact that closes at `at`, stays so for `first` and then bounces until `end` with open spells up to `open_most`
/// and closed ones from `closed_least` to `closed_most`.
void closing(Changes& changes, Random& random, std::uint8_t ch, Tick at, Tick first, Tick end, Tick open_most, Tick closed_least, Tick closed_most) {
  changes.push_back({at, ch, true});
  Tick t = at + first;
  while (true) {
    const Tick open = random.between(1, open_most);
    if (t + open > end) break;
    changes.push_back({t, ch, false});
    changes.push_back({t + open, ch, true});
    t += open + random.between(closed_least, closed_most);
  }
}

void sort(Changes& changes) {
  std::sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return std::tie(a.at, a.channel) < std::tie(b.at, b.channel); });
}

std::vector<sim::ConfirmedEdge> confirmed(const Changes& changes, Tick until) {
  sim::Scanner scanner(changes);
  scanner.run_to(static_cast<std::uint64_t>(until) * 12);
  return scanner.edges();
}

Interval interval(const sim::ConfirmedEdge& e) { return {e.onset - scan, e.onset}; }

const sim::ConfirmedEdge* only(const std::vector<sim::ConfirmedEdge>& edges, std::uint8_t ch) {
  const sim::ConfirmedEdge* found = nullptr;
  for (const auto& e : edges) {
    if (e.channel != ch) continue;
    if (found != nullptr) return nullptr;
    found = &e;
  }
  return found;
}

}  // namespace

// 300 us apart, first closures of at least a scan, bounces of up to 5 ms: the true order, and certain.
BOOST_AUTO_TEST_CASE(order_of_contacts_300_us_apart) {
  Random random(1);
  unsigned trials = 0, bounced = 0;
  for (unsigned a = 0; a < rows; ++a) {
    for (unsigned b = 0; b < rows; ++b) {
      for (unsigned n = 0; n < 40; ++n) {
        const Tick t1 = random.between(2'000, 2'000 + scan), t2 = t1 + 300 + (n % 4 == 0 ? 0 : random.between(0, 400));
        const auto c1 = channel(a, 0), c2 = channel(b, 1);
        Changes changes;
        const auto one = [&](unsigned row, std::uint8_t ch, Tick t) {
          // Two open spells are one to the board where the closure between them is shorter than a scan: such bounces
          // end before hold, longer ones have closures that are seen.
          const bool brief = random.chance(2);
          const Tick hold = hold_of(row);
          const Tick end = random.chance(3) ? t : t + random.between(scan, brief ? hold : 5'000);
          closing(changes, random, ch, t, scan + random.between(0, 300), end, brief ? 600 : hold - 1, brief ? 1 : scan, 900);
        };
        one(a, c1, t1);
        one(b, c2, t2);
        sort(changes);
        const auto edges = confirmed(changes, 25'000);
        const auto* first = only(edges, c1);
        const auto* second = only(edges, c2);
        BOOST_REQUIRE(first != nullptr && second != nullptr);
        BOOST_REQUIRE(!first->late && !second->late);
        BOOST_REQUIRE(before(interval(*first), interval(*second)));
        bounced += first->bounced || second->bounced;
        ++trials;
      }
    }
  }
  std::printf("300 us: %u trials, %u with a bounce, all certain and right\n", trials, bounced);
  BOOST_TEST(bounced > trials / 3);
}

// 60 us apart: certain exactly where the first was sampled and then the second, both between the contacts.
BOOST_AUTO_TEST_CASE(order_of_contacts_60_us_apart) {
  std::map<std::pair<unsigned, unsigned>, std::array<unsigned, 2>> seen;  // unordered pair of rows: unclear, certain
  for (unsigned a = 0; a < rows; ++a) {
    for (unsigned b = 0; b < rows; ++b) {
      for (Tick phase = 0; phase < scan; ++phase) {
        const Tick t1 = 2'000 + phase, t2 = t1 + 60;
        const auto c1 = channel(a, 0), c2 = channel(b, 1);
        const auto edges = confirmed({{t1, c1, true}, {t2, c2, true}}, 9'000);
        const auto* first = only(edges, c1);
        const auto* second = only(edges, c2);
        BOOST_REQUIRE(first != nullptr && second != nullptr);
        const bool certain = before(interval(*first), interval(*second));
        BOOST_REQUIRE(!before(interval(*second), interval(*first)));  // never certain and wrong
        const Tick sample1 = sample_at_or_after(a, t1);
        const bool between = sample1 < t2 && sample_at_or_after(b, sample1) < t2;
        BOOST_REQUIRE_EQUAL(certain, between);
        ++seen[std::minmax(a, b)][certain];
      }
    }
  }
  unsigned unclear = 0, sure = 0;
  for (const auto& [pair, counts] : seen) {
    BOOST_TEST(counts[0] > 0u, "rows " << pair.first << " and " << pair.second << " never unclear");
    BOOST_TEST(counts[1] > 0u, "rows " << pair.first << " and " << pair.second << " never certain");
    unclear += counts[0];
    sure += counts[1];
  }
  std::printf("60 us: %zu pairs of rows, %u unclear, %u certain and right\n", seen.size(), unclear, sure);
}

// 100,000 pairs of bouncing contacts: whatever is certain is right, by the definition of onset.
BOOST_AUTO_TEST_CASE(never_certain_and_wrong) {
  Random random(3);
  unsigned certain = 0, unseen = 0, edges_seen = 0;
  constexpr unsigned trials = 100'000;
  for (unsigned n = 0; n < trials; ++n) {
    struct Contact {
      unsigned row;
      std::uint8_t ch;
      Changes changes;
      Tick onset = 0;   // first sample that differed since the channel was last quiet
      Tick cause = 0;   // the closure that sample saw
    };
    std::array<Contact, 2> contacts;
    Changes all;
    for (unsigned i = 0; i < 2; ++i) {
      auto& c = contacts[i];
      c.row = static_cast<unsigned>(random.between(0, rows - 1));
      c.ch = channel(c.row, i);
      const Tick at = 1'000 + random.between(0, i == 0 ? scan : 400);
      const Tick hold = hold_of(c.row), most = chatter_max - hold - 2 * scan;
      const Tick end = at + random.between(0, most);
      // Closures may be too short to be seen, and an open spell may be long enough to make what was before it chatter.
      closing(c.changes, random, c.ch, at, random.between(1, random.chance(2) ? 60 : 600), end, random.chance(8) ? hold + 900 : 700, 1, std::min<Tick>(900, hold - 2 * scan));
      all.insert(all.end(), c.changes.begin(), c.changes.end());
      // By definition, from the samples alone.
      bool was = false, quiet = true;
      Tick run = 0;
      std::size_t next = 0;
      bool level = false;
      for (Tick s = sample_at_or_after(c.row, 0); s < 22'000; s += scan) {
        Tick closed = c.cause;
        for (; next < c.changes.size() && c.changes[next].at <= s; ++next) {
          level = c.changes[next].level;
          if (level) closed = c.changes[next].at;
        }
        if (level != was) run = s;
        if (quiet && level) {
          c.onset = s;
          c.cause = closed;
          quiet = false;
        }
        was = level;
        if (!level && s - run >= hold) quiet = true;
        if (level && s - run >= hold) break;
      }
      if (c.changes.front().at < c.cause) ++unseen;
    }
    sort(all);
    const auto edges = confirmed(all, 22'000);
    std::array<const sim::ConfirmedEdge*, 2> found{only(edges, contacts[0].ch), only(edges, contacts[1].ch)};
    BOOST_REQUIRE(found[0] != nullptr && found[1] != nullptr);
    for (unsigned i = 0; i < 2; ++i) {
      BOOST_REQUIRE(!found[i]->late);
      BOOST_REQUIRE_EQUAL(found[i]->onset, contacts[i].onset);
      BOOST_REQUIRE(contacts[i].cause > found[i]->onset - scan && contacts[i].cause <= found[i]->onset);
      ++edges_seen;
    }
    for (unsigned i = 0; i < 2; ++i) {
      if (!before(interval(*found[i]), interval(*found[1 - i]))) continue;
      ++certain;
      BOOST_REQUIRE(contacts[i].cause < contacts[1 - i].cause);
    }
  }
  std::printf("random: %u trials, %u certain, 0 wrong; %.1f %% of contacts had an earlier closure that no sample saw or that was chatter\n", trials,
              certain, 100.0 * unseen / edges_seen);
  BOOST_TEST(certain > trials / 4);
  BOOST_TEST(unseen > trials / 50);
}

namespace {

/// One frame of the bus: poll, and the host's ACK a little later.
std::optional<wire::Packet> frame(sim::Scanner& scanner, std::uint64_t number) {
  scanner.run_to(number * 12'000);
  if (!scanner.offered()) return std::nullopt;
  scanner.freeze();
  while (!scanner.frozen()) scanner.run_to(scanner.clock() + 1);
  auto packet = wire::decode(scanner.packet());
  BOOST_REQUIRE(packet.has_value());
  scanner.run_to(scanner.clock() + 700);
  scanner.free();
  return *packet;
}

}  // namespace

// Three contacts that never settle: an ordered edge follows its packet by at most chatter_max + 2 scans + 1 frame.
BOOST_AUTO_TEST_CASE(chattering_channels_do_not_hold_the_horizon) {
  Random random(4);
  Changes changes;
  constexpr Tick length = 4'000'000;
  for (const std::uint8_t ch : std::array<std::uint8_t, 3>{7, 70, 33}) {
    bool level = false;
    for (Tick t = random.between(100, 900); t < length; t += random.between(130, 1'900)) changes.push_back({t, ch, level = !level});
  }
  bool level = false;
  for (Tick t = 20'000; t < length - 100'000; t += random.between(15'000, 60'000)) changes.push_back({t, 12, level = !level});
  sort(changes);
  sim::Scanner scanner(changes);
  struct Waiting {
    std::uint32_t onset;
    std::uint64_t frame;
  };
  std::vector<Waiting> waiting;
  std::uint64_t longest = 0, edges = 0;
  for (std::uint64_t f = 1; f < length / 1'000; ++f) {
    const auto packet = frame(scanner, f);
    if (!packet) continue;
    const auto* event = std::get_if<wire::EventPacket>(&packet->body);
    if (event == nullptr) continue;
    for (const auto& e : event->used()) {
      if (e.channel == 12) {
        waiting.push_back({e.onset, f});
        ++edges;
      }
    }
    if (!event->horizon) continue;
    std::erase_if(waiting, [&](const auto& w) {
      if (*event->horizon <= w.onset) return false;
      longest = std::max(longest, f - w.frame);
      return true;
    });
  }
  BOOST_TEST(waiting.empty());
  BOOST_TEST(edges > 60u);
  BOOST_TEST(longest * 1'000 <= static_cast<std::uint64_t>(chatter_max + 2 * scan + 1'000));
  std::printf("three stuck channels: %llu ordered edges, horizon at most %llu ms behind the packet (bound %.2f ms)\n",
              static_cast<unsigned long long>(edges), static_cast<unsigned long long>(longest), (chatter_max + 2 * scan + 1'000) / 1000.0);
}

// At most 256 edges above a drain of 12 a millisecond: nothing is refused, everything arrives, in order of sequence.
BOOST_AUTO_TEST_CASE(a_legal_load_loses_nothing) {
  Random random(5);
  Changes changes;
  std::array<bool, 136> level{};
  double bucket = 0;  // edges above the drain
  Tick last = 0;
  std::uint64_t full = 0;
  for (Tick t = 5'000; t < 1'500'000; t += scan) {
    bucket = std::max(0.0, bucket - 0.012 * static_cast<double>(t - last));
    last = t;
    // Bursts of everything at once, silence, and a steady drizzle.
    const auto want = random.chance(60) ? 136 : random.chance(3) ? random.between(0, 3) : 1;
    for (std::int64_t i = 0; i < want; ++i) {
      if (bucket + 1 > 256) {
        ++full;
        break;
      }
      const auto ch = static_cast<std::uint8_t>(want == 136 ? i : random.between(0, 135));
      if (!changes.empty() && std::any_of(changes.rbegin(), changes.rbegin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(changes.size(), 140)), [&](const auto& c) { return c.channel == ch && c.at > t - 2 * scan; })) continue;
      changes.push_back({t, ch, level[ch] = !level[ch]});
      bucket += 1;
    }
  }
  sort(changes);
  sim::Scanner scanner(changes);
  for (std::uint8_t reg = wire::reg::hold_presence; reg <= wire::reg::hold_auxiliary; ++reg) {
    BOOST_REQUIRE(scanner.write(reg, 0));
    while (scanner.writing()) scanner.run_to(scanner.clock() + 1);
  }
  std::size_t delivered = 0, heartbeats = 0;
  std::optional<std::uint16_t> sequence;
  for (std::uint64_t f = 1; f < 1'600; ++f) {
    if (f % 1024 == 0) scanner.sof(static_cast<std::uint16_t>(f & 1024));
    const auto packet = frame(scanner, f);
    if (!packet) continue;
    if (sequence) BOOST_REQUIRE_EQUAL(packet->sequence, static_cast<std::uint16_t>(*sequence + 1));
    sequence = packet->sequence;
    if (const auto* event = std::get_if<wire::EventPacket>(&packet->body)) delivered += event->size;
    if (std::holds_alternative<wire::HeartbeatPacket>(packet->body)) ++heartbeats;
    BOOST_REQUIRE(!std::holds_alternative<wire::DropReportPacket>(packet->body));
  }
  std::size_t refused = 0;
  for (const auto& e : scanner.edges()) refused += e.refused;
  BOOST_TEST(refused == 0u);
  BOOST_TEST(delivered == scanner.edges().size());
  BOOST_TEST(delivered == changes.size());
  BOOST_TEST(heartbeats == 1u);
  BOOST_TEST(full > 10u);
  std::printf("legal load: %zu edges in %zu changes, bucket full %llu times, refused %zu\n", delivered, changes.size(),
              static_cast<unsigned long long>(full), refused);
}
