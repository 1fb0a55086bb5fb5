// SPDX-License-Identifier: Apache-2.0
/// Random games with everything that a game can hold.
#pragma once
#include <rapidcheck.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn.hpp"
#include "tests/rules/playouts.hpp"

namespace adoube::test {

/// A text of up to seven of these pieces.
inline std::string drawn_text(const std::vector<std::string>& pieces) {
  std::string text;
  for (int n = *rc::gen::inRange(0, 8); n > 0; --n) text += *rc::gen::elementOf(pieces);
  return text;
}

/// Comments as a reader gives them: on one line, without blanks around, not empty.
inline pgn::Comments drawn_comments() {
  static const std::vector<std::string> pieces{
      " ", " ", " ", " ", "  ", "\t", "word", "a", "[%clk 0:01:00]", "[%cal Ga1b2, Rb3c4]", "[%eval -0.3,12]", "[%x", "]",
      "[", "%", "}", "{", ";", "(", ")", "$1", "\\", "\"", "[Event \"x\"]", "1-0", "\xe9", "\xc3\xa9", "e4",
      std::string(90, 'l'), std::string("\0", 1)};
  pgn::Comments comments;
  if (*rc::gen::inRange(0, 3) > 0) return comments;
  for (int n = *rc::gen::inRange(1, 4); n > 0; --n) {
    std::string text = drawn_text(pieces);
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), blank));
    while (!text.empty() && blank(text.back())) text.pop_back();
    if (!text.empty()) comments.push_back(std::move(text));
  }
  return comments;
}

inline std::vector<pgn::Ply> drawn_line(chess::Position position, int depth, int length);

inline pgn::Variation drawn_variation(const chess::Position& start, int depth) {
  pgn::Variation variation;
  variation.comments = drawn_comments();
  variation.plies = drawn_line(start, depth, *rc::gen::inRange(0, 6));
  if (*rc::gen::inRange(0, 5) == 0) variation.result = static_cast<pgn::Outcome>(*rc::gen::inRange(0, 4));
  variation.comments_after = drawn_comments();
  return variation;
}

/// `depth`: variations within one another, 0 being the main line.
inline std::vector<pgn::Ply> drawn_line(chess::Position position, int depth, int length) {
  std::vector<pgn::Ply> plies;
  while (length-- > 0) {
    pgn::Ply ply;
    const auto moves = chess::legal_moves(position);
    const bool null = depth > 0 && !position.in_check() && *rc::gen::inRange(0, 10) == 0;
    if (!null) {
      if (moves.empty()) break;
      ply.move = moves[*rc::gen::inRange<std::size_t>(0, moves.size())];
    }
    ply.nags = *rc::gen::container<std::vector<pgn::Nag>>(*rc::gen::inRange<std::size_t>(0, 2) * 2,
                                                          rc::gen::element<pgn::Nag>(0, 1, 2, 3, 4, 5, 6, 7, 18, 255, 65535));
    ply.comments = drawn_comments();
    for (int n = depth < 4 && *rc::gen::inRange(0, 6) == 0 ? *rc::gen::inRange(1, 3) : 0; n > 0; --n) {
      ply.variations.push_back(drawn_variation(position, depth + 1));
    }
    position = pgn::after(position, ply);
    plies.push_back(std::move(ply));
  }
  return plies;
}

inline pgn::Game drawn_game() {
  pgn::Game game;
  std::set<std::string> names{"FEN", "SetUp", "Variant"};
  for (int n = *rc::gen::inRange(0, 6); n > 0; --n) {
    const auto name = *rc::gen::element<std::string>("Event", "Site", "Result", "White", "x", "A_1", "Annotator");
    if (!names.insert(name).second) continue;
    game.tags.push_back({name, drawn_text({"a", " ", "\"", "\\", "]", "[", "\t", "\xe9", "\xc3\xa9", "\\\"", "{", ";"})});
  }
  game.start = drawn_start();
  if (game.start != chess::Position::start()) {
    game.tags.push_back({"SetUp", "1"});
    game.tags.push_back({"FEN", fen::write(game.start)});
  }
  game.comments = drawn_comments();
  game.plies = drawn_line(game.start, 0, *rc::gen::inRange(0, 30));
  game.result = static_cast<pgn::Outcome>(*rc::gen::inRange(0, 4));
  return game;
}

}  // namespace adoube::test
