// SPDX-License-Identifier: Apache-2.0
// What the reader understands and still tells.
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

#include "rules/notation/pgn_reader.hpp"
#include "tests/rules/notation/sentences.hpp"

namespace adoube::pgn {
namespace {

using Kind = Warning::Kind;

const std::string seven =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";

Game game_of(std::string_view text) {
  auto game = Reader(text).next();
  BOOST_REQUIRE(game.has_value());
  BOOST_REQUIRE_MESSAGE(game->has_value(), text << '\n' << (*game ? "" : game->error().message));
  return std::move(**game);
}

BOOST_AUTO_TEST_CASE(each_has_its_kind_place_and_sentence) {
  // The moves stand on line 9.
  const struct {
    const char* moves;
    Kind kind;
    Place place;
    const char* phrase;
  } cases[]{
      {"1. e4 1-0", Kind::result_differs, {9, 7}, "ends with 1-0 but tag \"Result\" is \"*\""},
      {"1. e4 e5", Kind::result_missing, {9, 9}, "without a result"},
      {"1. e4\n\n[Event \"next\"]\n\n*", Kind::result_missing, {11, 1}, "without a result"},
      {"", Kind::result_missing, {9, 1}, "without a result"},
      {"1. e2e4 *", Kind::san, {9, 4}, "\"e2e4\" is written \"e4\""},
      {"1. Ng1f3 *", Kind::san, {9, 4}, "\"Ng1f3\" is written \"Nf3\""},
      {"1.f3 e5 2.g4 Qh4 *", Kind::san, {9, 14}, "\"Qh4\" is written \"Qh4#\""},
      {"1. e4+ *", Kind::san, {9, 4}, "\"e4+\" is written \"e4\""},
      {"1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 *", Kind::san, {9, 35}, "\"0-0\" is written \"O-O\""},
      {"1. e4 e5 (1... c7c5) *", Kind::san, {9, 16}, "\"c7c5\" is written \"c5\""},
      {"2. e4 *", Kind::move_number, {9, 1}, "\"2.\" is not the number 1. of the move"},
      {"1. e4 2... e5 *", Kind::move_number, {9, 7}, "\"2...\" is not the number 1... of the move"},
      {"1... e4 *", Kind::move_number, {9, 1}, "\"1...\" is not the number 1. of the move"},
      {"99999999999999999999.e4 *", Kind::move_number, {9, 1}, "is not the number"},
      {"1. e4 $300 *", Kind::glyph, {9, 7}, "$300 is no glyph of the standard"},
      {"$1 1. e4 *", Kind::glyph, {9, 1}, "before the first move"},
      {"! 1. e4 *", Kind::glyph, {9, 1}, "before the first move"},
      {"1. e4 {[%clk 5 minutes]} *", Kind::command, {9, 7}, "\"5 minutes\" after \"%clk\" is no time"},
      {"1. e4 {[%emt ]} *", Kind::command, {9, 7}, "\"\" after \"%emt\" is no time"},
      {"1. e4 {[%csl x] [%eval best]} *", Kind::command, {9, 7}, "\"best\" after \"%eval\" is no evaluation"},
      {"1. e4 {na\xefve} *", Kind::encoding, {9, 10}, "byte 0xEF is not UTF-8"},
      {"1. e4 {two\nna\xefve} *", Kind::encoding, {10, 3}, "byte 0xEF is not UTF-8"},
  };
  for (const auto& c : cases) {
    const Game game = game_of(seven + c.moves);
    BOOST_TEST(game.warnings.size() == 1U, c.moves);
    if (game.warnings.empty()) continue;
    const Warning& warning = game.warnings.front();
    test::check_sentence({Cause::malformed, warning.message}, c.phrase);
    BOOST_TEST((warning.kind == c.kind), c.moves);
    BOOST_TEST((warning.place == c.place), c.moves << " at " << warning.place.line << ':' << warning.place.column);
  }
}

BOOST_AUTO_TEST_CASE(a_good_game_has_none) {
  for (const char* moves : {"*", "1. e4 *", "1.e4 e5 2.Nf3 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *", "1 e4 e5 *",
                            "01. e4 *", "1. e4 1. ... e5 *", "1. e4! $2 {[%clk 0:01:00.5] [%x y]} (1. d4) 1... e5 *",
                            "1. f3 e5 2. g4 Qh4# *", "{caf\xc3\xa9} *", "1. e4 d5 2. e5 f5 3. exf6 e.p. *", "1. f3 e5 2. g4 Qh4# # *"}) {
    for (const Warning& warning : game_of(seven + moves).warnings) BOOST_ERROR(moves << ": " << warning.message);
  }
}

BOOST_AUTO_TEST_CASE(tags) {
  const Game none = game_of("\n1. e4 *");
  BOOST_REQUIRE(none.warnings.size() == 1U);
  BOOST_TEST((none.warnings[0].kind == Kind::tag_missing));
  BOOST_TEST((none.warnings[0].place == Place{2, 1}));
  BOOST_TEST(none.warnings[0].message == "the game lacks tags that every game has: Event, Site, Date, Round, White, Black, Result.");

  const Game twice = game_of("[White \"a\"]\n [White \"b\"]\n*");
  BOOST_TEST((twice.tags == std::vector<Tag>{{"White", "a"}}));
  BOOST_REQUIRE(twice.warnings.size() == 2U);
  BOOST_TEST((twice.warnings[0].kind == Kind::tag_repeated));
  BOOST_TEST((twice.warnings[0].place == Place{2, 2}));

  const Game latin = game_of("[White \"M\xfcller\"]\n*");
  BOOST_TEST((latin.tag("White") == "M\xfcller"));
  BOOST_TEST((latin.warnings.back().kind == Kind::encoding));
  BOOST_TEST((latin.warnings.back().place == Place{1, 10}));
}

BOOST_AUTO_TEST_CASE(there_is_an_end_to_them) {
  std::string moves;
  for (int n = 0; n < 500; ++n) moves += "7. ";
  const Game game = game_of(seven + moves + "*");
  BOOST_TEST(game.warnings.size() == Game::max_warnings);
  BOOST_TEST(game.warnings_left_out == 500 - Game::max_warnings);
}

BOOST_AUTO_TEST_CASE(kinds_have_names) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(Kind::command); ++kind) names.insert(name(static_cast<Kind>(kind)));
  BOOST_TEST(names.size() == 9U);
}

}  // namespace
}  // namespace adoube::pgn
