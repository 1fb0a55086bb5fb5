// SPDX-License-Identifier: Apache-2.0
#include "driver/transport/usb_transport.hpp"

#include <fmt/format.h>
#include <libusb.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "driver/transport/board_check.hpp"
#include "driver/transport/ring_policy.hpp"
#include "driver/transport/usb_text.hpp"
#include "driver/wire/protocol.hpp"

namespace adoube::transport {
namespace {

/// One wait for events, where several may be needed, us.
constexpr Tick pass = 10'000;
/// Waits that may end without the clock having moved: a clock that stands still must not make a bounded wait endless.
constexpr int still_passes = 1000;
/// Time between two tries to open a board, us.
constexpr Tick retry_pause = 50'000;
constexpr int ring_least = 4;
/// Raw samples: so many transfers in flight, of so many packets each. Together 190 ms of a board at its full scan rate.
constexpr std::size_t capture_transfers = 32;
constexpr std::size_t capture_packets = 16;
/// What usbfs allows all programs of a machine together, in its default setting.
constexpr std::size_t usbfs_budget = 16u << 20u;
constexpr std::size_t control_most = 255;
constexpr std::uint8_t vendor_in = 0xC0;
constexpr std::uint8_t vendor_out = 0x40;

struct ContextExit {
  void operator()(libusb_context* context) const { libusb_exit(context); }
};
struct HandleClose {
  void operator()(libusb_device_handle* handle) const { libusb_close(handle); }
};
struct TransferFree {
  void operator()(libusb_transfer* transfer) const { libusb_free_transfer(transfer); }
};
struct ConfigFree {
  void operator()(libusb_config_descriptor* config) const { libusb_free_config_descriptor(config); }
};
using Context = std::unique_ptr<libusb_context, ContextExit>;
using Handle = std::unique_ptr<libusb_device_handle, HandleClose>;
using TransferPtr = std::unique_ptr<libusb_transfer, TransferFree>;
using Config = std::unique_ptr<libusb_config_descriptor, ConfigFree>;

/// The devices of the bus, each referenced once; walked by count.
class DeviceList {
 public:
  explicit DeviceList(libusb_context* context) : count_(libusb_get_device_list(context, &list_)) {}
  DeviceList(const DeviceList&) = delete;
  DeviceList& operator=(const DeviceList&) = delete;
  ~DeviceList() {
    if (list_ != nullptr) libusb_free_device_list(list_, 1);
  }
  [[nodiscard]] int error() const { return count_ < 0 ? static_cast<int>(count_) : 0; }
  [[nodiscard]] std::span<libusb_device* const> devices() const {
    return {list_, static_cast<std::size_t>(std::max<ssize_t>(count_, 0))};
  }

 private:
  libusb_device** list_ = nullptr;
  ssize_t count_;
};

const char* speed_name(int speed) {
  switch (speed) {
    case LIBUSB_SPEED_LOW: return "low";
    case LIBUSB_SPEED_FULL: return "full";
    case LIBUSB_SPEED_HIGH: return "high";
    case LIBUSB_SPEED_SUPER: return "super";
    case LIBUSB_SPEED_SUPER_PLUS: return "super plus";
    default: return "unknown";
  }
}

TransferEnd end_of(libusb_transfer_status status) {
  switch (status) {
    case LIBUSB_TRANSFER_COMPLETED: return TransferEnd::completed;
    case LIBUSB_TRANSFER_TIMED_OUT: return TransferEnd::timed_out;
    case LIBUSB_TRANSFER_CANCELLED: return TransferEnd::cancelled;
    case LIBUSB_TRANSFER_STALL: return TransferEnd::stall;
    case LIBUSB_TRANSFER_NO_DEVICE: return TransferEnd::no_device;
    case LIBUSB_TRANSFER_OVERFLOW: return TransferEnd::overflow;
    default: return TransferEnd::error;
  }
}

/// One transfer and its buffer. The callback only marks it and lines it up; what follows is decided after libusb has
/// returned, so that no code of ours that could submit, cancel or free ever runs inside libusb.
struct Slot {
  TransferPtr transfer{libusb_alloc_transfer(0)};
  std::vector<std::uint8_t> buffer;
  SlotState state = SlotState::idle;
  std::vector<Slot*>* done = nullptr;  // reserved for all slots; null: nobody waits for this one
};

void LIBUSB_CALL on_done(libusb_transfer* transfer) {
  auto* slot = static_cast<Slot*>(transfer->user_data);
  if (slot->state == SlotState::abandoned) return;
  slot->state = SlotState::completing;
  if (slot->done != nullptr) slot->done->push_back(slot);
}

/// An opened device and control transfers on it; its context must outlive it.
class Device {
 public:
  Device(libusb_context* context, Handle handle, const Clock& clock, const UsbOptions& options)
      : clock_(&clock), options_(options), context_(context), handle_(std::move(handle)) {}

  /// One pass of libusb's events, at most `at_most` us long.
  Result<void> events(Tick at_most) {
    timeval wait{static_cast<time_t>(at_most / 1'000'000), static_cast<suseconds_t>(at_most % 1'000'000)};
    const int code = libusb_handle_events_timeout_completed(context_, &wait, nullptr);
    if (code != 0 && code != LIBUSB_ERROR_INTERRUPTED) return tl::unexpected(usb_error(code, "wait for the bus"));
    return {};
  }

  /// Passes until `ready`, at most until the deadline. False: the time is up.
  template <class Ready>
  Result<bool> events_until(Tick deadline, Ready&& ready) {
    Tick seen = clock_->now();
    const Tick end = seen + deadline;
    for (int still = 0; !ready(); ++still) {
      const Tick now = clock_->now();
      if (now != seen) still = 0;
      seen = now;
      if (now >= end || still >= still_passes) return false;
      if (auto done = events(pass); !done) return tl::unexpected(std::move(done.error()));
    }
    return true;
  }

  /// A control transfer; `data` is sent or filled. Returns the bytes moved. Without a time-out of libusb's, which would
  /// run on the wall clock.
  Result<std::size_t> control(std::uint8_t type, std::uint8_t request, std::uint16_t value, std::uint16_t index,
                              std::span<std::uint8_t> data, const std::string& doing) {
    if (!control_) {
      control_ = std::make_unique<Slot>();
      control_->buffer.resize(LIBUSB_CONTROL_SETUP_SIZE + control_most);
    }
    Slot& slot = *control_;
    if (!slot.transfer) return tl::unexpected(usb_error(LIBUSB_ERROR_NO_MEM, doing));
    const bool in = (type & LIBUSB_ENDPOINT_IN) != 0;
    libusb_fill_control_setup(slot.buffer.data(), type, request, value, index, static_cast<std::uint16_t>(data.size()));
    if (!in) std::copy(data.begin(), data.end(), slot.buffer.begin() + LIBUSB_CONTROL_SETUP_SIZE);
    libusb_fill_control_transfer(slot.transfer.get(), handle_.get(), slot.buffer.data(), on_done, &slot, 0);
    if (const int code = libusb_submit_transfer(slot.transfer.get()); code != 0) return tl::unexpected(usb_error(code, doing));
    slot.state = SlotState::pending;
    const auto back = [&] { return slot.state == SlotState::completing; };
    auto ended = events_until(options_.control_deadline, back);
    const bool late = ended && !*ended;
    if (!ended || late) {
      libusb_cancel_transfer(slot.transfer.get());
      const auto cancelled = events_until(options_.stop_deadline, back);
      if (!cancelled || !*cancelled) abandon(std::move(control_));
      else slot.state = SlotState::idle;
      if (!ended) return tl::unexpected(std::move(ended.error()));
      ++timeouts;
      return fail(Cause::timeout, fmt::format("cannot {}: no answer within {} ms", doing, options_.control_deadline / 1000));
    }
    slot.state = SlotState::idle;
    const auto moved = static_cast<std::size_t>(std::max(slot.transfer->actual_length, 0));
    switch (end_of(slot.transfer->status)) {
      case TransferEnd::completed: break;
      case TransferEnd::stall: return fail(Cause::protocol, fmt::format("cannot {}: the board refused", doing));
      case TransferEnd::no_device: return tl::unexpected(usb_error(LIBUSB_ERROR_NO_DEVICE, doing));
      case TransferEnd::overflow: return tl::unexpected(usb_error(LIBUSB_ERROR_OVERFLOW, doing));
      default: return tl::unexpected(usb_error(LIBUSB_ERROR_IO, doing));
    }
    if (in) std::copy_n(slot.buffer.begin() + LIBUSB_CONTROL_SETUP_SIZE, std::min(moved, data.size()), data.begin());
    return std::min(moved, data.size());
  }

  /// A string descriptor's text; empty for index 0.
  Result<std::string> string(std::uint8_t index, const std::string& what) {
    if (index == 0) return std::string{};
    constexpr std::uint16_t us_english = 0x0409;
    std::array<std::uint8_t, control_most> bytes{};
    auto size = control(LIBUSB_ENDPOINT_IN, LIBUSB_REQUEST_GET_DESCRIPTOR,
                        static_cast<std::uint16_t>(LIBUSB_DT_STRING << 8 | index), us_english, bytes, "read the " + what);
    if (!size) return tl::unexpected(std::move(size.error()));
    return string_descriptor(std::span(bytes).first(*size));
  }

  /// Leaves a transfer that the system still owns alone for good: the memory stays, also when the process ends.
  void abandon(std::unique_ptr<Slot> slot) {
    static auto* const left_behind = new std::vector<std::unique_ptr<Slot>>;
    slot->state = SlotState::abandoned;
    ++abandoned;
    left_behind->push_back(std::move(slot));
  }

  void release() { handle_.reset(); }
  [[nodiscard]] libusb_device_handle* handle() const { return handle_.get(); }
  [[nodiscard]] libusb_device* device() const { return libusb_get_device(handle_.get()); }

  std::uint64_t timeouts = 0;
  std::uint64_t abandoned = 0;

 private:
  const Clock* clock_;
  UsbOptions options_;
  libusb_context* context_;
  Handle handle_;
  std::unique_ptr<Slot> control_;
};

Result<Identity> identify(Device& device) {
  libusb_device_descriptor descriptor{};
  if (const int code = libusb_get_device_descriptor(device.device(), &descriptor); code != 0) {
    return tl::unexpected(usb_error(code, "read the device descriptor"));
  }
  Identity identity;
  identity.vendor_id = descriptor.idVendor;
  identity.product_id = descriptor.idProduct;
  identity.device_release = descriptor.bcdDevice;
  identity.speed = speed_name(libusb_get_device_speed(device.device()));
  identity.bus = libusb_get_bus_number(device.device());
  identity.address = libusb_get_device_address(device.device());
  for (const auto& [index, what, text] : {std::tuple{descriptor.iSerialNumber, "serial number", &identity.serial},
                                          {descriptor.iManufacturer, "manufacturer's name", &identity.manufacturer},
                                          {descriptor.iProduct, "product's name", &identity.product}}) {
    auto read = device.string(index, what);
    if (!read) return tl::unexpected(std::move(read.error()));
    *text = std::move(*read);
  }
  return identity;
}

/// An IN endpoint the board streams from.
struct Endpoint {
  std::uint8_t address = 0;
  std::size_t packet_size = 0;
  const char* name = "";
  std::uint8_t type = LIBUSB_TRANSFER_TYPE_INTERRUPT;
};

/// Where the streams come from, by the descriptors.
struct Endpoints {
  std::uint8_t interface = 0;
  Endpoint events;
  std::optional<Endpoint> capture;
};

/// The first IN endpoint of that type in an interface.
std::optional<Endpoint> find_in(const libusb_interface_descriptor& setting, std::uint8_t type, const char* name) {
  for (const auto& endpoint : std::span(setting.endpoint, setting.bNumEndpoints)) {
    const std::size_t size = endpoint.wMaxPacketSize & 0x7FFu;
    if ((endpoint.bmAttributes & 3) == type && (endpoint.bEndpointAddress & LIBUSB_ENDPOINT_IN) != 0 && size != 0) {
      return Endpoint{endpoint.bEndpointAddress, size, name, type};
    }
  }
  return std::nullopt;
}

Result<Endpoints> find_endpoints(libusb_device* device) {
  libusb_config_descriptor* raw = nullptr;
  if (const int code = libusb_get_active_config_descriptor(device, &raw); code != 0) {
    return tl::unexpected(usb_error(code, "read the configuration descriptor"));
  }
  const Config config(raw);
  for (const auto& interface : std::span(config->interface, config->bNumInterfaces)) {
    if (interface.num_altsetting < 1) continue;
    const auto& setting = interface.altsetting[0];
    if (const auto events = find_in(setting, LIBUSB_TRANSFER_TYPE_INTERRUPT, "event")) {
      return Endpoints{setting.bInterfaceNumber, *events, find_in(setting, LIBUSB_TRANSFER_TYPE_BULK, "capture")};
    }
  }
  return fail(Cause::protocol, "the device has no interrupt IN endpoint: not an Adoube board");
}

/// Transfers of one IN endpoint, several with the system at a time, so that the board is asked again whatever the program
/// does meanwhile. Packets are handed over in order and one by one, however many a transfer holds.
class Pipe {
 public:
  Pipe(Device& device, const Endpoint& endpoint, TransportCounters& counters, std::uint64_t& packets)
      : device_(&device), endpoint_(endpoint), counters_(&counters), packets_(&packets) {}

  /// Queues `wanted` transfers of so many packets each. Fewer where memory ends, at least `ring_least`.
  Result<void> start(Receiver& receiver, std::size_t wanted, std::size_t packets) {
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

  /// Something waits to be taken.
  [[nodiscard]] bool ready() const { return !done_.empty(); }
  [[nodiscard]] bool idle() const { return pending_ == 0; }
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

  /// Takes what the callbacks lined up, in the order in which the transfers ended.
  void settle() {
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

  /// Asks for nothing any more and takes back what is in flight; settle() until idle().
  void stop() {
    mode_ = RingMode::stopping;
    for (auto& slot : slots_) {
      if (slot->state == SlotState::pending) libusb_cancel_transfer(slot->transfer.get());  // not found: it is coming back
    }
  }
  void give_up(Error error) {
    if (!failure_) failure_ = std::move(error);
    stop();
  }
  /// Leaves what did not come back; how many.
  std::size_t abandon() {
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

 private:
  int submit(Slot& slot) {
    const int code = libusb_submit_transfer(slot.transfer.get());
    slot.state = code == 0 ? SlotState::pending : SlotState::idle;
    if (code == 0) ++pending_;
    return code;
  }

  void hand_over() {
    for (std::span<const std::uint8_t> rest = taken_; !rest.empty();) {
      const auto packet = rest.first(std::min(endpoint_.packet_size, rest.size()));
      rest = rest.subspan(packet.size());
      ++*packets_;
      receiver_->packet(packet);
    }
  }

  void follow(Slot& slot, Next next) {
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

  /// After a stall, with nothing in flight: clears the halt once and starts again.
  void recover() {
    ++counters_->stalls;
    if (const int code = libusb_clear_halt(device_->handle(), endpoint_.address); code != 0) {
      give_up(usb_error(code, fmt::format("clear the halt of the board's {} endpoint", endpoint_.name)));
      return;
    }
    mode_ = RingMode::streaming;
    for (auto& slot : slots_) follow(*slot, Next::resubmit);
  }

  Device* device_;
  Endpoint endpoint_;
  TransportCounters* counters_;
  std::uint64_t* packets_;  // of the counters: this endpoint's
  Receiver* receiver_ = nullptr;
  RingPolicy policy_{1};
  RingMode mode_ = RingMode::streaming;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> done_;
  std::vector<std::uint8_t> taken_;
  std::size_t pending_ = 0;
  std::optional<Error> failure_;
};

class UsbTransport final : public Transport {
 public:
  UsbTransport(Context context, std::unique_ptr<Device> device, Identity identity, const Endpoints& endpoints,
               const UsbOptions& options)
      : options_(options), context_(std::move(context)), device_(std::move(device)), identity_(std::move(identity)), endpoints_(endpoints) {}
  ~UsbTransport() override { static_cast<void>(close()); }

  [[nodiscard]] const Identity& identity() const override { return identity_; }
  [[nodiscard]] const TransportCounters& counters() const override {
    counters_.timeouts = device_->timeouts;
    counters_.abandoned = device_->abandoned;
    return counters_;
  }

  Result<void> start(Receiver& receiver) override {
    if (events_ || closed_) return fail(Cause::usage, "the stream was started before");
    events_.emplace(*device_, endpoints_.events, counters_, counters_.packets);
    // A transfer ends with each packet: one a buffer.
    return events_->start(receiver, static_cast<std::size_t>(std::max(options_.ring, ring_least)), 1);
  }

  Result<void> start_capture(Receiver& receiver) override {
    if (auto free = check_free(); !free) return free;
    if (!events_ || capture_) return fail(Cause::usage, "raw samples are fetched once at a time, beside the stream");
    if (!endpoints_.capture) {
      return fail(Cause::protocol, "the board has no bulk IN endpoint: load gateware that captures raw samples");
    }
    capture_.emplace(*device_, *endpoints_.capture, counters_, counters_.captured);
    return capture_->start(receiver, capture_transfers, capture_packets);
  }

  Result<void> stop_capture() override {
    if (auto free = check_free(); !free) return free;
    if (!capture_) return {};
    const std::size_t stuck = stop(*capture_);
    capture_.reset();
    return came_back(stuck);
  }

  Result<Progress> step(Tick at_most) override {
    if (busy_) return fail(Cause::usage, "a transport was called from its own receiver");
    if (!events_ || closed_) return fail(Cause::usage, "the stream is not running");
    if (!failure()) {
      const bool ready = events_->ready() || (capture_ && capture_->ready());
      if (auto done = device_->events(ready ? 0 : std::max<Tick>(at_most, 0)); !done) {
        if (capture_) capture_->give_up(done.error());
        events_->give_up(std::move(done.error()));
      }
    }
    settle();
    if (const auto* error = failure()) return tl::unexpected(*error);
    return Progress::more;
  }

  Result<std::uint32_t> read_register(std::uint8_t address) override {
    if (auto free = check_free(); !free) return tl::unexpected(std::move(free.error()));
    std::array<std::uint8_t, 4> bytes{};
    auto moved = device_->control(vendor_in, wire::request::read_register, 0, address,
                                  bytes, fmt::format("read register {}", address));
    if (!moved) return tl::unexpected(std::move(moved.error()));
    if (*moved != bytes.size()) {
      return fail(Cause::protocol, fmt::format("register {} has {} bytes, not {}", address, *moved, bytes.size()));
    }
    return bytes[0] | std::uint32_t{bytes[1]} << 8u | std::uint32_t{bytes[2]} << 16u | std::uint32_t{bytes[3]} << 24u;
  }

  Result<void> write_register(std::uint8_t address, std::uint32_t value) override {
    if (auto free = check_free(); !free) return free;
    std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8u),
                                      static_cast<std::uint8_t>(value >> 16u), static_cast<std::uint8_t>(value >> 24u)};
    auto moved = device_->control(vendor_out, wire::request::write_register, 0, address,
                                  bytes, fmt::format("write {} to register {}", value, address));
    if (!moved) return tl::unexpected(std::move(moved.error()));
    return {};
  }

  Result<void> close() override {
    if (closed_) return {};
    if (busy_) return fail(Cause::usage, "a transport was closed from its own receiver");
    closed_ = true;
    std::size_t stuck = 0;
    if (capture_) stuck += stop(*capture_);
    if (events_) stuck += stop(*events_);
    libusb_release_interface(device_->handle(), endpoints_.interface);  // fails for a board that is gone: nothing to do
    device_->release();
    return came_back(stuck);
  }

 private:
  Result<void> check_free() {
    if (busy_) return fail(Cause::usage, "a register was touched from inside the stream");
    if (closed_) return fail(Cause::usage, "the board is closed");
    return {};
  }

  void settle() {
    busy_ = true;
    if (capture_) capture_->settle();
    events_->settle();
    busy_ = false;
  }

  /// Why the stream is over, or null.
  [[nodiscard]] const Error* failure() const {
    if (events_->failure()) return &*events_->failure();
    return capture_ && capture_->failure() ? &*capture_->failure() : nullptr;
  }

  /// Hands over what is in flight; how many transfers did not come back.
  std::size_t stop(Pipe& pipe) {
    pipe.stop();
    static_cast<void>(device_->events_until(options_.stop_deadline, [&] {
      settle();
      return pipe.idle();
    }));
    return pipe.abandon();
  }

  Result<void> came_back(std::size_t stuck) const {
    if (stuck == 0) return {};
    return fail(Cause::timeout, fmt::format("{} of the board's transfers did not come back within {} ms", stuck,
                                            options_.stop_deadline / 1000));
  }

  UsbOptions options_;
  Context context_;  // outlives the device
  std::unique_ptr<Device> device_;
  Identity identity_;
  Endpoints endpoints_;
  mutable TransportCounters counters_;
  std::optional<Pipe> events_;
  std::optional<Pipe> capture_;
  bool busy_ = false;
  bool closed_ = false;
};

Result<Context> make_context(bool discovery) {
  if (!discovery) libusb_set_option(nullptr, LIBUSB_OPTION_NO_DEVICE_DISCOVERY);
  libusb_context* raw = nullptr;
  if (const int code = libusb_init(&raw); code != 0) return tl::unexpected(usb_error(code, "start libusb"));
  Context context(raw);
  libusb_set_option(context.get(), LIBUSB_OPTION_LOG_LEVEL, LIBUSB_LOG_LEVEL_NONE);  // only the host program prints
  return context;
}

bool is_board(libusb_device* device) {
  libusb_device_descriptor descriptor{};
  return libusb_get_device_descriptor(device, &descriptor) == 0 && descriptor.idVendor == wire::usb::vendor_id &&
         descriptor.idProduct == wire::usb::product_id;
}

Result<std::unique_ptr<Transport>> take(Context context, std::unique_ptr<Device> device, Identity identity,
                                        const UsbOptions& options) {
  auto endpoints = find_endpoints(device->device());
  if (!endpoints) return tl::unexpected(std::move(endpoints.error()));
  libusb_set_auto_detach_kernel_driver(device->handle(), 1);  // not supported everywhere, and not needed there
  if (const int code = libusb_claim_interface(device->handle(), endpoints->interface); code != 0) {
    return tl::unexpected(usb_error(code, "claim the board"));
  }
  return std::make_unique<UsbTransport>(std::move(context), std::move(device), std::move(identity), *endpoints, options);
}

Result<std::unique_ptr<Device>> open_device(libusb_context* context, libusb_device* device, const Clock& clock,
                                            const UsbOptions& options) {
  libusb_device_handle* raw = nullptr;
  if (const int code = libusb_open(device, &raw); code != 0) return tl::unexpected(usb_error(code, "open the board"));
  return std::make_unique<Device>(context, Handle(raw), clock, options);
}

Result<std::unique_ptr<Transport>> wrap(int fd, const UsbOptions& options, const Clock& clock) {
  auto context = make_context(false);
  if (!context) return tl::unexpected(std::move(context.error()));
  libusb_device_handle* raw = nullptr;
  if (const int code = libusb_wrap_sys_device(context->get(), static_cast<std::intptr_t>(fd), &raw); code != 0) {
    return tl::unexpected(usb_error(code, "open the simulated board"));
  }
  auto device = std::make_unique<Device>(context->get(), Handle(raw), clock, options);
  auto identity = identify(*device);
  if (!identity) return tl::unexpected(std::move(identity.error()));
  if (!options.serial.empty() && identity->serial != options.serial) {
    return fail(Cause::no_device, fmt::format("this board is {}, not {}", identity->serial, options.serial));
  }
  if (auto board = check_identity(*identity); !board) return tl::unexpected(std::move(board.error()));
  return take(std::move(*context), std::move(device), std::move(*identity), options);
}

/// One try to find and open the board.
Result<std::unique_ptr<Transport>> open_once(const UsbOptions& options, const Clock& clock) {
  auto context = make_context(true);
  if (!context) return tl::unexpected(std::move(context.error()));
  std::unique_ptr<Device> chosen;
  Identity chosen_identity;
  std::optional<Error> problem;  // of a board that might have been the one
  {
    const DeviceList list(context->get());
    if (list.error() != 0) return tl::unexpected(usb_error(list.error(), "list the USB devices"));
    for (libusb_device* candidate : list.devices()) {
      if (!is_board(candidate)) continue;
      auto device = open_device(context->get(), candidate, clock, options);
      auto identity = device ? identify(**device) : Result<Identity>(tl::unexpect, device.error());
      if (!identity) {
        problem = std::move(identity.error());
        continue;
      }
      if (!options.serial.empty() && identity->serial != options.serial) continue;
      if (auto board = check_identity(*identity); !board) {  // a stranger does not stand in a board's way
        problem = std::move(board.error());
        continue;
      }
      if (chosen) {
        return fail(Cause::usage, fmt::format("there are several boards ({}, {}): name one by its serial",
                                              chosen_identity.serial, identity->serial));
      }
      chosen = std::move(*device);
      chosen_identity = std::move(*identity);
    }
  }
  if (chosen) return take(std::move(*context), std::move(chosen), std::move(chosen_identity), options);
  if (problem) return tl::unexpected(std::move(*problem));
  return fail(Cause::no_device, options.serial.empty() ? "there is no Adoube board on this machine's USB"
                                                       : fmt::format("there is no board {} on this machine's USB", options.serial));
}

/// Errors that go away by themselves where a board has just been plugged in.
bool passing(const Error& error) {
  return error.cause == Cause::permission || error.cause == Cause::lost || error.cause == Cause::io;
}

}  // namespace

Result<std::unique_ptr<Transport>> open_usb(const UsbOptions& options, const Clock& clock) {
  if (options.fd) return wrap(*options.fd, options, clock);
  for (Tick waited = 0;; waited += retry_pause) {
    auto opened = open_once(options, clock);
    if (opened || !passing(opened.error()) || waited >= options.open_retry) return opened;
    auto context = make_context(true);
    if (!context) return tl::unexpected(std::move(context.error()));
    timeval wait{0, static_cast<suseconds_t>(retry_pause)};
    libusb_handle_events_timeout_completed(context->get(), &wait, nullptr);  // nothing to come: a bounded wait
  }
}

Result<std::vector<Found>> list_usb(const Clock& clock) {
  auto context = make_context(true);
  if (!context) return tl::unexpected(std::move(context.error()));
  const DeviceList list(context->get());
  if (list.error() != 0) return tl::unexpected(usb_error(list.error(), "list the USB devices"));
  std::vector<Found> boards;
  for (libusb_device* candidate : list.devices()) {
    if (!is_board(candidate)) continue;
    Found found;
    auto device = open_device(context->get(), candidate, clock, {});
    auto identity = device ? identify(**device) : Result<Identity>(tl::unexpect, device.error());
    if (identity) {
      found.identity = std::move(*identity);
      if (auto board = check_identity(found.identity); !board) found.problem = std::move(board.error());
    } else {
      found.identity.vendor_id = wire::usb::vendor_id;
      found.identity.product_id = wire::usb::product_id;
      found.identity.speed = speed_name(libusb_get_device_speed(candidate));
      found.identity.bus = libusb_get_bus_number(candidate);
      found.identity.address = libusb_get_device_address(candidate);
      found.problem = std::move(identity.error());
    }
    boards.push_back(std::move(found));
  }
  std::sort(boards.begin(), boards.end(), [](const Found& a, const Found& b) {
    return std::pair(a.identity.bus, a.identity.address) < std::pair(b.identity.bus, b.identity.address);
  });
  return boards;
}

Error usb_error(int code, const std::string& doing) {
  const auto error = [&](Cause cause, std::string_view why) { return Error{cause, fmt::format("cannot {}: {}", doing, why)}; };
  switch (code) {
    case LIBUSB_ERROR_IO: return error(Cause::io, "the USB transfer failed; check the cable and the hub");
    case LIBUSB_ERROR_INVALID_PARAM: return error(Cause::usage, "libusb refuses the parameters");
    case LIBUSB_ERROR_ACCESS:
      return error(Cause::permission, "permission denied; install the rule file 70-adoube.rules in /etc/udev/rules.d, run "
                                      "'udevadm control --reload' and plug the board in again");
    case LIBUSB_ERROR_NO_DEVICE: return error(Cause::lost, "the board is gone (unplugged or without power)");
    case LIBUSB_ERROR_NOT_FOUND: return error(Cause::no_device, "there is no such board, interface or transfer");
    case LIBUSB_ERROR_BUSY: return error(Cause::busy, "another program holds the board");
    case LIBUSB_ERROR_TIMEOUT: return error(Cause::timeout, "the board did not answer in time");
    case LIBUSB_ERROR_OVERFLOW: return error(Cause::protocol, "the board sent more than was asked for");
    case LIBUSB_ERROR_PIPE: return error(Cause::protocol, "the board refused (STALL)");
    case LIBUSB_ERROR_INTERRUPTED: return error(Cause::io, "a signal interrupted the wait");
    case LIBUSB_ERROR_NO_MEM: return error(Cause::io, "out of memory; the kernel's limit for USB buffers may be used up");
    case LIBUSB_ERROR_NOT_SUPPORTED: return error(Cause::io, "this machine's USB does not support it");
    case LIBUSB_ERROR_OTHER: return error(Cause::io, "libusb knows no reason");
    default: return error(Cause::io, fmt::format("libusb returned {}", code));
  }
}

std::string usb_library_version() {
  const libusb_version* version = libusb_get_version();
  return fmt::format("{}.{}.{}", version->major, version->minor, version->micro);
}

}  // namespace adoube::transport
