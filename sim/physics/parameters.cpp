// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/parameters.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace adoube::sim {

namespace {

template <std::int64_t Parameters::*member>
std::int64_t& plain(Parameters& p) {
  return p.*member;
}
template <Bounce Parameters::*plane, std::int64_t Bounce::*member>
std::int64_t& bounce(Parameters& p) {
  return p.*plane.*member;
}

constexpr std::string_view reed_sheets = "reed switch data sheets: operate time 0.5 to 1 ms with bounce, worn ones longer; an assumption";
constexpr std::string_view pad_guess = "assumption: a finger rolls on the piece for a millisecond";
constexpr std::string_view lever_guess = "snap-action switch data sheets: a few ms; an assumption";
constexpr std::string_view one_scan = "assumption: mass and spring hold a first contact for about a scan";

// One row a field of a plane's bounce. The whole bounce stays under the smallest hold in use, so that no bounce
// is ever confirmed by itself.
template <Bounce Parameters::*plane>
constexpr std::array<ParameterInfo, 6> rows(std::array<std::string_view, 6> names, std::string_view source) {
  return {{{names[0], "%", 0, 100, "the project's own demand: 9 contacts of 10 bounce", bounce<plane, &Bounce::percent>},
           {names[1], "us", 10, 2'000, one_scan, bounce<plane, &Bounce::first_min>},
           {names[2], "us", 1, 2'000, source, bounce<plane, &Bounce::spell_min>},
           {names[3], "us", 10, 5'000, source, bounce<plane, &Bounce::spell_max>},
           {names[4], "spells", 1, 20, source, bounce<plane, &Bounce::spells_max>},
           {names[5], "us", 100, 20'000, source, bounce<plane, &Bounce::whole_max>}}};
}

constexpr auto presence_rows = rows<&Parameters::presence>(
    {"presence_bounce_percent", "presence_bounce_first_min", "presence_bounce_spell_min", "presence_bounce_spell_max",
     "presence_bounce_spells_max", "presence_bounce_whole_max"}, reed_sheets);
constexpr auto touch_rows = rows<&Parameters::touch>(
    {"touch_bounce_percent", "touch_bounce_first_min", "touch_bounce_spell_min", "touch_bounce_spell_max",
     "touch_bounce_spells_max", "touch_bounce_whole_max"}, pad_guess);
constexpr auto lever_rows = rows<&Parameters::lever>(
    {"lever_bounce_percent", "lever_bounce_first_min", "lever_bounce_spell_min", "lever_bounce_spell_max",
     "lever_bounce_spells_max", "lever_bounce_whole_max"}, lever_guess);

constexpr std::string_view wires = "assumption: traces and 8 to 16 contacts of a few pF each";

constexpr std::array<ParameterInfo, 22> plain_rows = {{
    {"square_pitch", "um", 50'000, 60'000, "FIDE Standards of Chess Equipment: a square is 5 to 6 cm wide",
     plain<&Parameters::square_pitch>},
    {"pawn_base", "um", 20'000, 25'000, "FIDE Standards of Chess Equipment: a pawn is 5 cm high, its base 40 to 50 % of that",
     plain<&Parameters::pawn_base>},
    {"magnet_field", "uT", 8'000, 40'000, "computed: disc magnet 6 x 3 mm, 1.2 T, taken as a dipole 10 mm from its middle: 16 mT",
     plain<&Parameters::magnet_field>},
    {"sensor_depth", "um", 2'000, 16'000, "assumption: 3 mm of board, 1.5 mm of base and half a magnet, from the sensor to the middle of the magnet",
     plain<&Parameters::sensor_depth>},
    {"sensor", "0 reed, 1 Hall", 0, 1, "both are built; reeds need no supply", plain<&Parameters::sensor>},
    {"pull_in", "uT", 1'000, 4'000, "reed switch data sheets: 10 to 40 ampere-turns, about 0.1 mT each",
     plain<&Parameters::pull_in>},
    {"drop_out", "uT", 500, 3'000, "reed switch data sheets: release at 50 to 90 % of the pull-in", plain<&Parameters::drop_out>},
    {"hall_operate", "uT", 1'000, 9'500, "data sheet TI DRV5032: at most 3.9, 4.8 or 9.5 mT by version", plain<&Parameters::hall_operate>},
    {"hall_release", "uT", 500, 8'000, "data sheet TI DRV5032: at least 0.9 or 0.5 mT", plain<&Parameters::hall_release>},
    {"hall_latency", "us", 10, 50'000, "data sheets: sampled every 17 us (TI DRV5021), up to 50 ms (DRV5032, 20 Hz)",
     plain<&Parameters::hall_latency>},
    {"row_resistance", "ohm", 10, 22'000, "assumption: a CMOS output and its series resistor", plain<&Parameters::row_resistance>},
    {"row_capacitance", "pF", 20, 1'500, wires, plain<&Parameters::row_capacitance>},
    {"column_resistance", "ohm", 1'000, 22'000, "assumption: a pull-down of the usual size", plain<&Parameters::column_resistance>},
    {"column_capacitance", "pF", 20, 1'500, wires, plain<&Parameters::column_capacitance>},
    {"touch_on", "um", 15'000, 25'000, "assumption: a held piece couples to the pad from this distance of its base",
     plain<&Parameters::touch_on>},
    {"touch_off", "um", 16'000, 30'000, "assumption: and lets go at this one", plain<&Parameters::touch_off>},
    {"touch_drift", "um", 0, 3'000, "assumption: temperature moves both by so much to either side", plain<&Parameters::touch_drift>},
    {"touch_drift_period", "s", 60, 3'600, "assumption: there and back, as a hall warms and cools", plain<&Parameters::touch_drift_period>},
    {"wet_reach", "%", 100, 150, "assumption: a wet hand couples that much further than a dry one", plain<&Parameters::wet_reach>},
    {"sleeve_reach", "um", 0, 15'000, "assumption: cloth with an arm in it couples from this height", plain<&Parameters::sleeve_reach>},
    {"rocker_travel_min", "us", 500, 30'000, "assumption: a rocker opens one contact before it closes the other",
     plain<&Parameters::rocker_travel_min>},
    {"rocker_travel_max", "us", 500, 30'000, "the same, pressed slowly", plain<&Parameters::rocker_travel_max>},
}};

constexpr auto table = [] {
  std::array<ParameterInfo, plain_rows.size() + 18> all{};
  std::size_t n = 0;
  for (const auto& row : plain_rows) all[n++] = row;
  for (const auto& row : presence_rows) all[n++] = row;
  for (const auto& row : touch_rows) all[n++] = row;
  for (const auto& row : lever_rows) all[n++] = row;
  return all;
}();

}  // namespace

std::span<const ParameterInfo> parameter_table() { return table; }

Result<void> set_parameter(Parameters& parameters, std::string_view name, std::int64_t value) {
  for (const ParameterInfo& info : table) {
    if (info.name != name) continue;
    if (value < info.low || value > info.high) {
      return fail(Cause::usage, fmt::format("{} is {} {}; it must be from {} to {}", name, value, info.unit, info.low, info.high));
    }
    info.field(parameters) = value;
    return {};
  }
  return fail(Cause::usage, fmt::format("there is no board parameter called \"{}\"", name));
}

std::optional<Error> inconsistent(const Parameters& p) {
  const auto wrong = [](std::string message) { return Error{Cause::usage, std::move(message)}; };
  if (p.drop_out >= p.pull_in) return wrong("drop_out must be below pull_in: without hysteresis a standing piece chatters");
  if (p.hall_release >= p.hall_operate) return wrong("hall_release must be below hall_operate: without hysteresis a standing piece chatters");
  if (p.touch_on >= p.touch_off) return wrong("touch_on must be below touch_off");
  if (p.touch_off >= p.square_pitch) return wrong("touch_off must be below square_pitch, or a piece touches its neighbour's pad");
  if (p.rocker_travel_min > p.rocker_travel_max) return wrong("rocker_travel_min must not be above rocker_travel_max");
  for (const Bounce* b : {&p.presence, &p.touch, &p.lever}) {
    if (b->spell_min > b->spell_max || b->first_min > b->spell_max) return wrong("the shortest spell of a bounce must not be above its longest");
  }
  return std::nullopt;
}

}  // namespace adoube::sim
