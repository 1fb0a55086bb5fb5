// SPDX-License-Identifier: Apache-2.0
#include "host/lab/difference.hpp"

#include <boost/test/unit_test.hpp>
#include <tuple>

namespace adoube::lab {
namespace {

std::vector<Deviation> deviating(const Stretches& stretches) {
  std::vector<Deviation> out;
  for (const auto& [from, to] : stretches) out.push_back({7, from, to});
  return out;
}

// A hand is at that channel all the time.
std::vector<sim::Transition> busy() {
  std::vector<sim::Transition> out;
  for (Tick t = 0; t < 10'000; t += 100) out.push_back({t, t, 7, t % 200 == 0});
  return out;
}

BOOST_AUTO_TEST_CASE(where_a_score_differs) {
  hands::Script script;
  script.start = 1'000;
  script.end = 9'000;
  for (const Tick t : {1'000, 2'000, 3'000}) {
    hands::Ply& ply = script.plies.emplace_back();
    ply.release = t + 500;
    ply.press = t + 900;
  }
  using Words = std::vector<std::string>;
  const auto differs = [&](const Words& told, const Words& played, const Stretches& misread = {}) {
    const auto found = difference(told, played, script, busy(), deviating(misread), {});
    return found ? std::tuple(found->ply, found->stopped, found->told_by - found->ply) : std::tuple(0, false, 0);
  };
  const Words three{"e2e4", "e7e5", "g1f3"};
  BOOST_TEST((differs(three, three) == std::tuple(0, false, 0)));
  BOOST_TEST((differs({}, {}) == std::tuple(0, false, 0)));
  BOOST_TEST((differs({"e2e4"}, three) == std::tuple(2, true, 0)));
  BOOST_TEST((differs({"e2e4", "c7c5", "g1f3"}, three) == std::tuple(2, false, 0)));
  BOOST_TEST((differs({"e2e4", "e7e5", "g1f3", "b8c6"}, three) == std::tuple(4, false, 0)));
  // It can be told until the press, and while the contacts settle.
  BOOST_TEST(difference(Words{"e2e4"}, three, script, busy(), {}, {})->until == 102'900);
  BOOST_TEST(difference(Words{"e2e4"}, three, script, busy(), deviating({{2'000, 2'100}}), {})->until == 103'900);
  BOOST_TEST(difference(Words{"e2e4", "e7e5"}, three, script, busy(), deviating({{3'600, 3'700}}), {})->until == 9'000);
  // That an illegal move stands is told with its answer.
  const Words stands{"e2e4", std::string(no_move), "g1f3"};
  BOOST_TEST((differs({"e2e4"}, stands) == std::tuple(2, true, 1)));
  BOOST_TEST((differs({"e2e4"}, stands, {{3'900, 4'000}}) == std::tuple(2, true, 2)));
  BOOST_TEST((differs({"e2e4", "e7e5"}, stands) == std::tuple(2, false, 0)));
  BOOST_TEST((differs({"e2e4", std::string(no_move)}, stands) == std::tuple(3, true, 0)));
  BOOST_TEST(difference(Words{"e2e4"}, stands, script, busy(), {}, {})->until == 103'900);
  // What is misread elsewhere has nothing to do with it.
  BOOST_TEST(difference(Words{"e2e4"}, three, script, {}, deviating({{2'000, 2'100}}), {})->told_by == 2);
  // The second ply is played from 1,500 to 2,900.
  const auto misread = [&](Tick from, Tick to) { return std::get<2>(differs({"e2e4"}, three, {{100, 200}, {from, to}})) == 1; };
  BOOST_TEST(!misread(1'000, 1'499));
  BOOST_TEST(misread(1'000, 1'500));
  BOOST_TEST(misread(2'900, 3'000));
  BOOST_TEST(!misread(2'901, 3'000));
  BOOST_TEST(std::get<2>(differs({"d2d4"}, three, {{1'000, 1'100}})) == 1);
  BOOST_TEST(std::get<2>(differs({"d2d4"}, three, {{100, 200}})) == 0);
  BOOST_TEST(std::get<2>(differs({"e2e4", "e7e5", "g1f3", "b8c6"}, three, {{3'600, 3'700}})) == 1);
  // Two ranks read each other while the first or second ply was played: the pieces jump when it ends, on that ply or the next.
  const auto exchanged = [&](Tick from, Tick to, const Words& told = {"d2d4", "e7e5", "g1f3"}) {
    const Stretches stretch{{from, to}};
    const auto found = difference(told, three, script, busy(), deviating(stretch), stretch);
    return found ? found->told_by : 0;
  };
  BOOST_TEST(exchanged(500, 999) == 1);
  BOOST_TEST(exchanged(500, 1'900) == 2);
  BOOST_TEST(exchanged(500, 1'901) == 3);
  BOOST_TEST(exchanged(500, 3'900) == 4);
  BOOST_TEST(exchanged(500, 3'901) == 5);
  BOOST_TEST(exchanged(1'901, 3'900) == 1);
  BOOST_TEST(exchanged(500, 1'499, {"e2e4", "e7e6"}) == 2);
  BOOST_TEST(exchanged(500, 1'500, {"e2e4", "e7e6"}) == 3);
}

}  // namespace
}  // namespace adoube::lab
