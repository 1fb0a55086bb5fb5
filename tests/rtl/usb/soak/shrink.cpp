// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/shrink.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace adoube::soak {
namespace {

Script without(const Script& script, std::size_t first, std::size_t count) {
  Script rest(script.begin(), script.begin() + static_cast<std::ptrdiff_t>(first));
  rest.insert(rest.end(), script.begin() + static_cast<std::ptrdiff_t>(std::min(first + count, script.size())), script.end());
  return rest;
}

/// Each stretch of that length in turn, from the end; true if one could go.
bool leave_out(Script& script, std::size_t count, const Trial& trial) {
  bool any = false;
  for (std::size_t first = (script.size() - 1) / count * count;; first -= count) {
    if (Script shorter = without(script, first, count); !shorter.empty() && !trial(shorter).empty()) {
      script = std::move(shorter);
      any = true;
    }
    if (first == 0) return any;
  }
}

/// What can be plainer about a row: each makes it so and says whether that changed it.
using Change = bool (*)(Step&);
constexpr std::array<Change, 4> changes{
    [](Step& step) { return std::exchange(step.damage, Damage{}).kind != Damage::Kind::none; },
    [](Step& step) { return step.act < Step::Act::idle && std::exchange(step.after, Step{}.after) != Step{}.after; },
    [](Step& step) {
      const bool longer = step.packet.content.size() > 8;
      if (longer) step.packet.content.resize(8);
      return longer;
    },
    [](Step& step) {
      const bool numbered = is_token(step.packet.pid) && step.packet.pid != Pid::sof && step.packet.address != ours;
      if (numbered) step.packet.address = ours;
      return numbered;
    },
};

}  // namespace

Script shrink(Script script, const Trial& trial) {
  for (std::size_t count = std::max<std::size_t>(script.size() / 2, 1); count != 0 && !script.empty();) {
    const bool any = leave_out(script, count, trial);
    if (!any || count > script.size()) count = count == 1 ? 0 : std::min(count / 2, std::max<std::size_t>(script.size() / 2, 1));
  }
  for (std::size_t i = 0; i < script.size(); ++i) {
    for (const Change change : changes) {
      Script simpler = script;
      if (change(simpler[i]) && !trial(simpler).empty()) script = std::move(simpler);
    }
  }
  return script;
}

std::string table(const Script& script) {
  std::string text;
  for (const Step& step : script) text += "      " + row(step) + ",\n";
  return text;
}

}  // namespace adoube::soak
