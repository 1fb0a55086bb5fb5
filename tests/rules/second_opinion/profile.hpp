// SPDX-License-Identifier: Apache-2.0
/// What the texts of the Laws differ in, as the second opinion read them: its own table, edition by edition.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace adoube::second_opinion {

/// A row. `false` everywhere is the text of 2023.
struct Profile {
  std::string_view name;
  bool nothing_binds = false;                   ///< friends at play: takebacks allowed
  bool castling_binds_at_once_only = false;     ///< 4.4.1 only for king and rook "at the same time"
  bool rook_first_may_castle = false;           ///< 4.4.2 lifted (10I2, variation I)
  bool old_4_4c = false;                        ///< 4.4.3: "the king, or king and rook at the same time"
  bool own_that_takes = false;                  ///< 4.3.3 falls back to the first own piece that can take
  bool no_unclear_order_rule = false;           ///< 4.3.3 without its last sentence
  bool via_needs_displacement = false;          ///< 10C
  bool choice_on_release = false;               ///< no 4.4.4: the new piece may be changed until it is released
  bool unpromoted_is_any_illegal_move = false;  ///< no 7.5.2: the pawn left on the last rank is 7.5.1
  bool empty_press_is_no_illegal_move = false;  ///< 7.5.3 came in 2017: before, a distraction at most
  bool mate_needs_no_touch_rules = false;       ///< 5.1.1, 5.2.1, 5.2.2 without the proviso that 4.2 to 4.7 were kept
  bool own_numbers = false;                     ///< clauses named by the edition's own numbers where it has them (USCF)
};

/// Every row by name, without the rate of play, which changes no verdict.
const std::vector<Profile>& profiles();
/// "fide2018-blitz" is the row "fide2018". Throws std::runtime_error for an unknown name.
const Profile& profile(std::string_view name);

/// Contacts shorter than this are accidents (4.2.2), and a declaration whose end is not known covers so much (4.2.1);
/// in microseconds.
inline constexpr long kBrush = 100'000;
inline constexpr long kAdjustWindow = 10'000'000;

}  // namespace adoube::second_opinion
