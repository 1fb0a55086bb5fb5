// SPDX-License-Identifier: Apache-2.0
/// One board, opened: from packets to records. Owns the history that packets by themselves do not have: the epoch, the
/// sequence, 64-bit time, the levels.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "driver/reorder/tick_wheel.hpp"
#include "driver/session/record.hpp"
#include "driver/touch/interpreter.hpp"
#include "driver/transport/clock.hpp"
#include "driver/transport/transport.hpp"
#include "driver/wire/packet.hpp"
#include "driver/wire/unwrap.hpp"

namespace adoube::driver {

/// What a session must remember to go on where it (or a recording) stopped, without losing what the board has kept.
struct Resume {
  std::uint32_t epoch = 0;
  std::uint64_t next_sequence = 0;
  Tick reference = 0;            ///< device time of the last packet, which may have waited on the board
  Tick clock = 0;                ///< the injected clock at that device time
  Tick floor = 0;                ///< everything with an earlier onset was given out
  std::optional<Levels> levels;  ///< nothing: the first levels that come are taken as they are
};

struct Options {
  /// The session's epoch, not 0; a value no other host uses (the host draws it; a simulation fixes it). If it is the
  /// board's present one already, the next value is taken.
  std::uint32_t epoch = 1;
  std::optional<Resume> resume;
  /// Sees every packet as it comes, before anything else does: recordings, latencies. May be null.
  transport::Receiver* tap = nullptr;
  /// The hello must come within this time of the injected clock, us.
  Tick hello_deadline = 3'000'000;
};

/// Where every packet and edge went. packets = accepted + repeated + malformed + discarded.
struct Counters {
  std::uint64_t packets = 0;        ///< that arrived
  std::uint64_t accepted = 0;
  std::uint64_t repeated = 0;       ///< seen before, dropped
  std::uint64_t malformed = 0;      ///< not packets of this protocol, dropped; the sequence then shows a gap
  std::uint64_t discarded = 0;      ///< before the hello of this session
  std::uint64_t damaged = 0;        ///< transfers lost below; the sequence then shows a gap
  std::uint64_t lost_packets = 0;   ///< missing in the sequence
  std::uint64_t lost_edges = 0;     ///< in drop reports
  std::uint64_t gaps = 0;           ///< Gap records
  std::uint64_t edges = 0;          ///< given out
  std::uint64_t events = 0;
  std::uint64_t gestures = 0;
  std::uint64_t unpaired = 0;       ///< gestures with a lost end
  std::uint64_t behind = 0;         ///< edges given out below the watermark
  std::uint64_t forced = 0;         ///< ticks given out before the board promised them complete
  std::uint64_t doubled = 0;        ///< the same edge in two packets, dropped
  std::uint64_t flushed = 0;        ///< edges given out at the end without a promise
  std::uint64_t unchanged = 0;      ///< edges to the level the channel had already
  std::uint64_t bounced = 0;
  std::uint64_t late = 0;
  std::uint64_t restless = 0;       ///< Restless records
  std::uint64_t chatter = 0;        ///< sum of the chatter counts
  std::uint64_t level_faults = 0;
  std::uint64_t hellos = 0;
  std::uint64_t snapshots = 0;
  std::uint64_t heartbeats = 0;
  std::uint64_t restarts = 0;       ///< times the board had lost its epoch
  std::uint64_t reconnects = 0;
};

class Session final : private transport::Receiver, private touch::Output {
 public:
  /// All three must outlive the session, but for a transport that the session has closed.
  Session(transport::Transport& transport, const transport::Clock& clock, Sink& sink, Options options = {});
  /// Closes the transport where the stream was not closed; nothing is given out any more.
  ~Session() override;

  /// Opens the board (architecture: epoch). `protocol`: not a board, or another protocol version; `timeout`: it does
  /// not say hello. After an error only close() makes sense.
  Result<void> open();

  /// Waits at most `at_most` us for packets and turns them into records. `ended`: the recording or script is over. `lost`:
  /// the board is gone and the transport closed; it may go too. Then only reconnect() and close() make sense.
  Result<transport::Progress> step(Tick at_most);

  /// Goes on over a new transport to the same board, after step() has said that the old one is `lost`. A board that has
  /// kept its power goes on where it was: same epoch, its edges with their true times, those it had no room for in a drop
  /// report. One that has not says so by its epoch: a Gap `restart`, a new epoch, and from its first snapshot on the stream
  /// is whole again. Besides the errors of open(): `no_device` where this is another board. After any error try again with
  /// a new transport; this one is closed, but for that to another board.
  Result<void> reconnect(transport::Transport& transport);

  /// Stops the stream and gives out what still waits, in order. Bounded. Further calls do nothing.
  Result<void> close();

  /// From the board's registers at open, then from its hellos and heartbeats.
  [[nodiscard]] const wire::HelloPacket& board() const { return board_; }
  /// State of the stream, for a later session on the same board.
  [[nodiscard]] Resume resume() const;
  [[nodiscard]] Counters counters() const;
  [[nodiscard]] Tick watermark() const { return wheel_.watermark(); }

 private:
  enum class State : std::uint8_t { closed, waiting, open, ended };

  void packet(std::span<const std::uint8_t> bytes) override;
  void damaged() override;
  void event(const Event& event) override;
  void gesture(const touch::Gesture& gesture) override;

  Result<transport::Progress> take_step(Tick at_most);
  Result<void> begin_again();
  Result<void> let_go();
  Result<void> identify();
  Result<void> begin_epoch();
  void begin_stream(const wire::Packet& packet);
  void lose_epoch();
  void accept(const wire::Packet& packet);
  void take(Tick base, const wire::EventPacket& packet);
  void take(Tick base, const wire::SnapshotPacket& packet);
  void take(Tick base, const wire::HeartbeatPacket& packet);
  void take(Tick base, const wire::HelloPacket& packet);
  void take(Tick base, const wire::DropReportPacket& packet);
  void promise(Tick horizon);
  void give(const reorder::OrderedEdge& edge);
  void gap(const Gap& gap);
  Levels reconcile(Tick at, const Levels& levels);
  void apply(const wire::Edge& edge, Tick onset);
  template <class T>
  void say(const T& value) {
    sink_->record(Record(value));
  }

  transport::Transport* transport_;  // null: closed, and nothing of it is touched any more
  const transport::Clock* clock_;
  Sink* sink_;
  Options options_;
  State state_ = State::closed;
  wire::HelloPacket board_;
  std::uint32_t epoch_ = 0;
  bool restart_ = false;             // the board spoke of a foreign epoch: open it anew after this step
  Tick hello_by_ = 0;                // on the injected clock
  Tick last_ = 0;                    // device time of the last packet
  Tick heard_ = 0;                   // the injected clock at that device time
  std::string serial_;               // of the board that was opened
  wire::SequenceUnwrap sequence_;
  wire::TickUnwrap time_;
  std::optional<Levels> levels_;     // as the packets received so far add up
  bool excused_ = false;             // a gap explains a difference of levels
  Tick heartbeat_period_ = 0;        // scan period of the last heartbeat
  Tick said_ = 0;                    // the last Watermark record
  reorder::TickWheel wheel_;
  touch::Interpreter interpreter_;
  Counters counters_;
};

}  // namespace adoube::driver
