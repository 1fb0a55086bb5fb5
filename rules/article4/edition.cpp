// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/edition.hpp"

#include <algorithm>
#include <iterator>

namespace adoube::article4 {

namespace {

constexpr std::string_view kNames[] = {"fide2023", "fide2018", "fide2017",      "fide2014", "fide2009",
                                       "fide-pre2014", "fide-s4", "seed-en", "seed-cz",  "seed-it",
                                       "uscf",     "uscf-10I2-var1", "casual"};
constexpr Text kTexts[] = {Text::fide2023, Text::fide2018, Text::fide2017, Text::fide2014, Text::fide2009,
                           Text::fide2005, Text::s4,       Text::seed,     Text::seed,     Text::seed,
                           Text::uscf,     Text::uscf,     Text::fide2023};
constexpr std::size_t kRowCount = std::size(kNames);
static_assert(std::size(kTexts) == kRowCount);

constexpr std::string_view kYesNo[] = {"no", "yes"};
constexpr std::string_view kContact[] = {"presumed", "intended", "deliberate"};
constexpr std::string_view kDeclaration[] = {"first", "evident"};
constexpr std::string_view kCastlingBinds[] = {"king_and_rook", "at_once"};
constexpr std::string_view kRookFirst[] = {"forbids", "permits"};
constexpr std::string_view kIllegalCastling[] = {"king_then_rook", "king_or_both_once"};
constexpr std::string_view kBothColours[] = {"first_touched", "own_that_takes"};
constexpr std::string_view kUnclearOrder[] = {"own_first", "silent"};
constexpr std::string_view kThroughPiece[] = {"is_touch", "displaced_only"};
constexpr std::string_view kPromotionChoice[] = {"on_touch", "on_release"};
constexpr std::string_view kUpsideDown[] = {"rook", "queen"};
constexpr std::string_view kClaimEnds[] = {"on_touch", "on_move"};
constexpr std::string_view kClaimScope[] = {"article4", "touch_only"};
constexpr std::string_view kEndNeeds[] = {"touch_rules", "legal_move"};
constexpr std::string_view kPawnLeft[] = {"queen", "illegal_move"};
constexpr std::string_view kEmptyPress[] = {"illegal", "arbiter"};
constexpr std::string_view kTwoHands[] = {"arbiter", "illegal", "illegal_if_pressed"};
constexpr std::string_view kIllegalStands[] = {"no", "after_reply"};

/// A switch and its values in the built-in rows: one digit a row. `rapid` and `blitz` are empty where the rate does not
/// matter. Marks: v read in a published text, m from memory, r a reading of ours (docs/editions.md shows them).
struct Line {
  Switch about;
  std::int64_t (*get)(const Edition&);
  void (*set)(Edition&, std::int64_t);
  std::string_view standard;
  std::string_view rapid;
  std::string_view blitz;
  std::string_view marks;
};

template <auto Member, std::int64_t Unit = 1>
constexpr Line line(const Switch& about, std::string_view standard, std::string_view marks, std::string_view rapid = {},
                    std::string_view blitz = {}) {
  using Value = std::remove_reference_t<decltype(Edition{}.*Member)>;
  return {about, [](const Edition& e) { return static_cast<std::int64_t>(e.*Member) / Unit; },
          [](Edition& e, std::int64_t v) { e.*Member = static_cast<Value>(v * Unit); }, standard, rapid, blitz, marks};
}

// The columns are the rows of kNames:  2023 2018 2017 2014 2009 pre2014 s4 en cz it uscf var1 casual
constexpr Line kLines[] = {
    line<&Edition::enforced>({"enforced", Clause::c4_3, kYesNo, 0, ""},                      "1111111111110", "vvvvvvvvvvvvr"),
    line<&Edition::takebacks>({"takebacks", Clause::c4_7, kYesNo, 0, ""},                    "0000000000001", "vvvvvvvvvvvvr"),
    line<&Edition::contact>({"contact", Clause::c4_2_2, kContact, 0, ""},                    "0011222220220", "vvmvvmvvvvmmr"),
    line<&Edition::declaration>({"declaration", Clause::c4_2_1, kDeclaration, 0, ""},        "0000000000111", "vvvvvvvvvvmmr"),
    line<&Edition::castling_binds>({"castling_binds", Clause::c4_4_1, kCastlingBinds, 0, ""}, "0000000110000", "vvmvmmvvvrrrr"),
    line<&Edition::rook_first>({"rook_first", Clause::c4_4_2, kRookFirst, 0, ""},            "0000000000010", "vvvvvvvvvrvvr"),
    line<&Edition::illegal_castling>({"illegal_castling", Clause::c4_4_3, kIllegalCastling, 0, ""},
                                                                                             "0000111001000", "vmmmmvvvvrvvr"),
    line<&Edition::both_colours>({"both_colours", Clause::c4_3_3, kBothColours, 0, ""},      "0000000001000", "vvmvmmvvvvmmr"),
    line<&Edition::unclear_order>({"unclear_order", Clause::c4_3_3, kUnclearOrder, 0, ""},   "0000000001000", "vvmvmmvvvvmmr"),
    line<&Edition::through_piece>({"through_piece", Clause::c4_3_2, kThroughPiece, 0, ""},   "0000000000110", "rrrvrrrrrrvvr"),
    line<&Edition::promotion_choice>({"promotion_choice", Clause::c4_4_4, kPromotionChoice, 0, ""},
                                                                                             "0000001111110", "vvvvvmvvvrmmr"),
    line<&Edition::upside_down>({"upside_down", Clause::c3_7, kUpsideDown, 0, ""},           "0000000000110", "rrrrrrrrrrmmr"),
    line<&Edition::claim_ends>({"claim_ends", Clause::c4_8, kClaimEnds, 0, ""},              "0000000100000", "vvvvvvvvrrmmr"),
    line<&Edition::claim_scope>({"claim_scope", Clause::c4_8, kClaimScope, 0, ""},           "0000001000000", "vvvvvvvrrrmmr"),
    line<&Edition::end_needs>({"end_needs", Clause::c5_1_1, kEndNeeds, 0, ""},               "0000111111111", "vvvmmmrrrrmmr"),
    line<&Edition::pawn_left>({"pawn_left", Clause::c7_5_2, kPawnLeft, 0, ""},               "0000111111110", "vvvvmmrrrrmmr"),
    line<&Edition::empty_press>({"empty_press", Clause::c7_5_3, kEmptyPress, 0, ""},         "0001111111111", "vvvvmmrrrrmmr"),
    line<&Edition::two_hands>({"two_hands", Clause::c7_5_4, kTwoHands, 0, ""},               "2210000000000", "vvvvvvvrrvmmr"),
    line<&Edition::illegal_loses>({"illegal_loses", Clause::c7_5_5, {}, 9, ""},              "2222330000000", "vvvvmmrrrrmmr",
                                                                                             "2211330000000", "2211110000000"),
    line<&Edition::illegal_minutes>({"illegal_minutes", Clause::c7_5_5, {}, 60, "minutes"},  "2222220000220", "vvvvmmrrrrvmr",
                                                                                             "1100220000220", "1100000000110"),
    line<&Edition::illegal_stands>({"illegal_stands", Clause::cA_5_2, kIllegalStands, 0, ""}, "0000000000000", "vvvvmmrrrrmmr",
                                                                                             "1111110000000", "1111110000000"),
    // Times are not in any text of the Laws; they are ours, the same for every row, and a host can set others.
    line<&Edition::brush, 1000>({"brush", Clause::c4_2_2, {}, 10'000, "ms"}, "", ""),
    line<&Edition::adjust_window, 1000>({"adjust_window", Clause::c4_2_1, {}, 600'000, "ms"}, "", ""),
};

constexpr bool every_row_has_its_digit() {
  for (const Line& l : kLines) {
    for (const std::string_view digits : {l.standard, l.rapid, l.blitz, l.marks}) {
      if (!digits.empty() && digits.size() != kRowCount) return false;
    }
    for (const std::string_view digits : {l.standard, l.rapid, l.blitz}) {
      for (const char d : digits) {
        if (!l.about.values.empty() && static_cast<std::size_t>(d - '0') >= l.about.values.size()) return false;
      }
    }
  }
  return true;
}
static_assert(every_row_has_its_digit());

Edition built_in(std::size_t row, Rate rate, std::string_view name) {
  Edition e;
  e.name = EditionName(name);
  e.text = kTexts[row];
  e.rate = rate;
  for (const Line& l : kLines) {
    std::string_view digits = l.standard;
    if (rate == Rate::rapid && !l.rapid.empty()) digits = l.rapid;
    if (rate == Rate::blitz && !l.blitz.empty()) digits = l.blitz;
    if (!digits.empty()) l.set(e, digits[row] - '0');
  }
  return e;
}

/// "fide2018-blitz" is "fide2018" at the rate blitz.
std::pair<std::string_view, Rate> split(std::string_view name) {
  for (const auto& [suffix, rate] : {std::pair{std::string_view("-rapid"), Rate::rapid}, {"-blitz", Rate::blitz}}) {
    if (name.ends_with(suffix)) return {name.substr(0, name.size() - suffix.size()), rate};
  }
  return {name, Rate::standard};
}

std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text.substr(0, EditionName::limit)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown;
}

}  // namespace

std::span<const Switch> switches() {
  static constexpr auto kSwitches = [] {
    std::array<Switch, std::size(kLines)> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = kLines[i].about;
    return all;
  }();
  return kSwitches;
}

std::string value(const Edition& edition, std::size_t place) {
  const Line& l = kLines[place];
  const std::int64_t v = l.get(edition);
  return l.about.values.empty() ? std::to_string(v) : std::string(l.about.values[static_cast<std::size_t>(v)]);
}

bool set(Edition& edition, std::size_t place, std::string_view word) {
  const auto words = kLines[place].about.values;
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return false;
  kLines[place].set(edition, found - words.begin());
  return true;
}

bool set(Edition& edition, std::size_t place, std::int64_t number) {
  const Switch& about = kLines[place].about;
  if (!about.values.empty() || number < 0 || number > about.most) return false;
  kLines[place].set(edition, number);
  return true;
}

Mark mark(std::size_t place, std::size_t row) {
  const std::string_view marks = kLines[place].marks;
  if (marks.empty()) return Mark::reading;
  return marks[row] == 'v' ? Mark::read : marks[row] == 'm' ? Mark::memory : Mark::reading;
}

std::span<const std::string_view> edition_names() { return kNames; }

Result<Edition> edition(std::string_view name) { return Editions().find(name); }

Result<Edition> Editions::find(std::string_view name) const {
  const auto [row_name, rate] = split(name);
  const auto row = std::find(std::begin(kNames), std::end(kNames), row_name);
  if (row != std::end(kNames)) return built_in(static_cast<std::size_t>(row - std::begin(kNames)), rate, name);
  for (const Row& added : added_) {
    if (added.front().name.view() == row_name) return added[static_cast<std::size_t>(rate)];
  }
  std::string known;
  for (const std::string& n : names()) known += (known.empty() ? "" : ", ") + n;
  return fail(Cause::usage, "There is no edition \"" + printable(name) + "\"; known are " + known +
                                ", each also with -rapid or -blitz.");
}

Result<void> Editions::add(const Row& row) {
  const std::string_view name = row.front().name;
  if (find(name)) return fail(Cause::usage, "There is already an edition \"" + printable(name) + "\".");
  added_.push_back(row);
  return {};
}

std::vector<std::string> Editions::names() const {
  std::vector<std::string> all(std::begin(kNames), std::end(kNames));
  for (const Row& row : added_) all.emplace_back(row.front().name.view());
  return all;
}

}  // namespace adoube::article4
