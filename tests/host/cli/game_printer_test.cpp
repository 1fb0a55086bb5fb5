// SPDX-License-Identifier: Apache-2.0
// A summary's answer is yes only where the score is equal and the board kept to the rules of its bus.
#include "host/cli/game_printer.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/host/cli/said.hpp"

namespace adoube::cli {
namespace {

BOOST_AUTO_TEST_CASE(the_answer_of_a_game) {
  for (const bool json : {false, true}) {
    for (const bool equal : {false, true}) {
      for (const std::string breaches : {"", "toggle at bit time 77, crc at bit time 99"}) {
        Global global;
        global.json = json;
        global.color = "never";
        Output out(global);
        const pgn::Game game;
        GamePrinter printer(out, game);
        lab::GameReport report;
        report.score_equal = equal;
        report.run.breaches = breaches;
        ExitCode code = ok;
        const std::string text = test::said([&] { code = printer.summary(report, std::nullopt); });
        BOOST_TEST(code == (equal && breaches.empty() ? ok : answer_no));
        if (json) BOOST_TEST(text.find("\"breaches\":\"" + breaches + "\"") != std::string::npos);
        else BOOST_TEST((text.find("the board broke the rules of USB: toggle at bit time 77, crc") != std::string::npos) == !breaches.empty());
      }
    }
  }
}

}  // namespace
}  // namespace adoube::cli
