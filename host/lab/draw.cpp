// SPDX-License-Identifier: Apache-2.0
#include "host/lab/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "driver/wire/protocol.hpp"
#include "host/lab/drawn_numbers.hpp"
#include "host/lab/numbers.hpp"
#include "sim/hands/styles.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::lab {
namespace {

constexpr Tick second = 1'000'000;
constexpr Tick ms = 1'000;
constexpr Tick eighth = second / 8;  // in seconds a number that every reader of decimals takes alike

template <class Rows>
const auto& one_of(const Rows& rows, sim::Random& random) {
  return rows[static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(rows.size()) - 1))];
}

// Evenly, or one of the ends.
std::int64_t up_to(std::int64_t most, sim::Random& random) {
  if (random.chance(15)) return 0;
  if (random.chance(15)) return most;
  return random.within(0, most);
}

std::string edition(sim::Random& random) {
  constexpr std::string_view rates[] = {"", "-rapid", "-blitz"};
  const std::string_view name = one_of(article4::edition_names(), random);
  return fmt::format("{}{}", name, one_of(std::span(rates), random));
}

// How the board is made, and how it is set.
void board(Draw& d, sim::Random& random) {
  using Front = BoardOptions::Front;
  const std::int64_t front = random.within(0, 3);
  d.board.front = front < 2 ? Front::parallel : front == 2 ? Front::shift : Front::direct;
  d.presence = random.chance(15);
  d.rotated = random.chance(15);
  if (random.chance(15)) d.hold = static_cast<std::uint32_t>(up_to(scenario::longest_hold(front_of(d.board.front)), random));
  if (random.chance(15)) {
    const bool brief = random.chance(50);
    d.scan_pause = static_cast<std::uint32_t>(up_to(brief ? 5 * ms : Tick{wire::scan::pause_max_us}, random));
  }
  if (random.chance(50)) d.board.drift_ppm = static_cast<int>(up_to(2 * scenario::drift_most_ppm, random) - scenario::drift_most_ppm);
}

// What happens to cable and packets.
void mishaps(Draw& d, sim::Random& random) {
  if (random.chance(20)) d.board.shell = BoardOptions::Shell::systemc;
  if (random.chance(50)) d.board.line_faults = static_cast<std::uint32_t>(random.within(20, 2'000));
  if (random.chance(25)) return;
  const std::int64_t kind = random.within(0, static_cast<std::int64_t>(sim::cut_off_words.size()) - 1);
  sim::Mishap plan;
  plan.kind = static_cast<sim::Mishap::Kind>(kind);
  plan.at = second + second / 2 + random.within(0, 12) * eighth;  // the quickest game of `least_plies` is not over by then
  if (plan.kind != sim::Mishap::Kind::reset) plan.length = random.within(1, 80) * eighth;
  d.board.mishaps = {plan};
}

// Long enough for some moves of slow hands.
Tick time_for(const Numbers& numbers) {
  Tick longest = 0;
  for (const auto& [name, value] : numbers) {
    const auto row = std::ranges::find(hands::style_fields(), name, &hands::StyleField::name);
    if (row != hands::style_fields().end() && row->unit == "us") longest = std::max(longest, value);
  }
  return longest * 8 / second * second;
}

}  // namespace

Draw draw(std::uint64_t seed, std::uint64_t number, std::span<const std::size_t> plies, std::uint32_t pins_one_in) {
  sim::Random random = sim::Random(seed).stream(number);
  const Turn turn = turn_of(number);
  const bool patient = turn.name.starts_with("free_think");  // up to a minute for a move: nothing for so slow a board as that with pins
  Draw d;
  d.seed = static_cast<std::uint64_t>(random.within(1, 1'000'000'000));
  d.game = static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(plies.size()) - 1));
  const std::int64_t last_begin = static_cast<std::int64_t>(plies[d.game] - least_plies) + 1;
  d.first_ply = random.chance(40) ? 1 : static_cast<std::size_t>(random.within(1, last_begin));
  const bool pins = number % pins_one_in == pins_one_in - 1 && !patient;
  d.board.path = pins ? BoardOptions::Path::pins : BoardOptions::Path::edges;
  d.edition = random.chance(30) ? edition(random) : "fide2023";
  board(d, random);
  if (pins) mishaps(d, random);

  const std::string_view white = one_of(hands::named_styles(), random).name;
  const std::string_view black = one_of(hands::named_styles(), random).name;
  d.hands = fmt::format("white={},black={}", white, black);
  d.own_pace = random.chance(70) || patient || !d.board.mishaps.empty();
  d.numbers = draw_hands(turn, random);
  if (d.own_pace && !patient) {
    const std::int64_t low = random.within(100, 2'000) * ms;
    d.numbers.emplace_back("free_think_low", low);
    d.numbers.emplace_back("free_think_high", low + random.within(0, 3'000) * ms);
  }
  d.limit = random.within(pins ? 4 : 10, pins ? 8 : 40) * second + (pins ? 0 : time_for(d.numbers));

  const std::int64_t health = random.within(0, 5);
  if (health == 3 || health == 4) d.faults = static_cast<std::size_t>(random.within(1, 4));
  const bool anything = health == 5 && random.chance(25);
  const Numbers of_the_board = draw_board(turn, anything ? BoardKind::anything : BoardKind::fit, options_of(d).players, random);
  d.numbers.insert(d.numbers.end(), of_the_board.begin(), of_the_board.end());
  if (random.chance(10)) {
    d.slip = hands::Slip::corrected;
  } else if (article4::edition(d.edition).value().illegal_stands == article4::IllegalStands::after_reply && random.chance(25)) {
    d.slip = hands::Slip::stands;
  }
  return d;
}

GameOptions options_of(const Draw& draw) {
  GameOptions options;
  options.board = draw.board;
  options.board.fault_seed = draw.seed;
  options.edition = article4::edition(draw.edition).value();
  options.seed = draw.seed;
  options.players = hands::players_named(draw.hands, draw.seed).value();
  for (const auto& [name, value] : draw.numbers) {
    if (auto set = set_number(options, name, value); !set) throw std::logic_error(set.error().message);
  }
  options.presence = draw.presence;
  options.rotated = draw.rotated;
  options.own_pace = draw.own_pace;
  options.slip = draw.slip;
  options.first_ply = draw.first_ply;
  options.faults = draw.faults;
  options.limit = draw.limit;
  if (draw.hold) set_hold(options, *draw.hold);
  if (draw.scan_pause) set_scan_pause(options, *draw.scan_pause);
  return options;
}

std::vector<std::string> words(const Draw& draw, int number) {
  std::vector<std::string> out;
  const auto add = [&out](std::string option, std::string value) {
    out.push_back(std::move(option));
    out.push_back(std::move(value));
  };
  add("--game", fmt::format("{}", number));
  if (draw.first_ply > 1) add("--ply", fmt::format("{}", draw.first_ply));
  add("--path", draw.board.path == BoardOptions::Path::pins ? "pins" : "edges");
  if (draw.board.front != BoardOptions::Front::parallel) add("--front", std::string(front_of(draw.board.front).name));
  if (draw.board.shell == BoardOptions::Shell::systemc) add("--shell", "systemc");
  add("--hands", draw.hands);
  if (draw.edition != "fide2023") add("--edition", draw.edition);
  add("--seed", fmt::format("{}", draw.seed));
  add("--limit", fmt::format("{}", draw.limit / second));
  if (draw.own_pace) add("--pace", "hands");
  if (draw.slip != hands::Slip::none) add("--illegal", std::string(hands::slip_words[static_cast<std::size_t>(draw.slip)]));
  if (draw.presence) add("--planes", "presence");
  if (draw.rotated) out.emplace_back("--rotated");
  if (draw.hold) add("--hold", fmt::format("{}", *draw.hold));
  if (draw.scan_pause) add("--scan-pause", fmt::format("{}", *draw.scan_pause));
  if (draw.faults > 0) add("--faults", fmt::format("{}", draw.faults));
  if (draw.board.drift_ppm != 0) add("--drift", fmt::format("{}", draw.board.drift_ppm));
  if (draw.board.line_faults > 0) add("--line-faults", fmt::format("1/{}", draw.board.line_faults));
  for (const sim::Mishap& mishap : draw.board.mishaps) add("--unplug", sim::words(mishap));
  std::string numbers;
  for (const auto& [name, value] : draw.numbers) numbers += fmt::format("{}{}={}", numbers.empty() ? "" : ",", name, value);
  add("--set", numbers);
  return out;
}

}  // namespace adoube::lab
