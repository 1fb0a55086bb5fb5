// SPDX-License-Identifier: Apache-2.0
/// A case of the touched piece through the whole chain: hands, sensors, gateware, bus, driver, recognition, ruling.
#pragma once
#include <functional>

#include "host/lab/simulated_board.hpp"
#include "rules/core/result.hpp"
#include "rules/recognition/case.hpp"

namespace adoube::host {

struct ChainCaseOptions {
  lab::BoardOptions board;
  std::uint64_t seed = 1;                 ///< of hands and bounces
  std::function<bool()> go_on;            ///< asked now and then; false ends the run as `interrupted`. May be empty
  std::function<void(lab::Board&)> prepare;  ///< sees each board before it is opened. May be empty
};

/// The case on a simulated board, compared as `recognition::run_case` compares. `not_observable` says what of it two planes
/// cannot sense, `error` why it cannot be played at all. A board that loses or invents an edge, or breaks the rules of its bus, fails the case, whatever the ruling.
/// Where the case leaves the order of contacts open, the board runs with a scan of that length and the contacts fall between
/// two samples. Errors: those of the board and the session.
Result<recognition::CaseOutcome> run_case_on_board(const recognition::Case& c, const article4::Editions& editions,
                                                   const ChainCaseOptions& options = {});

}  // namespace adoube::host
