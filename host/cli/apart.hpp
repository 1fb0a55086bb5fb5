// SPDX-License-Identifier: Apache-2.0
/// Something is done in a process of its own, so that its end does not end the program.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>

namespace adoube::cli {

/// What `task` returns, in a child process. Where that ends in another way (a crash, more than two minutes of processor time, which
/// no excerpt of a game takes) the answer is {"outcome": "wrong", "objections": [how it ended]}; where somebody else ended it, it is
/// `killed`. No threads may run meanwhile.
nlohmann::json apart(const std::function<nlohmann::json()>& task);

/// {"outcome": "killed", "by": which signal}: nothing is known of what it did.
nlohmann::json killed(int signal);

/// Processor time of all processes that `apart` has begun and that have ended, s.
double cpu_of_children();

}  // namespace adoube::cli
