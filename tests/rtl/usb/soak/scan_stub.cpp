// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/scan_stub.hpp"

#include <algorithm>

namespace adoube::soak {
namespace {

Bytes content(std::uint64_t number, std::size_t size) {
  Bytes bytes(size, 0);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t drawn = number * 37U + i * 101U;
    bytes[i] = static_cast<std::uint8_t>(number % 3 == 0 ? 0xFFU : number % 3 == 1 ? drawn : i);
  }
  bytes[0] = static_cast<std::uint8_t>(number);
  bytes[1] = static_cast<std::uint8_t>(number >> 8U);
  bytes[2] = static_cast<std::uint8_t>(number >> 16U);
  return bytes;
}

// Registers 4 to 8 can be written, with values below 2^31.
constexpr std::uint8_t first_writable = 4, last_writable = 8;
constexpr std::uint32_t refused_from = 0x80000000U;

}  // namespace

Bytes event_packet(std::uint64_t number) { return content(number, 8 + number % 57); }
Bytes capture_packet(std::uint64_t number) { return content(number ^ 0x800000U, 64); }

ScanStub::ScanStub() {
  for (std::size_t i = 0; i < registers_.size(); ++i) registers_[i] = static_cast<std::uint32_t>(0xF7070707U + 0x01234567U * i);
}

void ScanStub::clock(const test::CutFromUsb& in, Tick now) {
  packets(in, now);
  captures(in, now);
  registers(in, now);
  if (in.hello != hello_) {
    hello_ = in.hello;
    ++hellos;
    crossings.push_back({Crossing::Kind::hello, now});
  }
}

void ScanStub::packets(const test::CutFromUsb& in, Tick now) {
  if (shown_ != events_freed && frozen_) {
    shown_ = events_freed;
    bytes_ = event_packet(shown_);
  }
  // Data come out of a block RAM, one clock after their address.
  if (in.pkt_addr >= 64) out_.pkt_data = busy_ == 0 && in.pkt_addr < 68 ? test::answer_byte(answer_, in.pkt_addr) : std::uint8_t{0xEE};
  else out_.pkt_data = frozen_ && in.pkt_addr < bytes_.size() ? bytes_[in.pkt_addr] : std::uint8_t{0xEE};
  if (in.free != free_) {
    free_ = in.free;
    if (!frozen_) breach("a packet was freed that is not frozen");
    frozen_ = false;
    ++events_freed;
    offering_ = 0;
    crossings.push_back({Crossing::Kind::event_freed, now});
  }
  if (in.freeze != freeze_) {
    freeze_ = in.freeze;
    if (frozen_ || freezing_ != 0 || out_.offer == free_) breach("a freeze without a packet that waits, or a second one");
    freezing_ = freeze_clocks;
  }
  if (freezing_ != 0 && --freezing_ == 0) {
    frozen_ = true;
    out_.frozen = freeze_;
    out_.pkt_len = static_cast<std::uint8_t>(event_packet(events_freed).size());
  }
  if (!frozen_ && freezing_ == 0 && out_.offer == free_ && events_there_ > events_freed && ++offering_ >= offer_clocks) {
    out_.offer = !out_.offer;
    crossings.push_back({Crossing::Kind::event_offered, now});
  }
}

// The ring: eight packets of 64 bytes; a packet waits iff the two counts differ.
void ScanStub::captures(const test::CutFromUsb& in, Tick now) {
  out_.capture_data = ring_[in.capture_addr];
  if (in.capture_tail != (captures_freed & 15U)) {
    ++captures_freed;
    if (in.capture_tail != (captures_freed & 15U) || captures_freed > captured_) breach("a capture packet was counted that is not there");
    crossings.push_back({Crossing::Kind::capture_freed, now});
  }
  if (captured_ == captures_there_ || captured_ - captures_freed == ring_.size() / 64) return;
  const Bytes packet = capture_packet(captured_);
  std::copy(packet.begin(), packet.end(), ring_.begin() + static_cast<std::ptrdiff_t>(64 * (captured_ % 8)));
  ++captured_;
  out_.capture_head = static_cast<std::uint8_t>(captured_ & 15U);
  crossings.push_back({Crossing::Kind::capture_offered, now});
}

void ScanStub::registers(const test::CutFromUsb& in, Tick now) {
  const Access asked{in.reg_write, in.reg_addr, in.reg_write ? in.reg_wdata : 0};
  if (busy_ != 0) {
    if (in.reg_req != req_ || asked != access_) breach("a register access moved before its acknowledge");
    if (--busy_ != 0) return;
    const AccessResult result = carry_out(access_);
    out_.reg_ack = req_;
    out_.reg_refused = result.refused;
    if (!access_.write) answer_ = result.value;
    crossings.push_back({Crossing::Kind::access_done, now, access_, result});
  } else if (in.reg_req != req_) {
    req_ = in.reg_req;
    access_ = asked;
    busy_ = access_.write ? std::min(access_clocks, longest_write) : access_clocks;
    crossings.push_back({Crossing::Kind::access_begun, now, access_});
  }
}

AccessResult ScanStub::carry_out(const Access& access) {
  if (access.address >= registers_.size()) return {true, 0xDEADBEEFU};
  std::uint32_t& value = registers_[access.address];
  if (!access.write) return {false, value};
  if (access.address < first_writable || access.address > last_writable || access.value >= refused_from) return {true, 0};
  value = access.value;
  return {false, 0};
}

}  // namespace adoube::soak
