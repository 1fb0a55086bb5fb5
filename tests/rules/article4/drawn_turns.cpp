// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/article4/drawn_turns.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <stdexcept>
#include <string>

#include "rules/notation/fen.hpp"

namespace adoube::article4::testing {

using chess::Kind;
using chess::Position;

Square Dice::one_of(SquareSet set) {
  for (std::size_t skip = below(static_cast<std::size_t>(std::popcount(set))); skip > 0; --skip) pop(set);
  return first(set);
}

namespace {

/// The FENs of the corpus, each once, and some where castling, promotion and en passant are near.
std::vector<Position> starts() {
  std::vector<std::string> fens = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
      "8/P1P3k1/8/3pP3/8/8/p1p3K1/1N6 w - d6 0 1",
      "4k3/8/8/8/b7/8/3PPPPn/4K2R w K - 0 1",
  };
  std::ifstream corpus(std::string(ADOUBE_SOURCE_DIR) + "/tests/rules/cases/touchmove.jsonl");
  for (std::string line; std::getline(corpus, line);) {
    constexpr std::string_view key = "\"fen\": \"";
    const std::size_t begin = line.find(key);
    if (begin == std::string::npos) continue;
    const std::size_t from = begin + key.size();
    fens.push_back(line.substr(from, line.find('"', from) - from));
  }
  if (fens.size() < 80) throw std::runtime_error("the corpus of cases is not there");
  std::sort(fens.begin(), fens.end());
  fens.erase(std::unique(fens.begin(), fens.end()), fens.end());
  std::vector<Position> out;
  for (const std::string& text : fens) {
    if (const auto p = fen::parse(text); p && !chess::legal_moves(*p).empty()) out.push_back(*p);
  }
  return out;
}

}  // namespace

Position draw_position(Dice& dice) {
  static const std::vector<Position> all = starts();
  Position p = all[dice.below(all.size())];
  const std::size_t plies = dice.percent(50) ? 0 : dice.below(30);
  for (std::size_t i = 0; i < plies; ++i) {
    const chess::MoveList moves = chess::legal_moves(p);
    const Position after = p.after(moves[dice.below(moves.size())]);
    if (chess::legal_moves(after).empty()) break;
    p = after;
  }
  return p;
}

Edition draw_edition(Dice& dice) {
  static constexpr const char* rates[] = {"", "-rapid", "-blitz"};
  const auto names = edition_names();
  return edition(std::string(names[dice.below(names.size())]) + rates[dice.below(3)]).value();
}

Square draw_piece(Dice& dice, const Position& p) {
  const Colour us = p.side_to_move();
  const int seventh = us == Colour::white ? 6 : 1;
  const SquareSet favoured = p.pieces(us, Kind::king) | p.pieces(us, Kind::rook) |
                             (p.pieces(us, Kind::pawn) & (SquareSet{0xff} << (8 * seventh)));
  return dice.one_of(dice.percent(40) ? favoured : p.pieces());
}

Event& Script::act(EventKind kind, Square square, Tick after, Tick half_width) {
  now_ += after;
  Event e;
  e.kind = kind;
  e.square = square;
  e.id = static_cast<std::uint32_t>(events.size() + 1);
  e.when = {now_ - 2 * half_width, now_};
  events.push_back(e);
  return events.back();
}

void Script::touch_and_leave(Square square) {
  act(EventKind::touch, square);
  act(EventKind::release, square);
}

void Script::move(Square from, Square to) {
  act(EventKind::touch, from);
  act(EventKind::lift, from);
  act(EventKind::place, to);
  act(EventKind::release, to);
}

void Script::take_away(Square square) {
  act(EventKind::touch, square);
  act(EventKind::lift, square);
  act(EventKind::release, square);
}

void Script::press(Colour side) { act(EventKind::clock, Square::off).actor = side; }

void Script::play(const MoveTable& table, std::size_t i, bool victim_first) {
  const chess::Move m = table.moves()[i];
  if (m.is_castling()) {
    const chess::RookJourney rook = table.rook_journey(i);
    if (m.to() == rook.from || rook.to == m.from()) {  // Chess960: the king waits in the hand
      act(EventKind::touch, m.from());
      act(EventKind::lift, m.from());
      if (rook.from != rook.to) move(rook.from, rook.to);
      act(EventKind::place, m.to());
      act(EventKind::release, m.to());
      return;
    }
    if (m.from() != m.to()) move(m.from(), m.to());
    if (rook.from != rook.to) move(rook.from, rook.to);
    return;
  }
  const Square taken = table.taken(i);
  const bool before = taken != Square::off && (victim_first || taken == m.to());
  if (before) take_away(taken);
  move(m.from(), m.to());
  if (taken != Square::off && !before) take_away(taken);
}

namespace {

/// A pair of hands that knows what it holds.
class Hands {
 public:
  Hands(Dice& dice, const MoveTable& table) : dice_(dice), table_(table), occupied_(table.position().pieces()) {
    for (int s = 0; s < 64; ++s) home_[static_cast<std::size_t>(s)] = square(s);
  }

  std::vector<Event> act(std::size_t count) {
    while (script_.events.size() < count) step();
    return script_.events;
  }

 private:
  Event& add(EventKind kind, Square s) {
    const Tick half_width = dice_.percent(25) ? dice_.between(1, 150'000) : 63;
    return script_.act(kind, s, dice_.between(1, dice_.percent(30) ? 60'000 : 600'000), half_width);
  }

  void step() {
    const Colour us = table_.mover();
    const std::size_t what = dice_.below(100);
    if (what < 30) {
      if (occupied_ == 0) return;
      const Square s = dice_.percent(70) && contains(occupied_, piece()) ? last_ : dice_.one_of(occupied_);
      Event& e = add(EventKind::touch, s);
      e.via_piece = !held_.empty() && dice_.percent(30);
      e.accidental = dice_.percent(3);
      if (dice_.percent(20)) e.duration = dice_.between(10'000, 300'000);
      if (dice_.percent(5)) e.actor = !us;
      touched_ = s;
    } else if (what < 45) {
      add(EventKind::release, touched_ == Square::off ? Square::a1 : touched_);
    } else if (what < 62) {
      if (occupied_ == 0) return;
      const Square s = touched_ != Square::off && contains(occupied_, touched_) ? touched_ : dice_.one_of(occupied_);
      Event& e = add(EventKind::lift, s);
      e.accidental = dice_.percent(4);
      occupied_ &= ~set_of(s);
      held_.push_back(home_[static_cast<std::size_t>(s)]);
    } else if (what < 88) {
      if (held_.empty()) return;
      const Square s = target();
      add(EventKind::place, s);
      if (s != Square::off) touched_ = s;
      occupied_ |= set_of(s);
      if (s != Square::off) home_[static_cast<std::size_t>(s)] = held_.back();
      held_.pop_back();
      if (dice_.percent(60)) add(EventKind::release, s);
    } else if (what < 90) {
      Event& e = add(EventKind::place, square(static_cast<int>(dice_.below(8)), us == Colour::white ? 7 : 0));
      e.from_outside = true;
      if (dice_.percent(70)) e.piece = "QRBNqrbn"[dice_.below(8)];
      occupied_ |= set_of(e.square);
      touched_ = e.square;
    } else if (what < 93) {
      Event& e = add(EventKind::adjust, Square::off);
      if (dice_.percent(30)) e.actor = !us;
      if (dice_.percent(50)) e.until = e.when.hi + dice_.between(0, 2'000'000);
    } else if (what < 96) {
      add(EventKind::clock, Square::off).actor = dice_.percent(80) ? us : !us;
    } else if (what < 98) {
      add(EventKind::claim, Square::off).saying = static_cast<Saying>(dice_.between(1, 4));
    } else {
      Event& e = add(EventKind::arbiter, touched_);
      e.saying = static_cast<Saying>(dice_.between(5, 8));
    }
  }

  Square piece() { return last_ = draw_piece(dice_, table_.position()); }

  /// Where the piece in the hand goes: mostly where it can, sometimes back, off the board, or anywhere.
  Square target() {
    const Square from = held_.back();
    if (dice_.percent(20) && !contains(occupied_, from)) return from;
    if (dice_.percent(60)) {
      SquareSet targets = 0;
      for (std::size_t i = 0; i < table_.moves().size(); ++i) {
        const chess::Move m = table_.moves()[i];
        if (m.from() == from) targets |= set_of(m.to());
        if (m.is_castling() && table_.rook_journey(i).from == from) targets |= set_of(table_.rook_journey(i).to);
      }
      targets &= ~occupied_;
      if (targets != 0) return dice_.one_of(targets);
    }
    if (dice_.percent(30)) return Square::off;
    return dice_.one_of(~occupied_);
  }

  Dice& dice_;
  const MoveTable& table_;
  Script script_;
  SquareSet occupied_;
  std::vector<Square> held_;          // by where the pieces stood at first
  std::array<Square, 64> home_{};     // of the piece on a square
  Square touched_ = Square::off;
  Square last_ = Square::off;
};

}  // namespace

std::vector<Event> draw_events(Dice& dice, const MoveTable& table, std::size_t count) {
  return Hands(dice, table).act(count);
}

}  // namespace adoube::article4::testing
