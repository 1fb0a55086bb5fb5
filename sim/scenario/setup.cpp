// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/setup.hpp"

#include "rules/notation/fen.hpp"
#include "sim/hands/styles.hpp"
#include "sim/scenario/parse.hpp"

namespace adoube::scenario {

Result<Setup> setup_of(const Scenario& scenario) {
  Setup setup;
  std::size_t parameter_line = 0;
  for (std::size_t i = 0; i < scenario.lines.size(); ++i) {
    const auto& statement = scenario.lines[i].statement;
    const Heading* h = statement ? std::get_if<Heading>(&*statement) : nullptr;
    if (h == nullptr) continue;
    switch (h->setting) {
      case Setting::title: setup.title = h->text; break;
      case Setting::position:
        if (h->text != "start") setup.position = fen::parse(h->text).value();
        break;
      case Setting::edition: setup.edition = h->text; break;
      case Setting::seed: setup.seed = static_cast<std::uint64_t>(h->number); break;
      case Setting::hands: setup.style = hands::style_of(*hands::named_style(h->text)); break;
      case Setting::parameter:
        parameter_line = i + 1;
        if (auto set = sim::set_parameter(setup.parameters, h->text, h->number); !set) {
          return tl::unexpected(located(scenario, parameter_line, 1, set.error().message));
        }
        break;
      case Setting::planes: setup.presence = h->text == "presence"; break;
      case Setting::scan_pause: setup.scan_pause = h->number; break;
      case Setting::contacts: setup.listed = h->text == "listed"; break;
      case Setting::line_faults: setup.line_faults = static_cast<std::uint32_t>(h->number); break;
      case Setting::control: setup.control = hands::parse_time_control(h->text).value(); break;
    }
  }
  if (parameter_line != 0) {
    if (const auto reason = sim::inconsistent(setup.parameters)) {
      return tl::unexpected(located(scenario, parameter_line, 1, "expected parameters that fit together: " + reason->message));
    }
  }
  return setup;
}

}  // namespace adoube::scenario
