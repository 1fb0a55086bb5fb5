// SPDX-License-Identifier: Apache-2.0
/// Where `adoube` prints: data on standard output, everything else on standard error.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "rules/core/result.hpp"

namespace adoube::cli {

/// Options that every command takes.
struct Global {
  std::string device;          ///< --device: serial of a board, or sim[:FILE.pgn|FILE.scn]
  bool json = false;           ///< --json: one object a line
  bool no_progress = false;    ///< --no-progress
  std::string color = "auto";  ///< --color auto|always|never
};

/// Version of the JSON contract: the "v" of every line.
inline constexpr int json_version = 1;

/// One object of the contract as text, without a line end: "v" and "type" are added, keys come out sorted, and bytes that
/// are not UTF-8 as U+FFFD.
std::string json_line(std::string_view type, nlohmann::json fields);

/// Writes to standard output; the first failure (a closed pipe, a full disk) ends the program with exit code 10.
class Output {
 public:
  explicit Output(const Global& global);
  ~Output() { clear_progress(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  bool json() const { return json_; }
  /// Colour is on.
  bool colour() const { return color_; }
  /// What colour a text has where colour is on (see --color); elsewhere it stays as it is.
  enum class Paint : std::uint8_t { strong, good, notice, bad };
  std::string paint(Paint paint, std::string_view text) const;
  /// One line of text (without --json the commands use this).
  void line(std::string_view text);
  /// Bytes as they are, for a command whose data are a format of their own. They may wait in a buffer until `flush`, the
  /// next `line` or the next `object`.
  void raw(std::string_view bytes);
  void flush();
  /// One JSON object as a line, by `json_line`.
  void object(std::string_view type, nlohmann::json fields);
  /// A progress bar on standard error: only on a terminal. `done` and `total` in the same unit.
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total);
  void clear_progress();
  /// One sentence on standard error.
  void note(std::string_view sentence);
  /// Prints an error (and as JSON on standard output with --json) and returns its exit code.
  int fail(const Error& error);

 private:
  void write(std::string_view text);
  static void checked(bool written);
  bool json_;
  bool color_;
  bool progress_;
  bool bar_shown_ = false;
  int last_permille_ = -1;
};

}  // namespace adoube::cli
