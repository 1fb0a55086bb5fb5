// SPDX-License-Identifier: Apache-2.0
/// Plays a script of hands, or a game of a score, on a simulated board, and holds what was recognised against the truth.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/lab/chain.hpp"
#include "host/lab/examination.hpp"
#include "host/lab/simulated_board.hpp"
#include "rules/notation/pgn.hpp"
#include "sim/hands/slip.hpp"
#include "sim/hands/script.hpp"
#include "sim/hands/style.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/fitness.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::lab {

struct GameOptions {
  BoardOptions board;
  article4::Edition edition;
  std::uint64_t seed = 1;
  hands::Players players;
  /// The board has no touch plane.
  bool presence = false;
  /// White sits at the end that the board calls the eighth rank; recognition has to find out.
  bool rotated = false;
  sim::Parameters parameters;
  /// Hands think as long as their style does, whatever the score's clocks say.
  bool own_pace = false;
  /// An illegal move is made and pressed, one that is drawn from `seed`.
  hands::Slip slip = hands::Slip::none;
  /// The game begins with this ply, from 1: the pieces stand as they then do, and the clocks show what they then did.
  std::size_t first_ply = 1;
  /// So many faults of the board, drawn from `seed`, happen while the game is played.
  std::size_t faults = 0;
  /// Play only what happens before this device time, us; 0: the whole game.
  Tick limit = 0;
  std::vector<Chain::Setting> settings;
  /// Sees the board before the session opens it: for tests that plant faults.
  std::function<void(Board&)> prepare;
  /// Sees it once more when the run has ended.
  std::function<void(Board&)> finished;
};

/// All holds of the filter, us, at most scenario::longest_hold; and the pause between two scans, us.
void set_hold(GameOptions& options, std::uint32_t hold);
void set_scan_pause(GameOptions& options, std::uint32_t pause);

/// How these players handle pieces at the worst.
sim::Handling handling(const hands::Players& players);

/// Why a game on this board cannot be relied upon (sim::unfit), with the players' care and the filter's holds. The usual board
/// has been played on by the hands of every style: to them the worst case does not happen.
std::optional<std::string> unfit(const GameOptions& options);

/// Refuses an illegal move that is to stand where the edition lets none stand (A.5.2): `usage`. The game would wait for the position before it.
Result<void> slip_allowed(hands::Slip slip, const article4::Edition& edition);

/// What a run says about the board, whatever was played on it.
struct RunReport {
  Account account;
  sim::Comparison contacts;         ///< confirmed edges against the physical transitions of the script
  std::vector<TrueEdge> truth;      ///< every edge that left the filter
  Tick simulated = 0;               ///< device time of the run, us
  std::uint64_t wire_hash = 0;
  std::string mode;
  std::string breaches;             ///< what the device did against the rules of USB; empty for a clean run
  Suffered suffered;                ///< what was done to its bus
};

/// Powers a board up, lets the hands play and ends the run in order. `options.limit` cuts it short. Errors: those of the
/// board and the session; `usage` where the board is to be cut off when the run is over already.
Result<RunReport> play(const hands::Script& script, const chess::Position& start, const GameOptions& options,
                       Listener& listener, recognition::Options recognition = {});

/// A move as it was recognised, for the record of the game.
struct PlayedMove {
  recognition::MoveRecord record;
  std::string san;
  Tick device = 0;  ///< release that made it (the end of its interval)
  Tick game = 0;    ///< the same, from the start of White's time
  Tick think = 0;   ///< from the opponent's press to the player's own (the move where no press was seen), us
};

struct GameReport {
  RunReport run;
  std::vector<PlayedMove> moves;    ///< confirmed, by ply
  std::vector<std::string> score;   ///< UCI of the plies that were played out to the end
  bool score_equal = false;
  Health health = Health::sound;
  Examination::Findings findings;
  std::vector<sim::Fault> faults;   ///< those of the board that were drawn
  std::vector<bool> felt;           ///< of each: by itself it changes what the senses read while the game is played
  bool slipped = false;             ///< an illegal move was pressed
  bool wet = false;                 ///< a wet hand was on a piece
  bool sleeves = false;             ///< a sleeve was drawn over the board
  std::size_t plies_stretched = 0;
  Tick added = 0;                   ///< us by which the score had to be stretched
};

/// What a caller hears while the game is played.
class GameListener {
 public:
  GameListener() = default;
  GameListener(const GameListener&) = delete;
  GameListener& operator=(const GameListener&) = delete;
  virtual ~GameListener() = default;
  virtual void on_move(const PlayedMove& move) = 0;
  /// The last move was taken back, where the edition lets players do so: its ply is played again.
  virtual void on_taken_back(const PlayedMove&) {}
  virtual void on_ruling(const article4::Ruling& ruling) = 0;
  /// The same before it is put into words, with what it takes to explain it.
  virtual void on_judgement(const recognition::Judged&) {}
  /// As those of Listener.
  virtual void on_gap(const driver::Gap&) {}
  virtual void on_situation(const recognition::Situation&) {}
  /// As Listener::on_time().
  virtual bool on_time(Tick now, Tick end) = 0;
};

/// Plays the game, or a part of one, by its clocks. Errors: those of the board and the session.
Result<GameReport> play_game(const pgn::Game& game, const GameOptions& options, GameListener& listener);
Result<GameReport> play_game(const hands::Score& score, const GameOptions& options, GameListener& listener);

/// Plies of a game that are over, and settled, when a run of it is cut short at `limit`; 0: all of them.
std::size_t plies_played(const hands::Script& script, Tick limit);

/// Confirmed edges of a run against what the script caused, with the filter times in force; only contacts that had
/// settled by `until` are compared.
sim::Comparison compare_contacts(std::span<const sim::Change> changes, std::span<const TrueEdge> truth,
                                 const sim::FilterTimes& times, Tick until);

}  // namespace adoube::lab
