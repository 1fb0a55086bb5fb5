// SPDX-License-Identifier: Apache-2.0
#include "driver/transport/packet_source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adoube::transport {
namespace {

bool writable(std::uint8_t address) {
  return std::any_of(wire::registers.begin(), wire::registers.end(),
                     [&](const wire::RegisterInfo& info) { return info.address == address && info.writable; });
}

bool exists(std::uint8_t address) { return address < wire::registers.size(); }

}  // namespace

PacketSource::PacketSource() {
  identity_.serial = "VIRTUAL";
  identity_.manufacturer = "Adoube";
  identity_.product = "packets in memory";
  identity_.speed = "none";
  const auto set = [this](std::uint32_t address, std::uint32_t value) { registers_[address] = value; };
  set(wire::reg::magic, wire::protocol::magic);
  set(wire::reg::protocol, wire::protocol::version);
  set(wire::reg::build_id, wire::protocol::build_id);
  set(wire::reg::scan_period, wire::front::parallel.scan_us());
  set(wire::reg::row_period, wire::front::parallel.row_us);
  set(wire::reg::hold_presence, wire::reset::hold_presence);
  set(wire::reg::hold_touch, wire::reset::hold_touch);
  set(wire::reg::hold_auxiliary, wire::reset::hold_auxiliary);
  set(wire::reg::chatter_max, wire::reset::chatter_max);
  set(wire::reg::scan_pause, wire::reset::scan_pause);
  set(wire::reg::epoch, wire::reset::epoch);
  set(wire::reg::fifo_depth, wire::scan::fifo_depth);
}

void PacketSource::push_item(Item item) {
  item.at = std::max(item.at, last_);
  last_ = item.at;
  queue_.push_back(std::move(item));
}

void PacketSource::push(Tick at, const wire::Bytes& bytes) { push_item({at, bytes, false, std::nullopt}); }

void PacketSource::push_raw(Tick at, std::span<const std::uint8_t> bytes) {
  wire::Bytes kept;
  kept.size = std::min(bytes.size(), kept.data.size());
  std::copy_n(bytes.begin(), kept.size, kept.data.begin());
  push(at, kept);
}

void PacketSource::push_damage(Tick at) { push_item({at, {}, true, std::nullopt}); }

void PacketSource::push_failure(Tick at, Error error) { push_item({at, {}, false, std::move(error)}); }

Result<void> PacketSource::start(Receiver& receiver) {
  if (receiver_ != nullptr || closed_) return fail(Cause::usage, "the stream was started before");
  receiver_ = &receiver;
  return {};
}

Result<Progress> PacketSource::step(Tick at_most) {
  if (receiver_ == nullptr || closed_) return fail(Cause::usage, "the stream is not running");
  if (queue_.empty() && !(refill_ && refill_())) return Progress::ended;
  if (queue_.empty()) return Progress::more;
  const Tick until = now_ + std::max<Tick>(at_most, 0);
  if (queue_.front().at > until) {
    now_ = until;
    return Progress::more;
  }
  const Item item = std::move(queue_.front());
  queue_.pop_front();
  now_ = std::max(now_, item.at);
  if (item.failure) {
    queue_.push_front(item);  // a board that is gone stays gone
    return tl::unexpected(*item.failure);
  }
  if (item.damaged) {
    ++counters_.overflows;
    receiver_->damaged();
  } else {
    ++counters_.packets;
    receiver_->packet(item.bytes.view());
  }
  return Progress::more;
}

Result<std::uint32_t> PacketSource::read_register(std::uint8_t address) {
  if (!exists(address)) return fail(Cause::protocol, fmt::format("the board has no register {}", address));
  return registers_[address];
}

Result<void> PacketSource::write_register(std::uint8_t address, std::uint32_t value) {
  if (!writable(address)) return fail(Cause::protocol, fmt::format("the board refused to write register {}", address));
  if (hook_) {
    if (auto done = hook_(address, value); !done) return done;
  }
  registers_[address] = value;
  return {};
}

Result<void> PacketSource::close() {
  closed_ = true;
  return {};
}

}  // namespace adoube::transport
