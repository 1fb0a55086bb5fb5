// SPDX-License-Identifier: Apache-2.0
#include "host/report/incident_report.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

#include "host/cases/case_file.hpp"

namespace adoube::report {
namespace {

using article4::Verdict;
using article4::words::kLanguages;
using article4::words::Language;
using recognition::Case;

const std::vector<Case>& corpus() {
  static const std::vector<Case> cases = host::read_cases(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rules/cases/touchmove.jsonl").value();
  return cases;
}

const Case& case_of(std::string_view id) {
  const auto found = std::find_if(corpus().begin(), corpus().end(), [&](const Case& c) { return c.id == id; });
  BOOST_REQUIRE_MESSAGE(found != corpus().end(), id);
  return *found;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

BOOST_AUTO_TEST_CASE(every_case_ends_in_its_own_ruling) {
  for (const Case& c : corpus()) {
    const auto found = incidents(c, {});
    BOOST_REQUIRE_MESSAGE(found && !found->empty(), c.id);
    const Incident& last = found->back();
    if (c.expected.verdict) BOOST_CHECK_MESSAGE(article4::text(last.judgement.verdict) == *c.expected.verdict, c.id);
    if (c.expected.clause) BOOST_CHECK_MESSAGE(article4::key(last.judgement.clause) == *c.expected.clause, c.id);
    for (const std::uint32_t id : last.evidence.events) {
      BOOST_CHECK_MESSAGE(std::any_of(last.events.begin(), last.events.end(), [&](const Event& e) { return e.id == id; }), c.id);
    }
    for (std::size_t i = 0; i + 1 < found->size(); ++i) BOOST_CHECK_MESSAGE(notable((*found)[i].judgement), c.id);
  }
}

BOOST_AUTO_TEST_CASE(every_case_makes_a_page_in_every_language) {
  for (const Case& c : corpus()) {
    const auto found = incidents(c, {}).value();
    for (const Language language : kLanguages) {
      const std::string page = incident_report(found, {language, c.id, "adoube 0"});
      BOOST_CHECK_EQUAL(page, incident_report(found, {language, c.id, "adoube 0"}));
      BOOST_CHECK_MESSAGE(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), c.id);
      BOOST_CHECK_EQUAL(count(page, "<section>"), found.size());
      BOOST_CHECK_EQUAL(count(page, "</section>"), found.size());
      // Self-contained: nothing is loaded from anywhere.
      for (const char* part : {"src=", "href=\"http", "url(", "@import", "<script"}) BOOST_CHECK_MESSAGE(page.find(part) == std::string::npos, part);
      BOOST_CHECK_MESSAGE(page.find("{n}") == std::string::npos && page.find("{moves}") == std::string::npos && page.find("{who}") == std::string::npos, c.id);
      // Each id once, so that boards and axes on one page do not take each other's parts.
      std::set<std::string> ids;
      for (std::size_t at = page.find(" id=\""); at != std::string::npos; at = page.find(" id=\"", at + 1)) {
        BOOST_CHECK_MESSAGE(ids.insert(page.substr(at + 5, page.find('"', at + 5) - at - 5)).second, c.id);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_page_shows_what_the_ruling_rests_on) {
  const auto found = incidents(case_of("famous-polgar-kasparov-1994"), {}).value();
  BOOST_REQUIRE_EQUAL(found.size(), 1U);
  const std::string page = incident_report(found, {Language::english, "cases.jsonl", "adoube 0.1.0"});
  BOOST_CHECK_NE(page.find("famous-polgar-kasparov-1994, 36..."), std::string::npos);
  BOOST_CHECK_NE(page.find("<p>Black had made Nc5 and took it back.</p>"), std::string::npos);
  BOOST_CHECK_NE(page.find("<p>Nc5 has to stand.</p>"), std::string::npos);
  BOOST_CHECK_NE(page.find("Clause 4.7: Release"), std::string::npos);
  BOOST_CHECK_NE(page.find("FIDE Laws of 2023, fide2023"), std::string::npos);
  BOOST_CHECK_EQUAL(count(page, "<tr><td class=\"n\">"), found.front().events.size());
  BOOST_CHECK_EQUAL(count(page, "<td class=\"dot\">●</td>"), found.front().evidence.events.size());
  BOOST_CHECK_NE(page.find("takes away"), std::string::npos);
  BOOST_CHECK_NE(page.find("<td class=\"n\">-0.001 – 0</td>"), std::string::npos);
  BOOST_CHECK_NE(page.find("Printed by adoube 0.1.0"), std::string::npos);
  BOOST_CHECK_NE(page.find("@media print"), std::string::npos);
}

BOOST_AUTO_TEST_CASE(open_questions_are_listed_as_alternatives) {
  const Case* open = nullptr;
  for (const Case& c : corpus()) {
    if (c.expected.certainty == "arbiter") open = &c;
  }
  BOOST_REQUIRE(open != nullptr);
  const auto found = incidents(*open, {}).value();
  const std::string page = incident_report(found, {Language::english, "x", "adoube 0"});
  BOOST_CHECK_NE(page.find("<h3>Alternatives</h3>"), std::string::npos);
  BOOST_CHECK_EQUAL(count(page, "<li>Reading "), found.back().judgement.readings.size());
}

BOOST_AUTO_TEST_CASE(a_page_says_where_the_edition_differs_from_the_clause_as_told) {
  const Case c = case_of("famous-fischer-donner-1966");
  const auto page = [&](const char* edition) {
    auto found = incidents(c, {}, edition).value();
    found.front().judgement.clause = article4::Clause::c4_3_3;
    return incident_report(found, {Language::english, "x", "adoube 0"});
  };
  BOOST_CHECK_NE(page("seed-it").find("<p>seed-it: Nothing is said about an unclear order.</p>"), std::string::npos);
  BOOST_CHECK_EQUAL(page("fide2018").find("<p>fide2018: "), std::string::npos);
}

BOOST_AUTO_TEST_CASE(foreign_text_is_escaped) {
  Case c = case_of("famous-fischer-donner-1966");
  c.id = "<script>alert('&')</script>\xff";
  const auto found = incidents(c, {}).value();
  const std::string page = incident_report(found, {Language::english, "<img src=x>", "a<b"});
  for (const char* part : {"<script", "<img", "a<b", "\xff"}) BOOST_CHECK_MESSAGE(page.find(part) == std::string::npos, part);
  BOOST_CHECK_NE(page.find("&lt;script&gt;"), std::string::npos);
}

BOOST_AUTO_TEST_CASE(another_edition_can_be_asked_for) {
  const auto found = incidents(case_of("famous-fischer-donner-1966"), {}, "fide-s4").value();
  const std::string page = incident_report(found, {Language::czech, "x", "adoube 0"});
  BOOST_CHECK_NE(page.find("Článek 4.3a: Dotyk vlastních kamenů"), std::string::npos);
  BOOST_CHECK(incidents(case_of("famous-fischer-donner-1966"), {}, "fide1851").error().cause == Cause::usage);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_judged_is_refused) {
  Case c = case_of("famous-fischer-donner-1966");
  c.fen = "nonsense";
  BOOST_CHECK(incidents(c, {}).error().message.starts_with("famous-fischer-donner-1966: "));
  c.unsupported = {"unplug"};
  BOOST_CHECK(incidents(c, {}).error().cause == Cause::malformed);
}

BOOST_AUTO_TEST_CASE(no_incident_is_said) {
  const std::string page = incident_report({}, {Language::italian, "x", "adoube 0"});
  BOOST_CHECK_NE(page.find("<p>Nessun incidente.</p>"), std::string::npos);
}

BOOST_AUTO_TEST_CASE(who_has_the_move_is_said_under_the_board) {
  const auto found = incidents(case_of("famous-fischer-donner-1966"), {}).value();
  for (const auto& [language, caption] : {std::pair{Language::english, "<figcaption>White has the move. "}, {Language::czech, "<figcaption>Na tahu je bílý. "},
                                          {Language::italian, "<figcaption>Ha il tratto il Bianco. "}}) {
    BOOST_CHECK_NE(incident_report(found, {language, "x", "adoube 0"}).find(caption), std::string::npos);
  }
}

}  // namespace
}  // namespace adoube::report
