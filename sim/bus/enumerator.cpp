// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/enumerator.hpp"

namespace adoube::bus {

namespace {

constexpr std::uint8_t get_descriptor = 6;
constexpr std::uint16_t device_type = 0x0100;
constexpr std::uint16_t configuration_type = 0x0200;

}  // namespace

void Enumerator::start() {
  device_.clear();
  configuration_.clear();
  max_packet0_ = 8;  // the only size that is right for any device until its descriptor is known (USB 2.0, 5.5.3)
  transfer_.done = [this](Transfer&) { finished(); };
  step_ = Step::idle;
  host_.bus_reset();
  // The reset takes away what was pending when it begins, so the first request is made again then.
  request(Step::device_head, 0, Setup{0x80, get_descriptor, device_type, 0, 8});
}

void Enumerator::request(Step step, std::uint8_t address, const Setup& setup) {
  step_ = step;
  transfer_.address = address;
  transfer_.endpoint = 0;
  transfer_.kind = Transfer::Kind::control;
  transfer_.max_packet = max_packet0_;
  transfer_.setup = setup;
  transfer_.data = room_;
  host_.submit(transfer_);
}

void Enumerator::finished() {
  if (transfer_.status == Status::reset && step_ == Step::device_head) {
    request(Step::device_head, 0, transfer_.setup);
    return;
  }
  if (transfer_.status != Status::completed) {
    step_ = Step::failed;
    return;
  }
  const auto taken = [this] {
    return std::vector<std::uint8_t>(room_.begin(), room_.begin() + static_cast<std::ptrdiff_t>(transfer_.actual));
  };
  switch (step_) {
    case Step::device_head:
      if (transfer_.actual != 8 || room_[7] == 0 || room_[7] > 64) {
        step_ = Step::failed;
        return;
      }
      max_packet0_ = room_[7];
      request(Step::set_address, 0, Setup{0x00, 5, address_, 0, 0});
      break;
    case Step::set_address:
      request(Step::device, address_, Setup{0x80, get_descriptor, device_type, 0, 18});
      break;
    case Step::device:
      device_ = taken();
      request(Step::configuration_head, address_, Setup{0x80, get_descriptor, configuration_type, 0, 9});
      break;
    case Step::configuration_head: {
      const unsigned total = room_[2] | (static_cast<unsigned>(room_[3]) << 8U);
      if (transfer_.actual != 9 || total < 9 || total > room_.size()) {
        step_ = Step::failed;
        return;
      }
      request(Step::configuration, address_,
              Setup{0x80, get_descriptor, configuration_type, 0, static_cast<std::uint16_t>(total)});
      break;
    }
    case Step::configuration:
      configuration_ = taken();
      if (configuration_.size() < 9) {
        step_ = Step::failed;
        return;
      }
      request(Step::set_configuration, address_, Setup{0x00, 9, configuration_[5], 0, 0});
      break;
    case Step::set_configuration:
      step_ = Step::done;
      break;
    case Step::idle:
    case Step::done:
    case Step::failed:
      break;
  }
}

}  // namespace adoube::bus
