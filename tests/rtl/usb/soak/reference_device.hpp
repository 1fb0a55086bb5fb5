// SPDX-License-Identifier: Apache-2.0
/// What a correct device of our shape answers to every sequence of packets, resets and silences: the specification of
/// rtl/usb as a program, written from USB 2.0 (sections are named beside the rules) and docs/wire-protocol.md.
///
/// A ReferenceDevice is a value: one state that a correct device may be in. Where the texts leave freedom, or where the device
/// cannot be seen from outside, hear() gives several outcomes, each an answer and the state behind it. Who judges a real device keeps
/// the set of states that explain all its answers so far (judge.hpp); when the set is empty, the device is wrong.
///
/// Time is counted in ticks of 48 MHz, four to a bit time.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tests/rtl/usb/soak/packets.hpp"
#include "tests/rtl/usb/soak/reference_requests.hpp"

namespace adoube::soak {

using Tick = std::uint64_t;
inline constexpr Tick bit_ticks = 4;

/// The device's answer to a packet of the host.
struct Answer {
  enum class Kind : std::uint8_t { silence, ack, nak, stall, data0, data1 };
  Kind kind = Kind::silence;
  Bytes content{};  ///< of data
  bool any_content = false;  ///< in an answer that is allowed: only the length of the content is known
  friend bool operator==(const Answer&, const Answer&) = default;
};
/// Whether the answer is the one that is allowed.
bool fits(const Answer& allowed, const Answer& answer);

/// A packet of the host as it comes out of the wires.
struct Heard {
  std::optional<Packet> packet;  ///< nothing: it could not be understood
  Tick sync = 0;                 ///< its first K began
  Tick end = 0;                  ///< its SE0 ended, or the wires came to rest
};

/// An access to the scan side's registers, as the cut shows it.
struct Access {
  bool write = false;
  std::uint8_t address = 0;
  std::uint32_t value = 0;  ///< of a write
  friend bool operator==(const Access&, const Access&) = default;
};
struct AccessResult {
  bool refused = false;
  std::uint32_t value = 0;  ///< of a read
  friend bool operator==(const AccessResult&, const AccessResult&) = default;
};

/// What the scan side has offered so far on one stream of packets, with the time.
struct Offer {
  Bytes bytes;
  Tick since = 0;
};
struct Supply {
  std::vector<Offer> events;
  std::vector<Offer> captures;
};

class ReferenceDevice {
 public:
  struct Outcome;
  using Outcomes = std::vector<Outcome>;

  /// After power-up: address 0, not configured.
  explicit ReferenceDevice(const Shape& shape);

  /// The host's packet and what may follow. Never empty.
  Outcomes hear(const Heard& heard, const Supply& supply) const;
  /// The device's answer was over at that time (its SE0 ended).
  void answered(Tick end) { wait_.since = end; }

  /// SE0 for 2.5 us or more (7.1.7.5): back to the default state. What the scan side waits to send stays.
  void bus_reset();
  /// VBUS was lost: the default state too (7.1.7.3), but no reset was seen.
  void power_lost();

  /// The device began that access. False: it had no reason to.
  [[nodiscard]] bool access_begun(const Access& access, Tick now);
  /// The scan side acknowledged it.
  void access_done(const AccessResult& result, Tick now);

  /// What the scan side has seen of the device so far: packets freed, by stream, and flips of hello.
  struct Seen {
    std::uint64_t events = 0, captures = 0, hellos = 0;
  };
  /// Whether a device in this state can have shown that; `at_rest`: when nothing is on its way any more.
  [[nodiscard]] bool explains(const Seen& seen, bool at_rest);
  /// The address in force.
  std::uint8_t address() const { return address_; }
  const Standing& standing() const { return standing_; }

  friend bool operator==(const ReferenceDevice&, const ReferenceDevice&) = default;

 private:
  /// What the next packet must be (8.4.6, 8.5); anything else ends the wait.
  struct Wait {
    enum class For : std::uint8_t { nothing, setup, out, acknowledge };
    For what = For::nothing;
    int pipe = -1;   // of out and acknowledge; -1: endpoint 0
    Tick since = 0;  // end of the packet before
    friend bool operator==(const Wait&, const Wait&) = default;
  };

  /// Where endpoint 0 is in a control transfer (8.5.3).
  enum class Stage : std::uint8_t {
    none,        // nothing was asked since the reset
    deciding,    // a request was taken, the register bus must be free first
    data_in,
    data_out,
    reading,     // the scan side is asked for the bytes of the data stage
    writing,     // the scan side is given the bytes of the data stage
    status_in,
    status_out,  // all data were sent: the host's empty packet is due, or was taken
    finished,    // the status stage IN was acknowledged
    refused,     // protocol STALL, until the next SETUP (8.5.3.4)
  };

  Outcomes hear_in_time(const Heard& heard, const Supply& supply) const;
  Outcomes token(const Packet& packet, const Heard& heard, const Supply& supply) const;
  Outcomes data(const Packet& packet, const Heard& heard) const;
  Outcomes in_endpoint_0() const;
  Outcomes in_pipe(int pipe, Tick end, const Supply& supply) const;
  Outcomes out_endpoint_0(const Packet& packet) const;
  Outcomes out_pipe(int pipe, const Packet& packet) const;
  static Outcomes only(Outcome outcome);
  static Outcomes either(Outcome one, Outcome other);
  Outcome with(Answer::Kind kind) const;
  Outcome sending(int pipe, bool toggle, Bytes content) const;
  Outcome stalled() const;

  void take_setup(const Packet& packet, Tick end);
  void take_data(const Bytes& content);
  void settle();
  void act(const Decision& decision);
  void restart(int pipe);
  void counted(int pipe);
  void finish_access();

  const Shape* shape_;
  std::uint8_t address_ = 0;
  Standing standing_;
  std::vector<bool> toggles_;  // of the next data packet, one for each pipe of the shape
  Wait wait_;

  // The control transfer under way.
  Stage stage_ = Stage::none;
  bus::Setup setup_{};
  bool toggle_ = false;            // of its next data packet, either direction
  Bytes reply_;                    // what is left of the data stage IN
  bool reply_ends_short_ = false;  // the host asked for more than there is
  std::size_t left_ = 0;           // bytes due in the data stage OUT
  Bytes taken_;                    // in it so far

  // The register bus.
  std::optional<Access> wanted_;       // by the request under way, not begun yet
  bool begun_ = false;                 // its access runs
  bool abandoned_ = false;             // an access of an older request runs
  std::optional<Access> last_moment_;  // of an older request: it may have begun just before SETUP took it away
  Tick last_moment_until_ = 0;
  std::optional<AccessResult> result_;  // not taken over yet
  Tick bus_free_ = 0;                   // when the last access was acknowledged
  bool writing_ = false;                // the access that runs is a write: its bytes are needed
  Tick needed_until_ = 0;               // by the last write

  // The test build's buffer. A write that is not completed leaves open what the buffer holds.
  Bytes buffer_;
  bool buffer_known_ = false;
  bool from_buffer_ = false;  // reply_

  std::uint64_t events_ = 0, captures_ = 0;  // that the host has acknowledged
  std::uint64_t hellos_ = 0;                 // that are due
};

struct ReferenceDevice::Outcome {
  Outcome(Answer given, ReferenceDevice next) : answer(std::move(given)), after(std::move(next)) {}

  Answer answer;
  ReferenceDevice after;
};

}  // namespace adoube::soak
