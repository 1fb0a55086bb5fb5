// SPDX-License-Identifier: Apache-2.0
/// The scan side of the cut as the soak needs it: register accesses and packets of any length of time, and a record of
/// everything that crossed, with its time, for the judge.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/rtl/usb/scan_side.hpp"
#include "tests/rtl/usb/soak/reference_device.hpp"

namespace adoube::soak {

/// One event at the cut.
struct Crossing {
  enum class Kind : std::uint8_t { access_begun, access_done, event_offered, event_freed, capture_offered, capture_freed, hello };
  Kind kind;
  Tick tick;
  Access access{};
  AccessResult result{};
};

/// Packet `number` of the event stream: 8 to 64 bytes; contents that stuff a lot, a little, and not at all in turn.
Bytes event_packet(std::uint64_t number);
/// Packet `number` of the captures: 64 bytes of the same kind.
Bytes capture_packet(std::uint64_t number);

class ScanStub {
 public:
  ScanStub();

  // Contract of the cut (scan_registers.sv): so many clocks at most, in a storm of refused edges with a start of frame.
  static constexpr unsigned longest_read = 190, longest_write = 106;
  unsigned access_clocks = 20;  ///< a write no more than it may
  unsigned freeze_clocks = 5;
  unsigned offer_clocks = 1;  ///< from one packet to the offer of the next

  /// So many more packets are there to be sent.
  void add_events(unsigned count) { events_there_ += count; }
  void add_captures(unsigned count) { captures_there_ += count; }

  std::vector<Crossing> crossings;  ///< since the caller last cleared it
  std::string fault;                ///< a breach of the cut's contract, the first
  std::uint64_t events_freed = 0, captures_freed = 0, hellos = 0;

  /// One 12 MHz clock; `in` holds the values before the edge.
  void clock(const test::CutFromUsb& in, Tick now);
  const test::CutFromScan& out() const { return out_; }

 private:
  void packets(const test::CutFromUsb& in, Tick now);
  void captures(const test::CutFromUsb& in, Tick now);
  void registers(const test::CutFromUsb& in, Tick now);
  AccessResult carry_out(const Access& access);
  void breach(const char* what) {
    if (fault.empty()) fault = what;
  }

  test::CutFromScan out_;
  bool freeze_ = false, free_ = false, frozen_ = false, hello_ = false, req_ = false;
  unsigned freezing_ = 0, busy_ = 0, offering_ = 0;
  std::uint32_t answer_ = 0;  // to the last register read
  Access access_;
  std::uint64_t events_there_ = 0, captures_there_ = 0;
  std::uint64_t shown_ = ~std::uint64_t{0};  // packet in bytes_
  Bytes bytes_;
  std::array<std::uint8_t, 512> ring_{};
  std::uint64_t captured_ = 0;               // capture packets written
  std::array<std::uint32_t, 16> registers_{};
};

}  // namespace adoube::soak
