// SPDX-License-Identifier: Apache-2.0
/// Legal moves, FEN and SAN over positions of real games, each beside the plain way to do the same in the same run. Fails
/// where the two disagree; the times are only printed.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "rules/chess/attacks.hpp"
#include "rules/chess/keys.hpp"
#include "rules/chess/legality.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/san.hpp"

using namespace adoube;
using chess::Kind;
using chess::Move;
using chess::Position;

namespace {

/// A position of a game and the move that was played in it.
struct Sample {
  Position position;
  Move played;
  std::string fen, san;
};

std::vector<Sample> samples() {
  const char* shared = std::getenv("ADOUBE_SHARED");
  const std::filesystem::path root(ADOUBE_SOURCE_DIR);
  std::filesystem::path file = (shared != nullptr ? std::filesystem::path(shared) : root.parent_path() / "shared") /
                               "games/blitz-with-clocks.pgn";
  if (!std::filesystem::exists(file)) file = root / "tests/games/moscow-1985.pgn";
  std::ifstream input(file);
  std::vector<Sample> all;
  for (pgn::Reader reader(input); auto game = reader.next();) {
    if (!*game) continue;
    Position p = (*game)->start;
    for (const pgn::Ply& ply : (*game)->plies) {
      if (ply.is_null()) break;
      all.push_back({p, ply.move, fen::write(p), san::write(p, ply.move)});
      p.make(ply.move);
    }
  }
  std::vector<Sample> drawn;
  const std::size_t wanted = std::min<std::size_t>(1000, all.size());
  for (std::size_t n = 0; n < wanted; ++n) drawn.push_back(all[n * all.size() / wanted]);
  return drawn;
}

// The plain ways: what one writes first.

/// Moves a piece could make if its king were no matter; then each is made and the king looked at.
std::vector<Move> plain_legal_moves(const Position& p) {
  std::vector<Move> moves;
  const Colour us = p.side_to_move();
  const auto attempt = [&](Move m) {
    const Position next = p.after(m);
    if (next.attackers(next.king(us), !us) == 0) moves.push_back(m);
  };
  const int up = us == Colour::white ? 8 : -8;
  for (SquareSet own = p.pieces(us); own != 0;) {
    const Square from = pop(own);
    SquareSet targets = 0;
    switch (p.kind_at(from)) {
      case Kind::pawn: {
        targets = chess::pawn_attacks(from, us) & p.pieces(!us);
        const Square once = square(index(from) + up);
        if (!contains(p.pieces(), once)) {
          targets |= set_of(once);
          if (rank_of(from) == (us == Colour::white ? 1 : 6)) {
            targets |= set_of(square(index(once) + up)) & ~p.pieces();
          }
        }
        if (p.en_passant() && contains(chess::pawn_attacks(from, us), *p.en_passant())) {
          attempt(Move(from, *p.en_passant(), Move::Type::en_passant));
        }
        break;
      }
      case Kind::knight: targets = chess::knight_attacks(from); break;
      case Kind::bishop: targets = chess::bishop_attacks(from, p.pieces()); break;
      case Kind::rook: targets = chess::rook_attacks(from, p.pieces()); break;
      case Kind::queen: targets = chess::bishop_attacks(from, p.pieces()) | chess::rook_attacks(from, p.pieces()); break;
      case Kind::king: targets = chess::king_attacks(from); break;
    }
    for (targets &= ~p.pieces(us); targets != 0;) {
      const Square to = pop(targets);
      const bool promotes = p.kind_at(from) == Kind::pawn && (rank_of(to) == 0 || rank_of(to) == 7);
      if (!promotes) attempt(Move(from, to));
      for (int kind = 1; promotes && kind <= 4; ++kind) {
        attempt(Move(from, to, Move::Type::promotion, static_cast<Kind>(kind)));
      }
    }
  }
  const Square king = p.king(us);
  for (const chess::Wing w : {chess::Wing::king_side, chess::Wing::queen_side}) {
    const auto rook = p.castling_rook(us, w);
    if (!rook || p.in_check() || (chess::between(king, *rook) & p.pieces()) != 0) continue;
    const int step = w == chess::Wing::king_side ? 1 : -1;
    if (p.attackers(square(index(king) + step), !us) != 0) continue;
    attempt(Move(king, square(index(king) + 2 * step), Move::Type::castling));
  }
  return moves;
}

/// Reads the fields through a stream, and checks nothing.
Position plain_fen_read(const std::string& text) {
  std::istringstream fields(text);
  std::string pieces, side, rights, en_passant;
  int halfmove = 0, fullmove = 1;
  fields >> pieces >> side >> rights >> en_passant >> halfmove >> fullmove;
  Position p;
  int file = 0, rank = 7;
  for (const char c : pieces) {
    if (c == '/') {
      --rank, file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
    } else {
      p.put(square(file++, rank), *chess::parse_piece(c));
    }
  }
  p.set_side_to_move(side == "w" ? Colour::white : Colour::black);
  using enum chess::Wing;
  for (const char c : rights) {
    if (c == 'K') p.set_castling_rook(Colour::white, king_side, Square::h1);
    if (c == 'Q') p.set_castling_rook(Colour::white, queen_side, Square::a1);
    if (c == 'k') p.set_castling_rook(Colour::black, king_side, Square::h8);
    if (c == 'q') p.set_castling_rook(Colour::black, queen_side, Square::a8);
  }
  if (en_passant != "-") p.set_passed_over(parse_square(en_passant));
  p.set_clocks(halfmove, fullmove);
  return p;
}

std::string plain_fen_write(const Position& p) {
  std::ostringstream text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const auto piece = p.at(square(file, rank));
      if (!piece) {
        ++empty;
        continue;
      }
      if (empty != 0) text << empty;
      empty = 0;
      text << letter(*piece);
    }
    if (empty != 0) text << empty;
    if (rank != 0) text << '/';
  }
  std::string rights;
  using enum chess::Wing;
  if (p.castling_rook(Colour::white, king_side)) rights += 'K';
  if (p.castling_rook(Colour::white, queen_side)) rights += 'Q';
  if (p.castling_rook(Colour::black, king_side)) rights += 'k';
  if (p.castling_rook(Colour::black, queen_side)) rights += 'q';
  text << ' ' << letter(p.side_to_move()) << ' ' << (rights.empty() ? "-" : rights) << ' '
       << (p.en_passant() ? name(*p.en_passant()) : "-") << ' ' << p.halfmove_clock() << ' ' << p.fullmove_number();
  return text.str();
}

/// Writes every legal move until one reads alike.
Move plain_san_read(const Position& p, const std::string& text) {
  for (const Move m : chess::legal_moves(p)) {
    if (san::write(p, m) == text) return m;
  }
  return {};
}

double now_us() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

/// Keeps what was computed from being left out.
volatile std::uint64_t sink = 0;

/// Median over the samples of the processor time of one call, in microseconds.
double median_us(const std::vector<Sample>& all, const std::function<std::uint64_t(const Sample&)>& call) {
  constexpr int calls = 50;
  std::vector<double> times;
  for (const Sample& sample : all) {
    const double begun = now_us();
    for (int i = 0; i < calls; ++i) sink = sink + call(sample);
    times.push_back((now_us() - begun) / calls);
  }
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

bool agree(const std::vector<Sample>& all) {
  return std::ranges::all_of(all, [](const Sample& s) {
    const auto bits = [](auto moves) {
      std::vector<std::uint16_t> all_bits;
      for (const Move m : moves) all_bits.push_back(m.bits());
      std::ranges::sort(all_bits);
      return all_bits;
    };
    // The bits of the kind mean something in a promotion only, but are set alike by both.
    const auto read = fen::parse(s.fen);
    const auto move = san::parse(s.position, s.san);
    return bits(chess::legal_moves(s.position)) == bits(plain_legal_moves(s.position)) && read && *read == s.position &&
           plain_fen_read(s.fen) == s.position && plain_fen_write(s.position) == s.fen && move && *move == s.played &&
           plain_san_read(s.position, s.san) == s.played;
  });
}

}  // namespace

int main() {
  const std::vector<Sample> all = samples();
  if (!agree(all)) {
    std::puts("the two ways DISAGREE");
    return 1;
  }
  const struct {
    const char* what;
    std::function<std::uint64_t(const Sample&)> ours, plain;
  } rows[]{
      {"legal moves, listed", [](const Sample& s) { return chess::legal_moves(s.position).size(); },
       [](const Sample& s) { return plain_legal_moves(s.position).size(); }},
      {"FEN read and checked", [](const Sample& s) { return fen::parse(s.fen)->pieces(); },
       [](const Sample& s) { return plain_fen_read(s.fen).pieces(); }},
      {"FEN written", [](const Sample& s) { return fen::write(s.position).size(); },
       [](const Sample& s) { return plain_fen_write(s.position).size(); }},
      {"SAN read", [](const Sample& s) { return san::parse(s.position, s.san)->bits(); },
       [](const Sample& s) { return plain_san_read(s.position, s.san).bits(); }},
      {"SAN written", [](const Sample& s) { return san::write(s.position, s.played).size(); }, nullptr},
      {"legality alone", [](const Sample& s) { return chess::illegality(s.position) ? 1U : 0U; }, nullptr},
      {"repetition key", [](const Sample& s) { return chess::repetition_key(s.position); }, nullptr},
  };
  std::printf("%zu positions of real games, median   | us     | the plain way, us | ratio\n", all.size());
  for (const auto& row : rows) {
    const double ours = median_us(all, row.ours);
    std::printf("%-38s | %6.3f | ", row.what, ours);
    if (row.plain) {
      const double plain = median_us(all, row.plain);
      std::printf("%17.3f | %5.1f\n", plain, plain / ours);
    } else {
      std::printf("                - |     -\n");
    }
  }
  return 0;
}
