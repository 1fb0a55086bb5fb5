// SPDX-License-Identifier: Apache-2.0
/// Clauses, switches and rulings in words, in English, Czech and Italian.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/article4/clause.hpp"
#include "rules/article4/edition.hpp"
#include "rules/article4/judgement.hpp"
#include "rules/article4/move_table.hpp"
#include "rules/article4/words/book.hpp"

namespace adoube::article4::words {

enum class Language : std::uint8_t { english, czech, italian };
inline constexpr std::array kLanguages{Language::english, Language::czech, Language::italian};

/// "en", "cs", "it".
std::string_view code(Language language);
/// The language of that code; nothing for any other word.
std::optional<Language> parse_language(std::string_view code);

/// The heading of a clause, and its rule in our own words.
std::string_view title(Clause clause, Language language);
std::string_view rule(Clause clause, Language language);
/// How a text of the Laws is called: "FIDE Laws of 2023".
std::string_view text_name(Text text, Language language);
/// "rapid"
std::string_view rate_name(Rate rate, Language language);
/// What the profile's value of a switch (its place in `switches()`) means, as one sentence.
std::string meaning(const Edition& edition, std::size_t place, Language language);
/// "4.6(b)" where the edition's text has a number for the clause, its key where it has none.
std::string_view number_or_key(Clause clause, const Edition& edition);

/// The labels of an explanation.
const Labels& labels(Language language);

/// A ruling as an arbiter would tell it to the player: what happened, what the rule says, what may or has to be done
/// now. Each is one sentence with its full stop. `table` is that of the judged turn.
std::array<std::string, 3> say(const Judgement& judgement, const MoveTable& table, const Edition& edition, Language language);

/// "Ba6, Bb3 or Bd3": the moves in SAN, in the order of their UCI; of more than ten the first six and how many they are.
std::string moves_text(const MoveTable& table, const MoveMask& moves, Language language);

/// SAN of the moves, in the order of their UCI.
std::vector<std::string> san_list(const MoveTable& table, const MoveMask& moves);

}  // namespace adoube::article4::words
