// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "driver/wire/protocol.hpp"
#include "sim/physics/presence.hpp"
#include "sim/physics/senses.hpp"

namespace adoube::hands {

namespace {

constexpr std::uint8_t lever_of(Colour c) {
  return static_cast<std::uint8_t>(c == Colour::white ? wire::aux::clock_white : wire::aux::clock_black);
}

// Far enough from the edge that no sensor of the board feels a piece there.
constexpr std::int32_t apron = 80'000;

constexpr std::uint64_t for_faults = 1;  // a stream of the bounces' chance

}  // namespace

Table::Table(SquareSet standing, Colour pressed, const sim::Parameters& parameters, const Style& style, sim::Random& random)
    : parameters_(parameters), style_(&style), random_(random) {
  while (standing != 0) {
    const Square s = pop(standing);
    const auto piece = static_cast<sim::Piece>(motion_.pieces.size());
    motion_.pieces.push_back(near_centre(s));
    squares_[static_cast<std::size_t>(index(s))] = piece;
  }
  where_ = motion_.pieces;
  gripped_.resize(where_.size());
  busy_until_.resize(where_.size());
  motion_.levers.push_back({0, lever_of(pressed), true});
}

std::optional<sim::Piece> Table::on(Square s) const {
  return s == Square::off ? std::nullopt : squares_[static_cast<std::size_t>(index(s))];
}

sim::Piece Table::spare() {
  const auto piece = static_cast<sim::Piece>(motion_.pieces.size());
  motion_.pieces.push_back(beside());
  where_.push_back(motion_.pieces.back());
  gripped_.emplace_back();
  busy_until_.push_back(0);
  return piece;
}

void Table::grip(sim::Piece piece, Tick begin) {
  if (held(piece)) throw std::logic_error(fmt::format("piece {} is held already", piece));
  gripped_[piece] = sim::Grip{begin, begin, piece, wet()};
}

void Table::let_go(sim::Piece piece, Tick end) {
  if (!held(piece)) throw std::logic_error(fmt::format("piece {} is not held", piece));
  gripped_[piece]->end = end;
  motion_.grips.push_back(*gripped_[piece]);
  gripped_[piece].reset();
  busy_until_[piece] = std::max(busy_until_[piece], end);
}

std::optional<Tick> Table::idle_since(sim::Piece piece) const {
  return held(piece) ? std::nullopt : std::optional(busy_until_[piece]);
}

void Table::raise(sim::Piece piece, Tick begin, Tick end) {
  leave(piece);
  sim::Place to = where_[piece];
  to.z = carry_height();
  travel(piece, begin, end, to);
}

void Table::carry(sim::Piece piece, Tick begin, Tick end, Square above) {
  leave(piece);
  sim::Place to = near_centre(above);
  to.z = std::max(where_[piece].z, flat());
  travel(piece, begin, end, to);
}

void Table::stow(sim::Piece piece, Tick begin, Tick end) {
  leave(piece);
  sim::Place to = where_[piece];
  to.x += 20'000;
  to.z = std::max(to.z, flat()) + 20'000;
  travel(piece, begin, end, to);
}

void Table::put_aside(sim::Piece piece, Tick begin, Tick end) {
  leave(piece);
  // Level with the board's edge behind it first, down after that: no square on the way feels it.
  const sim::Place rest = beside();
  sim::Place above = rest;
  above.z = std::max(where_[piece].z, flat());
  const Tick turn = end - std::max<Tick>((end - begin) / 4, 1);
  travel(piece, begin, turn, above);
  travel(piece, turn, end, rest);
}

void Table::lower(sim::Piece piece, Tick begin, Tick end, Square onto) {
  sim::Place to = where_[piece];
  const sim::Place middle = sim::centre_of(onto, parameters_);
  // Straight down where it hovers over the square already; else towards the square's middle.
  const auto far = [&](std::int32_t a, std::int32_t b) { return a > b + style_->off_centre || a < b - style_->off_centre; };
  if (far(to.x, middle.x) || far(to.y, middle.y)) to = near_centre(onto);
  to.z = 0;
  travel(piece, begin, end, to);
  stand(piece, onto);
}

void Table::dip(sim::Piece piece, Tick begin, Tick end, Square over) {
  leave(piece);
  sim::Place to = near_centre(over);
  to.z = static_cast<std::int32_t>(random_.within(style_->hover_height_low, style_->hover_height_high));
  travel(piece, begin, end, to);
}

void Table::sweep(sim::Piece piece, Tick begin, Tick end) {
  leave(piece);
  sim::Place to = where_[piece];
  // Inwards, so that it leaves the board's edge alone; out of reach of its own sensor and not into its neighbour's.
  to.x += to.x < 4 * parameters_.square_pitch ? 30'000 : -30'000;
  to.z = 25'000;
  travel(piece, begin, end, to);
}

void Table::topple(sim::Piece piece, Tick begin, Tick end) {
  leave(piece);
  sim::Place to = where_[piece];
  to.x += random_.chance(50) ? 10'000 : -10'000;
  to.z = 30'000;
  travel(piece, begin, end, to);
}

void Table::slide(sim::Piece piece, Tick begin, Tick end, Square onto) {
  leave(piece);
  travel(piece, begin, end, near_centre(onto));
  stand(piece, onto);
}

void Table::finger(Square s, Tick begin, Tick end) {
  motion_.fingers.push_back({begin, end, sim::centre_of(s, parameters_), wet()});
}

void Table::sleeve(Colour player, Square from, Square to, Tick begin, Tick end) {
  // The wrist is as far from the fingers as two squares are long.
  const auto behind = static_cast<std::int32_t>(parameters_.square_pitch * 2 * (player == Colour::white ? -1 : 1));
  const auto height = static_cast<std::int32_t>(random_.within(style_->sleeve_height_low, style_->sleeve_height_high));
  const auto cuff = [&](Square s) {
    sim::Place place = sim::centre_of(s, parameters_);
    return sim::Place{place.x, place.y + behind, height};
  };
  motion_.sleeves.push_back({begin, end, cuff(from), cuff(to)});
}

void Table::press(Colour player, Tick at) {
  const Tick travel = random_.within(parameters_.rocker_travel_min, parameters_.rocker_travel_max);
  motion_.levers.push_back({at, lever_of(player), true});
  motion_.levers.push_back({at + travel, lever_of(!player), false});
}

void Table::say(Colour player, Tick begin, Tick end) {
  const auto channel = static_cast<std::uint8_t>(player == Colour::white ? wire::aux::adjust_white : wire::aux::adjust_black);
  input(channel, begin, true);
  input(channel, end, false);
}

void Table::input(std::uint8_t channel, Tick at, bool level) { motion_.levers.push_back({at, channel, level}); }

SquareSet Table::occupied() const {
  SquareSet set = 0;
  for (int i = 0; i < 64; ++i) {
    if (squares_[static_cast<std::size_t>(i)]) set |= set_of(square(i));
  }
  return set;
}

Script Table::finish(Tick end, sim::Random chance, std::span<const sim::Fault> faults, Tick scan_pause, const wire::Front& front) && {
  for (std::size_t p = 0; p < gripped_.size(); ++p) {
    if (gripped_[p]) let_go(static_cast<sim::Piece>(p), end);
  }
  motion_.end = end;
  // Two hands write their legs ahead of each other; the physics wants each piece's own in order.
  std::stable_sort(motion_.legs.begin(), motion_.legs.end(), [](const sim::Leg& a, const sim::Leg& b) { return a.begin < b.begin; });
  Script script;
  script.end = end;
  sim::weaken(motion_, faults, parameters_);
  script.truth = sim::transitions(motion_, parameters_);
  script.contacts = sim::with_bounce(script.truth, parameters_, chance);
  script.changes = sim::sensed(script.contacts, parameters_, faults, end, chance.stream(for_faults), scan_pause, front);
  const auto later = std::partition_point(script.truth.begin(), script.truth.end(), [](const sim::Transition& t) { return t.at == 0; });
  for (auto t = script.truth.begin(); t != later; ++t) script.initial.set(t->channel, t->level);
  script.truth.erase(script.truth.begin(), later);
  script.motion = std::move(motion_);
  return script;
}

sim::Place Table::near_centre(Square s) {
  sim::Place place = sim::centre_of(s, parameters_);
  const std::int64_t most = std::min<std::int64_t>(style_->off_centre, parameters_.room());
  place.x += static_cast<std::int32_t>(random_.within(-most, most));
  place.y += static_cast<std::int32_t>(random_.within(-most, most));
  return place;
}

sim::Place Table::beside() {
  const std::int32_t n = beside_++;
  const auto edge = static_cast<std::int32_t>(8 * parameters_.square_pitch);
  return {edge + apron + 40'000 * (n / 8), 30'000 + 50'000 * (n % 8), 0};
}

std::int32_t Table::carry_height() {
  return static_cast<std::int32_t>(random_.within(style_->carry_height_low, style_->carry_height_high));
}

// Dry hands draw nothing, so that they do not move what others draw.
bool Table::wet() { return style_->wet_percent > 0 && random_.chance(static_cast<int>(style_->wet_percent)); }

void Table::travel(sim::Piece piece, Tick begin, Tick end, sim::Place to) {
  if (begin >= end) throw std::logic_error(fmt::format("piece {} travels in no time at {} us", piece, begin));
  motion_.legs.push_back({begin, end, piece, to});
  busy_until_[piece] = std::max(busy_until_[piece], end);
  where_[piece] = to;
}

void Table::leave(sim::Piece piece) {
  for (auto& s : squares_) {
    if (s == piece) s.reset();
  }
}

void Table::stand(sim::Piece piece, Square s) {
  auto& there = squares_[static_cast<std::size_t>(index(s))];
  if (there) throw std::logic_error(fmt::format("{} is occupied", name(s)));
  there = piece;
}

}  // namespace adoube::hands
