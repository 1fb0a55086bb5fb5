// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/judge.hpp"

#include <algorithm>
#include <array>

namespace adoube::soak {
namespace {

void add_new(std::vector<ReferenceDevice>& states, ReferenceDevice state) {
  if (std::find(states.begin(), states.end(), state) == states.end()) states.push_back(std::move(state));
}

}  // namespace

std::string in_words(const Answer& answer) {
  static constexpr std::array names{"silence", "ACK", "NAK", "STALL", "DATA0", "DATA1"};
  std::string text = names[static_cast<std::size_t>(answer.kind)];
  static constexpr const char* digits = "0123456789abcdef";
  for (const std::uint8_t byte : answer.content) {
    text += ' ';
    text += digits[byte >> 4U];
    text += digits[byte & 0xFU];
  }
  return text;
}

template <class Explains>
bool Judge::keep(Explains explains, const std::string& complaint) {
  std::vector<ReferenceDevice> left;
  for (ReferenceDevice& state : states_)
    if (explains(state)) add_new(left, std::move(state));
  if (left.empty()) {
    complaint_ = complaint;
    return false;
  }
  states_ = std::move(left);
  return true;
}

bool Judge::may_answer(const Heard& heard) const {
  for (const ReferenceDevice& state : states_)
    for (const ReferenceDevice::Outcome& outcome : state.hear(heard, supply))
      if (outcome.answer.kind != Answer::Kind::silence) return true;
  return false;
}

bool Judge::heard(const std::vector<Heard>& readings, const Answer& answer, Tick answer_end) {
  std::vector<ReferenceDevice> left;
  std::string allowed;
  for (const Heard& reading : readings) {
    for (const ReferenceDevice& state : states_) {
      for (ReferenceDevice::Outcome& outcome : state.hear(reading, supply)) {
        if (fits(outcome.answer, answer)) {
          if (answer.kind != Answer::Kind::silence) outcome.after.answered(answer_end);
          add_new(left, std::move(outcome.after));
        } else if (const std::string words = in_words(outcome.answer); allowed.find(words) == std::string::npos) {
          allowed += (allowed.empty() ? "" : " or ") + words;
        }
      }
    }
  }
  if (left.empty()) {
    complaint_ = "answered " + in_words(answer) + " where only " + allowed + " is right";
    return false;
  }
  states_ = std::move(left);
  return true;
}

void Judge::bus_reset() {
  for (ReferenceDevice& state : states_) state.bus_reset();
}

void Judge::power_lost() {
  for (ReferenceDevice& state : states_) state.power_lost();
}

bool Judge::access_begun(const Access& access, Tick now) {
  return keep([&](ReferenceDevice& state) { return state.access_begun(access, now); },
              std::string("began to ") + (access.write ? "write " + std::to_string(access.value) + " to" : "read") + " register " +
                  std::to_string(access.address) + ", which nobody asked for");
}

void Judge::access_done(const AccessResult& result, Tick now) {
  for (ReferenceDevice& state : states_) state.access_done(result, now);
}

bool Judge::seen(const ReferenceDevice::Seen& seen, bool at_rest) {
  return keep([&](ReferenceDevice& state) { return state.explains(seen, at_rest); },
              "showed the scan side " + std::to_string(seen.events) + " events, " + std::to_string(seen.captures) + " captures and " +
                  std::to_string(seen.hellos) + " hellos: not what the host acknowledged and asked for");
}

}  // namespace adoube::soak
