// SPDX-License-Identifier: Apache-2.0
// What an answer of the device, or its silence, means for the transfer.
#include <algorithm>

#include "sim/bus/host.hpp"
#include "sim/bus/standard_request.hpp"

namespace adoube::bus {

namespace {

constexpr unsigned tries_max = 3;                        // USB 2.0, 8.6.2
constexpr std::uint64_t address_recovery = 2 * frame_bits;  // USB 2.0, 9.2.6.3: 2 ms after SET_ADDRESS

}  // namespace

void Host::on_data(bool data1, std::span<const std::uint8_t> payload) {
  if (owner_ == Owner::foreign) {
    ++counters_.unasked;
    on_fault();
  } else if (!token_in_) {
    ++counters_.bad;
    on_fault();
  } else if (owner_ == Owner::pipe) {
    on_pipe_data(data1, payload);
  } else {
    on_control_data(data1, payload);
  }
}

void Host::on_pipe_data(bool data1, std::span<const std::uint8_t> payload) {
  if (transfer_ == nullptr) {  // given back meanwhile
    stay_silent();
    return;
  }
  Transfer& transfer = *transfer_;
  bool& expected = pipe(transfer).data1;
  if (data1 != expected) {
    ++counters_.repeated;
    acknowledge_later();
    return;
  }
  fresh_ = 0;
  if (payload.size() > transfer.max_packet || payload.size() > transfer.data.size() - transfer.actual) {
    verdict_ = Status::babble;
  } else {
    std::copy(payload.begin(), payload.end(), transfer.data.begin() + static_cast<std::ptrdiff_t>(transfer.actual));
    fresh_ = payload.size();
    transfer.actual += fresh_;
    transfer.tries = 0;
    if (fresh_ < transfer.max_packet || transfer.actual == transfer.data.size()) verdict_ = Status::completed;
  }
  ++counters_.data_in;
  expected = !expected;
  accepted_ = true;
  acknowledge_later();
}

void Host::on_control_data(bool data1, std::span<const std::uint8_t> payload) {
  const bool status = stage_ == Stage::status;
  if (transfer_ == nullptr) {
    acknowledge_later();
    return;
  }
  if (data1 != (status || control_toggle_)) {
    ++counters_.repeated;
    acknowledge_later();
    return;
  }
  ++counters_.data_in;
  Transfer& transfer = *transfer_;
  transfer.tries = 0;
  if (status) {
    verdict_ = payload.empty() ? Status::completed : Status::protocol;
  } else if (payload.size() > transfer.max_packet || payload.size() > transfer.setup.length - transfer.actual ||
             payload.size() > transfer.data.size() - transfer.actual) {
    verdict_ = Status::babble;
  } else {
    std::copy(payload.begin(), payload.end(), transfer.data.begin() + static_cast<std::ptrdiff_t>(transfer.actual));
    transfer.actual += payload.size();
    control_toggle_ = !control_toggle_;
    if (payload.size() < transfer.max_packet || transfer.actual == transfer.setup.length) stage_ = Stage::status;
  }
  acknowledge_later();
}

void Host::on_handshake(Pid pid) {
  if (owner_ == Owner::foreign) {
    ++counters_.unasked;
    on_fault();
    return;
  }
  // ACK answers data, never an IN token; NAK may not answer SETUP (USB 2.0, 8.4.6.4).
  const bool setup = owner_ == Owner::control && stage_ == Stage::setup;
  if ((pid == Pid::ack && token_in_) || (pid == Pid::nak && setup)) {
    ++counters_.bad;
    on_fault();
    return;
  }
  if (transfer_ != nullptr) transfer_->tries = 0;
  switch (pid) {
    case Pid::nak:
      ++counters_.naks;
      if (owner_ == Owner::control) control_at_ = now_ + options_.control_retry;
      if (owner_ == Owner::pipe && transfer_ != nullptr && !transfer_->periodic())
        pipe(*transfer_).not_before = now_ + options_.bulk_retry;
      break;
    case Pid::stall:
      ++counters_.stalls;
      verdict_ = Status::stalled;
      break;
    default:
      packet_taken();
      break;
  }
  end_transaction();
  pause(now_, Then::nothing);
}

/// The device has acknowledged a data packet.
void Host::packet_taken() {
  if (owner_ == Owner::control) {
    if (transfer_ != nullptr) stage_done();
    return;
  }
  // Also of a transfer that was given back meanwhile: the device's toggle has moved.
  Pipe& its = pipe(address_, endpoint_);
  its.data1 = !its.data1;
  if (transfer_ == nullptr) return;
  Transfer& transfer = *transfer_;
  transfer.actual += out_size_;
  const bool all = transfer.actual == transfer.data.size();
  if (all && (out_size_ < transfer.max_packet || !transfer.zero_end)) verdict_ = Status::completed;
}

void Host::stage_done() {
  Transfer& transfer = *transfer_;
  switch (stage_) {
    case Stage::setup:
      control_toggle_ = true;
      stage_ = transfer.setup.length == 0 ? Stage::status : Stage::data;
      break;
    case Stage::data:
      transfer.actual += out_size_;
      control_toggle_ = !control_toggle_;
      if (transfer.actual == transfer.setup.length) stage_ = Stage::status;
      break;
    case Stage::status:
      verdict_ = Status::completed;
      break;
  }
}

void Host::on_fault() {
  if (transfer_ != nullptr && ++transfer_->tries >= tries_max) verdict_ = Status::no_response;
  end_transaction();
  pause(now_, Then::nothing);
}

void Host::acknowledge_later() { pause(now_, Then::acknowledge); }

void Host::stay_silent() {
  end_transaction();
  // Long enough for the device's wait to run out.
  pause(now_ + 2 * options_.response, Then::nothing);
}

void Host::end_transaction() {
  Transfer* transfer = transfer_;
  const Status verdict = verdict_;
  owner_ = Owner::none;
  low_speed_ = repeat_ = false;
  transfer_ = nullptr;
  verdict_ = Status::pending;
  accepted_ = false;
  if (transfer != nullptr && verdict != Status::pending) finish(*transfer, verdict);
}

void Host::finish(Transfer& transfer, Status status) {
  remove(transfer);
  transfer.status = status;
  transfer.completed_at = now_;
  if (status == Status::completed && transfer.kind == Transfer::Kind::control) follow_standard_request(transfer);
  if (transfer.done) transfer.done(transfer);
}

void Host::follow_standard_request(const Transfer& transfer) {
  const Setup& setup = transfer.setup;
  Pipes& pipes = pipes_[transfer.address & 0x7FU];
  // These return toggles to DATA0 (USB 2.0, 9.1.1.5, 9.4.5, 9.4.10).
  if ((setup.type == request::to_device && setup.request == request::set_configuration) ||
      (setup.type == request::to_interface && setup.request == request::set_interface)) {
    for (Pipe& pipe : pipes) pipe.data1 = false;
  }
  if (setup.type == request::to_endpoint && setup.request == request::clear_feature && setup.value == request::endpoint_halt)
    pipes[pipe_index(static_cast<std::uint8_t>(setup.index & 0xFFU))].data1 = false;
  if (setup.type == request::to_device && setup.request == request::set_address) control_at_ = now_ + address_recovery;
}

}  // namespace adoube::bus
