// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/ruling.hpp"

#include <algorithm>

#include "rules/article4/words/words.hpp"

namespace adoube::article4 {

Ruling ruling(const Judgement& j, const MoveTable& table, const Edition& edition) {
  Ruling r;
  r.ply = j.ply;
  r.mover = j.mover;
  r.verdict = j.verdict;
  r.state = j.state;
  r.clause = key(j.clause);
  r.edition = edition.name.view();
  r.allowed = table.uci(j.allowed);
  r.certain_moves = table.uci(j.certain);
  r.certainty = j.certainty;
  for (const Flag& f : j.flags) r.flags.push_back(text(f, table.position()));
  std::sort(r.flags.begin(), r.flags.end());
  if (j.standing) r.move = table.moves()[*j.standing];
  r.penalty = j.penalty;
  r.kind_assumed = j.kind_assumed;
  r.final = j.final;
  for (const std::string& sentence : words::say(j, table, edition, words::Language::english)) {
    r.explanation += (r.explanation.empty() ? "" : " ") + sentence;
  }
  return r;
}

}  // namespace adoube::article4
