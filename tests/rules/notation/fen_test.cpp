// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/fen.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <new>
#include <string>

#include "tests/rules/notation/sentences.hpp"
#include "tests/rules/positions.hpp"

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace adoube {
namespace {

using test::position;

BOOST_AUTO_TEST_CASE(six_fields_are_read_and_written_alike) {
  for (const std::string text : {
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
           "4Q3/1r3K2/3k4/6Rp/4P1p1/8/8/8 w - - 1 54",
           "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
           "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 17 45",
           "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",   // Chess960, outermost rooks
           "2rrk3/8/8/8/8/8/8/1RR1K3 w Cd - 0 1",        // the inner rook has the right
           "3k1rr1/8/8/8/8/8/8/3K1R1R w Ff - 0 1",       // on the king's wing too
       }) {
    BOOST_TEST(fen::write(position(text)) == text);
  }
}

BOOST_AUTO_TEST_CASE(clocks_left_out_start) {
  const auto p = position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -");
  BOOST_TEST(p.halfmove_clock() == 0);
  BOOST_TEST(p.fullmove_number() == 1);
  const auto q = position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 7");
  BOOST_TEST(q.halfmove_clock() == 7);
  BOOST_TEST(q.fullmove_number() == 1);
}

BOOST_AUTO_TEST_CASE(castling_letters_as_files) {
  const auto files = [](std::string_view text) { return fen::write(position(text), fen::CastlingLetters::files); };
  BOOST_TEST(files("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") == "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
  BOOST_TEST(files("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Kq - 0 1") == "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Gb - 0 1");
  BOOST_TEST(files("4k3/8/8/8/8/8/8/4K3 w - - 0 1") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

BOOST_AUTO_TEST_CASE(other_forms_are_understood) {
  const auto p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  BOOST_TEST((position("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1") == p));        // files of the rooks
  BOOST_TEST((position("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1") == p));        // any order
  BOOST_TEST((position("  r3k2r/8/8/8/8/8/8/R3K2R  w KQkq -\t0 0\r\n") == p));  // blanks, move number 0
  BOOST_TEST((position("r3k2r/8/8/8/44/8/8/R3K2R w KQkq - 0 1") == p));
}

BOOST_AUTO_TEST_CASE(en_passant_without_a_legal_capture_is_dropped) {
  BOOST_TEST(!position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").en_passant().has_value());
  BOOST_TEST(!position("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1").en_passant().has_value());
}

BOOST_AUTO_TEST_CASE(reading_a_position_allocates_nothing) {
  for (const char* text : {
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
           "4r1k1/8/8/8/8/8/3p4/4K3 w - - 0 1",
       }) {
    const std::size_t before = allocations;
    const bool read = fen::parse(text).has_value();
    const std::size_t after = allocations;
    BOOST_TEST(read, text);
    BOOST_TEST(after == before, text);
  }
  const std::size_t before = allocations;
  BOOST_TEST(!fen::parse("x").has_value());
  BOOST_TEST(allocations > before);
}

BOOST_AUTO_TEST_CASE(each_bad_input_has_its_reason) {
  const struct {
    const char* text;
    const char* phrase;
  } cases[]{
      {"", "0 fields"},
      {"8/8/8/8/8/8/8/8 w -", "3 fields"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "7 fields"},
      {"4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"},
      {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 ranks"},
      {"4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 has 7 squares"},
      {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 squares"},
      {"4k3/8/8/8p/8/8/8/4K3 w - - 0 1", "rank 5 has more than 8"},
      {"4k3/8/8/9/8/8/8/4K3 w - - 0 1", "\"9\" is neither"},
      {"4k3/8/8/7x/8/8/8/4K3 w - - 0 1", "\"x\" is neither"},
      {"4k3/8/8/7\x01/8/8/8/4K3 w - - 0 1", "\"?\" is neither"},
      {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"},
      {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings"},
      {"4k3/8/P7/8/8/8/PPPPPPPP/4K3 w - - 0 1", "9 pawns"},
      {"4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", "1 promoted pieces but only 0"},
      {"4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - - 0 1", "1 promoted pieces but only 0"},
      {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn stands on h8"},
      {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "pawn stands on a1"},
      {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move"},
      {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "White is to move but Black is in check"},
      {"4k3/4K3/8/8/8/8/8/8 b - - 0 1", "Black is to move but White is in check"},
      {"4r1k1/8/8/b7/8/3n4/8/4K3 w - - 0 1", "more than two pieces"},
      {"4k3/8/8/8/8/8/8/4K2R w KQkqK - 0 1", "longer than 4"},
      {"4k3/8/8/8/8/8/8/4K2R w KX - 0 1", "none of KQkq"},
      {"4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "right Q but no rook of White"},
      {"4k3/8/8/8/8/8/8/4K2R w KG - 0 1", "right G but no rook"},
      {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "one wing twice"},
      {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "king is not on its first rank"},
      {"4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", "neither a square nor -"},
      {"4k3/8/8/8/4P3/8/8/4K3 b - off 0 1", "neither a square nor -"},
      {"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "wrong rank for White"},
      {"4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1", "no pawn stands on d4"},
      {"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", "way from e2 is not empty"},
      {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock"},
      {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock"},
      {"4k3/8/8/8/8/8/8/4K3 w - - -0 1", "halfmove clock"},
      {"4k3/8/8/8/8/8/8/4K3 w - - +1 1", "halfmove clock"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 -0", "move number"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999", "move number"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1e1", "move number"},
  };
  for (const auto& c : cases) {
    const auto p = fen::parse(c.text);
    BOOST_TEST(!p.has_value(), c.text);
    if (!p) {
      test::check_sentence(p.error(), c.phrase);
      BOOST_TEST(p.error().message.starts_with("FEN: "));
    }
  }
}

}  // namespace
}  // namespace adoube
