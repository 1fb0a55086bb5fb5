// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/faults.hpp"

#include <algorithm>

#include "sim/bus/line.hpp"

namespace adoube::bus {

namespace {

// Addresses of others in random traffic; the hosts of this project give smaller ones.
constexpr std::int64_t foreign_first = 100;
constexpr std::int64_t foreign_last = 127;
// Random damage reaches from one bit to more than a receiver forgives.
constexpr std::int64_t cut_most = 24;
constexpr std::int64_t longer_most = 24;
constexpr std::int64_t delay_most = 40;
constexpr std::int64_t bit_most = 8 * 67;

bool fits(Packets packets, std::uint8_t pid) {
  switch (packets) {
    case Packets::any: return true;
    case Packets::sof: return pid == pid_byte(Pid::sof);
    case Packets::token: return pid == pid_byte(Pid::in) || pid == pid_byte(Pid::out) || pid == pid_byte(Pid::setup);
    case Packets::data: return pid == pid_byte(Pid::data0) || pid == pid_byte(Pid::data1);
    case Packets::handshake: return (pid & 3U) == 2U;  // USB 2.0, table 8-1
  }
  return false;
}

}  // namespace

std::uint64_t FaultCounters::damaged() const {
  std::uint64_t sum = 0;
  for (const auto& side : struck) {
    for (const std::uint64_t count : side) sum += count;
  }
  return sum;
}

void Faults::plant(const Fault& fault) { planted_.push_back(fault); }

void Faults::random(std::uint32_t one_in, std::uint64_t seed) {
  one_in_ = one_in;
  chance_ = sim::Random(seed);
}

void Faults::foreign(const Foreign& other) {
  foreign_.push_back(other);
  std::ranges::stable_sort(foreign_, {}, &Foreign::at);
}

void Faults::random_foreign(std::uint32_t one_in, std::uint64_t seed) {
  foreign_one_in_ = one_in;
  foreign_chance_ = sim::Random(seed);
  foreign_.reserve(foreign_.size() + 4);  // so that frame() allocates nothing
}

std::optional<Faults::Blow> Faults::strike(Side side, std::span<const std::uint8_t> bytes, std::optional<std::uint8_t> endpoint) {
  const std::uint8_t pid = bytes.empty() ? std::uint8_t{0} : bytes[0];
  std::optional<Blow> blow;
  for (Fault& fault : planted_) {
    if (fault.times == 0 || fault.side != side || !fits(fault.packets, pid)) continue;
    if (fault.endpoint && fault.endpoint != endpoint) continue;
    if (fault.nth > 1) {
      --fault.nth;
    } else {
      --fault.times;
      blow = Blow{fault.damage, fault.amount};
    }
  }
  std::erase_if(planted_, [](const Fault& fault) { return fault.times == 0; });
  if (!blow && one_in_ != 0 && chance_.within(0, one_in_ - 1) == 0) {
    const auto damage = static_cast<Damage>(chance_.within(0, damages - 1));
    const std::int64_t most = damage == Damage::flip       ? bit_most
                              : damage == Damage::truncate ? cut_most
                              : damage == Damage::lengthen ? longer_most
                                                           : delay_most;
    blow = Blow{damage, static_cast<unsigned>(chance_.within(1, most))};
  }
  if (blow) ++counters_.struck[static_cast<std::size_t>(side)][static_cast<std::size_t>(blow->damage)];
  return blow;
}

void Faults::frame(std::uint64_t begin) {
  if (foreign_one_in_ == 0 || foreign_chance_.within(0, foreign_one_in_ - 1) != 0 || !foreign_.empty()) return;
  Foreign other;
  other.at = begin + static_cast<std::uint64_t>(foreign_chance_.within(0, frame_bits - 1));
  other.address = static_cast<std::uint8_t>(foreign_chance_.within(foreign_first, foreign_last));
  other.endpoint = static_cast<std::uint8_t>(foreign_chance_.within(0, 3));
  other.what = static_cast<Foreign::What>(foreign_chance_.within(0, 3));
  other.low_speed = foreign_chance_.chance(30);
  foreign_.push_back(other);
}

Foreign Faults::take_foreign() {
  const Foreign other = foreign_.front();
  foreign_.erase(foreign_.begin());
  ++counters_.foreign;
  if (other.low_speed) ++counters_.low_speed;
  return other;
}

void Faults::reset_taken() {
  reset_time_ = never;
  ++counters_.resets;
}

}  // namespace adoube::bus
