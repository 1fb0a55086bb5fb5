// SPDX-License-Identifier: Apache-2.0
// Games with everything in them, written and read back.
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <sstream>
#include <string>

#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/pgn_writer.hpp"
#include "tests/rules/notation/drawn_game.hpp"

namespace adoube {
namespace {

pgn::Game read_one(const std::string& text) {
  auto games = pgn::read(text);
  if (!games) RC_FAIL(games.error().message + "\n" + text);
  RC_ASSERT(games->size() == 1U);
  return std::move(games->front());
}

RC_BOOST_PROP(what_is_written_is_read_as_the_same_game, ()) {
  const pgn::Game game = test::drawn_game();
  for (const auto layout : {pgn::Layout::export_format, pgn::Layout::one_line}) {
    const std::string text = pgn::write(game, layout);
    const pgn::Game read = read_one(text);
    if (!(read == game)) RC_FAIL(text + "\n---\n" + pgn::write(read, layout));
    RC_ASSERT(pgn::write(read, layout) == text);
    for (const pgn::Warning& warning : read.warnings) {
      RC_ASSERT(warning.kind != pgn::Warning::Kind::san);
      RC_ASSERT(warning.kind != pgn::Warning::Kind::move_number);
      RC_ASSERT(warning.kind != pgn::Warning::Kind::result_missing);
    }
  }
}

RC_BOOST_PROP(the_export_format_keeps_to_its_lines, ()) {
  std::istringstream lines(pgn::write(test::drawn_game()));
  bool in_moves = false;
  for (std::string line; std::getline(lines, line);) {
    in_moves |= line.empty();
    if (!in_moves || line.size() < 80) continue;
    // Longer only by what may not be broken: a long word, a command, a wide blank, what must not begin a line, a line comment.
    const auto holds = [&](std::string_view text) { return line.find(text) != std::string::npos; };
    if (!holds(std::string(90, 'l')) && !holds("[%") && !holds("  ") && !holds(" [") && !holds(" %") && !holds("; ")) RC_FAIL(line);
  }
}

RC_BOOST_PROP(many_games_in_one_file, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 5);
  std::vector<pgn::Game> games;
  std::string file;
  for (std::size_t n = 0; n < count; ++n) {
    games.push_back(test::drawn_game());
    if (n > 0) file += '\n';
    file += pgn::write(games.back(), *rc::gen::arbitrary<bool>() ? pgn::Layout::export_format : pgn::Layout::one_line);
  }
  std::istringstream stream(file);
  const auto read = pgn::read(stream);
  RC_ASSERT(read.has_value());
  // What stands before a game without tags or before its tags is that game's; comments behind a result are the next one's.
  RC_ASSERT(read->size() == games.size());
  for (std::size_t n = 0; n < count; ++n) RC_ASSERT((*read)[n] == games[n]);
}

RC_BOOST_PROP(completed_tags_stand_in_their_order, ()) {
  pgn::Game game = test::drawn_game();
  const pgn::Game before = game;
  pgn::complete_tags(game);
  for (std::size_t i = 0; i < pgn::seven_tags.size(); ++i) RC_ASSERT(game.tags.at(i).name == pgn::seven_tags[i]);
  for (const pgn::Tag& tag : before.tags) RC_ASSERT((game.tag(tag.name) == tag.value));
  pgn::Game again = game;
  pgn::complete_tags(again);
  RC_ASSERT(again == game);
  const pgn::Game read = read_one(pgn::write(game));
  RC_ASSERT(read == game);
}

}  // namespace
}  // namespace adoube
