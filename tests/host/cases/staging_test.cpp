// SPDX-License-Identifier: Apache-2.0
#include "host/cases/staging.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <sstream>

#include "driver/wire/protocol.hpp"
#include "host/cases/case_file.hpp"
#include "rules/notation/fen.hpp"

namespace adoube::host {
namespace {

using recognition::Case;

constexpr Tick origin = 1'000'000;
constexpr Tick after = 100'000;

Case read(const std::string& events, const std::string& fen = "4k3/8/8/3p4/4P3/2N5/8/4K2R w K - 0 1") {
  const auto c = parse_case(R"({"id":"a","fen":")" + fen + R"(","side":")" + fen.substr(fen.find(' ') + 1, 1) + R"(","events":[)" + events +
                                R"(],"expected":{"verdict":"free"}})", "test");
  BOOST_REQUIRE_MESSAGE(c, (c ? std::string() : c.error().message));
  return *c;
}

Result<hands::Script> staged(const Case& c) { return stage(c, *fen::parse(c.fen), origin, after, 1); }

std::string why(const Case& c) {
  if (const auto reason = unobservable(c, *fen::parse(c.fen))) return *reason;
  const auto script = staged(c);
  return script ? "" : script.error().message;
}

/// When a channel takes a level for the first time from `origin` on.
std::optional<Tick> first(const hands::Script& script, std::uint32_t channel, bool level) {
  for (const sim::Transition& t : script.truth) {
    if (t.channel == channel && t.level == level && t.at >= origin) return t.at;
  }
  return std::nullopt;
}

std::uint32_t presence(Square s) { return wire::scan::presence_first + static_cast<std::uint32_t>(index(s)); }
std::uint32_t touch(Square s) { return wire::scan::touch_first + static_cast<std::uint32_t>(index(s)); }

BOOST_AUTO_TEST_CASE(a_capture_is_felt_when_the_case_says_so) {
  const Case c = read(R"({"t_ms":0,"kind":"touch","square":"c3"},{"t_ms":80,"kind":"lift","square":"c3"},)"
                      R"({"t_ms":500,"kind":"touch","square":"d5"},{"t_ms":560,"kind":"lift","square":"d5"},)"
                      R"({"t_ms":800,"kind":"place","square":"d5","piece":"N"},{"t_ms":860,"kind":"release","square":"d5"},)"
                      R"({"t_ms":1000,"kind":"clock","by":"w"})");
  const auto script = staged(c);
  BOOST_REQUIRE_MESSAGE(script, (script ? std::string() : script.error().message));
  const auto& truth = script->truth;
  BOOST_CHECK(first(*script, touch(Square::c3), true) == origin);
  BOOST_CHECK(first(*script, touch(Square::d5), true) == origin + 500'000);
  // A piece leaves its sensor while it rises and reaches it while it comes down.
  const auto near = [&](std::uint32_t channel, bool level, Tick from, Tick to) {
    const auto at = first(*script, channel, level);
    return at && *at >= origin + from && *at <= origin + to;
  };
  BOOST_CHECK(near(presence(Square::c3), false, 80'000, 110'000));
  BOOST_CHECK(near(presence(Square::d5), false, 560'000, 590'000));
  BOOST_CHECK(near(presence(Square::d5), true, 770'000, 800'000));
  BOOST_CHECK(first(*script, wire::aux::clock_white, true) == origin + 1'000'000);
  // The knight is let go; the pawn is in the hand still, and no sensor feels either.
  BOOST_CHECK(std::any_of(truth.begin(), truth.end(), [](const sim::Transition& t) {
    return t.channel == touch(Square::d5) && !t.level && t.at == origin + 860'000;
  }));
}

BOOST_AUTO_TEST_CASE(a_touch_ends_by_its_length_by_its_release_or_with_the_run) {
  const auto end = [](const std::string& events, Square s) {
    const auto script = staged(read(events));
    BOOST_REQUIRE(script);
    const auto at = first(*script, touch(s), false);
    return at ? std::optional(*at - origin) : std::nullopt;
  };
  BOOST_CHECK(end(R"({"t_ms":7,"kind":"touch","square":"e1","dur_ms":50})", Square::e1) == 50'000);
  BOOST_CHECK(end(R"({"t_ms":7,"kind":"touch","square":"a5","dur_ms":50})", Square::a5) == 50'000);
  BOOST_CHECK(end(R"({"t_ms":0,"kind":"touch","square":"e1","dur_ms":50},{"t_ms":90,"kind":"release","square":"e1"})", Square::e1) == 90'000);
  BOOST_CHECK(end(R"({"t_ms":0,"kind":"touch","square":"a5"},{"t_ms":90,"kind":"release","square":"a5"})", Square::a5) == 90'000);
  BOOST_CHECK(!end(R"({"t_ms":0,"kind":"touch","square":"e1"},{"t_ms":90,"kind":"touch","square":"h1"})", Square::e1));
}

BOOST_AUTO_TEST_CASE(two_pieces_are_in_the_air_and_no_hand_is_felt) {
  const Case c = read(R"({"t_ms":0,"kind":"lift","square":"h1"},{"t_ms":100,"kind":"lift","square":"d1"},)"
                      R"({"t_ms":200,"kind":"place","square":"off","piece":"R"},{"t_ms":400,"kind":"place","square":"d1","piece":"r"})",
                      "4k3/8/8/8/8/8/8/K2R3r b - - 0 1");
  BOOST_CHECK_EQUAL(why(c), "");
  const auto script = staged(c);
  BOOST_REQUIRE(script);
  BOOST_CHECK(first(*script, presence(Square::d1), true).has_value());
  // No contact is told of: no pad feels a hand.
  BOOST_CHECK(std::none_of(script->truth.begin(), script->truth.end(), [](const sim::Transition& t) {
    return t.channel >= wire::scan::touch_first && t.channel < wire::scan::auxiliary_first;
  }));
}

BOOST_AUTO_TEST_CASE(what_no_sensor_feels_is_named) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"t_ms":0,"kind":"place","square":"a5","piece":"Q","new":true})", "new one"},
      {R"({"t_ms":0,"kind":"touch","square":"d5","via":"piece"})", "through another piece"},
      {R"({"t_ms":0,"kind":"lift","square":"e4","accidental":true})", "accident"},
      {R"({"t_ms":0,"kind":"touch","square":"d5","by":"b"})", "whose hand"},
      {R"({"t_ms":0,"kind":"touch","square":"off"})", "beside the board"},
      {R"({"t_ms":0,"kind":"claim"})", "word"},
      {R"({"t_ms":0,"kind":"edge"})", "edge"},
      {R"({"t_ms":0,"kind":"touch","square":"d5","unc_ms":126})", "longest scan"},
      {R"({"t_ms":0,"kind":"adjust","until_ms":500},{"t_ms":900,"kind":"adjust","until_ms":2000})", "one length"},
      {R"({"t_ms":0,"kind":"lift","square":"a5"})", "no piece stands there"},
      {R"({"t_ms":0,"kind":"place","square":"a5"})", "in a hand"},
      {R"({"t_ms":0,"kind":"lift","square":"e4"},{"t_ms":59,"kind":"place","square":"e5"})", "so quick"},
      {R"({"t_ms":0,"kind":"lift","square":"e4"},{"t_ms":300,"kind":"place","square":"d5"})", "another piece"},
      {R"({"t_ms":0,"kind":"touch","square":"e4"},{"t_ms":50,"kind":"touch","square":"e4"})", "already"},
      {R"({"t_ms":0,"kind":"touch","square":"a5"},{"t_ms":50,"kind":"touch","square":"a5"})", "already"},
      {R"({"t_ms":0,"kind":"touch","square":"a5","dur_ms":0})", "longer than nothing"},
      {R"({"t_ms":0,"kind":"release","square":"e4"})", "no hand"},
      {R"({"t_ms":0,"kind":"release","square":"a5"})", "no hand"},
      {R"({"t_ms":0,"kind":"clock","by":"w"},{"t_ms":900,"kind":"clock","by":"w"})", "down already"},
      {R"({"t_ms":0,"kind":"adjust"},{"t_ms":100,"kind":"adjust"})", "down still"},
  };
  // What contradicts itself is an error of the file, not a limit of the board.
  const auto contradicts = [](const Case& c) { return !unobservable(c, *fen::parse(c.fen)) && staged(c).error().cause == Cause::malformed; };
  for (const auto& [events, says] : cases) {
    const std::string_view word = says;
    const bool impossible = word == "no piece stands there" || word == "in a hand" || word == "another piece" || word == "already" ||
                            word == "longer than nothing" || word == "no hand" || word == "down already";
    BOOST_CHECK_MESSAGE(contradicts(read(events)) == impossible, events);
    BOOST_CHECK_MESSAGE(why(read(events)).find(says) != std::string::npos, events << ": " << why(read(events)));
  }
  BOOST_CHECK(why(read(R"({"t_ms":0,"kind":"lift","square":"e7"},{"t_ms":300,"kind":"place","square":"e8"},{"t_ms":500,"kind":"clock"})",
                       "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1")).find("exchanged") != std::string::npos);
  BOOST_CHECK(why(read(R"({"t_ms":0,"kind":"lift","square":"e7"},{"t_ms":100,"kind":"lift","square":"d8"},)"
                       R"({"t_ms":300,"kind":"place","square":"d8","piece":"P"},{"t_ms":500,"kind":"clock"})",
                       "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1")).find("exchanged") != std::string::npos);
  // Which piece it is and who presses are no excuse.
  BOOST_CHECK_EQUAL(why(read(R"({"t_ms":0,"kind":"lift","square":"e4"},{"t_ms":300,"kind":"place","square":"e5","piece":"P"},)"
                             R"({"t_ms":500,"kind":"clock","by":"w"})")), "");
}

BOOST_AUTO_TEST_CASE(open_orders_are_those_that_the_case_leaves_open) {
  const Case c = read(R"({"t_ms":100,"kind":"touch","square":"e1","unc_ms":15},{"t_ms":105,"kind":"touch","square":"h1","unc_ms":15},)"
                      R"({"t_ms":160,"kind":"lift","square":"e1"},{"t_ms":160,"kind":"lift","square":"h1"})");
  BOOST_CHECK_EQUAL(scan_for(c), 30'000);
  const auto open = open_orders(c);
  BOOST_REQUIRE_EQUAL(open.size(), 1U);
  BOOST_CHECK_EQUAL(open[0].first, 0);
  BOOST_CHECK_EQUAL(open[0].last, 5'000);
  BOOST_CHECK(adjust_window(read(R"({"t_ms":100,"kind":"adjust","until_ms":600})")) == 500'000);
}

BOOST_AUTO_TEST_CASE(whatever_a_file_says_is_staged_or_refused) {
  rc::check("random events", [] {
    constexpr EventKind kinds[] = {EventKind::touch, EventKind::release, EventKind::lift, EventKind::place, EventKind::clock, EventKind::adjust};
    Case c;
    c.fen = "4k3/8/8/3p4/4P3/2N5/8/4K2R w K - 0 1";
    const int count = *rc::gen::inRange(0, 14);
    Tick now = *rc::gen::inRange<Tick>(-5'000'000, 5'000'000);
    for (int i = 0; i < count; ++i) {
      Event e;
      e.kind = kinds[*rc::gen::inRange<std::size_t>(0, std::size(kinds))];
      constexpr Square squares[] = {Square::e4, Square::d5, Square::c3, Square::e1, Square::h1, Square::a5, Square::off};
      e.square = squares[*rc::gen::inRange<std::size_t>(0, std::size(squares))];
      now += *rc::gen::element<Tick>(0, 1, 1'000, 60'001, 100'000, 300'000);
      e.when = recognition::case_time(now, *rc::gen::element<Tick>(0, 0, 10'000));
      if (*rc::gen::inRange(0, 4) == 0) e.duration = *rc::gen::inRange<Tick>(-10, 400'000);
      c.events.push_back(e);
    }
    const auto start = *fen::parse(c.fen);
    if (unobservable(c, start)) return;
    const auto script = stage(c, start, origin, after, 7);
    if (!script) return;
    RC_ASSERT(std::is_sorted(script->changes.begin(), script->changes.end()));
    std::array<bool, sim::channel_count> level{};
    for (const sim::Change& change : script->changes) {
      RC_ASSERT(change.at == 0 || change.at >= origin);
      RC_ASSERT(level[change.channel] != change.level);
      level[change.channel] = change.level;
    }
    RC_ASSERT(script->end >= script->changes.back().at);
  });
}

}  // namespace
}  // namespace adoube::host
