// SPDX-License-Identifier: Apache-2.0
// adoube explain: a clause in our own words, which editions have it under which number, and what they make of it.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "host/cli/commands.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/text.hpp"

namespace adoube::cli {
namespace {

namespace words = article4::words;
using article4::Clause;
using article4::Edition;

struct Options {
  EditionFiles files;
  std::string clause;
  std::string edition;
  words::Language language = words::Language::english;
};

constexpr std::size_t width = 100;

std::vector<Clause> all_clauses() {
  std::vector<Clause> clauses;
  for (std::size_t i = 1; i < article4::clause_count; ++i) clauses.push_back(static_cast<Clause>(i));
  return clauses;
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
      diagonal = row[k];
      row[k] = std::min({substituted, row[k] + 1, row[k - 1] + 1});
    }
  }
  return row.back();
}

// "There is no clause 4.4.9; near are 4.4, 4.4.1 and 4.4.2", or how to list them where none is near.
Error unknown_clause(std::string_view given) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const Clause clause : all_clauses()) near.emplace_back(distance(given.substr(0, 20), article4::key(clause)), article4::key(clause));
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string list;
  for (std::size_t i = 0; i < 4 && near[i].first <= 2; ++i) list += (i == 0 ? "" : ", ") + std::string(near[i].second);
  return {Cause::usage, fmt::format("there is no clause \"{}\"; {}adoube explain lists them all", given.substr(0, 20),
                                    list.empty() ? "" : fmt::format("near are {}; ", list))};
}

// By the number in the asked edition first, then by the key: one number may stand for several clauses.
std::vector<Clause> find(const std::string& word, const std::optional<Edition>& edition) {
  std::vector<Clause> found;
  if (edition) {
    for (const Clause clause : all_clauses()) {
      if (article4::number(clause, edition->text) == word) found.push_back(clause);
    }
  }
  if (const auto clause = article4::parse_clause(word); clause && found.empty()) found.push_back(*clause);
  return found;
}

struct Group {
  std::string text;
  std::vector<std::string> names;
};

void add_to(std::vector<Group>& groups, const std::string& text, std::string_view name) {
  const auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.text == text; });
  if (group == groups.end()) {
    groups.push_back({text, {std::string(name)}});
  } else {
    group->names.emplace_back(name);
  }
}

std::vector<std::size_t> switches_of(Clause clause) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < article4::switches().size(); ++i) {
    if (article4::switches()[i].clause == clause) places.push_back(i);
  }
  return places;
}

void print(std::string_view head, const std::vector<std::string>& names, Output& out) {
  const std::vector<std::string> lines = wrapped(fmt::format("{}: {}", head, fmt::join(names, ", ")), width - 4);
  for (const std::string& line : lines) out.line((&line == lines.data() ? "  " : "    ") + line);
}

void print_text(Clause clause, const std::vector<Edition>& editions, const std::optional<Edition>& asked, words::Language language,
                Output& out) {
  const words::Labels& labels = words::labels(language);
  const std::string_view number = asked ? words::number_or_key(clause, *asked) : article4::key(clause);
  out.line(out.paint(Output::Paint::strong, fmt::format("{} {}", number, words::title(clause, language))));
  for (const std::string& line : wrapped(words::rule(clause, language), width - 2)) out.line("  " + line);
  const auto places = switches_of(clause);
  if (asked) {
    out.line("");
    out.line(fmt::format("  {}, {}:", asked->name.view(), words::text_name(asked->text, language)));
    for (const std::size_t place : places) {
      const std::vector<std::string> lines = wrapped(words::meaning(*asked, place, language), width - 6);
      for (const std::string& line : lines) out.line((&line == lines.data() ? "    - " : "      ") + line);
    }
    if (places.empty()) out.line(fmt::format("    {}", labels.alike));
  }

  std::vector<Group> numbers;
  std::vector<std::string> unnumbered;
  std::vector<std::string> absent;
  for (const Edition& e : editions) {
    const std::string_view own = article4::number(clause, e.text);
    if (!own.empty()) {
      add_to(numbers, std::string(own), e.name);
    } else {
      (article4::has(e.text, clause) ? unnumbered : absent).emplace_back(e.name.view());
    }
  }
  out.line("");
  for (const Group& g : numbers) print(fmt::format("{} {}", labels.numbers, g.text), g.names, out);
  if (!unnumbered.empty()) print(labels.unnumbered, unnumbered, out);
  if (!absent.empty()) print(labels.absent, absent, out);

  bool differ = false;
  for (const std::size_t place : places) {
    std::vector<Group> meanings;
    for (const Edition& e : editions) add_to(meanings, words::meaning(e, place, language), e.name);
    if (meanings.size() < 2) continue;
    if (!differ) {
      out.line("");
      out.line(fmt::format("  {}:", labels.differ));
    }
    differ = true;
    for (const Group& g : meanings) {
      const std::vector<std::string> lines = wrapped(g.text, width - 6);
      for (const std::string& line : lines) out.line((&line == lines.data() ? "    - " : "      ") + line);
      for (const std::string& line : wrapped(fmt::format("{}", fmt::join(g.names, ", ")), width - 8)) out.line("        " + line);
    }
  }
  if (!differ && !asked) {
    out.line("");
    out.line(fmt::format("  {}", labels.alike));
  }
}

void print_json(Clause clause, const std::vector<Edition>& editions, const std::optional<Edition>& asked, words::Language language, Output& out) {
  nlohmann::json numbers = nlohmann::json::object();
  for (const Edition& e : editions) {
    const std::string_view own = article4::number(clause, e.text);
    if (!article4::has(e.text, clause)) continue;
    numbers[std::string(e.name.view())] = own;
  }
  nlohmann::json switches = nlohmann::json::array();
  for (const std::size_t place : switches_of(clause)) {
    std::vector<Group> meanings;
    for (const Edition& e : editions) add_to(meanings, words::meaning(e, place, language), e.name);
    nlohmann::json values = nlohmann::json::array();
    for (const Group& g : meanings) values.push_back({{"text", g.text}, {"editions", g.names}});
    switches.push_back({{"name", article4::switches()[place].name}, {"values", std::move(values)}});
  }
  nlohmann::json fields{{"clause", article4::key(clause)},
                        {"language", words::code(language)},
                        {"title", words::title(clause, language)},
                        {"rule", words::rule(clause, language)},
                        {"numbers", std::move(numbers)},
                        {"switches", std::move(switches)}};
  if (asked) fields["edition"] = {{"name", asked->name.view()}, {"number", article4::number(clause, asked->text)}};
  out.object("clause", std::move(fields));
}

void list(const std::optional<Edition>& asked, words::Language language, Output& out) {
  for (const Clause clause : all_clauses()) {
    if (asked && !article4::has(asked->text, clause)) continue;
    if (out.json()) {
      nlohmann::json fields{{"clause", article4::key(clause)},
                            {"language", words::code(language)},
                            {"title", words::title(clause, language)},
                            {"rule", words::rule(clause, language)}};
      if (asked) fields["edition"] = {{"name", asked->name.view()}, {"number", article4::number(clause, asked->text)}};
      out.object("clause", std::move(fields));
    } else {
      out.line(fmt::format("{:<9}{}", asked ? words::number_or_key(clause, *asked) : article4::key(clause), words::title(clause, language)));
    }
  }
}

int run(const Options& options, Output& out) {
  const auto all = options.files.load();
  if (!all) return out.fail(all.error());
  std::optional<Edition> asked;
  if (!options.edition.empty()) {
    const auto edition = all->find(options.edition);
    if (!edition) return out.fail(edition.error());
    asked = *edition;
  }
  if (options.clause.empty()) {
    list(asked, options.language, out);
    return ok;
  }
  const std::vector<Clause> clauses = find(options.clause, asked);
  if (clauses.empty()) return out.fail(unknown_clause(options.clause));
  std::vector<Edition> editions;
  for (const std::string& name : all->names()) editions.push_back(all->find(name).value());
  for (const Clause clause : clauses) {
    if (out.json()) {
      print_json(clause, editions, asked, options.language, out);
    } else {
      if (clause != clauses.front()) out.line("");
      print_text(clause, editions, asked, options.language, out);
    }
  }
  return ok;
}

}  // namespace

void add_explain(CLI::App& app, const Global&, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("explain", "say a clause of the Laws in plain words");
  command->add_option("CLAUSE", o->clause, "number of 2023, or with --edition its own number; a list without");
  command->add_option("--edition", o->edition, "what this edition makes of it, by its own numbers")->type_name("NAME");
  add_language_option(*command, o->language);
  o->files.add_to(*command);
  command->callback([o, &action] { action = [o](Output& out) { return run(*o, out); }; });
}

}  // namespace adoube::cli
