// SPDX-License-Identifier: Apache-2.0
/// A small stand-in for the scan side of the cut: packets that the test gives it, and a few registers.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <stdexcept>
#include <vector>

namespace adoube::test {

/// What the USB side drives at the cut.
struct CutFromUsb {
  bool freeze, free;
  std::uint8_t pkt_addr;
  bool reg_req, reg_write;
  std::uint8_t reg_addr;
  std::uint32_t reg_wdata;
  bool sof;
  std::uint16_t sof_frame;
  bool hello;
  std::uint8_t capture_tail;
  std::uint16_t capture_addr;
};

/// What the scan side drives.
struct CutFromScan {
  bool offer = false, frozen = false;
  std::uint8_t pkt_len = 0, pkt_data = 0;
  std::uint8_t capture_head = 0, capture_data = 0;
  bool reg_ack = false, reg_refused = false;
};

/// The byte at `address`, 64 to 67, of the packet buffer: of the answer to a register read.
inline std::uint8_t answer_byte(std::uint32_t answer, unsigned address) { return static_cast<std::uint8_t>(answer >> 8U * (address - 64U)); }

/// The cut's pins of a verilated USB side.
template <class Model>
CutFromUsb read_cut(const Model& model) {
  return {model.freeze_o != 0, model.free_o != 0, model.pkt_addr_o, model.reg_req_o != 0, model.reg_write_o != 0,
          model.reg_addr_o, model.reg_wdata_o, model.sof_o != 0, model.sof_frame_o, model.hello_o != 0,
          model.capture_tail_o, model.capture_addr_o};
}
template <class Model>
void write_cut(Model& model, const CutFromScan& out) {
  model.offer_i = out.offer;
  model.frozen_i = out.frozen;
  model.pkt_len_i = out.pkt_len;
  model.pkt_data_i = out.pkt_data;
  model.capture_head_i = out.capture_head;
  model.capture_data_i = out.capture_data;
  model.reg_ack_i = out.reg_ack;
  model.reg_refused_i = out.reg_refused;
}

/// As slow as the contract of the cut allows where `slow`, else as fast. Throws where the USB side breaks the contract:
/// a register access that moves before its acknowledge, a packet freed that is not frozen, a second freeze.
class ScanSide {
 public:
  bool slow = true;
  unsigned slow_access = 63;                           ///< clocks of a register access while slow
  std::deque<std::vector<std::uint8_t>> packets;       ///< waiting; the front one may be frozen
  std::vector<std::vector<std::uint8_t>> freed;        ///< acknowledged by the host, in order
  std::map<std::uint8_t, std::uint32_t> registers;     ///< those that exist
  std::map<std::uint8_t, std::uint32_t> largest;       ///< a write above this is refused; absent: read-only
  std::uint64_t writes = 0, reads = 0, hellos = 0;
  std::vector<std::uint16_t> sofs;                     ///< frame numbers at each flip of sof
  std::uint64_t clock_now = 0;
  std::uint64_t sof_clock = 0;                         ///< clock of the last flip

  const CutFromScan& out() const { return out_; }

  /// Writes a packet of 64 bytes into the ring of raw samples; false if it is full.
  bool capture(std::span<const std::uint8_t> packet) {
    if (((out_.capture_head - tail_) & 15U) == 8U) return false;
    std::copy_n(packet.begin(), 64, ring_.begin() + 64 * (out_.capture_head & 7U));
    out_.capture_head = (out_.capture_head + 1U) & 15U;
    return true;
  }
  /// Packets in the ring that the host has not acknowledged.
  unsigned captured() const { return (out_.capture_head - tail_) & 15U; }

  /// One 12 MHz clock; `in` holds the values before the edge.
  void clock(const CutFromUsb& in) {
    ++clock_now;
    // Data come out of a block RAM, one clock after their address.
    const std::vector<std::uint8_t>* front = packets.empty() ? nullptr : &packets.front();
    if (in.pkt_addr >= 64) out_.pkt_data = in.pkt_addr < 68 ? answer_byte(answer_, in.pkt_addr) : std::uint8_t{0xEE};
    else out_.pkt_data = out_.frozen == in.freeze && frozen_ && front != nullptr && in.pkt_addr < front->size()
                        ? (*front)[in.pkt_addr] : std::uint8_t{0xEE};
    if (in.free != free_) {
      free_ = in.free;
      if (!frozen_ || packets.empty()) throw std::logic_error("a packet was freed that is not frozen");
      freed.push_back(packets.front());
      packets.pop_front();
      frozen_ = false;
    }
    if (in.freeze != freeze_) {
      freeze_ = in.freeze;
      if (frozen_ || freezing_ != 0 || packets.empty() || out_.offer == free_)
        throw std::logic_error("a freeze without a packet that waits, or a second one");
      freezing_ = slow ? 12 : 1;
    }
    if (freezing_ != 0 && --freezing_ == 0) {
      frozen_ = true;
      out_.frozen = freeze_;
      out_.pkt_len = static_cast<std::uint8_t>(packets.front().size());
    }
    if (!frozen_ && freezing_ == 0 && out_.offer == free_ && !packets.empty()) out_.offer = !out_.offer;

    if (busy_ != 0) {
      if (in.reg_req != req_ || in.reg_write != write_ || in.reg_addr != addr_ || (write_ && in.reg_wdata != wdata_))
        throw std::logic_error("a register access moved before its acknowledge");
      if (--busy_ == 0) answer();
    } else if (in.reg_req != req_) {
      req_ = in.reg_req;
      write_ = in.reg_write;
      addr_ = in.reg_addr;
      wdata_ = in.reg_wdata;
      busy_ = slow ? slow_access : 1;
    }
    out_.capture_data = ring_[in.capture_addr];
    if (in.capture_tail != tail_) {
      if (in.capture_tail != ((tail_ + 1U) & 15U) || captured() == 0)
        throw std::logic_error("a packet of raw samples was counted that is not there");
      tail_ = in.capture_tail;
    }
    if (in.hello != hello_) {
      hello_ = in.hello;
      ++hellos;
    }
    if (in.sof != sof_) {
      sof_ = in.sof;
      sofs.push_back(in.sof_frame);
      sof_clock = clock_now;
    }
  }

 private:
  void answer() {
    out_.reg_ack = req_;
    const auto found = registers.find(addr_);
    out_.reg_refused = found == registers.end();
    if (write_) {
      ++writes;
      const auto limit = largest.find(addr_);
      out_.reg_refused = out_.reg_refused || limit == largest.end() || wdata_ > limit->second;
      if (!out_.reg_refused) found->second = wdata_;
    } else {
      ++reads;
      answer_ = out_.reg_refused ? 0xDEADBEEFU : found->second;
    }
  }

  CutFromScan out_;
  std::array<std::uint8_t, 512> ring_{};
  std::uint8_t tail_ = 0;
  bool freeze_ = false, free_ = false, frozen_ = false, sof_ = false, hello_ = false;
  unsigned freezing_ = 0, busy_ = 0;
  std::uint32_t answer_ = 0;
  bool req_ = false, write_ = false;
  std::uint8_t addr_ = 0;
  std::uint32_t wdata_ = 0;
};

}  // namespace adoube::test
