// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/clause.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

namespace adoube::article4 {
namespace {

BOOST_AUTO_TEST_CASE(a_key_names_one_clause_and_a_clause_one_key) {
  std::set<std::string_view> seen;
  for (std::size_t i = 1; i < clause_count; ++i) {
    const auto clause = static_cast<Clause>(i);
    BOOST_CHECK_MESSAGE(seen.insert(key(clause)).second, key(clause));
    BOOST_CHECK(parse_clause(key(clause)) == clause);
  }
  for (const char* word : {"", "4", "4.4.5", "4.4b", "4.4.2 "}) BOOST_CHECK_MESSAGE(!parse_clause(word), word);
}

BOOST_AUTO_TEST_CASE(the_numbers_are_those_of_each_text) {
  // Release and forfeiture changed places between S4 and 2009, and moved on by one in 2014.
  BOOST_CHECK_EQUAL(number(Clause::c4_7, Text::s4), "4.7");
  BOOST_CHECK_EQUAL(number(Clause::c4_8, Text::s4), "4.6");
  BOOST_CHECK_EQUAL(number(Clause::c4_7, Text::fide2009), "4.6");
  BOOST_CHECK_EQUAL(number(Clause::c4_8, Text::fide2009), "4.7");
  BOOST_CHECK_EQUAL(number(Clause::c4_8, Text::fide2014), "4.8");
  BOOST_CHECK_EQUAL(number(Clause::c7_4_1, Text::fide2009), "7.3");
  BOOST_CHECK_EQUAL(number(Clause::c7_4_1, Text::fide2014), "7.4");
  BOOST_CHECK_EQUAL(number(Clause::c7_5_4, Text::fide2017), "7.7.1");
  BOOST_CHECK_EQUAL(number(Clause::c7_5_3, Text::fide2017), "7.8.1");
  BOOST_CHECK_EQUAL(number(Clause::c4_4_2, Text::uscf), "10I2");
  for (std::size_t i = 1; i <= static_cast<std::size_t>(Clause::cA_5_4); ++i) {
    const auto clause = static_cast<Clause>(i);
    BOOST_CHECK_EQUAL(number(clause, Text::fide2023), key(clause));
  }
}

BOOST_AUTO_TEST_CASE(a_text_may_lack_a_clause_or_have_it_without_a_number) {
  BOOST_CHECK(!has(Text::s4, Clause::c4_4_4));
  BOOST_CHECK(!has(Text::fide2009, Clause::c4_6));
  BOOST_CHECK(has(Text::seed, Clause::c4_3_1));
  BOOST_CHECK_EQUAL(number(Clause::c4_3_1, Text::seed), "");
}

}  // namespace
}  // namespace adoube::article4
