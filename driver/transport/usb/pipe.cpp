// SPDX-License-Identifier: Apache-2.0
#include "driver/transport/usb/pipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "driver/transport/usb.hpp"

namespace adoube::transport::usb {
namespace {

/// What usbfs allows all programs of a machine together, in its default setting.
constexpr std::size_t usbfs_budget = 16u << 20u;

}  // namespace

Result<void> Pipe::start(Receiver& receiver, std::size_t wanted, std::size_t packets) {
  const std::size_t bytes = packets * endpoint_.packet_size;  // whole packets: a transfer cannot overflow
  if (wanted * bytes > usbfs_budget) {
    return fail(Cause::usage, fmt::format("a ring of {} transfers of {} bytes exceeds the {} MiB that usbfs shares out",
                                          wanted, bytes, usbfs_budget >> 20u));
  }
  receiver_ = &receiver;
  done_.reserve(wanted);
  for (std::size_t i = 0; i < wanted; ++i) {
    auto slot = std::make_unique<Slot>();
    slot->buffer.resize(bytes);
    slot->done = &done_;
    int code = LIBUSB_ERROR_NO_MEM;
    if (slot->transfer) {
      libusb_fill_interrupt_transfer(slot->transfer.get(), device_->handle(), endpoint_.address, slot->buffer.data(),
                                     static_cast<int>(bytes), on_done, slot.get(), 0);
      slot->transfer->type = endpoint_.type;
      code = submit(*slot);
    }
    if (code == LIBUSB_ERROR_NO_MEM && i >= ring_least) break;  // a smaller ring is better than none
    if (code != 0) {
      return tl::unexpected(usb_error(code, fmt::format("queue transfer {} of {} ({} bytes each; all programs share {} MiB)",
                                                        i + 1, wanted, bytes, usbfs_budget >> 20u)));
    }
    slots_.push_back(std::move(slot));
  }
  policy_ = RingPolicy(slots_.size());
  return {};
}

void Pipe::settle() {
  for (Slot* slot : done_) {
    --pending_;
    slot->state = SlotState::idle;
    const TransferEnd end = end_of(slot->transfer->status);
    const auto size = std::min(static_cast<std::size_t>(std::max(slot->transfer->actual_length, 0)), slot->buffer.size());
    const Decision decision = policy_.decide(end, size, mode_);
    if (decision.next == Next::resubmit && end != TransferEnd::completed) ++counters_->errors;
    if (end == TransferEnd::completed && size == 0) ++counters_->empty;
    if (decision.deliver) taken_.assign(slot->buffer.begin(), slot->buffer.begin() + static_cast<std::ptrdiff_t>(size));
    // Back to the system before the receiver takes its time.
    follow(*slot, decision.next);
    if (decision.damaged) {
      ++counters_->overflows;
      receiver_->damaged();
    }
    if (decision.deliver) hand_over();
  }
  done_.clear();
  if (mode_ == RingMode::recovering && pending_ == 0 && !failure_) recover();
}

void Pipe::stop() {
  mode_ = RingMode::stopping;
  for (auto& slot : slots_) {
    if (slot->state == SlotState::pending) libusb_cancel_transfer(slot->transfer.get());  // not found: it is coming back
  }
}

void Pipe::give_up(Error error) {
  if (!failure_) failure_ = std::move(error);
  stop();
}

std::size_t Pipe::abandon() {
  std::size_t stuck = 0;
  for (auto& slot : slots_) {
    if (slot->state != SlotState::pending) continue;
    device_->abandon(std::move(slot));
    ++stuck;
  }
  slots_.clear();
  pending_ = 0;
  return stuck;
}

int Pipe::submit(Slot& slot) {
  const int code = libusb_submit_transfer(slot.transfer.get());
  slot.state = code == 0 ? SlotState::pending : SlotState::idle;
  if (code == 0) ++pending_;
  return code;
}

void Pipe::hand_over() {
  for (std::span<const std::uint8_t> rest = taken_; !rest.empty();) {
    const auto packet = rest.first(std::min(endpoint_.packet_size, rest.size()));
    rest = rest.subspan(packet.size());
    ++*packets_;
    receiver_->packet(packet);
  }
}

void Pipe::follow(Slot& slot, Next next) {
  switch (next) {
    case Next::retire: break;
    case Next::lost: give_up(usb_error(LIBUSB_ERROR_NO_DEVICE, "read from the board")); break;
    case Next::fault:
      give_up({Cause::io, fmt::format("the board's {} endpoint keeps failing: check the cable and the hub", endpoint_.name)});
      break;
    case Next::recover:
      stop();
      mode_ = RingMode::recovering;
      break;
    case Next::resubmit:
      if (const int code = submit(slot); code != 0) {
        ++counters_->errors;
        // The other transfers go on; without any, or without a board, there is nothing to go on with.
        if (code == LIBUSB_ERROR_NO_DEVICE || pending_ == 0) give_up(usb_error(code, "read from the board"));
      }
      break;
  }
}

void Pipe::recover() {
  ++counters_->stalls;
  if (const int code = libusb_clear_halt(device_->handle(), endpoint_.address); code != 0) {
    give_up(usb_error(code, fmt::format("clear the halt of the board's {} endpoint", endpoint_.name)));
    return;
  }
  mode_ = RingMode::streaming;
  for (auto& slot : slots_) follow(*slot, Next::resubmit);
}

}  // namespace adoube::transport::usb
