// SPDX-License-Identifier: Apache-2.0
// The reading of PGN files, judged by pgn-extract: every main line and every variation in UCI, and every result; and what
// we write, read by pgn-extract and by ourselves.
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/pgn_writer.hpp"
#include "rules/notation/uci.hpp"
#include "tests/rules/oracle.hpp"

namespace adoube {
namespace {

using Words = std::vector<std::string>;
constexpr std::string_view judge = ADOUBE_PGN_EXTRACT;

std::vector<pgn::Game> games_of(const std::string& text) {
  auto games = pgn::read(text);
  BOOST_REQUIRE_MESSAGE(games.has_value(), (games ? "" : games.error().message));
  return std::move(*games);
}

/// Appends a line, which begins with `words` already played, and then the variations from it: the order of pgn-extract.
void add_line(Words& lines, std::string words, chess::Position p, const std::vector<pgn::Ply>& plies, bool chess960) {
  const std::size_t mine = lines.size();
  lines.emplace_back();
  for (const pgn::Ply& ply : plies) {
    for (const pgn::Variation& v : ply.variations) add_line(lines, words, p, v.plies, chess960);
    words += uci::write(p, ply.move, chess960);
    words += ' ';
    p.make(ply.move);
  }
  lines[mine] = words;
}

Words lines_of(const std::vector<pgn::Game>& games) {
  Words lines;
  for (const pgn::Game& game : games) add_line(lines, "", game.start, game.plies, game.is_chess960());
  return lines;
}

Words main_lines_of(std::vector<pgn::Game> games) {
  for (pgn::Game& game : games) {
    for (pgn::Ply& ply : game.plies) ply.variations.clear();
  }
  Words lines = lines_of(games);
  for (std::size_t n = 0; n < games.size(); ++n) lines[n] += pgn::text(games[n].result);
  return lines;
}

/// The main lines in UCI with their results; pgn-extract writes each on one line and an empty one behind it.
Words judged(const std::string& text) {
  std::istringstream answer(test::output_of(std::string(judge) + " -s -w100000 -Wuci --notags -C -N -V", text));
  Words lines;
  for (std::string line; std::getline(answer, line);) {
    // pgn-extract writes the kind of a promotion as a capital; UCI has it small.
    for (std::size_t i = 4; i < line.size(); ++i) {
      if (line[i] >= 'A' && line[i] <= 'Z') line[i] = static_cast<char>(line[i] - 'A' + 'a');
    }
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

/// Every variation as a game of its own, judged.
Words judged_variations(const std::string& text) {
  Words lines = judged(test::output_of(std::string(judge) + " -s --splitvariants", text));
  for (std::string& line : lines) line.erase(line.rfind(' ') + 1);  // the results of variations are pgn-extract's own
  return lines;
}

std::string written(const std::vector<pgn::Game>& games, pgn::Layout layout) {
  std::string text;
  for (const pgn::Game& game : games) {
    if (!text.empty()) text += '\n';
    text += pgn::write(game, layout);
  }
  return text;
}

/// Reads alike what pgn-extract reads alike, and gives it back so that both read it alike again.
void compare(const std::string& text, std::size_t games_expected) {
  const auto games = games_of(text);
  BOOST_TEST(games.size() == games_expected);
  for (const auto layout : {pgn::Layout::export_format, pgn::Layout::one_line}) {
    const std::string once = written(games, layout);
    const auto again = games_of(once);
    BOOST_TEST((again == games));
    BOOST_TEST(written(again, layout) == once);
    if (!judge.empty()) BOOST_TEST(judged(once) == judged(text), boost::test_tools::per_element());
  }
  if (judge.empty()) return test::skip("pgn-extract is not installed");
  BOOST_TEST(main_lines_of(games) == judged(text), boost::test_tools::per_element());
  BOOST_TEST(lines_of(games) == judged_variations(text), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_shared_games) {
  const auto file = test::shared_file(ADOUBE_SOURCE_DIR, "games/blitz-with-clocks.pgn");
  if (!file) return test::skip("no shared games; set ADOUBE_SHARED");
  const std::string text = test::contents(*file);
  compare(text, 289);
  BOOST_TEST((written(games_of(text), pgn::Layout::one_line) == text));
}

BOOST_AUTO_TEST_CASE(every_shared_ply_has_its_clock_and_the_san_we_would_write) {
  const auto file = test::shared_file(ADOUBE_SOURCE_DIR, "games/blitz-with-clocks.pgn");
  if (!file) return test::skip("no shared games; set ADOUBE_SHARED");
  for (const pgn::Game& game : games_of(test::contents(*file))) {
    for (const pgn::Ply& ply : game.plies) BOOST_TEST(ply.clk_ms().has_value());
    BOOST_TEST(game.warnings.empty());  // every move is in SAN as we write it, among others
    BOOST_TEST((game.tag("Result") == pgn::text(game.result)));
  }
}

BOOST_AUTO_TEST_CASE(our_own_games) {
  const std::filesystem::path folder = std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/games";
  for (const auto& [name, count] : {std::pair{"opera-1858.pgn", 1U}, {"moscow-1985.pgn", 1U}, {"short-games.pgn", 6U}}) {
    compare(test::contents(folder / name), count);
  }
}

/// Comments, glyphs, commands, variations within variations, a start from a position, Chess960; in the export format.
BOOST_AUTO_TEST_CASE(a_file_with_everything) {
  const std::string annotated =
      test::contents(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rules/notation/annotated.pgn");
  compare(annotated, 4);
  const auto games = games_of(annotated);
  BOOST_TEST(written(games, pgn::Layout::export_format) == annotated);
  BOOST_TEST(lines_of(games).size() == 21U);
  for (const pgn::Game& game : games) BOOST_TEST(game.warnings.empty());
}

BOOST_AUTO_TEST_CASE(a_file_of_an_old_program) {
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
