// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/edition.hpp"

#include <boost/test/unit_test.hpp>

namespace adoube::article4 {
namespace {

BOOST_AUTO_TEST_CASE(every_row_has_three_rates) {
  for (const std::string_view name : edition_names()) {
    for (const auto& [suffix, rate] : {std::pair{"", Rate::standard}, {"-rapid", Rate::rapid}, {"-blitz", Rate::blitz}}) {
      const auto e = edition(std::string(name) + suffix);
      BOOST_REQUIRE(e);
      BOOST_CHECK_EQUAL(e->name, std::string(name) + suffix);
      BOOST_CHECK(e->rate == rate);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_rows_of_the_issue_are_there) {
  for (const char* name : {"fide2023", "fide2018", "fide2017", "fide2014", "fide2009", "fide-pre2014", "fide-s4", "seed-en",
                           "seed-cz", "seed-it", "uscf", "uscf-10I2-var1", "casual"}) {
    BOOST_CHECK_MESSAGE(edition(name), name);
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_edition_is_one_sentence_with_the_names) {
  for (const char* name : {"fide2024", "", "-blitz", "fide2023-bullet", "FIDE2023"}) {
    const auto e = edition(name);
    BOOST_REQUIRE_MESSAGE(!e, name);
    BOOST_CHECK(e.error().cause == Cause::usage);
    BOOST_CHECK_NE(e.error().message.find("fide-pre2014"), std::string::npos);
    BOOST_CHECK_EQUAL(e.error().message.find('\n'), std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(rows_differ_where_the_texts_do) {
  BOOST_CHECK(edition("fide-pre2014")->illegal_castling == IllegalCastling::king_or_both_once);
  BOOST_CHECK(edition("fide2014")->illegal_castling == IllegalCastling::king_then_rook);
  BOOST_CHECK_EQUAL(edition("fide2014")->displaced_clause, "7.3");
  BOOST_CHECK_EQUAL(edition("fide2023")->displaced_clause, "7.4.1");
  BOOST_CHECK(edition("seed-it")->both_colours == BothColours::own_that_takes);
  BOOST_CHECK(edition("seed-en")->claim_ends == ClaimEnds::on_move);
  BOOST_CHECK(edition("fide-s4")->claim_scope == ClaimScope::touch_only);
  BOOST_CHECK(edition("uscf-10I2-var1")->rook_first == RookFirst::permits);
  BOOST_CHECK(!edition("casual")->enforced);
}

BOOST_AUTO_TEST_CASE(the_table_has_one_cell_a_switch_with_its_clause) {
  const auto row = switches(*edition("seed-it"));
  BOOST_CHECK_EQUAL(row.size(), 11U);
  for (const Switch& s : row) {
    BOOST_CHECK(!s.clause.empty());
    BOOST_CHECK(!s.value.empty());
  }
}

}  // namespace
}  // namespace adoube::article4
