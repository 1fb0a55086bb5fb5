// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/incident.hpp"

#include "sim/hands/purpose.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace adoube::hands {

namespace {

constexpr Tick aftermath = 250'000;

sim::Piece piece_on(const Table& table, Square s) {
  const auto piece = table.on(s);
  if (!piece) throw std::logic_error(fmt::format("no piece stands on {}", name(s)));
  return *piece;
}

}  // namespace

Incident::Incident(const chess::Position& start, std::uint64_t seed, Tick first, const Style& style,
                   const sim::Parameters& parameters)
    : style_(style), parameters_(parameters), root_(seed), random_(root_.stream(for_hands)),
      table_(start.pieces(), !start.side_to_move(), parameters_, style_, random_), now_(first), start_(first), latest_(first) {}

Incident& Incident::at(Tick tick) {
  now_ = tick;
  latest_ = std::max(latest_, now_);
  return *this;
}

Incident& Incident::wait(Tick us) { return at(now_ + us); }

Incident& Incident::touch(Square s, Tick length) {
  const Tick begin = pass(length);
  if (const auto piece = table_.on(s)) {
    table_.grip(*piece, begin);
    table_.let_go(*piece, now_);
  } else {
    table_.finger(s, begin, now_);
  }
  return *this;
}

Incident& Incident::grip(Square s) {
  const sim::Piece piece = piece_on(table_, s);
  table_.grip(piece, pass(draw(style_.grip)));
  hand_ = piece;
  return *this;
}

Incident& Incident::lift(Square s) {
  const sim::Piece piece = piece_on(table_, s);
  if (!table_.held(piece)) grip(s);
  const Tick begin = pass(draw(style_.raise));
  table_.raise(piece, begin, now_);
  hand_ = piece;
  return *this;
}

Incident& Incident::bring() {
  const sim::Piece piece = table_.spare();
  table_.grip(piece, pass(draw(style_.grip)));
  const Tick begin = pass(draw(style_.raise));
  table_.raise(piece, begin, now_);
  hand_ = piece;
  return *this;
}

Incident& Incident::place(Square s) {
  const sim::Piece piece = held();
  Tick begin = pass(draw(style_.carry));
  table_.carry(piece, begin, now_, s);
  begin = pass(draw(style_.lower));
  table_.lower(piece, begin, now_, s);
  return *this;
}

Incident& Incident::slide(Square from, Square to) {
  const sim::Piece piece = piece_on(table_, from);
  if (!table_.held(piece)) grip(from);
  const Tick begin = pass(draw(style_.carry));
  table_.slide(piece, begin, now_, to);
  hand_ = piece;
  return *this;
}

Incident& Incident::release() {
  pass(draw(style_.let_go));
  table_.let_go(held(), now_);
  hand_.reset();
  return *this;
}

Incident& Incident::put_aside() {
  const sim::Piece piece = held();
  const Tick begin = pass(draw(style_.carry));
  table_.put_aside(piece, begin, now_);
  return release();
}

Incident& Incident::move(Square from, Square to) { return lift(from).place(to).release(); }

Incident& Incident::press(Colour player) {
  pass(draw(style_.to_clock));
  table_.press(player, now_);
  return *this;
}

Incident& Incident::adjust(Colour player, Tick length) {
  const Tick begin = pass(length);
  table_.say(player, begin, now_);
  return *this;
}

Script Incident::finish(std::span<const sim::Fault> faults, Tick scan_pause) {
  Script script = std::move(table_).finish(latest_ + aftermath, root_.stream(for_bounce), faults, scan_pause);
  script.start = start_;
  return script;
}

Tick Incident::draw(const Span& span) { return random_.within(span.usual_low, span.usual_high); }

Tick Incident::pass(Tick us) {
  const Tick begin = now_;
  at(now_ + us);
  return begin;
}

sim::Piece Incident::held() const {
  if (!hand_) throw std::logic_error("the hand is empty");
  return *hand_;
}

}  // namespace adoube::hands
