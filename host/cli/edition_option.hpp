// SPDX-License-Identifier: Apache-2.0
/// The options by which a command learns which text of the Laws judges, and in which language it speaks.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "rules/article4/edition.hpp"
#include "rules/article4/words/words.hpp"
#include "rules/core/result.hpp"

namespace adoube::cli {

/// --editions FILE.toml, as often as wanted.
struct EditionFiles {
  std::vector<std::string> files;

  void add_to(CLI::App& command);
  /// The built-in rows and those of the files. Errors: those of `host::read_editions`.
  Result<article4::Editions> load() const;
};

/// --edition NAME and --editions FILE.toml.
struct EditionChoice {
  EditionFiles files;
  std::string name = "fide2023";

  void add_to(CLI::App& command);
  /// Errors: those of the files, and `usage` for an unknown name.
  Result<article4::Edition> load() const;
};

/// --language en|cs|it; English is the default.
void add_language_option(CLI::App& command, article4::words::Language& language);

}  // namespace adoube::cli
