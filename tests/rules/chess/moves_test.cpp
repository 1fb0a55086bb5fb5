// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

#include "tests/rules/positions.hpp"

namespace adoube {
namespace {

using test::moves;
using test::moves_from;
using test::position;
using Texts = std::set<std::string>;

BOOST_AUTO_TEST_CASE(two_hundred_and_eighteen_moves) {
  BOOST_TEST(moves(position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")).size() == 218U);
}

BOOST_AUTO_TEST_CASE(castling_is_prevented_by_attacks_on_the_kings_way_only) {
  const auto castlings = [](const char* text) {
    Texts found;
    const auto p = position(text);
    for (const chess::Move m : chess::legal_moves(p)) {
      if (m.is_castling()) found.insert(uci::write(p, m));
    }
    return found;
  };
  BOOST_TEST((castlings("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") == Texts{"e1g1", "e1c1"}));
  BOOST_TEST((castlings("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1") == Texts{"e1g1", "e1c1"}));  // b1 attacked
  BOOST_TEST((castlings("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1") == Texts{"e1g1", "e1c1"}));  // both rooks attacked
  BOOST_TEST((castlings("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1") == Texts{"e1g1"}));           // d1 crossed
  BOOST_TEST((castlings("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1") == Texts{"e1g1"}));          // c1 the goal
  BOOST_TEST((castlings("4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1") == Texts{"e1c1"}));           // g1 attacked by a pawn
  BOOST_TEST(castlings("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1").empty());                     // in check
  BOOST_TEST((castlings("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1") == Texts{"e1g1"}));           // b1 occupied
  BOOST_TEST((castlings("4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1") == Texts{"e1c1"}));
  BOOST_TEST((castlings("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1") == Texts{"e1c1"}));             // the right is lost
}

BOOST_AUTO_TEST_CASE(castling_in_chess960) {
  // The rook on b1 shields c1 from the rook on a1.
  BOOST_TEST((moves_from(position("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1"), "d1", true) ==
              Texts{"d1c1", "d1e1", "d1c2", "d1d2", "d1e2"}));
  BOOST_TEST((moves_from(position("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1"), "d1", true).contains("d1b1")));
  // The rook's goal is taken by a piece that is not the king.
  BOOST_TEST(!(moves_from(position("4k3/8/8/8/8/8/8/5BKR w H - 0 1"), "g1", true).contains("g1h1")));
  // A step and a castling with the same goal are two moves.
  const auto both = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  BOOST_TEST(moves_from(both, "f1", true).contains("f1g1"));
  BOOST_TEST(moves_from(both, "f1", true).contains("f1h1"));
}

BOOST_AUTO_TEST_CASE(pinned_pieces_keep_to_the_line) {
  const auto p = position("4r1k1/8/8/b7/8/2B5/4R3/4K3 w - - 0 1");
  BOOST_TEST((moves_from(p, "e2") == Texts{"e2e3", "e2e4", "e2e5", "e2e6", "e2e7", "e2e8"}));
  BOOST_TEST((moves_from(p, "c3") == Texts{"c3d2", "c3b4", "c3a5"}));
  BOOST_TEST(moves_from(position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"), "e2").empty());
  BOOST_TEST((moves_from(position("4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1"), "e2") == Texts{"e2e3", "e2e4"}));
  BOOST_TEST((moves_from(position("6k1/8/8/8/7b/6p1/5P2/4K3 w - - 0 1"), "f2") == Texts{"f2g3", "f2f3", "f2f4"}));
  BOOST_TEST((moves_from(position("6k1/8/8/8/8/6b1/5P2/4K3 w - - 0 1"), "f2") == Texts{"f2g3"}));
}

BOOST_AUTO_TEST_CASE(single_check_is_answered_by_king_capture_or_block) {
  // Tilburg 1992: White is in check from b7 along the rank; d7 and e7 are all the queen can go to.
  const auto p = position("4Q3/1r3K2/3k4/6Rp/4P1p1/8/8/8 w - - 1 54");
  BOOST_TEST((moves_from(p, "e8") == Texts{"e8d7", "e8e7"}));
  BOOST_TEST(moves_from(p, "e4").empty());
}

BOOST_AUTO_TEST_CASE(double_check_moves_the_king) {
  const auto p = position("4r1k1/8/8/8/8/5n2/3Q4/4K2R w - - 0 1");
  for (const std::string& text : moves(p)) BOOST_TEST(text.starts_with("e1"), text);
  BOOST_TEST((moves(p) == Texts{"e1d1", "e1f1", "e1f2"}));
}

BOOST_AUTO_TEST_CASE(a_king_may_not_retreat_along_the_line_of_check) {
  BOOST_TEST((moves(position("4k3/8/8/8/8/8/8/r3K3 w - - 0 1")) == Texts{"e1d2", "e1e2", "e1f2"}));
}

BOOST_AUTO_TEST_CASE(en_passant_by_two_pawns_of_which_one_is_pinned) {
  const auto p = position("8/8/8/8/1k1pPp1R/8/8/4K3 b - e3 0 1");
  // Either capture leaves the other black pawn on the rank, so both are legal ...
  BOOST_TEST(moves(p).contains("d4e3"));
  BOOST_TEST(moves(p).contains("f4e3"));
  // ... but a pawn that shields its king on the other diagonal may not leave it.
  const auto q = position("8/8/5k2/8/3pPp2/8/1B6/4K3 b - e3 0 1");
  BOOST_TEST(!moves(q).contains("d4e3"));
  BOOST_TEST(moves(q).contains("f4e3"));
}

BOOST_AUTO_TEST_CASE(promotion_offers_four_kinds) {
  BOOST_TEST((moves_from(position("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7") ==
              Texts{"a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8r", "a7b8b", "a7b8n"}));
}

BOOST_AUTO_TEST_CASE(the_order_depends_on_the_position_only) {
  const auto p = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const auto q = position(fen::write(p));
  const auto a = chess::legal_moves(p), b = chess::legal_moves(q);
  BOOST_TEST(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) BOOST_TEST((a[i] == b[i]));
}

}  // namespace
}  // namespace adoube
