// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/obligation.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"

namespace adoube::article4 {
namespace {

constexpr const char* kScandinavian = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3";
constexpr const char* kBothCastle = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1";
/// Black's queen checks along the e-file: no castling, the king may step to d1 or f1.
constexpr const char* kInCheck = "4k3/8/8/8/4q3/8/3P1PPP/R3K2R w KQ - 0 1";
/// Castling is illegal (d1 and f1 are attacked) and the king cannot move.
constexpr const char* kKingStuck = "4k3/8/8/8/b7/8/3PPPPn/4K2R w K - 0 1";

struct Touch {
  Square square;
  Tick at;
  Tick half_width = 0;
};

struct Judged {
  Obligation o;
  std::vector<std::string> allowed;
  std::vector<std::string> certain;
};

Judged judge(const char* fen_text, std::initializer_list<Touch> touches, const char* edition_name = "fide2023") {
  const MoveTable table(fen::parse(fen_text).value());
  const Edition e = edition(edition_name).value();
  std::vector<Contact> contacts;
  std::uint32_t id = 0;
  for (const Touch& t : touches) {
    contacts.push_back({t.square, {t.at - t.half_width - 1, t.at + t.half_width}, ++id});
  }
  Judged j;
  j.o = obligation(table, contacts, e);
  j.allowed = table.uci(j.o.allowed);
  j.certain = table.uci(j.o.certain);
  return j;
}

using Moves = std::vector<std::string>;

void expect(const Judged& j, const Moves& moves, std::string_view clause) {
  BOOST_CHECK_EQUAL_COLLECTIONS(j.allowed.begin(), j.allowed.end(), moves.begin(), moves.end());
  BOOST_CHECK_EQUAL(key(j.o.clause), clause);
}

const Moves kF1 = {"f1a6", "f1b5", "f1c4", "f1d3", "f1e2"};
const Moves kC3 = {"c3a4", "c3b1", "c3b5", "c3d5", "c3e2"};

BOOST_AUTO_TEST_CASE(nothing_touched_binds_nothing) {
  const Judged j = judge(kScandinavian, {});
  BOOST_CHECK_EQUAL(j.allowed.size(), 33U);
  BOOST_CHECK(!j.o.binds);
}

BOOST_AUTO_TEST_CASE(own_pieces_4_3_1) {
  expect(judge(kScandinavian, {{Square::f1, 0}}), kF1, "4.3.1");
  expect(judge(kScandinavian, {{Square::c1, 0}, {Square::c3, 500}}), kC3, "4.3.1");
  expect(judge(kScandinavian, {{Square::c3, 500}, {Square::f1, 0}}), kF1, "4.3.1");  // by time, not by the list
}

BOOST_AUTO_TEST_CASE(enemy_pieces_4_3_2) {
  expect(judge(kScandinavian, {{Square::d5, 0}}), {"c3d5", "e4d5"}, "4.3.2");
  expect(judge(kScandinavian, {{Square::e7, 0}, {Square::d5, 500}}), {"c3d5", "e4d5"}, "4.3.2");
}

BOOST_AUTO_TEST_CASE(en_passant_is_taking_the_pawn_not_its_target) {
  const char* fen_text = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 4";
  expect(judge(fen_text, {{Square::d5, 0}}), {"e5d6"}, "4.3.2");
}

BOOST_AUTO_TEST_CASE(both_colours_4_3_3) {
  expect(judge(kScandinavian, {{Square::c3, 0}, {Square::d5, 500}}), {"c3d5"}, "4.3.3");
  expect(judge(kScandinavian, {{Square::d5, 0}, {Square::c3, 500}}), {"c3d5"}, "4.3.3");
  expect(judge(kScandinavian, {{Square::f1, 0}, {Square::d5, 500}}), kF1, "4.3.3");
  expect(judge(kScandinavian, {{Square::d5, 0}, {Square::f1, 500}}), {"c3d5", "e4d5"}, "4.3.3");
}

BOOST_AUTO_TEST_CASE(unclear_order_of_own_and_enemy_piece_is_decided_by_4_3_3) {
  const Judged j = judge(kScandinavian, {{Square::d5, 0, 25}, {Square::f1, 12, 25}});
  expect(j, kF1, "4.3.3");
  BOOST_CHECK(!j.o.order_unclear);
  BOOST_CHECK(!j.o.open);
}

BOOST_AUTO_TEST_CASE(unclear_order_of_own_pieces_is_a_union_with_an_empty_core) {
  const Judged j = judge(kScandinavian, {{Square::g1, 0, 20}, {Square::f1, 10, 20}});
  expect(j, {"f1a6", "f1b5", "f1c4", "f1d3", "f1e2", "g1e2", "g1f3", "g1h3"}, "4.3.1");
  BOOST_CHECK(j.certain.empty());
  BOOST_CHECK(j.o.order_unclear);
  BOOST_CHECK(j.o.open);
}

BOOST_AUTO_TEST_CASE(an_unclear_order_that_does_not_matter_is_no_matter) {
  const Judged j = judge(kScandinavian, {{Square::c1, 0, 20}, {Square::f1, 10, 20}});
  expect(j, kF1, "4.3.1");
  BOOST_CHECK(!j.o.order_unclear);
}

BOOST_AUTO_TEST_CASE(intervals_that_only_meet_are_ordered) {
  const MoveTable table(fen::parse(kScandinavian).value());
  const Edition e = edition("fide2023").value();
  const std::vector<Contact> meet = {{Square::g1, {126, 252}, 2}, {Square::f1, {0, 126}, 1}};
  BOOST_CHECK(table.uci(obligation(table, meet, e).allowed) == kF1);
  const std::vector<Contact> overlap = {{Square::g1, {125, 251}, 2}, {Square::f1, {0, 126}, 1}};
  BOOST_CHECK(obligation(table, overlap, e).order_unclear);
}

BOOST_AUTO_TEST_CASE(nothing_that_can_move_or_be_taken_4_5) {
  const Judged j = judge(kScandinavian, {{Square::c1, 0}, {Square::e7, 500}});
  BOOST_CHECK_EQUAL(j.allowed.size(), 33U);
  BOOST_CHECK_EQUAL(key(j.o.clause), "4.5");
  BOOST_CHECK(!j.o.binds);
}

BOOST_AUTO_TEST_CASE(king_and_rook_castle_4_4_1) {
  expect(judge(kBothCastle, {{Square::e1, 0}, {Square::h1, 500}}), {"e1g1"}, "4.4.1");
  expect(judge(kBothCastle, {{Square::e1, 0}, {Square::a1, 500}}), {"e1c1"}, "4.4.1");
  const Judged at_once = judge(kBothCastle, {{Square::h1, 0, 20}, {Square::e1, 10, 20}});
  expect(at_once, {"e1g1"}, "4.4.1");
  BOOST_CHECK(!at_once.o.order_unclear);
}

BOOST_AUTO_TEST_CASE(rook_then_king_may_not_castle_4_4_2) {
  expect(judge(kBothCastle, {{Square::h1, 0}, {Square::e1, 500}}), {"h1f1", "h1g1"}, "4.4.2");
}

BOOST_AUTO_TEST_CASE(rook_first_that_cannot_move_binds_the_king) {
  // The rook on h1 is walled in; castling is impossible anyway.
  const char* fen_text = "4k3/8/8/8/8/8/6PP/4K1NR w K - 0 1";
  expect(judge(fen_text, {{Square::h1, 0}, {Square::e1, 500}}), {"e1d1", "e1d2", "e1e2", "e1f1", "e1f2"}, "4.4.2");
}

BOOST_AUTO_TEST_CASE(illegal_castling_4_4_3) {
  expect(judge(kInCheck, {{Square::e1, 0}, {Square::h1, 500}}), {"e1d1", "e1f1"}, "4.4.3");
  const Judged stuck = judge(kKingStuck, {{Square::e1, 0}, {Square::h1, 500}});
  BOOST_CHECK(!stuck.o.binds);
  BOOST_CHECK_EQUAL(stuck.allowed.size(), 11U);
}

BOOST_AUTO_TEST_CASE(a_touch_between_king_and_rook_leaves_the_intent_to_castle_open) {
  // An enemy piece was touched in between: nothing says that castling was meant. The king cannot move, so
  // either anything goes (4.4.3) or the rook has to (4.3.1).
  const Judged j = judge(kKingStuck, {{Square::e1, 0}, {Square::a4, 300}, {Square::h1, 600}});
  BOOST_CHECK(j.o.open);
  BOOST_CHECK_EQUAL(j.allowed.size(), 11U);
  const Moves rook = {"h1f1", "h1g1", "h1h2"};
  BOOST_CHECK_EQUAL_COLLECTIONS(j.certain.begin(), j.certain.end(), rook.begin(), rook.end());
}

BOOST_AUTO_TEST_CASE(illegal_castling_in_unclear_order_leaves_the_king_certain) {
  // The bishop on c4 holds f1.
  const Judged j = judge("r3k2r/ppp2ppp/8/8/2b5/8/PPPP1PPP/R3K2R w KQkq - 0 1", {{Square::e1, 0, 20}, {Square::h1, 10, 20}});
  BOOST_CHECK(j.o.order_unclear);
  BOOST_CHECK(j.o.open);
  const Moves all = {"e1c1", "e1d1", "h1f1", "h1g1"};
  const Moves king = {"e1c1", "e1d1"};
  BOOST_CHECK_EQUAL_COLLECTIONS(j.allowed.begin(), j.allowed.end(), all.begin(), all.end());
  BOOST_CHECK_EQUAL_COLLECTIONS(j.certain.begin(), j.certain.end(), king.begin(), king.end());
}

BOOST_AUTO_TEST_CASE(before_2014_a_rook_surely_after_the_king_is_not_named) {
  const Judged j = judge(kKingStuck, {{Square::e1, 0}, {Square::h1, 500}}, "fide-pre2014");
  BOOST_CHECK_EQUAL(j.allowed.size(), 11U);
  const Moves rook = {"h1f1", "h1g1", "h1h2"};
  BOOST_CHECK_EQUAL_COLLECTIONS(j.certain.begin(), j.certain.end(), rook.begin(), rook.end());
  BOOST_CHECK(j.o.open);
  BOOST_CHECK(!judge(kKingStuck, {{Square::e1, 0, 20}, {Square::h1, 10, 20}}, "fide-pre2014").o.open);
}

BOOST_AUTO_TEST_CASE(an_earlier_binding_touch_wins_over_castling) {
  expect(judge(kBothCastle, {{Square::f3, 0}, {Square::e1, 600}, {Square::h1, 900}}),
         {"f3d4", "f3e5", "f3g1", "f3g5", "f3h4"}, "4.3.1");
  expect(judge("4k3/8/8/8/8/8/3n4/R3K3 w Q - 0 1", {{Square::e1, 0}, {Square::d2, 400}, {Square::a1, 900}}), {"e1d2"},
         "4.3.3");
}

BOOST_AUTO_TEST_CASE(editions_read_it_their_own_way) {
  // Italian seed: the first own piece that can take.
  expect(judge(kScandinavian, {{Square::f1, 0}, {Square::c3, 400}, {Square::d5, 800}}, "seed-it"), {"c3d5"}, "4.3.3");
  expect(judge(kScandinavian, {{Square::f1, 0}, {Square::c3, 400}, {Square::d5, 800}}), kF1, "4.3.3");
  // and it has no rule for an unclear order.
  BOOST_CHECK(judge(kScandinavian, {{Square::d5, 0, 25}, {Square::f1, 12, 25}}, "seed-it").o.order_unclear);
  // English seed: king and rook bind to castle only when touched at the same time.
  BOOST_CHECK_GT(judge(kBothCastle, {{Square::e1, 0}, {Square::h1, 500}}, "seed-en").allowed.size(), 1U);
  expect(judge(kBothCastle, {{Square::e1, 0, 20}, {Square::h1, 10, 20}}, "seed-en"), {"e1g1"}, "4.4.1");
  // USCF variation I: rook first may still castle.
  expect(judge(kBothCastle, {{Square::h1, 0}, {Square::e1, 500}}, "uscf-10I2-var1"), {"e1g1", "h1f1", "h1g1"}, "4.3.1");
  // Casual: nothing binds.
  BOOST_CHECK_EQUAL(judge(kScandinavian, {{Square::f1, 0}}, "casual").allowed.size(), 33U);
}

BOOST_AUTO_TEST_CASE(more_unclear_orders_than_can_be_tried_are_left_to_the_arbiter) {
  const Judged j = judge(kScandinavian, {{Square::a2, 0, 50}, {Square::b2, 1, 50}, {Square::d2, 2, 50}, {Square::f2, 3, 50},
                                         {Square::g2, 4, 50}, {Square::h2, 5, 50}, {Square::e4, 6, 50}, {Square::c3, 7, 50}});
  BOOST_CHECK(j.o.order_unclear);
  BOOST_CHECK(j.o.open);
  BOOST_CHECK(j.certain.empty());
  BOOST_CHECK_EQUAL(j.allowed.size(), 19U);
}

}  // namespace
}  // namespace adoube::article4
