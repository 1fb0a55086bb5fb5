// SPDX-License-Identifier: Apache-2.0
#include "host/cli/file_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace adoube::cli {
namespace {

struct Row {
  FileKind kind;
  std::string_view ending;
  std::string_view sentence;
};

constexpr std::array<Row, 3> rows = {{
    {FileKind::scenario, ".scn", "a scenario; adoube sim plays it, and adoube scn check tells what is wrong with one"},
    {FileKind::games, ".pgn", "a file of games; adoube sim plays them, and adoube scn from-pgn makes a scenario of one"},
    {FileKind::cases, ".jsonl", "a file of cases; adoube cases rules on them, and adoube scn from-jsonl makes a scenario of one"},
}};

// Letters of ASCII alone: what else a name has is no part of an ending.
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool ends(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() && std::ranges::equal(name.substr(name.size() - ending.size()), ending, {}, small);
}

}  // namespace

FileKind kind_of(const std::string& name) {
  const auto row = std::ranges::find_if(rows, [&](const Row& r) { return ends(name, r.ending); });
  return row == rows.end() ? FileKind::other : row->kind;
}

Result<void> reads(const std::string& name, FileKind kind) {
  const FileKind is = kind_of(name);
  const auto row = std::ranges::find(rows, is, &Row::kind);
  if (is == kind || row == rows.end()) return {};
  return fail(Cause::usage, fmt::format("{} is {}", name, row->sentence));
}

}  // namespace adoube::cli
