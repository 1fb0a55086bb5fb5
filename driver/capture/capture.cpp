// SPDX-License-Identifier: Apache-2.0
#include "driver/capture/capture.hpp"

#include <utility>

namespace adoube::driver {
namespace {

/// The board's eight packets are fetched well within this time, us: 19 bulk packets fit a frame.
constexpr Tick fetch_time = 5'000;
/// One wait of it, and how many may end without the clock having moved.
constexpr Tick fetch_step = 1'000;
constexpr int still_steps = 1'000;

constexpr auto capture_register = static_cast<std::uint8_t>(wire::reg::capture);

}  // namespace

Result<void> Capture::start() {
  if (state_ != State::off) return fail(Cause::usage, "the capture runs already");
  auto done = begin();
  if (!done) leave();
  return done;
}

/// From here on the transport keeps this object's address no longer.
void Capture::leave() {
  if (std::exchange(state_, State::off) != State::off) static_cast<void>(transport_->stop_capture());
}

Result<void> Capture::begin() {
  if (auto done = transport_->write_register(capture_register, 0); !done) return done;  // a program that died left it on
  state_ = State::emptying;
  if (auto done = fetch_rest(); !done) return done;
  const auto period = transport_->read_register(static_cast<std::uint8_t>(wire::reg::scan_period));
  if (!period) return tl::unexpected(period.error());
  const auto row_period = transport_->read_register(static_cast<std::uint8_t>(wire::reg::row_period));
  if (!row_period) return tl::unexpected(row_period.error());
  const auto tick = transport_->read_register(static_cast<std::uint8_t>(wire::reg::tick));
  if (!tick) return tl::unexpected(tick.error());
  period_ = Tick{*period};
  row_period_ = Tick{*row_period};
  begun_ = *tick;
  time_ = wire::TickUnwrap(wire::TickUnwrap(session_->watermark()).at(begun_));
  last_.reset();
  state_ = State::first;
  if (auto done = transport_->start_capture(*this); !done) return done;
  return transport_->write_register(capture_register, 1);
}

Result<void> Capture::stop() {
  if (state_ == State::off) return {};
  auto off = transport_->write_register(capture_register, 0);
  auto waited = fetch_rest();
  state_ = State::off;
  return off ? waited : off;
}

/// Lets the pipe take what stands in the board, then closes it: transfers that are not full hand over what they have.
Result<void> Capture::fetch_rest() {
  Result<void> result;
  if (state_ == State::emptying) result = transport_->start_capture(*this);
  const Tick end = clock_->now() + fetch_time;
  for (int still = 0; result && clock_->now() < end && still < still_steps; ++still) {
    const Tick before = clock_->now();
    if (auto step = session_->step(fetch_step); !step) result = tl::unexpected(std::move(step.error()));
    if (clock_->now() != before) still = 0;
  }
  auto stopped = transport_->stop_capture();
  return result ? stopped : result;
}

void Capture::packet(std::span<const std::uint8_t> bytes) {
  if (state_ == State::off) return;
  ++counters_.packets;
  const auto packet = wire::decode_capture(bytes);
  if (!packet) {
    ++counters_.malformed;
    return;
  }
  const auto& scans = packet->scans;
  if (state_ == State::emptying) {
    counters_.left_over += scans.size();
    return;
  }
  // Age is counted from the switching on and modulo 2^32. What is new is young; what is from earlier has wrapped, and the
  // last scan of a packet that has anything new is new.
  const auto age = [this](const wire::RawScan& scan) { return scan.tick - begun_; };
  for (const wire::RawScan& scan : scans) {
    if (state_ == State::first && (age(scan) > age(scans.back()) || static_cast<std::int32_t>(age(scans.back())) < 0)) {
      ++counters_.left_over;
      continue;
    }
    state_ = State::running;
    give(scan);
  }
}

void Capture::give(const wire::RawScan& scan) {
  const Tick at = time_.advance(scan.tick);
  if (last_ && at - *last_ != period_) {
    const Tick gap = at - *last_;
    MissingScans missing{*last_, at, std::nullopt};
    if (gap > 0 && gap % period_ == 0) missing.scans = static_cast<std::uint64_t>(gap / period_ - 1);
    counters_.missing += missing.scans.value_or(0);
    ++counters_.gaps;
    sink_->missing(missing);
  }
  last_ = at;
  ++counters_.scans;
  sink_->scan({at, scan.levels, row_period_});
}

}  // namespace adoube::driver
