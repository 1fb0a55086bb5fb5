// SPDX-License-Identifier: Apache-2.0
/// Cases: a position, timed events, and what the rules must say about them. Plain values; reading them from a file is
/// the business of host/cases.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/article4/ruling.hpp"
#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"
#include "rules/recognition/recogniser.hpp"

namespace adoube::recognition {

/// An earlier turn of a case: only what is given is compared.
struct ExpectedTurn {
  std::optional<std::string> move;     ///< UCI
  std::optional<std::string> verdict;
  std::optional<std::string> clause;
  std::vector<std::string> flags;      ///< a superset is fine
};

/// State after the last event, of the last turn played: only what is given is compared.
struct Expected {
  std::optional<std::vector<std::string>> allowed_moves;  ///< UCI, compared as a set
  std::optional<std::vector<std::string>> certain_moves;  ///< UCI, compared as a set
  std::optional<std::string> verdict;
  std::optional<std::string> clause;
  std::optional<std::string> certainty;
  std::vector<std::string> flags;                         ///< a superset is fine
  std::vector<ExpectedTurn> turns;                        ///< the turns before the last
  std::optional<std::vector<std::string>> moves;          ///< confirmed moves of the whole case, SAN
};

struct Case {
  std::string id;
  std::string profile = "fide2023";
  std::string fen;
  Colour side = Colour::white;   ///< actor of events that name none
  bool auto_hands = false;       ///< `"hands": "auto"`: contacts are supplied around lifts and placements
  std::vector<Event> events;     ///< in the order of the file; ids are given by `run_case`
  std::vector<std::string> unsupported;  ///< words of kinds that no rule judges (edge, plug, unplug), if any
  Expected expected;
};

/// What came out, in the words of the cases file.
struct CaseGot {
  article4::Ruling ruling;               ///< of the last turn played
  std::vector<article4::Ruling> turns;   ///< final rulings of the turns before it
  std::vector<std::string> turn_moves;   ///< their moves, UCI, or empty
  std::vector<std::string> moves;        ///< confirmed moves, SAN
};

struct CaseOutcome {
  std::string id;
  bool ok = false;
  std::optional<std::string> not_observable;  ///< why the case cannot be judged here; then it neither passes nor fails
  std::optional<std::string> error;           ///< bad FEN, unknown edition, events that contradict each other: why it is refused
  CaseGot got;
  std::vector<std::string> differences;       ///< one line a field that differs: "verdict: got free, want obligation"
};

/// Time of a case, milliseconds with a half width of uncertainty, as the interval (t - u - 1us, t + u] in microseconds.
Interval case_time(Tick t_us, Tick half_width_us);

/// Supplies the contacts of `"hands": "auto"`: a hand touches a piece 80 ms before each lift and leaves it 80 ms after
/// each placement, where no touch or release of that square is given in between. Sorted by time.
std::vector<Event> with_hands(std::vector<Event> events);

/// The events as they are judged: hands supplied where the case asks for it, in order of time, numbered, and with the
/// side's own where no actor is named.
std::vector<Event> events_of(const Case& c);

/// Hears a recogniser that is fed what happens in a case, by whatever way it comes, and keeps what a case compares.
class CaseRecorder final : public WordsObserver {
 public:
  void on_move(const MoveRecord& record) override;
  void on_ruling(const article4::Ruling& ruling) override;

  /// What came out, once the recogniser has finished. `last`: its ruling after the last event, before it finished.
  CaseGot got(const article4::Ruling& last) const;

 private:
  std::vector<std::string> moves_;                     // SAN
  std::vector<std::pair<int, std::string>> uci_;       // by ply
  std::vector<article4::Ruling> finals_;               // the latest of each ply
};

/// Where `got` is not what the case expects, one line a field.
std::vector<std::string> differences(const Expected& want, const CaseGot& got);

/// Runs the events through recognition and Article 4 and compares the outcome with what is expected. `editions` resolves
/// the profile of the case.
CaseOutcome run_case(const Case& c, const article4::Editions& editions = {});

}  // namespace adoube::recognition
