// SPDX-License-Identifier: Apache-2.0
/// Between the cases of rules/recognition and the events of the second opinion.
#pragma once
#include <vector>

#include "rules/recognition/case.hpp"
#include "tests/rules/second_opinion/decider.hpp"

namespace adoube::second_opinion {

/// The events of a case with their contacts supplied where the case asks for it, in order of time.
std::vector<Event> events_in(const recognition::Case& c);

}  // namespace adoube::second_opinion
