// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/recogniser.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "rules/notation/uci.hpp"
#include "rules/recognition/ownership.hpp"
#include "rules/recognition/unheld.hpp"

namespace adoube::recognition {

using article4::Clause;
using article4::FlagWord;
using article4::Judgement;
using article4::Verdict;
using chess::Move;
using chess::Position;

namespace {

/// A turn that is over: its judgement may still change, its board may be another's already.
struct Final {
  Judgement judgement;
  const article4::MoveTable* table = nullptr;
  article4::TurnOptions options;
  std::vector<Seen> window;
};

}  // namespace

struct Recogniser::Impl {
  Impl(const Position& start, const article4::Edition& e, Observer& o, Options options)
      : edition(e), observer(&o), hands(start, edition, std::move(options.promotion_kind)) {
    last.window.reserve(Ownership::kWindow);
  }

  article4::Edition edition;
  Observer* observer;
  Ownership hands;
  Unheld unheld;                    // keeps from `hands` what no hand did
  bool pressed_illegal = false;     // the latest event was a press on what no legal move leads to
  bool over = false;                // there is a `last`
  Final last;                       // the turn that ended last
  std::optional<Ownership::Left> left;  // its illegal move, while the opponent replies to it
  std::optional<MoveRecord> shown;  // last record of the ply in progress
  std::vector<MoveRecord> score;    // confirmed, by ply
  std::vector<int> revisions;       // last of each ply
  std::optional<Judgement> told;    // last judgement reported
  bool disturbed = false;           // nobody plays until the pieces stand where they stood
  bool lost = false;                // nobody knows what was played
  bool levels_known = true;         // of both planes, since then
  Interval missing;                 // in which it was lost
  Account readings;                 // of the squares since
  SquareSet bumped = 0;             // squares that have differed since
  bool signalled = false;           // kings have shown a result, and do not stand where they stood yet
  ResultSign sign;
  bool both_came = false;           // and none of them stood in the centre before
  bool sign_of_turn = false;        // what a king did for it is all that was done in this turn
  Situation situation;              // as told last

  Colour mover() const { return hands.position().side_to_move(); }

  void feed(const Event& e) {
    if (lost) {
      unheld.follow(e);
      hands.watch(e);
      if (levels_known) take_up(e);
    } else if (disturbed) {
      unheld.follow(e);
      hands.watch(e);
      rebuild(e);
    } else {
      for (const Event& done : unheld.take(e, hands, edition.takebacks == article4::Takebacks::yes)) play(done);
      bystanders(e);
    }
    situate(e);
  }

  void play(const Event& e) {
    if (signalled && e.kind == EventKind::clock) {
      if (both_came) return;  // the clocks are stopped
      end_sign();             // a king beside the other, and pressed: an illegal move
    }
    if (afterwards(e)) return;
    pressed_illegal = false;
    if (e.kind != EventKind::clock) {
      hands.take(e);
    } else if (!e.actor || *e.actor == mover()) {
      press(e);
    } else if (!hands.press_of_next(e) && !late_press(e) && !hands.made()) {
      hands.take(e);  // out of turn; once a move is made it is a lever that is down already
    }
    read_sign(e);
    if (scattered()) return;
    if (edition.takebacks == article4::Takebacks::yes && e.kind == EventKind::place) {
      if (const std::size_t moves = hands.taken_back(); moves != 0) take_back(moves);
    }
    // An answer that is made confirms the move it answers.
    while (hands.answered()) {
      if (const auto reply_press = advance(*hands.made(), std::nullopt)) press(*reply_press);
    }
    if (sign.kind != ResultSign::Kind::whole) report();
  }

  bool scattered() const { return hands.scattered(std::popcount(unheld.fallen())); }

  /// The squares as the planes show them, whoever did it.
  SquareSet shown_squares() const { return (hands.sight().occupied() & ~unheld.fallen()) | unheld.appeared(); }

  /// Pieces that fell, were set up again, or are too many for play to go on.
  void bystanders(const Event& e) {
    if (const SquareSet again = unheld.restored(); again != 0) {
      hands.raise(FlagWord::disturbed, again & ~unheld.unsteady());
      hands.raise(FlagWord::unsteady, again & unheld.unsteady());
      report();
    }
    if (!scattered()) return;
    disturbed = true;
    hands.correct(shown_squares(), hands.sight().contacts());
    unheld.clear();
    bumped = hands.rest().pieces() ^ hands.sight().occupied();
    hands.forget(e);
  }

  /// Pieces were knocked over: what follows is no play until all stand where they stood.
  void rebuild(const Event& e) {
    const SquareSet stood = hands.rest().pieces();
    bumped |= stood ^ hands.sight().occupied();
    if (hands.sight().occupied() != stood) return;
    disturbed = false;
    hands.forget(e);
    hands.raise(FlagWord::disturbed, bumped);
    report();
  }

  /// Do the kings show a result? Their way to the centre and back is no play. A king's move that was not confirmed is a part
  /// of it, although it may have been legal.
  void read_sign(const Event& e) {
    const auto m = hands.now().turn.standing();
    const auto stands = [&](const Position& p) { return hands.sight().occupied() == p.pieces(); };
    if (m && stands(hands.position().after(hands.now().table.moves()[*m]))) signalled = false;  // gone on to a legal square
    hands.hold_rest(signalled);
    if (e.kind != EventKind::lift && e.kind != EventKind::place) return;
    const SquareSet occupied = hands.sight().occupied();
    sign = result_sign(hands.position(), occupied, hands.arrived_in_turn());
    sign_of_turn = sign.kind != ResultSign::Kind::none;
    if (!sign_of_turn) sign = result_sign(hands.rest(), occupied, hands.arrived());
    if (sign.kind == ResultSign::Kind::whole) {
      if (sign_of_turn) withdraw();
      if (!signalled) hands.raise(FlagWord::result_proposed);
      signalled = true;
      both_came = sign.both;
    } else if (signalled && (stands(hands.rest()) || stands(hands.position()))) {
      hands.forget(e);
      signalled = false;
    }
    hands.hold_rest(signalled);
  }

  void gap() {
    lost = true;
    levels_known = disturbed = pressed_illegal = false;
    readings = {};
    unheld.clear();
    end_sign();
    situate({});
  }

  void levels(SquareSet presence, SquareSet touched, Interval when) {
    const bool as_expected = !lost && presence == shown_squares();
    if (as_expected) return;
    unheld.clear();
    Event told_by;
    told_by.kind = EventKind::displaced;  // nobody's doing, as far as is known
    told_by.when = when;
    hands.correct(presence, touched);
    if (disturbed) {
      rebuild(told_by);
    } else {
      missing = when;
      lost = levels_known = true;
      take_up(told_by);
    }
    situate(told_by);
  }

  /// Goes on after a gap if the squares, and the press if it is one, leave one explanation.
  void take_up(const Event& e) {
    const bool press = e.kind == EventKind::clock;
    const SquareSet occupied = hands.sight().occupied();
    readings = account(hands.position(), occupied, press ? e.actor : std::nullopt);
    if (readings.readings != 1) return;
    const Line line = readings.lines[0];
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      if (line[i].is_promotion()) return;  // nobody saw to which kind, and what followed hangs on it
    }
    lost = false;
    Event told_by = e;
    told_by.when.lo = missing.lo;
    withdraw();
    for (std::size_t i = 0; i < line.size(); ++i) {
      hands.suppose(line[i], 0, told_by);
      hands.raise(FlagWord::gap);
      hands.raise(FlagWord::inferred);
      if (i + 1 < line.size() || press) advance(*hands.now().turn.standing(), std::nullopt);
    }
    const SquareSet in_hand = hands.position().pieces() & ~occupied;
    if (line.empty() || press) {
      hands.suppose(std::nullopt, in_hand, told_by);
      hands.raise(FlagWord::gap);
    }
    report();
  }

  void set_up(const Position& position) {
    withdraw();
    lost = over = pressed_illegal = false;
    left.reset();
    shown.reset();
    end_sign();
    hands.correct(shown_squares(), hands.sight().contacts());
    unheld.clear();
    hands.set_up(position);
    disturbed = hands.sight().occupied() != position.pieces();
    bumped = 0;
    situate({});
  }

  /// What kings did before a move was confirmed has been play.
  void end_sign() {
    sign = {};
    sign_of_turn = signalled = false;
    hands.hold_rest(false);
  }

  void situate(const Event& e) {
    Situation now = recognition::situation(hands);
    now.missing |= unheld.fallen();
    now.surplus |= unheld.appeared();
    if (now.kind == Situation::Kind::in_hand && now.surplus != 0) now.kind = Situation::Kind::misplaced;
    const bool differs = now.kind == Situation::Kind::settled && now.missing + now.surplus != 0;
    if (differs) now.kind = Situation::Kind::bystanders;
    if (lost) {
      now.kind = Situation::Kind::lost;
      now.readings = readings;
    }
    if (disturbed) now.kind = Situation::Kind::disturbed;
    if (!disturbed && sign.kind == ResultSign::Kind::half) now.kind = Situation::Kind::result_half;
    if (!disturbed && sign.kind == ResultSign::Kind::whole) {
      now.kind = Situation::Kind::result_shown;
      now.result = sign.result;
    }
    if (same(now, situation)) return;
    now.since = e.when;
    situation = now;
    observer->on_situation(situation);
  }

  /// Is it about the turn that is over? A claim that the opponent broke Article 4, an arbiter's word before anything else
  /// has happened, and a hand that does not wait for an illegal move to be put right.
  bool afterwards(const Event& e) {
    if (!over) return false;
    const bool by_opponent = e.actor && *e.actor != last.judgement.mover;
    if (e.kind == EventKind::claim && e.saying == Saying::touch_move && by_opponent) {
      amend(FlagWord::claim);
      return true;
    }
    if (pressed_illegal && by_opponent && (e.kind == EventKind::touch || e.kind == EventKind::lift)) {
      amend(FlagWord::opponent_acted_after_illegal);
      play_on();
      return false;
    }
    const bool nothing_since = !pressed_illegal && hands.window().empty();
    if (e.kind == EventKind::arbiter && nothing_since && last.judgement.ply == hands.ply() - 1) {
      feed_last(e);
      return true;
    }
    return false;
  }

  /// A.5.2: an illegal move that nobody has seen stands once the opponent has replied to it. Until his move is made a
  /// claim is still in time.
  void play_on() {
    if (edition.illegal_stands != article4::IllegalStands::after_reply) return;
    left = hands.left_standing();
    if (!left) return;
    hands.play_on(*left);
    shown.reset();
  }

  /// The legal move that the squares show, where hands at some of its squares were not sensed and nothing is made otherwise.
  std::optional<Move> unsensed() const {
    if (unheld.fallen() == 0 || hands.made()) return std::nullopt;
    std::optional<Move> found;
    const chess::MoveList& moves = hands.now().table.moves();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].is_promotion() && moves[i].promotion() != chess::Kind::queen) continue;
      if ((hands.now().table.changed(i) & unheld.fallen()) == 0) continue;
      if (hands.position().after(moves[i]).pieces() != shown_squares()) continue;
      if (found) return std::nullopt;
      found = moves[i];
    }
    return found;
  }

  void press(Event e) {
    e.actor = mover();
    if (const auto move = unsensed()) {
      hands.correct(shown_squares(), hands.sight().contacts());
      unheld.clear();
      hands.suppose(*move, 0, e);
      hands.raise(FlagWord::inferred);
    }
    hands.press(e);
    if (const auto m = hands.now().turn.standing()) {
      advance(*m, e.when);
    } else {
      illegal();
    }
  }

  /// By the player whose move has already been answered: he must be allowed to (6.2.1), and it completes his move.
  bool late_press(const Event& e) {
    if (!over || last.judgement.ply != hands.ply() - 1 || last.judgement.verdict != Verdict::move_made) return false;
    feed_last(e);
    return true;
  }

  /// Goes on with the turn that is over; what was added to its flags meanwhile stays.
  void feed_last(const Event& e) {
    const article4::Flags added = last.judgement.flags;
    last.judgement = hands.before()->turn.feed(e);
    for (const article4::Flag& f : added) last.judgement.flags.raise(f.word, f.square, f.to);
    last.judgement.final = true;
    last.window.push_back({e, 0, Owner::mover});
    emit(last_judged());
  }

  void amend(FlagWord word, Square from = Square::off, Square to = Square::off) {
    if (last.judgement.flags.has({word, from, to})) return;
    last.judgement.flags.raise(word, from, to);
    emit(last_judged());
  }

  /// Keeps the turn in progress as the one that is over.
  void close(const Board& board) {
    over = true;
    last.judgement = board.turn.judgement();
    last.judgement.final = true;
    last.table = &board.table;
    last.options = board.options;
    last.window.assign(hands.window().begin(), hands.window().end());
  }

  /// The players take moves back: the ply of the first of them is played again.
  void take_back(std::size_t moves) {
    withdraw();
    for (std::size_t k = 0; k < moves; ++k) {
      MoveRecord r = score.back();
      score.pop_back();
      r.status = Status::taken_back;
      observer->on_move(r);
    }
    hands.take_back(moves);
    over = false;
    left.reset();
    shown.reset();
  }

  /// 7.5: the position has to be restored; the turn goes on with what 4.3 and 4.7 leave for the replacement.
  void illegal() {
    close(hands.now());
    emit(last_judged());
    withdraw();
    hands.go_on(last.judgement.allowed);
    pressed_illegal = true;
  }

  /// The move is confirmed. Returns the opponent's press, if he has answered and pressed already.
  std::optional<Event> advance(std::size_t m, std::optional<Interval> press) {
    hands.close(press.has_value());
    close(hands.now());
    confirm(m, press);
    emit(last_judged());
    shown.reset();
    end_sign();
    return hands.next_turn(m);
  }

  MoveRecord record(std::size_t m) const {
    MoveRecord r;
    r.ply = hands.ply();
    r.mover = mover();
    r.move = hands.now().table.moves()[m];
    r.before = hands.position();
    r.uci = uci::write(r.before, r.move);
    r.made = hands.now().turn.standing_since();
    r.kind_assumed = hands.now().turn.kind_assumed();
    r.inferred = hands.now().options.sensed.has(FlagWord::inferred);
    for (const Seen& s : hands.window()) {
      if (s.owner == Owner::mover) r.evidence.push_back(s.event.id);
    }
    std::sort(r.evidence.begin(), r.evidence.end());
    return r;
  }

  void confirm(std::size_t m, std::optional<Interval> press) {
    MoveRecord r = record(m);
    const bool same = shown && shown->status == Status::provisional && shown->move == r.move;
    r.revision = same ? shown->revision : next_revision();
    r.press = press;
    r.status = Status::confirmed;
    observer->on_move(r);
    score.push_back(r);
    shown = r;
  }

  int next_revision() {
    revisions.resize(std::max(revisions.size(), static_cast<std::size_t>(hands.ply())));
    return ++revisions[static_cast<std::size_t>(hands.ply()) - 1];
  }

  void withdraw() {
    if (!shown || shown->status == Status::withdrawn) return;
    shown->status = Status::withdrawn;
    observer->on_move(*shown);
  }

  void report() {
    if (pressed_illegal) return;
    if (const auto m = hands.now().turn.standing()) {
      const Move move = hands.now().table.moves()[*m];
      if (!shown || shown->move != move || shown->status == Status::withdrawn) {
        MoveRecord r = record(*m);
        r.revision = next_revision();
        observer->on_move(r);
        shown = r;
      }
    } else if (shown && hands.sight().occupied() == hands.position().pieces()) {
      withdraw();
    }
    if (over) {
      if (hands.now().turn.touched()) touched_after();
      if (hands.now().turn.standing()) replied();
    }
    emit(judged(hands.now(), Owner::mover));
    if (answering()) emit(judged(*hands.next(), Owner::next));
  }

  /// The opponent has touched a piece for his next turn, and there is one.
  bool answering() const {
    const bool ended = hands.now().turn.judgement().verdict == Verdict::game_over;
    return !ended && hands.next() != nullptr && hands.next()->turn.touched();
  }

  /// The player now having the move has made one.
  void replied() {
    forfeit(article4::ClaimEnds::on_move);
    if (!left || last.judgement.ply != hands.ply() - 1) return;
    if (!last.judgement.flags.has(FlagWord::claim)) amend(FlagWord::illegal, left->from, left->to);
    left.reset();
  }

  /// The player now having the move has touched a piece with intent.
  void touched_after() {
    forfeit(article4::ClaimEnds::on_touch);
    if (last.judgement.ply == hands.ply() - 1 && last.judgement.flags.has(FlagWord::draw_offered)) {
      amend(FlagWord::draw_declined);  // 9.1.2.1
    }
  }

  /// 4.8: a claim about the previous turn is lost once the claimant touches a piece, or makes a move where the edition
  /// says so; unless he has made it before.
  void forfeit(article4::ClaimEnds by) {
    const Judgement& j = last.judgement;
    if (by != edition.claim_ends || j.verdict != Verdict::violation || j.ply != hands.ply() - 1) return;
    const bool touch_clause = j.clause >= Clause::c4_3 && j.clause <= Clause::c4_4_4;
    const bool in_scope = edition.claim_scope == article4::ClaimScope::article4 || touch_clause;
    if (in_scope && !j.flags.has(FlagWord::claim)) amend(FlagWord::claim_forfeited);
  }

  Judged judged(const Board& board, Owner owner) const {
    return {board.turn.judgement(), board.table, edition, board.options, hands.window(), owner};
  }
  Judged last_judged() const { return {last.judgement, *last.table, edition, last.options, last.window, Owner::mover}; }

  void emit(const Judged& judged) {
    const Judgement& j = judged.judgement;
    const auto same = [&](const Judgement& a) {
      return a.ply == j.ply && a.verdict == j.verdict && a.clause == j.clause && a.allowed == j.allowed &&
             a.flags == j.flags && a.final == j.final && a.certainty == j.certainty;
    };
    if (told && same(*told)) return;
    told = j;
    observer->on_judgement(judged);
  }

  Judged judged() const {
    const bool ended = over && last.judgement.verdict == Verdict::game_over;
    if (over && (pressed_illegal || ended || hands.window().empty())) return last_judged();
    if (answering()) return judged(*hands.next(), Owner::next);
    return judged(hands.now(), Owner::mover);
  }

  void finish() {
    if (pressed_illegal) return;
    if (lost) return withdraw();
    if (signalled) hands.forget({}, sign_of_turn);
    if (sign_of_turn) return withdraw();
    const auto m = hands.now().turn.standing();
    if (!m) return;
    if (hands.next() != nullptr && hands.next()->turn.touched()) {
      advance(*m, std::nullopt);
      report();
      return;
    }
    confirm(*m, std::nullopt);
    close(hands.now());
    emit(last_judged());
  }
};

Recogniser::Recogniser(const Position& start, const article4::Edition& edition, Observer& observer, Options options)
    : impl_(std::make_unique<Impl>(start, edition, observer, std::move(options))) {}
Recogniser::~Recogniser() = default;
Recogniser::Recogniser(Recogniser&&) noexcept = default;
Recogniser& Recogniser::operator=(Recogniser&&) noexcept = default;

void Recogniser::feed(const Event& event) { impl_->feed(event); }
void Recogniser::gap() { impl_->gap(); }
void Recogniser::levels(SquareSet presence, SquareSet touched, Interval when) { impl_->levels(presence, touched, when); }
void Recogniser::set_up(const Position& position) { impl_->set_up(position); }
void Recogniser::finish() { impl_->finish(); }
const Position& Recogniser::position() const { return impl_->hands.position(); }
int Recogniser::ply() const { return impl_->hands.ply(); }
const Situation& Recogniser::situation() const { return impl_->situation; }
Judged Recogniser::judged() const { return impl_->judged(); }

}  // namespace adoube::recognition
