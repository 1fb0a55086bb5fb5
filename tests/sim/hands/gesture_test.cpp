// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/gesture.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"
#include "sim/hands/perform.hpp"

using namespace adoube;
using namespace adoube::hands;

namespace {

// What the sensors say of a move played at leisure or in the least time: "T" and "t" touch on and off, "P" and "p"
// presence, each with its square.
std::string story(const char* position_text, const char* move_text, Style style = {}, bool fast = false) {
  const auto position = fen::parse(position_text).value();
  const auto move = uci::parse(position, move_text).value();
  sim::Random random(5);
  const sim::Parameters parameters;
  const Gesture gesture = plan_gesture(position, move, style, random);
  Table table(position.pieces(), !position.side_to_move(), parameters, style, random);
  const Tick length = fast ? gesture.least() : gesture.usual();
  Cast cast(position, move, table);
  const Performed done = perform(gesture.steps, cast, position.side_to_move(), 5'000'000, length);
  BOOST_TEST(done.touch == 5'000'000 - length);
  BOOST_TEST(done.release == 5'000'000);
  for (const auto piece : cast.in_hand()) {
    table.put_aside(piece, 5'000'000, 5'200'000);
    table.let_go(piece, 5'200'000);
  }
  BOOST_TEST(table.occupied() == position.after(move).pieces());
  const Script script = std::move(table).finish(6'000'000, random);
  std::string out;
  for (const auto& t : script.truth) {
    if (t.channel >= 128) continue;
    out += t.channel < 64 ? (t.level ? " P" : " p") : (t.level ? " T" : " t");
    out += name(square(t.channel & 63));
  }
  return out.substr(1);
}

Style habit(Tick Style::*which, Tick percent) {
  Style s;
  s.*which = percent;
  return s;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gestures)

BOOST_AUTO_TEST_CASE(quiet_move) {
  for (const bool fast : {false, true}) {
    BOOST_TEST(story("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", {}, fast) == "Te2 pe2 te2 Te4 Pe4 te4");
  }
}

BOOST_AUTO_TEST_CASE(capture_in_either_order) {
  const char* position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
  for (const bool fast : {false, true}) {
    BOOST_TEST(story(position, "e4d5", habit(&Style::mover_first_percent, 0), fast) ==
               "Td5 pd5 td5 Te4 pe4 te4 Td5 Pd5 td5");
    BOOST_TEST(story(position, "e4d5", habit(&Style::mover_first_percent, 100), fast) ==
               "Te4 pe4 te4 Td5 pd5 td5 Td5 Pd5 td5");
  }
}

BOOST_AUTO_TEST_CASE(castling_is_king_first) {
  const char* position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  BOOST_TEST(story(position, "e1g1") == "Te1 pe1 te1 Tg1 Pg1 tg1 Th1 ph1 th1 Tf1 Pf1 tf1");
  BOOST_TEST(story(position, "e1c1") == "Te1 pe1 te1 Tc1 Pc1 tc1 Ta1 pa1 ta1 Td1 Pd1 td1");
}

BOOST_AUTO_TEST_CASE(castling_where_the_rook_stands_on_the_kings_square) {
  // Chess960: king f1, rook g1: the rook goes to f1, the king to g1.
  BOOST_TEST(story("5k2/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1") == "Tf1 pf1 tf1 Tg1 pg1 tg1 Tf1 Pf1 tf1 Tg1 Pg1 tg1");
}

BOOST_AUTO_TEST_CASE(en_passant_in_either_order) {
  const char* position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
  BOOST_TEST(story(position, "e5d6", habit(&Style::mover_first_percent, 100)) == "Te5 pe5 te5 Td6 Pd6 td6 Td5 pd5 td5");
  BOOST_TEST(story(position, "e5d6", habit(&Style::mover_first_percent, 0)) == "Td5 pd5 td5 Te5 pe5 te5 Td6 Pd6 td6");
}

BOOST_AUTO_TEST_CASE(promotion_direct_and_by_exchange) {
  const char* position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  for (const bool fast : {false, true}) {
    BOOST_TEST(story(position, "a7a8q", habit(&Style::exchange_percent, 0), fast) == "Ta7 pa7 ta7 Ta8 Pa8 ta8");
    BOOST_TEST(story(position, "a7a8q", habit(&Style::exchange_percent, 100), fast) ==
               "Ta7 pa7 ta7 Ta8 Pa8 ta8 Ta8 pa8 ta8 Ta8 Pa8 ta8");
  }
}

BOOST_AUTO_TEST_CASE(promotion_with_capture) {
  Style style = habit(&Style::exchange_percent, 0);
  style.mover_first_percent = 0;
  BOOST_TEST(story("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", style) == "Tb8 pb8 tb8 Ta7 pa7 ta7 Tb8 Pb8 tb8");
  style.mover_first_percent = 100;
  BOOST_TEST(story("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", style) == "Ta7 pa7 ta7 Tb8 pb8 tb8 Tb8 Pb8 tb8");
}

BOOST_AUTO_TEST_CASE(a_slider_is_seen_on_its_way) {
  const std::string text = story("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", habit(&Style::slide_percent, 100));
  BOOST_TEST(text == "Ta1 pa1 ta1 Ta2 Pa2 pa2 ta2 Ta3 Pa3 pa3 ta3 Ta4 Pa4 ta4");
  // A knight cannot be pushed through.
  BOOST_TEST(story("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1c3", habit(&Style::slide_percent, 100)) == "Tb1 pb1 tb1 Tc3 Pc3 tc3");
}

BOOST_AUTO_TEST_CASE(least_times) {
  sim::Random random(1);
  const auto least = [&](const char* position_text, const char* move_text) {
    const auto position = fen::parse(position_text).value();
    return plan_gesture(position, uci::parse(position, move_text).value(), {}, random).least();
  };
  BOOST_TEST(least("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4") == 100'000);
  BOOST_TEST(least("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5") == 155'000);
  BOOST_TEST(least("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1") == 220'000);
}

BOOST_AUTO_TEST_SUITE_END()
