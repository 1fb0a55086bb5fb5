// SPDX-License-Identifier: Apache-2.0
// What is wrong with a board does exactly what it says, where and as long as it says, and nothing else.
#include "sim/physics/senses.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include "sim/physics/matrix.hpp"
#include "sim/physics/truth.hpp"

using namespace adoube;
using namespace adoube::sim;

namespace {

const Parameters sound;
constexpr Tick run_end = 300'000;

// Contacts that come and go, each on its own.
std::vector<Change> drawn(Random& random) {
  std::vector<Change> changes;
  for (int channel = 0; channel < 136; ++channel) {
    if (random.chance(80)) continue;
    Tick now = random.within(0, 90'000);
    if (random.chance(50)) now = 0;
    for (bool level = true; now < run_end; level = !level) {
      changes.push_back({now, static_cast<std::uint8_t>(channel), level});
      now += random.within(1, 60'000);
    }
  }
  std::sort(changes.begin(), changes.end());
  return changes;
}

// The level of every channel from one of `ticks` to the next.
class Course {
 public:
  explicit Course(std::span<const Change> changes) : changes_(changes) {}
  const std::array<bool, channel_count>& at(Tick t) {
    for (; next_ < changes_.size() && changes_[next_].at <= t; ++next_) levels_[changes_[next_].channel] = changes_[next_].level;
    return levels_;
  }

 private:
  std::span<const Change> changes_;
  std::size_t next_ = 0;
  std::array<bool, channel_count> levels_{};
};

void keeps_the_contract(std::span<const Change> changes) {
  std::array<bool, channel_count> level{};
  std::array<Tick, channel_count> last;
  last.fill(-1);
  RC_ASSERT(std::is_sorted(changes.begin(), changes.end()));
  for (const Change& c : changes) {
    RC_ASSERT(c.at >= 0);
    RC_ASSERT(c.at < run_end);
    RC_ASSERT(c.level != level[c.channel]);
    RC_ASSERT(c.at > last[c.channel]);
    level[c.channel] = c.level;
    last[c.channel] = c.at;
  }
}

Levels matrix_of(const std::array<bool, channel_count>& levels) {
  Levels out{};
  for (std::size_t channel = 0; channel < levels.size(); ++channel) {
    const Crossing c = crossing_of(static_cast<std::uint8_t>(channel));
    if (levels[channel]) out[c.row] = static_cast<std::uint16_t>(out[c.row] | c.mask());
  }
  return out;
}

// Everything that a fault of a kind may do and must do at an instant inside its time.
void does_its_effect(const Fault& fault, const std::array<bool, channel_count>& contacts, const std::array<bool, channel_count>& seen) {
  Wiring wiring(sound);
  wiring.add(fault);
  const Levels through = wiring.read(matrix_of(contacts));
  for (std::size_t channel = 0; channel < channel_count; ++channel) {
    const Crossing c = crossing_of(static_cast<std::uint8_t>(channel));
    const bool here = channel == fault.place;
    switch (fault.kind) {
      case FaultKind::stuck_closed: RC_ASSERT(seen[channel] == (here || contacts[channel])); break;
      case FaultKind::stuck_open: RC_ASSERT(seen[channel] == (!here && contacts[channel])); break;
      case FaultKind::weak_magnet: RC_ASSERT(seen[channel] == contacts[channel]); break;  // not a matter of senses
      case FaultKind::chatter: RC_ASSERT(here || seen[channel] == contacts[channel]); break;
      case FaultKind::emi_burst:
        RC_ASSERT(fault.place == every_line || c.column == fault.place || seen[channel] == contacts[channel]);
        break;
      default: RC_ASSERT(seen[channel] == ((through[c.row] & c.mask()) != 0)); break;
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(senses)

BOOST_AUTO_TEST_CASE(a_sound_board_reads_its_contacts) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    Random random(seed);
    const auto contacts = drawn(random);
    RC_ASSERT(sensed(contacts, sound, {}, run_end, random) == contacts);
  }));
}

BOOST_AUTO_TEST_CASE(each_fault_does_its_effect_in_its_time_and_nothing_before_or_after) {
  std::array<std::size_t, fault_kinds> differed{};
  BOOST_TEST(rc::check([&](std::uint64_t seed) {
    Random random(seed);
    const auto contacts = drawn(random);
    for (std::size_t kind = 0; kind < fault_kinds; ++kind) {
      const Fault fault = random_fault(static_cast<FaultKind>(kind), 0, run_end, random);
      const auto seen = sensed(contacts, sound, std::array{fault}, run_end, random);
      keeps_the_contract(seen);
      std::vector<Tick> ticks{0, fault.begin, fault.end};
      for (const Change& c : contacts) ticks.push_back(c.at);
      for (const Change& c : seen) ticks.push_back(c.at);
      std::sort(ticks.begin(), ticks.end());
      Course truth(contacts), course(seen);
      for (const Tick t : ticks) {
        const auto& is = truth.at(t);
        const auto& reads = course.at(t);
        if (t < fault.begin || t >= fault.end) {
          if (t < run_end) RC_ASSERT(is == reads);
        } else {
          does_its_effect(fault, is, reads);
          if (is != reads) ++differed[kind];
        }
      }
    }
  }));
  for (const FaultInfo& row : fault_table()) {
    if (row.kind != FaultKind::weak_magnet) BOOST_TEST(differed[static_cast<std::size_t>(row.kind)] > 20, row.name);
  }
}

BOOST_AUTO_TEST_CASE(a_contact_chatters_as_often_as_its_size_says) {
  for (const std::int64_t size : {20, 500, 5'000}) {
    const Fault fault{FaultKind::chatter, 77, size, 50'000, 250'000};
    const auto seen = sensed({}, sound, std::array{fault}, run_end, Random(3));
    const auto turns = static_cast<std::int64_t>(seen.size());
    BOOST_TEST(turns > 200'000 / size * 7 / 10);
    BOOST_TEST(turns < 200'000 / size * 13 / 10);
    BOOST_TEST(seen.front().at == 50'000);
    BOOST_TEST(seen.back().at <= 250'000);
    BOOST_TEST(seen.back().level == false);
  }
}

BOOST_AUTO_TEST_CASE(pulses_are_short_and_reach_every_row_of_their_line) {
  const Fault fault{FaultKind::emi_burst, 4, 200, 100'000, 115'000};
  const auto seen = sensed({}, sound, std::array{fault}, run_end, Random(3));
  std::array<std::vector<Change>, channel_count> by;
  for (const Change& c : seen) by[c.channel].push_back(c);
  for (std::size_t channel = 0; channel < channel_count; ++channel) {
    const bool mine = crossing_of(static_cast<std::uint8_t>(channel)).column == 4;
    BOOST_TEST(by[channel].empty() == !mine);
    for (std::size_t i = 0; i + 1 < by[channel].size(); i += 2) {
      BOOST_TEST(by[channel][i].level);
      BOOST_TEST(by[channel][i + 1].at - by[channel][i].at <= 3);
    }
    if (mine) BOOST_TEST(by[channel].size() > 100);  // 15 ms at 5 kHz, two changes a pulse
  }
}

BOOST_AUTO_TEST_CASE(what_sticks_does_not_chatter_and_what_is_cut_off_does_not_stick) {
  const Fault stuck{FaultKind::stuck_closed, 28, 0, 0, no_end};
  const Fault chatter{FaultKind::chatter, 28, 500, 0, no_end};
  const Fault cut{FaultKind::broken_column, 4, 0, 100'000, 200'000};
  const auto seen = sensed({}, sound, std::array{chatter, cut, stuck}, run_end, Random(1));
  BOOST_TEST((seen == std::vector<Change>{{0, 28, true}, {100'000, 28, false}, {200'000, 28, true}}));
}

// A contact that turns in the very tick in which it begins or ends to stick.
BOOST_AUTO_TEST_CASE(what_turns_with_a_fault_turns_once) {
  const std::vector<Change> contacts{{100, 28, true}, {200, 28, false}, {300, 28, true}};
  const auto stuck = [&](FaultKind kind, Tick begin, Tick end) {
    const Fault fault{kind, 28, 0, begin, end};
    return sensed(contacts, sound, std::array{fault}, run_end, Random(1));
  };
  BOOST_TEST((stuck(FaultKind::stuck_closed, 100, 300) == std::vector<Change>{{100, 28, true}}));
  BOOST_TEST((stuck(FaultKind::stuck_closed, 50, 200) == std::vector<Change>{{50, 28, true}, {200, 28, false}, {300, 28, true}}));
  BOOST_TEST((stuck(FaultKind::stuck_open, 100, 300) == std::vector<Change>{{300, 28, true}}));
  BOOST_TEST((stuck(FaultKind::stuck_open, 200, 250) == contacts));
}

BOOST_AUTO_TEST_CASE(same_seed_same_bytes) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    Random random(seed);
    const auto contacts = drawn(random);
    const auto faults = random_faults(12, 0, run_end, random);
    const auto seen = sensed(contacts, sound, faults, run_end, Random(seed));
    keeps_the_contract(seen);
    RC_ASSERT(seen == sensed(contacts, sound, faults, run_end, Random(seed)));
  }));
}

BOOST_AUTO_TEST_CASE(slow_lines_read_the_row_before_all_the_time) {
  Parameters slow;
  slow.column_resistance = 22'000;
  slow.column_capacitance = 1'500;
  const std::vector<Change> contacts{{0, 28, true}, {100'000, 28, false}};
  const auto seen = sensed(contacts, slow, {}, run_end, Random(1));
  BOOST_TEST((seen == std::vector<Change>{{0, 28, true}, {0, 36, true}, {100'000, 28, false}, {100'000, 36, false}}));
}

// A quiet hour with everything wrong that does not move by itself: as many changes as there are faults and contacts.
BOOST_AUTO_TEST_CASE(what_does_not_move_costs_nothing) {
  const std::vector<Change> contacts{{0, 28, true}, {0, 12, true}};
  const std::array faults = {Fault{FaultKind::stuck_closed, 30}, Fault{FaultKind::shorted_diode, every_contact},
                             Fault{FaultKind::swapped_rows, 1, 2}, Fault{FaultKind::broken_row, 3, 4, 1'000'000, 2'000'000}};
  BOOST_TEST(sensed(contacts, sound, faults, 3'600'000'000'000, Random(1)).size() < 20u);
}

BOOST_AUTO_TEST_SUITE_END()
