// SPDX-License-Identifier: Apache-2.0
/// The games of PGN files, one after the other, at constant memory.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/cli/output.hpp"
#include "host/files/input_file.hpp"
#include "rules/notation/pgn_reader.hpp"

namespace adoube::cli {

/// A game as it stands in a file, or what is wrong with it.
struct FoundGame {
  std::string_view file;      ///< as the user named it; "<stdin>" for standard input
  int number;                 ///< place in the file, from 1
  Result<pgn::Game> game;
  pgn::Place place;           ///< of the error, where there is one
  std::string sentence;       ///< of the error, without the place
};

/// A file of games ("-": standard input), read one after the other. SIGINT and SIGTERM end the reading (interrupt.hpp).
class GameFile {
 public:
  /// `file` must outlive it. Errors: `io`; `usage` where the name is that of cases or of a scenario.
  [[nodiscard]] static Result<GameFile> open(const std::string& file);

  /// The next game, good or bad; nothing behind the last. Errors: `io`, `interrupted`.
  [[nodiscard]] Result<std::optional<FoundGame>> next();
  /// Read so far, good or bad.
  [[nodiscard]] int games() const { return reader_->games(); }
  [[nodiscard]] std::uint64_t bytes() const { return reader_->bytes(); }
  /// Bytes in all, if that is known.
  [[nodiscard]] std::optional<std::uint64_t> size() const { return input_.size(); }

 private:
  GameFile(std::string_view name, host::InputFile input);
  std::string_view name_;
  host::InputFile input_;
  std::unique_ptr<pgn::Reader> reader_;
};

/// The game of that number, from 1. Errors: those of GameFile; `malformed` where it cannot be read, or the file holds none;
/// `usage` where it holds others.
[[nodiscard]] Result<pgn::Game> game_of(const std::string& file, int number);

/// What the visitor says to the walk: the next game, the next file, or that it failed.
enum class Onward : std::uint8_t { game, file };
using GameVisitor = std::function<Result<Onward>(FoundGame& found)>;

/// Hands over every game, good or bad, of every file ("-": standard input), with a progress bar where all sizes are
/// known. `file_done` is called behind each file with the number of its games that were read. Errors: `io`,
/// `interrupted`, and what the visitor returns; a bad game is none.
[[nodiscard]] Result<void> for_each_game(const std::vector<std::string>& files, Output& out, const GameVisitor& visit,
                                         const std::function<Result<void>(std::string_view file, int games)>& file_done = {});

/// "games.pgn:12:5: game 3: the sentence", as compilers write it, so that editors find the place.
std::string located(std::string_view file, pgn::Place place, int game, std::string_view sentence);

}  // namespace adoube::cli
