// SPDX-License-Identifier: Apache-2.0
/// Any edges in any order: events are numbered without a gap, and gestures account for every touch and release.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <set>
#include <tuple>
#include <vector>

#include "driver/touch/interpreter.hpp"

using namespace adoube;
using namespace adoube::touch;

namespace {
struct Collector final : Output {
  std::vector<Event> events;
  std::vector<Gesture> gestures;
  void event(const Event& event) override { events.push_back(event); }
  void gesture(const Gesture& gesture) override { gestures.push_back(gesture); }
};
}  // namespace

BOOST_AUTO_TEST_CASE(every_touch_and_release_is_in_one_gesture) {
  BOOST_TEST(rc::check("touches and releases pair up, lost ones are counted", [] {
    const auto steps = *rc::gen::container<std::vector<std::tuple<std::uint8_t, bool>>>(
        rc::gen::tuple(rc::gen::oneOf(rc::gen::inRange<std::uint8_t>(0, 136), rc::gen::inRange<std::uint8_t>(64, 68)),
                       rc::gen::arbitrary<bool>()));
    Collector out;
    Interpreter interpreter(out);
    Tick onset = 0;
    std::uint64_t edges = 0;
    for (const auto& [channel, level] : steps) {
      onset += 200;
      interpreter.edge({channel, level, false, false, false, {onset - 126, onset}});
      ++edges;
    }
    RC_ASSERT(interpreter.counters().events + interpreter.counters().silent == edges);
    interpreter.touched(0);  // ends what is open
    std::set<std::uint32_t> touches;
    std::set<std::uint32_t> releases;
    for (std::size_t i = 0; i < out.events.size(); ++i) {
      RC_ASSERT(out.events[i].id == i + 1);
      if (out.events[i].kind == EventKind::touch) touches.insert(out.events[i].id);
      if (out.events[i].kind == EventKind::release) releases.insert(out.events[i].id);
    }
    std::uint64_t unpaired = 0;
    for (const Gesture& gesture : out.gestures) {
      RC_ASSERT(gesture.began.has_value() == (gesture.touch_id != 0));
      RC_ASSERT(gesture.ended.has_value() == (gesture.release_id != 0));
      RC_ASSERT(gesture.touch_id != 0 || gesture.release_id != 0);
      if (gesture.touch_id != 0) RC_ASSERT(touches.erase(gesture.touch_id) == 1u);
      if (gesture.release_id != 0) RC_ASSERT(releases.erase(gesture.release_id) == 1u);
      if (gesture.began && gesture.ended) RC_ASSERT(before(*gesture.began, *gesture.ended));
      else ++unpaired;
    }
    RC_ASSERT(touches.empty());
    RC_ASSERT(releases.empty());
    RC_ASSERT(unpaired == interpreter.counters().unpaired);
  }));
}
