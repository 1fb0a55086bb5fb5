// SPDX-License-Identifier: Apache-2.0
/// Input: a PGN file.
#include <algorithm>
#include <sstream>
#include <string>

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/pgn_writer.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

namespace {

// The buffer of a stream, a hundred warnings; a game of nothing but brackets, each a variation.
constexpr fuzz::MemoryBound bound{512, 256 * 1024};

/// Every ply is legal where it stands; a null move only in a variation.
void hold_line(chess::Position position, const std::vector<pgn::Ply>& plies, bool main_line) {
  for (const pgn::Ply& ply : plies) {
    for (const pgn::Variation& variation : ply.variations) hold_line(position, variation.plies, false);
    if (ply.is_null()) {
      fuzz::hold(!main_line, "no null move in the main line");
    } else {
      const chess::MoveList legal = chess::legal_moves(position);
      fuzz::hold(std::find(legal.begin(), legal.end(), ply.move) != legal.end(), "a ply is legal", fen::write(position));
    }
    position = pgn::after(position, ply);
  }
}

void hold_round_trip(const pgn::Game& game, pgn::Layout layout) {
  const std::string written = pgn::write(game, layout);
  const auto read = pgn::read(written);
  fuzz::hold(read.has_value(), "a game written can be read", read ? written : written + read.error().message);
  fuzz::hold(read->size() == 1 && read->front() == game, "a game written is read as the same game", written);
  const std::string again = pgn::write(read->front(), layout);
  fuzz::hold(again == written, "a game written, read and written is the same text", written + "---\n" + again);
}

void hold_game(const pgn::Game& game) {
  hold_line(game.start, game.plies, true);
  fuzz::hold(game.warnings.size() <= pgn::Game::max_warnings, "no more warnings than are kept");
  for (const pgn::Warning& warning : game.warnings) {
    fuzz::hold_error({Cause::malformed, warning.message});
    fuzz::hold(!pgn::name(warning.kind).empty(), "a warning has a short name");
  }
  hold_round_trip(game, pgn::Layout::export_format);
  hold_round_trip(game, pgn::Layout::one_line);
  pgn::Game complete = game;
  pgn::complete_tags(complete);
  for (const std::string_view tag : pgn::seven_tags) fuzz::hold(complete.tag(tag).has_value(), "complete tags are there", tag);
  hold_round_trip(complete, pgn::Layout::export_format);
}

/// All that a reader says, as one text; what it returns is held to what the reader promises.
std::string all_of(pgn::Reader reader, std::size_t size, bool look_closer) {
  std::string said;
  std::size_t answers = 0;
  std::uint64_t bytes = 0;
  while (const auto game = reader.next()) {
    // Each game and each error takes something of the input, so that reading ends.
    fuzz::hold(++answers <= size + 1, "reading ends");
    fuzz::hold(reader.bytes() >= bytes && reader.bytes() <= size, "progress is between nothing and everything");
    bytes = reader.bytes();
    if (!*game) {
      fuzz::hold_error(game->error());
      const pgn::Place place = reader.error_place();
      fuzz::hold(place.line >= 1 && place.line <= size + 1 && place.column >= 1 && place.column <= size + 1,
                 "an error has a place in the input", game->error().message);
      said += game->error().message + '\n';
      continue;
    }
    if (look_closer) hold_game(**game);
    said += std::to_string((*game)->number) + ' ' + std::to_string((*game)->line) + '\n' + pgn::write(**game);
    for (const pgn::Warning& warning : (*game)->warnings) said += warning.message + '\n';
  }
  fuzz::hold(reader.bytes() == size, "all of the input was read");
  return said;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text(data, size);
  fuzz::within(bound, size, [&] {
    pgn::Reader reader(text);
    while (reader.next()) {
    }
    return true;
  });
  const std::string from_text = all_of(pgn::Reader(text), size, true);
  std::istringstream stream{std::string(text)};
  const std::string from_stream = all_of(pgn::Reader(stream), size, false);
  fuzz::hold(from_text == from_stream, "a stream reads as the same text in memory", from_text + from_stream);
  return 0;
}
