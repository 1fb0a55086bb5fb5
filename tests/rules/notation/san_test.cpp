// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/san.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tests/rules/notation/sentences.hpp"
#include "tests/rules/positions.hpp"

namespace adoube {
namespace {

using test::move;
using test::position;

BOOST_AUTO_TEST_CASE(written_with_the_least_that_is_needed) {
  const struct {
    const char *fen, *uci, *san;
  } cases[]{
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
      {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
      {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
      {"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8b", "axb8=B"},
      {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
      {"4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Nab3"},                   // file
      {"4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1c2", "Nc2"},                    // no twin
      {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},                    // rank
      {"6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a4d4", "Qa4d4"},                  // both
      {"6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "h4d4", "Qhd4"},                   // the file is enough
      {"6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a1d4", "Q1d4"},                   // the rank is enough
      {"4k3/4r3/8/8/8/4N3/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},                 // not reached by the twin
      {"4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"},                  // the twin on e3 is pinned
      {"4k3/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nac2"},                   // and here it is not
      {"4k3/8/8/8/8/8/1p6/R1B1K3 b - - 0 1", "b2a1q", "bxa1=Q"},
      {"4k3/8/8/8/8/8/8/3RK2R w K - 0 1", "e1g1", "O-O"},
      {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "Kg1"},                      // a step beside castling
      {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "O-O"},
      {"8/8/8/B2p3Q/2qPp1P1/b7/2P2PkP/4K2R b K - 0 1", "g2h1", "Kxh1"},       // the other side's rook with its right
      {"N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1", "e1f1", "Kf1"},
      {"N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1", "c3c2", "Rcc2"},
      {"N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1", "b2c2", "Rbc2"},
      {"N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1", "a4c5", "Nc5"},
      {"N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1", "d5b6", "Ndb6"},
      {"N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1", "h8g6", "N8g6"},
      {"N3k2N/8/8/3N4/N4N1N/2R5/1R6/4K3 w - - 0 1", "h4g6", "Nh4g6"},
      {"8/8/8/R2nkn2/8/8/2K5/8 b - - 0 1", "f5e3", "Ne3+"},                   // the twin on d5 is pinned
  };
  for (const auto& c : cases) {
    const auto p = position(c.fen);
    BOOST_TEST(san::write(p, move(p, c.uci)) == c.san, c.fen << ' ' << c.uci << ' ' << san::write(p, move(p, c.uci)));
    const auto read = san::parse(p, c.san);
    BOOST_TEST((read.has_value() && *read == move(p, c.uci)), c.fen << ' ' << c.san);
  }
}

BOOST_AUTO_TEST_CASE(common_forms_are_understood) {
  const struct {
    const char *fen, *text, *uci;
  } cases[]{
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0!?", "e1c1"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O+", "e1c1"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra1-a8+", "a1a8"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra8", "a1a8"},       // the x is missing
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxa2", "a1a2"},      // and here superfluous
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=q", "a7a8q"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8(R)", "a7a8r"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8/N", "a7a8n"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8=Q++", "a7a8q"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5xd6ep!", "e5d6"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5:d6", "e5d6"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ng1f3", "g1f3"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Ngf3", "g1f3"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "N1f3", "g1f3"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e2e4"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Pe4??", "e2e4"},
      {"4k3/8/8/8/8/2p5/1P6/2B1K3 w - - 0 1", "bxc3", "b2c3"},       // a small b is the file
  };
  for (const auto& c : cases) {
    const auto p = position(c.fen);
    const auto read = san::parse(p, c.text);
    BOOST_TEST((read.has_value() && *read == move(p, c.uci)),
               c.text << ": " << (read ? uci::write(p, *read) : read.error().message));
  }
}

BOOST_AUTO_TEST_CASE(each_bad_input_has_its_reason) {
  const struct {
    const char *fen, *text, *phrase;
  } cases[]{
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "K", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "hello", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Kxyz", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke9", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Koff", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "KKKe2", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke3", "is not a legal move here"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", "is not legal here"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "is not a legal move here"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", "is not a legal move here"},
      {"4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nb3", "is ambiguous: Nab3 or Ncb3"},
      {"4k3/8/8/8/8/2p5/1P1P4/4K3 w - - 0 1", "c3", "does not name the pawn's file, as "},
      {"2rq1rk1/pb2bppp/1p2p3/n1ppPn2/2PP4/PP3N2/1B1NQPPP/RB3RK1 b - - 4 13", "c4", "the pawn's file, as dxc4 does"},
      {"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "f6", "the pawn's file, as exf6 does"},
      {"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "xf6", "the pawn's file, as exf6 does"},
      {"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "b8=Q", "the pawn's file, as axb8=Q does"},
      {"rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQK2R w KQkq - 2 4", "O-O\n", "is not a move like"},
      {"rnbqk2r/ppppppbp/5np1/8/8/5NP1/PPPPPPBP/RNBQK2R w KQkq - 2 4", "Nc3\n", "is not a move like"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "\x1b[31mKe2\xff", "\"?[31mKe2?\" is not a move"},
  };
  for (const auto& c : cases) {
    const auto m = san::parse(position(c.fen), c.text);
    BOOST_TEST(!m.has_value(), c.text);
    if (!m) test::check_sentence(m.error(), c.phrase);
  }
}

}  // namespace
}  // namespace adoube
