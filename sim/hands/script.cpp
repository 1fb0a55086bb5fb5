// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/script.hpp"

#include "driver/wire/protocol.hpp"

namespace adoube::hands {

namespace {

/// The same plane at the other end of the diagonal.
std::uint8_t opposite(std::uint8_t channel) {
  return channel < wire::scan::auxiliary_first ? static_cast<std::uint8_t>(channel ^ (wire::scan::touch_first - 1)) : channel;
}

template <class Part>
void leave_out(std::vector<Part>& parts) {
  std::erase_if(parts, [](const Part& p) { return p.channel >= wire::scan::touch_first && p.channel < wire::scan::auxiliary_first; });
}

template <class Part>
void turn(std::vector<Part>& parts) {
  for (Part& p : parts) p.channel = opposite(p.channel);
}

}  // namespace

void rotate(Script& script) {
  turn(script.contacts);
  turn(script.changes);
  turn(script.truth);
  const auto before = script.initial;
  for (std::uint8_t i = 0; i < wire::scan::auxiliary_first; ++i) script.initial.set(opposite(i), before.test(i));
}

void leave_out_touch(Script& script) {
  leave_out(script.contacts);
  leave_out(script.changes);
  leave_out(script.truth);
  for (std::size_t i = wire::scan::touch_first; i < wire::scan::auxiliary_first; ++i) script.initial.reset(i);
}

}  // namespace adoube::hands
