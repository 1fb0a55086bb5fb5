// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_commands.hpp"

#include <boost/test/unit_test.hpp>

namespace adoube::pgn {
namespace {

BOOST_AUTO_TEST_CASE(commands_are_found_by_their_whole_name) {
  BOOST_TEST((find_command("[%clk 0:05:00]", "clk") == "0:05:00"));
  BOOST_TEST((find_command("good [%eval 0.3] [%clk  1:00 ] move", "clk") == "1:00"));
  BOOST_TEST((find_command("[%clkx 1] [%clk 2]", "clk") == "2"));
  BOOST_TEST((find_command("[%clk 1] [%clk 2]", "clk") == "1"));
  BOOST_TEST((find_command("[%clk]", "clk") == ""));
  BOOST_TEST((find_command("[%clk 3", "clk") == "3"));  // never closed
  BOOST_TEST(!find_command("", "clk").has_value());
  BOOST_TEST(!find_command("clk 1 %clk 2 [clk 3]", "clk").has_value());
  BOOST_TEST(!find_command("[%", "clk").has_value());
}

BOOST_AUTO_TEST_CASE(durations) {
  BOOST_TEST((parse_duration("0:05:00") == 300));
  BOOST_TEST((parse_duration("1:29:30") == 5370));
  BOOST_TEST((parse_duration("01:30:00") == 5400));
  BOOST_TEST((parse_duration("0:00:59.9") == 59));
  BOOST_TEST((parse_duration("5:07") == 307));
  BOOST_TEST((parse_duration("42") == 42));
  BOOST_TEST((parse_duration("120:00:00") == 432000));
  for (const char* text : {"", ":", "1:", ":1", "1:60:00", "0:00:60", "1:2:3:4", "-1:00", "1:0x", "1:00:00.", "1:00.5x",
                           "0:001", "12345:00:00", " 1", "1 "}) {
    BOOST_TEST(!parse_duration(text).has_value(), text);
  }
}

}  // namespace
}  // namespace adoube::pgn
