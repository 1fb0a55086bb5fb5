// SPDX-License-Identifier: Apache-2.0
/// Judges and data from outside the project. Where one is absent the test says SKIP and passes.
#pragma once
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace adoube::test {

inline void skip(std::string_view reason) { std::cout << "SKIP: " << reason << std::endl; }

/// A file of the shared data (ADOUBE_SHARED, by default `shared` beside the project's folder), or nothing.
inline std::optional<std::filesystem::path> shared_file(const std::filesystem::path& project, std::string_view name) {
  const char* root = std::getenv("ADOUBE_SHARED");
  const auto path = (root != nullptr ? std::filesystem::path(root) : project.parent_path() / "shared") / name;
  return std::filesystem::exists(path) ? std::optional(path) : std::nullopt;
}

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file that is gone at the end of the scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view text) {
    std::string name = (std::filesystem::temp_directory_path() / "adoube-test-XXXXXX").string();
    const int fd = ::mkstemp(name.data());
    if (fd < 0) throw std::runtime_error("cannot make a temporary file");
    ::close(fd);
    path_ = name;
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// What a program prints when it is given `input`.
inline std::string output_of(const std::string& command, std::string_view input) {
  const TemporaryFile file(input);
  FILE* pipe = ::popen((command + " < '" + file.path().string() + "' 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 4096> chunk;
  for (std::size_t n; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) output.append(chunk.data(), n);
  if (::pclose(pipe) != 0) throw std::runtime_error(command + " failed");
  return output;
}

}  // namespace adoube::test
