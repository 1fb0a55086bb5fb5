// SPDX-License-Identifier: Apache-2.0
#include "host/svg/board_svg.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "tests/host/svg/golden.hpp"

namespace adoube::svg {
namespace {

using enum Square;

chess::Position position(std::string_view fen) {
  const auto parsed = fen::parse(fen);
  BOOST_REQUIRE_MESSAGE(parsed, (parsed ? "" : parsed.error().message));
  return *parsed;
}

const std::vector<Mark> incident{{f7, MarkKind::check},       {b8, MarkKind::last_move},   {b7, MarkKind::last_move},
                                 {e8, MarkKind::touched, 1},  {d7, MarkKind::allowed},     {e7, MarkKind::allowed},
                                 {g5, MarkKind::adjusted, 2}, {f7, MarkKind::fault, 3},    {off, MarkKind::touched, 4},
                                 {e8, MarkKind::touched, 12}, {b7, MarkKind::touched, 5}};

BOOST_AUTO_TEST_CASE(the_start_from_both_sides_in_both_themes) {
  check_golden("start", board(chess::Position::start(), {}, {}));
  check_golden("start-black-dark", board(chess::Position::start(), {},
                                         {.below = Colour::black, .theme = Theme::dark, .size = 320, .id = "b2", .title = {}}));
}

BOOST_AUTO_TEST_CASE(an_incident_with_every_kind_of_mark) {
  const auto p = position("4Q3/1r3K2/3k4/6Rp/4P1p1/8/8/8 w - - 0 53");
  check_golden("incident", board(p, incident, {.id = "incident-1", .title = "Tilburg <1992> & \"J'adoube\" \xe9\x01 Réti"}));
}

BOOST_AUTO_TEST_CASE(many_numbers_on_one_square) {
  std::vector<Mark> marks;
  for (int i = 1; i <= 11; ++i) marks.push_back({d4, MarkKind::touched, i * 9});
  const std::string picture = board(position("4k3/8/8/8/3R4/8/8/4K3 w - - 0 1"), marks, {});
  BOOST_CHECK(picture.find(">72</text>") != std::string::npos);
  BOOST_CHECK(picture.find(">+</text>") != std::string::npos);
  BOOST_CHECK(picture.find(">81</text>") == std::string::npos);
  BOOST_CHECK(picture.find(" 99: d4 touched.") != std::string::npos);  // in words all of them
  marks.resize(9);
  BOOST_CHECK(board(chess::Position::start(), marks, {}).find(">81</text>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_mark_outside_the_board_draws_nothing) {
  const auto p = chess::Position::start();
  BOOST_CHECK_EQUAL(board(p, {{off, MarkKind::fault, 1}}, {}), board(p, {}, {}));
}

BOOST_AUTO_TEST_CASE(a_position_in_words) {
  BOOST_CHECK_EQUAL(board_words(position("4k3/8/8/8/3R4/8/P6P/4K3 b - - 0 1")),
                    "White: king e1, rook d4, pawns a2 h2. Black: king e8. Black to move.");
}

}  // namespace
}  // namespace adoube::svg
