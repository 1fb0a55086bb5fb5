// SPDX-License-Identifier: Apache-2.0
/// Names that somebody may have meant.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace adoube::cli {

/// At most three of `names` that are like `given`, the likest first: few letters other, or the word stands in them.
std::vector<std::string_view> nearest(std::string_view given, const std::vector<std::string_view>& names);

/// "perhaps a, b or c is meant"; empty where nothing is like it.
std::string perhaps(std::string_view given, const std::vector<std::string_view>& names);

}  // namespace adoube::cli
