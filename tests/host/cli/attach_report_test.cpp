// SPDX-License-Identifier: Apache-2.0
// The checker's verdict on the bus is part of the answer, and the sentence says who ended it.
#include "host/cli/attach_report.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/host/cli/said.hpp"

namespace adoube::cli {
namespace {

struct Printed {
  ExitCode code = ok;
  std::string text;
};
Printed printed(const lab::AttachReport& report, bool json) {
  Printed result;
  Global global;
  global.json = json;
  global.color = "never";
  Output out(global);
  result.text = test::said([&] { result.code = print(report, out); });
  return result;
}

BOOST_AUTO_TEST_CASE(a_board_that_broke_the_rules_of_its_bus_is_no_good_answer) {
  lab::AttachReport report;
  for (const bool json : {false, true}) BOOST_TEST(printed(report, json).code == ok);
  BOOST_TEST(printed(report, false).text.find("rules of USB") == std::string::npos);
  BOOST_TEST(printed(report, true).text.find(R"("breaches":"")") != std::string::npos);
  report.breaches = "toggle at bit time 77";
  for (const bool json : {false, true}) BOOST_TEST(printed(report, json).code == answer_no);
  BOOST_TEST(printed(report, false).text.ends_with("\nthe board broke the rules of USB: toggle at bit time 77\n"));
  BOOST_TEST(printed(report, true).text.find(R"("breaches":"toggle at bit time 77")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_sentence_says_who_ended_it) {
  lab::AttachReport report;
  BOOST_TEST(printed(report, false).text.starts_with("Interrupted after 0.0 s of the board"));
  report.left = true;
  BOOST_TEST(printed(report, false).text.starts_with("The virtual machine has left after"));
  report.left = false;
  report.unplugged = true;
  BOOST_TEST(printed(report, false).text.starts_with("Unplugged after"));
}

}  // namespace
}  // namespace adoube::cli
