// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/styles.hpp"
#include "sim/scenario/parse.hpp"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "sim/physics/parameters.hpp"
#include "sim/scenario/reader.hpp"
#include "sim/scenario/words.hpp"

using namespace adoube;
using namespace adoube::scenario;
using namespace std::string_literals;

namespace {

std::string formatted(std::string_view text) {
  const auto scenario = parse(text, "x.scn");
  BOOST_REQUIRE_MESSAGE(scenario, scenario.error().message);
  return write(*scenario);
}

std::string refused(std::string_view text) {
  const auto scenario = parse(text, "x.scn");
  BOOST_REQUIRE_MESSAGE(!scenario, "this was read: " << text);
  BOOST_TEST(static_cast<int>(scenario.error().cause) == static_cast<int>(Cause::malformed));
  return scenario.error().message;
}

constexpr std::string_view everything = R"(# a comment of its own
scenario everything at once
position 4k3/8/8/8/8/8/P7/4K3 w - - 0 1
edition fide2023-blitz
seed 18446744073709551615
hands white long-sleeved
hands black random
set magnet_field 12000 uT
set white off_centre 3000 um
set black off_centre 0 um
set wet_percent 20 %
faults 3
planes presence
rotated
front shift
scan-pause 40.874 ms
hold 11.676 ms
drift -2500 ppm
contacts listed
line-faults 1/200
pace hands
control 40/7200:3600
limit 90.5 s
strict

at 1 s        white touch e1 for 400 ms
+80 ms        white lift a2
+1.25 s       white place a4 from a2 held
+500 us       white slide a4 to a5 over 80 ms held
+1 s          white move a5 to a6  # a comment behind
+1 s          white release a6
+300 ms       white press
+2 s          black adjust for 200 ms
+1 ms         knock e8 for 40 ms
+1 ms         fault stuck-open presence f8 for 2 s
+1 ms         fault chatter touch a1 size 1000 us for 2 s
+1 ms         fault broken-row 3 size 5 column
+1 ms         fault emi-burst every size 200 us for 15 ms
+1 ms         fault shorted-diode every
+1 ms         fault weak-magnet e1 size 40 %
+1 ms         fault stuck-closed input 2
+1 ms         line-faults 1/20 for 2 s
+1 ms         line-faults 1/4294967295
+1 ms         damage flip device data bits 30 times 2
+1 ms         damage duplicate host any
+1 ms         drift -100 ppm for 1 s
+1 ms         drift 2500 ppm
+1 s          unplug cable for 3 s
+1 s          unplug reset

play a4 clock 0:05:03.5
play Kd7

expect
  moves a4 Kd7
  score equal
  move a4 provisional ply 1 revision 2 between 1 s and 2 s by 2.1 s
  withdrawn a3 ply 1 by 3 s
  # about the rulings
  no move
  no move a3
  no move before 3 s
  ruling violation 4.3.2 ply 1 by 2 s
  certainty unless-arbiter
  allowed a2a3 a2a4
  certain none
  flag adjusted:g1 ply 2
  flag illegal:Nc4
  no flag takeback
  taken back a4 ply 1 by 5 s
  situation castling_incomplete f1 by 3 s
  situation result_shown 1/2-1/2
  no situation lost
  gap between 1 s and 2 s
  gaps 2
  no gap
  placement 4k3/8/8/8/8/8/P7/4K3
  contacts equal

# the same without touch
expect with presence scan-pause 250 ms
  moves none
)";

}  // namespace

BOOST_AUTO_TEST_SUITE(scenarios)

BOOST_AUTO_TEST_CASE(the_one_form_stays_as_it_is) { BOOST_TEST(formatted(everything) == everything); }

BOOST_AUTO_TEST_CASE(blanks_units_and_line_ends_have_one_form) {
  BOOST_TEST(formatted("at 1000ms\twhite   lift e2  #x\r\n+ 80ms white place e4\n+0.5s white press\n") ==
             "at 1 s        white lift e2  #x\n+80 ms        white place e4\n+500 ms       white press\n");
  BOOST_TEST(formatted("position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nexpect\nmoves Qh5#\n   # last\n") ==
             "position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nexpect\n  moves Qh5#\n# last\n");
  BOOST_TEST(formatted("play e4 clock 5:03").ends_with("0:05:03\n"));
  BOOST_TEST(formatted("").empty());
  // A byte order mark is none of the text, nor of its columns.
  BOOST_TEST(formatted("\xef\xbb\xbfseed 2\n") == "seed 2\n");
  BOOST_TEST(refused("\xef\xbb\xbfseed x\n").starts_with("x.scn:1:6: "));
  BOOST_TEST(refused("seed 2\n\xef\xbb\xbf").starts_with("x.scn:2:1: "));
}

BOOST_AUTO_TEST_CASE(times_are_whole_microseconds) {
  const auto time = [](std::string_view text) { return Reader(text).time(); };
  BOOST_TEST(time("1.000001 s") == 1'000'001);
  BOOST_TEST(time("0.5ms") == 500);
  BOOST_TEST(time("86400 s") == longest_time);
  for (const char* wrong : {"1", "1 m", "1.5 us", "86400.000001 s", ".5 s", "1. s", "-1 s", "1e3 s", "99999999999999999999 us", ""}) {
    BOOST_CHECK_THROW(time(wrong), Wrong);
  }
  for (const Tick us : {Tick{0}, Tick{1}, Tick{999}, Tick{1'000}, Tick{1'500}, Tick{999'999}, Tick{1'000'000}, Tick{1'234'567}, longest_time}) {
    BOOST_TEST(time(time_text(us)) == us);
  }
  BOOST_TEST(time_text(1'250'000) == "1.25 s");
  BOOST_TEST(time_text(1'234'567) == "1234.567 ms");
}

BOOST_AUTO_TEST_CASE(an_error_names_line_column_and_what_was_expected) {
  BOOST_TEST(refused("scenario x\n\nat 1 s white lift e9\n") == "x.scn:3:19: expected a square (a1 to h8, or off), not \"e9\"");
  BOOST_TEST(refused("at 1 s white\n") ==
             "x.scn:1:13: expected touch, release, lift, place, slide, move, press, adjust or sleeve, but the line ends");
  BOOST_TEST(refused("at 1 white lift e2") == "x.scn:1:6: expected us, ms or s behind the number, not \"white\"");
  BOOST_TEST(refused("+1 s white lift e2") == "x.scn:1:1: expected at and a time in the first line of the timeline, not \"+1\"");
  BOOST_TEST(refused("at 1 s white lift e2 now") == "x.scn:1:22: expected the end of the line, not \"now\"");
  BOOST_TEST(refused("at 1 s lift e2").starts_with("x.scn:1:8: expected white or black, or knock, fault, "));
  BOOST_TEST(refused("at 1 s white slide e2 e4") == "x.scn:1:23: expected to and a square, not \"e4\"");
  BOOST_TEST(refused("at 1 s white touch e2 for 0 s") == "x.scn:1:27: expected a time that is not nothing, not \"0\"");
  BOOST_TEST(refused("planes none") == "x.scn:1:8: expected both or presence, not \"none\"");
  BOOST_TEST(refused("position 8/8/8/8/8/8/8/8 w - - 0 1").starts_with("x.scn:1:10: expected start or a FEN: "));
  BOOST_TEST(refused("position 8/8/8/8/8/8/8/8 w - - 0 1").find("FEN: FEN") == std::string::npos);
  BOOST_TEST(refused("set magnet_field 7 uT") == "x.scn:1:18: expected a number of uT from 8000 to 40000, not \"7\"");
  BOOST_TEST(refused("set magnet_field 8000 mT") == "x.scn:1:23: expected the unit uT, not \"mT\"");
  BOOST_TEST(refused("hands rough").ends_with("not \"rough\""));
  BOOST_TEST(refused("scan-pause 251 ms") == "x.scn:1:12: expected a time of at most 250 ms, not \"251\"");
  BOOST_TEST(refused("line-faults 1/1") == "x.scn:1:13: expected 1/NUMBER with a number from 2 to 4294967295, not \"1/1\"");
  BOOST_TEST(refused("at 1 s line-faults 5") == "x.scn:1:20: expected 1/NUMBER with a number from 2 to 4294967295, not \"5\"");
  BOOST_TEST(refused("hands calm\nhands white blitz") == "x.scn:2:1: expected a heading that the file does not have yet, not \"hands\"");
  BOOST_TEST(refused("hands white").starts_with("x.scn:1:12: expected calm, blitz, "));
  BOOST_TEST(refused("set black wet_percent 1 %\nset wet_percent 1 %").starts_with("x.scn:2:1: "));
  BOOST_TEST(refused("set white magnet_field 12000 uT") == "x.scn:1:11: expected the name of a number of hands, not \"magnet_field\"");
  BOOST_TEST(refused("set colour 1 %") == "x.scn:1:5: expected the name of a number of the board's physics or of hands, not \"colour\"");
  BOOST_TEST(refused("set wet_percent -1 %") == "x.scn:1:17: expected a number of % from 0 to 100, not \"-1\"");
  BOOST_TEST(refused("seed 18446744073709551616").starts_with("x.scn:1:6: expected a number from 0 to 18446744073709551615"));
  BOOST_TEST(refused("faults 1001") == "x.scn:1:8: expected a number from 0 to 1000, not \"1001\"");
  BOOST_TEST(refused("rotated yes") == "x.scn:1:9: expected the end of the line, not \"yes\"");
  BOOST_TEST(refused("front back") == "x.scn:1:7: expected parallel, shift or direct, not \"back\"");
  BOOST_TEST(refused("pace slow") == "x.scn:1:6: expected clocks or hands, not \"slow\"");
  BOOST_TEST(refused("hold 12 ms") == "x.scn:1:6: expected a time of at most 11.748 ms, not \"12\"");
  BOOST_TEST(refused("limit 999 us") == "x.scn:1:7: expected a time of at least 1 ms, not \"999\"");
  BOOST_TEST(refused("drift 2501 ppm") == "x.scn:1:7: expected a number from -2500 to 2500, not \"2501\"");
  BOOST_TEST(refused("drift 25 %") == "x.scn:1:10: expected ppm, not \"%\"");
  BOOST_TEST(refused("at 1 s drift +1 ppm") == "x.scn:1:14: expected a number from -2500 to 2500, not \"+1\"");
  BOOST_TEST(refused("at 1 s damage burn host any") == "x.scn:1:15: expected drop, flip, truncate, lengthen, delay or duplicate, not \"burn\"");
  BOOST_TEST(refused("at 1 s damage flip both any") == "x.scn:1:20: expected host or device, not \"both\"");
  BOOST_TEST(refused("at 1 s damage flip host all") == "x.scn:1:25: expected any, sof, token, data or handshake, not \"all\"");
  BOOST_TEST(refused("at 1 s damage flip host any bits 577") == "x.scn:1:34: expected a number from 1 to 576, not \"577\"");
  BOOST_TEST(refused("at 1 s damage flip host any times 0") == "x.scn:1:35: expected a number from 1 to 1000000, not \"0\"");
  BOOST_TEST(refused("seed 1\nseed 2") == "x.scn:2:1: expected a heading that the file does not have yet, not \"seed\"");
  BOOST_TEST(refused("at 1 s white press\nseed 2") ==
             "x.scn:2:1: expected at, +, play or expect (headings stand before the first of these), not \"seed\"");
  BOOST_TEST(refused("expect\nexpect\n").starts_with("x.scn:2:"));
  BOOST_TEST(refused("expect with") == "x.scn:1:12: expected presence or scan-pause, but the line ends");
  BOOST_TEST(refused("expect\nruling maybe") == "x.scn:2:8: expected a verdict (as obligation, move_made or violation), not \"maybe\"");
  BOOST_TEST(refused("expect\nruling violation 4.99") == "x.scn:2:18: expected the number of a clause (as 4.3.1), not \"4.99\"");
  BOOST_TEST(refused("expect\nflag wonder") == "x.scn:2:6: expected a flag of a ruling (as late_adjust or adjusted:g1), not \"wonder\"");
  for (const char* nothing : {"e9", "Zz9", "4", "O-O-O-O", "Ne", "exd6=K", "e2e4e5"}) {
    BOOST_TEST(refused("expect\nno move "s + nothing) == "x.scn:2:9: expected a move (as Nf3, exd6 or O-O), not \""s + nothing + "\"");
    BOOST_TEST(refused("expect\nmoves "s + nothing).starts_with("x.scn:2:7: expected none, or a move "), nothing);
  }
  for (const char* move : {"e4", "Nf3", "Ngf3+", "R1xa7", "Qh4xe1#", "exd8=Q+", "e8N", "e2-e4", "O-O", "O-O-O+", "0-0"}) {
    BOOST_TEST(parse("expect\nmoves "s + move, "x.scn").has_value(), move);
  }
  BOOST_TEST(refused("expect\nsituation settled e9") == "x.scn:2:19: expected a square or a result (as f1 or 1/2-1/2), not \"e9\"");
  BOOST_TEST(refused("expect\nsituation odd").find("castling_incomplete") != std::string::npos);
  BOOST_TEST(refused("expect\nmove e4 between 2 s and 1 s") == "x.scn:2:25: expected a time that is not before the first, not \"1\"");
  BOOST_TEST(refused("expect\nat 1 s white press").starts_with("x.scn:2:1: expected expect, moves, "));
  BOOST_TEST(refused("expect\n  no ruling") == "x.scn:2:6: expected move, flag, situation or gap, not \"ruling\"");
  BOOST_TEST(refused("expect\n  no") == "x.scn:2:5: expected move, flag, situation or gap, but the line ends");
  BOOST_TEST(refused("at 1 s unplug plug") == "x.scn:1:15: expected stall, reset or cable, not \"plug\"");
  BOOST_TEST(refused("at 1 s fault worn presence e4").find("stuck-closed") != std::string::npos);
  BOOST_TEST(refused("at 1 s fault stuck-open f8") == "x.scn:1:25: expected presence or touch and a square, or input and a number, not \"f8\"");
  BOOST_TEST(refused("at 1 s fault broken-row 9") == "x.scn:1:25: expected a number from 0 to 8, not \"9\"");
  BOOST_TEST(refused("at 1 s fault broken-row 3") == "x.scn:1:26: expected size, a number from 0 to 15 and column, but the line ends");
  BOOST_TEST(refused("at 1 s fault swapped-columns 3 for 1 s") == "x.scn:1:32: expected size, a number from 0 to 15 and column, not \"for\"");
  BOOST_TEST(refused("at 1 s fault swapped-rows 3 size 3 row") ==
             "x.scn:1:8: expected a fault that can be: swapped-rows exchanges row 3 with itself; name another row");
  BOOST_TEST(formatted("at 1 s fault weak-magnet e1") == "at 1 s        fault weak-magnet e1 size 3 %\n");
  BOOST_TEST(refused("at 1 s fault weak-magnet off") == "x.scn:1:26: expected a square (a1 to h8), not \"off\"");
  BOOST_TEST(refused("at 1 s fault chatter presence a5") == "x.scn:1:33: expected for and a time, but the line ends");
  BOOST_TEST(refused("at 1 s fault chatter presence a5 size 20 us for 1 s") == "x.scn:1:8: expected at most 10000 pulses, 200 ms for this size");
  BOOST_TEST(refused("scenario \xff") == "x.scn:1:10: expected text in UTF-8");
}

// A value without a row, or a row that the parser does not read, would be a word that only one side knows.
BOOST_AUTO_TEST_CASE(every_word_of_the_tables_is_read_and_written) {
  for (const hands::NamedStyle& style : hands::named_styles()) {
    BOOST_TEST(formatted(fmt::format("hands {}", style.name)) == fmt::format("hands {}\n", style.name));
  }
  for (const VerbWord& verb : verb_words()) {
    std::string line = "at 1 s        ";
    if (verb.player) line += "black ";
    line += verb.word;
    if (verb.verb == Verb::fault) line += " stuck-open presence e4";
    if (verb.verb == Verb::line_faults) line += " 1/7";
    if (verb.verb == Verb::damage) line += " drop device handshake";
    if (verb.verb == Verb::drift) line += " 7 ppm";
    if (verb.square != Need::none) line += " e2";
    if (verb.other != Need::none) line += fmt::format(" {} e4", verb.link);
    if (!verb.span.empty()) line += fmt::format(" {} 80 ms", verb.span);
    if (verb.held) line += " held";
    BOOST_TEST(formatted(line) == line + "\n");
  }
  for (const SettingWord& setting : setting_words()) {
    for (const std::string_view word : setting.words) BOOST_TEST(formatted(fmt::format("{} {}", setting.word, word)) == fmt::format("{} {}\n", setting.word, word));
  }
  for (const sim::ParameterInfo& p : sim::parameter_table()) {
    const std::string line = fmt::format("set {} {}{}", p.name, p.high, p.name == "sensor" ? "" : fmt::format(" {}", p.unit));
    BOOST_TEST(formatted(line) == line + "\n");
  }
  for (const hands::StyleField& f : hands::style_fields()) {
    BOOST_TEST(formatted(fmt::format("set black {} {} {}", f.name, f.low, f.unit)) == fmt::format("set black {} {} {}\n", f.name, f.low, f.unit));
  }
  for (const std::string_view way : bus::damage_words) {
    for (const std::string_view side : bus::side_words) {
      for (const std::string_view packets : bus::packets_words) {
        const std::string line = fmt::format("at 1 s        damage {} {} {}\n", way, side, packets);
        BOOST_TEST(formatted(line) == line);
      }
    }
  }
  for (const sim::FaultInfo& fault : sim::fault_table()) {
    const bool contact = fault.place == sim::FaultPlace::contact;
    const std::string_view place = contact ? "touch h8" : fault.place == sim::FaultPlace::piece ? "a1" : "1";
    std::string line = fmt::format("at 1 s        fault {} {}", fault.name, place);
    if (!fault.size.empty()) line += fmt::format(" size {} {}", fault.size_high, fault.size);
    line += " for 1 s";
    BOOST_TEST(formatted(line) == line + "\n");
  }
}

BOOST_AUTO_TEST_SUITE_END()
