// SPDX-License-Identifier: Apache-2.0
// What is written is read back alike, along any game.
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <set>
#include <string>

#include "rules/chess/endings.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"
#include "tests/rules/playouts.hpp"

namespace adoube {
namespace {

RC_BOOST_PROP(fen_of_every_position, ()) {
  for (const chess::Position& p : test::drawn_playout().positions) {
    const std::string text = fen::write(p);
    const auto read = fen::parse(text);
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == p);
    RC_ASSERT(fen::write(*read) == text);
  }
}

RC_BOOST_PROP(uci_of_every_legal_move, ()) {
  for (const chess::Position& p : test::drawn_playout().positions) {
    std::set<std::string> texts;
    for (const chess::Move m : chess::legal_moves(p)) {
      const std::string text = uci::write(p, m, true);
      const auto read = uci::parse(p, text);
      RC_ASSERT(read.has_value());
      RC_ASSERT(*read == m);
      RC_ASSERT(texts.insert(text).second);
    }
  }
}

RC_BOOST_PROP(san_of_every_legal_move, ()) {
  for (const chess::Position& p : test::drawn_playout().positions) {
    std::set<std::string> texts;
    for (const chess::Move m : chess::legal_moves(p)) {
      const std::string text = san::write(p, m);
      const auto read = san::parse(p, text);
      RC_ASSERT(read.has_value());
      RC_ASSERT(*read == m);
      RC_ASSERT(texts.insert(text).second);
      // The sign says what the position is.
      const chess::Position next = p.after(m);
      RC_ASSERT((text.back() == '#') == chess::is_mate(next));
      RC_ASSERT((text.back() == '+') == (next.in_check() && !chess::is_mate(next)));
    }
  }
}

/// Disambiguation is minimal: with any sign of it taken away, the text means another move, or several.
RC_BOOST_PROP(san_says_no_more_than_needed, ()) {
  for (const chess::Position& p : test::drawn_playout().positions) {
    for (const chess::Move m : chess::legal_moves(p)) {
      const std::string text = san::write(p, m);
      if (m.is_castling() || p.kind_at(m.from()) == chess::Kind::pawn) continue;
      const std::size_t origin = text.find(name(m.to())) - (chess::captured_square(p, m) ? 1 : 0);
      for (std::size_t i = 1; i < origin; ++i) RC_ASSERT(!san::parse(p, std::string(text).erase(i, 1)).has_value());
    }
  }
}

RC_BOOST_PROP(a_game_written_in_san_with_decorations, ()) {
  const test::Playout game = test::drawn_playout();
  std::string text = "[Event \"x\"]\n[FEN \"" + fen::write(game.positions.front()) + "\"]\n\n";
  const auto blank = [] {
    return *rc::gen::element<std::string>(" ", "\n", "\r\n", "\t", " {a (b) ;} ", " ({)}) ({y}) ", " $3 ");
  };
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const chess::Position& p = game.positions[i];
    if (*rc::gen::arbitrary<bool>()) {
      text += std::to_string(p.fullmove_number()) + (p.side_to_move() == Colour::white ? "." : "...");
    }
    text += san::write(p, game.moves[i]) + blank();
  }
  const auto games = pgn::read(text + " *");
  RC_ASSERT(games.has_value());
  RC_ASSERT(games->size() == 1U);
  RC_ASSERT(games->front().start == game.positions.front());
  RC_ASSERT(games->front().plies.size() == game.moves.size());
  for (std::size_t i = 0; i < game.moves.size(); ++i) RC_ASSERT(games->front().plies[i].move == game.moves[i]);
}

/// Whatever the bytes, the reader comes to the end and says one sentence for each game it refuses.
RC_BOOST_PROP(any_bytes_end_in_games_or_sentences, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "[Event \"x\"]\n", "[", "]", "\"", "{", "}", "(", ")", ";", "%", "\n", "\r", " ", "$", "1.", "...", "e4", "e5",
      "Nf3", "O-O", "*", "1-0", "\\", "[%clk 1:00]", "[%clk ", "[FEN \"", std::string(1, '\0'), "\xff", "\xef\xbb\xbf",
      "[SetUp \"1\"]"));
  std::string text;
  for (const auto& piece : pieces) text += piece;
  pgn::Reader reader(text);
  std::size_t count = 0;
  while (const auto game = reader.next()) {
    RC_ASSERT(++count <= text.size() + 1);
    if (!*game) RC_ASSERT(game->error().message.ends_with('.'));
  }
}

RC_BOOST_PROP(any_text_is_a_move_or_a_sentence, ()) {
  const std::string letters = "abcdefgh12345678KQRBNPOx=+#-0().! :";
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(letters));
  const auto start = test::drawn_start();
  for (const auto& read : {san::parse(start, text), uci::parse(start, text)}) {
    if (!read) RC_ASSERT(read.error().message.ends_with('.'));
  }
  const auto position = fen::parse(text + " w - -");
  if (!position) RC_ASSERT(position.error().message.ends_with('.'));
}

}  // namespace
}  // namespace adoube
