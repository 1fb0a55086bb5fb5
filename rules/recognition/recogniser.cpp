// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/recogniser.hpp"

#include <algorithm>
#include <utility>

#include "rules/notation/uci.hpp"
#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

using article4::MoveMask;
using article4::Ruling;
using article4::Verdict;
using chess::Move;
using chess::Position;

struct Recogniser::Impl {
  Impl(const Position& start, const article4::Edition& e, Observer& o, Options options)
      : edition(e), observer(&o), hands(start, edition, std::move(options.promotion_kind)) {}

  article4::Edition edition;
  Observer* observer;
  Ownership hands;
  bool pressed_illegal = false;     // the latest event was a press on what no legal move leads to
  std::optional<Ruling> last_final;
  std::optional<MoveRecord> shown;  // last record of the ply in progress
  std::optional<Ruling> told;       // last ruling reported

  Colour mover() const { return hands.position().side_to_move(); }

  void feed(const Event& e) {
    pressed_illegal = false;
    if (e.kind != EventKind::clock) {
      hands.take(e);
    } else if (!e.actor || *e.actor == mover()) {
      press(e);
    } else if (!hands.press_of_next(e)) {
      late_press(e);
    }
    // An answer that is made confirms the move it answers.
    while (hands.answered()) {
      if (const auto reply_press = advance(*hands.made(), std::nullopt)) press(*reply_press);
    }
    report();
  }

  void press(Event e) {
    e.actor = mover();
    hands.press(e);
    if (const auto m = hands.now().turn.standing()) {
      advance(*m, e.when);
    } else {
      illegal();
    }
  }

  /// By the player whose move has already been answered: he must be allowed to (6.2.1), and it completes his move.
  void late_press(const Event& e) {
    if (!last_final || last_final->ply != hands.ply() - 1 || last_final->verdict != Verdict::move_made) return;
    last_final->verdict = Verdict::move_completed;
    last_final->state = article4::State::completed;
    last_final->evidence.push_back(e.id);
    emit(*last_final);
  }

  /// 7.5: the position has to be restored; the turn goes on with what 4.3 and 4.7 leave for the replacement.
  void illegal() {
    Ruling r = hands.now().turn.ruling();
    r.final = true;
    emit(r);
    last_final = r;
    withdraw();
    const article4::MoveTable& table = *hands.now().table;
    MoveMask bound;
    for (std::size_t i = 0; i < table.moves().size(); ++i) {
      const std::string text = uci::write(table.position(), table.moves()[i]);
      if (std::binary_search(r.allowed.begin(), r.allowed.end(), text)) bound.add(i);
    }
    hands.go_on(bound);
    pressed_illegal = true;
  }

  /// The move is confirmed. Returns the opponent's press, if he has answered and pressed already.
  std::optional<Event> advance(std::size_t m, std::optional<Interval> press) {
    hands.close(press.has_value());
    Ruling r = hands.now().turn.ruling();
    r.final = true;
    confirm(m, press);
    emit(r);
    last_final = r;
    shown.reset();
    return hands.next_turn(m);
  }

  MoveRecord record(std::size_t m) const {
    MoveRecord r;
    r.ply = hands.ply();
    r.revision = 1;
    r.mover = mover();
    r.move = hands.now().table->moves()[m];
    r.before = hands.position();
    r.uci = uci::write(r.before, r.move);
    r.made = hands.now().turn.standing_since();
    r.kind_assumed = hands.now().turn.kind_assumed();
    for (const Seen& s : hands.window()) {
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
    if (pressed_illegal) return;
    if (const auto m = hands.now().turn.standing()) {
      const Move move = hands.now().table->moves()[*m];
      if (!shown || shown->move != move || shown->status == Status::withdrawn) {
        MoveRecord r = record(*m);
        r.revision = shown ? shown->revision + 1 : 1;
        observer->on_move(r);
        shown = r;
      }
    } else if (shown && hands.sight().occupied() == hands.position().pieces()) {
      withdraw();
    }
    if (last_final && hands.now().turn.touched()) forfeit(false);
    if (last_final && hands.now().turn.standing()) forfeit(true);
    emit(hands.now().turn.ruling());
    if (hands.next() != nullptr && hands.next()->turn.touched()) emit(hands.next()->turn.ruling());
  }

  /// 4.8: a claim about the previous turn is lost once the claimant touches a piece, or makes a move where the edition
  /// says so.
  void forfeit(bool by_move) {
    if (by_move != (edition.claim_ends == article4::ClaimEnds::on_move)) return;
    if (last_final->verdict != Verdict::violation || last_final->ply != hands.ply() - 1) return;
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
    if (last_final && (pressed_illegal || hands.window().empty())) return *last_final;
    if (hands.next() != nullptr && hands.next()->turn.touched()) return hands.next()->turn.ruling();
    return hands.now().turn.ruling();
  }

  void finish() {
    if (pressed_illegal) return;
    const auto m = hands.now().turn.standing();
    if (!m) return;
    if (hands.next() != nullptr && hands.next()->turn.touched()) {
      advance(*m, std::nullopt);
      report();
      return;
    }
    confirm(*m, std::nullopt);
    Ruling r = hands.now().turn.ruling();
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
const Position& Recogniser::position() const { return impl_->hands.position(); }
int Recogniser::ply() const { return impl_->hands.ply(); }
Ruling Recogniser::ruling() const { return impl_->ruling(); }

}  // namespace adoube::recognition
