// SPDX-License-Identifier: Apache-2.0
/// The recogniser's insides. recogniser.cpp plays the turns; after_the_turn.cpp knows what still reaches one that is over;
/// played_on.cpp goes on from an illegal move; standstill.cpp knows when nobody plays: after a gap, while pieces lie, while kings show a result.
#pragma once
#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rules/recognition/candidates.hpp"
#include "rules/recognition/doubt.hpp"
#include "rules/recognition/ownership.hpp"
#include "rules/recognition/recogniser.hpp"
#include "rules/recognition/shown_move.hpp"
#include "rules/recognition/unheld.hpp"

namespace adoube::recognition {

/// A turn that is over: its judgement may still change, its board may be another's already.
struct Final {
  article4::Judgement judgement;
  const article4::MoveTable* table = nullptr;
  article4::TurnOptions options;
  std::vector<Seen> window;
};

/// An illegal move was pressed, and if it stands the game goes on from there.
struct IllegalLeft {
  /// Events: more than hands make before the next press but one. Then a sensor flickers for ever, and nobody plays on.
  static constexpr std::size_t kMost = 4096;
  std::vector<Left> left;
  SquareSet contacts = 0;    ///< as it was pressed
  Unheld unheld;
  std::vector<Event> since;  ///< all that happened then
};

/// That stands, with what moved.
struct IllegalMove {
  Square from;
  Square to;
};

struct Recogniser::Impl {
  Impl(const chess::Position& start, const article4::Edition& e, Observer& o, Options options)
      : edition(e), observer(&o), hands(start, edition, std::move(options.promotion_kind)) {
    last.window.reserve(Ownership::kWindow);
  }
  /// The game goes on from what the illegal move left that ended the turn of `before` last.
  Impl(const Impl& before, const Left& left, Observer& o);

  article4::Edition edition;
  Observer* observer;
  Ownership hands;
  Unheld unheld;                    // keeps from `hands` what no hand did
  bool pressed_illegal = false;     // the latest event was a press on what no legal move leads to
  bool over = false;                // there is a `last`
  Final last;                       // the turn that ended last
  std::optional<IllegalMove> let_stand;  // its illegal move, until the answer is told of
  std::optional<IllegalLeft> illegal_left;  // by the one pressed last on this ply, as long as the game may go on from it
  std::optional<int> unexplained;   // event: a press after it that nothing explains
  int shaky_until = 0;              // ply: a move that may have been misread is so near before it
  std::unique_ptr<Impl> successor;  // it did: the rest is his
  std::optional<MoveRecord> shown;  // last record of the ply in progress
  std::vector<MoveRecord> score;    // confirmed, by ply
  std::vector<int> revisions;       // last of each ply
  std::optional<article4::Judgement> told;    // last judgement reported
  mutable article4::Judgement present;        // `judged` refers to it
  bool disturbed = false;           // nobody plays until the pieces stand where they stood
  std::optional<Event> pressed;     // by the player having the move, meanwhile
  bool lost = false;                // nobody knows what was played
  bool levels_known = true;         // of both planes, since then
  bool unclear_since_press = false; // and that because several moves explain a press: `candidates`
  Candidates candidates;
  Interval missing;                 // in which it was lost
  std::optional<Pressed> pressed_since;  // and the levels were known
  Account readings;                 // of the squares since
  SquareSet bumped = 0;             // squares that have differed since
  bool signalled = false;           // kings have shown a result, and do not stand where they stood yet
  ResultSign sign;
  bool both_came = false;           // and none of them stood in the centre before
  bool sign_of_turn = false;        // what a king did for it is all that was done in this turn
  bool rotated = false;             // the board lies the other way round
  Situation situation;              // as told last

  Colour mover() const { return hands.position().side_to_move(); }

  /// Mate, stalemate or a draw ended the game at once (5.1.1, 5.2.1, 9.6): what hands do now is no play, and nothing is ruled.
  bool game_over() const { return over && last.judgement.verdict == article4::Verdict::game_over; }

  /// The turn in progress has ended it so, by a move that was allowed and let go of: that was told for good, whatever becomes of the piece
  /// before the turn is over. Friends may take it back; in a dead position (5.2.2) the move is completed by its press.
  bool ended() const {
    if (!told || !told->final || told->verdict != article4::Verdict::game_over || told->ply != hands.ply()) return false;
    const bool by_the_move = told->fixed && told->allowed.has(*told->fixed) && told->clause != article4::Clause::c5_2_2;
    return by_the_move && edition.takebacks != article4::Takebacks::yes;
  }

  void feed(const Event& e);
  void play(const Event& e);
  /// The board senses contacts, as its first one shows: what the turn has seen of pieces happened without a hand.
  void first_contact();
  bool scattered() const { return hands.scattered(std::popcount(unheld.fallen())); }

  /// The squares as the planes show them, whoever did it.
  SquareSet shown_squares() const { return (hands.sight().occupied() & ~unheld.fallen()) | unheld.appeared(); }

  void press(Event e);

  /// The move that the turn in progress ends with: the one that stands, or what ended the game.
  std::optional<std::size_t> concluding() const;

  /// Pressed, and no legal move stands: perhaps one sensor does not show it.
  void read_but_for_one(const Event& press);

  /// Keeps the turn in progress as the one that is over.
  void close(const Board& board);

  /// The move that leads to `after` is pressed. On a board without the touch plane what stands as after it has only fallen, if it
  /// was gone meanwhile, and is no part of the answer, `owner`'s: those squares.
  SquareSet settle_squares(const chess::Position& after, Owner owner);

  /// The turn ends while pieces are gone, or have come, that no hand moved.
  void note_astray();

  /// 7.5: the position has to be restored; the turn goes on with what 4.3 and 4.7 leave for the replacement.
  void illegal();

  /// The move is confirmed. Returns the opponent's press, if he has answered and pressed already.
  std::optional<Event> advance(std::size_t m, std::optional<Interval> press);

  MoveRecord record(std::size_t m) const;
  void confirm(std::size_t m, std::optional<Interval> press);
  int next_revision();
  void withdraw();
  void report();

  /// The opponent has touched a piece for his next turn, and there is one.
  bool answering() const;

  article4::Judgement doubted(const Board& board, Owner owner) const;
  /// With what a final word has said already: that a move ended the game is final before its turn is over, and loses nothing.
  article4::Judgement kept(article4::Judgement j) const;
  Judged judged(const Board& board, Owner owner) const;
  Judged last_judged() const { return {last.judgement, *last.table, edition, last.options, last.window, Owner::mover}; }
  void emit(const Judged& judged);
  Judged judged() const;
  /// The piece that was set down with that move may be in the hand still, or rising out of what the pads feel.
  bool may_be_in_hand(std::size_t move, Tick then) const;
  void finish(std::optional<Tick> cut);

  // after_the_turn.cpp

  /// Is it about the turn that is over? A claim that the opponent broke Article 4, an arbiter's word before anything else
  /// has happened, and a hand that does not wait for an illegal move to be put right.
  bool afterwards(const Event& e);

  /// By the player whose move has already been answered: he must be allowed to (6.2.1), and it completes his move.
  bool late_press(const Event& e);

  /// Goes on with the turn that is over; what was added to its flags meanwhile stays.
  void feed_last(const Event& e);

  void amend(article4::FlagWord word, Square from = Square::off, Square to = Square::off);

  /// The player now having the move has made one.
  void replied();

  /// The player now having the move has touched a piece with intent.
  void touched_after();

  /// 4.8: a claim about the previous turn is lost once the claimant touches a piece, or makes a move where the edition
  /// says so; unless he has made it before.
  void forfeit(article4::ClaimEnds by);

  // takeback.cpp

  /// The players take moves back: the ply of the first of them is played again.
  void take_back(std::size_t moves);

  /// Did they, or did they change one, as a piece comes or a hand leaves? Where their edition lets them.
  void retract(const Event& e);

  /// A press that no legal move explains: its player has answered a move that was changed after its own press.
  bool changed_and_answered(const Event& press);

  // played_on.cpp

  /// To that game and, where it is found to go on from an illegal move, to its successor.
  static void follow(std::unique_ptr<Impl>& game, const Event& e);

  /// The game that goes on from there, with all that has happened since.
  std::unique_ptr<Impl> read_from(const Left& left, Observer& o) const;

  /// It is this game from now on.
  void go_on_from(const Left& left);

  /// An illegal move was pressed on this ply.
  bool illegal_before() const;

  /// What has come, up to a press, of the game that goes on from there.
  enum class Answer : std::uint8_t {
    none,
    illegal,    ///< the answer is no legal move either
    unclear,    ///< several legal moves can have been pressed
    confirmed,
  };
  Answer answer_to(const Left& left) const;

  /// The position before the illegal move stands, or a legal move in its place: the clock is set for it.
  bool put_right() const;

  /// A press on a ply on which an illegal move was pressed: does an answer to it explain this one? Then the illegal move stands (A.5.2),
  /// or everything waits until the position before it stands again (7.5.1). Where it explains several games later presses tell which.
  bool went_on(const Event& press);

  /// A lever goes down only where its fellow is up, so an illegal move's press counted if the opponent's lever goes down, and that one
  /// answers it or sets the clock. Where neither an answer nor what is put back explains it, and the ruling was in doubt for the
  /// sensors' sake, nobody knows what was played. False where it was for certain.
  bool not_understood(const Event& press);

  // standstill.cpp

  /// Pieces that fell, were set up again, or are too many for play to go on.
  void bystanders(const Event& e);

  /// Pieces were knocked over: what follows is no play until all stand where they stood.
  void rebuild(const Event& e);

  /// Do the kings show a result? Their way to the centre and back is no play. A king's move that was not confirmed is a part
  /// of it, although it may have been legal.
  void read_sign(const Event& e);

  /// Several moves can have been pressed: until later presses leave one line nobody knows.
  void unclear(const Event& press);
  void narrow(const Event& press);

  void gap();
  /// What was played in that time nobody knows; the squares are known again.
  void lose_track(Interval when);
  /// Nobody plays until the pieces stand as they did before this turn.
  void await_restoration(const Event& e);
  void levels(SquareSet presence, SquareSet touched, Interval when);

  /// Goes on after a gap if the squares, and the press if it is one, leave one explanation.
  void take_up(const Event& e);
  /// That line was played, as `e` shows.
  void go_on_after(std::span<const chess::Move> line, const Event& e);

  void set_up(const chess::Position& position);

  /// What kings did before a move was confirmed has been play.
  void end_sign();

  void situate(const Event& e);
};

}  // namespace adoube::recognition
