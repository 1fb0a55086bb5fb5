// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/edition.hpp"

#include <boost/test/unit_test.hpp>

#include <type_traits>

namespace adoube::article4 {
namespace {

static_assert(std::is_trivially_copyable_v<Edition>, "an edition inside the machine owns no memory");

std::string cell(std::string_view edition_name, std::string_view switch_name) {
  const auto e = edition(edition_name);
  BOOST_REQUIRE_MESSAGE(e, edition_name);
  const auto all = switches();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].name == switch_name) return value(*e, i);
  }
  BOOST_FAIL("no switch " << switch_name);
  return {};
}

BOOST_AUTO_TEST_CASE(every_row_has_three_rates) {
  for (const std::string_view name : edition_names()) {
    for (const auto& [suffix, rate] : {std::pair{"", Rate::standard}, {"-rapid", Rate::rapid}, {"-blitz", Rate::blitz}}) {
      const auto e = edition(std::string(name) + suffix);
      BOOST_REQUIRE(e);
      BOOST_CHECK_EQUAL(e->name.view(), std::string(name) + suffix);
      BOOST_CHECK(e->rate == rate);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_rows_of_the_table_are_there) {
  for (const char* name : {"fide2023", "fide2018", "fide2017", "fide2014", "fide2009", "fide-pre2014", "fide-s4", "seed-en",
                           "seed-cz", "seed-it", "uscf", "uscf-10I2-var1", "casual"}) {
    BOOST_CHECK_MESSAGE(edition(name), name);
  }
  BOOST_CHECK_EQUAL(edition_names().size(), 13U);
  BOOST_CHECK(*edition("fide2023") == Edition{});
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

// Each line is one sentence of the clause table of the design.
BOOST_AUTO_TEST_CASE(rows_differ_where_the_texts_do) {
  const struct {
    const char* edition;
    const char* name;
    const char* value;
  } table[] = {
      {"fide2018", "contact", "presumed"},          {"fide2014", "contact", "intended"},
      {"fide2009", "contact", "deliberate"},        {"seed-it", "contact", "presumed"},
      {"seed-en", "castling_binds", "at_once"},     {"seed-cz", "castling_binds", "at_once"},
      {"fide-s4", "castling_binds", "king_and_rook"}, {"uscf-10I2-var1", "rook_first", "permits"},
      {"uscf", "rook_first", "forbids"},            {"fide-pre2014", "illegal_castling", "king_or_both_once"},
      {"fide-s4", "illegal_castling", "king_or_both_once"}, {"fide2014", "illegal_castling", "king_then_rook"},
      {"seed-it", "both_colours", "own_that_takes"}, {"seed-it", "unclear_order", "silent"},
      {"seed-en", "unclear_order", "own_first"},    {"uscf", "through_piece", "displaced_only"},
      {"fide-s4", "promotion_choice", "on_release"}, {"seed-en", "promotion_choice", "on_release"},
      {"fide-pre2014", "promotion_choice", "on_touch"}, {"uscf", "upside_down", "queen"},
      {"fide2023", "upside_down", "rook"},          {"seed-en", "claim_ends", "on_move"},
      {"fide-s4", "claim_ends", "on_touch"},        {"fide-s4", "claim_scope", "touch_only"},
      {"fide2009", "claim_scope", "article4"},      {"fide2014", "end_needs", "touch_rules"},
      {"fide2009", "end_needs", "legal_move"},      {"fide2014", "pawn_left", "queen"},
      {"fide2009", "pawn_left", "illegal_move"},    {"fide2017", "empty_press", "illegal"},
      {"fide2014", "empty_press", "arbiter"},       {"fide2018", "two_hands", "illegal_if_pressed"},
      {"fide2017", "two_hands", "illegal"},         {"fide2014", "two_hands", "arbiter"},
      {"casual", "enforced", "no"},                 {"casual", "takebacks", "yes"},
      {"fide2023", "takebacks", "no"},              {"casual", "declaration", "evident"},
      {"fide2023", "illegal_loses", "2"},           {"fide2014", "illegal_loses", "2"},
      {"fide2009", "illegal_loses", "3"},           {"fide2014-rapid", "illegal_loses", "1"},
      {"fide2017-blitz", "illegal_loses", "1"},     {"fide2018-blitz", "illegal_loses", "2"},
      {"fide2023", "illegal_minutes", "2"},         {"fide2023-rapid", "illegal_minutes", "1"},
      {"fide2023", "illegal_stands", "no"},         {"fide2023-blitz", "illegal_stands", "after_reply"},
      {"fide2023", "brush", "100"},                 {"casual-blitz", "adjust_window", "10000"},
  };
  for (const auto& t : table) BOOST_CHECK_MESSAGE(cell(t.edition, t.name) == t.value, t.edition << ' ' << t.name);
  BOOST_CHECK(edition("uscf")->through_clause() == Clause::c10C);
  BOOST_CHECK(edition("uscf")->off_board_clause() == Clause::c10H);
  BOOST_CHECK(edition("fide2009")->through_clause() == Clause::c4_3_2);
}

BOOST_AUTO_TEST_CASE(a_switch_takes_its_own_words_and_numbers_and_nothing_else) {
  const auto all = switches();
  for (std::size_t i = 0; i < all.size(); ++i) {
    BOOST_CHECK(all[i].clause != Clause::none);
    Edition e;
    for (const std::string_view word : all[i].values) {
      BOOST_CHECK(set(e, i, word));
      BOOST_CHECK_EQUAL(value(e, i), word);
    }
    BOOST_CHECK(!set(e, i, "perhaps"));
    if (all[i].values.empty()) {
      BOOST_CHECK(set(e, i, all[i].most));
      BOOST_CHECK_EQUAL(value(e, i), std::to_string(all[i].most));
      BOOST_CHECK(!set(e, i, all[i].most + 1));
      BOOST_CHECK(!set(e, i, std::int64_t{-1}));
    } else {
      BOOST_CHECK(!set(e, i, std::int64_t{0}));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_host_adds_rows_under_new_names) {
  Edition e = *edition("fide2023");
  e.name = EditionName("club");
  Edition rapid = *edition("fide2023-rapid");
  rapid.name = EditionName("club-rapid");
  Edition blitz = *edition("fide2023-blitz");
  blitz.name = EditionName("club-blitz");
  Editions editions;
  BOOST_CHECK(!editions.find("club"));
  BOOST_REQUIRE(editions.add({e, rapid, blitz}));
  BOOST_CHECK(*editions.find("club-blitz") == blitz);
  BOOST_CHECK_EQUAL(editions.names().back(), "club");
  const auto twice = editions.add({e, rapid, blitz});
  BOOST_REQUIRE(!twice);
  BOOST_CHECK(twice.error().cause == Cause::usage);
  e.name = EditionName("uscf");
  BOOST_CHECK(!editions.add({e, rapid, blitz}));
}

BOOST_AUTO_TEST_CASE(a_name_that_is_too_long_is_cut) {
  BOOST_CHECK_EQUAL(EditionName(std::string(100, 'x')).view().size(), EditionName::limit);
  BOOST_CHECK(EditionName("a") == EditionName("a"));
  BOOST_CHECK(!(EditionName("a") == EditionName("ab")));
}

}  // namespace
}  // namespace adoube::article4
