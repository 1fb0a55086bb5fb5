// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/edition.hpp"

#include <functional>

namespace adoube::article4 {

namespace {

/// One row: what differs from the Laws of 2023.
struct Row {
  std::string_view name;
  void (*differences)(Edition&);
};

void before_2018(Edition& e) { e.two_hands = TwoHands::arbiter; }

void before_2017(Edition& e) {
  before_2018(e);
  e.displaced_clause = "7.3";
}

void before_2014(Edition& e) {
  before_2017(e);
  e.illegal_castling = IllegalCastling::king_or_both_once;
}

/// The four founding texts know no choice that is final on touching the promotion square.
void seed(Edition& e) {
  before_2014(e);
  e.promotion_choice = PromotionChoice::on_release;
}

void uscf(Edition& e) {
  e.through_piece = ThroughPiece::displaced_only;
  e.through_clause = "10C";
  e.off_board_clause = "10H";
  e.two_hands = TwoHands::arbiter;
}

constexpr Row kRows[] = {
    {"fide2023", [](Edition&) {}},
    {"fide2018", [](Edition&) {}},
    {"fide2017", [](Edition&) {}},  // 7.7.1 already made a move with two hands illegal
    {"fide2014", before_2017},
    {"fide2009", before_2014},
    {"fide-pre2014", before_2014},
    {"fide-s4",
     [](Edition& e) {
       seed(e);
       e.claim_scope = ClaimScope::touch_only;  // its 4.6 names 4.3 and 4.4 only
     }},
    {"seed-en",
     [](Edition& e) {
       seed(e);
       e.castling_binds = CastlingBinds::at_once;
       e.illegal_castling = IllegalCastling::king_then_rook;
       e.claim_ends = ClaimEnds::on_move;
     }},
    {"seed-cz",
     [](Edition& e) {
       seed(e);
       e.castling_binds = CastlingBinds::at_once;
       e.illegal_castling = IllegalCastling::king_then_rook;
     }},
    {"seed-it",
     [](Edition& e) {
       seed(e);
       e.both_colours = BothColours::own_that_takes;
       e.unclear_order = UnclearOrder::silent;
     }},
    {"uscf", uscf},
    {"uscf-10I2-var1",
     [](Edition& e) {
       uscf(e);
       e.rook_first = RookFirst::permits;
     }},
    {"casual", [](Edition& e) { e.enforced = false; }},
};

}  // namespace

Result<Edition> edition(std::string_view name) {
  Rate rate = Rate::standard;
  std::string_view row_name = name;
  for (const auto& [suffix, value] : {std::pair{std::string_view("-rapid"), Rate::rapid}, {"-blitz", Rate::blitz}}) {
    if (row_name.ends_with(suffix)) {
      rate = value;
      row_name.remove_suffix(suffix.size());
      break;
    }
  }
  for (const Row& row : kRows) {
    if (row.name != row_name) continue;
    Edition e;
    row.differences(e);
    e.name = std::string(name);
    e.rate = rate;
    return e;
  }
  std::string known;
  for (const Row& row : kRows) known += (known.empty() ? "" : ", ") + std::string(row.name);
  std::string shown;
  for (const char c : name.substr(0, 40)) shown += c >= ' ' && c <= '~' ? c : '?';
  return fail(Cause::usage, "There is no edition \"" + shown + "\"; known are " + known +
                                ", each also with -rapid or -blitz.");
}

std::vector<std::string_view> edition_names() {
  std::vector<std::string_view> names;
  for (const Row& row : kRows) names.push_back(row.name);
  return names;
}

std::vector<Switch> switches(const Edition& e) {
  const auto pick = [](bool first, std::string_view a, std::string_view b) { return first ? a : b; };
  return {
      {"enforced", "4.3", pick(e.enforced, "yes", "no")},
      {"castling_binds", "4.4.1", pick(e.castling_binds == CastlingBinds::king_and_rook, "king_and_rook", "at_once")},
      {"rook_first", "4.4.2", pick(e.rook_first == RookFirst::forbids, "forbids", "permits")},
      {"illegal_castling", "4.4.3",
       pick(e.illegal_castling == IllegalCastling::king_then_rook, "king_then_rook", "king_or_both_once")},
      {"both_colours", "4.3.3", pick(e.both_colours == BothColours::first_touched, "first_touched", "own_that_takes")},
      {"unclear_order", "4.3.3", pick(e.unclear_order == UnclearOrder::own_first, "own_first", "silent")},
      {"through_piece", e.through_clause == "10C" ? std::string_view("10C") : std::string_view("4.3.2"),
       pick(e.through_piece == ThroughPiece::is_touch, "is_touch", "displaced_only")},
      {"promotion_choice", "4.4.4", pick(e.promotion_choice == PromotionChoice::on_touch, "on_touch", "on_release")},
      {"claim_ends", "4.8", pick(e.claim_ends == ClaimEnds::on_touch, "on_touch", "on_move")},
      {"claim_scope", "4.8", pick(e.claim_scope == ClaimScope::article4, "article4", "touch_only")},
      {"two_hands", "4.1", pick(e.two_hands == TwoHands::arbiter, "arbiter", "illegal_if_pressed")},
  };
}

}  // namespace adoube::article4
