// SPDX-License-Identifier: Apache-2.0
/// Everything that goes wrong on a bus because a test wants it to: damage to single packets, counted or at random, other
/// devices, low-speed traffic, resets that nobody asked for.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/bus/packet.hpp"
#include "sim/physics/random.hpp"

namespace adoube::bus {

/// Who sends a packet.
enum class Side : std::uint8_t { host, device };

/// Kinds of packets that a fault may be meant for.
enum class Packets : std::uint8_t { any, sof, token, data, handshake };

/// What happens to a packet on its way. What it does to the transaction follows from it.
enum class Damage : std::uint8_t {
  drop,       ///< the receiver hears nothing of it
  flip,       ///< bit `amount` of it, counted from the PID's first (modulo its length), arrives inverted
  truncate,   ///< its last `amount` bits are missing, at most all
  lengthen,   ///< `amount` bits (zeros) more stand before its end
  delay,      ///< it comes `amount` bit times later
  duplicate,  ///< it comes twice; what was said to the first of two of the host's is not heard
};
inline constexpr std::size_t damages = 6;

/// In one word each, in the order of the enumerations: for people and for scenarios.
inline constexpr std::array<std::string_view, 2> side_words = {"host", "device"};
inline constexpr std::array<std::string_view, 5> packets_words = {"any", "sof", "token", "data", "handshake"};
inline constexpr std::array<std::string_view, damages> damage_words = {"drop", "flip", "truncate", "lengthen", "delay", "duplicate"};

/// A planted fault: strikes the `nth` packet that fits, counted from plant() on, and the `times` - 1 that follow it.
struct Fault {
  Damage damage = Damage::drop;
  Side side = Side::host;
  Packets packets = Packets::any;
  std::optional<std::uint8_t> endpoint{};  ///< number of the transaction's endpoint; SOF has none
  std::uint64_t nth = 1;
  std::uint64_t times = 1;
  unsigned amount = 1;
  friend bool operator==(const Fault&, const Fault&) = default;
};

/// A transaction of the host with another device. Only its own half of it is on the device's wires: hubs send nothing
/// of one device to another (USB 2.0, 11.8).
struct Foreign {
  enum class What : std::uint8_t {
    in,        ///< IN token, and silence
    in_taken,  ///< IN token, time for the answer, the host's ACK
    setup,     ///< SETUP token and the data of SET_ADDRESS(99): a device that takes it for its own is lost
    out,       ///< OUT token and 8 bytes
  };
  std::uint64_t at = 0;        ///< bit time from which on it may begin
  std::uint8_t address = 0;
  std::uint8_t endpoint = 0;
  What what = What::in;
  bool low_speed = false;      ///< each packet behind PRE, at 1.5 Mb/s (8.6.5)
};

/// What took place, by kind.
struct FaultCounters {
  std::array<std::array<std::uint64_t, damages>, 2> struck{};  ///< [Side][Damage]
  std::uint64_t foreign = 0;    ///< transactions with others
  std::uint64_t low_speed = 0;  ///< of these
  std::uint64_t resets = 0;     ///< by reset_at()

  std::uint64_t damaged() const;
  std::uint64_t happened() const { return damaged() + foreign + resets; }
};

class Faults {
 public:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  void plant(const Fault& fault);
  /// From now on one packet in `one_in` of either side is damaged, in a way drawn from the seed; 0 ends it.
  void random(std::uint32_t one_in, std::uint64_t seed);
  /// The same with the chance that is running: only how many packets.
  void rate(std::uint32_t one_in) { one_in_ = one_in; }
  /// A transaction with another device.
  void foreign(const Foreign& other);
  /// From now on one frame in `one_in` has a transaction with a device at an address from 100 to 127; 0 ends it.
  void random_foreign(std::uint32_t one_in, std::uint64_t seed);
  /// A bus reset at the first free moment from that bit time on.
  void reset_at(std::uint64_t bit_time) { reset_time_ = bit_time; }

  const FaultCounters& counters() const { return counters_; }

  // What the host asks.
  struct Blow {
    Damage damage;
    unsigned amount;
  };
  /// What happens to this packet; counts it. `endpoint`: of the transaction that it belongs to, if to one.
  std::optional<Blow> strike(Side side, std::span<const std::uint8_t> bytes, std::optional<std::uint8_t> endpoint);
  /// A frame begins: random traffic of others is drawn.
  void frame(std::uint64_t begin);
  std::uint64_t foreign_time() const { return foreign_.empty() ? never : foreign_.front().at; }
  /// The one that is due next; not while foreign_time() is `never`.
  Foreign take_foreign();
  std::uint64_t reset_time() const { return reset_time_; }
  void reset_taken();

 private:
  std::vector<Fault> planted_;    // with `nth` counted down
  std::vector<Foreign> foreign_;  // in order of time
  std::uint64_t reset_time_ = never;
  std::uint32_t one_in_ = 0;
  std::uint32_t foreign_one_in_ = 0;
  sim::Random chance_{0};
  sim::Random foreign_chance_{0};
  FaultCounters counters_;
};

}  // namespace adoube::bus
