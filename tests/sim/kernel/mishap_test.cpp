// SPDX-License-Identifier: Apache-2.0
// What is planned for cable, packets and clocks happens at its time and is over at its time.
#include "sim/kernel/mishap.hpp"

#include <boost/test/unit_test.hpp>

#include "sim/kernel/kernel.hpp"

using namespace adoube;
using namespace adoube::sim;

namespace {

using Kind = Mishap::Kind;
constexpr Tick ms = 1'000;

// A board at a host that sends nothing but starts of frames.
struct Desk {
  explicit Desk(const std::vector<Mishap>& plan, const MishapStepper::Usual& usual = {}, Mode mode = Mode::leap)
      : kernel(host, {}, {.mode = mode}), stepper(kernel, kernel, host, plan, usual) {
    host.faults().random(usual.line_faults, 1);
  }
  void until(Tick time) { stepper.run_until(static_cast<std::uint64_t>(time) * bit_times_per_us); }
  std::uint64_t damaged() { return host.faults().counters().damaged(); }
  std::uint64_t frames() { return host.counters().frames; }

  bus::Host host;
  Kernel kernel;
  MishapStepper stepper;
};

}  // namespace

BOOST_AUTO_TEST_CASE(line_faults_end_with_their_time) {
  Desk desk({{.kind = Kind::line_faults, .at = 100 * ms, .length = 50 * ms, .number = 2}, {.kind = Kind::line_faults, .at = 200 * ms, .length = Mishap::no_end, .number = 2}});
  desk.until(100 * ms);
  BOOST_TEST(desk.damaged() == 0u);
  desk.until(150 * ms);
  const std::uint64_t then = desk.damaged();
  BOOST_TEST(then > 10u);
  BOOST_TEST(!desk.stepper.done());
  desk.until(200 * ms);
  BOOST_TEST(desk.damaged() == then);
  desk.until(400 * ms);
  BOOST_TEST(desk.damaged() > then + 60u);
  BOOST_TEST(desk.stepper.done());
}

BOOST_AUTO_TEST_CASE(and_give_the_usual_rate_back) {
  Desk desk({{.kind = Kind::line_faults, .at = 100 * ms, .length = 100 * ms, .number = 1'000'000'000}}, {.line_faults = 2, .drift_ppm = 0});
  desk.until(100 * ms);
  const std::uint64_t before = desk.damaged();
  BOOST_TEST(before > 10u);
  desk.until(200 * ms);
  BOOST_TEST(desk.damaged() == before);
  desk.until(300 * ms);
  BOOST_TEST(desk.damaged() > before + 30u);
}

BOOST_AUTO_TEST_CASE(the_next_packets_that_fit_are_damaged) {
  Desk desk({{.kind = Kind::damage, .at = 100 * ms, .damaged = {.damage = bus::Damage::drop, .packets = bus::Packets::sof, .times = 3}},
             {.kind = Kind::damage, .at = 120 * ms, .damaged = {.damage = bus::Damage::drop, .side = bus::Side::device}}});
  desk.until(100 * ms);
  BOOST_TEST(desk.damaged() == 0u);
  desk.until(110 * ms);
  BOOST_TEST(desk.damaged() == 3u);
  desk.until(200 * ms);
  BOOST_TEST(desk.damaged() == 3u);  // the board has said nothing
}

BOOST_AUTO_TEST_CASE(clocks_drift_for_their_time_from_what_they_usually_do) {
  Desk desk({{.kind = Kind::drift, .at = 1'000 * ms, .length = 2'000 * ms, .number = -2'500}}, {.line_faults = 0, .drift_ppm = 0});
  desk.until(1'000 * ms);
  const std::uint64_t one = desk.frames();
  desk.until(3'000 * ms);
  const std::uint64_t three = desk.frames();
  desk.until(5'000 * ms);
  BOOST_TEST(three - one >= 2'004u);
  BOOST_TEST(three - one <= 2'006u);
  BOOST_TEST(desk.frames() - three >= 1'999u);
  BOOST_TEST(desk.frames() - three <= 2'001u);
}

BOOST_AUTO_TEST_CASE(a_board_is_cut_off_in_every_way_in_turn) {
  Desk desk({{.kind = Kind::cable, .at = 400 * ms, .length = 50 * ms}, {.kind = Kind::stall, .at = 100 * ms, .length = 20 * ms}, {.kind = Kind::reset, .at = 250 * ms},
             {.kind = Kind::cable, .at = 450 * ms, .length = 100 * ms}});
  desk.until(99 * ms);
  BOOST_TEST((desk.host.connected() && !desk.host.suspended()));
  const std::uint64_t resets = desk.host.counters().resets;
  desk.until(110 * ms);
  BOOST_TEST(desk.host.suspended());
  desk.until(200 * ms);
  BOOST_TEST(!desk.host.suspended());
  BOOST_TEST(desk.host.counters().suspends == 1u);
  BOOST_TEST(desk.host.counters().resumes == 1u);
  desk.until(300 * ms);
  BOOST_TEST(desk.host.counters().resets == resets + 1);
  desk.until(440 * ms);
  BOOST_TEST(!desk.host.connected());
  desk.until(540 * ms);
  BOOST_TEST(!desk.host.connected());  // what ends in that instant does not put back what begins
  desk.until(700 * ms);
  BOOST_TEST(desk.host.connected());
  BOOST_TEST(desk.stepper.done());
}

BOOST_AUTO_TEST_CASE(leap_and_lock_suffer_alike) {
  const auto hash = [](Mode mode) {
    Desk desk({{.kind = Kind::drift, .at = 60 * ms, .length = 5 * ms, .number = 2'500}, {.kind = Kind::line_faults, .at = 62 * ms, .length = 4 * ms, .number = 2},
               {.kind = Kind::cable, .at = 70 * ms, .length = 2 * ms}},
              {}, mode);
    desk.until(80 * ms);
    return std::pair(desk.host.log_hash(), desk.kernel.image_hash());
  };
  BOOST_TEST((hash(Mode::leap) == hash(Mode::lock)));
}

BOOST_AUTO_TEST_CASE(in_the_words_of_the_command_line) {
  BOOST_TEST(words({.kind = Kind::cable, .at = 30'000 * ms, .length = 5'500 * ms}) == "cable@30.000+5.500");
  BOOST_TEST(words({.kind = Kind::reset, .at = 1'500 * ms}) == "reset@1.500");
}
