// SPDX-License-Identifier: Apache-2.0
/// Whose hand was it? Gives every event of a turn to the player having the move or, where the other already acts, to his
/// next turn; and thinks again when the board shows that it was wrong.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rules/article4/turn.hpp"
#include "rules/chess/history.hpp"
#include "rules/core/event.hpp"
#include "rules/core/fixed_list.hpp"
#include "rules/recognition/judged.hpp"
#include "rules/recognition/left.hpp"
#include "rules/recognition/line.hpp"
#include "rules/recognition/sight.hpp"

namespace adoube::recognition {

/// One turn being played: its legal moves and its state machine. Stays at one place, for the turn refers to the table.
class Board {
 public:
  Board(const chess::Position& position, const article4::Edition& edition, const article4::TurnOptions& turn_options)
      : table(position), options(turn_options), turn(table, edition, options), edition_(&edition) {}
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;
  /// Another turn begins.
  void begin(const chess::Position& position, const article4::TurnOptions& turn_options) {
    table = article4::MoveTable(position);
    options = turn_options;
    restart();
  }
  /// The turn begins again, with the options as they are now.
  void restart() { turn = article4::Turn(table, *edition_, options); }

  article4::MoveTable table;
  article4::TurnOptions options;
  article4::Turn turn;

 private:
  const article4::Edition* edition_;
};

/// Confirmed moves are gone, and others were played in their place.
struct Change {
  std::size_t moves = 0;  ///< that are gone
  Line line;              ///< empty: nothing was changed
};

/// The turn in progress and, where the opponent has begun, his. Default: until a move is made every hand is the mover's;
/// afterwards hands on the opponent's pieces are the opponent's, hands on the mover's own pieces the mover's. Events that
/// name their actor are never given to the other.
class Ownership {
 public:
  /// Events of a turn for which there is room from the start.
  static constexpr std::size_t kWindow = 256;
  using PromotionKind = std::function<std::optional<chess::Kind>(int ply)>;

  /// `edition` outlives this object.
  Ownership(const chess::Position& start, const article4::Edition& edition, PromotionKind kind);
  /// The opponent's turn in the game that goes on from what the mover of `home` left when he pressed on an illegal move, where these
  /// `contacts` were open. What he has done of his answer already is still to be taken.
  Ownership(const Ownership& home, const Left& left, SquareSet contacts, const article4::Edition& edition);

  /// Any event but a press of the clock.
  void take(const Event& e);
  /// The mover's press: `made()` tells afterwards whether a move stands.
  void press(const Event& e);
  /// The moves that could have been pressed, if there are several and nothing tells them apart.
  std::span<const chess::Move> unclear() const { return {unclear_.data(), unclear_.size()}; }
  /// The kind of the piece promoted on a ply, where somebody knows it.
  const PromotionKind& promotion_kind() const { return kind_; }
  /// The opponent's press: if his answer then stands it is kept for `next_turn`, and true is returned.
  bool press_of_next(const Event& e);
  /// An illegal move was pressed: the turn goes on, bound to what is left for the replacement.
  void go_on(const article4::MoveMask& bound);
  /// How many moves the hands of this turn have taken back: the pieces stand as they did so many moves ago, all that differ
  /// were moved for it, and no legal moves lead there as well. 0: none.
  std::size_t taken_back() const;
  /// The pieces stand as after another legal move in the place of the last one or, with its answer gone as well, of the one before,
  /// nothing else explains that, no hand is on that move any more, and all that differ were moved for it.
  Change changed() const;
  /// The same of the last move, and an answer is made as well: two moves.
  Change changed_and_answered() const;
  /// Squares to which a piece of the player without the move came, if he can have moved once more since his move, or have changed it
  /// or taken it back, and what else the squares `shown` have is a legal answer to that or nothing.
  SquareSet moved_once_more(SquareSet shown) const;
  /// The game goes on so many moves earlier.
  void take_back(std::size_t moves);
  /// Decides for good what is the mover's before his move is confirmed, with or without a press of his own.
  void close(bool pressed);
  /// Without contacts, when the move that leads to `after` is pressed: of what `owner` is taken to have done in answer all goes that
  /// the squares do not show any more. Returns the squares where a piece was gone and stands again: it had only fallen.
  SquareSet forget_fallen(const chess::Position& after, Owner owner);
  /// The opponent's turn begins after that move, with what he has done so far. Returns his press, if his answer was
  /// pressed already.
  std::optional<Event> next_turn(std::size_t move);

  /// Events are counted: the latest one, and the latest before hands began to do what belongs to this turn.
  int number() const { return number_; }
  int turn_began() const { return home_number_; }

  const Board& now() const { return *now_; }
  /// The opponent's turn, if he has begun it.
  const Board* next() const { return begun_ ? next_.get() : nullptr; }
  /// The turn before, until the next one ends: it is over, but a late press or an arbiter's word may still reach it.
  Board* before() { return before_.get(); }
  /// The move that stands or, with one of its pieces taken up again, stood last.
  std::optional<std::size_t> made() const;
  /// The opponent has answered the standing move with a legal one.
  bool answered() const { return begun_ && next_->turn.standing() && made() && made() == next_after_; }

  /// Where the pieces last stood still: as the turn found them, or as a legal move leaves them.
  chess::Position rest() const;
  /// That legal move.
  std::optional<chess::Move> move_at_rest() const;
  /// Squares to which a piece has come since then; and since all stood as the turn found them.
  SquareSet arrived() const { return placed_after(rest_number_); }
  SquareSet arrived_in_turn() const { return placed_after(home_number_); }
  /// With so many that no hand took up, more pieces are gone than two players take up for their moves.
  bool scattered(int fallen) const;
  /// While nobody plays: squares and contacts are followed, no turn hears of it. `rest()` stays.
  void watch(const Event& e) { sight_.take(e, ++number_); }
  /// From now on `rest()` stays although hands go on; or no more.
  void hold_rest(bool held) { held_ = held; }
  /// What hands did since the pieces stood at `rest()` is forgotten, or since they stood as the turn found them, if they do so
  /// now or `all` of the turn is to go. `e`: the event that showed it.
  void forget(const Event& e, bool all = false);
  /// The planes show something else than the events add up to.
  void correct(SquareSet presence, SquareSet touched);
  /// The turn begins again without what was seen of it, and then with what hands must have done for that move, to take up what
  /// is `missing` and set down what is `surplus`: the opponent, if it is behind a move. `shown`: what tells it.
  void suppose(std::optional<chess::Move> move, SquareSet missing, const Event& shown, SquareSet surplus = 0);
  /// The mover's latest contact on that square took its piece, or set one down, and the sensor there did not show it. False, and nothing
  /// is supplied, where no move stands then.
  bool supply(Square s, EventKind kind);
  /// Events are missing: a king, a rook or a pawn may have gone and come back.
  void miss() { missed_ = true; }
  /// Whether that move is legal hangs on what was missed: castling, and en passant where the pawn came in a gap.
  bool hangs_on_missed(const Board& board, chess::Move move) const;
  /// The game goes on from a position.
  void set_up(const chess::Position& position);
  /// Raises a flag of the turn in progress.
  void raise(article4::FlagWord word) { raise(word, set_of(Square::a1), false); }
  void raise(article4::FlagWord word, SquareSet squares, bool named = true);

  const chess::Position& position() const { return now_->table.position(); }
  int ply() const { return now_->options.ply; }
  const std::vector<Seen>& window() const { return window_; }
  /// Number of the first event of what is going on on a square: the touch before its latest lift (or that lift), or an open contact; 0
  /// if nothing is.
  int begun(Square s) const;
  const Sight& sight() const { return sight_; }

 private:
  /// A hand that pushes a piece on has left its square no longer before the piece has.
  static constexpr Tick kPush = 50'000;

  Colour mover() const { return now_->table.mover(); }
  /// For the turn in the present position of the history.
  article4::TurnOptions options(int ply);
  /// What may still be exchanged after that move of this turn.
  std::array<SquareSet, 2> to_exchange_after(std::size_t move) const;
  static bool holds_own(const Board& board) { return board.turn.pieces().own_in_air() > 0; }
  std::optional<Colour> colour_on(Square s) const;

  Owner owner_of(const Event& e);
  Owner placed_by(Square to);
  bool taken_in_passing(Square s) const;
  Seen* brushed_beside(const Event& release);
  bool taken_up_since(Square s) const;

  SquareSet placed_after(int number) const;
  /// Every square that differs there from the position of this turn was emptied or filled in it.
  bool by_hand(const chess::Position& now) const;
  /// A move was made in this turn, and what else the squares show may be a piece on the way to the answer, wherever it rests.
  bool answer_under_way() const;
  void note_rest();
  bool reorder();
  void give(const Seen& s);
  void to_mover(const Seen& s);
  void open_next();
  void start_over();
  void rebuild();
  void foreign_hands();
  bool answer_since_rest(bool pressed);
  void give_away(SquareSet foreign);
  void give_away_since_lift(Square s);
  void swept_capture(const Event& press, std::optional<std::size_t> let_go);
  void compare_with_rest();
  void open_contacts();

  PromotionKind kind_;
  chess::History history_;
  Sight sight_;
  int number_ = 0;                          // of the latest event
  std::vector<Seen> window_;                // events since the turn began
  std::vector<Seen> spare_;                 // its place when the turn changes
  std::vector<Owner> owners_;               // of the window, while a guess is tried
  std::unique_ptr<Board> before_;           // three boards for the game: each turn takes the place of the oldest
  std::unique_ptr<Board> now_;
  std::unique_ptr<Board> next_;
  bool begun_ = false;                      // the opponent has begun: `next_` is his turn
  std::array<SquareSet, 2> to_exchange_{};  // pawns promoted in the ply before this turn, and in the one before that
  bool missed_ = false;                     // events of this game
  std::array<int, 2> illegal_{};            // moves completed against the Laws, by colour
  std::optional<std::size_t> next_after_;   // the move that `next_` follows
  std::optional<std::size_t> stood_;        // the last move that stood, until another piece is set down
  int made_number_ = 0;                     // event that made it
  std::optional<std::size_t> rest_move_;    // see rest(); nothing: as the turn found them
  int rest_number_ = 0;                     // the latest event at which they stood there
  int home_number_ = 0;                     // and at which they stood as the turn found them
  bool held_ = false;
  FixedList<chess::Move, Swept::kMost> unclear_;  // after the latest press
};

}  // namespace adoube::recognition
