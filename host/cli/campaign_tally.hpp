// SPDX-License-Identifier: Apache-2.0
/// What the games of a campaign came to, and what they did not reach.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/cli/output.hpp"
#include "host/lab/draw.hpp"

namespace adoube::cli {

/// What went wrong with board, cable and clocks while a game was played, in words of one list: only what came about, whatever
/// was drawn.
std::vector<std::string> happened(const lab::GameOptions& options, const lab::GameReport& report);

class CampaignTally {
 public:
  /// A run and what was told of it: "outcome", "board", "happened", "plies", "simulated_s" and "remedy" (of a game that was refused:
  /// what would make the board fit) where there are any. A game that was refused, or ended from outside ("killed"), reached nothing.
  void add(const lab::Draw& draw, const nlohmann::json& told);
  /// What no run has reached: an end of a number's range (its lowest or highest tenth), something that can happen, a way to
  /// make or set a board, a style of hands, an edition.
  std::vector<std::string> unreached() const;
  /// Ends of ranges that only boards reached of which less is asked: doubtful ones.
  std::vector<std::string> reached_in_doubt() const;
  /// Prints the summary. The answer is no where a run was wrong or was ended from outside, or something was not reached.
  int tell(Output& out) const;

 private:
  using Counts = std::map<std::string, std::uint64_t>;
  enum class Reached : std::uint8_t { never, in_doubt, surely };
  struct Ends {
    Reached low = Reached::never;
    Reached high = Reached::never;
  };
  std::vector<std::string> ends(Reached reached) const;

  std::map<std::string, Counts> outcomes_;  // by board, then by outcome
  Counts refused_;                          // by remedy
  std::map<std::string, Ends> ends_;        // of ranges
  Counts happened_;
  Counts chosen_;
  Counts styles_;
  Counts editions_;
  std::uint64_t runs_ = 0;
  std::uint64_t pins_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t killed_ = 0;
  std::uint64_t plies_ = 0;
  double simulated_ = 0;
};

}  // namespace adoube::cli
