// SPDX-License-Identifier: Apache-2.0
/// A game that goes on after an illegal move: it is read anew from what that move left, by a recogniser like any other.
#include <algorithm>

#include "rules/recognition/line.hpp"
#include "rules/recognition/recogniser_impl.hpp"

namespace adoube::recognition {

using article4::FlagWord;

namespace {

class Nobody : public Observer {
 public:
  void on_move(const MoveRecord&) override {}
  void on_judgement(const Judged&) override {}
};

}  // namespace

Recogniser::Impl::Impl(const Impl& before, const Left& left, Observer& o)
    : edition(before.edition), observer(&o), hands(before.hands, left, before.illegal_left->contacts, edition),
      unheld(before.illegal_left->unheld), over(true), last(before.last), let_stand(IllegalMove{left.from, left.to}),
      shaky_until(before.shaky_until), score(before.score),
      revisions(before.revisions), told(before.told), rotated(before.rotated), situation(before.situation) {
  last.table = &hands.before()->table;
  for (const Event& e : left.reply) hands.take(e);
}

void Recogniser::Impl::follow(std::unique_ptr<Impl>& game, const Event& e) {
  game->feed(e);
  while (game->successor) game = std::move(game->successor);
}

std::unique_ptr<Recogniser::Impl> Recogniser::Impl::read_from(const Left& left, Observer& o) const {
  auto game = std::make_unique<Impl>(*this, left, o);
  for (const Event& e : illegal_left->since) follow(game, e);
  return game;
}

void Recogniser::Impl::go_on_from(const Left& left) {
  withdraw();
  successor = read_from(left, *observer);
}

bool Recogniser::Impl::illegal_before() const {
  return over && last.judgement.ply == hands.ply() && last.judgement.verdict == article4::Verdict::illegal_completed;
}

Recogniser::Impl::Answer Recogniser::Impl::answer_to(const Left& left) const {
  Nobody nobody;
  const auto game = read_from(left, nobody);
  if (game->lost) return game->unclear_since_press ? Answer::unclear : Answer::none;
  // Of two rulings in doubt neither explains the other.
  if (game->illegal_left) return game->illegal_left->left.empty() || last.judgement.certainty != article4::Certainty::certain ? Answer::none : Answer::illegal;
  return game->score.size() > score.size() ? Answer::confirmed : Answer::none;
}

bool Recogniser::Impl::put_right() const {
  const SquareSet squares = shown_squares();
  const auto m = hands.made();
  return hands.position().pieces() == squares || (m && hands.position().after(hands.now().table.moves()[*m]).pieces() == squares);
}

bool Recogniser::Impl::went_on(const Event& press) {
  if (!illegal_before() || !illegal_left) return false;
  if (edition.illegal_stands != article4::IllegalStands::after_reply) {
    // Nothing is lost by waiting for a press that leaves no doubt: the position before has to stand again in any case.
    const auto moves = [](const Event& e) { return e.kind == EventKind::lift || e.kind == EventKind::place; };
    const auto answered = [&](const Left& left) {
      return std::ranges::none_of(left.reply, moves) && explain(left.position, shown_squares(), 1).count != 0;
    };
    if (!std::ranges::any_of(illegal_left->left, answered)) return false;
    amend(FlagWord::opponent_acted_after_illegal);
    await_restoration(press);
    return true;
  }
  const Left* found = nullptr;
  Answer best = Answer::none;
  int games = 0;
  for (const bool swept : {false, true}) {
    if (found != nullptr) break;  // what sensors have shown comes before what only a hand tells
    for (const Left& left : illegal_left->left) {
      const Answer answer = left.swept == swept ? answer_to(left) : Answer::none;
      if (answer == Answer::none || answer < best) continue;
      games = answer == best ? games + 1 : 1;
      best = answer;
      found = &left;
    }
  }
  if (found == nullptr) return false;
  amend(FlagWord::opponent_acted_after_illegal);
  if (games == 1) {
    go_on_from(*found);
  } else if (!lost) {
    auto left = std::move(illegal_left);
    lose_track({last.window.back().event.when.lo, press.when.hi});
    illegal_left = std::move(left);
  }
  readings.readings = games;
  return true;
}

bool Recogniser::Impl::not_understood(const Event& press) {
  if (!illegal_before() || put_right()) return false;
  if (last.judgement.certainty == article4::Certainty::certain) {
    unexplained = hands.number();
    return false;
  }
  lose_track({last.window.back().event.when.lo, press.when.hi});
  take_up(press);
  return true;
}

}  // namespace adoube::recognition
