// SPDX-License-Identifier: Apache-2.0
// The host's wires: one packet after the other, bit by bit.
#include "sim/bus/host.hpp"

#include <algorithm>
#include <utility>

#include "sim/bus/crc.hpp"
#include "sim/bus/packets.hpp"

namespace adoube::bus {

namespace {

/// A packet of the device that lasts longer than this is babble: SYNC, 72 bytes, all stuffed.
constexpr std::uint64_t longest_packet = 8 + packet_max * 8 * 7 / 6 + 8;
/// SE0 of a low-speed EOP: two low-speed bit times.
constexpr std::uint64_t low_speed_se0 = 2 * 8;
constexpr unsigned low_speed_stretch = 8;
/// What another device's answer takes: data of a few bytes, which only the host hears.
constexpr std::uint64_t foreign_answer = 120;

}  // namespace

Host::Host(const HostOptions& options) : options_(options) {}

Line Host::step(std::uint64_t bit_time, const DeviceLine& device) {
  now_ = bit_time;
  const Line wires = device.oe ? Line{device.dp, device.dn} : device.pullup ? line_j : line_se0;
  if (device.pullup != connected_) {
    connected_ = device.pullup;
    state_ = State::idle;
    owner_ = Owner::none;
    transfer_ = nullptr;
    decoder_.reset();
    suspended_ = resume_wanted_ = false;
    low_speed_ = repeat_ = preamble_ = false;
    stretch_ = 1;
    stretched_ = 0;
    checker_.reset();
    if (!connected_) abort_all(Status::reset);
    frames_from(bit_time);
  }
  if (!connected_) return wires;
  return next_line(bit_time, device, wires);
}

Line Host::next_line(std::uint64_t bit_time, const DeviceLine& device, Line wires) {
  switch (state_) {
    case State::send:
      if (device.oe) collision(bit_time);
      return drive(bit_time);
    case State::reset:
      if (device.oe) collision(bit_time);
      if (bit_time < drive_until_) return line_se0;
      state_ = State::idle;
      quiet_until_ = bit_time + options_.recovery;
      frames_from(bit_time);
      return line_j;
    case State::resume:
      if (device.oe) collision(bit_time);
      if (bit_time < drive_until_) return line_k;
      if (bit_time < drive_until_ + low_speed_se0) return line_se0;
      state_ = State::idle;
      quiet_until_ = bit_time + options_.recovery;
      frames_from(bit_time);
      return line_j;
    case State::gap:
    case State::idle: {
      // Nothing of the device's is due here; what it says all the same is logged and counted.
      const Decoder::Event event = decoder_.feed(wires);
      if (event == Decoder::Event::started) packet_start_ = bit_time;
      if (event == Decoder::Event::ended) {
        ++counters_.unasked;
        check_device(bit_time, 0);
        record({packet_start_, bit_time, true, decoder_.form(), false, false, decoder_.bytes()});
      }
      if (decoder_.active()) {
        if (bit_time - packet_start_ > longest_packet) {
          checker_.endless(packet_start_);
          decoder_.reset();
        }
        return wires;
      }
      break;
    }
    case State::answer:
    case State::receive: {
      const Decoder::Event event = decoder_.feed(wires);
      if (event == Decoder::Event::started) {
        state_ = State::receive;
        packet_start_ = bit_time;
        turnaround_ = bit_time - 1 - answer_from_;
        counters_.turnaround_min = std::min(counters_.turnaround_min, turnaround_);
        counters_.turnaround_max = std::max(counters_.turnaround_max, turnaround_);
      } else if (event == Decoder::Event::ended) {
        check_device(bit_time, turnaround_);
        packet_heard(bit_time);
      } else if (state_ == State::answer && bit_time - answer_from_ > options_.response) {
        nothing_received();
      } else if (state_ == State::receive && bit_time - packet_start_ > longest_packet) {
        checker_.endless(packet_start_);
        decoder_.reset();
        ++counters_.bad;
        on_fault();
      }
      return wires;
    }
  }

  if (state_ == State::gap) {
    if (bit_time < gap_until_) return wires;
    state_ = State::idle;
    switch (then_) {
      case Then::data: send_data(bit_time); break;
      case Then::acknowledge: {
        const std::uint8_t ack = pid_byte(Pid::ack);
        send_packet(bit_time, {&ack, 1}, Then::nothing);
        break;
      }
      case Then::transmit: transmit(bit_time); break;
      case Then::receive: packet_received(); break;
      case Then::silence: nothing_received(); break;
      case Then::nothing:
      case Then::answer: rest(); break;
    }
    if (state_ == State::send) return drive(bit_time);
    if (state_ == State::gap) return wires;
  }
  if (wake_ == 0) schedule();
  if (bit_time < wake_) return wires;
  if (begin_something(bit_time)) {
    if (state_ == State::send) return drive(bit_time);
    return state_ == State::reset ? line_se0 : state_ == State::resume ? line_k : wires;
  }
  schedule();
  return wires;
}

void Host::collision(std::uint64_t bit_time) {
  ++counters_.collisions;
  checker_.collision(bit_time);
}

Line Host::drive(std::uint64_t bit_time) {
  if (stretched_ == 0) {
    level_ = encoder_.take();
    stretched_ = stretch_;
  }
  if (--stretched_ == 0 && encoder_.at_end()) packet_sent(bit_time);
  return level_;
}

void Host::send_packet(std::uint64_t bit_time, std::span<const std::uint8_t> bytes, Then then) {
  std::ranges::fill(sent_, std::uint8_t{0});
  std::ranges::copy(bytes, sent_.begin());
  sent_bits_ = 8 * bytes.size();
  after_ = then;
  wake_ = 0;
  const bool sof = bytes[0] == pid_byte(Pid::sof);
  blow_.reset();
  if (owner_ != Owner::foreign) {
    blow_ = faults_.strike(Side::host, bytes, sof ? std::nullopt : std::optional(endpoint_));
  }
  if (blow_) {
    const unsigned amount = blow_->amount;
    switch (blow_->damage) {
      case Damage::flip: {
        const std::size_t bit = amount % sent_bits_;
        sent_[bit / 8] = static_cast<std::uint8_t>(sent_[bit / 8] ^ (1U << (bit % 8)));
        break;
      }
      case Damage::truncate: sent_bits_ -= std::min<std::size_t>(amount, sent_bits_); break;
      case Damage::lengthen: sent_bits_ = std::min<std::size_t>(sent_bits_ + amount, 8 * packet_max); break;
      case Damage::duplicate: repeat_ = true; break;
      case Damage::delay:
        state_ = State::gap;
        then_ = Then::transmit;
        gap_until_ = bit_time + amount;
        return;
      case Damage::drop: break;
    }
  }
  if (low_speed_) {
    const std::uint8_t pre = pid_byte(Pid::pre);
    encoder_.encode_preamble({&pre, 1});
    preamble_ = true;
    packet_start_ = bit_time;
    state_ = State::send;
    return;
  }
  transmit(bit_time);
}

void Host::transmit(std::uint64_t bit_time) {
  encoder_.encode({sent_.data(), (sent_bits_ + 7) / 8}, sent_bits_);
  if (blow_ && blow_->damage == Damage::drop) encoder_.mute();
  packet_start_ = bit_time;
  state_ = State::send;
  stretch_ = low_speed_ ? low_speed_stretch : 1;
}

void Host::send_sof(std::uint64_t bit_time, unsigned frame) {
  std::array<std::uint8_t, packet_max> room{};
  send_packet(bit_time, sof(room, frame), Then::nothing);
}

void Host::send_token(std::uint64_t bit_time, Pid pid, Then then) {
  std::array<std::uint8_t, packet_max> room{};
  send_packet(bit_time, token(room, pid, address_, endpoint_), then);
}

void Host::send_data(std::uint64_t bit_time) {
  std::array<std::uint8_t, packet_max> room{};
  send_packet(bit_time, data(room, data1_ ? Pid::data1 : Pid::data0, {out_.data(), out_size_}), Then::answer);
}

void Host::packet_sent(std::uint64_t bit_time) {
  stretch_ = 1;
  if (std::exchange(preamble_, false)) {
    const std::uint8_t pre = pid_byte(Pid::pre);
    checker_.host_packet({packet_start_, bit_time, 8, false, {&pre, 1}});
    record({packet_start_, bit_time, false, Form::good, false, false, {&pre, 1}});
    pause(bit_time + options_.gap, Then::transmit);  // hubs need four bit times to change over (8.6.5)
    return;
  }
  if (!blow_ || blow_->damage != Damage::drop) {
    const bool damaged = blow_ && (blow_->damage == Damage::flip || blow_->damage == Damage::truncate || blow_->damage == Damage::lengthen);
    const std::span<const std::uint8_t> bytes{sent_.data(), (sent_bits_ + 7) / 8};
    checker_.host_packet({packet_start_, bit_time, sent_bits_, low_speed_, bytes});
    record({packet_start_, bit_time, false, sent_bits_ % 8 == 0 && sent_bits_ != 0 ? Form::good : Form::truncated, damaged, low_speed_,
            bytes.first(sent_bits_ / 8)});
  }
  answer_from_ = bit_time;
  decoder_.reset();
  if (after_ == Then::answer) {
    state_ = State::answer;
  } else if (std::exchange(repeat_, false)) {
    pause(bit_time, Then::transmit);
  } else if (after_ == Then::data) {
    pause(bit_time, Then::data);
  } else if (after_ == Then::acknowledge) {
    pause(bit_time + foreign_answer, Then::acknowledge);
  } else {
    end_transaction();
    pause(bit_time, Then::nothing);
  }
}

void Host::check_device(std::uint64_t bit_time, std::uint64_t turnaround) {
  checker_.device_packet(
      {packet_start_, bit_time, turnaround, decoder_.form(), decoder_.sync_good(), decoder_.se0_bits(), decoder_.bytes()});
}

/// What the device sent has ended; a fault may stand between that and what the host hears.
void Host::packet_heard(std::uint64_t bit_time) {
  const std::span<const std::uint8_t> bytes = decoder_.bytes();
  std::ranges::copy(bytes, heard_.begin());
  heard_size_ = bytes.size();
  heard_form_ = decoder_.form();
  const auto blow = faults_.strike(Side::device, bytes, endpoint_);
  if (!blow) {
    record({packet_start_, bit_time, true, heard_form_, false, false, bytes});
    packet_received();
    return;
  }
  const std::uint64_t length = bit_time - packet_start_;
  const std::size_t bits = 8 * heard_size_;
  switch (blow->damage) {
    case Damage::drop: nothing_received(); return;
    case Damage::flip:
      if (bits != 0) heard_[blow->amount % bits / 8] ^= static_cast<std::uint8_t>(1U << (blow->amount % 8));
      break;
    case Damage::truncate:
    case Damage::lengthen: {
      const std::size_t now = blow->damage == Damage::truncate ? bits - std::min<std::size_t>(blow->amount, bits)
                                                               : std::min(bits + blow->amount, 8 * packet_max);
      for (std::size_t i = heard_size_; i < now / 8; ++i) heard_[i] = 0;
      heard_size_ = now / 8;
      if (heard_form_ == Form::good && (now % 8 != 0 || now == 0)) heard_form_ = Form::truncated;
      break;
    }
    case Damage::delay: {
      const bool late = packet_start_ - 1 - answer_from_ + blow->amount > options_.response;
      record({packet_start_ + blow->amount, bit_time + blow->amount, true, heard_form_, false, false, bytes});
      state_ = State::gap;
      then_ = late ? Then::silence : Then::receive;
      gap_until_ = bit_time + blow->amount;
      return;
    }
    case Damage::duplicate:
      record({packet_start_, bit_time, true, heard_form_, false, false, bytes});
      packet_received();
      // The host hears the second one out before it goes on.
      if (state_ == State::gap) gap_until_ += length + options_.gap;
      return;
  }
  record({packet_start_, bit_time, true, heard_form_, true, false, {heard_.data(), heard_size_}});
  packet_received();
}

void Host::nothing_received() {
  ++counters_.silent;
  if (std::exchange(repeat_, false)) {
    pause(now_, Then::transmit);
    return;
  }
  on_fault();
}

void Host::pause(std::uint64_t bit_time, Then then) {
  state_ = State::gap;
  then_ = then;
  wake_ = 0;
  gap_until_ = bit_time + options_.gap;
}

void Host::packet_received() {
  if (std::exchange(repeat_, false)) {
    pause(now_, Then::transmit);
    return;
  }
  const std::span<const std::uint8_t> bytes{heard_.data(), heard_size_};
  if (heard_form_ != Form::good) {
    ++counters_.bad;
    on_fault();
    return;
  }
  for (const Pid pid : {Pid::ack, Pid::nak, Pid::stall}) {
    if (bytes.size() == 1 && bytes[0] == pid_byte(pid)) {
      on_handshake(pid);
      return;
    }
  }
  for (const Pid pid : {Pid::data0, Pid::data1}) {
    if (bytes.size() < 3 || bytes[0] != pid_byte(pid)) continue;
    const std::span<const std::uint8_t> content = bytes.subspan(1, bytes.size() - 3);
    const unsigned crc = bytes[bytes.size() - 2] | (static_cast<unsigned>(bytes[bytes.size() - 1]) << 8U);
    if (crc != crc16(content)) break;
    on_data(pid == Pid::data1, content);
    return;
  }
  ++counters_.bad;
  on_fault();
}

void Host::begin_reset(std::uint64_t bit_time) {
  reset_wanted_ = suspended_ = resume_wanted_ = false;
  ++counters_.resets;
  state_ = State::reset;
  drive_until_ = bit_time + options_.reset;
  for (Pipes& pipes : pipes_) {
    for (Pipe& pipe : pipes) pipe.data1 = false;
  }
  checker_.reset();
  abort_all(Status::reset);
  wake_ = 0;
}

void Host::begin_resume(std::uint64_t bit_time) {
  suspended_ = resume_wanted_ = false;
  ++counters_.resumes;
  state_ = State::resume;
  drive_until_ = bit_time + options_.resume;
  decoder_.reset();
  wake_ = 0;
}

/// Frames keep their length and number whatever kept SOFs away; the next one is whole.
void Host::frames_from(std::uint64_t bit_time) {
  next_sof_ = next_frame(bit_time);
  rest();
}

void Host::set_frame(std::uint64_t bit_time, std::uint64_t length) {
  const std::uint64_t begin = next_sof_ > bit_time ? next_sof_ : next_frame(bit_time);
  grid_number_ = frame_number(begin);
  grid_ = begin;
  options_.frame = length;
  if (state_ == State::idle) wake_ = 0;
}

void Host::record(const PacketView& packet) {
  for (unsigned i = 0; i < 8; ++i) hash_.add(static_cast<std::uint8_t>((packet.start >> (8 * i)) & 0xFFU));
  hash_.add(packet.from_device ? 1 : 0);
  hash_.add(static_cast<std::uint8_t>(packet.bytes.size()));
  hash_.add(packet.bytes);
  if (observer_) observer_(packet);
  if (logger_) logger_(packet);
}

}  // namespace adoube::bus
