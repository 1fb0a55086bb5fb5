// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_commands.hpp"

#include <boost/test/unit_test.hpp>

namespace adoube::pgn {
namespace {

BOOST_AUTO_TEST_CASE(commands_come_in_their_order_known_or_not) {
  std::string_view comment = "good [%eval 0.3] [%clk  1:00 ] move [%csl Ga4,Rb5][%x] [%] [%open 1";
  for (const Command& expected : {Command{"eval", "0.3"}, {"clk", "1:00"}, {"csl", "Ga4,Rb5"}, {"x", ""}, {"", ""}}) {
    const auto command = next_command(comment);
    BOOST_REQUIRE(command.has_value());
    BOOST_TEST((*command == expected), command->name);
  }
  BOOST_TEST(!next_command(comment).has_value());  // never closed
  BOOST_TEST(comment == " [%open 1");
}

BOOST_AUTO_TEST_CASE(commands_are_found_by_their_whole_name) {
  BOOST_TEST((find_command({"[%clk 0:05:00]"}, "clk") == "0:05:00"));
  BOOST_TEST((find_command({"good [%eval 0.3] [%clk  1:00 ] move"}, "clk") == "1:00"));
  BOOST_TEST((find_command({"[%clkx 1] [%clk 2]"}, "clk") == "2"));
  BOOST_TEST((find_command({"[%clk 1] [%clk 2]"}, "clk") == "1"));
  BOOST_TEST((find_command({"no command", "[%clk 1]", "[%clk 2]"}, "clk") == "1"));
  BOOST_TEST((find_command({"[%clk]"}, "clk") == ""));
  BOOST_TEST(!find_command({"[%clk 3"}, "clk").has_value());
  BOOST_TEST(!find_command({}, "clk").has_value());
  BOOST_TEST(!find_command({"clk 1 %clk 2 [clk 3]"}, "clk").has_value());
  BOOST_TEST(!find_command({"[%"}, "clk").has_value());
}

BOOST_AUTO_TEST_CASE(durations_in_milliseconds) {
  BOOST_TEST((parse_duration("0:05:00") == 300'000));
  BOOST_TEST((parse_duration("1:29:30") == 5'370'000));
  BOOST_TEST((parse_duration("01:30:00") == 5'400'000));
  BOOST_TEST((parse_duration("0:00:59.9") == 59'900));
  BOOST_TEST((parse_duration("0:00:59.05") == 59'050));
  BOOST_TEST((parse_duration("0:00:00.0009") == 0));
  BOOST_TEST((parse_duration("0:00:01.1239999999999999999999") == 1'123));
  BOOST_TEST((parse_duration("5:07") == 307'000));
  BOOST_TEST((parse_duration("42") == 42'000));
  BOOST_TEST((parse_duration("42.5") == 42'500));
  BOOST_TEST((parse_duration("9999:59:59.999") == std::int64_t{35'999'999'999}));
  for (const char* text : {"", ":", "1:", ":1", "1:60:00", "0:00:60", "1:2:3:4", "-1:00", "1:0x", "1:00:00.", "1:00.5x",
                           "0:001", "12345:00:00", " 1", "1 ", ".5", "1:00.5.5", "1.5:00", "+1"}) {
    BOOST_TEST(!parse_duration(text).has_value(), text);
  }
}

BOOST_AUTO_TEST_CASE(evaluations_in_hundredths_of_a_pawn) {
  BOOST_TEST((parse_evaluation("0.17") == Evaluation{false, 17, {}}));
  BOOST_TEST((parse_evaluation("-1.5") == Evaluation{false, -150, {}}));
  BOOST_TEST((parse_evaluation("+0.05") == Evaluation{false, 5, {}}));
  BOOST_TEST((parse_evaluation("-0.05") == Evaluation{false, -5, {}}));
  BOOST_TEST((parse_evaluation("3") == Evaluation{false, 300, {}}));
  BOOST_TEST((parse_evaluation("9999.999") == Evaluation{false, 999'999, {}}));
  BOOST_TEST((parse_evaluation("0.25,18") == Evaluation{false, 25, 18}));
  BOOST_TEST((parse_evaluation("#3") == Evaluation{true, 3, {}}));
  BOOST_TEST((parse_evaluation("#-3,40") == Evaluation{true, -3, 40}));
  for (const char* text : {"", "#", "-", "1.", ".5", "#1.5", "1,", ",1", "1,x", "12345", "--1", "0.1.2", "1 ", "M3"}) {
    BOOST_TEST(!parse_evaluation(text).has_value(), text);
  }
}

}  // namespace
}  // namespace adoube::pgn
