// SPDX-License-Identifier: Apache-2.0
/// Watches what a device does on its wires and names every breach of USB 2.0. It sees packets as the device does: the
/// host's as they stood on the wires after planted damage, the device's before it. It knows the device only by what
/// passes: its address by SET_ADDRESS, the toggles by what returns and moves them. Where the wires leave two things
/// possible (an acknowledge so late that it may count or not) both are right.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "sim/bus/packet.hpp"
#include "sim/bus/transfer.hpp"

namespace adoube::bus {

/// What a device can do wrong.
enum class Rule : std::uint8_t {
  turnaround,   ///< an answer sooner or later than 2 to 6.5 bit times (7.1.18.1)
  form,         ///< stuffing, or an end away from a byte's (7.1.9)
  sync,         ///< a SYNC that is not KJKJKJKK (7.1.10)
  eop,          ///< an SE0 that is not two bit times long (7.1.13.2)
  pid,          ///< a PID whose halves disagree, or that is no device's (8.3.1)
  crc,          ///< CRC16 (8.3.5.2)
  unasked,      ///< a packet to which nothing had asked, or a second one
  foreign,      ///< an answer to a token of another device (8.4.1)
  after_error,  ///< an answer to a damaged packet (8.7.1)
  silent,       ///< no answer of endpoint 0 to a good packet (8.4.6)
  handshake,    ///< a kind of answer that this token does not allow (8.4.6)
  length,       ///< more than the largest packet, or than was asked for (5.5.3, 8.5.3)
  short_data,   ///< a data stage that goes on after a short packet, or breaks off without one (5.5.3, 8.5.3.2)
  toggle,       ///< a toggle that moved without an acknowledge, did not move with one, or was not returned (8.6)
  retry,        ///< a repetition with other bytes (8.6.4)
  collision,    ///< both sides drove at once
  babble,       ///< a packet without end (8.7.4)
};
inline constexpr std::size_t rules = 17;

class Checker {
 public:
  /// Times in bit times: `start` of the first K, `end` the first after the SE0.
  struct HostPacket {
    std::uint64_t start;
    std::uint64_t end;
    std::size_t bits;                     ///< of `bytes`, that were sent
    bool low_speed;                       ///< nothing that a full-speed device can read
    std::span<const std::uint8_t> bytes;
  };
  struct DevicePacket {
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t turnaround;             ///< from the end of the host's packet; 0 where none was awaited
    Form form;
    bool sync_good;
    unsigned se0_bits;
    std::span<const std::uint8_t> bytes;
  };

  void host_packet(const HostPacket& packet);
  void device_packet(const DevicePacket& packet);
  /// The host drove, so did the device.
  void collision(std::uint64_t bit_time) { breach(Rule::collision, bit_time); }
  /// The device began a packet that does not end.
  void endless(std::uint64_t bit_time) { breach(Rule::babble, bit_time); }
  /// A bus reset, or a device that was plugged in: everything is as at the beginning.
  void reset();

  std::uint64_t breaches() const { return total_; }
  std::uint64_t breaches(Rule rule) const { return counts_[static_cast<std::size_t>(rule)]; }
  /// Nothing for a clean device, else the first breaches by name and bit time and how many there were.
  std::string report() const;

 private:
  enum class Sure : std::uint8_t { no, maybe, yes };
  /// What the device sent last on an IN endpoint.
  struct Stream {
    bool any = false;             // something since its toggle was returned
    bool data1 = false;
    std::size_t size = 0;
    std::array<std::uint8_t, packet_max> content{};
    Sure taken = Sure::no;        // the host's ACK reached it
    Sure returned = Sure::yes;    // the next packet starts at DATA0
    bool returning = false;       // ... by the request under way
    bool meanwhile = false;       // ... which has seen data of this endpoint since: before or after the return?
  };

  void breach(Rule rule, std::uint64_t bit_time);
  void token(Pid pid, unsigned field, std::uint64_t end);
  void data(const HostPacket& packet);
  void acknowledge(const HostPacket& packet);
  void device_handshake(Pid pid, std::uint64_t at);
  void device_data(bool data1, std::span<const std::uint8_t> content, std::uint64_t at);
  void control_data(bool repeated, std::span<const std::uint8_t> content, std::uint64_t at);
  void setup_taken();
  void status_sent();
  void status_taken(Sure sure);
  void expect_nothing(Rule why);

  std::array<std::uint64_t, rules> counts_{};
  std::uint64_t total_ = 0;
  struct Breach {
    Rule rule;
    std::uint64_t bit_time;
  };
  std::array<Breach, 8> first_{};

  // What the device owes now.
  Sure owed_ = Sure::no;
  Rule why_not_ = Rule::unasked;        // what an answer would be where none is owed
  Pid asked_ = Pid::in;                 // by IN, OUT or SETUP
  unsigned endpoint_ = 0;
  Sure token_ = Sure::no;               // an OUT or SETUP token waits for its data
  std::uint64_t token_end_ = 0;
  bool sent_data_ = false;              // the device's last packet was data, nothing has come since
  std::uint64_t sent_end_ = 0;

  unsigned address_ = 0;
  unsigned setup_address_ = 0;          // of the last SETUP token
  std::optional<unsigned> next_address_;  // may count already
  std::array<Stream, 16> streams_{};

  // The control transfer under way.
  std::array<std::uint8_t, 8> setup_bytes_{};
  bool setup_good_ = false;             // eight bytes of DATA0
  Setup setup_;
  std::size_t staged_ = 0;              // bytes sent in its data stage
  bool stage_short_ = false;            // ... and a short packet ended it
  bool status_ = false;                 // the empty packet of its status stage was sent
  std::size_t max_packet0_ = 0;         // by its device descriptor; 0: not known yet
};

}  // namespace adoube::bus
