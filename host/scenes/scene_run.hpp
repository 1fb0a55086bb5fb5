// SPDX-License-Identifier: Apache-2.0
/// Plays a scenario through the chain and keeps what came out, each thing with the device time at which it was told.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "driver/session/record.hpp"
#include "host/lab/game_run.hpp"
#include "rules/article4/ruling.hpp"
#include "rules/recognition/recogniser.hpp"
#include "sim/scenario/perform.hpp"

namespace adoube::scenes {

struct ToldMove {
  recognition::MoveRecord record;
  std::string san;
  Tick told = 0;
};

struct ToldRuling {
  article4::Ruling ruling;
  bool of_events = false;  ///< the turn has an event: a ruling without one only says whose move it is
  Tick told = 0;
};

struct ToldSituation {
  recognition::Situation situation;
  Tick told = 0;
};

/// Everything of one run, in the order in which it was told.
struct Observed {
  std::vector<ToldMove> moves;
  std::vector<ToldRuling> rulings;
  std::vector<ToldSituation> situations;
  std::vector<driver::Gap> gaps;
  std::vector<std::string> game;   ///< the plies of the scenario that were played out, SAN
  bool cut_short = false;          ///< and there are more: the next one may have been recognised or not
  chess::Position position;        ///< after the last confirmed move that nobody took back
  lab::RunReport run;
};

/// What a caller hears meanwhile.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;
  virtual void on_move(const ToldMove&) {}
  virtual void on_ruling(const ToldRuling&) {}
  /// As lab::Listener::on_time.
  virtual bool on_time(Tick, Tick) { return true; }
};

/// What the headings of a scenario ask for, on top of `board`.
lab::GameOptions options_of(const scenario::Setup& setup, const article4::Edition& edition, const lab::BoardOptions& board);
/// The same with what befalls cable, packets and clocks; where `board` says how the cable is cut, that counts instead.
lab::GameOptions options_of(const scenario::Performance& performance, const article4::Edition& edition, const lab::BoardOptions& board = {});

/// `options`: those of `options_of`. Errors: those of lab::play.
[[nodiscard]] Result<Observed> play(const scenario::Performance& performance, lab::GameOptions options, Watcher& watcher);

}  // namespace adoube::scenes
