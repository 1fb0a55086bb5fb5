// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_reader.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>

#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"
#include "tests/rules/notation/sentences.hpp"

namespace adoube {
namespace {

pgn::Game only(std::string_view text) {
  auto games = pgn::read(text);
  BOOST_REQUIRE_MESSAGE(games.has_value(), text << "\n" << (games ? "" : games.error().message));
  BOOST_REQUIRE(games->size() == 1U);
  return std::move(games->front());
}

/// A line as UCI texts separated by blanks.
std::string line(const std::vector<pgn::Ply>& plies, chess::Position p) {
  std::string text;
  for (const pgn::Ply& ply : plies) {
    if (!text.empty()) text += ' ';
    text += uci::write(p, ply.move);
    p.make(ply.move);
  }
  return text;
}
std::string line(const pgn::Game& game) { return line(game.plies, game.start); }

BOOST_AUTO_TEST_CASE(a_game_as_programs_write_it) {
  const auto game = only(
      "[Event \"Club evening\"]\n[Site \"?\"]\n[Date \"2025.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n"
      "[Result \"1-0\"]\n\n"
      "1. e4 { [%clk 0:05:00] } 1... e5 { [%clk 0:04:58.7] [%emt 0:00:02] } 2. Bc4 Nc6 3. Qh5?! $6 Nf6??\n"
      "4. Qxf7# 1-0\n");
  BOOST_TEST(game.number == 1);
  BOOST_TEST(game.line == 1U);
  BOOST_TEST(game.tags.size() == 7U);
  BOOST_TEST((game.tags[0] == pgn::Tag{"Event", "Club evening"}));
  BOOST_TEST((game.tags[6] == pgn::Tag{"Result", "1-0"}));
  BOOST_TEST((game.tag("White") == "A"));
  BOOST_TEST(!game.tag("Annotator").has_value());
  BOOST_TEST((game.start == chess::Position::start()));
  BOOST_TEST(line(game) == "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7");
  BOOST_TEST((game.plies[0].clk_ms() == 300'000));
  BOOST_TEST((game.plies[1].clk_ms() == 298'700));
  BOOST_TEST((game.plies[1].emt_ms() == 2000));
  BOOST_TEST(!game.plies[0].emt_ms().has_value());
  BOOST_TEST(!game.plies[2].clk_ms().has_value());
  BOOST_TEST((game.plies[0].comments == pgn::Comments{"[%clk 0:05:00]"}));
  BOOST_TEST((game.plies[4].nags == std::vector<pgn::Nag>{6, 6}));
  BOOST_TEST((game.plies[5].nags == std::vector<pgn::Nag>{4}));
  BOOST_TEST(game.plies[6].nags.empty());
  BOOST_TEST(game.warnings.empty());
  BOOST_TEST((game.result == pgn::Outcome::white_wins));
}

BOOST_AUTO_TEST_CASE(results) {
  BOOST_TEST((only("1-0").result == pgn::Outcome::white_wins));
  BOOST_TEST((only("e4 0-1").result == pgn::Outcome::black_wins));
  BOOST_TEST((only("1. e4 1/2-1/2").result == pgn::Outcome::draw));
  BOOST_TEST((only("[Event \"?\"]\n\n*").result == pgn::Outcome::unknown));
  using enum pgn::Outcome;
  for (const auto outcome : {white_wins, black_wins, draw, unknown}) {
    BOOST_TEST((only(pgn::text(outcome)).result == outcome));
  }
}

BOOST_AUTO_TEST_CASE(move_numbers_in_every_style) {
  for (const char* text : {"1. e4 e5 2. Nf3 Nc6 *", "1.e4 e5 2.Nf3 Nc6 *", "1.e4 1...e5 2.Nf3 2...Nc6 *",
                           "e4 e5 Nf3 Nc6 *", "1 e4 e5 2 Nf3 Nc6 *", "1. e4 ... e5 2 . Nf3 Nc6 *",
                           "1.\ne4\te5\n2.\nNf3 Nc6\n*"}) {
    BOOST_TEST(line(only(text)) == "e2e4 e7e5 g1f3 b8c6", text);
  }
}

BOOST_AUTO_TEST_CASE(comments_belong_to_the_ply_before) {
  const auto game = only("{before} 1. {the first} e4 {first} {second; not a line comment (nor a variation)} e5\n"
                         "; to the end } of line\n{over\nlines} 2. Nf3 {} Nc6 { two  blanks\tand a [%csl Ga4] } * ");
  BOOST_TEST((game.comments == pgn::Comments{"before", "the first"}));
  BOOST_TEST((game.plies[0].comments == pgn::Comments{"first", "second; not a line comment (nor a variation)"}));
  BOOST_TEST((game.plies[1].comments == pgn::Comments{"to the end } of line", "over lines"}));
  BOOST_TEST(game.plies[2].comments.empty());
  BOOST_TEST((game.plies[3].comments == pgn::Comments{"two  blanks\tand a [%csl Ga4]"}));
  BOOST_TEST(line(game) == "e2e4 e7e5 g1f3 b8c6");
}

BOOST_AUTO_TEST_CASE(comments_among_the_tags_stand_before_the_first_ply) {
  const auto game = only("; above\n[Event \"x\"]\n{between}\n[Site \"y\"]\n{below} e4 *");
  BOOST_TEST((game.comments == pgn::Comments{"above", "between", "below"}));
}

BOOST_AUTO_TEST_CASE(variations_keep_all_they_hold_and_their_place) {
  const auto game = only(
      "1. e4 $1 $140 {a} (1. d4 {b} d5 (1... Nf6 {c ) in a comment} 2. c4!) (1... f5) {d} 2. c4) {e} ({f} 1. c4 1/2-1/2)\n"
      "({only words}) () 1... e5 (1... c5 2. -- d6) *");
  BOOST_TEST(line(game) == "e2e4 e7e5");
  const pgn::Ply& e4 = game.plies[0];
  BOOST_TEST((e4.nags == std::vector<pgn::Nag>{1, 140}));
  BOOST_TEST((e4.comments == pgn::Comments{"a"}));
  BOOST_REQUIRE(e4.variations.size() == 4U);

  const pgn::Variation& d4 = e4.variations[0];
  BOOST_TEST(line(d4.plies, game.start) == "d2d4 d7d5 c2c4");
  BOOST_TEST((d4.plies[0].comments == pgn::Comments{"b"}));
  BOOST_TEST((d4.comments_after == pgn::Comments{"e"}));
  BOOST_REQUIRE(d4.plies[1].variations.size() == 2U);
  const auto after_d4 = game.start.after(d4.plies[0].move);
  BOOST_TEST(line(d4.plies[1].variations[0].plies, after_d4) == "g8f6 c2c4");
  BOOST_TEST((d4.plies[1].variations[0].plies[1].nags == std::vector<pgn::Nag>{1}));
  BOOST_TEST(line(d4.plies[1].variations[1].plies, after_d4) == "f7f5");
  BOOST_TEST((d4.plies[1].variations[1].comments_after == pgn::Comments{"d"}));

  BOOST_TEST((e4.variations[1].comments == pgn::Comments{"f"}));
  BOOST_TEST((e4.variations[1].result == pgn::Outcome::draw));
  BOOST_TEST((e4.variations[2].comments == pgn::Comments{"only words"}));
  BOOST_TEST(e4.variations[2].plies.empty());
  BOOST_TEST((e4.variations[3] == pgn::Variation{}));

  const pgn::Variation& c5 = game.plies[1].variations.at(0);
  BOOST_REQUIRE(c5.plies.size() == 3U);
  BOOST_TEST(c5.plies[1].is_null());
  BOOST_TEST((c5.plies[2].move == chess::Move(Square::d7, Square::d6)));
}

BOOST_AUTO_TEST_CASE(glyphs_have_numbers_however_they_are_written) {
  const struct {
    const char* text;
    std::vector<pgn::Nag> nags;
  } cases[]{
      {"e4!", {1}},       {"e4 ?", {2}},   {"e4!!", {3}},      {"e4 ??", {4}},       {"e4!?", {5}},  {"e4?!", {6}},
      {"e4! !", {1, 1}},  {"e4!!!", {3, 1}}, {"e4 $0", {0}},   {"e4 $255", {255}},   {"e4 =", {10}}, {"e4 +=", {14}},
      {"e4 +/=", {14}},   {"e4 =+", {15}}, {"e4 +/-", {16}},   {"e4 -/+", {17}},     {"e4 +-", {18}}, {"e4 -+", {19}},
      {"e4 ~", {13}},     {"e4 \u00b1", {16}}, {"e4 \u2a72$7", {14, 7}}, {"e4 $1$2", {1, 2}}, {"e4 e.p.", {}},
      {"e4 ({x}) $4", {4}},
  };
  for (const auto& c : cases) {
    const auto game = only(std::string(c.text) + " *");
    BOOST_TEST((game.plies.at(0).nags == c.nags), c.text);
  }
}

BOOST_AUTO_TEST_CASE(clocks_in_variations_are_not_the_games) {
  const auto game = only("1. e4 {[%clk 0:01:00]} (1. d4 {[%clk 0:00:07]}) {[%clk 0:00:09]} *");
  BOOST_TEST((game.plies[0].clk_ms() == 60'000));
  BOOST_TEST((game.plies[0].variations[0].plies[0].clk_ms() == 7'000));
}

BOOST_AUTO_TEST_CASE(evaluations) {
  const auto game = only("1. e4 {[%eval 0.33,20] [%clk 0:01:00.5]} e5 {[%eval #-3]} 2. d4 *");
  BOOST_TEST((game.plies[0].eval() == pgn::Evaluation{false, 33, 20}));
  BOOST_TEST((game.plies[0].clk_ms() == 60'500));
  BOOST_TEST((game.plies[1].eval() == pgn::Evaluation{true, -3, {}}));
  BOOST_TEST(!game.plies[2].eval().has_value());
}

BOOST_AUTO_TEST_CASE(escape_lines_marks_and_line_ends) {
  const std::string text =
      "\xef\xbb\xbf[Event \"x\"]\n% an escape line [Event \"y\"]\n[Site \"z\"]\n\n1. e4\n%1. d4 d5\ne5 *\n";
  std::string dos, mac;
  for (const char c : text) {
    if (c == '\n') dos += '\r';
    dos += c;
    mac += c == '\n' ? '\r' : c;
  }
  for (const std::string& variant : {text, dos, mac}) {
    const auto game = only(variant);
    BOOST_TEST(line(game) == "e2e4 e7e5");
    BOOST_TEST((game.tag("Site") == "z"));
    BOOST_TEST((game.tag("Event") == "x"));
  }
}

BOOST_AUTO_TEST_CASE(tag_values_may_hold_quotes_and_anything_else) {
  const auto game = only("[White \"a \\\"b\\\" \\\\ c \\d ] { ; \xc3\xa9\"] [Black\t\"x\" ]\n*");
  BOOST_TEST((game.tag("White") == "a \"b\" \\ c \\d ] { ; \xc3\xa9"));
  BOOST_TEST((game.tag("Black") == "x"));
}

BOOST_AUTO_TEST_CASE(a_game_may_start_from_a_position) {
  const auto game = only("[SetUp \"1\"]\n[FEN \"4Q3/1r3K2/3k4/6Rp/4P1p1/8/8/8 w - - 1 54\"]\n\n54. Qe7+ Rxe7+ *");
  BOOST_TEST(fen::write(game.start) == "4Q3/1r3K2/3k4/6Rp/4P1p1/8/8/8 w - - 1 54");
  BOOST_TEST(line(game) == "e8e7 b7e7");
  const auto chess960 = only("[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n\n1. O-O *");
  BOOST_TEST(chess960.plies[0].move.is_castling());
}

BOOST_AUTO_TEST_CASE(many_games) {
  const auto games = pgn::read(
      "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 d5 1-0 [Event \"3\"] * e4 0-1\n\n; the end\n");
  BOOST_REQUIRE(games.has_value());
  BOOST_REQUIRE(games->size() == 4U);
  BOOST_TEST(line((*games)[1]) == "d2d4 d7d5");
  BOOST_TEST((*games)[1].line == 5U);
  BOOST_TEST((*games)[2].plies.empty());
  BOOST_TEST(line((*games)[3]) == "e2e4");
  BOOST_TEST((*games)[3].number == 4);
  for (const char* nothing : {"", "\n\n", "% only an escape\n", "; only a comment", "{only a comment}\n"}) {
    BOOST_TEST(pgn::read(nothing)->empty());
  }
}

BOOST_AUTO_TEST_CASE(each_bad_input_has_its_place_and_reason) {
  const struct {
    const char *text, *place, *phrase;
  } cases[]{
      {"1. e4 e5 2. Ke3 *", "game 1, line 1, column 13: ", "\"Ke3\" is not a legal move here for \"2.Ke3\""},
      {"1. e4 *\n1. e4\ne5 2. Nf3\n2...Nf3 *", "game 2, line 4, column 5: ", "for \"2...Nf3\""},
      {"1. e4 e5 2. -- *", "line 1, column 13: ", "\"--\" is a null move"},
      {"1. e4 e5 2. Qh5 (2. Qf3 Nc6 3. Qxf7+ --) *", "line 1, column 38: ", "\"--\" is a null move in check"},
      {"1. e4 (1. d4 zz9) *", "line 1, column 14: ", "\"zz9\" is not a move"},
      {"1. e4\n\n[x", "game 1, line 3, column 1: ", "\"[\" opens no tag"},
      {"[ \"x\"] *", "line 1, column 3: ", "expected the name of a tag"},
      {"[Event x] *", "line 1, column 8: ", "expected a value in double quotes for tag \"Event\""},
      {"[Event \"x] *", "line 1, column 8: ", "expected a double quote at the end"},
      {"[Event \"x\"\n[Site \"y\"]\n*", "line 2, column 1: ", "expected \"]\" after the tag \"Event\""},
      {"[SetUp \"1\"]\n*", "line 2, column 1: ", "expected a tag \"FEN\""},
      {"[Event \"x\"]\n[FEN \"8/8 w - -\"]\n*", "line 2, column 1: ", "FEN: the board has 2 ranks"},
      {"[Event \"x\"]\n[Variant \"Crazyhouse\"]\n*", "line 2, column 1: ", "variant \"Crazyhouse\" is played by other rules"},
      {"1. e4 {no end\n\n*", "line 1, column 7: ", "comment that begins here has no end"},
      {"1. e4 (1. d4 (1. c4) *", "line 1, column 7: ", "variation that begins here has no end"},
      {"1. e4 (1. d4 1-0 d5) *", "line 1, column 18: ", "after the result of a variation"},
      {"(1. e4) *", "line 1, column 1: ", "a variation begins, expected a move first"},
      {"1. e4 ) *", "line 1, column 7: ", "\")\" closes nothing"},
      {"1. e4 } *", "line 1, column 7: ", "\"}\" closes nothing"},
      {"1. e4 $x *", "line 1, column 7: ", "expected a number from 0 to 255 after \"$\""},
      {"1. e4 $65536 *", "line 1, column 7: ", "expected a number from 0 to 255 after \"$\""},
      {"\xff\xfe", "game 1, line 1, column 1: ", "UTF-16"},
      {"\xfe\xff", "game 1, line 1, column 1: ", "UTF-16"},  // the other byte order
      {"<html>", "line 1, column 1: ", "\"<html>\" is not a move"},
  };
  for (const auto& c : cases) {
    const auto games = pgn::read(c.text);
    BOOST_TEST(!games.has_value(), c.text);
    if (games) continue;
    test::check_sentence(games.error(), c.phrase);
    BOOST_TEST(games.error().message.starts_with("PGN game "));
    BOOST_TEST(games.error().message.find(c.place) != std::string::npos,
               games.error().message << " is not at " << c.place);
  }
}

BOOST_AUTO_TEST_CASE(utf16_without_its_mark_is_known_by_its_zeros) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {"[\0E\0v\0"sv, "\0[\0E\0v"sv}) {
    const auto games = pgn::read(text);
    BOOST_REQUIRE(!games.has_value());
    BOOST_TEST(games.error().message.find("UTF-16") != std::string::npos, games.error().message);
  }
}

/// Event tags of the good games and "!" for each bad one.
std::string recovered(std::string_view text) {
  std::string names;
  pgn::Reader reader(text);
  while (const auto game = reader.next()) names += *game ? std::string((*game)->tag("Event").value_or("?")) : "!";
  return names;
}

/// However long the line: of a long one only the end is looked at, and no piece of the result may get lost.
BOOST_AUTO_TEST_CASE(a_result_at_the_end_of_a_long_bad_line_ends_the_game) {
  for (std::size_t length = 1; length < 600; ++length) {
    BOOST_TEST(recovered("1. e9 " + std::string(length, 'x') + " 1/2-1/2\n1. e4 *\n") == "!?", length);
  }
}

BOOST_AUTO_TEST_CASE(after_a_bad_game_comes_the_next_one) {
  const std::string good = "[Event \"g\"]\n[Site \"?\"]\n\n1. e4 *\n\n";
  BOOST_TEST(recovered(good + good) == "gg");
  for (const std::string bad : {
           "[Event \"b\"]\n[Site \"?\"]\n\n1. e5 *\n\n",                        // illegal move
           "[Event \"b\"]\n[Site \"?\"]\n\n1. e4\n1. e5 e6\n\n*\n\n",           // ... and more lines behind it
           "[Event \"b\"]\n[Site ?]\n[Round \"1\"]\n\n1. e4 e5 *\n\n",          // bad tag in the middle
           "[Event \"b]\n[Site \"?\"]\n\n1. e4 *\n\n",                          // bad first tag
           "[Event \"b\"]\n[FEN \"x\"]\n\n1. e4 *\n\n",                         // bad position
           "[Event \"b\"]\n[Site \"?\"]\n\n1. e4 {\n\n",                        // open comment
           "[Event \"b\"]\n[Site \"?\"]\n\n1. e4 (\n\n",                        // open variation
           "[Event \"b\"]\n[Site \"?\"]\n\n1. e5 {over\n[%clk lines]} d5 *\n",  // a bracket at the start of a line
       }) {
    BOOST_TEST(recovered(good + bad + good) == "g!g", bad);
    BOOST_TEST(recovered(bad + good + bad) == "!g!", bad);
    BOOST_TEST(recovered(bad + bad + good) == "!!g", bad);
  }
  // Programs that leave the standard's order: the next game begins with any tag.
  BOOST_TEST(recovered("1. e5 *\n\n[White \"a\"]\n[Event \"g\"]\n\n1. e4 *\n") == "!g");
  BOOST_TEST(recovered("1. e5 *\n\n[White \"no event\"]\n\n1. e4 *\n") == "!?");
  BOOST_TEST(recovered("[White \"a\"]\n\n1. e5 *\n\n[White \"no event\"]\n\n1. e4 *\n") == "!?");
  // Games without tags: the next one begins behind the result.
  BOOST_TEST(recovered("1. e5 *\n1. e4 e5\n*\n1. e5 e4 1-0\n\n1. d4 *\n") == "!?!?");
  BOOST_TEST(recovered("1. e5 e4\n2. d4\nd5 *\n1. d4 *\n") == "!?");
}

BOOST_AUTO_TEST_CASE(streams_are_read_as_memory_is) {
  std::ostringstream written;
  for (int n = 0; n < 3000; ++n) {
    written << "[Event \"" << n << "\"]\r\n\r\n1. e4 {[%clk 0:0" << n % 10 << ":00]} e5 *\r\n\r\n";
  }
  const std::string text = written.str();
  std::istringstream stream(text);
  const auto a = pgn::read(stream), b = pgn::read(text);
  BOOST_REQUIRE((a.has_value() && b.has_value()));
  BOOST_REQUIRE((a->size() == 3000U && b->size() == 3000U));
  for (std::size_t n = 0; n < a->size(); ++n) {
    BOOST_TEST(((*a)[n].tag("Event") == std::to_string(n)));
    BOOST_TEST(((*a)[n].plies[0].clk_ms() == static_cast<int>(n % 10) * 60'000));
    BOOST_TEST(((*a)[n].tags == (*b)[n].tags));
    BOOST_TEST((*a)[n].line == (*b)[n].line);
    BOOST_TEST((*a)[n].line == 4 * n + 1);
  }
}

BOOST_AUTO_TEST_CASE(an_input_that_fails_is_said_so) {
  class Broken : public std::streambuf {
    int_type underflow() override { throw std::ios_base::failure("disk on fire"); }
  } broken;
  std::istream stream(&broken);
  const auto games = pgn::read(stream);
  BOOST_REQUIRE(!games.has_value());
  BOOST_TEST((games.error().cause == Cause::io));
}

}  // namespace
}  // namespace adoube
