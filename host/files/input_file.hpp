// SPDX-License-Identifier: Apache-2.0
/// A file, or standard input, to be read through a stream or whole: with its size, its reason of failure, and a way to stop.
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

/// All bytes of such a file. Error: those of `open` and `problem`; `malformed` where there are more than `most`, which are
/// not read: a device gives bytes for ever.
[[nodiscard]] Result<std::string> read_whole(const std::string& name, std::size_t most, std::function<bool()> stop);

}  // namespace adoube::host
