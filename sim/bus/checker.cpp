// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/bus/crc.hpp"
#include "sim/bus/standard_request.hpp"

namespace adoube::bus {

namespace {

// USB 2.0, 7.1.18.1: 2 to 6.5 bit times at the plug. Whole bit times, seen from the host's own, may round either up.
constexpr std::uint64_t turnaround_least = 2;
constexpr std::uint64_t turnaround_most = 7;
// 7.1.19.1: the device gives the host up after 16 to 18 bit times; in between, and by a rounding, either is right.
constexpr std::uint64_t wait_surely = 15;
constexpr std::uint64_t wait_most = 19;
constexpr std::size_t max_packet = 64;  // the largest at full speed, but for isochronous endpoints (5.5.3, 5.7.3, 5.8.3)

constexpr std::array<const char*, rules> names{
    "turnaround", "form", "SYNC", "end of packet", "PID", "CRC", "answer to nothing", "answer to another's token",
    "answer to a damaged packet", "no answer", "wrong kind of answer", "too long", "short packet", "toggle",
    "retry with other bytes", "collision", "babble"};

constexpr std::size_t max_packet0_place = 7;  // in the device descriptor (table 9-8)

std::uint16_t word(std::span<const std::uint8_t> bytes) {
  return static_cast<std::uint16_t>(bytes[0] | static_cast<unsigned>(bytes[1]) << 8U);
}

bool crc16_good(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 3 && word(bytes.last(2)) == crc16(bytes.subspan(1, bytes.size() - 3));
}

}  // namespace

void Checker::breach(Rule rule, std::uint64_t bit_time) {
  ++counts_[static_cast<std::size_t>(rule)];
  if (total_ < first_.size()) first_[total_] = {rule, bit_time};
  ++total_;
}

std::string Checker::report() const {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::uint64_t>(total_, first_.size()); ++i) {
    text += fmt::format("{}{} at bit time {}", i == 0 ? "" : ", ", names[static_cast<std::size_t>(first_[i].rule)], first_[i].bit_time);
  }
  if (total_ > first_.size()) text += fmt::format(" and {} more", total_ - first_.size());
  return text;
}

void Checker::reset() {
  expect_nothing(Rule::unasked);
  token_ = Sure::no;
  sent_data_ = false;
  address_ = 0;
  next_address_.reset();
  streams_ = {};
  setup_ = {};
  setup_good_ = status_ = false;
  max_packet0_ = 0;
}

void Checker::expect_nothing(Rule why) {
  owed_ = Sure::no;
  why_not_ = why;
}

void Checker::host_packet(const HostPacket& packet) {
  if (owed_ == Sure::yes && endpoint_ == 0) breach(Rule::silent, packet.start);
  const bool acknowledges = sent_data_;
  sent_data_ = false;
  expect_nothing(Rule::unasked);
  const std::span<const std::uint8_t> bytes = packet.bytes;
  const bool whole = packet.bits >= 8 && !packet.low_speed && (bytes[0] & 0xFU) == (~static_cast<unsigned>(bytes[0]) >> 4U & 0xFU);
  // A few bits behind the last byte are dribble, which a receiver may forgive (7.1.9.1) or not.
  const bool dribble = packet.bits % 8 != 0;
  const auto pid = static_cast<Pid>(whole ? bytes[0] & 0xFU : 0U);
  const Sure waiting = std::exchange(token_, Sure::no);
  switch (pid) {
    case Pid::in:
    case Pid::out:
    case Pid::setup: {
      if (packet.bits / 8 != 3 || bytes[2] >> 3U != crc5(word(bytes.subspan(1)) & 0x7FFU)) break;
      token(pid, word(bytes.subspan(1)) & 0x7FFU, packet.end);
      if (dribble && owed_ == Sure::yes) owed_ = Sure::maybe;
      if (dribble && token_ == Sure::yes) token_ = Sure::maybe;
      return;
    }
    case Pid::data0:
    case Pid::data1: {
      if (!crc16_good(bytes.first(packet.bits / 8))) break;
      const std::uint64_t gap = packet.start - token_end_;
      if (waiting == Sure::no || gap > wait_most) return;
      token_ = waiting;
      data(packet);
      token_ = Sure::no;
      if (dribble || gap > wait_surely || waiting == Sure::maybe) owed_ = Sure::maybe;
      return;
    }
    case Pid::ack:
      if (packet.bits / 8 != 1) break;
      if (acknowledges) acknowledge(packet);
      return;
    case Pid::nak:
    case Pid::stall:
    case Pid::sof:
    case Pid::pre: return;
    default: break;
  }
  // Damaged, or low speed. It is not for the device to see whether it was to be the data of its token, an ACK of its data.
  if (packet.low_speed) return;
  why_not_ = Rule::after_error;
  if (acknowledges && whole && pid == Pid::ack) streams_[endpoint_].taken = Sure::maybe;
}

void Checker::token(Pid pid, unsigned field, std::uint64_t end) {
  const unsigned address = field & 0x7FU;
  const bool next = next_address_ && address == *next_address_;
  if (address != address_ && !next) {
    why_not_ = Rule::foreign;
    return;
  }
  const Sure mine = next_address_ && *next_address_ != address_ ? Sure::maybe : Sure::yes;
  endpoint_ = field >> 7U;
  asked_ = pid;
  if (pid == Pid::in) {
    owed_ = mine;
  } else {
    token_ = mine;
    token_end_ = end;
  }
  if (pid == Pid::setup) setup_address_ = address;
}

void Checker::data(const HostPacket& packet) {
  owed_ = Sure::yes;
  if (asked_ != Pid::setup) return;
  const auto content = packet.bytes.subspan(1, packet.bits / 8 - 3);
  setup_good_ = content.size() == setup_bytes_.size() && packet.bytes[0] == pid_byte(Pid::data0);
  if (setup_good_) std::ranges::copy(content, setup_bytes_.begin());
  else owed_ = Sure::maybe;  // not eight bytes: no SETUP that a device must take
}

void Checker::acknowledge(const HostPacket& packet) {
  const std::uint64_t gap = packet.start - sent_end_;
  Stream& stream = streams_[endpoint_];
  const Sure sure = gap > wait_most ? Sure::no : gap > wait_surely || packet.bits % 8 != 0 ? Sure::maybe : Sure::yes;
  if (sure == Sure::no) return;
  stream.taken = sure;
  if (endpoint_ == 0 && status_) status_taken(sure);
}

void Checker::device_packet(const DevicePacket& packet) {
  const std::uint64_t at = packet.start;
  if (packet.form == Form::babble) {
    breach(Rule::babble, at);
  } else if (packet.form != Form::good) {
    breach(Rule::form, at);
  }
  if (!packet.sync_good) breach(Rule::sync, at);
  if (packet.se0_bits != 2) breach(Rule::eop, at);
  const Sure owed = std::exchange(owed_, Sure::no);
  sent_data_ = false;
  if (owed == Sure::no) {
    breach(why_not_, at);
    why_not_ = Rule::unasked;
    return;
  }
  why_not_ = Rule::unasked;
  if (packet.turnaround < turnaround_least || packet.turnaround > turnaround_most) breach(Rule::turnaround, at);
  if (packet.form != Form::good || packet.bytes.empty()) return;
  const std::uint8_t byte = packet.bytes[0];
  for (const Pid pid : {Pid::ack, Pid::nak, Pid::stall}) {
    if (byte != pid_byte(pid)) continue;
    if (packet.bytes.size() != 1) breach(Rule::length, at);
    device_handshake(pid, at);
    return;
  }
  if (byte != pid_byte(Pid::data0) && byte != pid_byte(Pid::data1)) {
    breach(Rule::pid, at);
    return;
  }
  if (!crc16_good(packet.bytes)) {
    breach(Rule::crc, at);
    return;
  }
  sent_data_ = true;
  sent_end_ = packet.end;
  device_data(byte == pid_byte(Pid::data1), packet.bytes.subspan(1, packet.bytes.size() - 3), at);
}

void Checker::device_handshake(Pid pid, std::uint64_t at) {
  // ACK answers data, and nothing else may answer SETUP (8.4.6.4).
  if (pid == Pid::ack ? asked_ == Pid::in : asked_ == Pid::setup) {
    breach(Rule::handshake, at);
    return;
  }
  if (asked_ == Pid::setup && pid == Pid::ack && setup_good_) setup_taken();
  if (endpoint_ == 0 && asked_ == Pid::in && pid == Pid::stall && setup_.in() && staged_ != 0 && !stage_short_ &&
      staged_ < setup_.length) {
    breach(Rule::short_data, at);
  }
}

void Checker::device_data(bool data1, std::span<const std::uint8_t> content, std::uint64_t at) {
  if (asked_ != Pid::in) {
    breach(Rule::handshake, at);
    return;
  }
  if (content.size() > max_packet) {
    breach(Rule::length, at);
    return;
  }
  Stream& last = streams_[endpoint_];
  const bool same_bytes = last.any && content.size() == last.size && std::equal(content.begin(), content.end(), last.content.begin());
  const bool repetition = last.any && last.taken != Sure::yes && data1 == last.data1 && same_bytes;
  const bool moved = last.any && last.taken != Sure::no && data1 != last.data1;
  // A control transfer's data and status begin at DATA1, everything else at DATA0.
  const bool started = last.returned != Sure::no && data1 == (endpoint_ == 0);
  const bool must_start = last.returned == Sure::yes;
  if (!(must_start ? started : repetition || moved || started)) {
    const bool bytes = !must_start && last.taken == Sure::no && data1 == last.data1;
    breach(bytes ? Rule::retry : Rule::toggle, at);
  }
  const bool repeated = !must_start && repetition;
  last.any = true;
  last.data1 = data1;
  last.size = content.size();
  std::ranges::copy(content, last.content.begin());
  last.taken = Sure::no;
  last.meanwhile = true;
  last.returned = last.returning ? Sure::maybe : Sure::no;
  if (endpoint_ != 0) return;
  control_data(repeated, content, at);
}

void Checker::control_data(bool repeated, std::span<const std::uint8_t> content, std::uint64_t at) {
  const std::size_t size = content.size();
  if (!setup_.in() || setup_.length == 0) {
    if (size != 0) breach(Rule::length, at);
    status_sent();
    return;
  }
  if (repeated) return;
  if (stage_short_) breach(Rule::short_data, at);
  const bool describes = setup_.type == request::of_device && setup_.request == request::get_descriptor &&
                         setup_.value == descriptor_value(descriptor_type::device);
  if (describes && staged_ <= max_packet0_place && max_packet0_place < staged_ + size) max_packet0_ = content[max_packet0_place - staged_];
  staged_ += size;
  if ((max_packet0_ != 0 && size > max_packet0_) || staged_ > setup_.length) breach(Rule::length, at);
  stage_short_ = max_packet0_ != 0 && size < max_packet0_;
}

void Checker::setup_taken() {
  const auto& s = setup_bytes_;
  setup_ = {s[0], s[1], word(std::span(s).subspan(2, 2)), word(std::span(s).subspan(4, 2)), word(std::span(s).subspan(6, 2))};
  staged_ = 0;
  stage_short_ = status_ = false;
  streams_[0] = {};
  if (next_address_) {
    address_ = setup_address_;
    next_address_.reset();
  }
  const bool all = (setup_.type == request::to_device && setup_.request == request::set_configuration) ||
                   (setup_.type == request::to_interface && setup_.request == request::set_interface);
  const bool one = setup_.type == request::to_endpoint && setup_.request == request::clear_feature &&
                   setup_.value == request::endpoint_halt && (setup_.index & 0x80U) != 0;
  for (std::size_t i = 1; i < streams_.size(); ++i) {
    Stream& stream = streams_[i];
    stream.meanwhile = false;
    stream.returning = all || (one && (setup_.index & 0xFU) == i);
    if (stream.returning) stream.returned = std::max(stream.returned, Sure::maybe);
  }
}

void Checker::status_sent() {
  status_ = true;
  if (setup_.type == request::to_device && setup_.request == request::set_address) next_address_ = setup_.value & 0x7FU;
}

void Checker::status_taken(Sure sure) {
  if (sure != Sure::yes) return;
  if (next_address_) address_ = *std::exchange(next_address_, std::nullopt);
  // What may have begun at DATA0 again does so now.
  for (std::size_t i = 1; i < streams_.size(); ++i) {
    Stream& stream = streams_[i];
    if (std::exchange(stream.returning, false) && !stream.meanwhile) stream.returned = Sure::yes;
  }
  status_ = false;
}

}  // namespace adoube::bus
