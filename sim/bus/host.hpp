// SPDX-License-Identifier: Apache-2.0
/// A bit-true full-speed USB host: drives and reads D+ and D- one bit time at a time, sends SOF, does control, interrupt
/// and bulk transfers with three tries and checked toggles, and knows nothing of the device it talks to.
///
/// One thread. The same calls at the same bit times give the same line, always. tick() allocates nothing.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "rules/core/signature.hpp"
#include "sim/bus/checker.hpp"
#include "sim/bus/decoder.hpp"
#include "sim/bus/encoder.hpp"
#include "sim/bus/faults.hpp"
#include "sim/bus/line.hpp"
#include "sim/bus/packet.hpp"
#include "sim/bus/transfer.hpp"

namespace adoube::bus {

/// Times in bit times.
struct HostOptions {
  /// From one SOF to the next. Bit times are the device's, and its clock and the host's differ by up to 0.25 % each way (USB
  /// 2.0, 7.1.11): 11,970 to 12,030.
  std::uint64_t frame = frame_bits;
  std::uint64_t poll_offset = 600;        ///< interrupt endpoints are polled so long after the start of a frame
  std::uint64_t gap = 3;                  ///< from the end of a packet's SE0 to the host's next SYNC, at least 2
  std::uint64_t response = 18;            ///< how long an answer may stay out (USB 2.0, 7.1.19.1: 16 to 18)
  std::uint64_t control_retry = 1'000;    ///< pause after a NAK to a control transfer
  std::uint64_t bulk_retry = 1'000;       ///< pause after a NAK of a bulk endpoint
  std::uint64_t bulk_per_frame = 19;      ///< bulk transactions a frame (USB 2.0, table 5-9), all endpoints together
  std::uint64_t frame_reserve = 900;      ///< no transaction starts later than so long before the next SOF
  std::uint64_t reset = 12 * 10'000;      ///< length of a bus reset (TDRSTR, 10 ms)
  std::uint64_t recovery = 12 * 10'000;   ///< no transaction so long after a reset or resume (TRSTRCY, TRSMRCY, 10 ms)
  std::uint64_t resume = 12 * 20'000;     ///< length of the K that wakes a suspended device (TDRSMDN, 20 ms)
};

/// What the host saw, from its construction on. All of it is deterministic.
struct HostCounters {
  std::uint64_t frames = 0;        ///< SOFs sent
  std::uint64_t polls = 0;         ///< tokens to interrupt endpoints
  std::uint64_t bulks = 0;         ///< tokens to bulk endpoints
  std::uint64_t naks = 0;
  std::uint64_t stalls = 0;
  std::uint64_t data_in = 0;       ///< good data packets of the device with the awaited toggle
  std::uint64_t repeated = 0;      ///< good data packets with the other toggle: acknowledged and thrown away
  std::uint64_t bad = 0;           ///< packets of the device with a fault of form, PID or CRC
  std::uint64_t silent = 0;        ///< answers that stayed out
  std::uint64_t collisions = 0;    ///< bit times in which both sides drove: always a fault of the device
  std::uint64_t unasked = 0;       ///< packets of the device that nothing had asked for, or too late
  std::uint64_t resets = 0;
  std::uint64_t suspends = 0;
  std::uint64_t resumes = 0;
  std::uint64_t turnaround_min = ~std::uint64_t{0};  ///< device answers: from SE0's end to SYNC, whole bit times
  std::uint64_t turnaround_max = 0;
};

class Host {
 public:
  explicit Host(const HostOptions& options = {});
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// One bit time. `device` is what the device drove up to now (before the clock edge that starts this bit time); the
  /// result is the level of the wires during this bit time, whoever drives them. Bit times must be called one after
  /// the other, except that the caller may leave out those from `t` to next_activity(t) - 1 while idle() holds and the
  /// device neither drives nor switches its pull-up.
  Line tick(std::uint64_t bit_time, const DeviceLine& device) {
    if (bit_time < wake_ && !device.oe && device.pullup) return line_j;
    return step(bit_time, device);
  }

  /// The earliest bit time >= `now` at which the host would drive the bus although the device stays quiet; `now` while
  /// something is under way.
  std::uint64_t next_activity(std::uint64_t now) const { return wake_ > now ? wake_ : now; }

  /// The host neither drives nor waits for an answer; the wires rest at J.
  bool idle() const { return state_ == State::idle && connected_; }

  /// Queues a transfer. Control transfers are done one after the other in this order; those of one other endpoint too.
  /// Each interrupt endpoint has a transaction a frame; bulk endpoints take turns in what the frame has left, at most
  /// `bulk_per_frame`, and rest after a NAK. An endpoint without a transfer is not asked. Before the device is
  /// connected, during a reset and while suspended transfers wait.
  void submit(Transfer& transfer);
  /// Takes a transfer back at once; false if it was not pending. Nothing is lost by it: data of an IN endpoint whose ACK
  /// is not on the wires yet are not acknowledged, so that the device sends them again to the next transfer; those whose
  /// ACK is on the wires are in `data`, and `actual` says so. A packet of an OUT endpoint that is on the wires may reach
  /// the device and not count in `actual`, as on any bus.
  bool cancel(Transfer& transfer);

  /// Bus reset (SE0 for options.reset) as soon as the running transaction has ended. All pending transfers end with
  /// Status::reset when it begins; toggles return to DATA0.
  void bus_reset();
  /// From bus_reset() to the end of the recovery time after it.
  bool in_reset() const { return reset_wanted_ || state_ == State::reset || now_ < quiet_until_; }

  /// Suspends the bus as soon as the running transaction has ended: the wires rest at J, no SOF comes any more, transfers
  /// wait. A device takes it for suspend after 3 ms (USB 2.0, 7.1.7.6).
  void suspend();
  /// Wakes the bus: K for options.resume, a low-speed EOP, SOF from the next frame on, and transfers again after the
  /// recovery time (7.1.7.7). Does nothing unless suspended. A bus reset ends suspend too.
  void resume();
  /// From suspend() until the device may be spoken to again.
  bool suspended() const { return suspend_wanted_ || suspended_ || state_ == State::resume || now_ < quiet_until_; }

  /// From the first frame that begins behind `bit_time` on, frames are so long, in the range of HostOptions::frame: the clocks
  /// of host and device drift. Frame numbers go on.
  void set_frame(std::uint64_t bit_time, std::uint64_t length);

  /// A pulled-up D+ was seen.
  bool connected() const { return connected_; }

  /// Toggle that the next data packet of that endpoint (its address: number, and 0x80 for IN) must carry. The host
  /// returns toggles to DATA0 itself after a bus reset and a successful SET_CONFIGURATION, SET_INTERFACE and
  /// CLEAR_FEATURE(ENDPOINT_HALT).
  bool toggle(std::uint8_t address, std::uint8_t endpoint) const { return pipe(address, endpoint).data1; }
  void set_toggle(std::uint8_t address, std::uint8_t endpoint, bool toggle) { pipe(address, endpoint).data1 = toggle; }

  /// Every packet that ends on the bus, both directions, in order.
  void observe(PacketObserver observer) { observer_ = std::move(observer); }
  /// The same, beside it, for whoever keeps a record of every bus (tests/sim/bus/witness.hpp).
  void log(PacketObserver observer) { logger_ = std::move(observer); }
  /// Signature over start time, direction, length and bytes of every packet so far.
  std::uint64_t log_hash() const { return hash_.value(); }

  /// Arms faults; see faults.hpp.
  Faults& faults() {
    if (state_ == State::idle) wake_ = 0;  // what is armed may come before what was planned
    return faults_;
  }
  const Faults& faults() const { return faults_; }
  const HostCounters& counters() const { return counters_; }
  /// What the device did wrong; always on.
  const Checker& checker() const { return checker_; }
  const HostOptions& options() const { return options_; }

 private:
  enum class State : std::uint8_t {
    idle,     // nothing to do before wake_
    send,     // driving a packet
    gap,      // pausing before the next packet of the transaction, or after its last
    answer,   // waiting for the device's SYNC
    receive,  // the device's packet is under way
    reset,    // driving SE0
    resume,   // driving K, then the low-speed EOP
  };
  enum class Then : std::uint8_t {  // what follows a packet or a gap
    nothing,
    data,
    answer,
    acknowledge,
    transmit,  // the packet in sent_
    receive,   // the device's packet in heard_, which a fault holds up
    silence,   // the same, but too late
  };
  enum class Stage : std::uint8_t { setup, data, status };
  enum class Owner : std::uint8_t { none, control, pipe, foreign };  // of the transaction on the wires

  /// One endpoint and direction of one device, but for control: its toggle and its transfers.
  struct Pipe {
    Transfer* head = nullptr;       // transfers wait in a chain through themselves, so that nothing is allocated
    Pipe* next = nullptr;           // of the pipes that have transfers
    std::uint64_t not_before = 0;   // earliest bit time of the next transaction
    std::uint64_t served = 0;       // number of its last transaction: bulk endpoints take turns
    bool data1 = false;             // toggle of the next data packet
  };
  using Pipes = std::array<Pipe, 32>;  // endpoints 0 to 15 OUT, then IN
  static std::size_t pipe_index(std::uint8_t endpoint) { return (endpoint & 0xFU) + ((endpoint & 0x80U) != 0 ? 16 : 0); }
  Pipe& pipe(std::uint8_t address, std::uint8_t endpoint) { return pipes_[address & 0x7FU][pipe_index(endpoint)]; }
  const Pipe& pipe(std::uint8_t address, std::uint8_t endpoint) const {
    return pipes_[address & 0x7FU][pipe_index(endpoint)];
  }
  Pipe& pipe(const Transfer& transfer) { return pipe(transfer.address, transfer.endpoint_address()); }

  // host.cpp: the wires, packet by packet
  Line step(std::uint64_t bit_time, const DeviceLine& device);
  Line next_line(std::uint64_t bit_time, const DeviceLine& device, Line wires);
  Line drive(std::uint64_t bit_time);
  void collision(std::uint64_t bit_time);
  void send_packet(std::uint64_t bit_time, std::span<const std::uint8_t> bytes, Then then);
  void transmit(std::uint64_t bit_time);
  void send_sof(std::uint64_t bit_time, unsigned frame);
  void send_token(std::uint64_t bit_time, Pid pid, Then then);
  void send_data(std::uint64_t bit_time);
  void packet_sent(std::uint64_t bit_time);
  void packet_heard(std::uint64_t bit_time);
  void packet_received();
  void nothing_received();
  void pause(std::uint64_t bit_time, Then then);
  void begin_reset(std::uint64_t bit_time);
  void begin_resume(std::uint64_t bit_time);
  void frames_from(std::uint64_t bit_time);
  std::uint64_t frame_number(std::uint64_t begin) const { return grid_number_ + (begin - grid_) / options_.frame; }
  std::uint64_t next_frame(std::uint64_t bit_time) const {
    return bit_time < grid_ ? grid_ : grid_ + ((bit_time - grid_) / options_.frame + 1) * options_.frame;
  }
  void check_device(std::uint64_t bit_time, std::uint64_t turnaround);
  void record(const PacketView& packet);

  // host_schedule.cpp: what comes next, and the queues
  bool begin_something(std::uint64_t bit_time);
  void schedule();
  Pipe* next_pipe(bool periodic);
  std::uint64_t pipe_time(const Pipe& pipe) const;
  void begin_control(std::uint64_t bit_time);
  void begin_pipe(std::uint64_t bit_time, Pipe& pipe);
  void begin_foreign(std::uint64_t bit_time, const Foreign& other);
  bool remove(Transfer& transfer);
  void abort_all(Status status);
  void rest();

  // host_transaction.cpp: what an answer means
  void on_data(bool data1, std::span<const std::uint8_t> payload);
  void on_control_data(bool data1, std::span<const std::uint8_t> payload);
  void on_pipe_data(bool data1, std::span<const std::uint8_t> payload);
  void on_handshake(Pid pid);
  void on_fault();
  void packet_taken();
  void stage_done();
  void acknowledge_later();
  void stay_silent();
  void end_transaction();
  void finish(Transfer& transfer, Status status);
  void follow_standard_request(const Transfer& transfer);

  HostOptions options_;
  HostCounters counters_;
  Checker checker_;
  Faults faults_;
  PacketObserver observer_;
  PacketObserver logger_;
  Encoder encoder_;
  Decoder decoder_;

  State state_ = State::idle;
  Then then_ = Then::nothing;
  std::uint64_t now_ = 0;
  std::uint64_t wake_ = 0;          // earliest bit time at which an idle host acts; 0: ask schedule()
  std::uint64_t next_sof_ = 0;
  std::uint64_t grid_ = 0;          // a frame of this number begins here, and frames are counted from it
  std::uint64_t grid_number_ = 0;
  std::uint64_t gap_until_ = 0;
  std::uint64_t answer_from_ = 0;   // the bit time after the SE0 after which an answer is awaited
  std::uint64_t turnaround_ = 0;    // of the answer under way
  std::uint64_t packet_start_ = 0;  // of the packet under way, either direction
  std::uint64_t quiet_until_ = 0;   // end of the recovery after a reset or resume
  std::uint64_t drive_until_ = 0;   // end of the reset's SE0 or the resume's K
  std::uint64_t control_at_ = 0;    // earliest next control transaction
  bool connected_ = false;
  bool reset_wanted_ = false;
  bool suspend_wanted_ = false;
  bool suspended_ = false;
  bool resume_wanted_ = false;

  // The transaction on the wires. `transfer_` is null for a planted or a cancelled one.
  Owner owner_ = Owner::none;
  Transfer* transfer_ = nullptr;
  std::uint8_t address_ = 0;
  std::uint8_t endpoint_ = 0;
  bool token_in_ = false;           // an IN token: the device is to send data
  bool data1_ = false;              // PID of out_
  std::size_t fresh_ = 0;           // bytes of the pipe's packet accepted in it
  bool accepted_ = false;           // and the toggle moved for it
  Status verdict_ = Status::pending;  // how transfer_ ends once the last handshake is sent
  std::array<std::uint8_t, packet_max> out_{};  // content of the data packet that follows a token
  std::size_t out_size_ = 0;

  // The host's packet being sent, as it stands on the wires.
  std::array<std::uint8_t, packet_max> sent_{};
  std::size_t sent_bits_ = 0;
  Then after_ = Then::nothing;      // what follows it
  std::optional<Faults::Blow> blow_;
  bool repeat_ = false;             // it is to be sent twice, and this is the first time
  bool low_speed_ = false;          // it is to be sent behind PRE
  bool preamble_ = false;           // and PRE is under way
  unsigned stretch_ = 1;            // bit times a level lasts
  unsigned stretched_ = 0;
  Line level_ = line_j;
  // The device's packet, as the host hears it.
  std::array<std::uint8_t, packet_max> heard_{};
  std::size_t heard_size_ = 0;
  Form heard_form_ = Form::good;

  Transfer* controls_ = nullptr;    // in order; the head is under way
  Stage stage_ = Stage::setup;      // of the head
  bool control_toggle_ = false;     // of the head's next data packet
  Pipe* waiting_ = nullptr;         // pipes that have transfers
  Transfer* aborted_ = nullptr;     // in abort_all(): those that are still to end, in no queue any more
  std::uint64_t bulk_frame_ = 0;    // end of the frame in which bulk_count_ counts
  std::uint64_t bulk_count_ = 0;
  std::uint64_t transactions_ = 0;  // of pipes, so far

  Signature hash_;
  std::array<Pipes, 128> pipes_{};
};

}  // namespace adoube::bus
