// SPDX-License-Identifier: Apache-2.0
// The judge judged: a session that USB 2.0 describes is accepted, and every answer in it that is exchanged for another one is
// refused.
#include <boost/test/unit_test.hpp>

#include <array>

#include "tests/rtl/usb/soak/judge.hpp"

using namespace adoube::soak;
using Kind = Answer::Kind;

namespace {

struct Exchange {
  Packet packet;
  Answer answer;
};

Packet ask(Pid pid, unsigned address, unsigned endpoint) {
  return {pid, static_cast<std::uint8_t>(address), static_cast<std::uint8_t>(endpoint)};
}
Packet data(bool data1, Bytes content) { return {data1 ? Pid::data1 : Pid::data0, 0, 0, 0, std::move(content)}; }

/// SET_ADDRESS(5), SET_CONFIGURATION(1), an event packet with a lost ACK, a halt, a refused request, a descriptor cut short.
std::vector<Exchange> session() {
  const Bytes event(8, 0x55);
  return {
      {ask(Pid::setup, 0, 0), {}}, {data(false, {0, 5, 5, 0, 0, 0, 0, 0}), {Kind::ack}},
      {ask(Pid::in, 0, 0), {Kind::data1}}, {{Pid::ack}, {}}, {ask(Pid::in, 0, 0), {}},
      {ask(Pid::in, 5, 1), {}},  // not configured: no such endpoint
      {ask(Pid::setup, 5, 0), {}}, {data(false, {0, 9, 1, 0, 0, 0, 0, 0}), {Kind::ack}},
      {ask(Pid::in, 5, 0), {Kind::data1}}, {{Pid::ack}, {}},
      {ask(Pid::in, 5, 1), {Kind::data0, event}}, {ask(Pid::in, 5, 1), {Kind::data0, event}}, {{Pid::ack}, {}},
      {ask(Pid::in, 5, 1), {Kind::nak}}, {ask(Pid::in, 5, 2), {Kind::nak}}, {ask(Pid::in, 5, 3), {}},
      {ask(Pid::setup, 5, 0), {}}, {data(false, {2, 3, 0, 0, 0x81, 0, 0, 0}), {Kind::ack}},
      {ask(Pid::in, 5, 0), {Kind::data1}}, {{Pid::ack}, {}}, {ask(Pid::in, 5, 1), {Kind::stall}},
      {ask(Pid::setup, 5, 0), {}}, {data(false, {0x80, 6, 0, 6, 0, 0, 10, 0}), {Kind::ack}},
      {ask(Pid::in, 5, 0), {Kind::stall}}, {ask(Pid::out, 5, 0), {}}, {data(true, {}), {Kind::stall}},
      {ask(Pid::setup, 5, 0), {}}, {data(false, {0x80, 6, 0, 1, 0, 0, 2, 0}), {Kind::ack}},
      {ask(Pid::in, 5, 0), {Kind::data1, {18, 1}}}, {{Pid::ack}, {}},
      {ask(Pid::out, 5, 0), {}}, {data(true, {}), {Kind::ack}}, {data(true, {}), {}},
  };
}

/// Plays the session with `exchanged` in the place of answer `at`; where the judge said no, or past the end.
std::size_t refused_at(std::size_t at, const Answer& exchanged) {
  Judge judge(production());
  judge.supply.events.push_back({Bytes(8, 0x55), 0});
  const std::vector<Exchange> exchanges = session();
  Tick now = 1'000;
  for (std::size_t i = 0; i < exchanges.size(); ++i, now += 20) {
    const Answer& answer = i == at ? exchanged : exchanges[i].answer;
    if (!judge.heard({{exchanges[i].packet, now, now + 10}}, answer, now + 10)) return i;
  }
  return exchanges.size();
}

}  // namespace

BOOST_AUTO_TEST_CASE(right_answers_are_accepted_and_any_other_refused) {
  const std::vector<Exchange> exchanges = session();
  BOOST_TEST(refused_at(exchanges.size(), {}) == exchanges.size());
  const std::array<Answer, 7> others{Answer{Kind::silence}, Answer{Kind::ack}, Answer{Kind::nak}, Answer{Kind::stall},
                                     Answer{Kind::data0}, Answer{Kind::data1}, Answer{Kind::data1, {18, 1, 16}}};
  for (std::size_t i = 0; i < exchanges.size(); ++i) {
    for (const Answer& other : others) {
      if (other == exchanges[i].answer) continue;
      BOOST_TEST_CONTEXT("exchange " << i << " answered " << in_words(other)) { BOOST_TEST(refused_at(i, other) == i); }
    }
  }
}

// Between 16 and 18 bit times a device may still take the host's data or not; before and after there is no choice.
BOOST_AUTO_TEST_CASE(the_wait_of_a_device_has_a_window) {
  for (Tick gap = 8; gap < 100; ++gap) {
    for (const Kind kind : {Kind::ack, Kind::silence}) {
      Judge judge(production());
      BOOST_REQUIRE(judge.heard({{ask(Pid::setup, 0, 0), 1'000, 1'100}}, {}, 0));
      const bool fine = judge.heard({{data(false, {0x80, 8, 0, 0, 0, 0, 1, 0}), 1'100 + gap, 1'500}}, {kind}, 1'600);
      BOOST_TEST_CONTEXT("gap " << gap) { BOOST_TEST(fine == (kind == Kind::ack ? gap < 72 : gap > 64)); }
    }
  }
}

BOOST_AUTO_TEST_CASE(nothing_happens_at_the_cut_that_nobody_asked_for) {
  Judge judge(production());
  BOOST_TEST(!judge.access_begun({false, 0, 0}, 100));
  BOOST_TEST(judge.complaint() != "");
  BOOST_TEST(judge.seen({0, 0, 0}, true));
  BOOST_TEST(!judge.seen({1, 0, 0}, false));
  BOOST_TEST(!judge.seen({0, 1, 0}, false));
  judge.bus_reset();
  BOOST_TEST(judge.seen({0, 0, 1}, true));
  BOOST_TEST(!judge.seen({0, 0, 0}, true));
}
