// SPDX-License-Identifier: Apache-2.0
#include "host/cases/case_file.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>

namespace adoube::host {
namespace {

constexpr const char* kGood =
    R"({"id":"a","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","side":"w","profile":"uscf","hands":"auto",)"
    R"("events":[{"t_ms":0,"kind":"touch","square":"e2","unc_ms":15,"dur_ms":400},)"
    R"({"t_ms":1.5,"kind":"place","square":"off","piece":"P","new":true,"by":"b"},)"
    R"({"t_ms":2,"kind":"adjust","square":null,"until_ms":5000},{"t_ms":3,"kind":"clock"}],)"
    R"("expected":{"allowed_moves":["e2e3"],"verdict":"obligation","flags":["x"],"moves":["e3"],)"
    R"("turns":[{"move":"e2e4","flags":["y"]}]}})";

BOOST_AUTO_TEST_CASE(every_field_is_read) {
  const auto c = parse_case(kGood, "f:1");
  BOOST_REQUIRE_MESSAGE(c, (c ? std::string() : c.error().message));
  BOOST_CHECK_EQUAL(c->id, "a");
  BOOST_CHECK_EQUAL(c->profile, "uscf");
  BOOST_CHECK(c->side == Colour::white);
  BOOST_CHECK(c->auto_hands);
  BOOST_REQUIRE_EQUAL(c->events.size(), 4U);
  BOOST_CHECK(c->events[0].when == (Interval{-15'001, 15'000}));
  BOOST_CHECK(c->events[0].duration == 400'000);
  BOOST_CHECK(c->events[1].when == (Interval{1'499, 1'500}));
  BOOST_CHECK(c->events[1].square == Square::off);
  BOOST_CHECK(c->events[1].piece == 'P');
  BOOST_CHECK(c->events[1].from_outside);
  BOOST_CHECK(c->events[1].actor == Colour::black);
  BOOST_CHECK(c->events[2].until == 5'000'000);
  BOOST_CHECK(!c->events[3].actor);
  BOOST_CHECK_EQUAL(c->expected.allowed_moves->size(), 1U);
  BOOST_CHECK_EQUAL(*c->expected.verdict, "obligation");
  BOOST_CHECK(!c->expected.clause);
  BOOST_CHECK_EQUAL(c->expected.turns.size(), 1U);
  BOOST_CHECK_EQUAL(*c->expected.turns[0].move, "e2e4");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_one_sentence_with_file_and_line) {
  const std::pair<const char*, const char*> bad[] = {
      {"{", "not JSON"},
      {"[]", "one JSON object"},
      {R"({"fen":"x","side":"w","events":[],"expected":{}})", "\"id\" is missing"},
      {R"({"id":7,"fen":"x","side":"w","events":[],"expected":{}})", "\"id\" must be a string"},
      {R"({"id":"a","fen":"x","side":"white","events":[],"expected":{}})", "\"side\""},
      {R"({"id":"a","fen":"x","side":"w","events":{},"expected":{}})", "\"events\" must be a list"},
      {R"({"id":"a","fen":"x","side":"w","events":[3],"expected":{}})", "must be an object"},
      {R"({"id":"a","fen":"x","side":"w","events":[{"t_ms":0,"kind":"poke"}],"expected":{}})", "\"poke\""},
      {R"({"id":"a","fen":"x","side":"w","events":[{"t_ms":0,"kind":"touch","square":"i9"}],"expected":{}})", "\"i9\""},
      {R"({"id":"a","fen":"x","side":"w","events":[{"t_ms":0,"kind":"touch"}],"expected":{}})", "needs a \"square\""},
      {R"({"id":"a","fen":"x","side":"w","events":[{"t_ms":"0","kind":"clock"}],"expected":{}})", "milliseconds"},
      {R"({"id":"a","fen":"x","side":"w","events":[{"t_ms":1e300,"kind":"clock"}],"expected":{}})", "milliseconds"},
      {R"({"id":"a","fen":"x","side":"w","events":[{"kind":"clock"}],"expected":{}})", "\"t_ms\""},
      {R"({"id":"a","fen":"x","side":"w","events":[{"t_ms":0,"kind":"place","square":"a1","piece":"Z"}],"expected":{}})",
       "PNBRQK"},
      {R"({"id":"a","fen":"x","side":"w","events":[]})", "\"expected\" is missing"},
      {R"({"id":"a","fen":"x","side":"w","events":[],"expected":{}})", "names nothing"},
      {R"({"id":"a","fen":"x","side":"w","events":[],"expected":{"flags":"x"}})", "list of strings"},
  };
  for (const auto& [line, sentence] : bad) {
    std::istringstream in(std::string("\n") + line + "\n");
    const auto cases = read_cases(in, "bad.jsonl");
    BOOST_REQUIRE_MESSAGE(!cases, line);
    BOOST_CHECK(cases.error().cause == Cause::malformed);
    BOOST_CHECK_MESSAGE(cases.error().message.starts_with("bad.jsonl:2: "), cases.error().message);
    BOOST_CHECK_MESSAGE(cases.error().message.find(sentence) != std::string::npos, cases.error().message);
  }
}

BOOST_AUTO_TEST_CASE(an_absent_file_is_an_io_error) {
  for (const char* file : {"/nowhere/at/all.jsonl", "/"}) {
    const auto cases = read_cases(std::filesystem::path(file));
    BOOST_REQUIRE(!cases);
    BOOST_CHECK(cases.error().cause == Cause::io);
  }
}

BOOST_AUTO_TEST_CASE(a_bad_position_or_edition_fails_the_case_with_a_sentence) {
  auto c = *parse_case(kGood, "f:1");
  c.profile = "fide1066";
  BOOST_CHECK(!recognition::run_case(c).ok);
  BOOST_CHECK_NE(recognition::run_case(c).error->find("fide1066"), std::string::npos);
  c.profile = "fide2023";
  c.fen = "nonsense";
  BOOST_CHECK(!recognition::run_case(c).ok);
  BOOST_CHECK(recognition::run_case(c).error.has_value());
}

BOOST_AUTO_TEST_CASE(events_that_are_no_business_of_the_rules_are_named) {
  const auto c = parse_case(
      R"({"id":"a","fen":"x","side":"w","events":[{"t_ms":0,"kind":"unplug"}],"expected":{"verdict":"free"}})", "f:1");
  BOOST_REQUIRE(c);
  const auto outcome = recognition::run_case(*c);
  BOOST_CHECK(!outcome.ok);
  BOOST_CHECK_NE(outcome.not_observable->find("unplug"), std::string::npos);
}

}  // namespace
}  // namespace adoube::host
