// SPDX-License-Identifier: Apache-2.0
#include "host/scenes/scene_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/article4/judgement.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/reader.hpp"

namespace adoube::scenes {

namespace {

using recognition::Status;
using scenario::Expectation;
using scenario::Outcome;
using scenario::time_text;

struct Answer {
  bool ok = false;
  std::string got;
};

std::string list(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return out.empty() ? "none" : out;
}

std::vector<std::string> sorted(std::vector<std::string> words) {
  std::ranges::sort(words);
  return words;
}

// "Nf3" for "Nf3+": a file may leave the check out.
std::string bare(std::string san) {
  san.erase(std::find_if(san.begin(), san.end(), [](char c) { return c == '+' || c == '#'; }), san.end());
  return san;
}

bool same_move(const std::string& a, const std::string& b) { return bare(a) == bare(b); }

std::string in_words(const ToldMove& m) {
  return fmt::format("{} {} ply {} revision {} made at {} told at {}", m.san, recognition::text(m.record.status), m.record.ply, m.record.revision,
                     time_text(m.record.made.hi), time_text(m.told));
}

std::string result_text(recognition::Result result) {
  constexpr pgn::Outcome outcomes[] = {pgn::Outcome::white_wins, pgn::Outcome::black_wins, pgn::Outcome::draw};
  return std::string(pgn::text(outcomes[static_cast<std::size_t>(result)]));
}

std::string in_words(const ToldSituation& told) {
  const recognition::Situation& s = told.situation;
  std::string out(recognition::text(s.kind));
  if (s.square != Square::off) out += fmt::format(" {}", name(s.square));
  if (s.result) out += fmt::format(" {}", result_text(*s.result));
  for (SquareSet rest = s.missing; rest != 0;) out += fmt::format(" -{}", name(pop(rest)));
  for (SquareSet rest = s.surplus; rest != 0;) out += fmt::format(" +{}", name(pop(rest)));
  return out + " told at " + time_text(told.told);
}

std::string in_words(const ToldRuling& r) {
  return fmt::format("{} {} ply {} told at {}", article4::text(r.ruling.verdict), r.ruling.clause, r.ruling.ply, time_text(r.told));
}

template <class Range>
std::string each(const Range& range) {
  std::string out;
  for (const auto& one : range) out += (out.empty() ? "" : "; ") + in_words(one);
  return out.empty() ? "none" : out;
}

class Check {
 public:
  explicit Check(const Observed& o) : o_(o) {}

  Answer operator()(const Expectation& e) const {
    switch (e.outcome) {
      case Outcome::moves: return moves(e.words);
      case Outcome::score: return moves(o_.game);
      case Outcome::move: return told(e, e.provisional ? Status::provisional : Status::confirmed);
      case Outcome::withdrawn: return told(e, Status::withdrawn);
      case Outcome::taken_back: return told(e, Status::taken_back);
      case Outcome::no_move: return no_move(e);
      case Outcome::ruling: return ruling(e);
      case Outcome::certainty: {
        const ToldRuling* r = last(e.ply);
        const std::string got = r == nullptr ? "none" : std::string(article4::text(r->ruling.certainty));
        return {got == e.words.front(), got};
      }
      case Outcome::allowed: return uci(e, &article4::Ruling::allowed);
      case Outcome::certain: return uci(e, &article4::Ruling::certain_moves);
      case Outcome::flag: return flag(e);
      case Outcome::no_flag: return no_flag(e);
      case Outcome::situation: return situation(e);
      case Outcome::no_situation: {
        const Answer there = situation(e);
        return {!there.ok, there.got};
      }
      case Outcome::gap: return gap(e);
      case Outcome::gaps: return {o_.gaps.size() == e.count, std::to_string(o_.gaps.size())};
      case Outcome::no_gap: return {o_.gaps.empty(), gap_text()};
      case Outcome::placement: {
        const std::string fen = fen::write(o_.position);
        const std::string got = fen.substr(0, fen.find(' '));
        return {got == e.words.front(), got};
      }
      case Outcome::contacts: return {o_.run.contacts.equal(), o_.run.contacts.equal() ? "equal" : o_.run.contacts.first_fault};
    }
    return {};
  }

 private:
  Answer moves(const std::vector<std::string>& want) const {
    std::vector<std::string> got;
    for (const ToldMove& m : o_.moves) {
      if (m.record.status == Status::confirmed) got.push_back(m.san);
      if (m.record.status == Status::taken_back && !got.empty()) got.pop_back();
    }
    if (o_.cut_short && &want == &o_.game && got.size() > want.size()) got.resize(want.size());
    return {std::ranges::equal(got, want, same_move), list(got)};
  }

  // Told with that status inside the bounds; what was told of it otherwise is what came out.
  Answer told(const Expectation& e, Status status) const {
    std::vector<ToldMove> near;
    for (const ToldMove& m : o_.moves) {
      if (!same_move(m.san, e.words.front()) || m.record.status != status) continue;
      const bool fits = (!e.ply || *e.ply == m.record.ply) && (!e.revision || *e.revision == m.record.revision) &&
                        (!e.between || (e.between->first <= m.record.made.hi && m.record.made.hi <= e.between->second)) &&
                        (!e.by || m.told <= *e.by);
      if (fits) return {true, in_words(m)};
      near.push_back(m);
    }
    return {false, near.empty() ? each(o_.moves) : each(near)};
  }

  Answer no_move(const Expectation& e) const {
    for (const ToldMove& m : o_.moves) {
      const bool meant = e.words.empty() || same_move(m.san, e.words.front());
      if (meant && (!e.before || m.told < *e.before)) return {false, in_words(m)};
    }
    return {true, "none"};
  }

  // The last word on a ply; without one, on the last turn in which anything happened.
  const ToldRuling* last(std::optional<int> ply) const {
    const ToldRuling* found = nullptr;
    for (const ToldRuling& r : o_.rulings) {
      if (!r.of_events || (ply && r.ruling.ply != *ply)) continue;
      if (found == nullptr || r.ruling.ply >= found->ruling.ply) found = &r;
    }
    return found;
  }

  Answer ruling(const Expectation& e) const {
    const auto fits = [&](const ToldRuling& r) {
      return article4::text(r.ruling.verdict) == e.words.front() && (!e.clause || r.ruling.clause == article4::key(*e.clause));
    };
    const ToldRuling* r = last(e.ply);
    if (!e.by) return {r != nullptr && fits(*r), r == nullptr ? "none" : in_words(*r)};
    std::vector<ToldRuling> others;
    for (const ToldRuling& told : o_.rulings) {
      if (!told.of_events || (e.ply && told.ruling.ply != *e.ply)) continue;
      if (told.told <= *e.by && fits(told)) return {true, in_words(told)};
      others.push_back(told);
    }
    return {false, each(others)};
  }

  Answer uci(const Expectation& e, std::vector<std::string> article4::Ruling::*moves) const {
    const ToldRuling* r = last(e.ply);
    if (r == nullptr) return {false, "no ruling"};
    return {sorted(r->ruling.*moves) == sorted(e.words), list(r->ruling.*moves)};
  }

  static bool carries(const article4::Ruling& ruling, const std::string& flag) {
    return std::ranges::any_of(ruling.flags, [&](const std::string& f) { return f == flag || f.starts_with(flag + ":"); });
  }

  Answer flag(const Expectation& e) const {
    std::vector<std::string> got;
    for (const ToldRuling& r : o_.rulings) {
      if (e.ply && r.ruling.ply != *e.ply) continue;
      // Without a time the last word on the ply counts: a flag may come to stand, and may go.
      const bool counts = e.by ? r.told <= *e.by : &r == last(r.ruling.ply);
      if (counts && carries(r.ruling, e.words.front())) return {true, e.words.front()};
      got.insert(got.end(), r.ruling.flags.begin(), r.ruling.flags.end());
    }
    got = sorted(got);
    got.erase(std::unique(got.begin(), got.end()), got.end());
    return {false, list(got)};
  }

  Answer no_flag(const Expectation& e) const {
    for (const ToldRuling& r : o_.rulings) {
      if ((!e.ply || r.ruling.ply == *e.ply) && carries(r.ruling, e.words.front())) return {false, in_words(r)};
    }
    return {true, "none"};
  }

  Answer situation(const Expectation& e) const {
    const auto names = [&](const recognition::Situation& s) {
      const std::string& what = e.words.back();
      if (s.result && what == result_text(*s.result)) return true;
      const auto square = parse_square(what);
      return square && (s.square == *square || contains(s.missing | s.surplus, *square));
    };
    for (const ToldSituation& told : o_.situations) {
      if (recognition::text(told.situation.kind) != e.words.front() || (e.by && told.told > *e.by)) continue;
      if (e.words.size() == 1 || names(told.situation)) return {true, in_words(told)};
    }
    return {false, each(o_.situations)};
  }

  std::string gap_text() const {
    std::string out;
    for (const driver::Gap& g : o_.gaps) out += (out.empty() ? "from " : "; from ") + time_text(g.from);
    return out.empty() ? "none" : out;
  }

  Answer gap(const Expectation& e) const {
    const bool found = std::ranges::any_of(
        o_.gaps, [&](const driver::Gap& g) { return !e.between || (e.between->first <= g.from && g.from <= e.between->second); });
    return {found, gap_text()};
  }

  const Observed& o_;
};

// The line as the formatter writes it, without its comment.
std::string line_text(const Expectation& e) {
  scenario::Scenario one;
  one.lines.push_back({e, ""});
  std::string text = scenario::write(one);
  text.pop_back();
  return text.substr(text.find_first_not_of(' '));
}

}  // namespace

std::vector<Expected> blocks(const scenario::Scenario& scenario) {
  std::vector<Expected> out;
  for (std::size_t i = 0; i < scenario.lines.size(); ++i) {
    const auto& statement = scenario.lines[i].statement;
    if (!statement) continue;
    if (const auto* board = std::get_if<scenario::Board>(&*statement)) out.push_back({*board, {}});
    if (std::holds_alternative<Expectation>(*statement)) out.back().lines.push_back(i + 1);
  }
  return out;
}

std::size_t expectations(const scenario::Scenario& scenario) {
  std::size_t out = 0;
  for (const Expected& block : blocks(scenario)) out += block.lines.size();
  return out;
}

std::optional<Expected> block_for(const scenario::Scenario& scenario, const scenario::Board& board) {
  const std::vector<Expected> all = blocks(scenario);
  for (const scenario::Board& wanted : {board, scenario::Board{}}) {
    const auto found = std::ranges::find(all, wanted, &Expected::board);
    if (found != all.end()) return *found;
  }
  return std::nullopt;
}

std::vector<Finding> hold(const scenario::Scenario& scenario, const Expected& block, const Observed& observed) {
  std::vector<Finding> out;
  const Check check(observed);
  for (const std::size_t line : block.lines) {
    const auto& e = std::get<Expectation>(*scenario.lines[line - 1].statement);
    Answer answer = check(e);
    out.push_back({line, answer.ok, line_text(e), std::move(answer.got)});
  }
  return out;
}

}  // namespace adoube::scenes
