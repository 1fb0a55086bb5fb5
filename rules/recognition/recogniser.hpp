// SPDX-License-Identifier: Apache-2.0
/// From what hands did to the moves of a game and the rulings on them.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/article4/edition.hpp"
#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"
#include "rules/recognition/judged.hpp"
#include "rules/recognition/orientation.hpp"
#include "rules/recognition/situation.hpp"

namespace adoube::recognition {

enum class Status : std::uint8_t {
  provisional,  ///< made on the board; may still be changed by what follows
  confirmed,    ///< clock pressed, answered by the opponent's next move, or standing at the end: never altered again,
                ///< though players may take it back
  withdrawn,    ///< a provisional move that turned out not to stand; a later revision of the same ply may follow
  taken_back,   ///< a confirmed move that the players took back, where their edition lets them: it was played, and is no
                ///< longer in the score. Said of the last move first; the ply is then played again, as a later revision
};

/// "provisional", "confirmed", "withdrawn", "taken_back".
std::string_view text(Status status);

/// One change of mind about one ply. Revisions of a ply count from 1; the last one holds.
struct MoveRecord {
  int ply = 1;                            ///< from 1
  int revision = 1;
  Status status = Status::provisional;
  Colour mover = Colour::white;
  chess::Move move;
  std::string uci;
  chess::Position before;                 ///< the position in which it is played
  Interval made;                          ///< the release that made it (the placement if presence only)
  std::optional<Interval> press;          ///< the clock press that completed it, where there was one
  bool kind_assumed = false;              ///< promotion: the kind is an assumption, not an observation
  bool inferred = false;                  ///< concluded from the squares: no event showed it, or not the whole of it
  std::vector<std::uint32_t> evidence;    ///< ids of the events of the turn, ascending
};

/// Takes what is recognised. Calls come from inside `feed` and `finish`, in order.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_move(const MoveRecord& record) = 0;
  /// Whenever the judgement on the turn in progress changes, and with `final` when the turn is over. A final judgement
  /// comes again for the same ply when the opponent's touch forfeits a claim (4.8), a late press completes the move
  /// (6.2.1) or an arbiter decides what sensors could not see.
  virtual void on_judgement(const Judged& judged) = 0;
  /// Whenever it changes how the squares differ from a position of the game.
  virtual void on_situation(const Situation&) {}
};

/// An observer that wants each judgement in words.
class WordsObserver : public Observer {
 public:
  void on_judgement(const Judged& judged) override { on_ruling(judged.ruling()); }
  virtual void on_ruling(const article4::Ruling& ruling) = 0;
};

struct Options {
  /// Kind of the piece promoted on that ply (from 1), where a score or an operator knows it; queen otherwise.
  std::function<std::optional<chess::Kind>(int ply)> promotion_kind;
  /// The board is turned by half a circle, White sits at what it calls the eighth rank; or it is not. Nothing: it is found
  /// out, from `begin` or from the first move. Everything told has the squares of the game.
  std::optional<bool> rotated;
};

/// Recognises the moves of one game. Pure: no clock, no I/O; it allocates for what it tells in words (MoveRecord, Ruling),
/// for a turn of more than 256 events, and for a game that grows. Events come in the order of `when.hi`, of both planes or of
/// presence alone. Both players may act at once: a contact or lift by the player without the move is given to his next
/// turn as soon as the mover's move stands without it.
class Recogniser {
 public:
  /// `observer` outlives the recogniser.
  Recogniser(const chess::Position& start, const article4::Edition& edition, Observer& observer, Options options = {});
  ~Recogniser();
  Recogniser(Recogniser&&) noexcept;
  Recogniser& operator=(Recogniser&&) noexcept;

  /// Before the first event: the squares as the board reports them. False where the pieces do not stand as the game begins,
  /// whichever way round the board lies.
  bool begin(SquareSet presence);
  void feed(const Event& event);
  /// Events may be missing here. Nothing is judged until `levels` tells what the planes show.
  void gap();
  /// What the planes show at the end of `when`, which begins where the events that came end: a snapshot, or levels by which
  /// the board corrects itself. After a gap, or where the events say otherwise, the game goes on if exactly one line of at
  /// most three legal moves explains the squares; its moves are marked inferred. Else `situation()` says so, and what comes
  /// is not judged until the pieces, a press or an operator leave one explanation.
  void levels(SquareSet presence, SquareSet touched, Interval when);
  /// An operator says from which position the game goes on: adjourned, set up, or after a gap. The pieces may still have to be
  /// put there. The ply is the next one of its player.
  void set_up(const chess::Position& position);
  /// The end of the input: what is made and not contradicted is confirmed. Call once, last. `cut`: nothing is told of what hands did after
  /// that time; then a breach is not told for good by a move whose piece may be in the hand still. Otherwise hands have come to rest.
  void finish(std::optional<Tick> cut = std::nullopt);

  /// Position after the last confirmed move, and the number of the ply that is being played, from 1.
  const chess::Position& position() const;
  int ply() const;
  /// What the squares show now beside that position.
  const Situation& situation() const;
  /// The judgement on the turn in progress, and the same in words.
  Judged judged() const;
  article4::Ruling ruling() const { return judged().ruling(); }

 private:
  struct Impl;
  /// The board is turned: what happened so far is read anew.
  void turn();

  Orientation orientation_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace adoube::recognition
