// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_writer.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"

namespace adoube::pgn {
namespace {

Game game_of(std::string_view text) {
  auto games = read(text);
  BOOST_REQUIRE_MESSAGE(games.has_value(), (games ? "" : games.error().message));
  return games->at(0);
}

BOOST_AUTO_TEST_CASE(the_export_format) {
  const Game game = game_of(
      "[Event \"a \\\"b\\\" \\\\\"]\n{before} 1.e4! $10 1...e5{a}2.Nf3(2. f4 (2.Nc3) exf4 {King's Gambit}){after it}({only words})"
      "2...Nc6 1/2-1/2");
  BOOST_TEST(write(game) ==
             "[Event \"a \\\"b\\\" \\\\\"]\n\n"
             "{ before } 1. e4 $1 $10 e5 { a } 2. Nf3 (2. f4 (2. Nc3) 2... exf4 { King's\n"
             "Gambit }) { after it } ({ only words }) 2... Nc6 1/2-1/2\n");
}

BOOST_AUTO_TEST_CASE(one_line_as_servers_write_it) {
  const std::string text =
      "[Event \"x\"]\n[Site \"?\"]\n\n"
      "1. e4 { [%clk 0:01:00] } 1... e5?! { [%eval 0.3] [%clk 0:00:59] } 2. Nf3 Nc6!? $10 (2... d6 3. -- f5) 3. Bb5 { a comment "
      "that is far longer than a line of the export format could ever be } *\n";
  BOOST_TEST(write(game_of(text), Layout::one_line) == text);
}

BOOST_AUTO_TEST_CASE(a_number_stands_with_its_move_and_no_word_is_broken) {
  std::string moves = "1. Nf3 Nf6";
  for (int n = 1; n < 40; ++n) moves += n % 2 == 1 ? " Ng1 Ng8" : " Nf3 Nf6";
  std::istringstream lines(write(game_of(moves + " {" + std::string(200, 'x') + " [%csl Ga1, Gb2]} *")));
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) {
    BOOST_TEST(line.back() != '.');
    BOOST_TEST(line.front() != ' ');
    if (line.find("xxx") == std::string::npos) longest = std::max(longest, line.size());
  }
  BOOST_TEST(longest < 80U);
  BOOST_TEST(longest > 70U);
}

BOOST_AUTO_TEST_CASE(comments_break_where_nothing_changes_its_meaning) {
  Game game;
  for (const std::string tail : {"y [Event \"z\"] end", "y %z", "y  two blanks", "y [%cal Ga1b2, Gc3d4] end", "] [%x] a b c d e f g"}) {
    for (std::size_t length = 55; length < 80; ++length) {
      game.comments = {std::string(length, 'x') + " " + tail};
      const std::string text = write(game);
      BOOST_TEST(text.find("\n[E") == std::string::npos, text);
      BOOST_TEST(text.find("\n%") == std::string::npos, text);
      BOOST_TEST((text.find("[%cal") == std::string::npos || text.find("[%cal Ga1b2, Gc3d4]") != std::string::npos), text);
      BOOST_TEST((game_of(text) == game), text);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_closing_brace_needs_a_line_comment) {
  Game game = game_of("1. e4 e5 *");
  game.plies[0].comments = {"a } b", "c"};
  BOOST_TEST(write(game) == "1. e4\n; a } b\n{ c } 1... e5 *\n");
  BOOST_TEST((game_of(write(game)) == game));
}

BOOST_AUTO_TEST_CASE(what_has_no_place_in_a_line_becomes_a_blank) {
  Game game = game_of("[A \"b\"] 1. e4 e5 *");
  game.tags[0].value = "two\nlines";
  game.comments = {"  ", "", "\n a\r\nb } "};
  BOOST_TEST(write(game) == "[A \"two lines\"]\n\n; a  b }\n1. e4 e5 *\n");
}

BOOST_AUTO_TEST_CASE(a_start_that_no_tag_tells_is_told) {
  Game game;
  game.start = fen::parse("4k3/8/8/8/8/8/4P3/4K3 b - - 3 20").value();
  game.plies.push_back({chess::Move(Square::e8, Square::d8), {}, {}, {}});
  const std::string text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 20\"]\n\n20... Kd8 *\n";
  BOOST_TEST(write(game) == text);
  BOOST_TEST(write(game_of(text)) == text);
}

BOOST_AUTO_TEST_CASE(bytes_of_any_encoding_stay) {
  const std::string text = "[White \"M\xfcller\"]\n\n1. e4 { na\xefve \xe2\x99\x9e } *\n";
  BOOST_TEST(write(game_of(text)) == text);
}

}  // namespace
}  // namespace adoube::pgn
