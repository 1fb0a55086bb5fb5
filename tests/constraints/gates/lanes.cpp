// SPDX-License-Identifier: Apache-2.0
#include "tests/constraints/gates/lanes.hpp"

#include <algorithm>

namespace gates {
namespace {

using namespace netlist;

constexpr unsigned lock_clocks = 64;  // as in primitives.v
constexpr unsigned place_bits = 8;

bool any(const Word& word) { return (word[0] | word[1] | word[2] | word[3]) != 0; }
bool of_lane(const Word& word, std::size_t lane) { return (word[lane / 64] >> lane % 64 & 1) != 0; }
Word all(bool level) { return level ? every : none; }
Word choose(const Word& mask, const Word& where, const Word& elsewhere) { return elsewhere ^ (mask & (where ^ elsewhere)); }

/// Does something for each lane of a set.
template <class Do>
void each(const Word& set, Do&& act) {
  for (std::size_t part = 0; part < 4; ++part) {
    for (std::uint64_t rest = set[part]; rest != 0; rest &= rest - 1) act(64 * part + static_cast<std::size_t>(__builtin_ctzll(rest)));
  }
}

std::size_t place(const std::vector<Word>& nets, const std::array<Net, 11>& address, std::size_t lane) {
  std::size_t at = 0;
  for (unsigned i = 0; i < place_bits; ++i) at |= std::size_t{of_lane(nets[address[i]], lane)} << i;
  return at;
}

/// Lanes that do not address the place that lane 0 does.
Word apart(const std::vector<Word>& nets, const std::array<Net, 11>& address) {
  Word found{};
  for (unsigned i = 0; i < place_bits; ++i) found |= nets[address[i]] ^ all(of_lane(nets[address[i]], 0));
  return found;
}

/// Of a memory that is narrower than 16 bits: whether the rest of the address speaks of this bit (iCE40 Technology Library, SB_RAM40_4K).
Word spoken_of(const std::vector<Word>& nets, const std::array<Net, 11>& address, unsigned mode, unsigned bit) {
  Word found = every;
  for (unsigned i = 0; i < mode; ++i) {
    const Word& level = nets[address[place_bits + i]];
    found &= (bit >> i & 1U) != 0 ? level : ~level;
  }
  return found;
}

/// The data pin of a bit in a mode.
unsigned data_pin(unsigned mode, unsigned bit) {
  const unsigned group = bit >> mode << mode;
  return mode == 0 ? bit : group + (1U << (mode - 1)) - 1;
}

}  // namespace

Lanes::Lanes() : nets_(netlist::nets, none), next_(std::max(fast_flops.size(), slow_flops.size())), memories_(rams.size()) {
  nets_[1] = every;
  for (std::size_t i = 0; i < rams.size(); ++i) {
    memories_[i].bits.resize(256 * 16);
    for (std::size_t at = 0; at < 256; ++at) {
      for (unsigned bit = 0; bit < 16; ++bit) memories_[i].bits[16 * at + bit] = all((rams[i].init[at] >> bit & 1) != 0);
    }
  }
}

void Lanes::flops(const std::vector<Flop>& which, const Word& edge) {
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Flop& flop = which[i];
    const Word& reset = nets_[flop.reset];
    const Word data = flop.set ? nets_[flop.d] | reset : nets_[flop.d] & ~reset;
    next_[i] = choose(edge & nets_[flop.enable], data, nets_[flop.q]);
  }
}

void Lanes::access(const Ram& ram, Memory& memory, const Word& edge) {
  if (const Word reads = nets_[ram.re] & nets_[ram.rclke] & edge; any(reads)) {
    const Word* const found = &memory.bits[16 * place(nets_, ram.raddr, 0)];
    std::array<Word, 16> data;
    std::copy_n(found, 16, data.begin());
    each(apart(nets_, ram.raddr) & reads, [&](std::size_t lane) {
      Word own{};
      own[lane / 64] = std::uint64_t{1} << lane % 64;
      const Word* const other = &memory.bits[16 * place(nets_, ram.raddr, lane)];
      for (unsigned bit = 0; bit < 16; ++bit) data[bit] = choose(own, other[bit], data[bit]);
    });
    for (unsigned bit = 0; bit < 16; ++bit) memory.read[bit] = choose(reads, data[bit] & spoken_of(nets_, ram.raddr, ram.read_mode, bit), memory.read[bit]);
  }
  if (const Word writes = nets_[ram.we] & nets_[ram.wclke] & edge; any(writes)) {
    const Word others = apart(nets_, ram.waddr) & writes;
    const auto write = [&](std::size_t at, const Word& whose) {
      for (unsigned bit = 0; bit < 16; ++bit) {
        const Word taken = ram.write_mode == 0 ? ~nets_[ram.mask[bit]] : spoken_of(nets_, ram.waddr, ram.write_mode, bit);
        Word& cell = memory.bits[16 * at + bit];
        cell = choose(whose & taken, nets_[ram.wdata[data_pin(ram.write_mode, bit)]], cell);
      }
    };
    write(place(nets_, ram.waddr, 0), writes & ~others);
    each(others, [&](std::size_t lane) {
      Word own{};
      own[lane / 64] = std::uint64_t{1} << lane % 64;
      write(place(nets_, ram.waddr, lane), own);
    });
  }
}

Word Lanes::clock(const Inputs& in, const Outputs& want) {
  const unsigned levels = in.sense | unsigned{in.dp} << 16 | unsigned{in.dn} << 17;
  for (const Pin& pin : in_pins) nets_[pin.net] = all((levels >> pin.at & 1U) != 0);
  const Word before = nets_[divided];
  settle_fast(nets_.data(), planted_);
  flops(fast_flops, every);
  for (std::size_t i = 0; i < fast_flops.size(); ++i) nets_[fast_flops[i].q] = next_[i];
  if (in.leap != 0) {
    Word carry = every;
    for (unsigned i = 0; i < not_tick.size(); ++i) {  // + ~leap + 1
      Word& bit = nets_[not_tick[i]];
      const Word added = all((in.leap >> i & 1U) == 0);
      const Word sum = bit ^ added ^ carry;
      carry = (bit & added) | ((bit | added) & carry);
      bit = sum;
    }
  }
  if (clocks_ < lock_clocks && ++clocks_ == lock_clocks) nets_[locked] = every;

  // clk12 rises behind clk48: its flops see what clk48 has made of theirs.
  if (const Word edge = nets_[divided] & ~before; any(edge)) {
    settle_slow(nets_.data(), planted_);
    flops(slow_flops, edge);
    for (std::size_t i = 0; i < rams.size(); ++i) access(rams[i], memories_[i], edge);
    for (std::size_t i = 0; i < slow_flops.size(); ++i) nets_[slow_flops[i].q] = next_[i];
    for (std::size_t i = 0; i < rams.size(); ++i) {
      for (unsigned pin = 0; pin < 16; ++pin) {
        if (rams[i].rdata[pin] <= 1) continue;
        Word level{};
        for (unsigned bit = 0; bit < 16; ++bit) {
          if (data_pin(rams[i].read_mode, bit) == pin) level |= memories_[i].read[bit];
        }
        nets_[rams[i].rdata[pin]] = level;
      }
    }
  }

  settle_pins(nets_.data(), planted_);
  const unsigned wanted = want.strobe | unsigned{want.dp} << 9 | unsigned{want.dn} << 10 | (want.oe ? 3U << 11 : 0) | unsigned{want.pullup} << 13;
  Word found{}, drives = every;
  for (const Pin& pin : out_pins) {
    if (pin.at == 11 || pin.at == 12) drives &= nets_[pin.net];
    else found |= nets_[pin.net] ^ all((wanted >> pin.at & 1U) != 0);
  }
  // Whoever drives one wire only is a board that does not drive.
  return found | (drives ^ all(want.oe));
}

void Lanes::heal(std::size_t lane) {
  planted_.heal(lane);
  const std::uint64_t own = std::uint64_t{1} << lane % 64;
  const auto as_good = [&](Word& word) { word[lane / 64] = (word[lane / 64] & ~own) | (of_lane(word, 0) ? own : 0); };
  for (Word& word : nets_) as_good(word);
  for (Memory& memory : memories_) {
    for (Word& word : memory.bits) as_good(word);
    for (Word& word : memory.read) as_good(word);
  }
}

}  // namespace gates
