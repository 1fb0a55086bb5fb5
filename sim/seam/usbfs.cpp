// SPDX-License-Identifier: Apache-2.0
#include "sim/seam/usbfs.hpp"

#include <linux/usbdevice_fs.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace adoube::sim {
namespace {

// linux/usb/ch9.h: the value GET_SPEED answers for a full-speed device.
constexpr int speed_full = 2;

int failed(int error) {
  errno = error;
  return -1;
}

/// What the Linux host controller drivers report (Documentation/driver-api/usb/error-codes).
int error_of(Ending ending) {
  switch (ending) {
    case Ending::running: return EINPROGRESS;
    case Ending::ok: return 0;
    case Ending::stall: return EPIPE;
    case Ending::overflow: return EOVERFLOW;
    case Ending::no_answer:
    case Ending::reset: return EPROTO;
    case Ending::cancelled: return ENOENT;
    case Ending::gone: return ESHUTDOWN;
  }
  return EPROTO;
}

int answer(Ending ending) {
  if (ending == Ending::ok) return 0;
  if (ending == Ending::gone) return failed(ENODEV);
  if (ending == Ending::running) return failed(ETIMEDOUT);
  return failed(error_of(ending));
}

}  // namespace

Usbfs::~Usbfs() {
  // Transfers still on the bus point into this object.
  cancel_flights(true);
  const std::uint64_t limit = stepper_.now() + 10 * bit_times_per_ms;
  while (!in_flight_.empty() && stepper_.now() < limit) stepper_.run_until(limit);
}

void Usbfs::ended(Transfer& transfer) {
  stepper_.stop();
  for (auto flight = in_flight_.begin(); flight != in_flight_.end(); ++flight) {
    if (&flight->transfer != &transfer) continue;
    reapable_.splice(reapable_.end(), in_flight_, flight);
    watcher_.on_reapable(true);
    return;
  }
}

void Usbfs::follow_bus() {
  if (!unplugged_ && !bus_.connected()) unplug();
  if (!unplugged_ && port_.disturbed() && port_.recover() != Ending::ok) unplug();
}

void Usbfs::unplug() {
  if (unplugged_) return;
  cancel_flights(true);
  for (auto& flight : in_flight_) flight.transfer.ending = Ending::gone;
  for (auto& flight : reapable_) {
    if (flight.transfer.ending == Ending::cancelled) flight.transfer.ending = Ending::gone;
  }
  reapable_.splice(reapable_.end(), in_flight_);
  unplugged_ = true;
  watcher_.on_unplugged();
}

void Usbfs::cancel_flights(bool with_control) {
  // cancel() may end the transfer at once, which takes it out of the list.
  std::vector<Transfer*> all;
  for (auto& flight : in_flight_) {
    if (with_control || flight.transfer.type != Transfer::Type::control) all.push_back(&flight.transfer);
  }
  for (auto* transfer : all) bus_.cancel(*transfer);
}

int Usbfs::call(unsigned long request, void* argument) {
  ++counters_.calls;
  if (request == USBDEVFS_REAPURBNDELAY) return reap(argument);
  follow_bus();
  if (unplugged_) return failed(ENODEV);
  switch (request) {
    case USBDEVFS_CONNECTINFO: {
      auto* info = static_cast<usbdevfs_connectinfo*>(argument);
      info->devnum = 1;
      info->slow = 0;
      return 0;
    }
    case USBDEVFS_GET_SPEED: return speed_full;
    case USBDEVFS_GET_CAPABILITIES:
      *static_cast<std::uint32_t*>(argument) = USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_BULK_CONTINUATION |
                                               USBDEVFS_CAP_NO_PACKET_SIZE_LIM | USBDEVFS_CAP_REAP_AFTER_DISCONNECT;
      return 0;
    case USBDEVFS_CLAIMINTERFACE:
      claimed_.insert(*static_cast<unsigned*>(argument));
      return 0;
    case USBDEVFS_DISCONNECT_CLAIM:
      claimed_.insert(static_cast<usbdevfs_disconnect_claim*>(argument)->interface);
      return 0;
    case USBDEVFS_RELEASEINTERFACE:
      if (claimed_.erase(*static_cast<unsigned*>(argument)) == 0) return failed(EINVAL);
      cancel_flights(false);  // as usbfs: what runs on the endpoints of a released interface is killed
      return 0;
    case USBDEVFS_GETDRIVER:
    case USBDEVFS_IOCTL: return failed(ENODATA);  // no kernel driver is bound
    case USBDEVFS_SETCONFIGURATION: return answer(port_.configure(static_cast<std::uint8_t>(*static_cast<int*>(argument))));
    case USBDEVFS_SETINTERFACE: return set_interface(argument);
    case USBDEVFS_CLEAR_HALT: return clear_halt(argument);
    case USBDEVFS_RESET: return reset_call();
    case USBDEVFS_CONTROL: return control_call(argument);
    case USBDEVFS_SUBMITURB: return submit(static_cast<usbdevfs_urb*>(argument));
    case USBDEVFS_DISCARDURB: return discard(static_cast<usbdevfs_urb*>(argument));
    default: return failed(ENOTTY);
  }
}

int Usbfs::submit(usbdevfs_urb* urb) {
  const auto* bytes = static_cast<const std::uint8_t*>(urb->buffer);
  auto length = static_cast<std::size_t>(urb->buffer_length);
  Flight flight{urb, {}};
  Transfer& transfer = flight.transfer;
  transfer.listener = this;
  switch (urb->type) {
    case USBDEVFS_URB_TYPE_CONTROL: {
      if (length < transfer.setup.size()) return failed(EINVAL);
      std::copy_n(bytes, transfer.setup.size(), transfer.setup.begin());
      bytes += transfer.setup.size();
      length -= transfer.setup.size();
      if (const unsigned wanted = transfer.setup[6] | unsigned{transfer.setup[7]} << 8U; length < wanted) return failed(EINVAL);
      break;
    }
    case USBDEVFS_URB_TYPE_INTERRUPT: transfer.type = Transfer::Type::interrupt; break;
    case USBDEVFS_URB_TYPE_BULK: transfer.type = Transfer::Type::bulk; break;
    default: return failed(EINVAL);
  }
  if (transfer.type != Transfer::Type::control) {
    transfer.endpoint = urb->endpoint;
    if (!port_.has_endpoint(urb->endpoint)) return failed(ENOENT);
    transfer.zero_end = (urb->flags & USBDEVFS_URB_ZERO_PACKET) != 0;
  }
  transfer.data.resize(length);
  if (!transfer.in()) std::copy_n(bytes, length, transfer.data.begin());
  in_flight_.push_back(std::move(flight));
  if (!bus_.submit(in_flight_.back().transfer)) {
    in_flight_.pop_back();
    return failed(EINVAL);
  }
  ++counters_.transfers;
  return 0;
}

int Usbfs::discard(usbdevfs_urb* urb) {
  for (auto& flight : in_flight_) {
    if (flight.urb != urb) continue;
    bus_.cancel(flight.transfer);
    return 0;
  }
  return failed(EINVAL);
}

int Usbfs::reap(void* out) {
  if (reapable_.empty()) return failed(unplugged_ ? ENODEV : EAGAIN);
  const Flight& flight = reapable_.front();
  const Transfer& transfer = flight.transfer;
  usbdevfs_urb* urb = flight.urb;
  urb->status = -error_of(transfer.ending);
  urb->actual_length = static_cast<int>(transfer.actual);
  if (transfer.in()) {
    const std::size_t head = transfer.type == Transfer::Type::control ? transfer.setup.size() : 0;
    std::copy_n(transfer.data.begin(), transfer.actual, static_cast<std::uint8_t*>(urb->buffer) + head);
    if ((urb->flags & USBDEVFS_URB_SHORT_NOT_OK) != 0 && urb->status == 0 && transfer.actual < transfer.data.size()) {
      urb->status = -EREMOTEIO;
    }
  }
  *static_cast<void**>(out) = urb;
  reapable_.pop_front();
  if (reapable_.empty()) watcher_.on_reapable(false);
  return 0;
}

int Usbfs::control_call(void* argument) {
  auto* call = static_cast<usbdevfs_ctrltransfer*>(argument);
  Transfer transfer;
  transfer.setup = {call->bRequestType,
                    call->bRequest,
                    static_cast<std::uint8_t>(call->wValue),
                    static_cast<std::uint8_t>(call->wValue >> 8U),
                    static_cast<std::uint8_t>(call->wIndex),
                    static_cast<std::uint8_t>(call->wIndex >> 8U),
                    static_cast<std::uint8_t>(call->wLength),
                    static_cast<std::uint8_t>(call->wLength >> 8U)};
  transfer.data.resize(call->wLength);
  auto* bytes = static_cast<std::uint8_t*>(call->data);
  if (!transfer.in()) std::copy_n(bytes, transfer.data.size(), transfer.data.begin());
  if (const int result = answer(port_.control(transfer, call->timeout)); result != 0) return result;
  if (transfer.in()) std::copy_n(transfer.data.begin(), transfer.actual, bytes);
  return static_cast<int>(transfer.actual);
}

int Usbfs::set_interface(void* argument) {
  const auto* call = static_cast<usbdevfs_setinterface*>(argument);
  if (call->interface > 0xFF || call->altsetting > 0xFF) return failed(EINVAL);
  const auto number = static_cast<std::uint8_t>(call->interface);
  const auto alternate = static_cast<std::uint8_t>(call->altsetting);
  if (port_.find(number, alternate) == nullptr) return failed(EINVAL);
  return answer(port_.set_interface(number, alternate));
}

int Usbfs::clear_halt(void* argument) {
  const auto endpoint = static_cast<std::uint8_t>(*static_cast<unsigned*>(argument));
  if (!port_.has_endpoint(endpoint)) return failed(ENOENT);
  return answer(port_.clear_halt(endpoint));
}

int Usbfs::reset_call() {
  cancel_flights(true);
  if (port_.recover() == Ending::ok) return 0;
  unplug();
  return failed(ENODEV);
}

}  // namespace adoube::sim
