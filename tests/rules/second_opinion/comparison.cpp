// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/comparison.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/recognition/case.hpp"
#include "tests/rules/oracle.hpp"

namespace adoube::second_opinion {
namespace {

adoube::Event for_the_rules(const Event& e) {
  static constexpr std::array<EventKind, 7> kinds{EventKind::touch, EventKind::release, EventKind::lift,
                                                  EventKind::place, EventKind::clock,   EventKind::adjust,
                                                  EventKind::claim};
  adoube::Event theirs;
  theirs.kind = kinds[static_cast<std::size_t>(e.what)];
  theirs.square = static_cast<adoube::Square>(e.square);
  theirs.when = {e.lo, e.hi};
  if (e.actor != ' ') theirs.actor = e.actor == 'w' ? Colour::white : Colour::black;
  if (e.length) theirs.duration = *e.length;
  if (e.until) theirs.until = *e.until;
  if (e.piece != ' ') theirs.piece = e.piece;
  theirs.from_outside = e.fresh;
  theirs.via_piece = e.via;
  theirs.accidental = e.accidental;
  return theirs;
}

Opinion opinion(const article4::Ruling& r) {
  return {std::string(article4::text(r.verdict)),
          r.clause,
          r.allowed,
          r.certain_moves,
          std::string(article4::text(r.certainty)),
          {r.flags.begin(), r.flags.end()}};
}

std::string words(const std::vector<std::string>& moves) {
  std::string line;
  for (const std::string& m : moves) line += ' ' + m;
  return line;
}

/// How they differ, in words; empty if they do not.
std::string kind_of(const Opinions& rules, const Opinions& second) {
  if (agree(rules, second)) return {};
  const auto words_of = [](const Opinions& o) {
    return std::to_string(o.earlier.size() + 1) + ' ' + o.last.verdict + ' ' + o.last.clause + ' ' + o.last.certainty;
  };
  std::string kind = words_of(rules) + " | " + words_of(second);
  if (rules.last.allowed != second.last.allowed) kind += ", allowed";
  if (rules.last.certain != second.last.certain) kind += ", certain";
  return kind;
}

constexpr std::array kOwnPositions{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
    "r3k2r/ppp2ppp/8/8/2b5/8/PPPP1PPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/b7/8/3PPPPn/4K2R w K - 0 1",
    "r3k3/3pppp1/8/B7/8/8/8/4K3 b q - 0 1",
    "4k3/8/8/8/4q3/8/3P1PPP/R3K2R w KQ - 0 1",
    "rnb1k2r/pppp1ppp/8/4Q3/8/8/PPPP1PPP/RNB1K2R b KQkq - 0 1",
    "2bk1bnr/2p3pp/p1p5/4p3/4P3/2N1B3/PrP2PPP/R3K2R w KQ - 0 12",
    "4k3/8/8/8/8/8/3n4/R3K3 w Q - 0 1",
    "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1",
    "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1",
    "2r5/1P1P2k1/8/8/8/8/6K1/8 w - - 0 1",
    "8/6k1/8/8/8/8/1p1p2K1/2R5 b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 4",
    "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1",
    "8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1",
    "8/8/3k4/2pPp3/8/8/8/4K3 w - c6 0 1",
    "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3",
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
    "8/8/8/3k4/8/3p4/3KN3/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
};

}  // namespace

Opinions by_the_rules(const Sequence& sequence) {
  recognition::Case c;
  c.id = "sequence";
  c.profile = sequence.profile;
  c.fen = sequence.fen;
  c.side = board_of(sequence.fen).mover == 'w' ? Colour::white : Colour::black;
  for (const Event& e : sequence.events) c.events.push_back(for_the_rules(e));
  c.expected.verdict = "free";
  const recognition::CaseOutcome outcome = recognition::run_case(c);
  if (outcome.error) throw std::runtime_error(*outcome.error);
  if (outcome.not_observable) throw std::runtime_error(*outcome.not_observable);
  Opinions o{opinion(outcome.got.ruling), {}};
  for (const article4::Ruling& r : outcome.got.turns) o.earlier.push_back(opinion(r));
  return o;
}

bool agree(const Opinions& a, const Opinions& b) {
  const Opinion &x = a.last, &y = b.last;
  return a.earlier.size() == b.earlier.size() && x.verdict == y.verdict && x.clause == y.clause &&
         x.allowed == y.allowed && x.certain == y.certain && x.certainty == y.certainty;
}

std::string text(const Opinion& o) {
  std::string line =
      o.verdict + ' ' + o.clause + ' ' + o.certainty + ", allowed" + words(o.allowed) + ", certain" + words(o.certain);
  for (const std::string& flag : o.flags) line += ", " + flag;
  return line;
}

std::vector<std::string> positions(std::size_t from_games) {
  std::vector<std::string> fens(kOwnPositions.begin(), kOwnPositions.end());
  const std::filesystem::path project = ADOUBE_SOURCE_DIR;
  const auto shared = test::shared_file(project, "games/blitz-with-clocks.pgn");
  const std::string games = test::contents(shared ? *shared : project / "tests/games/short-games.pgn");
  pgn::Reader reader(games);
  std::size_t ply = 0;
  for (auto game = reader.next(); game && fens.size() < kOwnPositions.size() + from_games; game = reader.next()) {
    if (!*game) continue;
    chess::Position p = (*game)->start;
    for (const pgn::Ply& next : (*game)->plies) {
      p.make(next.move);
      if (++ply % 37 == 0 && !chess::legal_moves(p).empty()) fens.push_back(fen::write(p));
    }
  }
  return fens;
}

Opinions by_the_second(const Sequence& sequence, Stockfish& judge, Fault fault) {
  const Board start = board_of(sequence.fen);
  std::vector<Event> events = sequence.events;
  for (Event& e : events) {
    if (e.actor == ' ') e.actor = start.mover;
  }
  return decide(start, profile(sequence.profile), events, judge, fault);
}

namespace {

/// Cuts off what is another story: what follows a completed illegal move (the position is restored and the turn goes
/// on), a move or an end of the game that only some readings allow, or the opponent's hand while a move has been taken
/// up again.
void end_the_story(Sequence& s, Stockfish& judge) {
  const char mover = board_of(s.fen).mover;
  const bool more_than_a_move = std::any_of(s.events.begin(), s.events.end(), [&](const Event& e) {
    return e.actor == other(mover) || e.what == What::clock;
  });
  if (!more_than_a_move && by_the_second(s, judge).last.certainty != "arbiter") return;
  for (std::size_t n = 1; n < s.events.size(); ++n) {
    Sequence first = s;
    first.events.resize(n);
    const Opinions o = by_the_second(first, judge);
    if (!o.earlier.empty()) return;
    const bool open = o.last.certainty == "arbiter" && (o.last.verdict == "move_made" || o.last.verdict == "game_over");
    const auto count = [&](auto holds) { return std::count_if(first.events.begin(), first.events.end(), holds); };
    const bool in_hand = count([](const Event& e) { return e.what == What::lift; }) >
                         count([](const Event& e) { return e.what == What::place && !e.fresh; });
    const bool taken_up =
        s.events[n].actor == other(mover) &&
        (in_hand || o.last.flags.contains("retracted") || (o.last.verdict == "obligation" && o.last.clause == "4.7"));
    if (o.last.verdict != "illegal_completed" && !open && !taken_up) continue;
    s = first;
    return;
  }
}

/// Hands could have done this: what is set down was in the air or is new, what is lifted stood there.
bool possible(const Sequence& s) {
  const Board board = board_of(s.fen);
  Position p;
  p.board = board;
  const History h(p, profile(s.profile), s.events);
  for (std::size_t j = 0; j < h.size(); ++j) {
    const Event& e = h[j];
    const Piece here = h.after(j).at(e.square);
    const bool there = here != kNobody;
    if (e.what == What::lift && there && h.seen_released(here, j) && !h.gripped_again(here, j)) return false;
    if (e.what == What::lift && !there) return false;
    if (e.what == What::place && (there || (!e.fresh && h.after(j).in_air.size() == h.after(j + 1).in_air.size())))
      return false;
  }
  return true;
}

}  // namespace

Sequence shrunk(const Sequence& sequence, Stockfish& judge, Fault fault) {
  const auto difference = [&](const Sequence& s) { return kind_of(by_the_rules(s), by_the_second(s, judge, fault)); };
  const std::string kind = difference(sequence);
  Sequence best = sequence;
  for (bool better = true; better;) {
    better = false;
    for (std::size_t n = 2; n > 0; --n) {  // two neighbours first: a piece leaves and comes
      for (std::size_t j = best.events.size(); j-- > 0;) {
        Sequence less = best;
        if (j + n > less.events.size()) continue;
        const auto at = less.events.begin() + static_cast<std::ptrdiff_t>(j);
        less.events.erase(at, at + static_cast<std::ptrdiff_t>(n));
        if (less.events.empty() || !possible(less) || difference(less) != kind) continue;
        const std::size_t events = less.events.size();
        end_the_story(less, judge);
        if (less.events.size() != events) continue;
        best = less;
        better = true;
        j = std::min(j, best.events.size());
      }
    }
  }
  return best;
}

Tally run(const Run& run, Stockfish& judge) {
  Chance chance(run.seed);
  std::vector<const Position*> drawn;
  for (const std::string& fen : positions(run.from_games)) {
    const Position& p = judge.position(fen);
    if (!p.legal.empty()) drawn.push_back(&p);
  }
  Tally tally;
  while (tally.sequences < run.sequences && tally.disagreed < run.stop_after) {
    // Half of them in the positions where the rare clauses are near.
    const Position& p = chance.percent(50) ? *drawn[chance.below(kOwnPositions.size())] : *chance.one_of(drawn);
    const Profile& rules = chance.one_of(profiles());
    Sequence s = draw_sequence(chance, p, rules.name);
    if (s.events.empty()) continue;
    end_the_story(s, judge);
    const Opinions second = by_the_second(s, judge, run.fault);
    if (!second.earlier.empty() && second.last.allowed.empty())
      continue;  // mate by a breach: whether it is the end is open
    const Opinions first = by_the_rules(s);
    ++tally.sequences;
    tally.events += s.events.size();
    ++tally.verdicts[second.last.verdict];
    ++tally.clauses[second.last.clause];
    ++tally.certainties[second.last.certainty];
    if (second.last.certainty == "arbiter") ++tally.open[second.last.clause];
    if (agree(first, second)) continue;
    ++tally.disagreed;
    std::vector<Sequence>& same = tally.disagreements[kind_of(first, second)];
    same.push_back(same.empty() ? shrunk(s, judge, run.fault) : s);
  }
  return tally;
}

void print(const Tally& tally) {
  const auto table = [&](const char* title, const std::map<std::string, std::size_t>& counts) {
    std::printf("%s\n", title);
    for (const auto& [word, n] : counts) {
      std::printf("  %-22s %7zu  %5.2f %%\n", word.c_str(), n,
                  100.0 * static_cast<double>(n) / static_cast<double>(tally.sequences));
    }
  };
  std::printf("%zu sequences, %zu events, %zu disagreements\n", tally.sequences, tally.events,
              tally.disagreed);
  table("verdict", tally.verdicts);
  table("clause", tally.clauses);
  table("certainty", tally.certainties);
  table("left to the arbiter, by clause", tally.open);
}

}  // namespace adoube::second_opinion
