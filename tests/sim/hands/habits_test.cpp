// SPDX-License-Identifier: Apache-2.0
// What each habit looks like to the sensors.
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"
#include "sim/hands/perform.hpp"

using namespace adoube;
using namespace adoube::hands;

namespace {

struct Shown {
  std::string before, move, after;  // "T" and "t" touch on and off, "P" and "p" presence, "D" and "U" a button or lever
  std::vector<Remark> remarks;
  std::vector<std::pair<std::string, Tick>> times;
};

// The habits alone, without the draws of others: at 100 or at 0 per cent.
Shown show(const char* fen_text, const char* uci_text, std::initializer_list<Tick Style::*> habits, std::uint64_t seed = 5,
           Tick mover_first = 100) {
  const auto position = fen::parse(fen_text).value();
  const auto move = uci::parse(position, uci_text).value();
  Style style;
  style.mover_first_percent = mover_first;
  style.exchange_percent = 0;
  for (const auto habit : habits) style.*habit = 100;
  sim::Random random(seed);
  const sim::Parameters parameters;
  const Gesture gesture = plan_gesture(position, move, style, random, 7);
  Table table(position.pieces(), !position.side_to_move(), parameters, style, random);
  Cast cast(position, move, table);
  constexpr Tick touch = 10'000'000;
  const Colour player = position.side_to_move();
  if (!gesture.before.empty()) perform(gesture.before, cast, player, touch, gesture.before.usual());
  const Tick release = touch + gesture.usual();
  perform(gesture.steps, cast, player, release, gesture.usual());
  const Tick end = release + gesture.after.usual();
  if (!gesture.after.empty()) perform(gesture.after, cast, player, end, gesture.after.usual());
  for (const auto piece : cast.in_hand()) {
    table.put_aside(piece, end, end + 200'000);
    table.let_go(piece, end + 200'000);
  }
  BOOST_TEST((table.occupied() == position.after(move).pieces()));
  const Script script = std::move(table).finish(end + 1'000'000, random);
  Shown out;
  out.remarks = gesture.remarks_before;
  out.remarks.insert(out.remarks.end(), gesture.remarks.begin(), gesture.remarks.end());
  for (const auto& t : script.truth) {
    const std::string what = t.channel >= 128 ? fmt::format("{}{}", t.level ? 'D' : 'U', t.channel)
                             : fmt::format("{}{}", t.channel < 64 ? (t.level ? 'P' : 'p') : (t.level ? 'T' : 't'), name(square(t.channel & 63)));
    std::string& part = t.at < touch ? out.before : t.at <= release ? out.move : out.after;
    part += fmt::format("{}{}", part.empty() ? "" : " ", what);
    out.times.emplace_back(what, t.at - touch);
  }
  return out;
}

Tick when(const Shown& shown, const char* what) {
  for (const auto& [name, at] : shown.times) {
    if (name == what) return at;
  }
  BOOST_FAIL(what << " does not happen");
  return 0;
}

constexpr const char* rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
constexpr const char* castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr const char* capture = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
constexpr const char* knight = "7k/8/8/8/8/8/8/KN6 w - - 0 1";

}  // namespace

BOOST_AUTO_TEST_SUITE(habits)

BOOST_AUTO_TEST_CASE(a_slide_that_stops_half_way) {
  const Shown shown = show(rook, "a1a5", {&Style::slide_percent, &Style::halt_percent});
  BOOST_TEST(shown.move == "Ta1 pa1 ta1 Ta2 Pa2 pa2 ta2 Ta3 Pa3 pa3 ta3 Ta4 Pa4 pa4 ta4 Ta5 Pa5 ta5");
  BOOST_TEST(when(shown, "pa3") - when(shown, "Pa3") > 5 * (when(shown, "pa2") - when(shown, "Pa2")) / 4);
  BOOST_TEST(when(shown, "pa3") - when(shown, "Pa3") > 150'000);
  BOOST_TEST(shown.remarks.empty());
  // Along a diagonal it stops on the diagonal.
  const Shown bishop = show("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "f1c4", {&Style::slide_percent, &Style::halt_percent});
  BOOST_TEST(bishop.move == "Tf1 pf1 tf1 Te2 Pe2 pe2 te2 Td3 Pd3 pd3 td3 Tc4 Pc4 tc4");
}

BOOST_AUTO_TEST_CASE(a_capture_is_pushed_once_its_square_is_clear) {
  const Shown shown = show("4k3/8/8/8/2p5/8/8/2Q1K3 w - - 0 1", "c1c4", {&Style::slide_percent}, 5, 0);
  BOOST_TEST(shown.move == "Tc4 pc4 tc4 Tc1 pc1 tc1 Tc2 Pc2 pc2 tc2 Tc3 Pc3 pc3 tc3 Tc4 Pc4 tc4");
}

BOOST_AUTO_TEST_CASE(a_king_slides_to_castle) {
  BOOST_TEST(show(castling, "e1g1", {&Style::slide_percent}).move == "Te1 pe1 te1 Tf1 Pf1 pf1 tf1 Tg1 Pg1 tg1 Th1 ph1 th1 Tf1 Pf1 tf1");
  // Chess960: a rook stands in the king's way, or where the king goes.
  BOOST_TEST(show("5k2/8/8/8/8/8/8/1K1R4 w D - 0 1", "b1g1", {&Style::slide_percent}).move.find("Pc1") == std::string::npos);
  BOOST_TEST(show("5k2/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", {&Style::slide_percent}).move == "Tf1 pf1 tf1 Tg1 pg1 tg1 Tf1 Pf1 tf1 Tg1 Pg1 tg1");
}

BOOST_AUTO_TEST_CASE(a_piece_held_low_over_another_square) {
  bool felt = false, stood = false;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Shown shown = show(knight, "b1c3", {&Style::hover_percent}, seed);
    BOOST_TEST(shown.move.starts_with("Tb1 pb1 tb1"));
    BOOST_TEST(shown.move.ends_with("Tc3 Pc3 tc3"));
    const std::string between = shown.move.substr(11, shown.move.size() - 11 - 11);
    // The pad feels the hand, and where it is low enough the reed feels the magnet, on a square next to the target.
    BOOST_TEST(between.find("c3") == std::string::npos, between);
    felt = felt || between.find('T') != std::string::npos;
    stood = stood || between.find('P') != std::string::npos;
    BOOST_TEST(shown.remarks.empty());
  }
  BOOST_TEST(felt);
  BOOST_TEST(stood);
}

BOOST_AUTO_TEST_CASE(a_piece_set_down_and_not_let_go) {
  const Shown shown = show(knight, "b1c3", {&Style::probe_percent}, 3);
  // a3 and d2 are where it could go as well; the hand is on it all the time that it stands there.
  const bool a3 = shown.move == "Tb1 pb1 tb1 Ta3 Pa3 pa3 ta3 Tc3 Pc3 tc3";
  const bool d2 = shown.move == "Tb1 pb1 tb1 Td2 Pd2 pd2 td2 Tc3 Pc3 tc3";
  BOOST_TEST((a3 || d2), shown.move);
}

BOOST_AUTO_TEST_CASE(a_piece_that_slips_from_the_fingers) {
  const Shown shown = show(knight, "b1c3", {&Style::drop_percent}, 3);
  BOOST_TEST(shown.move.starts_with("Tb1 pb1 tb1 P"), shown.move);  // it stands, and no hand is on it
  const std::string square = shown.move.substr(13, 2);
  BOOST_TEST(shown.move == fmt::format("Tb1 pb1 tb1 P{0} T{0} p{0} t{0} Tc3 Pc3 tc3", square));
  for (const char* legal : {"a3", "c3", "d2"}) BOOST_TEST(square != legal);
}

BOOST_AUTO_TEST_CASE(castling_with_two_hands) {
  const Shown shown = show(castling, "e1g1", {&Style::two_hands_percent});
  BOOST_TEST(shown.move == "Te1 Th1 pe1 ph1 th1 te1 Tg1 Tf1 Pg1 Pf1 tf1 tg1");
  BOOST_TEST(when(shown, "Th1") > when(shown, "Te1") + 1'000);  // the king surely first
  BOOST_TEST_REQUIRE(shown.remarks.size() == 1u);
  BOOST_TEST((shown.remarks[0].flag == article4::FlagWord::suspect_4_1));
  BOOST_TEST(shown.remarks[0].ply == 7);
  BOOST_TEST(!shown.remarks[0].breach);
}

BOOST_AUTO_TEST_CASE(a_capture_with_two_hands) {
  const Shown shown = show(capture, "e4d5", {&Style::two_hands_percent});
  BOOST_TEST(shown.move == "Te4 Td5 pe4 pd5 te4 td5 Td5 Pd5 td5");
  BOOST_TEST_REQUIRE(shown.remarks.size() == 1u);
  BOOST_TEST(shown.remarks[0].hidden);
}

BOOST_AUTO_TEST_CASE(castling_with_the_rook_first) {
  const Shown shown = show(castling, "e1c1", {&Style::rook_first_percent});
  BOOST_TEST(shown.move == "Ta1 pa1 ta1 Td1 Pd1 td1 Te1 pe1 te1 Tc1 Pc1 tc1");
  BOOST_TEST_REQUIRE(shown.remarks.size() == 1u);
  BOOST_TEST(shown.remarks[0].breach);
  BOOST_TEST((shown.remarks[0].clause == article4::Clause::c4_7));
}

BOOST_AUTO_TEST_CASE(a_captured_piece_pushed_out) {
  std::size_t never_empty = 0;
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Shown shown = show(capture, "e4d5", {&Style::sweep_percent}, seed);
    const bool gap = shown.move == "Te4 pe4 te4 Td5 pd5 Pd5 td5";
    never_empty += gap ? 0 : 1;
    BOOST_TEST((gap || shown.move == "Te4 pe4 te4 Td5 td5"), shown.move);
    if (gap) BOOST_TEST(when(shown, "Pd5") - when(shown, "pd5") < 25'000);
  }
  BOOST_TEST(never_empty > 5u);  // B25: between them the two magnets keep the contact closed
}

BOOST_AUTO_TEST_CASE(a_bystander_brushed) {
  const Shown shown = show("7k/8/8/8/3p4/8/P7/KN6 w - - 0 1", "b1c3", {&Style::brush_percent});
  // One next to b1 while the knight is gripped, d4 while it is set down; both stay where they are.
  BOOST_TEST(shown.move.find("pd4") == std::string::npos);
  BOOST_TEST(when(shown, "Td4") > when(shown, "tb1"));
  BOOST_TEST(when(shown, "td4") - when(shown, "Td4") <= 80'000);
  BOOST_TEST_REQUIRE(shown.remarks.size() == 2u);
  for (const Remark& r : shown.remarks) {
    BOOST_TEST((r.flag == article4::FlagWord::accidental));
    BOOST_TEST(!r.breach);
    const std::string on = fmt::format("T{}", name(r.square)), off = fmt::format("t{}", name(r.square));
    BOOST_TEST(when(shown, on.c_str()) > 0);
    BOOST_TEST(when(shown, off.c_str()) - when(shown, on.c_str()) <= 80'000);
  }
  BOOST_TEST((shown.remarks[1].square == Square::d4));
}

BOOST_AUTO_TEST_CASE(a_sleeve_drawn_over_the_ranks_behind_the_hand) {
  int felt = 0;
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Shown shown = show("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", {&Style::sleeve_percent}, seed);
    BOOST_TEST(shown.remarks.empty());  // no hand did it
    BOOST_TEST(shown.move.find("pe1") == std::string::npos);
    if (shown.move.find("Te1") == std::string::npos) continue;  // it hung too high
    ++felt;
    BOOST_TEST(when(shown, "te1") - when(shown, "Te1") <= 80'000);
    BOOST_TEST(when(shown, "Te1") > when(shown, "pe2"));
    BOOST_TEST(shown.move.ends_with("Te4 Pe4 te4"), shown.move);
  }
  BOOST_TEST((felt > 3 && felt < 30), felt);
  // Black sits on the other side.
  bool behind = false;
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Shown shown = show("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e5", {&Style::sleeve_percent}, seed);
    behind = behind || shown.move.find("Te8") != std::string::npos;
    BOOST_TEST(shown.move.find("Te1") == std::string::npos);
  }
  BOOST_TEST(behind);
}

BOOST_AUTO_TEST_CASE(a_wet_hand_is_felt_from_further_off) {
  // From the release of the magnet to that of the pad while the piece rises: the hand is felt that much longer.
  const auto felt = [](const Shown& shown) { return when(shown, "tb1") - when(shown, "pb1"); };
  Tick dry = 0, wet = 0;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    dry += felt(show(knight, "b1c3", {}, seed));
    wet += felt(show(knight, "b1c3", {&Style::wet_percent}, seed));
  }
  BOOST_TEST(wet > dry * 11 / 10);
}

BOOST_AUTO_TEST_CASE(bystanders_knocked_over_and_set_up_again) {
  // Two stand near: when both fall, they are set up again after the release.
  bool both = false;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Shown shown = show("7k/8/8/8/1p1p4/8/8/KN6 w - - 0 1", "b1c3", {&Style::topple_percent}, seed);
    const bool b4 = shown.move.find("pb4") != std::string::npos;
    const bool d4 = shown.move.find("pd4") != std::string::npos;
    BOOST_TEST((b4 || d4), shown.move);
    BOOST_TEST(shown.move.find("Tb4") == std::string::npos);  // no hand was on them
    BOOST_TEST(shown.move.find("Td4") == std::string::npos);
    BOOST_TEST((shown.after.find("Tb4 Pb4 tb4") != std::string::npos) == b4, shown.after);
    BOOST_TEST((shown.after.find("Td4 Pd4 td4") != std::string::npos) == d4, shown.after);
    BOOST_TEST(shown.remarks.size() == (b4 && d4 ? 2u : 1u));
    both = both || (b4 && d4);
    const Shown mislaid = show("7k/8/8/8/1p1p4/8/8/KN6 w - - 0 1", "b1c3", {&Style::topple_percent, &Style::mislay_percent}, seed);
    const bool two = mislaid.remarks.size() == 2;
    const bool wrong = mislaid.after.find("Tb4 Pb4 tb4 Tb4 pb4 tb4 Td4 Pd4 td4 Tb4 Pb4 tb4") != std::string::npos ||
                       mislaid.after.find("Td4 Pd4 td4 Td4 pd4 td4 Tb4 Pb4 tb4 Td4 Pd4 td4") != std::string::npos;
    BOOST_TEST(wrong == two, mislaid.after);
  }
  BOOST_TEST(both);
}

BOOST_AUTO_TEST_CASE(pieces_straightened_with_a_word) {
  const Shown shown = show("7k/8/8/8/8/8/8/KN6 w - - 0 1", "b1c3", {&Style::adjust_percent}, 2);
  BOOST_TEST(shown.before.starts_with("D130 U130 T"), shown.before);
  BOOST_TEST(shown.before.find('p') == std::string::npos);  // they stay where they are
  BOOST_TEST(!shown.remarks.empty());
  for (const Remark& r : shown.remarks) {
    BOOST_TEST((r.flag == article4::FlagWord::adjusted));
    BOOST_TEST(shown.before.find(fmt::format("T{0} t{0}", name(r.square))) != std::string::npos);
  }
  const Shown black = show("7k/8/8/8/8/8/8/KN5n b - - 0 1", "h1f2", {&Style::adjust_percent}, 2);
  BOOST_TEST(black.before.starts_with("D131 U131 T"), black.before);
}

BOOST_AUTO_TEST_CASE(a_piece_touched_and_another_moved) {
  const Shown shown = show("7k/8/8/8/8/8/P7/KN6 w - - 0 1", "b1c3", {&Style::fidget_percent});
  BOOST_TEST(shown.before == "Ta2 ta2");  // the only other piece that the Laws make simple
  BOOST_TEST(when(shown, "ta2") - when(shown, "Ta2") >= 150'000);  // no brush
  BOOST_TEST_REQUIRE(shown.remarks.size() == 1u);
  BOOST_TEST(shown.remarks[0].breach);
  BOOST_TEST((shown.remarks[0].clause == article4::Clause::c4_3_1));
  // A piece that cannot move binds nobody, and nobody takes hold of it.
  BOOST_TEST(show("7k/8/8/8/8/p7/P7/KN6 w - - 0 1", "b1c3", {&Style::fidget_percent}).before.empty());
}

BOOST_AUTO_TEST_SUITE_END()
