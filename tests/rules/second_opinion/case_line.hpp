// SPDX-License-Identifier: Apache-2.0
/// A sequence written down, so that a disagreement can be read, kept and judged again.
#pragma once
#include <string>
#include <string_view>

#include "tests/rules/second_opinion/sequences.hpp"

namespace adoube::second_opinion {

/// As one line of a file of cases, with what it is expected to come to.
std::string as_case(const Sequence& sequence, std::string_view id, std::string_view expected);

}  // namespace adoube::second_opinion
