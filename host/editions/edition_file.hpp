// SPDX-License-Identifier: Apache-2.0
/// Editions from a TOML file: rows of a host beside the built-in ones.
///
///     [[edition]]
///     name = "club"             # letters, digits, "-", "_", "."; a rate is not part of it
///     base = "fide2023"         # a built-in row, or one that stands earlier
///     claim_ends = "on_move"    # any switch of `adoube editions`, by its word or number; yes and no also as true, false
///     [edition.blitz]           # what differs in blitz (or rapid); the base's own rates count otherwise
///     illegal_loses = 1
#pragma once
#include <filesystem>
#include <string_view>

#include "rules/article4/edition.hpp"
#include "rules/core/result.hpp"

namespace adoube::host {

/// Adds every row of the text to `editions`, or none of them. `name` is the file's name in errors. Error: `malformed`, one
/// sentence with file, line and column that says what is known instead.
[[nodiscard]] Result<void> read_editions(std::string_view text, std::string_view name, article4::Editions& editions);
/// The same of a file. Errors: as above, and `io`.
[[nodiscard]] Result<void> read_editions(const std::filesystem::path& file, article4::Editions& editions);

}  // namespace adoube::host
