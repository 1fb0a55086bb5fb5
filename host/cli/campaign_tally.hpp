// SPDX-License-Identifier: Apache-2.0
/// What the games of a campaign came to, and what they did not reach.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "host/cli/output.hpp"
#include "host/lab/draw.hpp"

namespace adoube::cli {

class CampaignTally {
 public:
  /// A run and what was told of it: "outcome", "board", "faults", "plies" and "simulated_s" where there are any.
  void add(const lab::Draw& draw, const nlohmann::json& told);
  /// What no run has reached: an end of a parameter's range (its lowest or highest tenth), a kind of fault, of mishap, a style.
  std::vector<std::string> unreached() const;
  /// Prints the summary. The answer is no where a run was wrong or something was not reached.
  int tell(Output& out) const;

 private:
  std::map<std::string, std::map<std::string, std::uint64_t>> outcomes_;  // by board, then by outcome
  std::map<std::string, std::pair<bool, bool>> ends_;                     // of ranges, reached
  std::map<std::string, std::uint64_t> faults_;
  std::map<std::string, std::uint64_t> mishaps_;
  std::map<std::string, std::uint64_t> styles_;
  std::uint64_t runs_ = 0;
  std::uint64_t pins_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t plies_ = 0;
  double simulated_ = 0;
};

}  // namespace adoube::cli
