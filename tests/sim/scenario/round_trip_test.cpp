// SPDX-License-Identifier: Apache-2.0
// Scenarios drawn from the tables of words: what is written is read as the same statements, and has one form.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <set>

#include "sim/hands/styles.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/physics/random.hpp"
#include "sim/scenario/numbers.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/reader.hpp"
#include "sim/scenario/words.hpp"

using namespace adoube;
using namespace adoube::scenario;

namespace {

class Draw {
  template <class Rows>
  const auto& any(const Rows& rows) {
    return rows[static_cast<std::size_t>(random_.within(0, static_cast<std::int64_t>(std::size(rows)) - 1))];
  }

 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::string file() {
    text_.clear();
    for (const SettingWord& row : setting_words()) {
      if (random_.chance(40)) heading(row);
    }
    text_ += "\n";
    bool first = true;
    for (std::int64_t n = random_.within(0, 12); n > 0; --n) {
      verb(any(verb_words()), first);
      first = false;
    }
    if (random_.chance(30)) text_ += fmt::format("play {} clock {}\n", san(), clock_text(random_.within(0, 86'400'000) * 1'000));
    if (random_.chance(80)) {
      text_ += fmt::format("expect{}\n", random_.chance(50) ? " with presence" : "");
      for (std::int64_t n = random_.within(1, 8); n > 0; --n) outcome(any(outcome_words()));
    }
    return text_;
  }

 private:
  std::string square() { return name(adoube::square(static_cast<int>(random_.within(0, 63)))); }
  std::string san() {
    constexpr std::string_view words[] = {"e4", "Nf3", "exd6", "O-O", "O-O-O", "a8=Q+", "R1e2", "Qh5#"};
    return std::string(any(words));
  }
  // In any unit that can say it, blank or not.
  std::string time(Tick low, Tick high) {
    const Tick us = random_.within(low, high);
    if (random_.chance(30)) return fmt::format("{}us", us);
    return time_text(us);
  }
  std::string player(int percent) { return !random_.chance(percent) ? "" : random_.chance(50) ? "white " : "black "; }

  void heading(const SettingWord& row) {
    std::string out(row.word);
    switch (row.takes) {
      case Takes::nothing: break;
      case Takes::text: out += " what it is about"; break;
      case Takes::fen: out += random_.chance(50) ? " start" : " 4k3/8/8/8/8/8/P7/4K3 w - - 3 40"; break;
      case Takes::edition: out += " fide2018-rapid"; break;
      case Takes::number: out += fmt::format(" {}", row.high - static_cast<std::uint64_t>(random_.within(0, 900))); break;
      case Takes::style: out += fmt::format(" {}{}", player(50), random_.chance(20) ? hands::random_style : any(hands::named_styles()).name); break;
      case Takes::named_number: {
        const bool of_hands = random_.chance(50);
        const std::string_view name = of_hands ? any(hands::style_fields()).name : any(sim::parameter_table()).name;
        const Number number = number_named(name).value();
        out += fmt::format(" {}{} {} {}", of_hands ? player(60) : "", name, random_.within(number.low, number.high), number.unit);
        break;
      }
      case Takes::word: out += fmt::format(" {}", any(row.words)); break;
      case Takes::time: out += fmt::format(" {}", time(static_cast<Tick>(row.low), static_cast<Tick>(row.high))); break;
      case Takes::share: out += fmt::format(" 1/{}", random_.within(static_cast<std::int64_t>(row.low), static_cast<std::int64_t>(row.high))); break;
      case Takes::ppm: out += fmt::format(" {} ppm", random_.within(-drift_most_ppm, drift_most_ppm)); break;
      case Takes::control: out += " 40/7200:3600+30"; break;
    }
    text_ += out + (random_.chance(20) ? "  # why\n" : "\n");
  }

  void verb(const VerbWord& row, bool first) {
    std::string out = first || random_.chance(50) ? "at " : "+";
    out += fmt::format("{}  ", time(0, longest_time / 2));
    if (row.player) out += random_.chance(50) ? "white " : "black ";
    out += row.word;
    bool timed = !row.span.empty() && random_.chance(50);
    switch (row.verb) {
      case Verb::fault: {
        const sim::Fault fault = sim::random_fault(static_cast<sim::FaultKind>(random_.within(0, sim::fault_kinds - 1)), 1'000'000, 9'000'000, random_);
        out += fmt::format(" {}", sim::words(fault));
        timed = fault.kind == sim::FaultKind::chatter || fault.kind == sim::FaultKind::emi_burst;
        break;
      }
      case Verb::line_faults: out += fmt::format(" 1/{}", random_.within(2, UINT32_MAX)); break;
      case Verb::drift: out += fmt::format(" {} ppm", random_.within(-drift_most_ppm, drift_most_ppm)); break;
      case Verb::damage:
        out += fmt::format(" {} {} {}", any(bus::damage_words), any(bus::side_words), any(bus::packets_words));
        if (random_.chance(50)) out += fmt::format(" bits {}", random_.within(1, 8 * 72));
        if (random_.chance(50)) out += fmt::format(" times {}", random_.within(1, 1'000'000));
        break;
      default: break;
    }
    if (row.square != Need::none) out += fmt::format(" {}", square());
    if (row.other == Need::required || (row.other == Need::optional && random_.chance(50))) out += fmt::format(" {} {}", row.link, square());
    if (timed) out += fmt::format(" {} {}", row.span, row.verb == Verb::fault ? "9 us" : time(1, 1'000'000));
    if (row.held && random_.chance(50)) out += " held";
    text_ += out + "\n";
  }

  void outcome(const OutcomeWord& row) {
    std::string out(row.word);
    switch (row.claims) {
      case Claims::nothing: break;
      case Claims::equal: out += " equal"; break;
      case Claims::maybe_san:
        if (random_.chance(50)) break;
        [[fallthrough]];
      case Claims::san: out += fmt::format(" {}", san()); break;
      case Claims::sans: out += random_.chance(30) ? " none" : fmt::format(" {} {}", san(), san()); break;
      case Claims::ucis: out += random_.chance(30) ? " none" : " e2e4 a7a8q"; break;
      case Claims::verdict: out += random_.chance(50) ? " violation" : " obligation 4.3.1"; break;
      case Claims::certainty: out += " arbiter"; break;
      case Claims::flag: out += random_.chance(50) ? " retracted" : fmt::format(" adjusted:{}", square()); break;
      case Claims::situation: out += random_.chance(50) ? fmt::format(" disturbed {}", square()) : " result_shown 1/2-1/2"; break;
      case Claims::count: out += fmt::format(" {}", random_.within(0, 1'000)); break;
      case Claims::placement: out += " 4k3/8/8/8/8/8/P7/4K3"; break;
    }
    const auto bound = [&](unsigned which, const std::string& text) {
      if ((row.bounds & which) != 0 && random_.chance(50)) out += fmt::format(" {}", text);
    };
    bound(Bound::provisional, "provisional");
    bound(Bound::ply, fmt::format("ply {}", random_.within(1, 10'000)));
    bound(Bound::revision, fmt::format("revision {}", random_.within(1, 10'000)));
    bound(Bound::between, fmt::format("between {} and {}", time(0, 1'000), time(1'000, longest_time)));
    bound(Bound::by, fmt::format("by {}", time(0, longest_time)));
    bound(Bound::before, fmt::format("before {}", time(0, longest_time)));
    text_ += out + "\n";
  }

  sim::Random random_;
  std::string text_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_written_is_read_as_the_same) {
  constexpr std::uint64_t files = 3'000;
  std::set<Setting> settings;
  std::set<Verb> verbs;
  std::set<Outcome> outcomes;
  for (std::uint64_t seed = 1; seed <= files; ++seed) {
    const std::string text = Draw(seed).file();
    const auto scenario = parse(text, "x.scn");
    BOOST_REQUIRE_MESSAGE(scenario, scenario.error().message << "\n" << text);
    const std::string written = write(*scenario);
    const auto again = parse(written, "x.scn");
    BOOST_REQUIRE_MESSAGE(again, again.error().message << "\n" << written);
    BOOST_REQUIRE_MESSAGE(write(*again) == written, written);
    // No word is lost or changed.
    BOOST_REQUIRE(again->lines.size() == scenario->lines.size());
    for (std::size_t i = 0; i < again->lines.size(); ++i) {
      const auto& a = scenario->lines[i].statement;
      const auto& b = again->lines[i].statement;
      BOOST_REQUIRE(a.has_value() == b.has_value());
      if (!a) continue;
      BOOST_REQUIRE(a->index() == b->index());
      if (const auto* h = std::get_if<Heading>(&*a)) {
        const auto& other = std::get<Heading>(*b);
        BOOST_REQUIRE((h->setting == other.setting && h->text == other.text && h->number == other.number && h->player == other.player));
        settings.insert(h->setting);
      }
      if (const auto* t = std::get_if<Timed>(&*a)) {
        const auto& other = std::get<Timed>(*b);
        BOOST_REQUIRE((t->verb == other.verb && t->when.time == other.when.time && t->when.relative == other.when.relative && t->player == other.player &&
                       t->square == other.square && t->other == other.other && t->length == other.length && t->held == other.held && t->mishap == other.mishap));
        BOOST_REQUIRE(t->defect.has_value() == other.defect.has_value());
        if (t->defect) BOOST_REQUIRE((t->defect->kind == other.defect->kind && t->defect->place == other.defect->place && t->defect->size == other.defect->size));
        verbs.insert(t->verb);
      }
      if (const auto* e = std::get_if<Expectation>(&*a)) {
        const auto& other = std::get<Expectation>(*b);
        BOOST_REQUIRE((e->outcome == other.outcome && e->words == other.words && e->clause == other.clause && e->count == other.count &&
                       e->provisional == other.provisional && e->ply == other.ply && e->revision == other.revision && e->between == other.between &&
                       e->by == other.by && e->before == other.before));
        outcomes.insert(e->outcome);
      }
    }
  }
  BOOST_TEST(settings.size() == setting_words().size());
  BOOST_TEST(verbs.size() == verb_words().size());
  BOOST_TEST(outcomes.size() == outcome_words().size());
}
