// SPDX-License-Identifier: Apache-2.0
// What the host does next: the frame's timetable and the queues of transfers.
#include <algorithm>

#include "sim/bus/host.hpp"

namespace adoube::bus {

namespace {

/// The two queues are chains through the transfers themselves, so that nothing is allocated.
void append(Transfer*& head, Transfer& transfer) {
  Transfer** place = &head;
  while (*place != nullptr) place = &(*place)->next;
  transfer.next = nullptr;
  *place = &transfer;
}

bool unchain(Transfer*& head, const Transfer& transfer) {
  for (Transfer** place = &head; *place != nullptr; place = &(*place)->next) {
    if (*place != &transfer) continue;
    *place = transfer.next;
    return true;
  }
  return false;
}

constexpr std::uint16_t token_field(std::uint8_t address, std::uint8_t endpoint) {
  return static_cast<std::uint16_t>((address & 0x7FU) | ((endpoint & 0xFU) << 7U));
}

}  // namespace

void Host::submit(Transfer& transfer) {
  transfer.status = Status::pending;
  transfer.actual = 0;
  transfer.tries = 0;
  transfer.completed_at = 0;
  if (transfer.kind == Transfer::Kind::control) {
    if (controls_ == nullptr) stage_ = Stage::setup;
    append(controls_, transfer);
  } else {
    append(interrupts_, transfer);
  }
  if (state_ == State::idle) rest();
}

bool Host::cancel(Transfer& transfer) {
  if (transfer.status != Status::pending) return false;
  if (transfer_ == &transfer) {
    transfer_ = nullptr;
    if (state_ == State::gap && then_ == Then::acknowledge && owner_ == Owner::interrupt) {
      // The data are here but not acknowledged: the device shall keep them.
      if (accepted_) {
        toggles_[address_][endpoint_] = !toggles_[address_][endpoint_];
        transfer.actual -= fresh_;
      }
      stay_silent();
    }
  }
  finish(transfer, Status::cancelled);
  return true;
}

void Host::bus_reset() {
  reset_wanted_ = true;
  if (state_ == State::idle) rest();
}

bool Host::toggle(std::uint8_t address, std::uint8_t endpoint) const {
  return toggles_[address & 0x7FU][endpoint & 0xFU];
}

void Host::set_toggle(std::uint8_t address, std::uint8_t endpoint, bool toggle) {
  toggles_[address & 0x7FU][endpoint & 0xFU] = toggle;
}

void Host::rest() { wake_ = 0; }

bool Host::remove(Transfer& transfer) {
  if (&transfer == controls_) stage_ = Stage::setup;
  return unchain(transfer.kind == Transfer::Kind::control ? controls_ : interrupts_, transfer);
}

void Host::abort_all(Status status) {
  // Callbacks may submit again: only what is pending now is aborted.
  owner_ = Owner::none;
  transfer_ = nullptr;
  Transfer* old_controls = controls_;
  Transfer* old_interrupts = interrupts_;
  controls_ = nullptr;
  interrupts_ = nullptr;
  for (Transfer* chain : {old_controls, old_interrupts}) {
    while (chain != nullptr) {
      Transfer& transfer = *chain;
      chain = transfer.next;
      if (transfer.status == Status::pending) finish(transfer, status);  // a callback may have cancelled it
    }
  }
}

Transfer* Host::due_interrupt() {
  const std::uint64_t frame = next_sof_ / frame_bits;  // of the frame under way, counted from 1
  for (Transfer* transfer = interrupts_; transfer != nullptr; transfer = transfer->next)
    if (polled_[transfer->address & 0x7FU][transfer->endpoint & 0xFU] != frame) return transfer;
  return nullptr;
}

void Host::schedule() {
  std::uint64_t next = next_sof_;
  const auto consider = [&](std::uint64_t time) {
    time = std::max(time, quiet_until_);
    if (time + options_.frame_reserve <= next_sof_) next = std::min(next, time);
  };
  if (due_interrupt() != nullptr) consider(next_sof_ - frame_bits + options_.poll_offset);
  if (controls_ != nullptr) consider(control_at_);
  if (faults_.foreign_time != Faults::never) consider(faults_.foreign_time);
  if (reset_wanted_) next = std::min(next, now_);
  next = std::min(next, faults_.reset_time);
  wake_ = std::max(next, now_);
  if (wake_ == 0) wake_ = 1;  // 0 means "not planned yet"
}

bool Host::begin_something(std::uint64_t bit_time) {
  if (reset_wanted_ || bit_time >= faults_.reset_time) {
    if (bit_time >= faults_.reset_time) {
      faults_.reset_time = Faults::never;
      ++faults_.happened;
    }
    begin_reset(bit_time);
    return true;
  }
  if (bit_time >= next_sof_) {
    const auto number = static_cast<std::uint16_t>((next_sof_ / frame_bits) & 0x7FFU);
    next_sof_ += frame_bits;
    ++counters_.frames;
    owner_ = Owner::none;
    send_token(bit_time, Pid::sof, number, Then::nothing);
    return true;
  }
  if (bit_time < quiet_until_ || bit_time + options_.frame_reserve > next_sof_) return false;
  if (bit_time >= faults_.foreign_time) {
    begin_foreign(bit_time);
    return true;
  }
  if (bit_time >= next_sof_ - frame_bits + options_.poll_offset) {
    if (Transfer* transfer = due_interrupt(); transfer != nullptr) {
      begin_interrupt(bit_time, *transfer);
      return true;
    }
  }
  if (controls_ != nullptr && bit_time >= control_at_) {
    begin_control(bit_time);
    return true;
  }
  return false;
}

void Host::begin_interrupt(std::uint64_t bit_time, Transfer& transfer) {
  ++counters_.polls;
  owner_ = Owner::interrupt;
  transfer_ = &transfer;
  verdict_ = Status::pending;
  address_ = transfer.address & 0x7FU;
  endpoint_ = transfer.endpoint & 0xFU;
  polled_[address_][endpoint_] = next_sof_ / frame_bits;
  token_in_ = true;
  send_token(bit_time, Pid::in, token_field(address_, endpoint_), Then::answer);
}

void Host::begin_control(std::uint64_t bit_time) {
  Transfer& transfer = *controls_;
  owner_ = Owner::control;
  transfer_ = &transfer;
  verdict_ = Status::pending;
  address_ = transfer.address & 0x7FU;
  endpoint_ = transfer.endpoint & 0xFU;
  const bool data_in = transfer.setup.in() && transfer.setup.length != 0;
  const std::uint16_t field = token_field(address_, endpoint_);
  out_size_ = 0;
  Pid pid = Pid::setup;
  switch (stage_) {
    case Stage::setup: {
      transfer.actual = 0;
      const std::array<std::uint8_t, 8> bytes = transfer.setup.bytes();
      std::copy(bytes.begin(), bytes.end(), out_.begin());
      out_size_ = bytes.size();
      data1_ = false;
      break;
    }
    case Stage::data:
      pid = data_in ? Pid::in : Pid::out;
      if (!data_in) {
        const std::size_t left = transfer.setup.length - transfer.actual;
        out_size_ = std::min<std::size_t>(left, transfer.max_packet);
        // A buffer shorter than announced is sent out with zeros.
        for (std::size_t i = 0; i < out_size_; ++i)
          out_[i] = transfer.actual + i < transfer.data.size() ? transfer.data[transfer.actual + i] : std::uint8_t{0};
        data1_ = control_toggle_;
      }
      break;
    case Stage::status:
      pid = data_in ? Pid::out : Pid::in;
      data1_ = true;
      break;
  }
  token_in_ = pid == Pid::in;
  send_token(bit_time, pid, field, token_in_ ? Then::answer : Then::data);
}

void Host::begin_foreign(std::uint64_t bit_time) {
  owner_ = Owner::foreign;
  transfer_ = nullptr;
  address_ = faults_.foreign_address & 0x7FU;
  endpoint_ = faults_.foreign_endpoint & 0xFU;
  faults_.foreign_time = Faults::never;
  ++faults_.happened;
  token_in_ = !faults_.foreign_setup;
  data1_ = false;
  const Setup setup{0x00, 5, 99, 0, 0};  // SET_ADDRESS 99: a device that takes it for its own is lost
  const std::array<std::uint8_t, 8> bytes = setup.bytes();
  std::copy(bytes.begin(), bytes.end(), out_.begin());
  out_size_ = bytes.size();
  send_token(bit_time, token_in_ ? Pid::in : Pid::setup, token_field(address_, endpoint_),
             token_in_ ? Then::answer : Then::data);
}

}  // namespace adoube::bus
