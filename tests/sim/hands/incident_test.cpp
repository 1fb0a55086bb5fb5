// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/incident.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <stdexcept>

#include "check.hpp"
#include "rules/notation/fen.hpp"

using namespace adoube;
using namespace adoube::hands;

namespace {

// Santa Monica 1966: Fischer touches the bishop on c4, thinks, and has to move it.
Script santa_monica(std::uint64_t seed) {
  const auto position = fen::parse("2r3k1/5ppp/p7/5q2/2BP4/b5P1/P1R2P1P/5QK1 w - - 1 30").value();
  return Incident(position, seed).touch(Square::c4, 400'000).wait(2'000'000).move(Square::c4, Square::d3).press(Colour::white).finish();
}

std::string story(const Script& script) {
  std::string out;
  for (const auto& t : script.truth) {
    if (t.channel >= 128) {
      out += t.level ? " down" : " up";
      out += std::to_string(t.channel);
      continue;
    }
    out += t.channel < 64 ? (t.level ? " P" : " p") : (t.level ? " T" : " t");
    out += name(square(t.channel & 63));
  }
  return out.empty() ? out : out.substr(1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(incidents)

BOOST_AUTO_TEST_CASE(santa_monica_1966) {
  const Script script = santa_monica(1);
  BOOST_TEST(story(script) == "Tc4 tc4 Tc4 pc4 tc4 Td3 Pd3 td3 down128 up129");
  BOOST_TEST(script.truth[0].at == 1'000'000);
  BOOST_TEST(script.truth[1].at == 1'400'000);
  BOOST_TEST(script.truth[2].at == 3'400'000);
  BOOST_TEST(script.initial.count() == 18);  // 17 pieces and Black's lever
  BOOST_TEST(script.initial[129]);
  BOOST_TEST(script.plies.empty());
  BOOST_TEST(test::digest(script) == test::digest(santa_monica(1)));
  BOOST_TEST(test::digest(script) != test::digest(santa_monica(2)));
}

BOOST_AUTO_TEST_CASE(tilburg_1992) {
  const auto position = fen::parse("4Q3/1r3K2/3k4/6Rp/4P1p1/8/8/8 w - - 1 54").value();
  BOOST_TEST(story(Incident(position, 1).touch(Square::e8, 300'000).finish()) == "Te8 te8");
}

BOOST_AUTO_TEST_CASE(capture_new_piece_adjust_and_empty_square) {
  const auto position = fen::parse("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").value();
  Incident scene(position, 1);
  scene.adjust(Colour::white, 500'000).wait(10'000).touch(Square::e4, 50'000);
  scene.lift(Square::b8).put_aside().lift(Square::a7).put_aside().bring().place(Square::b8).release().press(Colour::white);
  BOOST_TEST(scene.occupied() == (set_of(Square::b8) | set_of(Square::e8) | set_of(Square::e1)));
  BOOST_TEST(story(scene.finish()) ==
             "down130 up130 Te4 te4 Tb8 pb8 tb8 Ta7 pa7 ta7 Tb8 Pb8 tb8 down128 up129");
}

BOOST_AUTO_TEST_CASE(a_second_hand_acts_meanwhile) {
  const auto position = chess::Position::start();
  Incident scene(position, 1, 1'000'000);
  scene.touch(Square::e2, 400'000).at(1'100'000).touch(Square::e7, 100'000);
  BOOST_TEST(story(scene.finish()) == "Te2 Te7 te7 te2");
}

BOOST_AUTO_TEST_CASE(a_piece_slid_and_a_bystander_held) {
  const auto position = fen::parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").value();
  BOOST_TEST(story(Incident(position, 1).slide(Square::a1, Square::a3).release().finish()) ==
             "Ta1 pa1 ta1 Ta2 Pa2 pa2 ta2 Ta3 Pa3 ta3");
  BOOST_TEST(story(Incident(position, 1).grip(Square::e1).wait(50'000).release().finish()) == "Te1 te1");
}

// Slow sense lines still carry the lever of the slot before when rank 1 is read, unless a pause lets them fall.
BOOST_AUTO_TEST_CASE(a_pause_between_scans_reaches_the_senses) {
  sim::Parameters slow;
  slow.column_resistance = 22'000;
  slow.column_capacitance = 1'500;
  const auto position = fen::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1").value();
  const auto reads_b1 = [&](Tick scan_pause) {
    const Script script = Incident(position, 1, 1'000'000, {}, slow).touch(Square::e1, 50'000).finish({}, scan_pause);
    return std::ranges::any_of(script.changes, [](const sim::Change& c) { return c.channel == static_cast<std::uint8_t>(index(Square::b1)); });
  };
  BOOST_TEST(reads_b1(0));
  BOOST_TEST(!reads_b1(1'000));
}

BOOST_AUTO_TEST_CASE(misuse_is_a_programmers_error) {
  const auto position = chess::Position::start();
  BOOST_CHECK_THROW(Incident(position, 1).lift(Square::e4), std::logic_error);
  BOOST_CHECK_THROW(Incident(position, 1).place(Square::e4), std::logic_error);
  BOOST_CHECK_THROW(Incident(position, 1).release(), std::logic_error);
  BOOST_CHECK_THROW(Incident(position, 1).lift(Square::e2).place(Square::d2), std::logic_error);
  BOOST_CHECK_THROW(Incident(position, 1).grip(Square::e2).grip(Square::e2), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
