// SPDX-License-Identifier: Apache-2.0
/// Sequences of a board in the notation of bug reports, and what recognition says about them, line by line.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/recognition/recogniser.hpp"

namespace adoube::recognition::testing {

enum class Planes : std::uint8_t { both, presence };

/// "e2- 0, e4+ 400, CW 900": a piece leaves e2, one comes to e4, White presses; "AB 0": Black declares that he adjusts; times in ms. "a8+Q" where a board knows the
/// piece, "T:e2" and "t:e2" a hand comes and goes, "e4+" on "off" a piece leaves the board for good. With both planes a hand
/// is supplied where none is written: it comes 60 ms before a piece leaves, stays on a piece that goes on within 2.5 s
/// (a slide), and otherwise leaves it after 60 ms.
std::vector<Event> events_of(std::string_view script, Planes planes);

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A game in which sequences happen one after the other, a second apart. Throws where a confirmed move is altered.
class Game : public WordsObserver {
 public:
  explicit Game(std::string_view fen = kStart, Planes planes = Planes::presence, std::string_view edition = "fide2023",
                Options options = {});

  Game& play(std::string_view script);
  /// Events go missing while this happens, and at the end the board says what its planes show; a second later.
  Game& miss(std::string_view script);
  Game& finish() { return recogniser_.finish(), *this; }

  void on_move(const MoveRecord& record) override;
  void on_ruling(const article4::Ruling& ruling) override;
  void on_situation(const Situation& situation) override { situations_.push_back(situation); }

  /// Confirmed moves in SAN, by ply; what was taken back is gone.
  const std::vector<std::string>& moves() const { return moves_; }
  /// "1.1 e2e4 provisional", in the order in which it was said.
  const std::vector<std::string>& said() const { return said_; }
  /// "1 move_completed 4.7": final rulings.
  const std::vector<std::string>& finals() const { return finals_; }
  /// The first final ruling on that ply, or else the present one.
  article4::Ruling ruling(int ply) const;
  std::vector<std::string> flags(int ply) const { return ruling(ply).flags; }
  bool flagged(int ply, std::string_view flag) const;
  Recogniser& recogniser() { return recogniser_; }
  const Situation& situation() const { return recogniser_.situation(); }
  /// Every situation that was told.
  const std::vector<Situation>& situations() const { return situations_; }
  /// How often that kind was told.
  int told(Situation::Kind kind) const;

 private:
  /// Follows what the planes show.
  void show(const Event& e);

  article4::Edition edition_;
  Recogniser recogniser_;
  Planes planes_;
  SquareSet occupied_;  // whatever was missed
  SquareSet touched_ = 0;
  Tick now_ = 0;
  std::uint32_t id_ = 0;
  std::vector<std::string> moves_;
  std::vector<std::string> said_;
  std::vector<std::string> finals_;
  std::vector<article4::Ruling> rulings_;
  std::vector<Situation> situations_;
};

/// The confirmed moves of one sequence, joined by blanks.
std::string moves_of(std::string_view fen, std::string_view script, Planes planes, std::string_view edition = "fide2023");

}  // namespace adoube::recognition::testing
