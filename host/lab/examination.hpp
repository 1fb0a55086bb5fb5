// SPDX-License-Identifier: Apache-2.0
/// Holds what was told of a game against what hands and board did: nothing may be lost, invented or altered, no score may be
/// wrong in silence, no word that was final changed but as the Laws change it, and no player accused of what no hand did.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "host/lab/chain.hpp"
#include "rules/article4/judgement.hpp"
#include "rules/recognition/recogniser.hpp"
#include "sim/hands/script.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::lab {

/// What the board was that the game was played on.
enum class Health : std::uint8_t {
  sound,      ///< sim::unfit has nothing against it, and nothing goes wrong with it: everything must be exact
  disturbed,  ///< faults come, there is no touch plane, or the host was away for longer than the board has room: what is not exact must be told
  doubtful,   ///< its parameters are unfit, and whoever plays on it has been told so beforehand
};

std::string_view text(Health health);

/// How a game came out.
enum class Outcome : std::uint8_t {
  exact,  ///< the score, and no accusation but of what hands did
  named,  ///< not so, and a gap, a situation or a flag says that not everything was in order
  alike,  ///< not so, and what the senses read is what hands might have done as well
  wrong,  ///< objections
};
std::string_view text(Outcome outcome);

class Examination {
 public:
  /// `deviations`: stretches of device time in which the senses read otherwise than on a sound board, in order.
  using Stretches = std::vector<std::pair<Tick, Tick>>;

  void on_move(const recognition::MoveRecord& record);
  void on_judgement(const recognition::Judged& judged);
  void on_gap() { name("a gap"); }
  void on_situation(const recognition::Situation& situation);

  /// Where the moves that were told are others than those that were played.
  struct Difference {
    int ply;       ///< the first one
    bool stopped;  ///< nothing more was told from there on
    int told_by;   ///< the last ply on which that can be told first, as hands go on
  };

  struct Facts {
    Health health;
    std::optional<Difference> difference;
    const hands::Script& script;
    const Stretches& deviations;
    Tick sound_until;  ///< nothing was wrong with the board, its planes or what it told before
    const Account& account;
    const sim::Comparison& contacts;
    const std::string& breaches;
  };
  struct Findings {
    Outcome outcome = Outcome::exact;
    std::vector<std::string> objections;  ///< a sentence each; empty unless `wrong`
    std::set<std::string> named;          ///< what told that not everything was in order
  };
  Findings findings(const Facts& facts) const;

 private:
  struct Said {
    article4::Judgement judgement;
    Tick from = 0;  ///< of the events round the turn
    Tick to = 0;
  };
  void name(std::string word);
  bool told_of(const Difference& difference) const;

  struct Accusation {
    int ply;
    bool doubted;  ///< by the ruling itself: a flag of the senses, or not certain
    Tick until;  ///< the last event round the turn
    std::string sentence;
  };
  /// `alike`: plies on which such are left out, as hands might have done what a sensor did.
  std::vector<Accusation> accusations(const Facts& facts, std::set<int>& alike) const;

  std::vector<Said> finals_;                // every word that was final, in the order in which they were told
  std::map<int, std::size_t> last_;         // of a ply, which of them holds; none while the ply is played again
  std::map<int, std::string> confirmed_;
  std::vector<std::string> altered_;
  std::set<std::string> named_;
  std::set<int> doubted_;  // plies in which something was told that is no word of a single ruling
  std::set<int> flagged_;  // plies of which a ruling had a flag of the senses
  int ply_ = 1;            // of what was told last
};

/// Between moves that were told and those that were played, in UCI; nothing where they are the same. `exchanged`: stretches of device
/// time in which two ranks read each other, as `ranks_exchanged` has them.
std::optional<Examination::Difference> difference(std::span<const std::string> told, std::span<const std::string> played,
                                                  const hands::Script& script, const Examination::Stretches& deviations,
                                                  const Examination::Stretches& exchanged);

/// While these faults let two ranks read each other, on both planes.
Examination::Stretches ranks_exchanged(std::span<const sim::Fault> faults);

/// Where two boards under the same hands read otherwise; stretches less than a tenth of a second apart are one.
Examination::Stretches deviations(std::span<const sim::Change> sound, std::span<const sim::Change> read, Tick end);

}  // namespace adoube::lab
