// SPDX-License-Identifier: Apache-2.0
/// A file, or standard input, to be read through a stream: with its size, its reason of failure, and a way to stop.
#pragma once
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>

#include "rules/core/result.hpp"

namespace adoube::host {

/// Where the stream ends early, `problem` says why: whoever reads asks it before he believes in the end.
class InputFile {
 public:
  /// `name` is a path, or "-" for standard input. `stop` is asked before each read and, while a pipe or a terminal gives
  /// nothing, some times a second; true ends the stream. Error: `io`, with the name and the reason.
  [[nodiscard]] static Result<InputFile> open(const std::string& name, std::function<bool()> stop);
  ~InputFile();
  InputFile(InputFile&&) noexcept;
  InputFile& operator=(InputFile&&) = delete;

  std::istream& stream();
  /// Bytes in all, if that is known (a regular file, also as standard input).
  std::optional<std::uint64_t> size() const;
  /// `io` if reading failed, `interrupted` if `stop` ended it; nothing as long as all is well.
  const std::optional<Error>& problem() const;

 private:
  class Bytes;
  explicit InputFile(std::unique_ptr<Bytes> bytes);
  std::unique_ptr<Bytes> bytes_;
  std::unique_ptr<std::istream> stream_;
};

}  // namespace adoube::host
