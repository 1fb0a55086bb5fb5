// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/recogniser.hpp"

#include <algorithm>
#include <utility>

#include "rules/article4/grip.hpp"
#include "rules/notation/uci.hpp"
#include "rules/recognition/recogniser_impl.hpp"

namespace adoube::recognition {

using article4::FlagWord;
using article4::Judgement;
using article4::Verdict;
using chess::Move;
using chess::Position;

namespace {

/// Plies for which one that may have been misread makes what breaks the Laws doubtful: until both players have moved as it says.
constexpr int kShaky = 2;

bool blames(const Judgement& j) {
  return j.verdict == Verdict::violation || j.verdict == Verdict::illegal_uncompleted || j.verdict == Verdict::illegal_completed;
}

/// The squares may have shown another move: it was inferred, or left to the arbiter and not only for whose touch it was.
bool may_be_misread(const Judgement& j) {
  constexpr FlagWord of_squares[] = {FlagWord::gap, FlagWord::displaced, FlagWord::off_centre, FlagWord::unsteady};
  const bool arbiter = j.certainty == article4::Certainty::arbiter;
  return j.flags.has(FlagWord::inferred) || (arbiter && std::ranges::any_of(of_squares, [&](FlagWord word) { return j.flags.has(word); }));
}

}  // namespace

void Recogniser::Impl::feed(const Event& e) {
  if (illegal_left && illegal_left->since.size() == IllegalLeft::kMost) illegal_left.reset();
  if (illegal_left) illegal_left->since.push_back(e);
  const bool press = e.kind == EventKind::clock;
  if (lost) {
    unheld.follow(e);
    hands.watch(e);
    if (illegal_left) {
      if (press) went_on(e);
    } else if (unclear_since_press) {
      if (press) narrow(e);
    } else if (levels_known) {
      take_up(e);
    }
  } else if (disturbed) {
    unheld.follow(e);
    hands.watch(e);
    if (!press || !went_on(e)) rebuild(e);
  } else {
    if (e.kind == EventKind::touch && !unheld.senses()) first_contact();
    for (const Event& done : unheld.take(e, hands, edition.takebacks == article4::Takebacks::yes)) {
      if (!successor) play(done);
    }
    if (!successor) bystanders(e);
  }
  if (!successor) situate(e);
}

void Recogniser::Impl::first_contact() {
  if (hands.window().empty() || pressed_illegal || signalled) return;
  std::vector<Event> before;
  for (const Seen& s : hands.window()) before.push_back(s.event);
  unheld.feel();
  hands.correct(hands.position().pieces(), 0);
  hands.suppose(std::nullopt, 0, {});
  auto left = std::exchange(illegal_left, std::nullopt);  // has seen them
  for (const Event& e : before) feed(e);
  illegal_left = std::move(left);
}

void Recogniser::Impl::play(const Event& e) {
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
  } else if (!hands.press_of_next(e) && !late_press(e) && !went_on(e) && !not_understood(e) && !hands.made()) {
    hands.take(e);  // out of turn; once a move is made it is a lever that is down already
  }
  if (lost || disturbed || successor) return;
  read_sign(e);
  if (scattered()) return;
  retract(e);
  // An answer that is made confirms the move it answers.
  while (!lost && !game_over() && !ended() && hands.answered()) {
    if (const auto reply_press = advance(*hands.made(), std::nullopt)) press(*reply_press);
  }
  if (!lost && sign.kind != ResultSign::Kind::whole) report();
}

void Recogniser::Impl::press(Event e) {
  if (game_over()) return;
  e.actor = mover();
  if (ended() && hands.now().turn.judgement().verdict != Verdict::game_over) {
    advance(*concluding(), e.when);
    return;
  }
  const auto told_by_squares = unheld.senses() ? shown_though_unfelt(hands, shown_squares(), unheld.fallen())
                                     : shown_by_presence(hands, shown_squares(), unheld.appeared());
  if (told_by_squares) {
    hands.correct(shown_squares(), hands.sight().contacts());
    unheld.clear();
    hands.suppose(told_by_squares->move, told_by_squares->missing, e, told_by_squares->surplus);
    hands.raise(FlagWord::inferred);
    hands.raise(FlagWord::disturbed, told_by_squares->bumped);
  }
  hands.press(e);
  if (!hands.unclear().empty()) return unclear(e);
  if (unheld.senses() && !hands.now().turn.standing()) read_but_for_one(e);
  if (const auto m = concluding()) {
    advance(*m, e.when);
  } else if (!changed_and_answered(e)) {
    illegal();
  }
}

std::optional<std::size_t> Recogniser::Impl::concluding() const {
  if (ended()) return told->fixed;
  const article4::Turn& turn = hands.now().turn;
  const bool over_now = turn.judgement().verdict == Verdict::game_over && turn.fixed();
  return over_now ? turn.fixed() : turn.standing();
}

void Recogniser::Impl::read_but_for_one(const Event& press) {
  const auto found = shown_but_for_one(hands, edition.brush);
  if (!found) return;
  const bool occupied = contains(hands.sight().occupied(), found->unread);
  if (!hands.supply(found->unread, occupied ? EventKind::lift : EventKind::place)) return;
  unheld.misread(found->unread, occupied, press);
  hands.raise(FlagWord::inferred);
}

void Recogniser::Impl::close(const Board& board) {
  over = true;
  last.judgement = kept(doubted(board, Owner::mover));
  last.judgement.final = true;
  const bool shaky = blames(last.judgement) && last.judgement.ply <= shaky_until;
  if (shaky || may_be_misread(last.judgement)) shaky_until = last.judgement.ply + kShaky;
  last.table = &board.table;
  last.options = board.options;
  last.window.assign(hands.window().begin(), hands.window().end());
}

SquareSet Recogniser::Impl::settle_squares(const Position& after, Owner owner) {
  if (unheld.senses()) return 0;
  SquareSet fallen = 0;
  if ((unheld.appeared() & ~after.pieces()) == 0) {
    fallen = unheld.appeared();
    hands.correct(shown_squares(), hands.sight().contacts());
    unheld.clear();
  }
  return fallen | hands.forget_fallen(after, owner);
}

void Recogniser::Impl::note_astray() {
  const SquareSet astray = unheld.fallen() | unheld.appeared();
  if (astray == 0) return;
  hands.raise(FlagWord::off_centre, astray & unheld.unread());
  hands.raise(FlagWord::displaced, astray & ~unheld.unsteady() & ~unheld.unread());
  hands.raise(FlagWord::unsteady, astray & unheld.unsteady());
}

void Recogniser::Impl::illegal() {
  if (let_stand) replied();  // he has made his next move, though not a legal one
  note_astray();
  close(hands.now());
  emit(last_judged());
  withdraw();
  illegal_left = {left_standing(hands), hands.sight().contacts(), unheld, {}};
  unexplained.reset();
  hands.go_on(last.judgement.allowed);
  pressed_illegal = true;
}

std::optional<Event> Recogniser::Impl::advance(std::size_t m, std::optional<Interval> press) {
  if (press) hands.raise(FlagWord::disturbed, settle_squares(hands.position().after(hands.now().table.moves()[m]), Owner::next));
  note_astray();
  hands.close(press.has_value());
  if (over) replied();
  close(hands.now());
  confirm(m, press);
  emit(last_judged());
  shown.reset();
  let_stand.reset();
  illegal_left.reset();
  unexplained.reset();
  end_sign();
  return hands.next_turn(m);
}

MoveRecord Recogniser::Impl::record(std::size_t m) const {
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

void Recogniser::Impl::confirm(std::size_t m, std::optional<Interval> press) {
  MoveRecord r = record(m);
  const bool same = shown && shown->status == Status::provisional && shown->move == r.move;
  r.revision = same ? shown->revision : next_revision();
  r.press = press;
  r.status = Status::confirmed;
  observer->on_move(r);
  score.push_back(r);
  shown = r;
}

int Recogniser::Impl::next_revision() {
  revisions.resize(std::max(revisions.size(), static_cast<std::size_t>(hands.ply())));
  return ++revisions[static_cast<std::size_t>(hands.ply()) - 1];
}

void Recogniser::Impl::withdraw() {
  if (!shown || shown->status == Status::withdrawn) return;
  shown->status = Status::withdrawn;
  observer->on_move(*shown);
}

void Recogniser::Impl::report() {
  if (pressed_illegal || game_over()) return;
  if (const auto m = ended() ? concluding() : hands.now().turn.standing()) {
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

bool Recogniser::Impl::answering() const {
  const bool over_now = ended() || hands.now().turn.judgement().verdict == Verdict::game_over;
  return !over_now && hands.next() != nullptr && hands.next()->turn.touched();
}

Judgement Recogniser::Impl::doubted(const Board& board, Owner owner) const {
  Judgement j = with_doubt(board, hands, owner, {shown_squares(), unheld.fallen() | unheld.appeared(), unheld.unread(), unheld.senses()});
  // What is done on a board of which the last word was left to the arbiter is his as well.
  const bool blamed = blames(j);
  // And what is done before the position stands again, where a press may have answered it in a way that was not understood.
  const bool played_on = unexplained && hands.turn_began() < *unexplained;
  if (blamed && illegal_before() && (played_on || last.judgement.certainty == article4::Certainty::arbiter)) j.certainty = article4::Certainty::arbiter;
  // Whether an illegal move stands that is answered with another one is his to say, and so is whether the first was read right.
  const bool answer = over && last.judgement.ply == hands.ply() - 1 && last.judgement.verdict == Verdict::illegal_completed;
  if (answer && j.verdict == Verdict::illegal_completed) j.certainty = article4::Certainty::arbiter;
  // So is what breaks the Laws in a position that a move has led to which may have been another.
  if (blamed && j.ply <= shaky_until) j.certainty = article4::Certainty::arbiter;
  return j;
}

Judgement Recogniser::Impl::kept(Judgement j) const {
  const bool told_so = told && told->final && told->verdict == Verdict::game_over;
  if (!told_so || j.ply != told->ply) return j;
  if (j.verdict != Verdict::game_over) return ended() ? *told : j;
  if (j.standing != told->standing && (!j.fixed || j.fixed != told->fixed)) return j;  // a fixed move ended it, whatever is done to it
  for (const article4::Flag& f : told->flags) j.flags.raise(f.word, f.square, f.to);
  return j;
}

Judged Recogniser::Impl::judged(const Board& board, Owner owner) const {
  present = kept(doubted(board, owner));
  return {present, board.table, edition, board.options, hands.window(), owner};
}

void Recogniser::Impl::emit(const Judged& judged) {
  const Judgement& j = judged.judgement;
  const auto same = [&](const Judgement& a) {
    return a.ply == j.ply && a.verdict == j.verdict && a.clause == j.clause && a.allowed == j.allowed &&
           a.flags == j.flags && a.final == j.final && a.certainty == j.certainty;
  };
  if (told && same(*told)) return;
  told = j;
  observer->on_judgement(judged);
}

Judged Recogniser::Impl::judged() const {
  if (over && (pressed_illegal || game_over() || hands.window().empty())) return last_judged();
  if (answering()) return judged(*hands.next(), Owner::next);
  return judged(hands.now(), Owner::mover);
}

bool Recogniser::Impl::may_be_in_hand(std::size_t move, Tick then) const {
  if (!hands.sight().senses()) return true;
  const SquareSet set_down = hands.now().table.changed(move) & hands.sight().occupied();
  const auto& window = hands.window();
  const auto left = std::find_if(window.rbegin(), window.rend(), [&](const Seen& s) {
    return s.event.kind == EventKind::release && s.owner == Owner::mover && contains(set_down, s.event.square);
  });
  const auto came = std::find_if(left, window.rend(), [&](const Seen& s) { return s.event.kind == EventKind::touch && s.event.square == left->event.square; });
  if (came == window.rend()) return true;
  return article4::may_have_raised(came->event.when.hi, left->event.when.hi, then);
}

void Recogniser::Impl::finish(std::optional<Tick> cut) {
  if (pressed_illegal || game_over()) return;
  if (lost) return withdraw();
  if (signalled) hands.forget({}, sign_of_turn);
  if (sign_of_turn) return withdraw();
  const auto m = concluding();
  if (!m) return;
  // Who has not let go of a piece has not moved it there (4.7), and may yet move it elsewhere.
  if (cut && doubted(hands.now(), Owner::mover).verdict == Verdict::violation && may_be_in_hand(*m, *cut)) return;
  if (hands.next() != nullptr && hands.next()->turn.touched()) {
    advance(*m, std::nullopt);
    report();
    return;
  }
  note_astray();
  confirm(*m, std::nullopt);
  close(hands.now());
  emit(last_judged());
}

Recogniser::Recogniser(const Position& start, const article4::Edition& edition, Observer& observer, Options options)
    : orientation_(start, options.rotated), impl_(std::make_unique<Impl>(start, edition, observer, std::move(options))) {
  impl_->rotated = orientation_.is_rotated();
}
Recogniser::~Recogniser() = default;
Recogniser::Recogniser(Recogniser&&) noexcept = default;
Recogniser& Recogniser::operator=(Recogniser&&) noexcept = default;

bool Recogniser::begin(SquareSet presence) {
  const bool stands = orientation_.begin(presence);
  impl_->rotated = orientation_.is_rotated();
  impl_->situate({});
  return stands;
}

void Recogniser::feed(const Event& event) {
  if (orientation_.turns(event)) return turn();
  if (orientation_.is_doubtful()) impl_->hands.raise(FlagWord::order_unclear);
  Impl::follow(impl_, orientation_.seen(event));
  if (!impl_->score.empty()) orientation_.settle();
}

void Recogniser::turn() {
  Options options;
  options.promotion_kind = impl_->hands.promotion_kind();
  impl_->withdraw();
  auto anew = std::make_unique<Impl>(impl_->hands.position(), impl_->edition, *impl_->observer, std::move(options));
  anew->rotated = true;
  anew->revisions = impl_->revisions;
  impl_ = std::move(anew);
  if (orientation_.is_doubtful()) impl_->hands.raise(FlagWord::order_unclear);
  for (const Event& e : orientation_.early()) Impl::follow(impl_, orientation_.seen(e));
  orientation_.settle();
}

void Recogniser::gap() { impl_->gap(); }

void Recogniser::levels(SquareSet presence, SquareSet touched, Interval when) {
  orientation_.correct(presence, when);
  impl_->levels(orientation_.seen(presence), orientation_.seen(touched), when);
}

void Recogniser::set_up(const Position& position) { impl_->set_up(position); }
void Recogniser::finish(std::optional<Tick> cut) { impl_->finish(cut); }
const Position& Recogniser::position() const { return impl_->hands.position(); }
int Recogniser::ply() const { return impl_->hands.ply(); }
const Situation& Recogniser::situation() const { return impl_->situation; }
Judged Recogniser::judged() const { return impl_->judged(); }

std::string_view text(Status status) {
  constexpr std::string_view words[] = {"provisional", "confirmed", "withdrawn", "taken_back"};
  return words[static_cast<std::size_t>(status)];
}

}  // namespace adoube::recognition
