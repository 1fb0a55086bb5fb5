// SPDX-License-Identifier: Apache-2.0
/// A file that appears whole or not at all.
#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "rules/core/result.hpp"

namespace adoube::host {

/// Writes beside the target and takes its place at the end, so whoever reads the name sees the old content or the new
/// one, never a part; the input of a command may be its output. A link is followed, and a file that is replaced keeps
/// its permissions. What is no regular file (a pipe, a device, /dev/stdout that is one) is written directly, since it cannot be
/// replaced.
class WholeFile {
 public:
  /// Error: `io`, with the name and the reason.
  [[nodiscard]] static Result<WholeFile> create(const std::filesystem::path& target);
  /// Without `commit`, nothing is left of it.
  ~WholeFile();
  WholeFile(WholeFile&&) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;

  /// Appends. Errors as in `create`; after one the file can only be dropped.
  [[nodiscard]] Result<void> write(std::string_view bytes);
  /// The bytes are on the disk, then under the name. The last call.
  [[nodiscard]] Result<void> commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  WholeFile(std::filesystem::path target, std::filesystem::path beside, std::FILE* file);
  tl::unexpected<Error> failed(int reason) const;

  std::filesystem::path target_;
  std::filesystem::path beside_;  ///< the file under way; empty where the target is written directly
  std::unique_ptr<std::FILE, Close> file_;
};

/// Refuses an output that is the very file the command reads, by another name or link too: it would be lost. Error: `usage`.
[[nodiscard]] Result<void> spare_input(const std::filesystem::path& input, const std::filesystem::path& output);

/// All at once. Errors as in `WholeFile`.
[[nodiscard]] Result<void> write_whole(const std::filesystem::path& target, std::string_view bytes);

}  // namespace adoube::host
