// SPDX-License-Identifier: Apache-2.0
#include "host/lab/drawn_numbers.hpp"

#include <algorithm>
#include <optional>

#include "host/lab/game_run.hpp"
#include "host/lab/numbers.hpp"
#include "sim/hands/styles.hpp"
#include "sim/physics/fitness.hpp"

namespace adoube::lab {
namespace {

// What shows only where something else is so: the number's name or its beginning, the other's name, the other's least and most.
struct Company {
  std::string_view name;
  std::string_view other;
  std::int64_t low;
  std::int64_t high;
};
constexpr Company companies[] = {
    {"pause_", "hover_percent", 30, 100},     {"hover_height", "hover_percent", 30, 100},   {"ahead", "ahead_percent", 30, 100},
    {"mislay_percent", "topple_percent", 20, 60}, {"sleeve_height", "sleeve_percent", 30, 100}, {"halt_percent", "slide_percent", 50, 100},
    {"wet_reach", "wet_percent", 30, 100},    {"sleeve_reach", "sleeve_percent", 30, 100},  {"sweep_percent", "mover_first_percent", 50, 100},
};
struct Sensed {
  std::string_view name;
  sim::Sensor by;
};
constexpr Sensed sensors[] = {
    {"hall_", sim::Sensor::hall}, {"pull_in", sim::Sensor::reed}, {"drop_out", sim::Sensor::reed}, {"presence_bounce", sim::Sensor::reed}};

const Sensed* sensor_of(std::string_view name) {
  const auto row = std::ranges::find_if(sensors, [&](const Sensed& s) { return name.starts_with(s.name); });
  return row == std::end(sensors) ? nullptr : &*row;
}

template <class Row>
std::int64_t at_end(const Row& row, bool high, sim::Random& random) {
  const std::int64_t tenth = (row.high - row.low) / 10;
  const bool very_end = random.chance(30);
  const std::int64_t off = random.within(0, tenth);
  return high ? row.high - (very_end ? 0 : off) : row.low + (very_end ? 0 : off);
}

// Evenly, and now and then the very ends.
template <class Row>
std::int64_t any_value(const Row& row, sim::Random& random) {
  if (random.chance(10)) return row.low;
  if (random.chance(10)) return row.high;
  return random.within(row.low, row.high);
}

// Durations go up to what nobody's whole game has: every second one is among the shortest.
std::int64_t any_hands_value(const hands::StyleField& row, sim::Random& random) {
  const bool brief = row.unit == "us" && random.chance(50);
  return brief ? random.within(row.low, row.low + (row.high - row.low) / 10) : any_value(row, random);
}

// "grip" of "grip_least", where there are several rows of one thing in rising order.
std::string_view thing(std::string_view name) {
  for (const std::string_view part : {"_least", "_low", "_high"}) {
    if (name.ends_with(part)) return name.substr(0, name.size() - part.size());
  }
  return name;
}

bool has(const Numbers& numbers, std::string_view name) { return std::ranges::find(numbers, name, &Numbers::value_type::first) != numbers.end(); }

// All rows of the thing that a field is about, with that value of the field itself.
void add_thing(Numbers& out, std::size_t field, std::int64_t value, sim::Random& random) {
  const auto fields = hands::style_fields();
  const auto same = [&](std::size_t i) { return i < fields.size() && thing(fields[i].name) == thing(fields[field].name); };
  std::size_t first = field;
  while (first > 0 && same(first - 1)) --first;
  std::vector<std::int64_t> values{value};
  for (std::size_t i = field; i > first; --i) {
    const hands::StyleField& row = fields[i - 1];
    values.insert(values.begin(), random.within(row.low, std::min(row.high, values.front())));
  }
  for (std::size_t i = field + 1; same(i); ++i) {
    const hands::StyleField& row = fields[i];
    const std::int64_t low = std::max(row.low, values.back());
    const std::int64_t high = random.chance(50) ? row.high : std::max(low, row.low + (row.high - row.low) / 10);
    values.push_back(random.within(low, high));
  }
  for (std::size_t i = 0; i < values.size(); ++i) out.emplace_back(fields[first + i].name, values[i]);
}

void add_company(Numbers& out, std::string_view name, sim::Random& random) {
  for (const Company& row : companies) {
    if (name.starts_with(row.name) && name != row.other && !has(out, row.other)) out.emplace_back(row.other, random.within(row.low, row.high));
  }
}

const sim::ParameterInfo* parameter(std::string_view name) {
  const auto row = std::ranges::find(sim::parameter_table(), name, &sim::ParameterInfo::name);
  return row == sim::parameter_table().end() ? nullptr : &*row;
}

// Seldom enough a long shortest spell fits a short longest one; what has its turn stays.
void fit_spells(sim::Parameters& board, const sim::ParameterInfo* kept) {
  for (sim::Bounce* b : {&board.presence, &board.touch, &board.lever}) {
    for (std::int64_t* least : {&b->first_min, &b->spell_min}) {
      if (kept != nullptr && &kept->field(board) == least) b->spell_max = std::max(b->spell_max, *least);
    }
    b->first_min = std::min(b->first_min, b->spell_max);
    b->spell_min = std::min(b->spell_min, b->spell_max);
  }
}

sim::Parameters any_board(const Turn& turn, sim::Random& random) {
  const sim::ParameterInfo* kept = parameter(turn.name);
  while (true) {
    sim::Parameters board;
    for (const sim::ParameterInfo& row : sim::parameter_table()) {
      row.field(board) = &row == kept ? at_end(row, turn.high, random) : any_value(row, random);
    }
    if (const Sensed* sensor = sensor_of(turn.name)) board.sensor = static_cast<std::int64_t>(sensor->by);
    fit_spells(board, kept);
    if (!sim::inconsistent(board)) return board;
  }
}

sim::FitBoard fit_board(const Turn& turn, const hands::Players& players, sim::Random& random) {
  const Sensed* wanted = sensor_of(turn.name);
  sim::FitBoard fit;
  do {
    fit = sim::random_fit_board(random, handling(players));
  } while (wanted != nullptr && fit.parameters.is_hall() != (wanted->by == sim::Sensor::hall));
  if (const sim::ParameterInfo* kept = parameter(turn.name)) {
    kept->field(fit.parameters) = at_end(*kept, turn.high, random);
    fit_spells(fit.parameters, kept);
    if (sim::inconsistent(fit.parameters)) fit.parameters = any_board(turn, random);
  }
  return fit;
}

}  // namespace

Turn turn_of(std::uint64_t draw) {
  const std::vector<std::string_view> names = number_names();
  return {names[static_cast<std::size_t>(draw / 2) % names.size()], (draw + draw / 2 / names.size()) % 2 != 0};
}

bool acts(std::string_view name, const GameOptions& options) {
  if (const Sensed* sensor = sensor_of(name)) return options.parameters.is_hall() == (sensor->by == sim::Sensor::hall);
  if (name.starts_with("row_") || name.starts_with("column_")) return front_of(options.board.front).row_us != 0;
  if (name.starts_with("touch_") || name == "wet_reach" || name == "sleeve_reach") {
    if (options.presence) return false;
  }
  if (name.starts_with("free_think")) return options.own_pace;
  for (const Company& row : companies) {
    if (!name.starts_with(row.name) || name == row.other) continue;
    const auto habit = std::ranges::find(hands::style_fields(), row.other, &hands::StyleField::name);
    hands::Players players = options.players;
    return habit->of(players.white) > 0 || habit->of(players.black) > 0;
  }
  return true;
}

Numbers draw_hands(const Turn& turn, sim::Random& random) {
  Numbers out;
  const auto fields = hands::style_fields();
  const auto own = std::ranges::find(fields, turn.name, &hands::StyleField::name);
  if (own != fields.end()) {
    const std::int64_t value = at_end(*own, turn.high, random);
    add_thing(out, static_cast<std::size_t>(own - fields.begin()), value, random);
  }
  add_company(out, turn.name, random);
  if (random.chance(50)) return out;
  for (std::int64_t left = random.within(1, 6); left > 0; --left) {
    const auto field = static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(fields.size()) - 1));
    const std::string_view name = fields[field].name;
    // How well pieces are set down the board says, and how long is thought the pace.
    if (has(out, name) || name == "off_centre" || name.starts_with("free_think")) continue;
    const std::int64_t value = any_hands_value(fields[field], random);
    add_thing(out, field, value, random);
    add_company(out, name, random);
  }
  return out;
}

Numbers draw_board(const Turn& turn, BoardKind kind, const hands::Players& players, sim::Random& random) {
  Numbers out;
  sim::Parameters board;
  if (kind == BoardKind::fit) {
    const sim::FitBoard fit = fit_board(turn, players, random);
    board = fit.parameters;
    if (turn.name != "off_centre") out.emplace_back("off_centre", fit.off_centre);
  } else {
    board = any_board(turn, random);
  }
  for (const sim::ParameterInfo& row : sim::parameter_table()) out.emplace_back(row.name, row.field(board));
  return out;
}

}  // namespace adoube::lab
