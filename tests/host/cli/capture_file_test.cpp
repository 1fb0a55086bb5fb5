// SPDX-License-Identifier: Apache-2.0
// Raw samples as text, with scans missing between: the three formats say the same, each channel at its own slot.
#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>
#include <vector>

#include "host/cli/capture_file.hpp"

namespace adoube::cli {
namespace {

constexpr unsigned a1 = 0, e2 = 12, a8 = wire::scan::touch_first + 56, clock_white = wire::aux::clock_white;

driver::Scan scan(Tick at, std::initializer_list<unsigned> high) {
  driver::Scan scan{.at = at, .levels = {}};
  for (const unsigned channel : high) {
    if (channel >= wire::scan::auxiliary_first) scan.levels.auxiliary |= static_cast<std::uint8_t>(1U << (channel - wire::scan::auxiliary_first));
    else if (channel >= wire::scan::touch_first) scan.levels.touch |= std::uint64_t{1} << (channel - wire::scan::touch_first);
    else scan.levels.presence |= std::uint64_t{1} << channel;
  }
  return scan;
}

// A finger on a8; two scans are missing, and meanwhile e2 was lifted and White's lever went down; e2 bounces.
std::string text(CaptureFormat format, std::optional<std::uint64_t> missing = 2) {
  std::string text;
  const auto file = make_capture_text(format, [&text](std::string_view piece) { text += piece; });
  wire::HelloPacket board;
  board.hold_presence = board.hold_touch = board.hold_auxiliary = 1'000;
  RawChanges changes(board, *file);
  changes.scan(scan(1'000, {e2}));
  changes.scan(scan(1'126, {e2, a8}));
  changes.missing({1'126, 1'504, missing});
  changes.scan(scan(1'504, {a8, clock_white}));
  changes.scan(scan(1'630, {e2, a8, clock_white}));
  file->end(*changes.last());
  BOOST_TEST(changes.counts()[e2].changes == 2U);
  BOOST_TEST(changes.counts()[e2].bounces == 1U);
  return text;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// "1000x 1014:1 ..." of each wire, and when the dump ends.
struct Dump {
  std::map<std::string, std::string> wires;
  std::string end;
};
Dump dump(const std::string& text) {
  Dump dump;
  std::map<std::string, std::string> names;
  std::string scope;
  for (const std::string& line : lines(text)) {
    std::istringstream in(line);
    std::string word, kind, width, id, name;
    in >> word;
    if (word == "$scope") in >> kind >> scope;
    else if (word == "$var" && in >> kind >> width >> id >> name) names[id] = scope + "." + name;
    else if (word[0] == '#') dump.end = word.substr(1);
    else if (word[0] != '$') dump.wires[names.at(word.substr(1))] += dump.end + word[0] + ' ';
  }
  return dump;
}

BOOST_AUTO_TEST_CASE(vcd_changes_a_wire_at_its_slot_and_knows_nothing_in_a_gap) {
  const Dump seen = dump(text(CaptureFormat::vcd));
  BOOST_TEST(seen.wires.size() == wire::scan::channels);
  BOOST_TEST(seen.wires.at(channel_name(a1)) == "1000x 10000 1252x 15040 ");
  BOOST_TEST(seen.wires.at(channel_name(e2)) == "1000x 10141 1252x 15180 16441 ");
  BOOST_TEST(seen.wires.at(channel_name(a8)) == "1000x 10980 12241 1252x 16021 ");
  BOOST_TEST(seen.wires.at(channel_name(clock_white)) == "1000x 11120 1252x 16161 ");
  BOOST_TEST(seen.end == "1756");
}

BOOST_AUTO_TEST_CASE(json_lines_say_what_is_missing) {
  const std::vector<std::string> expected{
      R"({"at_us":1000,"auxiliary":0,"presence":4096,"touch":0,"type":"levels","v":1})",
      R"({"at_us":1224,"channel":"touch.a8","level":1,"type":"change","v":1})",
      R"({"after_us":1126,"before_us":1504,"scans":2,"type":"missing","v":1})",
      R"({"at_us":1518,"channel":"presence.e2","level":0,"type":"change","v":1})",
      R"({"at_us":1616,"channel":"auxiliary.clock_white","level":1,"type":"change","v":1})",
      R"({"at_us":1644,"channel":"presence.e2","level":1,"type":"change","v":1})"};
  BOOST_TEST(lines(text(CaptureFormat::jsonl)) == expected, boost::test_tools::per_element());
  BOOST_TEST(lines(text(CaptureFormat::jsonl, std::nullopt)).at(2) == R"({"after_us":1126,"before_us":1504,"type":"missing","v":1})");
}

BOOST_AUTO_TEST_CASE(csv_says_what_is_missing) {
  std::vector<std::string> rows = lines(text(CaptureFormat::csv));
  BOOST_TEST_REQUIRE(rows.size() == 1 + wire::scan::channels + 5);
  BOOST_TEST(rows[0] == "at_us,channel,level");
  BOOST_TEST(rows[1] == "1000,presence.a1,0");
  BOOST_TEST(rows[1 + 16 + 4] == "1014,presence.e2,1");  // behind two planes of the first rank
  rows.erase(rows.begin(), rows.begin() + 1 + wire::scan::channels);
  const std::vector<std::string> expected{"1224,touch.a8,1", "1504,missing,2", "1518,presence.e2,0", "1616,auxiliary.clock_white,1",
                                          "1644,presence.e2,1"};
  BOOST_TEST(rows == expected, boost::test_tools::per_element());
  BOOST_TEST(lines(text(CaptureFormat::csv, std::nullopt)).at(1 + wire::scan::channels + 1) == "1504,missing,");
}

}  // namespace
}  // namespace adoube::cli
