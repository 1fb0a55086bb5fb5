// SPDX-License-Identifier: Apache-2.0
/// The statements of a file, each from the words of its line. What does not fit is thrown as `Wrong` (reader.hpp).
#pragma once
#include "sim/scenario/reader.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::scenario {

/// Behind the word of the heading.
Heading read_heading(Reader& in, const SettingWord& row);
/// "250 ppm".
std::int64_t read_drift(Reader& in);
/// A line of the timeline, with its time.
Timed read_timed(Reader& in);
/// Behind "play".
Ply read_ply(Reader& in);
/// Behind "expect".
Board read_board(Reader& in);
/// Behind the word of the expectation.
Expectation read_expectation(Reader& in, const OutcomeWord& row);

}  // namespace adoube::scenario
