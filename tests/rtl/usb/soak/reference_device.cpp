// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/reference_device.hpp"

#include <algorithm>
#include <utility>

namespace adoube::soak {
namespace {

constexpr std::size_t full_packet = 64;  // of endpoints other than 0
constexpr std::size_t register_bytes = 4;

// A device waits at least 16 bit times for the host's packet and gives up before 18 (7.1.19.1).
constexpr Tick surely_in_time = 16 * bit_ticks;
constexpr Tick surely_late = 18 * bit_ticks;

// What the scan side did so long before the end of a token is known to the device by then; what it did later may be.
constexpr Tick crossing = 4 * bit_ticks;
// A request taken with SETUP's data begins its access, if the bus is free, so long after them at most.
constexpr Tick begins_within = 8 * bit_ticks;

using Kind = Answer::Kind;

std::uint32_t little_endian(const Bytes& bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
  return value;
}

Bytes little_endian(std::uint32_t value) {
  Bytes bytes;
  for (std::size_t i = 0; i < register_bytes; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  return bytes;
}

bus::Setup setup_of(const Bytes& bytes) {
  const auto word = [&](std::size_t at) { return static_cast<std::uint16_t>(bytes[at] | (unsigned{bytes[at + 1]} << 8U)); };
  return {bytes[0], bytes[1], word(2), word(4), word(6)};
}

}  // namespace

bool fits(const Answer& allowed, const Answer& answer) {
  return allowed.kind == answer.kind &&
         (allowed.any_content ? allowed.content.size() == answer.content.size() : allowed.content == answer.content);
}

ReferenceDevice::ReferenceDevice(const Shape& shape) : shape_(&shape), toggles_(shape.pipes.size()), buffer_(shape.buffer_size) {
  standing_.halted.assign(shape.pipes.size(), false);
}

// ---- the bus

ReferenceDevice::Outcomes ReferenceDevice::hear(const Heard& heard, const Supply& supply) const {
  std::vector<ReferenceDevice> now{*this};
  // A request whose decision waited for the register bus is decided when the bus is free; so is one that was just taken.
  if (stage_ == Stage::deciding && !abandoned_) {
    if (bus_free_ + crossing <= heard.end) now.clear();
    now.push_back(*this);
    now.back().settle();
  }
  // The answer of the scan side is taken over likewise.
  if (result_.has_value()) {
    if (bus_free_ + crossing <= heard.end) now.clear();
    now.push_back(*this);
    now.back().finish_access();
  }
  // The wait for a packet of the host is over at some moment between 16 and 18 bit times (7.1.19.1).
  for (std::size_t i = 0, size = now.size(); wait_.what != Wait::For::nothing && i < size; ++i) {
    if (heard.sync <= wait_.since + surely_in_time) continue;
    if (heard.sync < wait_.since + surely_late) now.push_back(now[i]);
    now[i].wait_ = {};
  }
  Outcomes all;
  for (const ReferenceDevice& device : now)
    for (Outcome& outcome : device.hear_in_time(heard, supply)) all.push_back(std::move(outcome));
  return all;
}

ReferenceDevice::Outcomes ReferenceDevice::hear_in_time(const Heard& heard, const Supply& supply) const {
  // Whatever comes, it ends the wait (8.4.6): the ACK, the data, or something that shows that they were lost.
  ReferenceDevice next = *this;
  next.wait_ = {};
  if (!heard.packet) return only(next.with(Kind::silence));  // damaged: neither answered nor taken (8.7.1)
  const Packet& packet = *heard.packet;
  if (is_handshake(packet.pid)) {
    if (wait_.what == Wait::For::acknowledge && packet.pid == Pid::ack) next.counted(wait_.pipe);
    return only(next.with(Kind::silence));
  }
  if (is_data(packet.pid)) return data(packet, heard);
  if (packet.pid == Pid::sof || packet.address != address_) return only(next.with(Kind::silence));  // 8.4.1: not for us
  return next.token(packet, heard, supply);
}

ReferenceDevice::Outcomes ReferenceDevice::token(const Packet& packet, const Heard& heard, const Supply& supply) const {
  const bool in = packet.pid == Pid::in;
  if (packet.endpoint == 0 && in) return in_endpoint_0();
  const int pipe = find_pipe(*shape_, standing_, packet.endpoint | (in ? 0x80U : 0U));
  if (in && pipe >= 0) return in_pipe(pipe, heard.end, supply);

  // SETUP is for control endpoints only, OUT for endpoints that exist; all else is silence (8.4.6.4, 8.3.2).
  ReferenceDevice next = *this;
  if (packet.pid == Pid::setup && packet.endpoint == 0) next.wait_ = {Wait::For::setup, -1, heard.end};
  if (packet.pid == Pid::out && (packet.endpoint == 0 || pipe >= 0)) next.wait_ = {Wait::For::out, pipe, heard.end};
  return only(next.with(Kind::silence));
}

ReferenceDevice::Outcomes ReferenceDevice::data(const Packet& packet, const Heard& heard) const {
  ReferenceDevice next = *this;
  next.wait_ = {};
  switch (wait_.what) {
    case Wait::For::setup:
      // A SETUP of eight bytes and DATA0 is taken, whatever is under way, and acknowledged (8.5.3, 8.4.6.4).
      if (packet.pid != Pid::data0 || packet.content.size() != 8) return only(next.with(Kind::silence));
      next.take_setup(packet, heard.end);
      // While a slow write needs the bytes before, it may go unheard, as if it had not come: the host repeats it.
      if (writing_ || heard.sync <= needed_until_) {
        ReferenceDevice unmoved = *this;
        unmoved.wait_ = {};
        return either(next.with(Kind::ack), unmoved.with(Kind::silence));
      }
      return only(next.with(Kind::ack));
    case Wait::For::out:
      return wait_.pipe < 0 ? next.out_endpoint_0(packet) : next.out_pipe(wait_.pipe, packet);
    case Wait::For::nothing:
    case Wait::For::acknowledge:
      break;  // data that no token for us announced
  }
  return only(next.with(Kind::silence));
}

ReferenceDevice::Outcomes ReferenceDevice::only(Outcome outcome) {
  Outcomes outcomes;
  outcomes.push_back(std::move(outcome));
  return outcomes;
}

ReferenceDevice::Outcomes ReferenceDevice::either(Outcome one, Outcome other) {
  Outcomes outcomes = only(std::move(one));
  outcomes.push_back(std::move(other));
  return outcomes;
}

ReferenceDevice::Outcome ReferenceDevice::with(Kind kind) const {
  Answer answer;
  answer.kind = kind;
  return {answer, *this};
}

ReferenceDevice::Outcome ReferenceDevice::sending(int pipe, bool toggle, Bytes content) const {
  Outcome outcome = with(toggle ? Kind::data1 : Kind::data0);
  outcome.answer.content = std::move(content);
  outcome.after.wait_ = {Wait::For::acknowledge, pipe, 0};
  return outcome;
}

// ---- endpoint 0 (8.5.3)

void ReferenceDevice::take_setup(const Packet& packet, Tick end) {
  // The access of the request before goes on if it was begun; if the bus became free just now it may still begin.
  last_moment_ = bus_free_ + begins_within > end ? wanted_ : std::nullopt;
  last_moment_until_ = end + begins_within;
  abandoned_ = abandoned_ || begun_;
  begun_ = false;
  wanted_.reset();
  result_.reset();
  setup_ = setup_of(packet.content);
  left_ = 0;
  from_buffer_ = false;
  stage_ = Stage::deciding;
}

void ReferenceDevice::settle() {
  last_moment_.reset();
  const Decision decision = decide(*shape_, standing_, setup_);
  toggle_ = true;  // the data stage begins with DATA1 (8.5.3)
  const Access access{decision.kind == Decision::Kind::write_register, static_cast<std::uint8_t>(setup_.index), 0};
  if (decision.kind == Decision::Kind::write_register) left_ = register_bytes;
  if (decision.kind == Decision::Kind::write_buffer) left_ = setup_.length;
  if (left_ != 0) taken_.clear();
  switch (decision.kind) {
    case Decision::Kind::refuse:
      stage_ = Stage::refused;
      break;
    case Decision::Kind::act:
      act(decision);
      stage_ = Stage::status_in;
      break;
    case Decision::Kind::read_buffer:
    case Decision::Kind::reply:
      // Cut to what was asked for; a question with room for nothing has no data stage (9.3.5).
      from_buffer_ = decision.kind == Decision::Kind::read_buffer;
      reply_ = from_buffer_ ? buffer_ : decision.reply;
      reply_ends_short_ = reply_.size() < setup_.length;
      if (!reply_ends_short_) reply_.resize(setup_.length);
      stage_ = setup_.length == 0 ? Stage::status_in : Stage::data_in;
      break;
    case Decision::Kind::read_register:
      wanted_ = access;
      stage_ = Stage::reading;
      break;
    case Decision::Kind::write_buffer:
      buffer_known_ = false;
      stage_ = Stage::data_out;
      break;
    case Decision::Kind::write_register:
      stage_ = Stage::data_out;
      break;
  }
}

// Toggles and halts of the endpoints concerned start anew, whether they had moved or not (9.1.1.5, 9.4.1, 9.4.10).
void ReferenceDevice::restart(int pipe) {
  toggles_[static_cast<std::size_t>(pipe)] = false;
  standing_.halted[static_cast<std::size_t>(pipe)] = false;
}

void ReferenceDevice::act(const Decision& decision) {
  const auto restart_all = [this] {
    for (std::size_t i = 0; i < toggles_.size(); ++i) restart(static_cast<int>(i));
  };
  switch (decision.effect) {
    case Decision::Effect::set_configuration:
      standing_.configuration = static_cast<std::uint8_t>(setup_.value);
      standing_.alternate = 0;
      restart_all();
      ++hellos_;  // docs/wire-protocol.md, Hello
      break;
    case Decision::Effect::set_interface:
      standing_.alternate = static_cast<std::uint8_t>(setup_.value);
      restart_all();
      break;
    case Decision::Effect::set_halt:
      standing_.halted[static_cast<std::size_t>(decision.pipe)] = true;
      break;
    case Decision::Effect::clear_halt:
      restart(decision.pipe);
      break;
    case Decision::Effect::set_address:  // with the acknowledge of the status stage: counted()
    case Decision::Effect::nothing:
      break;
  }
}

ReferenceDevice::Outcome ReferenceDevice::stalled() const {
  Outcome outcome = with(Kind::stall);
  outcome.after.stage_ = Stage::refused;
  return outcome;
}

ReferenceDevice::Outcomes ReferenceDevice::in_endpoint_0() const {
  switch (stage_) {
    case Stage::deciding:
    case Stage::reading:
    case Stage::writing:
      return only(with(Kind::nak));  // the scan side has not answered yet
    case Stage::data_in: {
      const auto size = static_cast<std::ptrdiff_t>(std::min(reply_.size(), shape_->packet_size));
      Outcome packet = sending(-1, toggle_, Bytes(reply_.begin(), reply_.begin() + size));
      packet.answer.any_content = from_buffer_ && !buffer_known_;
      return only(packet);
    }
    case Stage::status_in:
      return only(sending(-1, true, {}));  // 8.5.3: the status stage is DATA1
    case Stage::none:
    case Stage::data_out:
    case Stage::status_out:
    case Stage::finished:
    case Stage::refused:
      break;
  }
  return only(stalled());
}

ReferenceDevice::Outcomes ReferenceDevice::out_endpoint_0(const Packet& packet) const {
  const bool data1 = packet.pid == Pid::data1;
  const bool empty = packet.content.empty();
  // After the data stage OUT: the data again, because our ACK was lost (8.6.4). Acknowledged, not taken twice.
  const bool after_data_out = stage_ == Stage::writing || (stage_ == Stage::status_in && !setup_.in() && setup_.length != 0);
  if (after_data_out && data1 != toggle_) return only(with(Kind::ack));
  // Where there was no data stage, such a packet may be taken for a repetition too.
  if (stage_ == Stage::status_in && data1 != toggle_) return either(with(Kind::ack), stalled());

  Outcome ended = with(Kind::ack);
  ended.after.stage_ = Stage::status_out;
  switch (stage_) {
    case Stage::deciding:
    case Stage::reading:
    case Stage::writing:
      return only(with(Kind::nak));
    case Stage::data_out: {
      if (data1 != toggle_) return only(with(Kind::ack));  // 8.6.4
      // Every packet but the last is full; anything else is more or less than wLength announced (8.5.3).
      if (packet.content.size() != std::min(left_, full_packet)) return only(stalled());
      Outcome taken = with(Kind::ack);
      taken.after.take_data(packet.content);
      return only(taken);
    }
    case Stage::data_in:     // the host may stop reading whenever it likes (8.5.3.1)
    case Stage::status_out:  // or repeats its status stage because our ACK was lost
      if (!empty) return only(stalled());
      // An empty DATA0 is no status stage, but nothing says what else; it may be taken as one, or thrown away.
      return data1 ? only(ended) : either(ended, with(Kind::ack));
    case Stage::finished:
      // Nothing is due any more. An empty packet may still be acknowledged: nothing can come of it.
      return empty ? either(with(Kind::ack), stalled()) : only(stalled());
    case Stage::none:
    case Stage::status_in:
    case Stage::refused:
      break;
  }
  return only(stalled());
}

void ReferenceDevice::take_data(const Bytes& content) {
  toggle_ = !toggle_;
  left_ -= content.size();
  taken_.insert(taken_.end(), content.begin(), content.end());
  if (left_ != 0) return;
  if (decide(*shape_, standing_, setup_).kind == Decision::Kind::write_register) {
    wanted_ = Access{true, static_cast<std::uint8_t>(setup_.index), little_endian(taken_)};
    stage_ = Stage::writing;
  } else {
    std::copy(taken_.begin(), taken_.end(), buffer_.begin());
    buffer_known_ = taken_.size() == buffer_.size();
    stage_ = Stage::status_in;
  }
}

// The host has acknowledged what was sent. Only this moves a toggle or counts data as sent (8.6.1, 8.6.2).
void ReferenceDevice::counted(int pipe) {
  if (pipe >= 0) {
    toggles_[static_cast<std::size_t>(pipe)] = !toggles_[static_cast<std::size_t>(pipe)];
    const PipeShape::Carries carries = shape_->pipes[static_cast<std::size_t>(pipe)].carries;
    if (carries == PipeShape::Carries::events) ++events_;
    if (carries == PipeShape::Carries::captures) ++captures_;
    return;
  }
  if (stage_ == Stage::status_in) {
    if (decide(*shape_, standing_, setup_).effect == Decision::Effect::set_address) address_ = static_cast<std::uint8_t>(setup_.value);  // 9.4.6
    stage_ = Stage::finished;
  } else if (stage_ == Stage::data_in) {
    // A packet that is not full ends the data stage, so a reply that is shorter than asked for and fills its last packet
    // is followed by an empty one (5.5.3, 8.5.3.2).
    const std::size_t sent = std::min(reply_.size(), shape_->packet_size);
    reply_.erase(reply_.begin(), reply_.begin() + static_cast<std::ptrdiff_t>(sent));
    toggle_ = !toggle_;
    if (sent < shape_->packet_size || (reply_.empty() && !reply_ends_short_)) stage_ = Stage::status_out;
  }
}

// ---- bulk and interrupt endpoints

ReferenceDevice::Outcomes ReferenceDevice::in_pipe(int pipe, Tick end, const Supply& supply) const {
  const auto index = static_cast<std::size_t>(pipe);
  if (standing_.halted[index]) return only(with(Kind::stall));  // 5.7.5, 5.8.5, 8.4.5
  const auto stream = [&](const std::vector<Offer>& offers, std::uint64_t sent) -> Outcomes {
    if (sent >= offers.size()) return only(with(Kind::nak));
    const Offer& offer = offers[sent];
    Outcome packet = sending(pipe, toggles_[index], offer.bytes);
    if (offer.since + crossing <= end) return only(packet);  // bounded: what waits is sent
    return either(packet, with(Kind::nak));
  };
  switch (shape_->pipes[index].carries) {
    case PipeShape::Carries::events:
      return stream(supply.events, events_);
    case PipeShape::Carries::captures:
      return stream(supply.captures, captures_);
    case PipeShape::Carries::zeros:
      return only(sending(pipe, toggles_[index], Bytes(full_packet, 0)));
    case PipeShape::Carries::nothing:
      break;
  }
  return only(with(Kind::silence));
}

ReferenceDevice::Outcomes ReferenceDevice::out_pipe(int pipe, const Packet& packet) const {
  const auto index = static_cast<std::size_t>(pipe);
  if (standing_.halted[index]) return only(with(Kind::stall));
  Outcome taken = with(Kind::ack);  // a repetition too (8.6.4)
  if (toggles_[index] == (packet.pid == Pid::data1)) taken.after.toggles_[index] = !toggles_[index];
  return only(taken);
}

// ---- reset

void ReferenceDevice::bus_reset() {
  power_lost();
  ++hellos_;
}

// 9.1.1.3 and 9.1.1.4: default address, no configuration, and with it no halt and no toggle. An access that was begun ends as
// it would have; what the scan side offers is kept for the host that comes back.
void ReferenceDevice::power_lost() {
  ReferenceDevice fresh(*shape_);
  fresh.abandoned_ = abandoned_ || begun_;
  fresh.bus_free_ = bus_free_;
  fresh.events_ = events_;
  fresh.captures_ = captures_;
  fresh.hellos_ = hellos_;
  fresh.buffer_ = buffer_;
  fresh.buffer_known_ = buffer_known_;
  *this = fresh;
}

// ---- the register bus

bool ReferenceDevice::access_begun(const Access& access, Tick now) {
  if (abandoned_ || begun_) return false;  // one at a time
  writing_ = access.write;
  if (last_moment_ && *last_moment_ == access && now <= last_moment_until_) {
    last_moment_.reset();
    abandoned_ = true;
    return true;
  }
  if (stage_ == Stage::deciding) settle();
  if (!wanted_ || *wanted_ != access) return false;
  wanted_.reset();
  begun_ = true;
  return true;
}

void ReferenceDevice::access_done(const AccessResult& result, Tick now) {
  bus_free_ = now;
  if (std::exchange(writing_, false)) needed_until_ = now;
  if (begun_) result_ = result;
  abandoned_ = false;
  begun_ = false;
}

bool ReferenceDevice::explains(const Seen& seen, bool at_rest) {
  if (stage_ == Stage::deciding && !abandoned_ && (at_rest || seen.hellos > hellos_)) settle();
  if (at_rest) return seen.events == events_ && seen.captures == captures_ && seen.hellos == hellos_;
  return seen.events <= events_ && seen.captures <= captures_ && seen.hellos <= hellos_;
}

void ReferenceDevice::finish_access() {
  if (result_->refused) {
    stage_ = Stage::refused;  // docs/wire-protocol.md, Registers
  } else if (stage_ == Stage::writing) {
    stage_ = Stage::status_in;
  } else {
    reply_ = little_endian(result_->value);
    reply_ends_short_ = false;
    stage_ = Stage::data_in;
  }
  result_.reset();
}

}  // namespace adoube::soak
