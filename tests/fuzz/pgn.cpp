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

// A game of nothing but brackets takes some sixty bytes for each; the fixed part is for a hundred warnings.
constexpr fuzz::MemoryBound bound{128, 32 * 1024};

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

/// Reading what is written gives an equal game, and so, of course, the same text again.
void hold_round_trip(const pgn::Game& game, pgn::Layout layout) {
  const std::string written = pgn::write(game, layout);
  const auto read = pgn::read(written);
  fuzz::hold(read.has_value(), "a game written can be read", read ? written : written + read.error().message);
  fuzz::hold(read->size() == 1 && read->front() == game, "a game written is read as the same game", written);
}

void hold_game(const pgn::Game& game) {
  hold_line(game.start, game.plies, true);
  fuzz::hold(game.warnings.size() <= pgn::Game::max_warnings, "no more warnings than are kept");
  for (const pgn::Warning& warning : game.warnings) {
    fuzz::hold_error({Cause::malformed, warning.message});
    fuzz::hold(!pgn::name(warning.kind).empty(), "a warning has a short name");
  }
  hold_round_trip(game, pgn::Layout::one_line);
  pgn::Game complete = game;
  pgn::complete_tags(complete);
  for (const std::string_view tag : pgn::seven_tags) fuzz::hold(complete.tag(tag).has_value(), "complete tags are there", tag);
  hold_round_trip(complete, pgn::Layout::export_format);
}

void hold_error_place(const Error& error, pgn::Place place, std::size_t size) {
  fuzz::hold_error(error);
  fuzz::hold(place.line >= 1 && place.line <= size + 1 && place.column >= 1 && place.column <= size + 1,
             "an error has a place in the input", error.message);
}

bool equal(const std::vector<pgn::Warning>& a, const std::vector<pgn::Warning>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const pgn::Warning& x, const pgn::Warning& y) {
    return x.kind == y.kind && x.place == y.place && x.message == y.message;
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text(data, size);
  fuzz::within(bound, size, [&] {
    pgn::Reader reader{text};
    while (reader.next()) {
    }
    return true;
  });

  // Two readers in step: of the text in memory and of a stream.
  std::istringstream stream{std::string(text)};
  pgn::Reader reader{text}, other{stream};
  std::size_t answers = 0;
  std::uint64_t bytes = 0;
  while (const auto game = reader.next()) {
    // Each game and each error takes something of the input, so that reading ends.
    fuzz::hold(++answers <= size + 1, "reading ends");
    fuzz::hold(reader.bytes() >= bytes && reader.bytes() <= size, "progress is between nothing and everything");
    bytes = reader.bytes();
    const auto twin = other.next();
    fuzz::hold(twin && twin->has_value() == game->has_value(), "a stream reads as the same text in memory");
    if (*game) {
      hold_game(**game);
      fuzz::hold(**game == **twin && (*game)->number == (*twin)->number && (*game)->line == (*twin)->line &&
                     equal((*game)->warnings, (*twin)->warnings),
                 "a stream reads as the same text in memory", pgn::write(**game));
    } else {
      hold_error_place(game->error(), reader.error_place(), size);
      fuzz::hold(game->error().message == twin->error().message, "a stream reads as the same text in memory",
                 game->error().message);
    }
  }
  fuzz::hold(!other.next(), "a stream reads as the same text in memory");
  fuzz::hold(reader.bytes() == size, "all of the input was read");
  return 0;
}
