// SPDX-License-Identifier: Apache-2.0
#include "host/cli/edition_option.hpp"

#include "host/editions/edition_file.hpp"

namespace adoube::cli {

using article4::words::Language;

void EditionFiles::add_to(CLI::App& command) {
  command.add_option("--editions", files, "further editions from this TOML file")->type_name("FILE.toml")->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<article4::Editions> EditionFiles::load() const {
  article4::Editions editions;
  for (const std::string& file : files) {
    if (auto read = host::read_editions(std::filesystem::path(file), editions); !read) return tl::unexpected(read.error());
  }
  return editions;
}

void EditionChoice::add_to(CLI::App& command) {
  command.add_option("--edition", name, "text of the Laws that judges; adoube editions lists them")->type_name("NAME")->capture_default_str();
  files.add_to(command);
}

Result<article4::Edition> EditionChoice::load() const {
  const auto editions = files.load();
  if (!editions) return tl::unexpected(editions.error());
  return editions->find(name);
}

void add_language_option(CLI::App& command, Language& language) {
  std::vector<std::string> codes;
  for (const Language each : article4::words::kLanguages) codes.emplace_back(article4::words::code(each));
  command
      .add_option_function<std::string>(
          "--language", [&language](const std::string& given) { language = article4::words::parse_language(given).value(); },
          "language of what is said")
      ->check(CLI::IsMember(codes))
      ->default_str(codes.front());
}

}  // namespace adoube::cli
