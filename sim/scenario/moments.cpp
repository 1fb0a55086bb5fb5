// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/moments.hpp"

#include <algorithm>

#include "sim/scenario/words.hpp"

namespace adoube::scenario {

namespace {

// A move of one piece, from touch to release, is five equal parts: the hand rests a fifth before and after the way.
void add_parts(const Moment& m, std::vector<Moment>& out) {
  const Tick length = m.timed.length.value_or(row(Verb::move).usual);
  const auto add = [&](Verb verb, Tick after, bool there) {
    Moment part = m;
    part.at = m.at + after;
    part.timed.verb = verb;
    part.timed.length.reset();
    part.timed.other.reset();
    if (there) {
      part.timed.square = m.timed.other;
      part.timed.square_column = m.timed.other_column;
    }
    out.push_back(part);
  };
  add(Verb::touch, 0, false);
  add(Verb::lift, length / 5, false);
  add(Verb::place, length - length / 5, true);
  add(Verb::release, length, true);
}

}  // namespace

std::vector<Moment> moments(const Scenario& scenario) {
  std::vector<Moment> out;
  Tick last = 0;
  for (std::size_t i = 0; i < scenario.lines.size(); ++i) {
    const auto& statement = scenario.lines[i].statement;
    const Timed* timed = statement ? std::get_if<Timed>(&*statement) : nullptr;
    if (timed == nullptr) continue;
    last = timed->when.time + (timed->when.relative ? last : 0);
    const Moment moment{last, i + 1, *timed};
    if (timed->verb == Verb::move) add_parts(moment, out);
    else out.push_back(moment);
  }
  std::ranges::stable_sort(out, {}, &Moment::at);
  return out;
}

}  // namespace adoube::scenario
