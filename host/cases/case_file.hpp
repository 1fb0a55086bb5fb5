// SPDX-License-Identifier: Apache-2.0
/// Reads files of cases: one JSON object a line (docs: the form of tests/rules/cases/touchmove.jsonl).
#pragma once
#include <filesystem>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "rules/core/result.hpp"
#include "rules/recognition/case.hpp"

namespace adoube::host {

/// One case from one line. `where` ("FILE:LINE") stands in front of the sentence of an error. Error: `malformed`.
[[nodiscard]] Result<recognition::Case> parse_case(std::string_view line, std::string_view where);

/// All cases; blank lines are passed over. `name` is the file's name in errors. Errors: `malformed` with file, line and
/// one sentence (nothing is returned of a file with an error), `io`.
[[nodiscard]] Result<std::vector<recognition::Case>> read_cases(std::istream& in, std::string_view name);
/// `stop` as InputFile asks it; `interrupted` then.
[[nodiscard]] Result<std::vector<recognition::Case>> read_cases(const std::filesystem::path& file, std::function<bool()> stop = [] { return false; });

}  // namespace adoube::host
