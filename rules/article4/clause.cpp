// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/clause.hpp"

#include <algorithm>
#include <iterator>

namespace adoube::article4 {

namespace {

struct Row {
  Clause clause;
  std::string_view key;
  std::string_view numbers[text_count];  // "" not in that text; "+" in it, without a number
};

// docs/editions.md says which of these numbers were read in a print and which are from memory.
constexpr Row kRows[] = {
    //                           2023        2018        2017       2014       2009      2005      S4       USCF    seed
    {Clause::none, "",          {"",         "",         "",        "",        "",       "",       "",      "",     ""}},
    {Clause::c1_3, "1.3",       {"1.3",      "1.3",      "1.3",     "1.1",     "1.1",    "1.1",    "",      "",     "+"}},
    {Clause::c3_7, "3.7",       {"3.7",      "3.7",      "3.7",     "3.7",     "3.7",    "3.7",    "",      "8F6",  "+"}},
    {Clause::c3_8_2, "3.8.2",   {"3.8.2",    "3.8.2",    "3.8.2",   "3.8.b",   "3.8(b)", "3.8(b)", "",      "8A2",  "+"}},
    {Clause::c4_1, "4.1",       {"4.1",      "4.1",      "4.1",     "4.1",     "4.1",    "4.1",    "4.1",   "",     "+"}},
    {Clause::c4_2_1, "4.2.1",   {"4.2.1",    "4.2.1",    "4.2",     "4.2",     "4.2",    "4.2",    "4.2",   "10A",  "+"}},
    {Clause::c4_2_2, "4.2.2",   {"4.2.2",    "4.2.2",    "4.3",     "4.3",     "4.3",    "4.3",    "4.3",   "10E",  "+"}},
    {Clause::c4_3, "4.3",       {"4.3",      "4.3",      "4.3",     "4.3",     "4.3",    "4.3",    "4.3",   "10B",  "+"}},
    {Clause::c4_3_1, "4.3.1",   {"4.3.1",    "4.3.1",    "4.3.1",   "4.3.a",   "4.3(a)", "4.3(a)", "4.3a",  "10B",  "+"}},
    {Clause::c4_3_2, "4.3.2",   {"4.3.2",    "4.3.2",    "4.3.2",   "4.3.b",   "4.3(b)", "4.3(b)", "4.3b",  "10B",  "+"}},
    {Clause::c4_3_3, "4.3.3",   {"4.3.3",    "4.3.3",    "4.3.3",   "4.3.c",   "4.3(c)", "4.3(c)", "4.3c",  "10C",  "+"}},
    {Clause::c4_4_1, "4.4.1",   {"4.4.1",    "4.4.1",    "4.4.1",   "4.4.a",   "4.4(a)", "4.4(a)", "4.4a",  "10I1", "+"}},
    {Clause::c4_4_2, "4.4.2",   {"4.4.2",    "4.4.2",    "4.4.2",   "4.4.b",   "4.4(b)", "4.4(b)", "4.4b",  "10I2", "+"}},
    {Clause::c4_4_3, "4.4.3",   {"4.4.3",    "4.4.3",    "4.4.3",   "4.4.c",   "4.4(c)", "4.4(c)", "4.4c",  "10I1", "+"}},
    {Clause::c4_4_4, "4.4.4",   {"4.4.4",    "4.4.4",    "4.4.4",   "4.4.d",   "4.4(d)", "4.4(d)", "",      "9D",   "+"}},
    {Clause::c4_5, "4.5",       {"4.5",      "4.5",      "4.5",     "4.5",     "4.5",    "4.5",    "4.5",   "10D",  "+"}},
    {Clause::c4_6, "4.6",       {"4.6",      "4.6",      "4.6",     "4.6",     "",       "",       "",      "",     ""}},
    {Clause::c4_7, "4.7",       {"4.7",      "4.7",      "4.7",     "4.7",     "4.6",    "4.6",    "4.7",   "9A",   "+"}},
    {Clause::c4_7_1, "4.7.1",   {"4.7.1",    "4.7.1",    "4.7.1",   "4.7.a",   "4.6(a)", "4.6(a)", "4.7",   "9B",   "+"}},
    {Clause::c4_7_2, "4.7.2",   {"4.7.2",    "4.7.2",    "4.7.2",   "4.7.b",   "4.6(b)", "4.6(b)", "4.7",   "9C",   "+"}},
    {Clause::c4_7_3, "4.7.3",   {"4.7.3",    "4.7.3",    "4.7.3",   "4.7.c",   "4.6(c)", "4.6(c)", "4.7",   "9D",   "+"}},
    {Clause::c4_8, "4.8",       {"4.8",      "4.8",      "4.8",     "4.8",     "4.7",    "4.7",    "4.6",   "",     "+"}},
    {Clause::c4_9, "4.9",       {"4.9",      "4.9",      "4.9",     "4.9",     "",       "",       "",      "",     ""}},
    {Clause::c5_1_1, "5.1.1",   {"5.1.1",    "5.1.1",    "5.1.1",   "5.1.a",   "5.1(a)", "5.1(a)", "",      "4A",   "+"}},
    {Clause::c5_2_1, "5.2.1",   {"5.2.1",    "5.2.1",    "5.2.1",   "5.2.a",   "5.2(a)", "5.2(a)", "",      "14A",  "+"}},
    {Clause::c5_2_2, "5.2.2",   {"5.2.2",    "5.2.2",    "5.2.2",   "5.2.b",   "5.2(b)", "5.2(b)", "",      "14D",  ""}},
    {Clause::c6_2_1, "6.2.1",   {"6.2.1",    "6.2.1",    "6.2.1",   "6.2.a",   "6.7(a)", "6.7(a)", "",      "9G",   ""}},
    {Clause::c7_4_1, "7.4.1",   {"7.4.1",    "7.4.1",    "7.4.1",   "7.4",     "7.3",    "7.3",    "",      "11C",  ""}},
    {Clause::c7_5_1, "7.5.1",   {"7.5.1",    "7.5.1",    "7.5.1",   "7.5.a",   "7.4(a)", "7.4(a)", "",      "11A",  ""}},
    {Clause::c7_5_2, "7.5.2",   {"7.5.2",    "7.5.2",    "7.5.2",   "7.5.a",   "",       "",       "",      "",     ""}},
    {Clause::c7_5_3, "7.5.3",   {"7.5.3",    "7.5.3",    "7.8.1",   "",        "",       "",       "",      "",     ""}},
    {Clause::c7_5_4, "7.5.4",   {"7.5.4",    "7.5.4",    "7.7.1",   "",        "",       "",       "",      "",     ""}},
    {Clause::c7_5_5, "7.5.5",   {"7.5.5",    "7.5.5",    "7.5.3",   "7.5.b",   "7.4(b)", "7.4(b)", "",      "11D",  ""}},
    {Clause::c9_1_2_1, "9.1.2.1", {"9.1.2.1", "9.1.2.1", "9.1.2.1", "9.1.b.1", "9.1(b)", "",       "",      "14B",  ""}},
    {Clause::c9_2, "9.2",       {"9.2",      "9.2",      "9.2",     "9.2",     "9.2",    "9.2",    "",      "14C",  ""}},
    {Clause::c9_3, "9.3",       {"9.3",      "9.3",      "9.3",     "9.3",     "9.3",    "9.3",    "",      "14F",  ""}},
    {Clause::c9_4, "9.4",       {"9.4",      "9.4",      "9.4",     "9.4",     "9.4",    "9.4",    "",      "",     ""}},
    {Clause::c9_6, "9.6",       {"9.6",      "9.6",      "9.6",     "9.6",     "",       "",       "",      "",     ""}},
    {Clause::cA_3, "A.3",       {"A.3",      "A.3",      "",        "",        "",       "",       "",      "",     ""}},
    {Clause::cA_5_2, "A.5.2",   {"A.5.2",    "A.5.2",    "A.4.2",   "A.4.b",   "+",      "+",      "",      "",     ""}},
    {Clause::cA_5_4, "A.5.4",   {"A.5.4",    "A.5.4",    "",        "",        "",       "",       "",      "",     ""}},
    {Clause::c10C, "10C",       {"4.3.2",    "4.3.2",    "4.3.2",   "4.3.b",   "4.3(b)", "4.3(b)", "4.3b",  "10C",  ""}},
    {Clause::c10H, "10H",       {"4.3",      "4.3",      "4.3",     "4.3",     "4.3",    "4.3",    "4.3",   "10H",  ""}},
};

// `key` and `number` index the table by the clause.
constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].clause != static_cast<Clause>(i)) return false;
  }
  return std::size(kRows) == clause_count;
}
static_assert(in_order());

constexpr std::string_view cell(Clause clause, Text text) {
  return kRows[static_cast<std::size_t>(clause)].numbers[static_cast<std::size_t>(text)];
}

}  // namespace

std::string_view key(Clause clause) { return kRows[static_cast<std::size_t>(clause)].key; }

std::optional<Clause> parse_clause(std::string_view word) {
  if (word.empty()) return std::nullopt;
  const auto row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) { return r.key == word; });
  return row == std::end(kRows) ? std::nullopt : std::optional(row->clause);
}

std::string_view number(Clause clause, Text text) {
  const std::string_view found = cell(clause, text);
  return found == "+" ? std::string_view() : found;
}

bool has(Text text, Clause clause) { return !cell(clause, text).empty(); }

}  // namespace adoube::article4
