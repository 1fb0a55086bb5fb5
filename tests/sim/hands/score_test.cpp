// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/score.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/pgn_reader.hpp"

using namespace adoube;
using namespace adoube::hands;

BOOST_AUTO_TEST_SUITE(score)

BOOST_AUTO_TEST_CASE(time_controls) {
  const auto blitz = parse_time_control("300+3").value();
  BOOST_TEST(blitz.initial().value() == 300);
  BOOST_TEST(blitz.gained(1) == 3);
  BOOST_TEST(blitz.gained(200) == 3);
  BOOST_TEST(parse_time_control("5400").value().gained(40) == 0);

  const auto classical = parse_time_control("40/5400+30:20/3600+30:900+30").value();
  BOOST_TEST(classical.initial().value() == 5400);
  BOOST_TEST(classical.gained(39) == 30);
  BOOST_TEST(classical.gained(40) == 30 + 3600);
  BOOST_TEST(classical.gained(41) == 30);
  BOOST_TEST(classical.gained(60) == 30 + 900);
  BOOST_TEST(classical.gained(61) == 30);

  const auto repeating = parse_time_control("40/7200").value();
  BOOST_TEST(repeating.gained(40) == 7200);
  BOOST_TEST(repeating.gained(80) == 7200);
  BOOST_TEST(repeating.gained(79) == 0);

  for (const char* unknown : {"", "?", "-", "*60"}) {
    BOOST_TEST(!parse_time_control(unknown).value().initial());
    BOOST_TEST(parse_time_control(unknown).value().gained(1) == 0);
  }
  for (const char* bad : {"5 min", "300+", "+3", "0/300", "40/", "300:", ":300", "-5", "300+-3", "123456789", "300+3x"}) {
    const auto result = parse_time_control(bad);
    BOOST_TEST(!result.has_value(), bad);
    if (!result) BOOST_TEST(result.error().message.find(bad) != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(moves_and_clocks_come_from_the_game) {
  const auto games = pgn::read("[TimeControl \"60+1\"]\n\n1. e4 { [%clk 0:01:00] } e5 2. Nf3 { [%clk 0:00:59.9] } *\n").value();
  const Score s = score_of(games.at(0));
  BOOST_TEST(s.moves.size() == 3);
  BOOST_TEST(s.clocks.at(0).value() == 60'000'000);
  BOOST_TEST(!s.clocks.at(1));
  BOOST_TEST(s.clocks.at(2).value() == 59'900'000);
  BOOST_TEST(s.clock_unit == 100'000);
  BOOST_TEST(s.control.initial().value() == 60);
  BOOST_TEST(!score_of(pgn::read("[TimeControl \"G/60\"]\n\n1. e4 *\n").value().at(0)).control.initial());
}

BOOST_AUTO_TEST_CASE(an_excerpt_begins_with_the_clocks_as_they_stood) {
  const auto games = pgn::read("[TimeControl \"60+1\"]\n\n1. e4 { [%clk 0:01:00] } e5 { [%clk 0:00:58] } 2. Nf3 { [%clk 0:00:50] } "
                               "Nc6 3. Bb5 { [%clk 0:00:40] } *\n").value();
  const Score whole = score_of(games.at(0));
  const Score part = excerpt(whole, 3, 30);
  BOOST_TEST(part.moves.size() == 2u);
  BOOST_TEST((part.moves.front() == whole.moves[3]));
  BOOST_TEST((part.start.side_to_move() == Colour::black));
  BOOST_TEST(part.begun[0].value() == 50'000'000);
  BOOST_TEST(part.begun[1].value() == 58'000'000);
  BOOST_TEST(part.moves_before[0] == 2);
  BOOST_TEST(part.moves_before[1] == 1);
  BOOST_TEST(part.clocks[1].value() == 40'000'000);
  BOOST_TEST(excerpt(whole, 1, 2).moves.size() == 2u);
  BOOST_TEST(excerpt(whole, 5, 2).moves.empty());
}

BOOST_AUTO_TEST_CASE(the_finest_clock_says_how_exact_all_are) {
  const auto unit = [](const std::string& clock) {
    return score_of(pgn::read("1. e4 {[%clk 0:01:00]} e5 {[%clk " + clock + "]} *").value().at(0)).clock_unit;
  };
  BOOST_TEST(unit("0:00:59") == 1'000'000);
  BOOST_TEST(unit("0:00:59.0") == 1'000'000);
  BOOST_TEST(unit("0:00:59.5") == 100'000);
  BOOST_TEST(unit("0:00:59.05") == 10'000);
  BOOST_TEST(unit("0:00:59.005") == 1'000);
  BOOST_TEST(score_of(pgn::read("1. e4 *").value().at(0)).clock_unit == 1'000'000);
}

BOOST_AUTO_TEST_SUITE_END()
