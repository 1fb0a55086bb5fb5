// SPDX-License-Identifier: Apache-2.0
#include "rules/core/square.hpp"

#include <boost/test/unit_test.hpp>
#include <ostream>

namespace adoube {

std::ostream& boost_test_print_type(std::ostream& out, Square s) { return out << name(s); }

namespace {

BOOST_AUTO_TEST_CASE(names_and_indices_follow_the_wire) {
  BOOST_TEST(index(Square::a1) == 0);
  BOOST_TEST(index(Square::h1) == 7);
  BOOST_TEST(index(Square::a2) == 8);
  BOOST_TEST(index(Square::h8) == 63);
  BOOST_TEST(name(Square::e4) == "e4");
  BOOST_TEST(name(Square::off) == "off");
  for (int i = 0; i < 64; ++i) {
    const Square s = square(i);
    BOOST_TEST(square(file_of(s), rank_of(s)) == s);
    const auto read = parse_square(name(s));
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(*read == s);
  }
}

BOOST_AUTO_TEST_CASE(only_names_of_squares_are_read) {
  BOOST_TEST((parse_square("off") == Square::off));
  for (const char* text : {"", "e", "e9", "e0", "i1", "E4", "4e", "e44", " e4", "of", "OFF"}) {
    BOOST_TEST(!parse_square(text).has_value(), text);
  }
}

BOOST_AUTO_TEST_CASE(off_is_in_no_set) {
  BOOST_TEST(set_of(Square::off) == 0U);
  BOOST_TEST(!contains(~SquareSet{0}, Square::off));
}

BOOST_AUTO_TEST_CASE(pop_empties_a_set_from_below) {
  SquareSet set = set_of(Square::h8) | set_of(Square::a1) | set_of(Square::d4);
  BOOST_TEST(contains(set, Square::d4));
  BOOST_TEST(!contains(set, Square::d5));
  BOOST_TEST(first(set) == Square::a1);
  BOOST_TEST(pop(set) == Square::a1);
  BOOST_TEST(pop(set) == Square::d4);
  BOOST_TEST(pop(set) == Square::h8);
  BOOST_TEST(set == 0U);
}

BOOST_AUTO_TEST_CASE(players) {
  BOOST_TEST(((!Colour::white) == Colour::black));
  BOOST_TEST(((!Colour::black) == Colour::white));
  BOOST_TEST(letter(Colour::white) == 'w');
  BOOST_TEST(letter(Colour::black) == 'b');
}

}  // namespace
}  // namespace adoube
