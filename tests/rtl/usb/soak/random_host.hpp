// SPDX-License-Identifier: Apache-2.0
/// A host that does everything: transfers of every kind, well done, badly done and broken off, on a bus that damages packets.
/// It hears the answers, as a host does, and goes on from there; what it did stands in the player's script afterwards.
#pragma once
#include <cstdint>

#include "sim/bus/transfer.hpp"
#include "sim/physics/random.hpp"
#include "tests/rtl/usb/soak/player.hpp"

namespace adoube::soak {

class RandomHost {
 public:
  RandomHost(std::uint64_t seed, Player& player, const Shape& shape);

  /// So many more tokens of all kinds, at least. Throws Disagreement.
  void run(std::uint64_t tokens);
  /// Sees to it that nothing is left open: reads all that the scan side has, asks for every status, on a bus without faults.
  void finish();

 private:
  bool chance(unsigned per_mille) { return random_.within(0, 999) < static_cast<std::int64_t>(per_mille); }
  unsigned draw(unsigned low, unsigned high) { return static_cast<unsigned>(random_.within(low, high)); }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[draw(0, static_cast<unsigned>(values.size()) - 1)];
  }

  void something();
  void new_mood();

  Answer say(Step step);
  Answer say_data(bool data1, Bytes content);
  void wait(unsigned bits);
  Damage damage(const Packet& packet);

  bus::Setup request();
  bus::Setup legal_request();
  Bytes content(std::size_t size);
  unsigned some_endpoint_address();

  void configure();
  void control(const bus::Setup& setup);
  bool setup_stage(const bus::Setup& setup);
  /// What a stage has borne of answers that brought it no further.
  struct Patience {
    unsigned naks = 0, silent = 0;
    bool left() const;
  };
  /// One such answer more; false: the stage has ended with it.
  bool bear(Answer::Kind answer, Patience& patience);
  bool data_stage_in(const bus::Setup& setup);
  bool data_stage_out(const bus::Setup& setup);
  void poll(unsigned endpoint);
  void handshake_for_data();
  void feed(unsigned endpoint);
  void stray();
  void foreign();
  void garbage();
  void reset();
  void rare();
  void scan_side();

  sim::Random random_;
  Player& player_;
  const Shape& shape_;
  std::uint64_t frame_ = 0;
  // The mood, in a thousand: how often a packet is damaged, a packet is lost, a transfer is left or gone astray.
  unsigned damaged_ = 0, lost_ = 0, astray_ = 0;
  bool polled_toggle_[16] = {};
};

}  // namespace adoube::soak
