// SPDX-License-Identifier: Apache-2.0
/// What must hold for every position and every sequence of touches.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

#include "rules/article4/obligation.hpp"
#include "rules/article4/ruling.hpp"
#include "rules/article4/turn.hpp"
#include "rules/notation/fen.hpp"

namespace adoube::article4 {
namespace {

using chess::Move;
using chess::Position;

/// A position from a random game; half of them keep close to castling.
Position random_position() {
  static const char* const starts[] = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
      "8/P1P3k1/8/3pP3/8/8/p1p3K1/1N6 w - d6 0 1",
      "4k3/8/8/8/b7/8/3PPPPn/4K2R w K - 0 1",
  };
  Position p = fen::parse(starts[*rc::gen::inRange<std::size_t>(0, std::size(starts))]).value();
  const int plies = *rc::gen::inRange(0, 30);
  for (int i = 0; i < plies; ++i) {
    const chess::MoveList moves = chess::legal_moves(p);
    if (moves.empty()) break;
    p.make(moves[*rc::gen::inRange<std::size_t>(0, moves.size())]);
  }
  RC_PRE(!chess::legal_moves(p).empty());
  return p;
}

Edition random_edition() {
  const auto names = edition_names();
  Edition e = edition(names[*rc::gen::inRange<std::size_t>(0, names.size())]).value();
  return e;
}

/// Squares of pieces, each once; king and rooks of the mover often.
std::vector<Square> random_squares(const Position& p) {
  std::vector<Square> all;
  SquareSet rest = p.pieces();
  while (rest != 0) all.push_back(pop(rest));
  const SquareSet ours = p.pieces(p.side_to_move());
  std::vector<Square> favoured;
  rest = ours & (p.pieces(chess::Kind::king) | p.pieces(chess::Kind::rook));
  while (rest != 0) favoured.push_back(pop(rest));
  std::vector<Square> out;
  const int n = *rc::gen::inRange(1, 6);
  for (int i = 0; i < n; ++i) {
    const bool favour = *rc::gen::inRange(0, 2) == 0;
    const auto& from = favour ? favoured : all;
    const Square s = from[*rc::gen::inRange<std::size_t>(0, from.size())];
    if (std::find(out.begin(), out.end(), s) == out.end()) out.push_back(s);
  }
  return out;
}

std::vector<Contact> ordered(const std::vector<Square>& squares) {
  std::vector<Contact> out;
  Tick t = 1000;
  for (const Square s : squares) {
    out.push_back({s, {t - 126, t}, static_cast<std::uint32_t>(out.size() + 1)});
    t += 1000;
  }
  return out;
}

/// Contacts whose intervals may overlap.
std::vector<Contact> blurred(const std::vector<Square>& squares) {
  std::vector<Contact> out;
  for (const Square s : squares) {
    const Tick t = 1000 + 200 * *rc::gen::inRange(0, 6);
    const Tick u = 100 * *rc::gen::inRange(0, 5);
    out.push_back({s, {t - u - 1, t + u}, static_cast<std::uint32_t>(out.size() + 1)});
  }
  return out;
}

bool same(const Obligation& a, const Obligation& b) {
  return a.allowed == b.allowed && a.certain == b.certain && a.binds == b.binds && a.order_unclear == b.order_unclear &&
         a.open == b.open && a.clause == b.clause;
}

RC_BOOST_PROP(allowed_is_a_part_of_the_legal_moves_and_never_empty, ()) {
  const MoveTable table(random_position());
  const Edition e = random_edition();
  const Obligation o = obligation(table, blurred(random_squares(table.position())), e);
  RC_ASSERT(!o.allowed.empty());
  RC_ASSERT(o.allowed.within(table.all()));
  RC_ASSERT(o.certain.within(o.allowed));
}

RC_BOOST_PROP(another_touch_never_widens_what_is_allowed, ()) {
  const MoveTable table(random_position());
  const Edition e = random_edition();
  const std::vector<Contact> touched = ordered(random_squares(table.position()));
  Obligation before = obligation(table, {}, e);
  for (std::size_t n = 1; n <= touched.size(); ++n) {
    const Obligation after = obligation(table, std::span(touched).first(n), e);
    // Seed texts that fall back on "the first own piece that can take" let a later touch of another piece decide, and
    // 4.4.1 "at once" cannot be told before both are touched: for FIDE and USCF it holds without exception.
    if (e.both_colours == BothColours::first_touched) RC_ASSERT(after.allowed.within(before.allowed));
    before = after;
  }
}

/// The board upside down with the colours exchanged.
Square mirrored(Square s) { return square(file_of(s), 7 - rank_of(s)); }
Position mirrored(const Position& p) {
  Position out;
  SquareSet rest = p.pieces();
  while (rest != 0) {
    const Square s = pop(rest);
    const chess::Piece piece = *p.at(s);
    out.put(mirrored(s), {!piece.colour, piece.kind});
  }
  for (const Colour c : {Colour::white, Colour::black}) {
    for (const chess::Wing w : {chess::Wing::king_side, chess::Wing::queen_side}) {
      const auto rook = p.castling_rook(c, w);
      out.set_castling_rook(!c, w, rook ? std::optional(mirrored(*rook)) : std::nullopt);
    }
  }
  out.set_side_to_move(!p.side_to_move());
  if (p.passed_over()) out.set_passed_over(mirrored(*p.passed_over()));
  return out;
}

RC_BOOST_PROP(colours_exchanged_give_the_same_ruling, ()) {
  const MoveTable table(random_position());
  const MoveTable other(mirrored(table.position()));
  const Edition e = random_edition();
  const std::vector<Contact> touched = blurred(random_squares(table.position()));
  std::vector<Contact> reflected = touched;
  for (Contact& c : reflected) c.square = mirrored(c.square);
  std::vector<std::string> got = other.uci(obligation(other, reflected, e).allowed);
  for (std::string& m : got) {
    m[1] = static_cast<char>('1' + '8' - m[1]);
    m[3] = static_cast<char>('1' + '8' - m[3]);
  }
  std::sort(got.begin(), got.end());
  RC_ASSERT(got == table.uci(obligation(table, touched, e).allowed));
}

RC_BOOST_PROP(the_hour_does_not_matter, ()) {
  const MoveTable table(random_position());
  const Edition e = random_edition();
  const std::vector<Contact> touched = blurred(random_squares(table.position()));
  const Tick shift = *rc::gen::inRange<Tick>(-1'000'000'000'000, 1'000'000'000'000);
  std::vector<Contact> later = touched;
  for (Contact& c : later) c.when = {c.when.lo + shift, c.when.hi + shift};
  RC_ASSERT(same(obligation(table, touched, e), obligation(table, later, e)));
}

RC_BOOST_PROP(the_order_of_the_list_does_not_matter, ()) {
  const MoveTable table(random_position());
  const Edition e = random_edition();
  std::vector<Contact> touched = blurred(random_squares(table.position()));
  const Obligation o = obligation(table, touched, e);
  std::rotate(touched.begin(), touched.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(touched)), touched.end());
  RC_ASSERT(same(o, obligation(table, touched, e)));
  std::reverse(touched.begin(), touched.end());
  RC_ASSERT(same(o, obligation(table, touched, e)));
}

RC_BOOST_PROP(exchanged_inside_equal_uncertainty_nothing_changes, ()) {
  const MoveTable table(random_position());
  const Edition e = random_edition();
  std::vector<Square> squares = random_squares(table.position());
  const auto at_once = [](const std::vector<Square>& list) {
    std::vector<Contact> out;
    for (const Square s : list) out.push_back({s, {0, 126}, static_cast<std::uint32_t>(out.size() + 1)});
    return out;
  };
  const Obligation o = obligation(table, at_once(squares), e);
  std::reverse(squares.begin(), squares.end());
  RC_ASSERT(same(o, obligation(table, at_once(squares), e)));
}

RC_BOOST_PROP(blurring_only_adds_readings_where_no_clause_decides_the_order, ()) {
  const MoveTable table(random_position());
  const Edition e = edition("fide2023").value();
  const bool own = *rc::gen::arbitrary<bool>();
  std::vector<Square> squares = random_squares(table.position());
  const SquareSet side = table.position().pieces(own ? table.mover() : !table.mover());
  std::erase_if(squares, [&](Square s) { return !contains(side, s) || s == table.king(); });
  std::vector<Contact> touched = ordered(squares);
  const Obligation sharp = obligation(table, touched, e);
  for (Contact& c : touched) c.when.lo -= 2000;
  const Obligation wide = obligation(table, touched, e);
  RC_ASSERT(sharp.allowed.within(wide.allowed));
  RC_ASSERT(wide.certain.within(sharp.certain));
}

// Whole turns -------------------------------------------------------------------------------------------------------

class Hand {
 public:
  explicit Hand(Turn& turn) : turn_(turn) {}
  void act(EventKind kind, Square s) {
    Event e;
    e.kind = kind;
    e.square = s;
    e.id = ++id_;
    now_ += 150'000;
    e.when = {now_ - 126, now_};
    turn_.feed(e);
  }
  void move(Square from, Square to) {
    act(EventKind::touch, from);
    act(EventKind::lift, from);
    act(EventKind::place, to);
    act(EventKind::release, to);
  }
  void take_away(Square s) {
    act(EventKind::touch, s);
    act(EventKind::lift, s);
    act(EventKind::release, s);
  }

 private:
  Turn& turn_;
  Tick now_ = 0;
  std::uint32_t id_ = 0;
};

void play_cleanly(Hand& hand, const MoveTable& table, std::size_t i) {
  const Move m = table.moves()[i];
  if (m.is_castling()) {
    const chess::RookJourney rook = table.rook_journey(i);
    hand.move(m.from(), m.to());
    hand.move(rook.from, rook.to);
    return;
  }
  if (table.taken(i) != Square::off) {
    if (*rc::gen::arbitrary<bool>() || table.taken(i) == m.to()) {
      hand.take_away(table.taken(i));
    } else {
      hand.move(m.from(), m.to());
      hand.take_away(table.taken(i));
      return;
    }
  }
  hand.move(m.from(), m.to());
}

RC_BOOST_PROP(every_legal_move_played_cleanly_is_made_and_completed, ()) {
  const MoveTable table(random_position());
  const Edition e = edition("fide2023").value();
  const std::size_t i = *rc::gen::inRange<std::size_t>(0, table.moves().size());
  const Move m = table.moves()[i];
  TurnOptions options;
  if (m.is_promotion()) options.promotion_kind = m.promotion();
  Turn turn(table, e, options);
  Hand hand(turn);
  play_cleanly(hand, table, i);
  const Ruling made = ruling(turn.judgement(), table, e);
  RC_ASSERT(made.verdict == Verdict::move_made || made.verdict == Verdict::game_over);
  RC_ASSERT(made.move.has_value());
  RC_ASSERT(*made.move == m);
  RC_ASSERT(made.allowed == table.uci(MoveMask::only(i)));
  RC_ASSERT(made.certainty == Certainty::certain);
  RC_ASSERT(!made.final || made.verdict == Verdict::game_over);
  hand.act(EventKind::clock, Square::off);
  const Ruling pressed = ruling(turn.judgement(), table, e);
  RC_ASSERT(pressed.verdict == Verdict::move_completed || pressed.verdict == Verdict::game_over);
  RC_ASSERT(*pressed.move == m);
  RC_ASSERT(pressed.final);
}

RC_BOOST_PROP(every_other_board_pressed_is_illegal, ()) {
  const MoveTable table(random_position());
  const Edition e = edition("fide2023").value();
  Turn turn(table, e);
  Hand hand(turn);
  SquareSet own = table.position().pieces(table.mover());
  for (int skip = *rc::gen::inRange(0, std::popcount(own)); skip > 0; --skip) pop(own);
  const Square from = first(own);
  const Square to = square(*rc::gen::inRange(0, 64));
  RC_PRE(from != to && !contains(table.position().pieces(table.mover()), to));
  const bool capture = table.position().at(to).has_value();
  if (capture) hand.take_away(to);
  hand.move(from, to);
  hand.act(EventKind::clock, Square::off);
  const Ruling r = ruling(turn.judgement(), table, e);
  bool legal = false;
  bool half = false;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const Move m = table.moves()[i];
    if (m.from() != from || m.to() != to) continue;
    half = half || m.is_castling() || m.is_en_passant();
    legal = legal || !(m.is_castling() || m.is_en_passant());
  }
  RC_CLASSIFY(legal);
  if (legal) {
    RC_ASSERT(r.verdict == Verdict::move_completed || r.verdict == Verdict::game_over);
  } else {
    RC_ASSERT(r.verdict == Verdict::illegal_completed);
    RC_ASSERT(r.clause == "7.5.1");
    RC_ASSERT(!r.allowed.empty());
  }
}

RC_BOOST_PROP(a_touch_in_two_parts_is_one_touch, ()) {
  const MoveTable table(random_position());
  const Edition e = edition("fide2023").value();
  const std::vector<Square> squares = random_squares(table.position());
  Turn once(table, e);
  Turn twice(table, e);
  Hand a(once);
  Hand b(twice);
  for (const Square s : squares) {
    a.act(EventKind::touch, s);
    a.act(EventKind::release, s);
    b.act(EventKind::touch, s);
    b.act(EventKind::release, s);
    b.act(EventKind::touch, s);
    b.act(EventKind::release, s);
  }
  RC_ASSERT(ruling(once.judgement(), table, e).allowed == ruling(twice.judgement(), table, e).allowed);
  RC_ASSERT(ruling(once.judgement(), table, e).clause == ruling(twice.judgement(), table, e).clause);
  RC_ASSERT(ruling(once.judgement(), table, e).verdict == ruling(twice.judgement(), table, e).verdict);
}

RC_BOOST_PROP(a_turn_never_widens_while_hands_only_touch_and_lift, ()) {
  const MoveTable table(random_position());
  const Edition e = edition("fide2023").value();
  Turn turn(table, e);
  Hand hand(turn);
  std::vector<std::string> before = ruling(turn.judgement(), table, e).allowed;
  for (const Square s : random_squares(table.position())) {
    hand.act(EventKind::touch, s);
    if (*rc::gen::arbitrary<bool>()) hand.act(EventKind::lift, s);
    const std::vector<std::string> after = ruling(turn.judgement(), table, e).allowed;
    RC_ASSERT(std::includes(before.begin(), before.end(), after.begin(), after.end()));
    RC_ASSERT(!after.empty());
    before = after;
  }
}

}  // namespace
}  // namespace adoube::article4
