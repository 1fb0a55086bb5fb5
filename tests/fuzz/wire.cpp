// SPDX-License-Identifier: Apache-2.0
/// Input: packets, each behind a byte that says its length.
#include <algorithm>
#include <limits>

#include "driver/wire/capture.hpp"
#include "driver/wire/unwrap.hpp"
#include "tests/fuzz/chunks.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wire::SequenceUnwrap sequence;
  wire::TickUnwrap time;
  fuzz::Chunks chunks({data, size});
  while (const auto bytes = chunks.next()) {
    const auto raw = fuzz::within({0, 4096}, size, [&] { return wire::decode_capture(*bytes); });
    if (!raw) fuzz::hold_error(raw.error());
    else fuzz::hold(std::ranges::equal(wire::encode(*raw).view(), *bytes), "raw samples are encoded to the same bytes");
    const auto packet = fuzz::within({0, 4096}, size, [&] { return wire::decode(*bytes); });
    if (!packet) {
      fuzz::hold_error(packet.error());
      continue;
    }
    const auto again = wire::encode(*packet);
    fuzz::hold(again.has_value(), "what was decoded can be encoded");
    fuzz::hold(std::ranges::equal(again->view(), *bytes), "what was decoded is encoded to the same bytes");

    const std::uint64_t expected = sequence.next();
    const wire::Succession place = sequence.take(packet->sequence);
    fuzz::hold(static_cast<std::uint16_t>(place.number) == packet->sequence, "a 64-bit number ends in the 16 bits sent");
    fuzz::hold(place.repeated ? place.number < expected && place.missing == 0 : place.number == expected + place.missing,
               "a packet is a repeat, or what is missing lies before it");
    const Tick before = time.reference();
    const Tick tick = time.advance(packet->base);
    fuzz::hold(static_cast<std::uint32_t>(tick) == packet->base, "a 64-bit tick ends in the 32 bits sent");
    fuzz::hold(time.reference() == std::max(before, tick), "the reference never falls");
  }
  return 0;
}
