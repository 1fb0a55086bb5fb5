// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/enumerator.hpp"

#include "sim/bus/standard_request.hpp"

namespace adoube::bus {

namespace {

Setup read(std::uint8_t descriptor, std::uint16_t length) {
  return {request::of_device, request::get_descriptor, descriptor_value(descriptor), 0, length};
}
Setup set(std::uint8_t what, std::uint16_t value) { return {request::to_device, what, value, 0, 0}; }

}  // namespace

void Enumerator::start() {
  device_.clear();
  configuration_.clear();
  max_packet0_ = 8;  // the only size that is right for any device until its descriptor is known (USB 2.0, 5.5.3)
  transfer_.done = [this](Transfer&) { finished(); };
  step_ = Step::idle;
  host_.bus_reset();
  // The reset takes away what was pending when it begins, so the first request is made again then.
  request(Step::device_head, 0, read(descriptor_type::device, 8));
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
      request(Step::set_address, 0, set(request::set_address, address_));
      break;
    case Step::set_address:
      request(Step::device, address_, read(descriptor_type::device, 18));
      break;
    case Step::device:
      device_ = taken();
      request(Step::configuration_head, address_, read(descriptor_type::configuration, 9));
      break;
    case Step::configuration_head: {
      const unsigned total = room_[2] | (static_cast<unsigned>(room_[3]) << 8U);
      if (transfer_.actual != 9 || total < 9 || total > room_.size()) {
        step_ = Step::failed;
        return;
      }
      request(Step::configuration, address_, read(descriptor_type::configuration, static_cast<std::uint16_t>(total)));
      break;
    }
    case Step::configuration:
      configuration_ = taken();
      if (configuration_.size() < 9) {
        step_ = Step::failed;
        return;
      }
      request(Step::set_configuration, address_, set(request::set_configuration, configuration_[5]));
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
