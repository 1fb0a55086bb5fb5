// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "rules/notation/fen.hpp"

namespace adoube {
namespace {

struct Row {
  const char* fen;
  std::vector<std::uint64_t> counts;  ///< depth 1, 2, ...
};

// Published counts of the positions every program is measured by, and two of Chess960.
const std::vector<Row> rows{
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {20, 400, 8902, 197281, 4865609, 119060324}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", {48, 2039, 97862, 4085603, 193690690}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", {14, 191, 2812, 43238, 674624, 11030083, 178633661}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", {6, 264, 9467, 422333, 15833292}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379, 2103487, 89941194}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", {46, 2079, 89890, 3894594, 164075551}},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", {21, 528, 12189, 326672, 8146062}},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", {21, 807, 18002, 667366, 16253601}},
};

/// Counts above this are left out; ADOUBE_PERFT_NODES lowers it for slow builds.
std::uint64_t node_limit() {
  const char* limit = std::getenv("ADOUBE_PERFT_NODES");
  return limit != nullptr ? std::strtoull(limit, nullptr, 10) : 200'000'000;
}

BOOST_AUTO_TEST_CASE(counts_equal_the_published_ones) {
  const std::uint64_t limit = node_limit();
  for (const Row& row : rows) {
    const auto position = fen::parse(row.fen);
    BOOST_REQUIRE_MESSAGE(position.has_value(), row.fen);
    int depth = 0;
    for (const std::uint64_t count : row.counts) {
      if (count > limit) break;
      BOOST_TEST(chess::perft(*position, ++depth) == count, row.fen << " depth " << depth);
    }
    BOOST_TEST(depth >= 3, "the node limit leaves too little of " << row.fen);
  }
}

BOOST_AUTO_TEST_CASE(depth_zero_is_the_position_itself) { BOOST_TEST(chess::perft(chess::Position::start(), 0) == 1U); }

}  // namespace
}  // namespace adoube
