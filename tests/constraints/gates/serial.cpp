// SPDX-License-Identifier: Apache-2.0
// What icebox_vlog reads out of a packed bitstream, enumerated by a bit-true host: the serial that the board says it has.
//
// usage: serial TEXT
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "Vchip.h"
#include "tests/constraints/gates/bench.hpp"

int main(int, char** argv) {
  try {
    const auto chip = gates::power_up<Vchip>();
    gates::Bench bench([&](const gates::Inputs& in) { return gates::clock(*chip, in); });
    bench.enumerate(5);
    const std::vector<std::uint8_t> descriptor = bench.control(0x80, 6, 0x0303, 0x0409, 255).bytes;
    std::string serial;
    for (std::size_t i = 2; i + 1 < descriptor.size(); i += 2) serial += static_cast<char>(descriptor[i]);
    std::printf("the bitstream enumerates and says serial %s\n", serial.c_str());
    gates::check(descriptor.size() == 2 + 2 * serial.size() && descriptor[0] == descriptor.size() && descriptor[1] == 3, "that is no string descriptor");
    gates::check(serial == argv[1], std::string("not ") + argv[1]);
    gates::check(bench.read(0) == 0x42554441, "its register of magic is not \"ADUB\"");
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
