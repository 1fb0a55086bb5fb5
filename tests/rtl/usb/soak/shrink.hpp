// SPDX-License-Identifier: Apache-2.0
/// Makes a script that shows a fault as short as leaving out rows can make it.
#pragma once
#include <functional>
#include <string>

#include "tests/rtl/usb/soak/script.hpp"

namespace adoube::soak {

/// Plays a script from the start; what was wrong, or nothing.
using Trial = std::function<std::string(const Script&)>;

/// Leaves out ever smaller stretches of rows as long as anything wrong remains (Zeller, Hildebrandt: "Simplifying and
/// isolating failure-inducing input", 2002), then what can be left out of single rows: damage, odd gaps, long contents.
Script shrink(Script script, const Trial& trial);

/// The rows as C++, ready for the table in regressions.hpp.
std::string table(const Script& script);

}  // namespace adoube::soak
