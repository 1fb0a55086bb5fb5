// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/recogniser.hpp"

#include <algorithm>
#include <utility>

#include "rules/article4/turn.hpp"
#include "rules/notation/uci.hpp"
#include "rules/recognition/sight.hpp"

namespace adoube::recognition {

using article4::MoveMask;
using article4::MoveTable;
using article4::Ruling;
using article4::Turn;
using article4::Verdict;
using chess::Move;
using chess::Position;

namespace {

/// Whose event it is: of the player having the move, or already of the next turn.
enum class Owner : std::uint8_t { mover, next };

struct Seen {
  Event event;
  int number;
  Owner owner;
};

/// One turn being played: its legal moves and its state machine.
struct Board {
  Board(const Position& position, const article4::Edition& edition, article4::TurnOptions turn_options)
      : table(std::make_unique<MoveTable>(position)), options(turn_options), turn(*table, edition, options) {}
  void restart(const article4::Edition& edition) { turn = Turn(*table, edition, options); }
  std::unique_ptr<MoveTable> table;  // at a fixed place: the turn refers to it
  article4::TurnOptions options;
  Turn turn;
};

}  // namespace

struct Recogniser::Impl {
  Impl(const Position& start, const article4::Edition& e, Observer& o, Options opt)
      : edition(e), observer(&o), options(std::move(opt)), position(start), sight(start.pieces()) {
    now.emplace(make_board(position, ply));
  }

  article4::Edition edition;
  Observer* observer;
  Options options;
  Position position;
  int ply = 1;
  Sight sight;
  int number = 0;             // of the latest event
  std::vector<Seen> window;   // events since the turn began
  std::optional<Board> now;   // the turn in progress
  std::optional<Board> next;  // the opponent's, begun while the mover's move stands unpressed
  std::optional<std::size_t> next_after;  // the move that `next` follows
  std::optional<std::size_t> stood;  // the last move that stood on the board, until another piece is set down
  int made_number = 0;               // event that made it
  bool restoring = false;     // an illegal move was pressed; the position has to come back
  MoveMask restored_bound;
  std::optional<Ruling> last_final;
  std::optional<MoveRecord> shown;  // last record of the ply in progress
  std::optional<Ruling> told;       // last ruling reported

  Board make_board(const Position& p, int of_ply, std::optional<MoveMask> bound = std::nullopt) {
    article4::TurnOptions o;
    o.ply = of_ply;
    o.bound = bound;
    if (options.promotion_kind) o.promotion_kind = options.promotion_kind(of_ply).value_or(chess::Kind::queen);
    return Board(p, edition, o);
  }

  Colour mover() const { return position.side_to_move(); }
  /// The move that stands or, with one of its pieces taken up again, stood last.
  std::optional<std::size_t> made() const {
    if (now->turn.standing()) return now->turn.standing();
    return now->turn.fixed() ? now->turn.fixed() : stood;
  }

  void feed(const Event& e) {
    ++number;
    sight.take(e, number);
    if (restoring) {
      restore(e);
      return;
    }
    if (e.kind == EventKind::clock) {
      clock(e);
    } else {
      const auto before = made();
      window.push_back({e, number, owner_of(e)});
      give(window.back());
      if (before && made() != before) start_over();
      if (e.kind != EventKind::touch) reattribute(e);
    }
    follow();
    report();
  }

  // Attribution ------------------------------------------------------------------------------------------------------

  /// Whose piece stands on the square now, as far as both turns know.
  std::optional<Colour> colour_on(Square s) const {
    const article4::Pieces& pieces = next ? next->turn.pieces() : now->turn.pieces();
    const int t = pieces.on(s);
    if (t == article4::Pieces::kNone || !pieces[t].piece) return std::nullopt;
    return pieces[t].piece->colour;
  }
  bool lifted_own(const std::optional<Board>& board) const { return board && board->turn.pieces().own_in_air() > 0; }

  Owner owner_of(const Event& e) {
    if (e.actor) {
      if (*e.actor == mover()) return Owner::mover;
      return made() ? Owner::next : Owner::mover;  // before a move is made his contact belongs to this turn's account
    }
    if (!made()) return Owner::mover;
    if (e.kind == EventKind::place) return placed_by(e.square);
    if (e.kind == EventKind::release && e.square != Square::off) {
      if (next) {
        const int t = next->turn.pieces().on(e.square);
        if (t != article4::Pieces::kNone && next->turn.pieces()[t].moved) return Owner::next;
      }
      for (auto it = window.rbegin(); it != window.rend(); ++it) {
        if (it->event.square == e.square && it->event.kind == EventKind::touch) return it->owner;
      }
      return Owner::mover;
    }
    const std::optional<Colour> colour = colour_on(e.square);
    if (colour && *colour != mover()) return Owner::next;
    if (e.kind == EventKind::lift && taken_in_passing(e.square)) return Owner::next;
    return Owner::mover;
  }

  /// The opponent's pawn already stands on the square behind this one, taken en passant.
  bool taken_in_passing(Square s) const {
    if (!next) return false;
    const MoveTable& table = *next->table;
    for (std::size_t i = 0; i < table.moves().size(); ++i) {
      const Move m = table.moves()[i];
      if (!m.is_en_passant() || table.taken(i) != s) continue;
      const int t = next->turn.pieces().on(m.to());
      if (t != article4::Pieces::kNone && next->turn.pieces()[t].origin == m.from()) return true;
    }
    return false;
  }

  /// After a move was made, whose piece comes down on `to`? The opponent's, if it takes what was lifted there or if the
  /// mover holds nothing; the mover's, if he can be going on with the piece he moved; else his who can legally do it.
  Owner placed_by(Square to) {
    if (!lifted_own(now)) return Owner::next;
    if (!lifted_own(next)) return Owner::mover;
    const article4::Pieces& his = next->turn.pieces();
    MoveMask answers;
    for (int t = 0; t < his.count(); ++t) {
      if (his.own(t) && his[t].in_air) answers = answers | next->table->placing(his[t].origin, to);
    }
    for (std::size_t i = 0; i < next->table->moves().size(); ++i) {
      const Square taken = next->table->taken(i);
      if (!answers.has(i) || taken == Square::off || !taken_up_since(taken)) continue;
      for (Seen& s : window) {
        if (s.number > made_number && s.event.square == taken && !s.event.actor) s.owner = Owner::next;
      }
      rebuild();
      return Owner::next;
    }
    const article4::Pieces& mine = now->turn.pieces();
    for (int t = 0; t < mine.count(); ++t) {
      if (!mine.own(t) || !mine[t].in_air) continue;
      const bool of_the_move = !now->turn.fixed() && contains(now->table->changed(*made()), mine[t].at);
      if (of_the_move && !now->table->placing(mine[t].origin, to).empty()) return Owner::mover;
    }
    return answers.empty() ? Owner::mover : Owner::next;
  }
  /// A piece left the square after the move was made.
  bool taken_up_since(Square s) const {
    return std::any_of(window.begin(), window.end(), [&](const Seen& w) {
      return w.number > made_number && w.event.kind == EventKind::lift && w.event.square == s;
    });
  }

  void give(const Seen& s) {
    if (s.owner == Owner::mover) {
      to_mover(s);
    } else {
      if (!next || next_after != made()) open_next();
      if (next) next->turn.feed(s.event);
    }
  }

  void to_mover(const Seen& s) {
    const auto before = now->turn.standing();
    now->turn.feed(s.event);
    if (now->turn.standing()) {
      if (before != now->turn.standing()) made_number = s.number;
      stood = now->turn.standing();
    } else if (s.event.kind == EventKind::place && !now->turn.fixed()) {
      stood.reset();
      made_number = 0;
    }
  }

  /// Another move than was thought stands on the board, or none: whose events were whose is open again.
  void start_over() {
    for (Seen& s : window) {
      if (!s.event.actor) s.owner = Owner::mover;
    }
    rebuild();
  }

  /// Begins the opponent's turn on the board that the mover left, with what he has done so far.
  void open_next() {
    const auto m = made();
    if (!m) {
      next.reset();
      next_after.reset();
      return;
    }
    next.emplace(make_board(position.after(now->table->moves()[*m]), ply + 1));
    next_after = m;
    for (const Seen& s : window) {
      if (s.owner == Owner::next && &s != &window.back()) next->turn.feed(s.event);
    }
  }

  void rebuild() {
    now->restart(edition);
    stood.reset();
    made_number = 0;
    for (const Seen& s : window) {
      if (s.owner == Owner::mover) to_mover(s);
    }
    next.reset();
    next_after.reset();
    const auto m = made();
    if (!m) return;
    const bool any = std::any_of(window.begin(), window.end(), [](const Seen& s) { return s.owner == Owner::next; });
    if (!any) return;
    next.emplace(make_board(position.after(now->table->moves()[*m]), ply + 1));
    next_after = m;
    for (const Seen& s : window) {
      if (s.owner == Owner::next) next->turn.feed(s.event);
    }
  }

  /// First event of what is going on on a square: the touch before its latest lift (or that lift), or an open contact.
  int begun(Square s) const {
    int touch = 0, lift = 0;
    for (const Seen& w : window) {
      if (w.event.square != s) continue;
      switch (w.event.kind) {
        case EventKind::touch:
          if (lift == 0) touch = w.number;
          break;
        case EventKind::release:
          if (lift == 0) touch = 0;
          break;
        case EventKind::lift: lift = touch != 0 ? touch : w.number; break;
        case EventKind::place: touch = lift = 0; break;
        default: break;
      }
    }
    return lift != 0 ? lift : touch;
  }

  /// Looks again at whose events they are, once a piece came to rest, left, or was let go.
  void reattribute(const Event& e) {
    if (!now->turn.standing()) {
      if (!made() && (e.kind == EventKind::place || e.kind == EventKind::release || e.kind == EventKind::clock)) {
        foreign_hands();
      }
    }
    if (made() && now->turn.standing()) open_contacts();
  }

  /// The board shows a move of the mover except for squares where a reply has begun: those hands are the opponent's.
  void foreign_hands() {
    const auto fit = fit_with_reply(sight, *now->table);
    if (!fit) return;
    std::vector<Owner> before;
    for (const Seen& s : window) before.push_back(s.owner);
    SquareSet rest = fit->foreign;
    while (rest != 0) {
      const Square s = pop(rest);
      const int from = begun(s);
      for (Seen& w : window) {
        if (w.event.square == s && w.number >= from && !w.event.actor) w.owner = Owner::next;
      }
    }
    rebuild();
    const auto m = now->turn.standing();
    const Move want = now->table->moves()[fit->move];
    const bool stands = m && now->table->moves()[*m].from() == want.from() && now->table->moves()[*m].to() == want.to();
    if (stands) return;
    for (std::size_t i = 0; i < window.size(); ++i) window[i].owner = before[i];
    rebuild();
  }

  /// Contacts with the opponent's pieces that were open when the move was made: the mover's hand was on his own piece.
  void open_contacts() {
    if (made_number != number) return;
    const std::size_t m = *now->turn.standing();
    SquareSet open = sight.contacts() & position.pieces(!mover()) & ~now->table->changed(m);
    bool changed = false;
    while (open != 0) {
      const Square s = pop(open);
      const int from = sight.contact_since(s);
      for (Seen& w : window) {
        if (w.event.square != s || w.number < from || w.event.actor || w.owner == Owner::next) continue;
        w.owner = Owner::next;
        changed = true;
      }
    }
    if (changed) rebuild();
  }

  // Turns ------------------------------------------------------------------------------------------------------------

  void clock(const Event& e) {
    if (e.actor && *e.actor != mover()) {
      if (next && next->turn.standing()) {
        window.push_back({e, number, Owner::next});
        next->turn.feed(e);
      } else {
        late_press(e);
      }
      return;
    }
    Event press = e;
    press.actor = mover();
    if (!now->turn.standing() && made()) {
      // A mover who presses holds no piece: what is in the air is the opponent's capture.
      bool changed = false;
      for (Seen& s : window) {
        if (s.number <= made_number || s.owner != Owner::mover || s.event.actor) continue;
        if (s.event.kind == EventKind::place) break;
        s.owner = Owner::next;
        changed = true;
      }
      if (changed) rebuild();
    }
    window.push_back({press, number, Owner::mover});
    to_mover(window.back());
    if (!now->turn.standing()) reattribute(press);
    if (const auto m = now->turn.standing()) {
      advance(*m, press.when);
    } else {
      illegal();
    }
  }

  /// By the player whose move has already been answered: he must be allowed to (6.2.1), and it completes his move.
  void late_press(const Event& e) {
    if (!last_final || last_final->ply != ply - 1 || last_final->verdict != Verdict::move_made) return;
    last_final->verdict = Verdict::move_completed;
    last_final->state = article4::State::completed;
    last_final->evidence.push_back(e.id);
    emit(*last_final);
  }

  /// 7.5: the position has to be restored; the turn then goes on with what 4.3 and 4.7 leave.
  void illegal() {
    Ruling r = now->turn.ruling();
    r.final = true;
    emit(r);
    last_final = r;
    if (shown) withdraw();
    const auto keep = now->table->moves();
    MoveMask bound;
    for (std::size_t i = 0; i < keep.size(); ++i) {
      const std::string text = uci::write(position, keep[i]);
      if (std::binary_search(r.allowed.begin(), r.allowed.end(), text)) bound.add(i);
    }
    restored_bound = bound;
    restoring = true;
    if (sight.occupied() == position.pieces()) begin_restored();
  }

  void restore(const Event& e) {
    if (e.kind == EventKind::touch && e.actor && *e.actor != mover() && last_final) {
      add_flag(*last_final, "opponent_acted_after_illegal");
    }
    if (sight.occupied() == position.pieces() && sight.contacts() == 0) begin_restored();
  }

  void begin_restored() {
    restoring = false;
    const bool all = restored_bound == now->table->all();
    now.emplace(make_board(position, ply, all ? std::nullopt : std::optional(restored_bound)));
    next.reset();
    next_after.reset();
    window.clear();
    sight.begin_turn();
    stood.reset();
    made_number = 0;
    shown.reset();
  }

  /// The move is complete; the opponent's turn goes on with what he has done so far.
  void advance(std::size_t m, std::optional<Interval> press) {
    // A contact after the move that is still open at the press is the opponent's: the mover's hand is at the clock.
    for (Seen& s : window) {
      const bool open = s.event.square != Square::off && contains(sight.contacts(), s.event.square) &&
                        sight.contact_since(s.event.square) <= s.number;
      if (press && open && s.number > made_number && !s.event.actor && s.event.kind != EventKind::clock) {
        s.owner = Owner::next;
      }
    }
    // Without a press the mover may already be at his next move: what is still going on on his squares is carried on.
    for (Seen& s : window) {
      const bool going_on = s.event.square != Square::off && (!contains(sight.occupied(), s.event.square) ||
                                                              contains(sight.contacts(), s.event.square));
      if (!press && going_on && s.number > made_number && !s.event.actor) s.owner = Owner::next;
    }
    std::vector<Seen> rest;
    for (const Seen& s : window) {
      if (s.owner == Owner::next) rest.push_back({s.event, s.number, Owner::mover});
    }
    if (!now->turn.standing()) rebuild();
    Ruling r = now->turn.ruling();
    r.final = true;
    confirm(m, press);
    emit(r);
    last_final = r;
    position = position.after(now->table->moves()[m]);
    ++ply;
    now.emplace(make_board(position, ply));
    next.reset();
    next_after.reset();
    sight.begin_turn();
    shown.reset();
    window = std::move(rest);
    for (const Seen& s : window) {
      sight.take(s.event, s.number);  // its lifts and placements belong to this turn; levels stay as they are
    }
    rebuild();
    if (!made()) foreign_hands();
    if (now->turn.standing()) open_contacts();
  }

  void follow() {
    // An answer that is made confirms the move it answers.
    while (next && next->turn.standing() && !restoring) {
      const auto m = made();
      if (!m || m != next_after) break;
      const bool pressed = next->turn.pressed();
      std::optional<Event> press;
      if (pressed) {
        for (const Seen& s : window) {
          if (s.owner == Owner::next && s.event.kind == EventKind::clock) press = s.event;
        }
        std::erase_if(window, [](const Seen& s) { return s.owner == Owner::next && s.event.kind == EventKind::clock; });
      }
      advance(*m, std::nullopt);
      if (press) clock(*press);
    }
  }

  // Reports ----------------------------------------------------------------------------------------------------------

  MoveRecord record(std::size_t m) const {
    MoveRecord r;
    r.ply = ply;
    r.revision = 1;
    r.mover = mover();
    r.move = now->table->moves()[m];
    r.uci = uci::write(position, r.move);
    r.before = position;
    r.made = now->turn.standing_since();
    r.kind_assumed = now->turn.kind_assumed();
    for (const Seen& s : window) {
      if (s.owner == Owner::mover) r.evidence.push_back(s.event.id);
    }
    std::sort(r.evidence.begin(), r.evidence.end());
    return r;
  }

  void confirm(std::size_t m, std::optional<Interval> press) {
    MoveRecord r = record(m);
    if (shown) r.revision = shown->revision + (shown->status == Status::withdrawn || shown->move != r.move ? 1 : 0);
    r.press = press;
    r.status = Status::confirmed;
    observer->on_move(r);
    shown = r;
  }

  void withdraw() {
    if (!shown || shown->status == Status::withdrawn) return;
    shown->status = Status::withdrawn;
    observer->on_move(*shown);
  }

  void report() {
    if (restoring) return;
    if (const auto m = now->turn.standing()) {
      const Move move = now->table->moves()[*m];
      if (!shown || shown->move != move || shown->status == Status::withdrawn) {
        MoveRecord r = record(*m);
        r.revision = shown ? shown->revision + 1 : 1;
        observer->on_move(r);
        shown = r;
      }
    } else if (shown && sight.occupied() == position.pieces()) {
      withdraw();
    }
    if (last_final && now->turn.touched()) forfeit(false);
    if (last_final && now->turn.standing()) forfeit(true);
    emit(now->turn.ruling());
    if (next && next->turn.touched()) emit(next->turn.ruling());
  }

  /// 4.8: a claim about the previous turn is lost once the claimant touches a piece, or makes a move where the edition
  /// says so.
  void forfeit(bool by_move) {
    if (by_move != (edition.claim_ends == article4::ClaimEnds::on_move)) return;
    if (last_final->verdict != Verdict::violation || last_final->ply != ply - 1) return;
    const bool in_scope = edition.claim_scope == article4::ClaimScope::article4 ||
                          last_final->clause.starts_with("4.3") || last_final->clause.starts_with("4.4");
    if (in_scope) add_flag(*last_final, "claim_forfeited");
  }

  void add_flag(Ruling& r, const std::string& word) {
    if (std::find(r.flags.begin(), r.flags.end(), word) != r.flags.end()) return;
    r.flags.insert(std::upper_bound(r.flags.begin(), r.flags.end(), word), word);
    emit(r);
  }

  void emit(const Ruling& r) {
    const auto same = [&](const Ruling& a) {
      return a.ply == r.ply && a.verdict == r.verdict && a.clause == r.clause && a.allowed == r.allowed &&
             a.flags == r.flags && a.final == r.final && a.certainty == r.certainty;
    };
    if (told && same(*told)) return;
    told = r;
    observer->on_ruling(r);
  }

  Ruling ruling() const {
    if (restoring || (window.empty() && last_final)) return *last_final;
    if (next && next->turn.touched()) return next->turn.ruling();
    return now->turn.ruling();
  }

  void finish() {
    if (restoring) return;
    const auto m = now->turn.standing();
    if (!m) return;
    if (next && next->turn.touched()) {
      advance(*m, std::nullopt);
      report();
      return;
    }
    confirm(*m, std::nullopt);
    Ruling r = now->turn.ruling();
    r.final = true;
    emit(r);
  }
};

Recogniser::Recogniser(const Position& start, const article4::Edition& edition, Observer& observer, Options options)
    : impl_(std::make_unique<Impl>(start, edition, observer, std::move(options))) {}
Recogniser::~Recogniser() = default;
Recogniser::Recogniser(Recogniser&&) noexcept = default;
Recogniser& Recogniser::operator=(Recogniser&&) noexcept = default;

void Recogniser::feed(const Event& event) { impl_->feed(event); }
void Recogniser::finish() { impl_->finish(); }
const Position& Recogniser::position() const { return impl_->position; }
int Recogniser::ply() const { return impl_->ply; }
Ruling Recogniser::ruling() const { return impl_->ruling(); }

}  // namespace adoube::recognition
