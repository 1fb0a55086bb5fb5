// SPDX-License-Identifier: Apache-2.0
// What the host does next: the frame's timetable and the queues of transfers.
#include <algorithm>
#include <utility>

#include "sim/bus/host.hpp"
#include "sim/bus/standard_request.hpp"

namespace adoube::bus {

namespace {

void append(Transfer*& head, Transfer& transfer) {
  Transfer** place = &head;
  while (*place != nullptr) place = &(*place)->next;
  transfer.next = nullptr;
  *place = &transfer;
}

template <class Link>
bool unchain(Link*& head, const Link& link) {
  for (Link** place = &head; *place != nullptr; place = &(*place)->next) {
    if (*place != &link) continue;
    *place = link.next;
    return true;
  }
  return false;
}

/// A transaction with another device, at low speed if need be, is over before the next SOF.
constexpr std::uint64_t foreign_reserve = 2'500;

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
    Pipe& its = pipe(transfer);
    if (its.head == nullptr) {
      Pipe** place = &waiting_;
      while (*place != nullptr) place = &(*place)->next;
      its.next = nullptr;
      *place = &its;
    }
    append(its.head, transfer);
  }
  if (state_ == State::idle) rest();
}

bool Host::cancel(Transfer& transfer) {
  if (transfer.status != Status::pending) return false;
  if (transfer_ == &transfer) {
    transfer_ = nullptr;
    if (state_ == State::gap && then_ == Then::acknowledge && owner_ == Owner::pipe) {
      // The data are here but not acknowledged: the device shall keep them.
      if (accepted_) {
        Pipe& its = pipe(transfer);
        its.data1 = !its.data1;
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

void Host::suspend() {
  if (suspended_) return;
  suspend_wanted_ = true;
  if (state_ == State::idle) rest();
}

void Host::resume() {
  suspend_wanted_ = false;
  if (!suspended_) return;
  resume_wanted_ = true;
  rest();
}

void Host::rest() { wake_ = 0; }

bool Host::remove(Transfer& transfer) {
  if (unchain(aborted_, transfer)) return true;
  if (transfer.kind == Transfer::Kind::control) {
    if (&transfer == controls_) stage_ = Stage::setup;
    return unchain(controls_, transfer);
  }
  Pipe& its = pipe(transfer);
  const bool found = unchain(its.head, transfer);
  if (found && its.head == nullptr) unchain(waiting_, its);
  return found;
}

void Host::abort_all(Status status) {
  // Callbacks may submit again and cancel what is still to end: only what is pending now is aborted, each where it stands.
  owner_ = Owner::none;
  transfer_ = nullptr;
  aborted_ = std::exchange(controls_, nullptr);
  Transfer** end = &aborted_;
  while (*end != nullptr) end = &(*end)->next;
  while (waiting_ != nullptr) {
    *end = std::exchange(waiting_->head, nullptr);
    while (*end != nullptr) end = &(*end)->next;
    waiting_ = waiting_->next;
  }
  while (aborted_ != nullptr) finish(*aborted_, status);  // which takes it out
}

std::uint64_t Host::pipe_time(const Pipe& pipe) const {
  if (pipe.head->periodic()) return std::max(pipe.not_before, next_sof_ - options_.frame + options_.poll_offset);
  const bool used_up = bulk_frame_ == next_sof_ && bulk_count_ >= options_.bulk_per_frame;
  return used_up ? next_sof_ : pipe.not_before;
}

Host::Pipe* Host::next_pipe(bool periodic) {
  Pipe* next = nullptr;
  for (Pipe* pipe = waiting_; pipe != nullptr; pipe = pipe->next) {
    if (pipe->head->periodic() != periodic || pipe_time(*pipe) > now_) continue;
    if (next == nullptr || pipe->served < next->served) next = pipe;
  }
  return next;
}

void Host::schedule() {
  if (suspended_) {
    wake_ = reset_wanted_ || resume_wanted_ ? now_ : Faults::never;
    return;
  }
  std::uint64_t next = next_sof_;
  const auto consider = [&](std::uint64_t time, std::uint64_t reserve) {
    time = std::max(time, quiet_until_);
    if (time + reserve <= next_sof_) next = std::min(next, time);
  };
  for (const Pipe* pipe = waiting_; pipe != nullptr; pipe = pipe->next) consider(pipe_time(*pipe), options_.frame_reserve);
  if (controls_ != nullptr) consider(control_at_, options_.frame_reserve);
  if (faults_.foreign_time() != Faults::never) consider(faults_.foreign_time(), foreign_reserve);
  if (reset_wanted_ || suspend_wanted_) next = std::min(next, now_);
  next = std::min(next, faults_.reset_time());
  wake_ = std::max(next, now_);
  if (wake_ == 0) wake_ = 1;  // 0 means "not planned yet"
}

bool Host::begin_something(std::uint64_t bit_time) {
  if (reset_wanted_ || bit_time >= faults_.reset_time()) {
    if (bit_time >= faults_.reset_time()) faults_.reset_taken();
    begin_reset(bit_time);
    return true;
  }
  if (resume_wanted_) {
    begin_resume(bit_time);
    return true;
  }
  if (suspend_wanted_) {
    suspend_wanted_ = false;
    suspended_ = true;
    ++counters_.suspends;
  }
  if (suspended_) return false;
  if (bit_time >= next_sof_) {
    const auto number = static_cast<unsigned>(frame_number(next_sof_) & 0x7FFU);
    next_sof_ += options_.frame;
    ++counters_.frames;
    faults_.frame(bit_time);
    owner_ = Owner::none;
    send_sof(bit_time, number);
    return true;
  }
  if (bit_time < quiet_until_ || bit_time + options_.frame_reserve > next_sof_) return false;
  if (bit_time >= faults_.foreign_time() && bit_time + foreign_reserve <= next_sof_) {
    begin_foreign(bit_time, faults_.take_foreign());
    return true;
  }
  if (Pipe* pipe = next_pipe(true); pipe != nullptr) {
    begin_pipe(bit_time, *pipe);
    return true;
  }
  if (controls_ != nullptr && bit_time >= control_at_) {
    begin_control(bit_time);
    return true;
  }
  if (Pipe* pipe = next_pipe(false); pipe != nullptr) {
    begin_pipe(bit_time, *pipe);
    return true;
  }
  return false;
}

void Host::begin_pipe(std::uint64_t bit_time, Pipe& pipe) {
  Transfer& transfer = *pipe.head;
  owner_ = Owner::pipe;
  transfer_ = &transfer;
  verdict_ = Status::pending;
  address_ = transfer.address & 0x7FU;
  endpoint_ = transfer.endpoint & 0xFU;
  pipe.served = ++transactions_;
  if (transfer.periodic()) {
    ++counters_.polls;
    pipe.not_before = next_sof_;  // not again in this frame
  } else {
    ++counters_.bulks;
    if (std::exchange(bulk_frame_, next_sof_) != next_sof_) bulk_count_ = 0;
    ++bulk_count_;
  }
  token_in_ = transfer.in();
  if (!token_in_) {
    const auto rest = transfer.data.subspan(transfer.actual);
    out_size_ = std::min<std::size_t>(rest.size(), transfer.max_packet);
    std::copy_n(rest.begin(), out_size_, out_.begin());
    data1_ = pipe.data1;
  }
  send_token(bit_time, token_in_ ? Pid::in : Pid::out, token_in_ ? Then::answer : Then::data);
}

void Host::begin_control(std::uint64_t bit_time) {
  Transfer& transfer = *controls_;
  owner_ = Owner::control;
  transfer_ = &transfer;
  verdict_ = Status::pending;
  address_ = transfer.address & 0x7FU;
  endpoint_ = transfer.endpoint & 0xFU;
  const bool data_in = transfer.setup.in() && transfer.setup.length != 0;
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
  send_token(bit_time, pid, token_in_ ? Then::answer : Then::data);
}

void Host::begin_foreign(std::uint64_t bit_time, const Foreign& other) {
  owner_ = Owner::foreign;
  transfer_ = nullptr;
  address_ = other.address & 0x7FU;
  endpoint_ = other.endpoint & 0xFU;
  low_speed_ = other.low_speed;
  token_in_ = other.what == Foreign::What::in || other.what == Foreign::What::in_taken;
  data1_ = false;
  const Setup setup{request::to_device, request::set_address, 99, 0, 0};
  const std::array<std::uint8_t, 8> bytes = setup.bytes();
  std::copy(bytes.begin(), bytes.end(), out_.begin());
  out_size_ = bytes.size();
  const Pid pid = token_in_ ? Pid::in : other.what == Foreign::What::setup ? Pid::setup : Pid::out;
  const Then then = other.what == Foreign::What::in ? Then::answer
                    : other.what == Foreign::What::in_taken ? Then::acknowledge
                                                             : Then::data;
  send_token(bit_time, pid, then);
}

}  // namespace adoube::bus
