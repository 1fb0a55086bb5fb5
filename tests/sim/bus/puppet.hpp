// SPDX-License-Identifier: Apache-2.0
/// A device made of a script: says what the test wants, when it wants, bit by bit. It knows no USB beyond packets.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/bus/decoder.hpp"
#include "sim/bus/host.hpp"
#include "sim/bus/packets.hpp"
#include "tests/sim/bus/print.hpp"

namespace adoube::test {

using bus::Bytes;

class PuppetBus {
 public:
  explicit PuppetBus(const bus::HostOptions& options = {}) : host(options) {}

  /// Called with every good packet of the host; what it returns is sent `delay` bit times after the host's SE0.
  std::function<std::optional<Bytes>(const Bytes&)> answer = [](const Bytes&) { return std::nullopt; };
  std::uint64_t delay = 4;
  /// Changes the levels of an answer before they are driven: for what no encoder sends.
  std::function<void(std::vector<bus::Line>&)> reshape = [](auto&) {};
  bool pullup = true;

  void step() {
    const bus::Line line = host.tick(now, device_);
    levels.push_back(line);
    // The packet that falls due is driven from this bit time on; the host sees it at the next.
    if (!sending_ && due_ && now >= *due_) {
      out_ = bus::levels(reply_);
      reshape(out_);
      sent_ = 0;
      sending_ = true;
      due_.reset();
    }
    if (sending_ && sent_ == out_.size()) {
      sending_ = false;
      own_end = now;
    }
    device_ = {true, false, false, pullup};
    if (sending_) {
      const bus::Line own = out_[sent_++];
      device_ = {own.dp, own.dn, true, pullup};
    } else if (decoder_.feed(line) == bus::Decoder::Event::ended) {
      const Bytes bytes(decoder_.bytes().begin(), decoder_.bytes().end());
      heard.push_back({now, bytes});
      // Only a packet of the host is answered; the decoder sleeps while the puppet itself drives.
      if (const auto reply = answer(bytes)) {
        reply_ = *reply;
        due_ = now + delay;
      }
    }
    ++now;
  }
  void run(std::uint64_t bits) {
    for (std::uint64_t i = 0; i < bits; ++i) step();
  }

  struct Heard {
    std::uint64_t end;  ///< first bit time after its SE0
    Bytes bytes;
  };
  bus::Host host;
  std::uint64_t now = 0;
  std::uint64_t own_end = 0;  ///< of the puppet's last packet
  std::vector<Heard> heard;
  std::vector<bus::Line> levels;

 private:
  bus::DeviceLine device_{true, false, false, true};
  std::vector<bus::Line> out_;
  std::size_t sent_ = 0;
  bus::Decoder decoder_;
  Bytes reply_;
  std::optional<std::uint64_t> due_;
  bool sending_ = false;
};

}  // namespace adoube::test
