// SPDX-License-Identifier: Apache-2.0
// A summary's answer is yes only where the score is equal and nothing is to be objected.
#include "host/cli/game_printer.hpp"

#include <boost/test/unit_test.hpp>

#include <tuple>

#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"
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
        if (!breaches.empty()) report.findings.objections = {"the board broke the rules of USB: " + breaches};
        ExitCode code = ok;
        const std::string text = test::said([&] { code = printer.summary(report, std::nullopt); });
        BOOST_TEST(code == (equal && breaches.empty() ? ok : answer_no));
        if (json) BOOST_TEST(text.find("\"breaches\":\"" + breaches + "\"") != std::string::npos);
        else BOOST_TEST((text.find("the board broke the rules of USB: toggle at bit time 77, crc") != std::string::npos) == !breaches.empty());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_move_that_is_taken_back_is_told) {
  lab::PlayedMove move;
  move.record.ply = 3;
  move.record.revision = 2;
  move.record.uci = "g1f3";
  move.record.before = fen::parse("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").value();
  move.record.move = uci::parse(move.record.before, "g1f3").value();
  move.san = "Nf3";
  for (const bool json : {false, true}) {
    Global global;
    global.json = json;
    global.color = "never";
    Output out(global);
    const pgn::Game game;
    GamePrinter printer(out, game);
    std::ignore = test::said([&] { printer.on_move(move); });
    BOOST_CHECK(printer.position() == move.record.before.after(move.record.move));
    const std::string text = test::said([&] { printer.on_taken_back(move); });
    BOOST_TEST(text == (json ? "{\"game\":0,\"ply\":3,\"rev\":2,\"san\":\"Nf3\",\"type\":\"taken_back\",\"uci\":\"g1f3\",\"v\":1}\n"
                             : "     2. Nf3      taken back\n"));
    BOOST_CHECK(printer.position() == move.record.before);
  }
}

}  // namespace
}  // namespace adoube::cli
