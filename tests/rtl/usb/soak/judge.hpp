// SPDX-License-Identifier: Apache-2.0
/// Judges a device by its answers: keeps every state of the reference that explains all of them so far.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tests/rtl/usb/soak/reference_device.hpp"

namespace adoube::soak {

/// Each call returns false if no state of a correct device explains what happened; complaint() then says what was allowed.
class Judge {
 public:
  explicit Judge(const Shape& shape) : states_{ReferenceDevice(shape)} {}

  /// What the scan side offers, with times; the caller adds to it before it tells of the packets that may ask for it.
  Supply supply;

  /// Whether some state may answer something to that packet.
  bool may_answer(const Heard& heard) const;
  /// A packet, in the readings that its form allows, and the answer to it, which was over at `answer_end`.
  [[nodiscard]] bool heard(const std::vector<Heard>& readings, const Answer& answer, Tick answer_end);

  void bus_reset();
  void power_lost();

  [[nodiscard]] bool access_begun(const Access& access, Tick now);
  void access_done(const AccessResult& result, Tick now);

  /// What the scan side has seen of the device so far; `at_rest`: when nothing is on its way any more.
  [[nodiscard]] bool seen(const ReferenceDevice::Seen& seen, bool at_rest);

  /// One of the states, to ask it for the address in force; all agree unless the device was silent about it.
  const ReferenceDevice& some() const { return states_.front(); }
  std::size_t states() const { return states_.size(); }
  const std::string& complaint() const { return complaint_; }

 private:
  template <class Explains>
  bool keep(Explains explains, const std::string& complaint);

  std::vector<ReferenceDevice> states_;
  std::string complaint_;
};

/// For messages: what a packet's bytes or an answer say, in words.
std::string in_words(const Answer& answer);

}  // namespace adoube::soak
