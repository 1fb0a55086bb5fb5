// SPDX-License-Identifier: Apache-2.0
/// What a file that a user names is meant to be.
#pragma once
#include <cstdint>
#include <string>

#include "rules/core/result.hpp"

namespace adoube::cli {

enum class FileKind : std::uint8_t { scenario, games, cases, other };

/// By the end of the name (.scn, .pgn, .jsonl), in large letters or small.
FileKind kind_of(const std::string& name);

/// Refuses a file that by its name is of another kind than the one that is read, with the commands that read it. Error: `usage`.
[[nodiscard]] Result<void> reads(const std::string& name, FileKind kind);

}  // namespace adoube::cli
