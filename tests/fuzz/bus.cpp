// SPDX-License-Identifier: Apache-2.0
/// Input: levels of the two wires of a bus, four bit times a byte; and the same bytes as a packet to be sent.
#include <algorithm>

#include "sim/bus/decoder.hpp"
#include "sim/bus/encoder.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span input(data, size);
  bus::Decoder decoder;
  for (const unsigned byte : input) {
    for (unsigned i = 0; i < 8; i += 2) {
      const auto event = decoder.feed({(byte >> i & 1U) != 0, (byte >> (i + 1) & 1U) != 0});
      fuzz::hold(decoder.bytes().size() <= bus::packet_max, "a packet is at most so long");
      if (event != bus::Decoder::Event::ended) continue;
      fuzz::hold(!decoder.active(), "a packet that ended is not under way");
      fuzz::hold(decoder.form() != bus::Form::good || !decoder.bytes().empty(), "a good packet has bytes");
    }
  }
  if (input.empty()) return 0;

  const auto sent = input.first(std::min(size, bus::packet_max));
  bus::Encoder encoder;
  encoder.encode(sent);
  decoder.reset();
  bool ended = false;
  while (!encoder.at_end()) ended = decoder.feed(encoder.take()) == bus::Decoder::Event::ended;
  fuzz::hold(ended && decoder.sync_good() && decoder.form() == bus::Form::good, "a packet sent is received in good form");
  fuzz::hold(std::ranges::equal(decoder.bytes(), sent), "a packet sent is received");
  return 0;
}
