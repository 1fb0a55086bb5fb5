// SPDX-License-Identifier: Apache-2.0
#include "driver/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "driver/transport/board_check.hpp"

namespace adoube::driver {
namespace {

/// The longest a legal board can take for a scan, us.
constexpr std::uint32_t scan_max = wire::scan::period_max_us + wire::scan::pause_max_us;
/// How long one wait for packets lasts while opening, us.
constexpr Tick open_step = 10'000;

Levels difference(const Levels& a, const Levels& b) {
  return {a.presence ^ b.presence, a.touch ^ b.touch, static_cast<std::uint8_t>(a.auxiliary ^ b.auxiliary)};
}

/// Time after a silence. What comes next may be as old as the last packet or as new as now; the 32 bits of a tick tell
/// that apart for 71 minutes, if the reference stands in the middle.
wire::TickUnwrap unwrap_after(Tick last, Tick silence) {
  constexpr Tick half = Tick{1} << 31;
  constexpr Tick drift = 60'000'000;  // of the two clocks against each other, generously
  return wire::TickUnwrap(last + std::max<Tick>(silence - half + drift, 0));
}

/// Edges wait for the horizon at most chatter_max and two scans (architecture, horizon). The limits of the protocol
/// bound the memory, whatever the board says.
reorder::TickWheel make_wheel(const wire::HelloPacket& board, Tick start) {
  const Tick period = std::clamp<Tick>(board.scan_period, 1, scan_max);
  const Tick window = wire::scan::chatter_limit_us + 2 * period;
  return {window, period, start};
}

}  // namespace

Session::Session(transport::Transport& transport, const transport::Clock& clock, Sink& sink, Options options)
    : transport_(&transport),
      clock_(&clock),
      sink_(&sink),
      options_(std::move(options)),
      wheel_(make_wheel(board_, 0)),
      interpreter_(*this) {
  if (options_.epoch == 0) options_.epoch = 1;
}

Session::~Session() {
  if (state_ == State::closed) return;  // the transport does not know this object
  state_ = State::ended;                // who takes the records may be gone in part
  static_cast<void>(let_go());
}

/// From here on the transport may go: it keeps this object's address no longer, nor this object the transport's.
Result<void> Session::let_go() {
  auto* const transport = std::exchange(transport_, nullptr);
  return transport != nullptr ? transport->close() : Result<void>{};
}

Result<void> Session::identify() {
  if (auto done = transport::check_registers(*transport_); !done) return done;
  board_.protocol = wire::protocol::version;
  const auto read = [this](std::uint32_t address, std::uint32_t& value) -> Result<void> {
    auto result = transport_->read_register(static_cast<std::uint8_t>(address));
    if (!result) return tl::unexpected(std::move(result.error()));
    value = *result;
    return {};
  };
  for (const auto& [address, field] : {std::pair{wire::reg::build_id, &board_.build_id},
                                       {wire::reg::scan_period, &board_.scan_period},
                                       {wire::reg::hold_presence, &board_.hold_presence},
                                       {wire::reg::hold_touch, &board_.hold_touch},
                                       {wire::reg::hold_auxiliary, &board_.hold_auxiliary},
                                       {wire::reg::chatter_max, &board_.chatter_max},
                                       {wire::reg::epoch, &board_.epoch}}) {
    if (auto done = read(address, *field); !done) return done;
  }
  if (board_.scan_period == 0 || board_.scan_period > scan_max || board_.chatter_max > wire::scan::chatter_limit_us) {
    return fail(Cause::protocol, fmt::format("board {} answers nonsense: a scan of {} us, chatter_max of {} us",
                                             transport_->identity().serial, board_.scan_period, board_.chatter_max));
  }
  heartbeat_period_ = board_.scan_period;
  return {};
}

Result<void> Session::begin_epoch() {
  epoch_ = options_.epoch;
  if (epoch_ == board_.epoch) epoch_ = epoch_ + 1 != 0 ? epoch_ + 1 : 1;
  // From here on everything up to the hello that carries this epoch is discarded, also what comes during the write.
  state_ = State::waiting;
  hello_by_ = clock_->now() + options_.hello_deadline;
  return transport_->write_register(static_cast<std::uint8_t>(wire::reg::epoch), epoch_);
}

Result<void> Session::open() {
  if (state_ != State::closed) return fail(Cause::usage, "the session was opened before");
  serial_ = transport_->identity().serial;
  if (auto done = identify(); !done) return done;
  const auto& resume = options_.resume;
  if (resume && resume->epoch != 0 && resume->epoch == board_.epoch) {
    epoch_ = resume->epoch;
    sequence_ = wire::SequenceUnwrap(resume->next_sequence);
    last_ = resume->reference;
    heard_ = resume->clock;
    time_ = unwrap_after(last_, clock_->now() - heard_);
    wheel_ = make_wheel(board_, resume->floor);
    said_ = resume->floor;
    levels_ = resume->levels;
    if (levels_) interpreter_.touched(levels_->touch);
    state_ = State::open;
    return transport_->start(*this);
  }
  if (auto done = begin_epoch(); !done) return done;
  if (auto done = transport_->start(*this); !done) return done;
  while (state_ == State::waiting) {
    auto progress = step(open_step);
    if (!progress) return tl::unexpected(std::move(progress.error()));
    if (*progress == transport::Progress::ended && state_ == State::waiting) {
      return fail(Cause::protocol, "the packets end before a hello");
    }
  }
  return {};
}

Result<transport::Progress> Session::step(Tick at_most) {
  if (state_ != State::open && state_ != State::waiting) return fail(Cause::usage, "the session is not open");
  if (transport_ == nullptr) return fail(Cause::lost, fmt::format("board {} is gone: plug it in again", serial_));
  auto progress = take_step(at_most);
  if (!progress && progress.error().cause == Cause::lost) static_cast<void>(let_go());
  return progress;
}

Result<transport::Progress> Session::take_step(Tick at_most) {
  auto progress = transport_->step(at_most);
  if (!progress) return progress;
  if (std::exchange(restart_, false)) {
    if (auto done = identify(); !done) return tl::unexpected(std::move(done.error()));
    if (auto done = begin_epoch(); !done) return tl::unexpected(std::move(done.error()));
    return transport::Progress::more;
  }
  if (state_ == State::waiting && clock_->now() >= hello_by_) {
    return fail(Cause::timeout, fmt::format("board {} does not say hello: {} packets discarded while waiting {} ms",
                                            transport_->identity().serial, counters_.discarded,
                                            options_.hello_deadline / 1000));
  }
  return progress;
}

Result<void> Session::reconnect(transport::Transport& transport) {
  if (state_ != State::open && state_ != State::waiting) return fail(Cause::usage, "the session is not open");
  if (const std::string& serial = transport.identity().serial; serial != serial_) {
    return fail(Cause::no_device, fmt::format("this is board {}; the session belongs to board {}", serial, serial_));
  }
  transport_ = &transport;
  auto done = begin_again();
  if (!done) static_cast<void>(let_go());
  return done;
}

Result<void> Session::begin_again() {
  if (auto done = identify(); !done) return done;
  ++counters_.reconnects;
  if (state_ == State::open && board_.epoch == epoch_) {
    time_ = unwrap_after(last_, clock_->now() - heard_);
  } else {
    if (state_ == State::open) lose_epoch();
    restart_ = false;  // it happens here
    if (auto done = begin_epoch(); !done) return done;
  }
  return transport_->start(*this);
}

Result<void> Session::close() {
  if (state_ == State::ended) return {};
  auto done = let_go();
  counters_.flushed += wheel_.flush([this](const reorder::OrderedEdge& ordered) { give(ordered); });
  state_ = State::ended;
  return done;
}

Resume Session::resume() const {
  return {epoch_, sequence_.next(), last_, heard_, wheel_.floor(), levels_};
}

Counters Session::counters() const {
  Counters result = counters_;
  // The wheel's counts begin anew with each epoch; those of earlier ones are in counters_ already.
  result.behind += wheel_.counters().behind;
  result.forced += wheel_.counters().forced;
  result.doubled += wheel_.counters().doubled;
  result.events = interpreter_.counters().events;
  result.gestures = interpreter_.counters().gestures;
  result.unpaired = interpreter_.counters().unpaired;
  return result;
}

void Session::packet(std::span<const std::uint8_t> bytes) {
  if (state_ == State::ended) return;
  if (options_.tap != nullptr) options_.tap->packet(bytes);
  ++counters_.packets;
  const auto packet = wire::decode(bytes);
  if (!packet) {
    ++counters_.malformed;
    return;
  }
  const auto* hello = std::get_if<wire::HelloPacket>(&packet->body);
  if (state_ == State::waiting) {
    if (hello != nullptr && hello->epoch == epoch_) {
      begin_stream(*packet);
      accept(*packet);
    } else {
      ++counters_.discarded;
    }
    return;
  }
  if (hello != nullptr && hello->epoch != epoch_) {
    ++counters_.discarded;
    lose_epoch();
    return;
  }
  accept(*packet);
}

void Session::damaged() {
  if (state_ == State::ended) return;
  if (options_.tap != nullptr) options_.tap->damaged();
  ++counters_.damaged;
}

void Session::begin_stream(const wire::Packet& packet) {
  counters_.behind += wheel_.counters().behind;
  counters_.forced += wheel_.counters().forced;
  counters_.doubled += wheel_.counters().doubled;
  sequence_ = wire::SequenceUnwrap(0);
  time_ = wire::TickUnwrap(Tick{packet.base});
  last_ = Tick{packet.base};
  heard_ = clock_->now();
  wheel_ = make_wheel(board_, Tick{packet.base});
  said_ = Tick{packet.base};  // the hello itself says so
  levels_.reset();
  excused_ = false;
  state_ = State::open;
}

void Session::lose_epoch() {
  ++counters_.restarts;
  const Tick from = wheel_.watermark();
  counters_.flushed += wheel_.flush([this](const reorder::OrderedEdge& ordered) { give(ordered); });
  gap({GapKind::restart, from, std::nullopt, 0, std::nullopt});
  state_ = State::waiting;
  hello_by_ = clock_->now() + options_.hello_deadline;
  restart_ = true;  // registers cannot be touched from inside the transport's step
}

void Session::accept(const wire::Packet& packet) {
  const wire::Succession place = sequence_.take(packet.sequence);
  if (place.repeated) {
    ++counters_.repeated;
    return;
  }
  ++counters_.accepted;
  if (place.missing != 0) {
    counters_.lost_packets += place.missing;
    gap({GapKind::packets, wheel_.watermark(), std::nullopt, place.missing, std::nullopt});
  }
  const Tick base = time_.advance(packet.base);
  // One that has waited on the board is older than its arrival: then what has passed on the board tells the clock.
  heard_ = std::min(heard_ + (base - last_), clock_->now());
  last_ = base;
  std::visit([&](const auto& body) { take(base, body); }, packet.body);
}

void Session::take(Tick base, const wire::EventPacket& packet) {
  const auto extend = [&](std::uint32_t tick) { return base + Tick{tick - static_cast<std::uint32_t>(base)}; };
  if (packet.horizon) {
    // What lies below all of this packet and below its horizon is final already. Giving it out first keeps what waits
    // within the window, however long the board was silent.
    Tick first = extend(*packet.horizon);
    for (const wire::Edge& edge : packet.used()) first = std::min(first, extend(edge.onset));
    wheel_.advance(first, [this](const reorder::OrderedEdge& ordered) { give(ordered); });
  }
  for (const wire::Edge& edge : packet.used()) {
    const Tick onset = extend(edge.onset);
    apply(edge, onset);
    wheel_.push({edge.channel, edge.level, edge.bounced, edge.late, onset},
                [this](const reorder::OrderedEdge& ordered) { give(ordered); });
  }
  if (packet.horizon) promise(extend(*packet.horizon));
}

void Session::take(Tick base, const wire::SnapshotPacket& packet) {
  ++counters_.snapshots;
  promise(base);
  const Tick at = time_.at(packet.tick);
  const Levels corrected = reconcile(at, packet.levels);
  say(Snapshot{base, at, packet.levels, corrected});
}

void Session::take(Tick base, const wire::HeartbeatPacket& packet) {
  ++counters_.heartbeats;
  promise(base);
  const Tick at = time_.at(packet.sof_tick);
  // An edge on its way may be older than a new scan period: the longer of the last two keeps its interval true.
  wheel_.set_scan_period(std::max<Tick>(packet.scan_period, heartbeat_period_));
  heartbeat_period_ = packet.scan_period;
  board_.scan_period = packet.scan_period;
  const Levels corrected = reconcile(at, packet.levels);
  say(Heartbeat{base, at, packet.frame, packet.scan_period, packet.levels, corrected});
  for (std::size_t i = 0; i < packet.chatter.size(); ++i) {
    if (packet.chatter[i] == 0) continue;
    ++counters_.restless;
    counters_.chatter += packet.chatter[i];
    say(Restless{at, static_cast<std::uint8_t>(packet.first_channel + i), packet.chatter[i]});
  }
}

void Session::take(Tick base, const wire::HelloPacket& packet) {
  ++counters_.hellos;
  promise(base);
  board_ = packet;
  say(Hello{base, packet});
}

void Session::take(Tick base, const wire::DropReportPacket& packet) {
  counters_.lost_edges += packet.dropped;
  gap({GapKind::dropped, time_.at(packet.onset_min), time_.at(packet.onset_max), 0, packet.dropped});
  promise(base);
}

void Session::promise(Tick horizon) {
  wheel_.advance(horizon, [this](const reorder::OrderedEdge& ordered) { give(ordered); });
  if (wheel_.watermark() <= said_) return;
  said_ = wheel_.watermark();
  say(Watermark{said_});
}

void Session::give(const reorder::OrderedEdge& edge) {
  ++counters_.edges;
  if (edge.bounced) ++counters_.bounced;
  if (edge.late) ++counters_.late;
  say(edge);
  interpreter_.edge(edge);
}

void Session::event(const Event& event) { say(event); }

void Session::gesture(const touch::Gesture& gesture) { say(gesture); }

void Session::gap(const Gap& gap) {
  ++counters_.gaps;
  excused_ = true;
  say(gap);
}

void Session::apply(const wire::Edge& edge, Tick onset) {
  if (!levels_) return;
  Levels bit;
  if (edge.channel < wire::scan::touch_first) {
    bit.presence = std::uint64_t{1} << edge.channel;
  } else if (edge.channel < wire::scan::auxiliary_first) {
    bit.touch = std::uint64_t{1} << (edge.channel - wire::scan::touch_first);
  } else {
    bit.auxiliary = static_cast<std::uint8_t>(1u << (edge.channel - wire::scan::auxiliary_first));
  }
  const bool was = ((levels_->presence & bit.presence) | (levels_->touch & bit.touch)) != 0 ||
                   (levels_->auxiliary & bit.auxiliary) != 0;
  if (was != edge.level) {
    *levels_ = difference(*levels_, bit);
    return;
  }
  ++counters_.unchanged;
  if (!excused_) {
    ++counters_.level_faults;
    say(LevelFault{onset, bit});
  }
}

Levels Session::reconcile(Tick at, const Levels& levels) {
  const Levels none;
  if (!levels_) {
    levels_ = levels;
    interpreter_.touched(levels.touch);
    excused_ = false;
    return none;
  }
  const Levels differing = difference(*levels_, levels);
  if (differing != none && !excused_) {
    ++counters_.level_faults;
    say(LevelFault{at, differing});
  }
  // Only squares that differ: on others, edges that still wait for the horizon will tell the rest.
  interpreter_.touched((interpreter_.held() & ~differing.touch) | (levels.touch & differing.touch));
  levels_ = levels;
  excused_ = false;
  return differing;
}

}  // namespace adoube::driver
