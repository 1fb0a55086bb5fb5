// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/profile.hpp"

#include <algorithm>
#include <stdexcept>

namespace adoube::second_opinion {
namespace {

/// A text without what the clock brought into the Laws in 2014 and 2017, and without the proviso in 5.1.1.
Profile old(Profile row) {
  row.unpromoted_is_any_illegal_move = true;
  row.empty_press_is_no_illegal_move = true;
  row.mate_needs_no_touch_rules = true;
  return row;
}

}  // namespace

const std::vector<Profile>& profiles() {
  static const std::vector<Profile> rows = {
      {.name = "fide2023"},
      {.name = "fide2018"},
      {.name = "fide2017"},
      {.name = "fide2014", .empty_press_is_no_illegal_move = true},
      old({.name = "fide2009", .old_4_4c = true}),
      old({.name = "fide-pre2014", .old_4_4c = true}),
      old({.name = "fide-s4", .old_4_4c = true, .choice_on_release = true}),
      old({.name = "seed-en", .castling_binds_at_once_only = true, .choice_on_release = true}),
      old({.name = "seed-cz", .castling_binds_at_once_only = true, .choice_on_release = true}),
      old({.name = "seed-it",
           .old_4_4c = true,
           .own_that_takes = true,
           .no_unclear_order_rule = true,
           .choice_on_release = true}),
      old({.name = "uscf", .via_needs_displacement = true, .choice_on_release = true, .own_numbers = true}),
      old({.name = "uscf-10I2-var1",
           .rook_first_may_castle = true,
           .via_needs_displacement = true,
           .choice_on_release = true,
           .own_numbers = true}),
      {.name = "casual",
       .nothing_binds = true,
       .empty_press_is_no_illegal_move = true,
       .mate_needs_no_touch_rules = true},
  };
  return rows;
}

const Profile& profile(std::string_view name) {
  for (const std::string_view rate : {"-rapid", "-blitz"}) {
    if (name.ends_with(rate)) name.remove_suffix(rate.size());
  }
  const auto row = std::find_if(profiles().begin(), profiles().end(), [&](const Profile& p) { return p.name == name; });
  if (row == profiles().end()) throw std::runtime_error("no profile " + std::string(name));
  return *row;
}

}  // namespace adoube::second_opinion
