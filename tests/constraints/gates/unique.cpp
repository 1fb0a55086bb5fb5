// SPDX-License-Identifier: Apache-2.0
// The RTL from a power-up at which every flop and memory bit without a value of its own holds a random one: the whole stimulus, whose
// checks must hold all the same.
//
// usage: unique SEEDS
#include <verilated.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "Vunique.h"
#include "tests/constraints/gates/bench.hpp"
#include "tests/constraints/gates/stimulus.hpp"

int main(int argc, char** argv) {
  const int seeds = argc > 1 ? std::atoi(argv[1]) : 1;
  for (int seed = 1; seed <= seeds; ++seed) {
    try {
      Verilated::randReset(2);
      Verilated::randSeed(seed);
      const auto board = gates::power_up<Vunique>();
      gates::Bench bench([&](const gates::Inputs& in) { return gates::clock(*board, in); });
      std::printf("power-up %d: %s\n", seed, gates::play(bench).c_str());
      std::fflush(stdout);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "power-up %d: %s\n", seed, error.what());
      return EXIT_FAILURE;
    }
  }
  return EXIT_SUCCESS;
}
