// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/position.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/rules/positions.hpp"

namespace adoube {
namespace {

using chess::Kind;
using chess::Piece;
using chess::Position;
using chess::Wing;
using test::after;
using test::move;
using test::position;

BOOST_AUTO_TEST_CASE(start_position) {
  const Position p = Position::start();
  BOOST_TEST(fen::write(p) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  BOOST_TEST((p.at(Square::d1) == Piece{Colour::white, Kind::queen}));
  BOOST_TEST((p.at(Square::g8) == Piece{Colour::black, Kind::knight}));
  BOOST_TEST(!p.at(Square::e4).has_value());
  BOOST_TEST(!p.at(Square::off).has_value());
  BOOST_TEST(p.pieces() == 0xffff00000000ffff);
  BOOST_TEST((p.king(Colour::black) == Square::e8));
  BOOST_TEST((p.castling_rook(Colour::white, Wing::king_side) == Square::h1));
  BOOST_TEST((p.castling_rook(Colour::black, Wing::queen_side) == Square::a8));
  BOOST_TEST(!p.in_check());
}

BOOST_AUTO_TEST_CASE(put_and_remove) {
  Position p;
  p.put(Square::c3, {Colour::black, Kind::bishop});
  BOOST_TEST((p.at(Square::c3) == Piece{Colour::black, Kind::bishop}));
  BOOST_TEST(p.pieces(Colour::black, Kind::bishop) == set_of(Square::c3));
  p.remove(Square::c3);
  BOOST_TEST((p == Position{}));
}

BOOST_AUTO_TEST_CASE(moves_change_what_the_rules_remember) {
  const auto played = [](std::string_view moves) { return fen::write(after(Position::start(), moves)); };
  BOOST_TEST(played("g1f3") == "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
  BOOST_TEST(played("g1f3 b8c6 e2e4") == "r1bqkbnr/pppppppp/2n5/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2");
  BOOST_TEST(played("e2e4 e7e5 e1e2") == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2");
  BOOST_TEST(played("e2e4 d7d5 e4d5 d8d5") == "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
  BOOST_TEST(played("h2h4 h7h5 h1h3") == "rnbqkbnr/ppppppp1/8/7p/7P/7R/PPPPPPP1/RNBQKBN1 b Qkq - 1 2");
}

BOOST_AUTO_TEST_CASE(a_taken_rook_takes_its_right_along) {
  const Position p = after(position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "a1a8");
  BOOST_TEST(fen::write(p) == "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
}

BOOST_AUTO_TEST_CASE(castling_moves_both) {
  const Position p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9");
  BOOST_TEST(fen::write(after(p, "e1g1")) == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9");
  BOOST_TEST(fen::write(after(p, "e1c1")) == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9");
  BOOST_TEST(fen::write(after(p, "e1g1 e8c8")) == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 10");
  const auto journey = chess::castling_rook_journey(p, move(p, "e1c1"));
  BOOST_TEST((journey.from == Square::a1 && journey.to == Square::d1));
}

BOOST_AUTO_TEST_CASE(castling_in_chess960_where_squares_coincide) {
  // The king stays, only the rook jumps; king and rook change places; the king takes the rook's square.
  const Position stays = position("4k3/8/8/8/8/8/8/6KR w H - 0 1");
  BOOST_TEST(fen::write(after(stays, "g1h1")) == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  const Position swap = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  BOOST_TEST(fen::write(after(swap, "f1g1")) == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  const Position left = position("4k3/8/8/8/8/8/8/2RK4 w C - 0 1");
  BOOST_TEST(fen::write(after(left, "d1c1")) == "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
  const auto journey = chess::castling_rook_journey(stays, move(stays, "g1h1"));
  BOOST_TEST((journey.from == Square::h1 && journey.to == Square::f1));
}

BOOST_AUTO_TEST_CASE(en_passant_square_stands_only_where_the_capture_is_legal) {
  BOOST_TEST(!after(Position::start(), "e2e4").en_passant().has_value());
  BOOST_TEST((after(position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), "e2e4").en_passant() == Square::e3));
  // Both pawns would leave the rank on which the rook looks at the king.
  BOOST_TEST(!after(position("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"), "e2e4").en_passant().has_value());
  // The taker is pinned on its file, on the other diagonal, and on the one along which it takes.
  BOOST_TEST(!after(position("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1"), "e2e4").en_passant().has_value());
  BOOST_TEST(!after(position("8/8/5k2/8/3p4/8/1B2P3/4K3 w - - 0 1"), "e2e4").en_passant().has_value());
  BOOST_TEST((after(position("8/8/1k6/8/3p4/8/4P3/4K1B1 w - - 0 1"), "e2e4").en_passant() == Square::e3));
  // Gone one ply later.
  BOOST_TEST(!after(position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), "e2e4 e8e7").en_passant().has_value());
}

BOOST_AUTO_TEST_CASE(en_passant_removes_the_other_pawn) {
  const Position p = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  const auto m = move(p, "d4e3");
  BOOST_TEST(m.is_en_passant());
  BOOST_TEST((chess::captured_square(p, m) == Square::e4));
  BOOST_TEST(fen::write(p.after(m)) == "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
}

BOOST_AUTO_TEST_CASE(promotion_replaces_the_pawn) {
  const Position p = position("1r2k3/P7/8/8/8/8/8/4K3 w - - 7 30");
  BOOST_TEST(fen::write(after(p, "a7b8n")) == "1N2k3/8/8/8/8/8/8/4K3 b - - 0 30");
  BOOST_TEST(fen::write(after(p, "a7a8q")) == "Qr2k3/8/8/8/8/8/8/4K3 b - - 0 30");
}

BOOST_AUTO_TEST_CASE(captured_square_of_other_moves) {
  const Position p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  BOOST_TEST((chess::captured_square(p, move(p, "a1a8")) == Square::a8));
  BOOST_TEST(!chess::captured_square(p, move(p, "a1a7")).has_value());
  BOOST_TEST(!chess::captured_square(p, move(p, "e1g1")).has_value());
}

BOOST_AUTO_TEST_CASE(attackers_of_both_colours) {
  const Position p = position("4k3/8/3n4/8/4P3/2N5/8/4R1K1 w - - 0 1");
  BOOST_TEST(p.attackers(Square::e4, Colour::white) == (set_of(Square::c3) | set_of(Square::e1)));
  BOOST_TEST(p.attackers(Square::e4, Colour::black) == set_of(Square::d6));
  BOOST_TEST(p.attackers(Square::d5, Colour::white) == (set_of(Square::c3) | set_of(Square::e4)));
}

BOOST_AUTO_TEST_CASE(counters_stop_where_a_fen_can_still_tell_them) {
  const Position p = after(position("8/8/4k3/8/8/3K4/4P3/8 b - - 9998 9999"), "e6d6 d3d4");
  BOOST_TEST(fen::write(p) == "8/8/3k4/8/3K4/8/4P3/8 b - - 9999 9999");
  BOOST_TEST((position(fen::write(p)) == p));
}

BOOST_AUTO_TEST_CASE(a_position_is_small) { BOOST_TEST(sizeof(Position) < 200U); }

}  // namespace
}  // namespace adoube
