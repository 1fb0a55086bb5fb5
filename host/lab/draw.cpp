// SPDX-License-Identifier: Apache-2.0
#include "host/lab/draw.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "host/lab/numbers.hpp"
#include "sim/hands/styles.hpp"
#include "sim/physics/fitness.hpp"

namespace adoube::lab {
namespace {

constexpr Tick second = 1'000'000;
constexpr Tick ms = 1'000;
constexpr Tick eighth = second / 8;  // in seconds a number that every reader of decimals takes alike

std::string_view style(sim::Random& random) {
  const auto styles = hands::named_styles();
  return styles[static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(styles.size()) - 1))].name;
}

// Evenly, and now and then the very ends.
std::int64_t any_value(const sim::ParameterInfo& row, sim::Random& random) {
  if (random.chance(10)) return row.low;
  if (random.chance(10)) return row.high;
  return random.within(row.low, row.high);
}

sim::Parameters any_board(sim::Random& random) {
  while (true) {
    sim::Parameters board;
    for (const sim::ParameterInfo& row : sim::parameter_table()) row.field(board) = any_value(row, random);
    // Seldom enough a long shortest spell fits a short longest one.
    for (sim::Bounce* b : {&board.presence, &board.touch, &board.lever}) {
      b->first_min = std::min(b->first_min, b->spell_max);
      b->spell_min = std::min(b->spell_min, b->spell_max);
    }
    if (!sim::inconsistent(board)) return board;
  }
}

// What happens to cable and packets.
void mishaps(Draw& d, sim::Random& random) {
  if (random.chance(50)) d.line_faults = static_cast<std::uint32_t>(random.within(20, 2'000));
  if (!random.chance(60)) return;
  Unplug plan;
  plan.kind = static_cast<Unplug::Kind>(random.within(0, 2));
  plan.at = second + second / 2 + random.within(0, 12) * eighth;  // the quickest game of `least_plies` is not over by then
  if (plan.kind != Unplug::Kind::reset) plan.length = random.within(1, 80) * eighth;
  d.unplug = plan;
}

}  // namespace

Draw draw(std::uint64_t seed, std::uint64_t number, std::size_t games, std::uint32_t pins_one_in) {
  sim::Random random = sim::Random(seed).stream(number);
  Draw d;
  d.seed = static_cast<std::uint64_t>(random.within(1, 1'000'000'000));
  d.game = static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(games) - 1));
  d.pins = number % pins_one_in == pins_one_in - 1;
  const std::string_view white = style(random);
  const std::string_view black = style(random);
  d.hands = fmt::format("white={},black={}", white, black);
  d.own_pace = random.chance(70);
  d.limit = random.within(d.pins ? 4 : 10, d.pins ? 8 : 40) * second;
  if (random.chance(50)) d.drift_ppm = static_cast<int>(random.within(-2'500, 2'500));

  const std::int64_t health = random.within(0, 5);
  sim::Parameters board;
  if (health < 5) {
    sim::FitBoard fit = sim::random_fit_board(random);
    board = fit.parameters;
    d.numbers.emplace_back("off_centre", fit.off_centre);
    if (health >= 3) d.faults = static_cast<std::size_t>(random.within(1, 4));
  } else {
    board = any_board(random);
  }
  for (const sim::ParameterInfo& row : sim::parameter_table()) d.numbers.emplace_back(row.name, row.field(board));
  if (d.own_pace) {
    const std::int64_t low = random.within(100, 2'000) * ms;
    d.numbers.emplace_back("free_think_low", low);
    d.numbers.emplace_back("free_think_high", low + random.within(0, 3'000) * ms);
  }
  if (random.chance(25)) d.numbers.emplace_back("wet_percent", random.within(1, 100));
  if (random.chance(25)) d.numbers.emplace_back("sleeve_percent", random.within(1, 100));
  if (d.pins) mishaps(d, random);
  return d;
}

GameOptions options_of(const Draw& draw, GameOptions usual) {
  GameOptions options = std::move(usual);
  options.board.path = draw.pins ? BoardOptions::Path::pins : BoardOptions::Path::edges;
  options.board.unplug = draw.unplug;
  options.board.line_faults = draw.line_faults;
  options.board.fault_seed = draw.seed;
  options.board.drift_ppm = draw.drift_ppm;
  options.seed = draw.seed;
  options.players = hands::players_named(draw.hands, draw.seed).value();
  for (const auto& [name, value] : draw.numbers) {
    if (auto set = set_number(options, name, value); !set) throw std::logic_error(set.error().message);
  }
  options.own_pace = draw.own_pace;
  options.faults = draw.faults;
  options.limit = draw.limit;
  return options;
}

std::vector<std::string> words(const Draw& draw, int number) {
  std::vector<std::string> out{"--game", fmt::format("{}", number), "--path", draw.pins ? "pins" : "edges", "--hands", draw.hands,
                               "--seed", fmt::format("{}", draw.seed), "--limit", fmt::format("{}", draw.limit / second)};
  const auto add = [&out](std::string option, std::string value) {
    out.push_back(std::move(option));
    out.push_back(std::move(value));
  };
  if (draw.own_pace) add("--pace", "hands");
  if (draw.faults > 0) add("--faults", fmt::format("{}", draw.faults));
  if (draw.drift_ppm != 0) add("--drift", fmt::format("{}", draw.drift_ppm));
  if (draw.line_faults > 0) add("--line-faults", fmt::format("1/{}", draw.line_faults));
  if (const auto& plan = draw.unplug) {
    const auto seconds = [](Tick t) { return fmt::format("{}.{:03}", t / second, t % second / ms); };
    switch (plan->kind) {
      case Unplug::Kind::stall: add("--unplug", fmt::format("stall@{}+{}", seconds(plan->at), seconds(plan->length))); break;
      case Unplug::Kind::reset: add("--unplug", fmt::format("reset@{}", seconds(plan->at))); break;
      case Unplug::Kind::cable: add("--unplug", fmt::format("cable@{}+{}", seconds(plan->at), seconds(plan->length))); break;
    }
  }
  std::string numbers;
  for (const auto& [name, value] : draw.numbers) numbers += fmt::format("{}{}={}", numbers.empty() ? "" : ",", name, value);
  add("--set", numbers);
  return out;
}

}  // namespace adoube::lab
