// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "tests/rules/positions.hpp"

namespace adoube::pgn {
namespace {

BOOST_AUTO_TEST_CASE(outcomes_and_their_texts) {
  using enum Outcome;
  for (const Outcome outcome : {unknown, white_wins, black_wins, draw}) BOOST_TEST((parse_outcome(text(outcome)) == outcome));
  BOOST_TEST((parse_outcome("1/2") == draw));
  for (const char* other : {"", "1", "1-", "0-0", "1/2-1/", "**", "1-0 "}) BOOST_TEST(!parse_outcome(other).has_value(), other);
}

BOOST_AUTO_TEST_CASE(variants) {
  for (const char* value : {"Standard", "standard", "Chess", "From Position", "", "?"}) {
    BOOST_TEST((parse_variant(value) == Variant::standard), value);
  }
  for (const char* value : {"Chess960", "chess 960", "Fischerandom", "fischer-random", "FischerRandom"}) {
    BOOST_TEST((parse_variant(value) == Variant::chess960), value);
  }
  for (const char* value : {"Crazyhouse", "Atomic", "King of the Hill", "Three-check", "Antichess", "Horde", "Racing Kings", "x"}) {
    BOOST_TEST(!parse_variant(value).has_value(), value);
  }
  Game game;
  BOOST_TEST(!game.is_chess960());
  game.tags = {{"Variant", "Chess960"}};
  BOOST_TEST(game.is_chess960());
}

BOOST_AUTO_TEST_CASE(a_null_move_passes) {
  const Ply null;
  BOOST_TEST(null.is_null());
  const auto e4 = Ply{chess::Move(Square::e2, Square::e4), {}, {}, {}};
  BOOST_TEST(!e4.is_null());
  // The right to take en passant is gone; the same colour moves again one move later.
  const auto p = test::position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
  BOOST_TEST(fen::write(after(p, e4)) == "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  BOOST_TEST(fen::write(after(after(p, e4), null)) == "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 2");
  BOOST_TEST(fen::write(after(p, null)) == "4k3/8/8/8/3p4/8/4P3/4K3 b - - 1 1");
  // The counters stay where a FEN ends.
  const auto late = test::position("4k3/8/8/8/8/8/8/4K3 b - - 9999 9999");
  BOOST_TEST(fen::write(after(late, null)) == "4k3/8/8/8/8/8/8/4K3 w - - 9999 9999");
}

BOOST_AUTO_TEST_CASE(equal_is_what_says_the_same) {
  Game a, b;
  a.plies.push_back({chess::Move(Square::e2, Square::e4), {1}, {"x"}, {Variation{}}});
  b = a;
  b.number = 7;
  b.line = 9;
  b.warnings.push_back({Warning::Kind::san, {}, "w"});
  BOOST_TEST((a == b));
  const auto differs = [&](auto change) {
    Game changed = a;
    change(changed);
    return !(changed == a);
  };
  BOOST_TEST(differs([](Game& g) { g.plies[0].nags = {2}; }));
  BOOST_TEST(differs([](Game& g) { g.plies[0].comments = {"y"}; }));
  BOOST_TEST(differs([](Game& g) { g.plies[0].move = {}; }));
  BOOST_TEST(differs([](Game& g) { g.plies[0].variations[0].comments = {"y"}; }));
  BOOST_TEST(differs([](Game& g) { g.plies[0].variations[0].comments_after = {"y"}; }));
  BOOST_TEST(differs([](Game& g) { g.plies[0].variations[0].result = Outcome::unknown; }));
  BOOST_TEST(differs([](Game& g) { g.plies[0].variations[0].plies.emplace_back(); }));
  BOOST_TEST(differs([](Game& g) { g.tags.push_back({"a", "b"}); }));
  BOOST_TEST(differs([](Game& g) { g.comments = {"y"}; }));
  BOOST_TEST(differs([](Game& g) { g.result = Outcome::draw; }));
  BOOST_TEST(differs([](Game& g) { g.start.set_clocks(1, 1); }));
}

BOOST_AUTO_TEST_CASE(missing_tags_are_made_and_all_are_put_in_order) {
  Game game;
  game.tags = {{"ECO", "C46"}, {"White", "W"}, {"Event", "E"}, {"Annotator", "A"}};
  game.result = Outcome::black_wins;
  complete_tags(game);
  const std::vector<Tag> expected{{"Event", "E"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},    {"White", "W"},
                                  {"Black", "?"}, {"Result", "0-1"}, {"ECO", "C46"},      {"Annotator", "A"}};
  BOOST_TEST((game.tags == expected));
  game.start = test::position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  complete_tags(game);
  BOOST_TEST((game.tags[7] == Tag{"SetUp", "1"}));
  BOOST_TEST((game.tags[8] == Tag{"FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}));
  BOOST_TEST((game.tags[9] == Tag{"ECO", "C46"}));
}

}  // namespace
}  // namespace adoube::pgn
