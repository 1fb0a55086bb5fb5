// SPDX-License-Identifier: Apache-2.0
// Where games end, judged by Stockfish: its FEN after `position ... moves` against ours after reading the score.
#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "rules/chess/attacks.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/uci.hpp"
#include "tests/rules/oracle.hpp"

namespace adoube {
namespace {

/// Stockfish names the square passed over wherever a pawn stands ready to take, whether or not it may.
std::string as_stockfish_writes(const chess::Position& p) {
  std::istringstream fields(fen::write(p));
  std::string pieces, side, rights, en_passant, halfmove, fullmove;
  fields >> pieces >> side >> rights >> en_passant >> halfmove >> fullmove;
  const auto passed = p.passed_over();
  const Colour us = p.side_to_move();
  const bool ready = passed && (chess::pawn_attacks(*passed, !us) & p.pieces(us, chess::Kind::pawn)) != 0;
  BOOST_TEST((en_passant == "-" || ready));
  en_passant = ready ? name(*passed) : "-";
  return pieces + ' ' + side + ' ' + rights + ' ' + en_passant + ' ' + halfmove + ' ' + fullmove;
}

/// Compares the position after every `step`th ply and the last one of each game.
void compare(const std::vector<pgn::Game>& games, std::size_t step) {
  if (std::string_view(ADOUBE_STOCKFISH).empty()) return test::skip("stockfish is not installed");
  std::ostringstream script;
  std::vector<std::string> ours;
  for (const pgn::Game& game : games) {
    std::string line = "position fen " + fen::write(game.start) + " moves";
    chess::Position p = game.start;
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
      line += ' ' + uci::write(p, game.plies[i].move);
      p.make(game.plies[i].move);
      if ((i + 1) % step != 0 && i + 1 != game.plies.size()) continue;
      ours.push_back(as_stockfish_writes(p));
      script << line << "\nd\n";
    }
  }
  std::istringstream answer(test::output_of(ADOUBE_STOCKFISH, script.str() + "quit\n"));
  std::vector<std::string> theirs;
  for (std::string line; std::getline(answer, line);) {
    if (line.starts_with("Fen: ")) theirs.push_back(line.substr(5));
  }
  BOOST_TEST(ours.size() >= games.size());
  BOOST_TEST(ours == theirs, boost::test_tools::per_element());
}

std::vector<pgn::Game> games_of(const std::filesystem::path& path) {
  const auto games = pgn::read(test::contents(path));
  BOOST_REQUIRE_MESSAGE(games.has_value(), (games ? "" : games.error().message));
  return *games;
}

BOOST_AUTO_TEST_CASE(the_shared_games) {
  const auto file = test::shared_file(ADOUBE_SOURCE_DIR, "games/blitz-with-clocks.pgn");
  if (!file) return test::skip("no shared games; set ADOUBE_SHARED");
  const auto games = games_of(*file);
  BOOST_TEST(games.size() == 289U);
  compare(games, 7);
}

BOOST_AUTO_TEST_CASE(our_own_games) {
  for (const char* name : {"opera-1858.pgn", "moscow-1985.pgn", "short-games.pgn"}) {
    compare(games_of(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/games" / name), 1);
  }
}

}  // namespace
}  // namespace adoube
