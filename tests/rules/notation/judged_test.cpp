// SPDX-License-Identifier: Apache-2.0
// The reading of PGN files, judged by pgn-extract: every main line in UCI, and every result.
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/uci.hpp"
#include "tests/rules/oracle.hpp"

namespace adoube {
namespace {

using Words = std::vector<std::string>;

Words ours(const std::vector<pgn::Game>& games) {
  Words words;
  for (const pgn::Game& game : games) {
    chess::Position p = game.start;
    for (const pgn::Ply& ply : game.plies) {
      words.push_back(uci::write(p, ply.move));
      p.make(ply.move);
    }
    words.emplace_back(pgn::text(game.result));
  }
  return words;
}

Words judged(const std::string& text) {
  std::istringstream answer(
      test::output_of(ADOUBE_PGN_EXTRACT " -s -Wuci --notags -C -N -V", text));
  Words words;
  for (std::string word; answer >> word;) {
    // pgn-extract writes the kind of a promotion as a capital; UCI has it small.
    if (word.size() == 5 && word[4] >= 'A' && word[4] <= 'Z') word[4] = static_cast<char>(word[4] - 'A' + 'a');
    words.push_back(word);
  }
  return words;
}

void compare(const std::string& text, std::size_t games_expected) {
  const auto games = pgn::read(text);
  BOOST_REQUIRE_MESSAGE(games.has_value(), (games ? "" : games.error().message));
  BOOST_TEST(games->size() == games_expected);
  if (std::string_view(ADOUBE_PGN_EXTRACT).empty()) return test::skip("pgn-extract is not installed");
  const Words mine = ours(*games), verdict = judged(text);
  BOOST_TEST(mine.size() > 10 * games_expected);
  BOOST_TEST(mine == verdict, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_shared_games) {
  const auto file = test::shared_file(ADOUBE_SOURCE_DIR, "games/blitz-with-clocks.pgn");
  if (!file) return test::skip("no shared games; set ADOUBE_SHARED");
  compare(test::contents(*file), 289);
}

BOOST_AUTO_TEST_CASE(every_shared_ply_has_its_clock_and_the_san_we_would_write) {
  const auto file = test::shared_file(ADOUBE_SOURCE_DIR, "games/blitz-with-clocks.pgn");
  if (!file) return test::skip("no shared games; set ADOUBE_SHARED");
  const auto games = pgn::read(test::contents(*file));
  BOOST_REQUIRE(games.has_value());
  for (const pgn::Game& game : *games) {
    chess::Position p = game.start;
    for (const pgn::Ply& ply : game.plies) {
      BOOST_TEST(ply.clk_ms().has_value());
      p.make(ply.move);
    }
    BOOST_TEST(game.warnings.empty());  // every move is in SAN as we write it, among others
    BOOST_TEST((game.tag("Result") == pgn::text(game.result)));
  }
}

BOOST_AUTO_TEST_CASE(an_annotated_file) {
  compare(
      "[Event \"Opera\"]\r\n[White \"Morphy, Paul\"]\r\n[Black \"Consultants\"]\r\n[Result \"1-0\"]\r\n\r\n"
      "1.e4 e5 2.Nf3 d6 {Philidor} (2... Nc6 3. Bb5 (3. Bc4 Bc5 $10) 3... a6) 3.d4 Bg4?! $6 4.dxe5 Bxf3 5.Qxf3 dxe5\r\n"
      "6.Bc4 Nf6 7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nxb5 {offered (} cxb5 11.Bxb5+ Nbd7 12.O-O-O Rd8\r\n"
      "13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7+ Nxd7 16.Qb8+ Nxb8 17.Rd8# 1-0\r\n\r\n"
      "[Event \"Corner\"]\r\n[SetUp \"1\"]\r\n[FEN \"1r2k3/P7/8/3pP3/8/8/8/R3K3 w Q d6 0 30\"]\r\n"
      "[Result \"*\"]\r\n\r\n"
      "30. exd6 Kd7 31. axb8=N+ Kxd6 32. O-O-O+ Kc7 33. Nc6 Kxc6 34. Kd2 Kc5 35. Ke3 Kc4 *\r\n",
      2);
}

}  // namespace
}  // namespace adoube
