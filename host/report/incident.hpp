// SPDX-License-Identifier: Apache-2.0
/// A turn that an arbiter has to look at, with everything its ruling rests on.
#pragma once
#include <string>
#include <vector>

#include "rules/recognition/case.hpp"
#include "rules/recognition/recogniser.hpp"

namespace adoube::report {

/// A judged turn, copied: it stays valid after the recogniser has gone on.
struct Incident {
  std::string title;                 ///< the case, or the game and move
  article4::MoveTable table;         ///< the position before the turn and its legal moves
  article4::Judgement judgement;
  article4::Edition edition;
  std::vector<Event> events;         ///< of the turn, in order
  article4::Evidence evidence;
};

/// Worth an arbiter's look: not a move made or a game ended in order, nor a turn in which nothing happened.
bool notable(const article4::Judgement& judgement);

/// Keeps each turn's last ruling that is worth a look.
class Incidents : public recognition::Observer {
 public:
  explicit Incidents(std::string title) : title_(std::move(title)) {}
  void on_move(const recognition::MoveRecord&) override {}
  void on_judgement(const recognition::Judged& judged) override;
  /// As `on_judgement`, whether it is worth a look or not.
  void keep(const recognition::Judged& judged);

  std::vector<Incident> take() { return std::move(incidents_); }

 private:
  std::string title_;
  std::vector<Incident> incidents_;
};

/// The incidents of a case: of its earlier turns those that are worth a look, and its last turn. Errors: `malformed` for
/// the position or what no rule can judge, `usage` for the edition. `edition` stands for the case's own where it is given.
Result<std::vector<Incident>> incidents(const recognition::Case& c, const article4::Editions& editions,
                                        const std::string& edition = {});

}  // namespace adoube::report
