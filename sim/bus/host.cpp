// SPDX-License-Identifier: Apache-2.0
// The host's wires: one packet after the other, bit by bit.
#include "sim/bus/host.hpp"

#include <algorithm>

#include "sim/bus/crc.hpp"

namespace adoube::bus {

namespace {

/// A packet of the device that lasts longer than this is babble: SYNC, 72 bytes, all stuffed.
constexpr std::uint64_t longest_packet = 8 + packet_max * 8 * 7 / 6 + 8;
/// SE0 of a low-speed EOP: two low-speed bit times.
constexpr std::uint64_t low_speed_se0 = 2 * 8;

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
    if (!connected_) abort_all(Status::reset);
    frames_from(bit_time);
  }
  if (!connected_) return wires;
  return next_line(bit_time, device, wires);
}

Line Host::next_line(std::uint64_t bit_time, const DeviceLine& device, Line wires) {
  switch (state_) {
    case State::send:
      if (device.oe) ++counters_.collisions;
      return drive(bit_time);
    case State::reset:
      if (bit_time < drive_until_) return line_se0;
      state_ = State::idle;
      quiet_until_ = bit_time + options_.recovery;
      frames_from(bit_time);
      return line_j;
    case State::resume:
      if (device.oe) ++counters_.collisions;
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
        record(bit_time, true, decoder_.form(), decoder_.bytes());
      }
      if (decoder_.active()) {
        if (bit_time - packet_start_ > longest_packet) decoder_.reset();
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
        const std::uint64_t turnaround = bit_time - 1 - answer_from_;
        counters_.turnaround_min = std::min(counters_.turnaround_min, turnaround);
        counters_.turnaround_max = std::max(counters_.turnaround_max, turnaround);
      } else if (event == Decoder::Event::ended) {
        spoil();
        record(bit_time, true, decoder_.form(), decoder_.bytes());
        packet_received();
      } else if (state_ == State::answer && bit_time - answer_from_ > options_.response) {
        ++counters_.silent;
        on_fault();
      } else if (state_ == State::receive && bit_time - packet_start_ > longest_packet) {
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
    if (then_ == Then::data) {
      send_data(bit_time);
      return drive(bit_time);
    }
    if (then_ == Then::acknowledge) {
      const std::uint8_t ack = pid_byte(Pid::ack);
      send_packet(bit_time, {&ack, 1}, Then::nothing);
      return drive(bit_time);
    }
    rest();
  }
  if (wake_ == 0) schedule();
  if (bit_time < wake_) return wires;
  if (begin_something(bit_time)) {
    return state_ == State::reset ? line_se0 : state_ == State::resume ? line_k : drive(bit_time);
  }
  schedule();
  return wires;
}

Line Host::drive(std::uint64_t bit_time) {
  const Line line = encoder_.take();
  if (encoder_.at_end()) packet_sent(bit_time);
  return line;
}

void Host::send_packet(std::uint64_t bit_time, std::span<const std::uint8_t> bytes, Then then) {
  encoder_.encode(bytes);
  packet_start_ = bit_time;
  state_ = State::send;
  then_ = then;
  wake_ = 0;
  // Logged when it is over.
  std::copy(bytes.begin(), bytes.end(), sent_.begin());
  sent_size_ = bytes.size();
}

void Host::send_token(std::uint64_t bit_time, Pid pid, std::uint16_t field, Then then) {
  const unsigned word = field | (static_cast<unsigned>(crc5(field)) << 11U);
  const std::array<std::uint8_t, 3> bytes{pid_byte(pid), static_cast<std::uint8_t>(word & 0xFFU),
                                          static_cast<std::uint8_t>(word >> 8U)};
  send_packet(bit_time, bytes, then);
}

void Host::send_data(std::uint64_t bit_time) {
  std::array<std::uint8_t, packet_max> bytes{};
  bytes[0] = pid_byte(data1_ ? Pid::data1 : Pid::data0);
  std::copy_n(out_.begin(), out_size_, bytes.begin() + 1);
  const std::uint16_t crc = crc16({out_.data(), out_size_});
  bytes[out_size_ + 1] = static_cast<std::uint8_t>(crc & 0xFFU);
  bytes[out_size_ + 2] = static_cast<std::uint8_t>(crc >> 8U);
  send_packet(bit_time, {bytes.data(), out_size_ + 3}, Then::answer);
}

void Host::packet_sent(std::uint64_t bit_time) {
  record(bit_time, false, Form::good, {sent_.data(), sent_size_});
  answer_from_ = bit_time;
  decoder_.reset();
  if (then_ == Then::answer) {
    state_ = State::answer;
  } else if (then_ == Then::data) {
    pause(bit_time, Then::data);
  } else {
    end_transaction();
    pause(bit_time, Then::nothing);
  }
}

void Host::pause(std::uint64_t bit_time, Then then) {
  state_ = State::gap;
  then_ = then;
  wake_ = 0;
  gap_until_ = bit_time + options_.gap;
}

void Host::spoil() {
  const std::span<std::uint8_t> bytes = decoder_.bytes();
  if (faults_.corrupt_countdown == 0 || owner_ != Owner::pipe || !token_in_ || bytes.size() < 3) return;
  if (--faults_.corrupt_countdown != 0) return;
  ++faults_.happened;
  bytes[bytes.size() / 2] ^= 0x10U;
}

void Host::packet_received() {
  const std::span<const std::uint8_t> bytes = decoder_.bytes();
  if (decoder_.form() != Form::good) {
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
  next_sof_ = (bit_time / frame_bits + 1) * frame_bits;
  rest();
}

void Host::record(std::uint64_t end, bool from_device, Form form, std::span<const std::uint8_t> bytes) {
  for (unsigned i = 0; i < 8; ++i) hash_.add(static_cast<std::uint8_t>((packet_start_ >> (8 * i)) & 0xFFU));
  hash_.add(from_device ? 1 : 0);
  hash_.add(static_cast<std::uint8_t>(bytes.size()));
  hash_.add(bytes);
  if (observer_) observer_({packet_start_, end, from_device, form, bytes});
}

}  // namespace adoube::bus
