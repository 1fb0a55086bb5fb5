// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/epd.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tests/rules/notation/sentences.hpp"
#include "tests/rules/positions.hpp"

namespace adoube {
namespace {

epd::Record record(std::string_view line) {
  const auto read = epd::parse(line);
  BOOST_REQUIRE_MESSAGE(read.has_value(), line << ": " << (read ? "" : read.error().message));
  return *read;
}

BOOST_AUTO_TEST_CASE(lines_that_come_back_as_they_were) {
  for (const std::string line : {
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
           R"(1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";)",
           R"(3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - am d5 e5; bm f5; ce -35; acd 12; acn 34567; acs 20; dm 3;)",
           R"(r3k2r/8/8/8/8/8/8/R3K2R w KQkq - pv O-O Ra4 Rf7; hmvc 17; fmvn 45; c0 "a \"b\" \\ c; d"; c9 "";)",
           R"(r3k2r/8/8/8/8/8/8/R3K2R w KQkq - D1 26; D2 568; D10 9223372036854775807;)",
           R"(4k3/8/8/8/8/8/8/1RR1K3 w C - eco B33; my_op 1 +1.5 "two words" three; noop; sm O-O-O;)",
       }) {
    BOOST_TEST(epd::write(record(line)) == line);
  }
}

BOOST_AUTO_TEST_CASE(what_a_line_says) {
  const auto r = record(R"(r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O Ra2; pv Ra2 Rb8 Rb2; hmvc 17; fmvn 45; ce +20; id "x;y"; D3 +7;)");
  BOOST_TEST(r.position.halfmove_clock() == 17);
  BOOST_TEST(r.position.fullmove_number() == 45);
  BOOST_TEST(r.operations.size() == 7U);
  BOOST_REQUIRE(r.find("bm") != nullptr);
  BOOST_TEST((r.find("bm")->moves == std::vector{test::move(r.position, "e1g1"), test::move(r.position, "a1a2")}));
  BOOST_TEST(r.find("pv")->moves.size() == 3U);
  BOOST_TEST((r.number("ce") == 20));
  BOOST_TEST((r.number("D3") == 7));
  BOOST_TEST((r.text("id") == "x;y"));
  BOOST_TEST((r.find("am") == nullptr));
  BOOST_TEST(!r.number("id").has_value());
  BOOST_TEST(!r.text("bm").has_value());
}

BOOST_AUTO_TEST_CASE(other_forms_are_understood) {
  const auto suite = record("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9 ;D1 26 ;D2 568");
  BOOST_TEST((suite.number("D1") == 26));
  BOOST_TEST((suite.number("D2") == 568));
  BOOST_TEST(suite.position.halfmove_clock() == 3);
  BOOST_TEST(suite.position.fullmove_number() == 9);
  BOOST_TEST(epd::write(suite) == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - D1 26; D2 568; hmvc 3; fmvn 9;");
  BOOST_TEST(epd::write(record("4k3/8/8/8/8/8/8/4K2R  w\tK - bm 0-0 Ke1-f1!;;  c1 \"a\tb\"\r\n")) ==
             "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Kf1; c1 \"a b\";");
}

BOOST_AUTO_TEST_CASE(each_bad_input_has_its_reason) {
  const struct {
    const char *operations, *phrase;
  } cases[]{
      {"bm Nf3;", "operation bm: \"Nf3\" is not a legal move"},
      {"bm;", "operation bm has no move"},
      {"bm ;", "operation bm has no move"},
      {"am \"\";", "operation am: \"\" is not a move"},
      {"pv Ke2 Ke2;", "operation pv: \"Ke2\" is not a legal move"},
      {"acd;", "acd has 0 operands instead of one"},
      {"acd 1 2;", "acd has 2 operands instead of one"},
      {"acd deep;", "acd has \"deep\", which is not a whole number"},
      {"D1 1.5;", "D1 has \"1.5\", which is not a whole number"},
      {"D1 99999999999999999999;", "not a whole number"},
      {"hmvc -1;", "hmvc is not a number from 0 to 9999"},
      {"hmvc 10000;", "hmvc is not a number from 0 to 9999"},
      {"fmvn 0;", "fmvn is not a number from 1 to 9999"},
      {"id;", "id has 0 operands"},
      {"id \"a\" \"b\";", "id has 2 operands"},
      {"id \"a;", "id has a text without its closing quote"},
      {"id \"a\\\";", "id has a text without its closing quote"},
      {"\"id\" 1;", "opcode expected instead of \"?id? 1;\""},
      {"-x 1;", "opcode expected instead of \"-x\""},
      {"a-b 1;", "opcode expected instead of \"a-b\""},
  };
  for (const auto& c : cases) {
    const auto read = epd::parse(std::string("4k3/8/8/8/8/8/8/4K3 w - - ") + c.operations);
    BOOST_TEST(!read.has_value(), c.operations);
    if (!read) {
      test::check_sentence(read.error(), c.phrase);
      BOOST_TEST(read.error().message.starts_with("EPD: "));
    }
  }
  for (const auto& [line, phrase] : {std::pair{"", "0 fields instead of 4"}, {"4k3/8/8/8/8/8/8/4K3 w -; bm Ke2;", "3 fields"},
                                     {"4k3/8/8/8/8/8/8/4K3 x - - bm Ke2;", "side to move"}}) {
    const auto read = epd::parse(line);
    BOOST_TEST(!read.has_value(), line);
    if (!read) test::check_sentence(read.error(), phrase);
  }
}

}  // namespace
}  // namespace adoube
