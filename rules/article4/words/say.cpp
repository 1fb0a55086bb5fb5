// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "rules/article4/words/template.hpp"
#include "rules/article4/words/words.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::article4::words {

std::vector<std::string> san_list(const MoveTable& table, const MoveMask& moves) {
  std::vector<std::pair<std::string, std::string>> sorted;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    if (!moves.has(i)) continue;
    const chess::Move m = table.moves()[i];
    sorted.emplace_back(uci::write(table.position(), m), san::write(table.position(), m));
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> out;
  for (auto& [by, move] : sorted) out.push_back(std::move(move));
  return out;
}

namespace {

/// A list of moves is read out whole up to this many; of a longer one only the first few.
constexpr std::size_t kReadOut = 10;
constexpr std::size_t kFirstFew = 6;

/// "Ba6, Bb3 or Bd3"; of a long list the first few.
std::string read_out(const MoveTable& table, const MoveMask& moves, const RulingWords& w) {
  const std::vector<std::string> all = san_list(table, moves);
  const bool whole = all.size() <= kReadOut;
  const std::size_t shown = whole ? all.size() : kFirstFew;
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) out += whole && i + 1 == shown ? w.or_ : w.comma;
    out += all[i];
  }
  return out;
}

/// One judgement in one language.
class Speaker {
 public:
  Speaker(const Judgement& judgement, const MoveTable& table, const Edition& edition, Language language)
      : j_(judgement), table_(table), edition_(edition), language_(language), book_(book(language)), w_(book_.ruling) {}

  std::string what_happened() const {
    switch (j_.verdict) {
      case Verdict::adjusted: {
        const std::string at = squares(FlagWord::adjusted);
        return at.empty() ? put(w_.adjusting) : put(w_.adjusted, {{"at", at}});
      }
      case Verdict::accidental: return put(w_.accidental, {{"at", squares(FlagWord::accidental)}});
      case Verdict::displaced: return displaced();
      case Verdict::irregular_touch: return put(w_.declared_out_of_turn);
      case Verdict::touch_out_of_turn: return put(w_.touched_out_of_turn);
      case Verdict::move_made: return put(w_.made, {{"move", played()}});
      case Verdict::move_completed: return put(w_.completed, {{"move", played()}});
      case Verdict::game_over:
        return j_.standing || j_.fixed ? put(w_.played, {{"move", played()}}) : put(w_.claimed_draw);
      case Verdict::violation:
        if (j_.fixed) return put(w_.took_back, {{"move", san(*j_.fixed)}});
        return put(w_.played_against, {{"touched", touched()}, {"move", played()}});
      case Verdict::illegal_uncompleted: {
        const Square at = misplaced();
        return at == Square::off ? put(w_.placed_illegally) : put(w_.released_illegally, {{"at", name(at)}});
      }
      case Verdict::illegal_completed:
        return put(j_.clause == Clause::c7_5_3   ? w_.pressed_without_move
                   : j_.clause == Clause::c7_5_2 ? w_.pressed_with_pawn
                   : j_.clause == Clause::c7_5_4 ? w_.pressed_two_hands
                                                 : w_.pressed_illegally);
      case Verdict::free:
      case Verdict::obligation: break;
    }
    return touches_and_releases();
  }

  std::string what_the_rule_says() const {
    const Clause clause = stands_after_reply() ? Clause::cA_5_2 : j_.clause;
    const std::string edition = std::string(book_.texts[static_cast<std::size_t>(edition_.text)]) + ", " +
                                std::string(edition_.name.view());
    if (!edition_.enforced && key(clause).starts_with("4.")) return put(w_.not_enforced, {{"edition", edition}});
    const std::string_view own = number(clause, edition_.text);
    return put(!has(edition_.text, clause) ? w_.rule_absent
               : own.empty()               ? w_.rule_unnumbered
                                           : w_.rule,
               {{"clause", own.empty() ? key(clause) : own}, {"edition", edition}, {"rule", rule(clause)}});
  }

  std::string what_now() const {
    if (stands_after_reply()) return put(w_.illegal_stands) + '.';
    std::string out = next();
    switch (j_.penalty.kind) {
      case Penalty::Kind::none: break;
      case Penalty::Kind::time:
        out += put(j_.penalty.minutes == 1  ? w_.penalty_time_one
                   : j_.penalty.minutes < 5 ? w_.penalty_time_few
                                            : w_.penalty_time,
                   {{"n", std::to_string(j_.penalty.minutes)}});
        break;
      case Penalty::Kind::loss: out += put(w_.penalty_loss); break;
      case Penalty::Kind::arbiter: out += put(w_.penalty_arbiter); break;
    }
    if (j_.flags.has(FlagWord::claim_forfeited) && j_.verdict != Verdict::violation) out += put(w_.claim_lost);
    if (j_.certainty == Certainty::unless_arbiter) out += put(w_.unless_arbiter);
    return out + '.';
  }

 private:
  std::string put(std::string_view sentence, std::initializer_list<Value> values = {}) const {
    const std::size_t us = j_.mover == Colour::white ? 0 : 1;
    std::vector<Value> all{{"who", w_.player[us]},
                           {"other", w_.player[1 - us]},
                           {"whom", w_.player_within[us]},
                           {"foe", w_.player_within[1 - us]}};
    all.insert(all.end(), values);
    return filled(sentence, all);
  }

  /// A.5.2: nobody saw the illegal move, and the opponent has made the next one.
  bool stands_after_reply() const { return j_.verdict == Verdict::illegal_completed && j_.flags.has(FlagWord::illegal); }

  /// The clause as the edition has it, behind the colon.
  std::string rule(Clause clause) const {
    if (clause == Clause::c4_4_4 && edition_.promotion_choice == PromotionChoice::on_release) return std::string(w_.choice_on_release);
    std::string text(book_.clauses[static_cast<std::size_t>(clause)].brief);
    if (clause != Clause::c4_3_3) return text;
    if (edition_.both_colours == BothColours::own_that_takes) text = w_.own_that_takes;
    const bool decided = edition_.unclear_order == UnclearOrder::own_first && !j_.flags.has(FlagWord::order_unclear);
    if (decided && together()) text += w_.own_counts_first;
    return text;
  }

  /// Touches came too close to tell which was first.
  bool together() const {
    return !std::all_of(j_.touched.begin(), j_.touched.end(), [](const TouchedPiece& t) { return t.follows; });
  }

  std::string san(std::size_t move) const { return san::write(table_.position(), table_.moves()[move]); }
  std::string played() const { return j_.standing ? san(*j_.standing) : j_.fixed ? san(*j_.fixed) : std::string("?"); }

  std::string piece(const TouchedPiece& t) const {
    const auto on = table_.position().at(t.square);
    if (!on) return name(t.square);
    const auto& names = on->colour == j_.mover ? book_.pieces.own : book_.pieces.theirs;
    const std::string text = std::string(names[static_cast<std::size_t>(on->kind)]) + std::string(w_.on) + name(t.square);
    return t.doubtful ? filled(w_.perhaps, std::array{Value{"touched", text}}) : text;
  }

  std::string touched() const {
    const bool unclear = j_.flags.has(FlagWord::order_unclear);
    std::string out;
    for (std::size_t i = 0; i < j_.touched.size(); ++i) {
      const bool last = i + 1 == j_.touched.size();
      if (i > 0) out += unclear ? (last ? w_.also : w_.comma) : j_.touched[i].follows ? w_.then : w_.also;
      out += piece(j_.touched[i]);
    }
    return out;
  }

  std::string touches_and_releases() const {
    if (j_.fixed && j_.fixed != j_.standing) return put(w_.took_back, {{"move", san(*j_.fixed)}});
    if (j_.clause == Clause::c10H) return put(w_.touched_outside);
    const Commitment* last = j_.commitments.empty() ? nullptr : &j_.commitments.back();
    const std::string at = last != nullptr ? name(last->to) : std::string();
    const bool brought = last != nullptr && last->from == Square::off;
    if (j_.touched.empty()) return brought ? put(w_.promoted, {{"at", at}}) : put(w_.nothing_touched);
    const std::string list = touched();
    const Value pieces{"touched", list};
    if (last != nullptr) return put(brought ? w_.touched_and_promoted : w_.touched_and_released, {pieces, {"at", at}});
    const bool unclear = j_.flags.has(FlagWord::order_unclear) || (j_.touched.size() == 2 && together());
    return put(unclear ? w_.touched_unclear : w_.touched, {pieces});
  }

  std::string squares(FlagWord word) const {
    std::string out;
    for (const Flag& flag : j_.flags) {
      if (flag.word != word || flag.square == Square::off) continue;
      out += (out.empty() ? std::string() : std::string(w_.comma)) + name(flag.square);
    }
    return out;
  }

  std::string displaced() const {
    const Flag* only = nullptr;
    for (const Flag& flag : j_.flags) {
      if (flag.word != FlagWord::displaced) continue;
      if (only != nullptr) return put(w_.displaced_somewhere);
      only = &flag;
    }
    if (only == nullptr || only->square == Square::off || only->to == Square::off) return put(w_.displaced_somewhere);
    return put(w_.displaced, {{"at", name(only->square)}, {"to", name(only->to)}});
  }

  /// The square of the last release that no legal move puts a piece on, or `off`.
  Square misplaced() const {
    Square found = Square::off;
    for (const Commitment& c : j_.commitments) {
      const bool legal = c.from == Square::off ? !table_.promoting(c.to, std::nullopt).empty() : !table_.placing(c.from, c.to).empty();
      if (!legal) found = c.to;
    }
    return found;
  }

  std::string some(const MoveMask& moves) const { return read_out(table_, moves, w_); }
  std::string counted(const MoveMask& moves) const { return moves_text(table_, moves, language_); }

  std::string left(std::string_view one, std::string_view few, std::string_view many) const {
    const std::size_t n = j_.allowed.size();
    return put(n == 1 ? one : n <= kReadOut ? few : many,
               {{"n", std::to_string(n)}, {"moves", some(j_.allowed)}, {"move", played()}});
  }

  std::string next() const {
    if (j_.certainty == Certainty::arbiter && !(j_.allowed == j_.certain)) {
      const std::string certain = counted(j_.certain);
      if (j_.certain.empty()) return put(w_.arbiter_decides_all, {{"moves", counted(j_.allowed)}});
      return put(w_.arbiter_decides, {{"moves", certain}, {"others", counted(j_.allowed - j_.certain)}});
    }
    switch (j_.verdict) {
      case Verdict::free:
      case Verdict::adjusted:
      case Verdict::accidental: break;
      case Verdict::obligation: return left(w_.must_play, w_.must_play_one_of, w_.must_play_one_of_many);
      case Verdict::displaced: return put(w_.put_back);
      case Verdict::irregular_touch:
      case Verdict::touch_out_of_turn: return put(w_.binds_nobody);
      case Verdict::move_made: return put(w_.stands_unpressed, {{"move", played()}});
      case Verdict::move_completed: return put(w_.turn_passes, {{"move", played()}});
      case Verdict::violation:
        if (j_.standing && j_.flags.has(FlagWord::claim_forfeited)) return put(w_.unclaimed, {{"move", san(*j_.standing)}});
        if (j_.fixed) return put(w_.has_to_stand, {{"move", san(*j_.fixed)}});
        return left(w_.instead_one, w_.instead, w_.instead_many);
      case Verdict::illegal_uncompleted: return left(w_.correct_one, w_.correct, w_.correct_many);
      case Verdict::illegal_completed:
        if (j_.clause == Clause::c7_5_3) {  // nothing to restore
          if (j_.allowed == table_.all()) break;
          return left(w_.must_play, w_.must_play_one_of, w_.must_play_one_of_many);
        }
        if (j_.clause == Clause::c7_5_2 && j_.allowed.size() == 1) return put(w_.queened, {{"moves", some(j_.allowed)}});
        return left(w_.restored_one, w_.restored, w_.restored_many);
      case Verdict::game_over:
        return put(j_.clause == Clause::c5_1_1   ? w_.mated
                   : j_.clause == Clause::c5_2_1 ? w_.stalemated
                   : j_.clause == Clause::c5_2_2 ? w_.dead
                                                 : w_.drawn);
    }
    return put(w_.any_move, {{"n", std::to_string(j_.allowed.size())}});
  }

  const Judgement& j_;
  const MoveTable& table_;
  const Edition& edition_;
  Language language_;
  const Book& book_;
  const RulingWords& w_;
};

}  // namespace

std::string moves_text(const MoveTable& table, const MoveMask& moves, Language language) {
  const RulingWords& w = book(language).ruling;
  const std::string out = read_out(table, moves, w);
  if (moves.size() <= kReadOut) return out;
  const std::string n = std::to_string(moves.size());
  return filled(w.many, std::array{Value{"moves", out}, Value{"n", n}});
}

std::array<std::string, 3> say(const Judgement& judgement, const MoveTable& table, const Edition& edition, Language language) {
  const Speaker speaker(judgement, table, edition, language);
  return {speaker.what_happened(), speaker.what_the_rule_says(), speaker.what_now()};
}

}  // namespace adoube::article4::words
