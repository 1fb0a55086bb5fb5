// SPDX-License-Identifier: Apache-2.0
// Random transactions of every kind before the judge, in each build of the core. Each run has a seed of its own; a run that
// fails prints it, with the command that shows it again, and the shortest script that fails.
//   ADOUBE_SOAK_TRANSACTIONS  how many in each build (default 200,000, fewer in those that are no product)
//   ADOUBE_SOAK_SEED          seed of the first run
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "Vusb.h"
#include "Vusb___024root.h"
#include "Vusbsmall.h"
#include "Vusbsmall___024root.h"
#include "Vusbtest.h"
#include "Vusbtest___024root.h"
#include "tests/rtl/usb/soak/random_host.hpp"
#include "tests/rtl/usb/soak/regressions.hpp"
#include "tests/rtl/usb/soak/shrink.hpp"

using namespace adoube::soak;

namespace {

constexpr std::uint64_t run_length = 2'000;

std::uint64_t option(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// What is wrong about a script, or nothing.
std::string trial(Device& device, const Shape& shape, const Script& script) {
  Player player(device, shape);
  try {
    player.play(script);
  } catch (const Disagreement& disagreement) {
    return disagreement.what();
  }
  return {};
}

/// One run; its number of tokens.
std::uint64_t run(Device& device, const Shape& shape, std::uint64_t seed) {
  Player player(device, shape);
  try {
    RandomHost host(seed, player, shape);
    host.run(run_length);
    host.finish();
  } catch (const Disagreement& disagreement) {
    const auto wrong = [&](const Script& script) { return trial(device, shape, script); };
    const Script shortest = shrink(player.script(), wrong);
    BOOST_ERROR("seed " << seed << ": " << disagreement.what() << "\nagain: ADOUBE_SOAK_SEED=" << seed
                        << " ADOUBE_SOAK_TRANSACTIONS=1 " << boost::unit_test::framework::master_test_suite().argv[0] << " --run_test="
                        << boost::unit_test::framework::current_test_case().p_name << "\nshortest: " << wrong(shortest) << "\n"
                        << table(shortest));
  }
  return player.tokens();
}

void soak(Device& device, const Shape& shape, std::uint64_t transactions) {
  std::uint64_t seed = option("ADOUBE_SOAK_SEED", 2'023);
  transactions = option("ADOUBE_SOAK_TRANSACTIONS", transactions);
  std::uint64_t done = 0, first = seed;
  while (done < transactions) done += run(device, shape, seed++);
  BOOST_TEST(done >= transactions);
  BOOST_TEST_MESSAGE(done << " transactions, seeds " << first << " to " << seed - 1);
}

}  // namespace

BOOST_AUTO_TEST_CASE(random_transactions) {
  CoreDevice<Vusb> device;
  soak(device, production(), ADOUBE_SOAK_DEFAULT);
}

BOOST_AUTO_TEST_CASE(random_transactions_with_small_packets) {
  CoreDevice<Vusbsmall> device;
  soak(device, small_packets(), ADOUBE_SOAK_DEFAULT / 10);
}

BOOST_AUTO_TEST_CASE(random_transactions_with_the_test_build) {
  CoreDevice<Vusbtest> device;
  soak(device, test_build(), ADOUBE_SOAK_DEFAULT / 4);
}

BOOST_AUTO_TEST_CASE(scripts_that_once_failed) {
  CoreDevice<Vusb> device;
  for (const Regression& regression : regressions())
    BOOST_TEST_CONTEXT(regression.what) { BOOST_TEST(trial(device, production(), regression.script) == ""); }
  CoreDevice<Vusbtest> test_device;
  for (const Regression& regression : test_build_regressions())
    BOOST_TEST_CONTEXT(regression.what) { BOOST_TEST(trial(test_device, test_build(), regression.script) == ""); }
}

// Shrinking finds the two rows that matter among hundreds, and what of them matters.
BOOST_AUTO_TEST_CASE(a_script_is_shrunk_to_what_matters) {
  Script script(300, in(5, 1));
  script[77] = spoiled(out(ours, 2), Damage::Kind::flip, 3);
  script[210] = after(99, data1(Bytes(64, 7)));
  const auto wrong = [](const Script& tried) -> std::string {
    const auto has = [&](Pid pid) { return std::any_of(tried.begin(), tried.end(), [&](const Step& step) { return step.packet.pid == pid; }); };
    return has(Pid::out) && has(Pid::data1) ? "wrong" : "";
  };
  BOOST_TEST(table(shrink(script, wrong)) == "      out(ours, 2),\n      data1({0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07, 0x07}),\n");
}
