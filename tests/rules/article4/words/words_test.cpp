// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/words/words.hpp"

#include <boost/test/unit_test.hpp>

#include <set>

#include "rules/article4/words/book.hpp"

namespace adoube::article4::words {
namespace {

/// Well-formed UTF-8 without control characters, and without blanks where a sentence has none.
bool clean(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80 ? 1 : byte >> 5 == 6 ? 2 : byte >> 4 == 14 ? 3 : 0;
    if (length == 0 || byte < 0x20 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if (static_cast<unsigned char>(text[i + k]) >> 6 != 2) return false;
    }
    i += length;
  }
  return text.find("  ") == std::string_view::npos && !text.starts_with(' ') && !text.ends_with(' ');
}

BOOST_AUTO_TEST_CASE(every_clause_has_its_texts_in_every_language) {
  for (const Book* book : {&english_book, &czech_book, &italian_book}) {
    std::set<std::string_view> texts;
    for (std::size_t i = 1; i < clause_count; ++i) {
      const ClauseText& t = book->clauses[i];
      const std::string_view where = key(t.clause);
      BOOST_CHECK_MESSAGE(t.clause == static_cast<Clause>(i), book->code << ' ' << i);
      BOOST_CHECK_MESSAGE(!t.title.empty() && clean(t.title) && !t.title.ends_with('.'), where << ' ' << t.title);
      BOOST_CHECK_MESSAGE(!t.brief.empty() && clean(t.brief) && !t.brief.ends_with('.'), where << ' ' << t.brief);
      BOOST_CHECK_MESSAGE(t.brief.find(". ") == std::string_view::npos, where << " is more than half a sentence");
      BOOST_CHECK_MESSAGE(clean(t.text) && t.text.ends_with('.'), where << ' ' << t.text);
      BOOST_CHECK_MESSAGE(texts.insert(t.text).second, book->code << ' ' << where << " repeats another clause");
    }
    for (const std::string_view name : book->texts) BOOST_CHECK(!name.empty() && clean(name));
  }
}

BOOST_AUTO_TEST_CASE(no_language_borrows_the_sentences_of_another) {
  for (std::size_t i = 1; i < clause_count; ++i) {
    BOOST_CHECK_NE(english_book.clauses[i].text, czech_book.clauses[i].text);
    BOOST_CHECK_NE(english_book.clauses[i].text, italian_book.clauses[i].text);
    BOOST_CHECK_NE(czech_book.clauses[i].text, italian_book.clauses[i].text);
  }
}

BOOST_AUTO_TEST_CASE(every_value_of_every_switch_has_a_sentence) {
  for (const Language language : kLanguages) {
    for (std::size_t place = 0; place < switches().size(); ++place) {
      const Switch& s = switches()[place];
      std::set<std::string> sentences;
      Edition e;
      const auto check = [&] {
        const std::string text = meaning(e, place, language);
        BOOST_CHECK_MESSAGE(clean(text) && text.ends_with('.') && text.find('{') == std::string::npos,
                            code(language) << ' ' << s.name << ' ' << value(e, place) << ": " << text);
        BOOST_CHECK_MESSAGE(sentences.insert(text).second, s.name << ": two values, one sentence: " << text);
      };
      for (const std::string_view word : s.values) {
        BOOST_REQUIRE(set(e, place, word));
        check();
      }
      for (std::int64_t n = 0; s.values.empty() && n <= std::min<std::int64_t>(s.most, 9); ++n) {
        BOOST_REQUIRE(set(e, place, n));
        check();
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(no_label_and_no_part_of_a_sentence_is_missing) {
  for (const Language language : kLanguages) {
    const Labels& l = labels(language);
    for (const std::string_view label : {l.numbers, l.unnumbered, l.absent, l.differ, l.alike, l.report, l.has_the_move, l.ruling, l.allowed, l.alternatives,
                                         l.reading, l.time_axis, l.events, l.evidence, l.evidence_note, l.board_note, l.changes, l.takes_away, l.gives_back,
                                         l.clause, l.edition, l.printed_by, l.no_incident, l.number, l.time, l.event, l.square, l.player, l.outside}) {
      BOOST_CHECK_MESSAGE(!label.empty() && clean(label), code(language) << ' ' << label);
    }
    for (const std::string_view label : l.kinds) BOOST_CHECK(!label.empty() && clean(label));
    for (const std::string_view label : l.verdicts) BOOST_CHECK(!label.empty() && clean(label));
    for (const std::string_view label : l.certainties) BOOST_CHECK(!label.empty() && clean(label));
    // Each gap stands where its value is put.
    for (const std::string_view gapped : {l.takes_away, l.gives_back, l.reading}) {
      for (const char* gap : {"{n}", "{clause}", "{moves}"}) BOOST_CHECK_MESSAGE(gapped.find(gap) != std::string_view::npos, gapped);
    }
    BOOST_CHECK_NE(l.printed_by.find("{n}"), std::string_view::npos);
  }
  // The parts of a ruling are views side by side: none may be left out in one language.
  static_assert(sizeof(RulingWords) % sizeof(std::string_view) == 0);
  for (const Book* book : {&english_book, &czech_book, &italian_book}) {
    const auto* part = reinterpret_cast<const std::string_view*>(&book->ruling);
    for (std::size_t i = 0; i < sizeof(RulingWords) / sizeof(std::string_view); ++i) {
      BOOST_CHECK_MESSAGE(!part[i].empty(), book->code << ": part " << i << " of the ruling's words is empty");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_language_is_named_by_its_code) {
  for (const Language language : kLanguages) BOOST_CHECK(parse_language(code(language)) == language);
  for (const char* word : {"", "EN", "de", "english"}) BOOST_CHECK(!parse_language(word));
}

BOOST_AUTO_TEST_CASE(a_clause_is_called_by_the_number_of_the_edition) {
  BOOST_CHECK_EQUAL(number_or_key(Clause::c4_8, *edition("fide-s4")), "4.6");
  BOOST_CHECK_EQUAL(number_or_key(Clause::c4_8, *edition("fide2009")), "4.7");
  BOOST_CHECK_EQUAL(number_or_key(Clause::c4_8, *edition("seed-en")), "4.8");
  BOOST_CHECK_EQUAL(number_or_key(Clause::c4_3_1, *edition("uscf")), "10B");
}

}  // namespace
}  // namespace adoube::article4::words
