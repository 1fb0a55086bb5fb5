// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/positions.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"
#include "tests/fuzz/property.hpp"

namespace adoube::fuzz {
namespace {

constexpr std::array<std::string_view, 16> positions = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  // a: the initial position
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 4 9",  // b: all four castlings
    "4k3/8/8/1N3N2/8/1N3N2/8/4K3 w - - 0 1",          // c: four knights that share goals, files and ranks
    "8/7k/8/8/8/Q7/8/Q1Q3K1 w - - 0 1",                 // d: queens that need file, rank or both
    "1n1qk1nr/PP4PP/8/8/8/8/p1p4p/1N1QK1N1 w - - 0 40",  // e: promotions with and without a capture
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 20",             // f: en passant
    "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 20",           // g: en passant opens a line to the own king or not
    "1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1",         // h: Chess960, king and rook change places
    "6rk/8/8/8/8/8/8/KR6 b - - 0 1",                  // i: corners
    "2r1kr2/8/8/8/8/8/8/2R1KR2 w KQkq - 0 1",         // j: castling with a rook next to the king
    "4k3/8/8/8/1b6/2N5/8/R3K2R w KQ - 0 1",           // k: a pinned knight
    "k7/8/8/8/7b/8/4r3/4K2R w K - 0 1",               // l: check from two sides
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                 // m: stalemate
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",              // n: mate
    "2k5/8/8/3BB3/3BB3/8/6K1/8 w - - 98 900",          // o: four bishops, the fifty moves nearly over
    "8/5P1k/8/6R1/8/8/8/K5R1 w - - 0 70",             // p: a promotion that takes a square from a king
};

}  // namespace

chess::Position chosen_position(std::uint8_t letter) {
  const std::string_view fen = positions[static_cast<std::uint8_t>(letter - 'a') % positions.size()];
  const auto position = fen::parse(fen);
  hold(position.has_value(), "the positions of the fuzz targets are legal", fen);
  return *position;
}

void hold_position(const chess::Position& position) {
  const std::string text = fen::write(position);
  const auto again = fen::parse(text);
  hold(again.has_value(), "a position can be read back", again ? text : text + ": " + again.error().message);
  hold(*again == position, "a position read back is the same", text);
  const std::string files = fen::write(position, fen::CastlingLetters::files);
  const auto from_files = fen::parse(files);
  hold(from_files && *from_files == position, "castling letters of files read as the same rights", files);
}

void hold_moves(const chess::Position& position) {
  const Colour us = position.side_to_move();
  for (const chess::Move move : chess::legal_moves(position)) {
    const chess::Position next = position.after(move);
    hold(next.side_to_move() != us && next.attackers(next.king(us), !us) == 0, "a legal move leaves no king in check",
         uci::write(position, move) + " in " + fen::write(position));
    hold_position(next);
  }
}

void hold_san(const chess::Position& position) {
  std::vector<std::string> names;
  for (const chess::Move move : chess::legal_moves(position)) {
    const std::string san = san::write(position, move);
    const auto read = san::parse(position, san);
    hold(read && *read == move, "the SAN of a legal move reads as that move", san + " in " + fen::write(position));
    names.push_back(san);
  }
  std::sort(names.begin(), names.end());
  hold(std::adjacent_find(names.begin(), names.end()) == names.end(), "no two legal moves have one SAN",
       fen::write(position));
}

void hold_uci(const chess::Position& position) {
  for (const chess::Move move : chess::legal_moves(position)) {
    const std::string plain = uci::write(position, move), chess960 = uci::write(position, move, true);
    const auto from_chess960 = uci::parse(position, chess960);
    hold(from_chess960 && *from_chess960 == move, "the Chess960 UCI text of a legal move reads as that move",
         chess960 + " in " + fen::write(position));
    // The king's journey and the king's step may be written alike; then the text means the step.
    const auto from_plain = uci::parse(position, plain);
    hold(from_plain && (*from_plain == move || (move.is_castling() && uci::write(position, *from_plain) == plain)),
         "the UCI text of a legal move reads as that move", plain + " in " + fen::write(position));
  }
}

}  // namespace adoube::fuzz
