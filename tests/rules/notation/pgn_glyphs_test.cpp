// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_glyphs.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace adoube::pgn {
namespace {

BOOST_AUTO_TEST_CASE(a_glyph_of_a_move_is_read_as_it_is_written) {
  for (Nag nag = 1; nag <= 6; ++nag) {
    BOOST_TEST((parse_glyphs(move_glyph(nag)) == std::vector<Nag>{nag}));
  }
  for (const Nag nag : std::initializer_list<Nag>{0, 7, 10, 255, 65535}) BOOST_TEST(move_glyph(nag).empty());
}

BOOST_AUTO_TEST_CASE(numbers_by_the_table_of_the_standard) {
  const struct {
    const char* text;
    Nag nag;
  } table[]{{"!", 1},    {"?", 2},    {"!!", 3},   {"??", 4},   {"!?", 5},   {"?!", 6},  {"=", 10},
            {"+=", 14},  {"+/=", 14}, {"=+", 15},  {"=/+", 15}, {"+/-", 16}, {"-/+", 17}, {"+-", 18},
            {"-+", 19},  {"\u00b1", 16}, {"\u2213", 17}, {"\u2a72", 14}, {"\u2a71", 15}, {"\u221e", 13}, {"\u25a1", 7}};
  for (const auto& row : table) BOOST_TEST((parse_glyphs(row.text) == std::vector<Nag>{row.nag}), row.text);
}

BOOST_AUTO_TEST_CASE(several_in_a_row) {
  BOOST_TEST((parse_glyphs("!!!") == std::vector<Nag>{3, 1}));
  BOOST_TEST((parse_glyphs("!?!?") == std::vector<Nag>{5, 5}));
  BOOST_TEST((parse_glyphs("?!!") == std::vector<Nag>{6, 1}));
}

BOOST_AUTO_TEST_CASE(other_words_are_no_glyphs) {
  for (const char* word : {"", "e4", "!e4", "--", "+", "#", "-", "!=", "\xb1", "$1"}) BOOST_TEST(!parse_glyphs(word).has_value(), word);
}

}  // namespace
}  // namespace adoube::pgn
