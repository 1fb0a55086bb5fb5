// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "rules/notation/fen.hpp"
#include "sim/hands/styles.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::scenario {

namespace {

/// A heading and its line; 0: it is none of the file's.
struct Placed {
  const Heading* heading;
  std::size_t line;
};

class Headings {
 public:
  Headings(const Scenario& scenario, std::span<const Heading> otherwise) : scenario_(scenario) {
    for (std::size_t i = 0; i < scenario.lines.size(); ++i) {
      const auto& statement = scenario.lines[i].statement;
      if (const Heading* h = statement ? std::get_if<Heading>(&*statement) : nullptr) all_.push_back({h, i + 1});
    }
    for (const Heading& h : otherwise) all_.push_back({&h, 0});
  }

  Result<Setup> setup() {
    for (const Placed& placed : all_) take(*placed.heading);
    out_.players = hands::players_named(fmt::format("white={},black={}", styles_[0], styles_[1]), out_.seed).value();
    for (const Placed& placed : all_) {
      if (placed.heading->setting == Setting::number) set(*placed.heading);
    }
    if (const auto reason = sim::inconsistent(out_.parameters)) return wrong(Setting::number, reason->message);
    for (const Colour player : {Colour::white, Colour::black}) {
      if (const auto reason = hands::inconsistent(out_.players[player])) return wrong(Setting::number, reason->message);
    }
    if (const Tick most = longest_hold(wire::fronts[out_.front]); out_.hold && *out_.hold > most) {
      return wrong(Setting::hold, fmt::format("the board takes a hold of at most {} us", most));
    }
    return std::move(out_);
  }

 private:
  void take(const Heading& h) {
    switch (h.setting) {
      case Setting::title: out_.title = h.text; break;
      case Setting::position: out_.position = h.text == "start" ? chess::Position::start() : fen::parse(h.text).value(); break;
      case Setting::edition: out_.edition = h.text; break;
      case Setting::seed: out_.seed = static_cast<std::uint64_t>(h.number); break;
      case Setting::hands:
        if (h.player != Colour::black) styles_[0] = h.text;
        if (h.player != Colour::white) styles_[1] = h.text;
        break;
      case Setting::number: break;  // when the hands are known
      case Setting::faults: out_.faults = static_cast<std::size_t>(h.number); break;
      case Setting::planes: out_.presence = h.text == "presence"; break;
      case Setting::rotated: out_.rotated = true; break;
      case Setting::front: out_.front = static_cast<std::size_t>(std::ranges::find(wire::fronts, h.text, &wire::Front::name) - wire::fronts.begin()); break;
      case Setting::scan_pause: out_.scan_pause = h.number; break;
      case Setting::hold: out_.hold = h.number; break;
      case Setting::drift: out_.drift_ppm = static_cast<int>(h.number); break;
      case Setting::contacts: out_.listed = h.text == "listed"; break;
      case Setting::line_faults: out_.line_faults = static_cast<std::uint32_t>(h.number); break;
      case Setting::illegal: out_.slip = static_cast<hands::Slip>(std::ranges::find(hands::slip_words, h.text) - hands::slip_words.begin()); break;
      case Setting::pace: out_.own_pace = h.text == "hands"; break;
      case Setting::control: out_.control = hands::parse_time_control(h.text).value(); break;
      case Setting::limit: out_.limit = h.number; break;
      case Setting::strict: out_.strict = true; break;
    }
  }

  void set(const Heading& h) {
    const auto board = sim::parameter_table();
    if (const auto row = std::ranges::find(board, h.text, &sim::ParameterInfo::name); row != board.end()) {
      row->field(out_.parameters) = h.number;
      return;
    }
    const auto field = std::ranges::find(hands::style_fields(), h.text, &hands::StyleField::name);
    if (h.player != Colour::black) field->of(out_.players.white) = h.number;
    if (h.player != Colour::white) field->of(out_.players.black) = h.number;
  }

  // At the last heading of that kind.
  [[nodiscard]] tl::unexpected<Error> wrong(Setting setting, const std::string& reason) const {
    const auto last = std::find_if(all_.rbegin(), all_.rend(), [&](const Placed& p) { return p.heading->setting == setting; });
    if (last == all_.rend() || last->line == 0) return fail(Cause::usage, reason);
    return tl::unexpected(located(scenario_, last->line, last->heading->column, "expected headings that fit together: " + reason));
  }

  const Scenario& scenario_;
  std::vector<Placed> all_;
  std::array<std::string, 2> styles_{std::string(hands::named_styles().front().name), std::string(hands::named_styles().front().name)};
  Setup out_;
};

}  // namespace

Result<Setup> setup_of(const Scenario& scenario, std::span<const Heading> otherwise) { return Headings(scenario, otherwise).setup(); }

Error heading_error(const Scenario& scenario, Setting setting, const std::string& sentence) {
  for (std::size_t i = 0; i < scenario.lines.size(); ++i) {
    const auto& statement = scenario.lines[i].statement;
    const Heading* h = statement ? std::get_if<Heading>(&*statement) : nullptr;
    if (h != nullptr && h->setting == setting) return located(scenario, i + 1, h->column, sentence);
  }
  return {Cause::usage, sentence};
}

}  // namespace adoube::scenario
