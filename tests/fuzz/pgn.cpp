// SPDX-License-Identifier: Apache-2.0
/// Input: a PGN file.
#include "rules/notation/pgn.hpp"

#include <sstream>
#include <string>

#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

namespace {

constexpr fuzz::MemoryBound bound{256, 256 * 1024};

/// Everything the reader says about an input, as one text.
std::string all_of(pgn::Reader reader, std::size_t size) {
  std::string said;
  std::size_t answers = 0;
  while (const auto game = reader.next()) {
    // Each game and each error takes something of the input, so that reading ends.
    fuzz::hold(++answers <= size, "reading ends");
    if (!*game) {
      fuzz::hold_error(game->error());
      said += game->error().message + '\n';
      continue;
    }
    chess::Position position = (*game)->start;
    said += std::to_string((*game)->number) + ' ' + fen::write(position);
    for (const pgn::Tag& tag : (*game)->tags) said += '[' + tag.name + ' ' + tag.value + ']';
    said += (*game)->comment;
    for (const pgn::Ply& ply : (*game)->plies) {
      const auto move = san::parse(position, ply.san);
      fuzz::hold(move && *move == ply.move, "the text of a ply reads as its move", ply.san);
      said += ' ' + ply.san + '{' + ply.comment + '}';
      position.make(ply.move);
    }
    said += pgn::text((*game)->result);
    said += '\n';
  }
  return said;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text(data, size);
  fuzz::within(bound, size, [&] { return pgn::read(text).has_value(); });
  std::istringstream stream{std::string(text)};
  const std::string from_text = all_of(pgn::Reader(text), size), from_stream = all_of(pgn::Reader(stream), size);
  fuzz::hold(from_text == from_stream, "a stream reads as the same text in memory", from_text + from_stream);
  return 0;
}
