// SPDX-License-Identifier: Apache-2.0
/// A device and its host controller at packet level: enough of chapter 9 to judge the seam, with endpoints that can be
/// told to misbehave. Each transaction takes a fixed number of bit times; nothing moves except in run_until().
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <vector>

#include "sim/seam/stepper.hpp"
#include "sim/seam/usb_bus.hpp"

namespace adoube::sim::test {

/// What an IN endpoint does; chosen by vendor request 0x40, 1, wValue, with wIndex as parameter.
enum class Behaviour : std::uint8_t { full, nak, short_packet, empty, babble, silent };

class PacketDevice final : public UsbBus, public Stepper {
 public:
  static constexpr std::uint64_t transaction_bits = 800;
  static constexpr std::uint64_t reset_bits = 20 * bit_times_per_ms;

  bool plugged = true;
  unsigned bus_resets = 0;
  unsigned addresses_taken = 0;
  unsigned configurations = 0;
  unsigned deaf = 0;           ///< after the next so many bus resets no control transfer is answered
  unsigned toggle_errors = 0;  ///< packets the host dropped because their toggle repeated

  // Stepper
  [[nodiscard]] std::uint64_t now() const override { return now_; }
  void stop() override { stopped_ = true; }
  void run_until(std::uint64_t bit_time) override {
    stopped_ = false;
    while (now_ < bit_time && !stopped_) {
      if (queue_.empty() || !plugged) {
        now_ = bit_time;
        break;
      }
      now_ = std::min(bit_time, now_ + transaction_bits);
      transact();
    }
  }

  // UsbBus
  [[nodiscard]] bool connected() const override { return plugged; }
  void use_address(std::uint8_t address) override { host_address_ = address; }
  bool submit(Transfer& transfer) override {
    queue_.push_back(&transfer);
    return true;
  }
  void cancel(Transfer& transfer) override {
    const auto found = std::find(queue_.begin(), queue_.end(), &transfer);
    if (found == queue_.end()) return;
    queue_.erase(found);
    end(transfer, Ending::cancelled);
  }
  [[nodiscard]] std::uint64_t resets() const override { return bus_resets; }
  void reset() override { reset_by(Ending::cancelled); }
  /// A bus reset that the gateway did not ask for.
  void disturb() { reset_by(Ending::reset); }

 private:
  void reset_by(Ending ending) {
    ++bus_resets;
    auto all = std::move(queue_);
    queue_.clear();
    for (auto* transfer : all) end(*transfer, ending);
    address_ = configuration_ = alternate_ = 0;
    halted_.clear();
    device_toggle_.clear();
    host_toggle_.clear();
    reset_end_ = now_ + reset_bits;
    deaf_now_ = deaf != 0;
    if (deaf_now_) --deaf;
  }

 public:
  [[nodiscard]] bool reset_done() const override { return now_ >= reset_end_; }
  void clear_toggle(std::uint8_t endpoint) override { host_toggle_[endpoint] = false; }

 private:
  static constexpr std::array<std::uint8_t, 18> device_{18,   1, 0x00, 0x02, 0xff, 0, 0, 64, 0x09,
                                                        0x12, 1, 0,    1,    0,    0, 1, 0,  1};
  static constexpr std::array<std::uint8_t, 48> tree_{
      9, 2, 48, 0, 1, 1, 0, 0x80, 50,                                      //
      9, 4, 0, 0, 2, 0xff, 0, 0, 0, 7, 5, 0x81, 3, 64, 0, 1, 7, 5, 0x83, 2, 64, 0, 0,  //
      9, 4, 0, 1, 1, 0xff, 0, 0, 0, 7, 5, 0x82, 3, 64, 0, 1};
  static constexpr std::array<std::uint8_t, 4> languages_{4, 3, 9, 4};
  static constexpr std::array<std::uint8_t, 10> product_{10, 3, 'S', 0, 'e', 0, 'a', 0, 'm', 0};

  void end(Transfer& transfer, Ending ending) {
    transfer.ending = ending;
    if (transfer.listener != nullptr) transfer.listener->ended(transfer);
  }

  void transact() {
    // One transaction for each endpoint in turn, so that a NAKing one does not hold up the others.
    Transfer* transfer = queue_.front();
    queue_.pop_front();
    const Ending ending = host_address_ != address_                        ? Ending::no_answer
                          : transfer->type == Transfer::Type::control ? control(*transfer)
                                                                           : packet(*transfer);
    if (ending == Ending::running) {
      queue_.push_back(transfer);
    } else {
      end(*transfer, ending);
    }
  }

  bool exists(std::uint8_t endpoint) const {
    if (configuration_ == 0) return false;
    return alternate_ == 0 ? endpoint == 0x81 || endpoint == 0x83 : endpoint == 0x82;
  }

  Ending packet(Transfer& transfer) {
    const std::uint8_t endpoint = transfer.endpoint;
    if (!exists(endpoint) || behaviour_ == Behaviour::silent) return Ending::no_answer;
    if (halted_[endpoint]) return Ending::stall;
    if (behaviour_ == Behaviour::nak) return Ending::running;
    std::size_t size = 64;
    if (behaviour_ == Behaviour::short_packet) size = parameter_;
    if (behaviour_ == Behaviour::empty) size = 0;
    if (behaviour_ == Behaviour::babble) size = 100;
    const bool repeated = device_toggle_[endpoint] != host_toggle_[endpoint];
    if (repeated) {
      ++toggle_errors;
      device_toggle_[endpoint] = !device_toggle_[endpoint];  // it is acknowledged all the same
      return Ending::running;
    }
    const std::size_t room = transfer.data.size() - transfer.actual;
    for (std::size_t i = 0; i < std::min(size, room); ++i) transfer.data[transfer.actual + i] = counter_++;
    transfer.actual += std::min(size, room);
    if (size > 64 || size > room) return Ending::overflow;
    device_toggle_[endpoint] = !device_toggle_[endpoint];
    host_toggle_[endpoint] = !host_toggle_[endpoint];
    return size < 64 || transfer.actual == transfer.data.size() ? Ending::ok : Ending::running;
  }

  Ending give(Transfer& transfer, std::span<const std::uint8_t> bytes) {
    transfer.actual = std::min(bytes.size(), transfer.data.size());
    std::copy_n(bytes.begin(), transfer.actual, transfer.data.begin());
    return Ending::ok;
  }

  Ending control(Transfer& transfer) {
    if (deaf_now_) return Ending::no_answer;
    const auto& s = transfer.setup;
    const auto value = static_cast<std::uint16_t>(s[2] | s[3] << 8);
    const auto index = static_cast<std::uint16_t>(s[4] | s[5] << 8);
    switch (s[0] << 8 | s[1]) {
      case 0x8006:
        if (s[3] == 1) return give(transfer, device_);
        if (s[3] == 2) return give(transfer, tree_);
        if (s[3] == 3 && s[2] == 0) return give(transfer, languages_);
        if (s[3] == 3 && s[2] == 1) return give(transfer, product_);
        return Ending::stall;
      case 0x0005:
        address_ = s[2];
        ++addresses_taken;
        return Ending::ok;
      case 0x0009:
        configuration_ = s[2];
        alternate_ = 0;
        ++configurations;
        halted_.clear();
        device_toggle_.clear();
        return Ending::ok;
      case 0x8008: return give(transfer, std::array{configuration_});
      case 0x810a: return give(transfer, std::array{alternate_});
      case 0x010b:
        alternate_ = static_cast<std::uint8_t>(value);
        halted_.clear();
        device_toggle_.clear();
        return Ending::ok;
      case 0x0201:
        halted_[static_cast<std::uint8_t>(index)] = false;
        device_toggle_[static_cast<std::uint8_t>(index)] = false;
        return Ending::ok;
      case 0x0203: halted_[static_cast<std::uint8_t>(index)] = true; return Ending::ok;
      case 0x4001:
        behaviour_ = static_cast<Behaviour>(value);
        parameter_ = index;
        return Ending::ok;
      case 0x4002:
        store_ = transfer.data;
        transfer.actual = store_.size();
        return Ending::ok;
      case 0xc003: return give(transfer, store_);
      case 0xc004: return Ending::running;  // NAKs for ever
      case 0x4005: plugged = false; return Ending::running;
      default: return Ending::stall;
    }
  }

  std::uint64_t now_ = 0;
  bool stopped_ = false;
  std::uint64_t reset_end_ = 0;
  std::deque<Transfer*> queue_;
  std::uint8_t host_address_ = 0;
  std::uint8_t address_ = 0;
  std::uint8_t configuration_ = 0;
  std::uint8_t alternate_ = 0;
  std::map<std::uint8_t, bool> halted_;
  std::map<std::uint8_t, bool> device_toggle_;
  std::map<std::uint8_t, bool> host_toggle_;
  Behaviour behaviour_ = Behaviour::full;
  std::size_t parameter_ = 0;
  std::uint8_t counter_ = 0;
  bool deaf_now_ = false;
  std::vector<std::uint8_t> store_;
};

}  // namespace adoube::sim::test
