// SPDX-License-Identifier: Apache-2.0
/// A board at packet level behind the seam: Adoube's own descriptors and registers, packets from a queue, one a frame,
/// and faults on request. Nothing moves except in run_until().
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "driver/transport/clock.hpp"
#include "driver/wire/packet.hpp"
#include "sim/seam/stepper.hpp"
#include "sim/seam/usb_bus.hpp"

namespace adoube::test {

class BoardBus final : public sim::UsbBus, public sim::Stepper {
 public:
  static constexpr std::uint64_t transaction_bits = 800;

  // What it will do.
  std::deque<std::vector<std::uint8_t>> packets;  ///< one a frame
  bool halted = false;                            ///< the event endpoint stalls until its halt is cleared
  bool halts_again = false;                       ///< ... and also after that
  bool silent = false;                            ///< the event endpoint does not answer
  int babbles = 0;                                ///< so many packets are longer than was asked for
  bool keeps_cancelled = false;                   ///< cancelled event transfers do not come back
  bool ignores_registers = false;                 ///< register reads NAK
  std::map<std::uint8_t, std::uint32_t> registers{
      {0, wire::protocol::magic}, {1, wire::protocol::version}, {2, 1}, {3, 126}, {4, 4000}, {5, 2000}, {6, 2000}, {7, 12000}, {9, 0}, {11, 256}, {14, 14}};
  std::function<bool(std::uint8_t, std::uint32_t)> on_write = [](auto, auto) { return true; };
  std::size_t register_size = 4;
  bool plugged = true;
  std::vector<std::uint8_t> product{wire::descriptor::product.begin(), wire::descriptor::product.end()};

  // What it saw.
  unsigned halts_cleared = 0;
  std::size_t waiting_least = 1000;  ///< fewest event transfers that waited when one was served
  [[nodiscard]] std::size_t waiting() const {
    return static_cast<std::size_t>(std::count_if(queue_.begin(), queue_.end(), [](auto* t) { return t->type != sim::Transfer::Type::control; }));
  }

  /// A bus reset from elsewhere: every transfer under way fails at once.
  void disturb() { reset_by(sim::Ending::reset); }

  /// Device time.
  struct DeviceClock final : transport::Clock {
    const BoardBus* bus = nullptr;
    [[nodiscard]] Tick now() const override { return static_cast<Tick>(bus->bits_ / sim::bit_times_per_us); }
  };
  DeviceClock clock{};

  BoardBus() { clock.bus = this; }

  // Stepper
  [[nodiscard]] std::uint64_t now() const override { return bits_; }
  void stop() override { stopped_ = true; }
  void run_until(std::uint64_t end) override {
    stopped_ = false;
    while (bits_ < end && !stopped_) {
      bits_ = std::min(end, bits_ + transaction_bits);
      if (plugged) transact();
    }
  }

  // UsbBus
  [[nodiscard]] bool connected() const override { return plugged; }
  void use_address(std::uint8_t address) override { host_address_ = address; }
  bool submit(sim::Transfer& transfer) override {
    queue_.push_back(&transfer);
    return true;
  }
  void cancel(sim::Transfer& transfer) override {
    if (keeps_cancelled && transfer.type != sim::Transfer::Type::control) return;
    const auto found = std::find(queue_.begin(), queue_.end(), &transfer);
    if (found == queue_.end()) return;
    queue_.erase(found);
    end(transfer, sim::Ending::cancelled);
  }
  void reset() override { reset_by(sim::Ending::cancelled); }
  [[nodiscard]] std::uint64_t resets() const override { return resets_; }
  [[nodiscard]] bool reset_done() const override { return true; }
  void clear_toggle(std::uint8_t) override {}

 private:
  static void end(sim::Transfer& transfer, sim::Ending ending) {
    transfer.ending = ending;
    if (transfer.listener != nullptr) transfer.listener->ended(transfer);
  }
  void reset_by(sim::Ending ending) {
    ++resets_;
    address_ = 0;
    const auto all = std::exchange(queue_, {});
    for (auto* transfer : all) end(*transfer, ending);
  }

  void transact() {
    const std::uint64_t frame = bits_ / sim::bit_times_per_ms;
    for (auto it = queue_.begin(); it != queue_.end(); ++it) {
      sim::Transfer& transfer = **it;
      const bool is_control = transfer.type == sim::Transfer::Type::control;
      if (!is_control && frame == last_frame_) continue;  // one transaction a frame
      const std::size_t waited = waiting();
      const auto ending = host_address_ != address_ ? sim::Ending::no_answer : is_control ? control(transfer) : event(transfer);
      if (!is_control) {
        last_frame_ = frame;
        if (ending == sim::Ending::ok) waiting_least = std::min(waiting_least, waited);
      }
      if (ending == sim::Ending::running) continue;
      queue_.erase(it);
      end(transfer, ending);
      return;
    }
  }

  sim::Ending event(sim::Transfer& transfer) {
    if (silent) return sim::Ending::no_answer;
    if (halted) return sim::Ending::stall;
    if (packets.empty()) return sim::Ending::running;
    if (babbles > 0) {
      --babbles;
      packets.pop_front();
      transfer.actual = transfer.data.size();
      return sim::Ending::overflow;
    }
    const auto bytes = std::move(packets.front());
    packets.pop_front();
    transfer.actual = std::min(bytes.size(), transfer.data.size());
    std::copy_n(bytes.begin(), transfer.actual, transfer.data.begin());
    return sim::Ending::ok;
  }

  static sim::Ending give(sim::Transfer& transfer, std::span<const std::uint8_t> bytes) {
    transfer.actual = std::min(bytes.size(), transfer.data.size());
    std::copy_n(bytes.begin(), transfer.actual, transfer.data.begin());
    return sim::Ending::ok;
  }

  sim::Ending control(sim::Transfer& transfer) {
    const auto& setup = transfer.setup;
    const std::uint8_t index = setup[4];
    switch (setup[0] << 8 | setup[1]) {
      case 0x8006:
        if (setup[3] == 1) return give(transfer, wire::descriptor::device);
        if (setup[3] == 2) return give(transfer, wire::descriptor::configuration);
        if (setup[3] == 3 && setup[2] == 0) return give(transfer, wire::descriptor::language);
        if (setup[3] == 3 && setup[2] == 1) return give(transfer, wire::descriptor::manufacturer);
        if (setup[3] == 3 && setup[2] == 2) return give(transfer, product);
        if (setup[3] == 3 && setup[2] == 3) return give(transfer, wire::descriptor::serial);
        return sim::Ending::stall;
      case 0x0005: address_ = setup[2]; return sim::Ending::ok;
      case 0x0009:
      case 0x010B: return sim::Ending::ok;
      case 0x0201:
        ++halts_cleared;
        halted = halts_again;
        return sim::Ending::ok;
      case 0xC001: {
        if (ignores_registers) return sim::Ending::running;
        const auto found = registers.find(index);
        if (found == registers.end()) return sim::Ending::stall;
        std::array<std::uint8_t, 4> bytes{};
        for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(found->second >> (8 * i));
        return give(transfer, std::span(bytes).first(register_size));
      }
      case 0x4002: {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) value |= std::uint32_t{transfer.data.at(i)} << (8 * i);
        if (!registers.contains(index) || !on_write(index, value)) return sim::Ending::stall;
        registers[index] = value;
        transfer.actual = 4;
        return sim::Ending::ok;
      }
      default: return sim::Ending::stall;
    }
  }

  std::uint64_t bits_ = 0;
  bool stopped_ = false;
  std::uint64_t resets_ = 0;
  std::uint64_t last_frame_ = 0;
  std::list<sim::Transfer*> queue_;
  std::uint8_t host_address_ = 0;
  std::uint8_t address_ = 0;
};

}  // namespace adoube::test
