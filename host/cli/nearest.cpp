// SPDX-License-Identifier: Apache-2.0
#include "host/cli/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace adoube::cli {
namespace {

constexpr std::size_t most = 3;

// Letters to put in, leave out or change to make one word of the other (Levenshtein), a row of the table at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = corner + (a[i] == b[j] ? 0 : 1);
      corner = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, corner + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string_view> nearest(std::string_view given, const std::vector<std::string_view>& names) {
  constexpr std::size_t shortest_part = 3;
  std::vector<std::pair<std::size_t, std::string_view>> like;
  for (const std::string_view name : names) {
    const std::size_t letters = distance(given, name);
    const bool part = given.size() >= shortest_part && name.find(given) != std::string_view::npos;
    if (part || letters <= 1 + given.size() / 4) like.emplace_back(letters, name);
  }
  std::ranges::stable_sort(like, {}, &std::pair<std::size_t, std::string_view>::first);
  std::vector<std::string_view> out;
  for (const auto& [letters, name] : like) {
    if (out.size() < most) out.push_back(name);
  }
  return out;
}

std::string perhaps(std::string_view given, const std::vector<std::string_view>& names) {
  const auto like = nearest(given, names);
  std::string out;
  for (std::size_t i = 0; i < like.size(); ++i) {
    out += i == 0 ? "perhaps " : i + 1 == like.size() ? " or " : ", ";
    out += like[i];
  }
  if (!out.empty()) out += " is meant";
  return out;
}

}  // namespace adoube::cli
