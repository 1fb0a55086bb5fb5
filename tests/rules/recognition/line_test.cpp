// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/line.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::recognition {
namespace {

SquareSet squares(std::initializer_list<Square> list) {
  SquareSet out = 0;
  for (const Square s : list) out |= set_of(s);
  return out;
}

/// The position's squares, some of them the other way round.
Explanations changed(const chess::Position& p, std::initializer_list<Square> list, std::size_t plies, bool in_hand = false) {
  return explain(p, p.pieces() ^ squares(list), plies, in_hand);
}

BOOST_AUTO_TEST_CASE(one_move_and_the_only_one) {
  const auto p = chess::Position::start();
  const Explanations e4 = changed(p, {Square::e2, Square::e4}, 3);
  BOOST_REQUIRE_EQUAL(e4.count, 1);
  BOOST_CHECK_EQUAL(e4.lines[0].size(), 1U);
  BOOST_CHECK_EQUAL(uci::write(p, e4.lines[0][0]), "e2e4");
  BOOST_CHECK_EQUAL(changed(p, {Square::e2, Square::e5}, 3).count, 0);
}

BOOST_AUTO_TEST_CASE(an_answer_and_the_order_of_two_moves) {
  const auto p = chess::Position::start();
  BOOST_CHECK_EQUAL(changed(p, {Square::e2, Square::e4, Square::e7, Square::e5}, 2).count, 1);
  BOOST_CHECK_EQUAL(changed(p, {Square::e2, Square::e4, Square::e7, Square::e5}, 3).count, 2);  // or e3, e5, e4
  // Two moves of White and one of Black: which of White's came first?
  BOOST_CHECK_EQUAL(changed(p, {Square::e2, Square::e4, Square::d2, Square::d4, Square::e7, Square::e5}, 3).count, 2);
}

BOOST_AUTO_TEST_CASE(who_took_what) {
  const auto p = fen::parse("4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1").value();
  BOOST_CHECK_EQUAL(changed(p, {Square::d4}, 1).count, 2);  // dxc5 or dxe5
  const auto one = fen::parse("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1").value();
  BOOST_CHECK_EQUAL(changed(one, {Square::d4}, 1).count, 1);
  BOOST_CHECK(taken_up(one, set_of(Square::d4)));  // but he may also hold it in his hand
  BOOST_CHECK(taken_up(one, squares({Square::d4, Square::e5})));
  BOOST_CHECK(!taken_up(one, squares({Square::d4, Square::e8})));
  BOOST_CHECK(!taken_up(one, 0));
}

BOOST_AUTO_TEST_CASE(a_promotion_of_any_kind_is_one_line) {
  const auto p = fen::parse("7k/P7/8/8/8/8/8/7K w - - 0 1").value();
  BOOST_CHECK_EQUAL(changed(p, {Square::a7, Square::a8}, 1).count, 1);
}

BOOST_AUTO_TEST_CASE(a_piece_in_hand_after_the_line) {
  const auto p = chess::Position::start();
  BOOST_CHECK_EQUAL(changed(p, {Square::e2, Square::e4, Square::d7}, 1).count, 0);
  BOOST_CHECK_EQUAL(changed(p, {Square::e2, Square::e4, Square::d7}, 1, true).count, 1);
  BOOST_CHECK_EQUAL(changed(p, {Square::e2, Square::e4, Square::d2}, 1, true).count, 0);  // White's, who has moved
}

}  // namespace
}  // namespace adoube::recognition
