// SPDX-License-Identifier: Apache-2.0
/// A game that goes on after an illegal move: it is read anew from what that move left, by a recogniser like any other.
#include "rules/recognition/recogniser_impl.hpp"

namespace adoube::recognition {

using article4::FlagWord;
using chess::Position;

namespace {

class Nobody : public Observer {
 public:
  void on_move(const MoveRecord&) override {}
  void on_judgement(const Judged&) override {}
};

}  // namespace

Recogniser::Impl::Impl(const Impl& before, const Left& left, Observer& o)
    : edition(before.edition), observer(&o), hands(before.hands, left, before.illegal_left->contacts, edition),
      unheld(before.illegal_left->unheld), over(true), last(before.last), let_stand(IllegalMove{left.from, left.to}), score(before.score),
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
  if (game->score.size() > score.size()) return Answer::confirmed;
  if (game->lost && game->unclear_since_press) return Answer::unclear;
  const bool illegal = game->illegal_left && !game->illegal_left->left.empty();
  return illegal ? Answer::illegal : Answer::none;
}

bool Recogniser::Impl::went_on(const Event& press) {
  if (!illegal_before() || !illegal_left) return false;
  const Left* found = nullptr;
  Answer best = Answer::none;
  int games = 0;
  for (const Left& left : illegal_left->left) {
    const Answer answer = answer_to(left);
    if (answer == Answer::none || answer < best) continue;
    games = answer == best ? games + 1 : 1;
    best = answer;
    found = &left;
  }
  if (found == nullptr) return false;
  amend(FlagWord::opponent_acted_after_illegal);
  if (edition.illegal_stands != article4::IllegalStands::after_reply) {
    await_restoration(press);
  } else if (games == 1) {
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
  if (!illegal_before()) return false;
  const SquareSet squares = shown_squares();
  const auto shows = [&](const Position& p) { return p.pieces() == squares; };
  if (shows(hands.position())) return false;  // put back: the clock is set for the replacement
  if (const auto m = hands.made(); m && shows(hands.position().after(hands.now().table.moves()[*m]))) return false;
  if (last.judgement.certainty == article4::Certainty::certain) {
    unexplained = hands.number();
    return false;
  }
  lose_track({last.window.back().event.when.lo, press.when.hi});
  take_up(press);
  return true;
}

}  // namespace adoube::recognition
