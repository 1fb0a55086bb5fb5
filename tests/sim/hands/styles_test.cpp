// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/styles.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

#include "check.hpp"
#include "rules/notation/uci.hpp"
#include "sim/hands/perform.hpp"

using namespace adoube;
using namespace adoube::hands;

namespace {

const NamedStyle& row(std::string_view name) {
  return *std::ranges::find(named_styles(), name, &NamedStyle::name);
}

// From the first contact to the last of a knight's first move, as quick as the style can.
Tick quiet_least(const Style& style) {
  const auto position = chess::Position::start();
  const auto move = uci::parse(position, "g1f3").value();
  sim::Random random(1);
  const sim::Parameters parameters;
  Style plain = style;
  for (Tick Style::*habit : {&Style::hover_percent, &Style::probe_percent, &Style::drop_percent, &Style::brush_percent,
                             &Style::topple_percent, &Style::fidget_percent, &Style::adjust_percent}) {
    plain.*habit = 0;
  }
  const Gesture gesture = plan_gesture(position, move, plain, random);
  Table table(position.pieces(), Colour::black, parameters, plain, random);
  Cast cast(position, move, table);
  perform(gesture.steps, cast, Colour::white, 2'000'000, gesture.least());
  const Script script = std::move(table).finish(3'000'000, random);
  return script.truth.back().at - script.truth.front().at;
}

std::uint64_t digest(const Players& players) {
  std::uint64_t h = 14695981039346656037u;
  for (Style style : {players.white, players.black}) {
    for (const StyleField& f : style_fields()) h = (h ^ static_cast<std::uint64_t>(f.of(style))) * 1099511628211u;
  }
  return h;
}

std::uint64_t drawn(const char* text, std::uint64_t seed) { return digest(players_named(text, seed).value()); }

}  // namespace

BOOST_AUTO_TEST_SUITE(named)

BOOST_AUTO_TEST_CASE(every_value_has_a_field_a_reason_and_a_place_in_its_range) {
  std::set<std::string_view> names;
  for (const StyleField& f : style_fields()) {
    Style calm;
    BOOST_TEST(names.insert(f.name).second, f.name);
    BOOST_TEST((f.low <= f.of(calm) && f.of(calm) <= f.high), f.name);
    BOOST_TEST((!f.reason.empty() && (f.unit == "us" || f.unit == "um" || f.unit == "%")), f.name);
  }
  std::set<std::string_view> styles;
  for (const NamedStyle& style : named_styles()) {
    BOOST_TEST(styles.insert(style.name).second);
    BOOST_TEST(!style.meaning.empty());
    std::set<std::string_view> set;
    for (const StyleValue& v : style.values) {
      const auto f = std::ranges::find(style_fields(), v.field, &StyleField::name);
      BOOST_TEST_REQUIRE((f != style_fields().end()), style.name << " has no field " << v.field);
      Style calm;
      BOOST_TEST(set.insert(v.field).second, style.name << ": " << v.field << " twice");
      BOOST_TEST((f->low <= v.value && v.value <= f->high), style.name << ": " << v.field);
      BOOST_TEST(f->of(calm) != v.value, style.name << ": " << v.field << " is what calm has");
      BOOST_TEST(!v.reason.empty());
    }
  }
  BOOST_TEST(named_styles().front().name == "calm");
  BOOST_TEST(styles.size() == 15u);
}

BOOST_AUTO_TEST_CASE(the_least_is_not_above_the_usual) {
  for (const NamedStyle& named : named_styles()) {
    const Style s = style_of(named);
    for (const Span& span : {s.grip, s.raise, s.carry, s.lower, s.let_go, s.reach, s.to_clock, s.pause}) {
      BOOST_TEST((span.least <= span.usual_low && span.usual_low <= span.usual_high), named.name);
    }
    BOOST_TEST((s.free_think_low <= s.free_think_high && s.carry_height_low <= s.carry_height_high), named.name);
    BOOST_TEST((s.hover_height_low <= s.hover_height_high && s.sleeve_height_low <= s.sleeve_height_high), named.name);
    BOOST_TEST(!inconsistent(s), named.name);
    // Play must be able to keep to it: the quickest move and the way to the clock.
    BOOST_TEST(s.least_ply > s.after_release, named.name);
  }
}

BOOST_AUTO_TEST_CASE(values_that_do_not_fit_together_are_named) {
  Style style;
  style.pause.usual_high = style.pause.usual_low - 1;
  BOOST_TEST_REQUIRE(inconsistent(style).has_value());
  BOOST_TEST(inconsistent(style)->message == "pause_low is 150000 and pause_high is 149999; the first must not be above the second");
  style = {};
  style.hover_height_low = style.hover_height_high + 1;
  BOOST_TEST(inconsistent(style)->message.starts_with("hover_height_low is 20001 and hover_height_high is 20000"));
}

// What a row says of its quickest quiet move is what the sensors would see.
BOOST_AUTO_TEST_CASE(quiet_moves_take_at_least_what_the_row_says) {
  for (const NamedStyle& named : named_styles()) BOOST_TEST(quiet_least(style_of(named)) == named.quiet_least, named.name);
  BOOST_TEST(row("bullet").quiet_least < row("blitz").quiet_least);
  BOOST_TEST(row("blitz").quiet_least < row("calm").quiet_least);
  BOOST_TEST(row("calm").quiet_least < row("beginner").quiet_least);
}

BOOST_AUTO_TEST_CASE(players_by_name) {
  const Style calm;
  const Style slider = style_of(row("slider"));
  BOOST_TEST(drawn("calm", 1) == digest(Players()));
  BOOST_TEST(drawn("slider", 1) == digest(Players(slider)));
  BOOST_TEST(drawn("white=calm,black=slider", 1) == digest({calm, slider}));
  BOOST_TEST(drawn("black=slider", 1) == digest({calm, slider}));
  BOOST_TEST(drawn("black=calm,white=slider", 1) == digest({slider, calm}));
}

BOOST_AUTO_TEST_CASE(players_at_random) {
  std::set<std::uint64_t> whites, pairs;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    BOOST_REQUIRE(drawn("random", seed) == drawn("random", seed));
    whites.insert(drawn("white=random", seed));
    pairs.insert(drawn("random", seed));
  }
  BOOST_TEST(whites.size() == named_styles().size());
  BOOST_TEST(pairs.size() > 100u);  // of 225: each player draws his own
}

BOOST_AUTO_TEST_CASE(what_is_no_style_is_refused) {
  for (const char* text : {"", "fast", "Calm", "white=", "white=fast", "calm,slider", "white=calm,white=slider", "red=calm", "white=calm,", ",",
                           "white=calm black=slider", "white=calm,,black=calm"}) {
    const auto players = players_named(text, 1);
    BOOST_TEST_REQUIRE(!players.has_value(), text);
    BOOST_TEST((players.error().cause == Cause::usage));
  }
  BOOST_TEST(players_named("fast", 1).error().message.find("bullet") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
