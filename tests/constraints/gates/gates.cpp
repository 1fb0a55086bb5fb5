// SPDX-License-Identifier: Apache-2.0
// The netlist that is placed, beside the RTL it was made from: same pins, same wires, every clock48 every output equal, from
// power-up (every flop of an iCE40 begins at 0) to the end of the stimulus. The netlist of another board, of which no pin may differ.
// And the first netlist with faults in its LUTs, each in a lane of its own (lanes.hpp), until a pin shows it.
//
// usage: gates DRAWN UNSEEN [CLOCKS FILE]    DRAWN: a file with a line for each fault; UNSEEN: where the numbers go of those that no
// pin shows; the first clocks go to a file
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "Vboard.h"
#include "Vgates.h"
#include "Vother.h"
#include "tests/constraints/gates/bench.hpp"
#include "tests/constraints/gates/lanes.hpp"
#include "tests/constraints/gates/stimulus.hpp"

namespace {

using namespace gates;

/// What went into the pins and what came out, clock by clock.
struct Record {
  std::vector<Inputs> in;
  std::vector<Outputs> out;
};

Record compare() {
  const auto rtl = power_up<Vboard>();
  const auto netlist = power_up<Vgates>();
  Record record;
  Bench bench([&](const Inputs& in) {
    const Outputs want = clock(*rtl, in);
    const Outputs got = clock(*netlist, in);
    if (got != want) {
      throw std::runtime_error("clock " + std::to_string(record.in.size()) + " of 48 MHz: strobe, D+, D-, drive, pull-up are " + text(want) + " in the RTL and " + text(got) + " in the netlist");
    }
    record.in.push_back(in);
    record.out.push_back(want);
    return want;
  });
  const std::string seen = play(bench);
  std::printf("%zu clocks of 48 MHz equal, netlist beside RTL; %s\n", record.in.size(), seen.c_str());
  std::fflush(stdout);
  return record;
}

/// The first clock from `at` on at which a board does something else than was recorded; the end of the record where there is none.
template <class Model>
std::size_t differs(Model& board, const Record& record, std::size_t at) {
  while (at < record.in.size() && clock(board, record.in[at]) == record.out[at]) ++at;
  return at;
}

/// Puts a fault in each lane and plays the record; the faults that no pin shows.
std::vector<std::size_t> plant(const std::vector<std::string>& drawn, const Record& record) {
  const auto of_lane = [](const Word& word, std::size_t lane) { return (word[lane / 64] >> lane % 64 & 1) != 0; };
  Lanes boards;
  std::vector<std::size_t> unseen(drawn.size());
  for (std::size_t i = 0; i < drawn.size(); ++i) boards.plant(unseen[i] = i + 1);
  for (std::size_t at = 0; at < record.in.size() && !unseen.empty(); ++at) {
    const Word differ = boards.clock(record.in[at], record.out[at]);
    check(!of_lane(differ, 0), "the netlist beside the faults differs from the RTL at clock " + std::to_string(at));
    if ((differ[0] | differ[1] | differ[2] | differ[3]) == 0) continue;
    std::erase_if(unseen, [&](std::size_t lane) {
      if (!of_lane(differ, lane)) return false;
      std::printf("%s: shows at clock %zu\n", drawn[lane - 1].c_str(), at);
      boards.heal(lane);
      return true;
    });
  }
  for (const std::size_t lane : unseen) {
    std::printf("%s: DOES NOT SHOW%s\n", drawn[lane - 1].c_str(), of_lane(boards.looked_up(), lane) ? "" : ", and is never looked up");
  }
  return unseen;
}

/// For replay.v: sense, D+ and D- in, a leap of time; strobe, D+, D-, drive and pull-up out.
void keep(const Record& record, std::size_t clocks, const char* name) {
  std::FILE* file = std::fopen(name, "w");
  check(file != nullptr, std::string("cannot write ") + name);
  for (std::size_t i = 0; i < std::min(clocks, record.in.size()); ++i) {
    const Inputs& in = record.in[i];
    const Outputs& out = record.out[i];
    std::fprintf(file, "%05x %x %04x\n", in.sense | in.dp << 16 | in.dn << 17, in.leap, out.strobe | out.dp << 9 | out.dn << 10 | out.oe << 11 | out.pullup << 12);
  }
  check(std::fclose(file) == 0, std::string("cannot write ") + name);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    check(argc > 2, "gates DRAWN UNSEEN [CLOCKS FILE]");
    std::vector<std::string> drawn;
    std::ifstream file(argv[1]);
    for (std::string line; std::getline(file, line);) drawn.push_back(line);
    check(drawn.size() < lanes, "more faults than lanes");
    const Record record = compare();
    if (argc > 4) keep(record, static_cast<std::size_t>(std::atoll(argv[3])), argv[4]);
    const std::size_t other = differs(*power_up<Vother>(), record, 0);
    check(other == record.in.size(), "the other board's netlist differs at clock " + std::to_string(other) + " of 48 MHz");
    std::printf("the other board's netlist: every clock equal\n");
    std::fflush(stdout);
    std::ofstream numbers(argv[2]);
    for (const std::size_t fault : plant(drawn, record)) numbers << fault << '\n';
    check(bool(numbers.flush()), std::string("cannot write ") + argv[2]);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
