// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/decoder.hpp"

namespace adoube::bus {

void Decoder::reset() {
  state_ = State::idle;
  last_dp_ = true;
  size_ = 0;
  form_ = Form::good;
}

Decoder::Event Decoder::feed(Line line) {
  if (state_ == State::idle) {
    if (!(line == line_k)) return Event::nothing;
    state_ = State::sync;
    form_ = Form::good;
    sync_good_ = true;
    last_dp_ = false;
    ones_ = 0;
    count_ = 1;
    shift_ = 0;
    se0_ = 0;
    size_ = 0;
    return Event::started;
  }
  if (line == line_se0) {
    ++se0_;
    if (state_ != State::end) {
      if (form_ == Form::good && (state_ == State::sync || count_ != 0 || size_ == 0)) form_ = Form::truncated;
      // Six ones at the very end need their stuff bit as anywhere else.
      if (form_ == Form::good && ones_ == 6) form_ = Form::stuffing;
      state_ = State::end;
    }
    return Event::nothing;
  }
  if (state_ == State::end) {
    if (line == line_j) {
      state_ = State::idle;
      last_dp_ = true;
      return Event::ended;
    }
    return Event::nothing;
  }
  const bool value = line.dp == last_dp_;
  last_dp_ = line.dp;
  bit(value);
  return Event::nothing;
}

void Decoder::bit(bool value) {
  if (ones_ == 6) {
    if (value && form_ == Form::good) form_ = Form::stuffing;
    ones_ = 0;
    return;
  }
  ones_ = value ? ones_ + 1 : 0;
  if (state_ == State::sync) {
    ++count_;
    if (value != (count_ == 8)) sync_good_ = false;
    if (count_ == 8) {
      state_ = State::content;
      count_ = 0;
    }
    return;
  }
  shift_ = (shift_ >> 1U) | (value ? 0x80U : 0U);
  if (++count_ < 8) return;
  count_ = 0;
  if (size_ == packet_max) {
    if (form_ == Form::good) form_ = Form::babble;
    return;
  }
  bytes_[size_++] = static_cast<std::uint8_t>(shift_);
}

}  // namespace adoube::bus
