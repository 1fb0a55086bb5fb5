// SPDX-License-Identifier: Apache-2.0
// Reads the lines of `adoube --json events` and prints the moves that recognition makes of them, UCI, one a line.
#include <fmt/format.h>

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "rules/recognition/recogniser.hpp"

namespace {

using namespace adoube;

class Printer final : public recognition::WordsObserver {
 public:
  void on_move(const recognition::MoveRecord& record) override {
    if (record.status == recognition::Status::confirmed) fmt::print("{}\n", record.uci);
  }
  void on_ruling(const article4::Ruling&) override {}
};

// The kinds of which a board tells.
constexpr std::array kinds{
    std::pair{"touch", EventKind::touch}, std::pair{"release", EventKind::release}, std::pair{"lift", EventKind::lift},
    std::pair{"place", EventKind::place}, std::pair{"clock", EventKind::clock},     std::pair{"adjust", EventKind::adjust},
};

Event event_of(const nlohmann::json& line) {
  Event event;
  for (const auto& [name, kind] : kinds) {
    if (line.at("kind") == name) event.kind = kind;
  }
  event.id = line.at("id");
  event.when = {line.at("from_us").get<Tick>(), line.at("to_us").get<Tick>()};
  event.bounced = line.at("bounced");
  event.late = line.at("late");
  if (line.contains("square")) event.square = parse_square(line.at("square").get<std::string>()).value();
  if (line.contains("by")) event.actor = line.at("by") == "w" ? Colour::white : Colour::black;
  return event;
}

}  // namespace

int main() {
  Printer printer;
  recognition::Recogniser recogniser(chess::Position::start(), article4::Edition(), printer);
  for (std::string text; std::getline(std::cin, text);) {
    const auto line = nlohmann::json::parse(text);
    if (line.at("type") == "event") recogniser.feed(event_of(line));
  }
  recogniser.finish();
}
