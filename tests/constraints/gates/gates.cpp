// SPDX-License-Identifier: Apache-2.0
// The netlist that is placed, beside the RTL it was made from: same pins, same wires, every clock48 every output equal, from
// power-up (every flop of an iCE40 begins at 0) to the end of the stimulus. The netlist of another board, of which no pin may differ.
// And the first netlist with faults in its LUTs: those that the stimulus looks at, in the order in which they were drawn, each
// from the clock at which it would first make a difference to its LUT, until a pin shows it.
//
// usage: gates DRAWN PLANT SEEN [CLOCKS FILE]    DRAWN: a file with a line for each fault of the netlist; so many are planted; at
// least SEEN of them must be seen; the first clocks go to a file
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <stdexcept>

#include "Vboard.h"
#include "Vgates.h"
#include "Vother.h"
#include "tests/constraints/gates/bench.hpp"
#include "tests/constraints/gates/stimulus.hpp"

namespace {

using namespace gates;

/// What went into the pins and what came out, clock by clock.
struct Record {
  std::vector<Inputs> in;
  std::vector<Outputs> out;
};

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

/// The clock at which each fault would first have made a difference to its LUT; index: its number.
std::vector<std::size_t> first_looks;
std::size_t now = 0;

Record compare() {
  const auto rtl = power_up<Vboard>();
  const auto netlist = power_up<Vgates>();
  Record record;
  Bench bench([&](const Inputs& in) {
    now = record.in.size();
    const Outputs want = clock(*rtl, in);
    const Outputs got = clock(*netlist, in);
    if (got != want) {
      throw std::runtime_error("clock " + std::to_string(now) + " of 48 MHz: strobe, D+, D-, drive, pull-up are " + text(want) + " in the RTL and " + text(got) + " in the netlist");
    }
    record.in.push_back(in);
    record.out.push_back(want);
    return want;
  });
  const std::string seen = play(bench);
  std::printf("%zu clocks of 48 MHz equal: enumeration, every request, a storm, a pause, a bus reset; %s\n", record.in.size(), seen.c_str());
  std::fflush(stdout);
  return record;
}

/// The first clock from `at` on at which a board does something else than was recorded; the end of the record where there is none.
template <class Model>
std::size_t differs(Model& board, const Record& record, std::size_t at) {
  while (at < record.in.size() && clock(board, record.in[at]) == record.out[at]) ++at;
  return at;
}

/// Goes on with a fault in a process of its own, which ends with what `differs` found; the board here stays as it is.
std::size_t differs_with(std::uint16_t fault, Vgates& netlist, const Record& record, std::size_t at) {
  std::array<int, 2> pipe_ends{};
  check(pipe(pipe_ends.data()) == 0, "no pipe");
  const pid_t child = fork();
  check(child >= 0, "no process");
  if (child == 0) {
    netlist.mutant_i = fault;
    const std::size_t found = differs(netlist, record, at);
    _exit(write(pipe_ends[1], &found, sizeof found) == sizeof found ? 0 : 1);
  }
  std::size_t found = 0;
  close(pipe_ends[1]);
  const bool told = read(pipe_ends[0], &found, sizeof found) == sizeof found;
  close(pipe_ends[0]);
  waitpid(child, nullptr, 0);
  check(told, "fault " + std::to_string(fault) + ": its process ended without a word");
  return found;
}

/// Plants the faults at which the stimulus looks, at most so many; how many of them no pin shows.
std::size_t plant(const std::vector<std::string>& drawn, std::size_t most, const Record& record, std::size_t& planted) {
  std::vector<std::uint16_t> order;
  std::size_t passed_over = 0;
  for (std::uint16_t fault = 1; fault <= drawn.size() && order.size() < most; ++fault) {
    if (first_looks[fault] != never) order.push_back(fault);
    else ++passed_over;
  }
  std::printf("%zu of the first %zu faults change nothing in any LUT that the stimulus looks up\n", passed_over, passed_over + order.size());
  planted = order.size();
  std::stable_sort(order.begin(), order.end(), [](std::uint16_t a, std::uint16_t b) { return first_looks[a] < first_looks[b]; });
  const auto netlist = power_up<Vgates>();
  std::size_t at = 0, unseen = 0;
  for (const std::uint16_t fault : order) {
    while (at < first_looks[fault]) clock(*netlist, record.in[at++]);
    const std::size_t shows = differs_with(fault, *netlist, record, at);
    unseen += shows == record.in.size() ? 1 : 0;
    std::printf("%s: %s %zu\n", drawn[fault - 1U].c_str(), shows == record.in.size() ? "DOES NOT SHOW, from clock" : "shows at clock", shows == record.in.size() ? at : shows);
    std::fflush(stdout);
  }
  return unseen;
}

/// For replay.v: sense, D+ and D- in; strobe, D+, D-, drive and pull-up out.
void keep(const Record& record, std::size_t clocks, const char* name) {
  std::FILE* file = std::fopen(name, "w");
  check(file != nullptr, std::string("cannot write ") + name);
  for (std::size_t i = 0; i < std::min(clocks, record.in.size()); ++i) {
    const Inputs& in = record.in[i];
    const Outputs& out = record.out[i];
    std::fprintf(file, "%05x %04x\n", in.sense | in.dp << 16 | in.dn << 17, out.strobe | out.dp << 9 | out.dn << 10 | out.oe << 11 | out.pullup << 12);
  }
  check(std::fclose(file) == 0, std::string("cannot write ") + name);
}

}  // namespace

/// Called by the netlist (primitives.v) whenever a fault would make a difference to its LUT.
extern "C" void looked_at(int number) {
  std::size_t& first = first_looks[static_cast<std::size_t>(number)];
  first = std::min(first, now);
}

int main(int argc, char** argv) {
  try {
    check(argc > 3, "gates DRAWN PLANT SEEN [CLOCKS FILE]");
    std::vector<std::string> drawn;
    std::ifstream file(argv[1]);
    for (std::string line; std::getline(file, line);) drawn.push_back(line);
    first_looks.assign(drawn.size() + 1, never);
    const Record record = compare();
    if (argc > 5) keep(record, static_cast<std::size_t>(std::atoll(argv[4])), argv[5]);
    const std::size_t other = differs(*power_up<Vother>(), record, 0);
    check(other == record.in.size(), "the other board's netlist differs at clock " + std::to_string(other) + " of 48 MHz");
    std::printf("the other board's netlist: every clock equal\n");
    std::fflush(stdout);
    std::size_t planted = 0;
    const std::size_t unseen = plant(drawn, static_cast<std::size_t>(std::atoll(argv[2])), record, planted);
    std::printf("%zu of %zu planted faults seen\n", planted - unseen, planted);
    check(planted - unseen >= static_cast<std::size_t>(std::atoll(argv[3])), std::string("fewer than ") + argv[3]);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
