// SPDX-License-Identifier: Apache-2.0
#include "driver/touch/interpreter.hpp"

#include "driver/wire/protocol.hpp"

namespace adoube::touch {

namespace {
constexpr bool in_plane(std::uint8_t channel, std::uint32_t first) { return channel >= first && channel < first + 64; }
constexpr Square square_in(std::uint8_t channel, std::uint32_t first) {
  return adoube::square(static_cast<int>(channel - first));
}
}  // namespace

std::uint32_t Interpreter::emit(EventKind kind, Square square, const reorder::OrderedEdge& edge,
                                std::optional<Colour> actor) {
  Event event;
  event.kind = kind;
  event.square = square;
  event.when = edge.when;
  event.id = next_id_++;
  event.actor = actor;
  event.bounced = edge.bounced;
  event.late = edge.late;
  ++counters_.events;
  output_->event(event);
  return event.id;
}

void Interpreter::close(Square square, std::optional<Interval> ended, std::uint32_t release_id) {
  Open& open = open_[static_cast<std::size_t>(index(square))];
  const bool begun = contains(held_, square);
  Gesture gesture{square, begun ? open.began : std::nullopt, ended, begun ? open.id : 0, release_id};
  held_ &= ~set_of(square);
  open = {};
  ++counters_.gestures;
  if (!gesture.began || !gesture.ended) ++counters_.unpaired;
  output_->gesture(gesture);
}

void Interpreter::edge(const reorder::OrderedEdge& edge) {
  using namespace wire;
  if (in_plane(edge.channel, scan::presence_first)) {
    emit(edge.level ? EventKind::place : EventKind::lift, square_in(edge.channel, scan::presence_first), edge);
  } else if (in_plane(edge.channel, scan::touch_first)) {
    const Square square = square_in(edge.channel, scan::touch_first);
    if (edge.level) {
      if (contains(held_, square)) close(square, std::nullopt, 0);  // its release was lost
      const std::uint32_t id = emit(EventKind::touch, square, edge);
      held_ |= set_of(square);
      open_[static_cast<std::size_t>(index(square))] = {edge.when, id};
    } else {
      const std::uint32_t id = emit(EventKind::release, square, edge);
      close(square, edge.when, id);
    }
  } else if (edge.level && (edge.channel == aux::clock_white || edge.channel == aux::clock_black)) {
    emit(EventKind::clock, Square::off, edge, edge.channel == aux::clock_white ? Colour::white : Colour::black);
  } else if (edge.level && (edge.channel == aux::adjust_white || edge.channel == aux::adjust_black)) {
    emit(EventKind::adjust, Square::off, edge, edge.channel == aux::adjust_white ? Colour::white : Colour::black);
  } else {
    ++counters_.silent;
  }
}

void Interpreter::touched(SquareSet squares) {
  for (SquareSet ended = held_ & ~squares; ended != 0;) close(pop(ended), std::nullopt, 0);
  for (SquareSet begun = squares & ~held_; begun != 0;) open_[static_cast<std::size_t>(index(pop(begun)))] = {};
  held_ = squares;
}

}  // namespace adoube::touch
