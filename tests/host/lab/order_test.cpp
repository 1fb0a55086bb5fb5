// SPDX-License-Identifier: Apache-2.0
// What the rules are given: the order of two contacts as the driver's events tell it, and how soon an event may follow
// its packet while other channels chatter. The scanner is the C++ model, which tests/sim/scanner holds against the RTL.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <iostream>
#include <map>

#include "driver/session/session.hpp"
#include "driver/wire/packet.hpp"
#include "host/lab/edges_board.hpp"
#include "sim/physics/random.hpp"

namespace adoube::lab {
namespace {

constexpr Tick scan = 126;
constexpr Tick begin = 1'000'000;

// Channels of one scan row: a presence and a touch channel of ranks 1 to 8, and the two levers of the ninth row.
std::uint8_t channel(int row, bool touch, int column) {
  if (row == 8) return static_cast<std::uint8_t>(wire::scan::auxiliary_first + static_cast<std::uint32_t>(column));
  return static_cast<std::uint8_t>((touch ? 64 : 0) + row * 8 + column);
}

// A contact that closes at `at` and stays closed after bouncing for at most 5 ms: closures of a scan or longer, open spells
// shorter than the shortest hold. It opens cleanly at `until`.
void close_contact(std::vector<sim::Change>& out, sim::Random& random, std::uint8_t ch, Tick at, Tick until, bool bounces) {
  out.push_back({at, ch, true});
  if (bounces) {
    for (Tick t = at;;) {
      const Tick closed = random.within(scan + 4, 900);
      const Tick open = random.within(20, 1'500);
      if (t + closed + open > at + 5'000) break;
      out.push_back({t + closed, ch, false});
      out.push_back({t + closed + open, ch, true});
      t += closed + open;
    }
  }
  out.push_back({until, ch, false});
}

class Listen final : public driver::Sink, public transport::Receiver {
 public:
  explicit Listen(const transport::Clock& clock) : clock_(clock) {}
  void record(const driver::Record& record) override {
    if (const auto* edge = std::get_if<reorder::OrderedEdge>(&record); edge != nullptr && edge->level) {
      last_ = edge->channel;
      if (const auto sent = sent_.find(edge->channel); sent != sent_.end()) {
        slowest = std::max(slowest, clock_.now() - sent->second);
        sent_.erase(sent);
      }
    }
    // An event follows the edge it comes from.
    if (const auto* event = std::get_if<Event>(&record); event != nullptr && event->kind != EventKind::lift && event->kind != EventKind::release) {
      events[last_].push_back(event->when);
    }
  }
  void packet(std::span<const std::uint8_t> bytes) override {
    const auto packet = wire::decode(bytes);
    BOOST_TEST_REQUIRE(packet.has_value());
    const auto* body = std::get_if<wire::EventPacket>(&packet->body);
    if (body == nullptr) return;
    for (const wire::Edge& edge : body->used()) {
      if (edge.level && edge.channel < wire::scan::auxiliary_first && !edge.late) sent_[edge.channel] = clock_.now();
    }
  }
  void damaged() override {}

  std::map<std::uint8_t, std::vector<Interval>> events;  // by channel, in order
  Tick slowest = 0;                                      // from packet to record, us

 private:
  const transport::Clock& clock_;
  std::map<std::uint8_t, Tick> sent_;
  std::uint8_t last_ = 0;
};

// Runs the contacts; fills `listen`.
template <class Use>
void run(std::vector<sim::Change>& changes, Tick end, Use use) {
  std::ranges::sort(changes);
  EdgesBoard board(changes);
  Listen listen(board.clock());
  driver::Options options;
  options.tap = &listen;
  driver::Session session(board.transport(), board.clock(), listen, options);
  BOOST_TEST_REQUIRE(session.open().has_value());
  while (board.clock().now() < end) BOOST_TEST_REQUIRE(session.step(1'000).has_value());
  BOOST_TEST_REQUIRE(session.close().has_value());
  BOOST_TEST(session.counters().behind == 0u);
  use(listen);
}

struct Pair {
  std::uint8_t first;
  std::uint8_t second;
};

// Every pair of rows in every pair of planes.
std::vector<Pair> all_pairs() {
  std::vector<Pair> pairs;
  for (int a = 0; a < 9; ++a) {
    for (int b = 0; b < 9; ++b) {
      for (int planes = 0; planes < 4; ++planes) {
        if ((a == 8 && (planes & 1) != 0) || (b == 8 && (planes & 2) != 0)) continue;  // the ninth row has one plane
        pairs.push_back({channel(a, (planes & 1) != 0, 0), channel(b, (planes & 2) != 0, 1)});
      }
    }
  }
  return pairs;
}

BOOST_AUTO_TEST_CASE(contacts_300_us_apart_reach_the_rules_in_their_order) {
  constexpr Tick length = 60'000;
  sim::Random random(300);
  const std::vector<Pair> pairs = all_pairs();
  std::vector<sim::Change> changes;
  Tick at = begin;
  for (const Pair& pair : pairs) {
    for (int bounce = 0; bounce < 4; ++bounce) {
      at += length + random.within(0, 1'511);
      close_contact(changes, random, pair.first, at, at + 30'000, (bounce & 1) != 0);
      close_contact(changes, random, pair.second, at + 300, at + 31'000, (bounce & 2) != 0);
    }
  }
  run(changes, at + length, [&](const Listen& listen) {
    std::map<std::uint8_t, std::size_t> next;
    for (const Pair& pair : pairs) {
      for (int bounce = 0; bounce < 4; ++bounce) {
        const Interval first = listen.events.at(pair.first).at(next[pair.first]++);
        const Interval second = listen.events.at(pair.second).at(next[pair.second]++);
        BOOST_TEST(before(first, second), "channels " << int{pair.first} << " and " << int{pair.second} << ", bounce " << bounce);
      }
    }
    for (const auto& [ch, list] : listen.events) BOOST_TEST(list.size() == next[ch], "channel " << int{ch});
    std::cout << 4 * pairs.size() << " pairs of contacts 300 us apart: all in order and certain\n";
  });
}

BOOST_AUTO_TEST_CASE(contacts_60_us_apart_are_certain_only_where_a_sample_fell_between) {
  constexpr Tick length = 20'000;
  const std::vector<Pair> pairs = all_pairs();
  std::vector<sim::Change> changes;
  struct Trial {
    Pair pair;
    Tick at;
  };
  std::vector<Trial> trials;
  sim::Random random(60);
  Tick at = begin;
  for (const Pair& pair : pairs) {
    for (Tick phase = 0; phase < scan; phase += 6) {
      at += length - at % scan + scan + phase;  // the phase against the scan, as `at` is a multiple of it before
      close_contact(changes, random, pair.first, at, at + 8'000, false);
      close_contact(changes, random, pair.second, at + 60, at + 9'000, false);
      trials.push_back({pair, at});
    }
  }
  run(changes, at + length, [&](const Listen& listen) {
    std::map<std::uint8_t, std::size_t> next;
    std::map<std::pair<std::uint8_t, std::uint8_t>, std::pair<int, int>> outcomes;  // certain, unclear
    for (const Trial& trial : trials) {
      const Interval first = listen.events.at(trial.pair.first).at(next[trial.pair.first]++);
      const Interval second = listen.events.at(trial.pair.second).at(next[trial.pair.second]++);
      BOOST_TEST(!before(second, first));
      BOOST_TEST((first.lo < trial.at + 1 && trial.at <= first.hi));
      auto& [certain, unclear] = outcomes[{trial.pair.first, trial.pair.second}];
      ++(before(first, second) ? certain : unclear);
      // Certain says: the sample at first.hi saw the one, and the other channel's last sample before its change is not older.
      if (before(first, second)) BOOST_TEST((trial.at <= first.hi && first.hi <= second.lo && second.lo < trial.at + 60));
    }
    int certain = 0;
    int unclear = 0;
    for (const auto& [pair, counts] : outcomes) {
      certain += counts.first;
      unclear += counts.second;
    }
    BOOST_TEST(certain > 0);
    BOOST_TEST(unclear > 0);
    std::cout << certain << " of " << trials.size() << " pairs 60 us apart certain, all of them right; " << unclear << " unclear\n";
  });
}

BOOST_AUTO_TEST_CASE(three_chattering_channels_hold_no_other_edge_back) {
  constexpr Tick until = begin + 4'000'000;
  constexpr Tick bound = wire::reset::chatter_max + 2 * scan + 1'000;
  sim::Random random(3);
  std::vector<sim::Change> changes;
  for (const std::uint8_t stuck : {std::uint8_t{9}, std::uint8_t{77}, std::uint8_t{54}}) {
    bool level = false;
    for (Tick at = begin; at < until;) {
      level = !level;
      changes.push_back({at, stuck, level});
      const Tick spell = random.within(150, 1'400);
      at += spell;
    }
    if (level) changes.push_back({until, stuck, false});
  }
  for (Tick at = begin + 50'000; at < until - 100'000;) {
    const auto ch = static_cast<std::uint8_t>(random.within(0, 7));  // rank 1, where nothing chatters
    close_contact(changes, random, ch, at, at + 20'000, false);
    const Tick pause = random.within(25'000, 40'000);
    at += pause;
  }
  run(changes, until + 100'000, [&](const Listen& listen) {
    std::size_t edges = 0;
    for (std::uint8_t ch = 0; ch < 8; ++ch) edges += listen.events.contains(ch) ? listen.events.at(ch).size() : 0;
    BOOST_TEST(edges > 90u);
    BOOST_TEST(listen.slowest <= bound);
    std::cout << edges << " edges beside three chattering channels: given out at most " << listen.slowest << " us after their packet, bound "
              << bound << "\n";
  });
}

}  // namespace
}  // namespace adoube::lab
