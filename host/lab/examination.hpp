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
#include "host/lab/difference.hpp"
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
  /// `rotated`: the board lies the other way round, its a1 is the game's h8.
  explicit Examination(bool rotated = false) : rotated_(rotated) {}

  void on_move(const recognition::MoveRecord& record);
  void on_judgement(const recognition::Judged& judged);
  void on_gap(const driver::Gap& gap);
  void on_situation(const recognition::Situation& situation);

  struct Facts {
    Health health;
    std::optional<Difference> difference;
    const hands::Script& script;
    std::span<const Deviation> deviations;    ///< by time
    std::span<const sim::Transition> done;    ///< what hands did to the contacts of a sound board
    Tick sound_until;  ///< nothing was wrong with the board, its planes or what it told before
    Tick until;        ///< of what happened before is everything told
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
    std::vector<Event> events;  // round the turn, where it accuses
    Tick from = 0;              // of the events round the turn
    Tick to = 0;
  };
  // What was told that is no word of a single ruling, or a flag of the senses.
  struct Doubt {
    int ply;
    Tick at;  // the last event that had come
  };
  void name(std::string word);
  bool told_of(const Difference& difference) const;

  struct Accusation {
    int ply;
    bool alike;    // hands might have done what the senses read
    bool doubted;  // by the ruling itself: a flag of the senses, or not certain
    Tick until;    // the last event round the turn
    std::string sentence;
  };
  std::vector<Accusation> accusations(const Facts& facts) const;
  Channels channels_of(const Event& event) const;
  bool alike(const Said& said, const Facts& facts) const;
  bool ruled(const hands::Ply& illegal) const;
  bool waits(const Difference& difference, const Facts& facts) const;

  bool rotated_;
  std::vector<Said> finals_;                // every word that was final, in the order in which they were told
  std::map<int, std::size_t> last_;         // of a ply, which of them holds; none while the ply is played again
  std::map<int, std::string> confirmed_;
  std::vector<std::string> altered_;
  std::set<std::string> named_;
  std::vector<Doubt> doubts_;
  int ply_ = 1;                 // of what was told last
  Tick now_ = 0;                // the last event that had come
};

}  // namespace adoube::lab
