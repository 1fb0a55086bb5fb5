// SPDX-License-Identifier: Apache-2.0
#include "host/editions/edition_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <toml++/toml.h>

#include "host/files/input_file.hpp"

namespace adoube::host {

using article4::Edition;
using article4::EditionName;
using article4::Editions;
using article4::Rate;
using article4::Switch;

namespace {

constexpr std::size_t kLongestName = EditionName::limit - std::string_view("-rapid").size();

/// Reading stops at the first thing that is wrong; it travels as this exception, inside this file only.
struct Wrong {
  toml::source_position at;
  std::string sentence;
};

[[noreturn]] void wrong(const toml::source_position& at, std::string sentence) { throw Wrong{at, std::move(sentence)}; }

/// Foreign text in a sentence: short, and without what a terminal would obey.
std::string shown(std::string_view text, std::size_t most = 40) {
  std::string out;
  for (const char c : text.substr(0, most)) out += static_cast<unsigned char>(c) >= ' ' && c != 0x7f ? c : '?';
  return out;
}

std::string words(std::span<const std::string_view> all) {
  std::string out;
  for (const std::string_view word : all) out += (out.empty() ? "\"" : ", \"") + std::string(word) + '"';
  return out;
}

std::string expected(const Switch& s) {
  if (s.values.empty()) return fmt::format("a whole number from 0 to {}{}{}", s.most, s.unit.empty() ? "" : " ", s.unit);
  return (s.values.size() == 1 ? "" : "one of ") + words(s.values);
}

bool set_switch(Edition& edition, std::size_t place, const toml::node& value) {
  if (const auto* text = value.as_string()) return article4::set(edition, place, std::string_view(text->get()));
  if (const auto* number = value.as_integer()) return article4::set(edition, place, number->get());
  if (const auto* flag = value.as_boolean()) return article4::set(edition, place, flag->get() ? "yes" : "no");
  return false;
}

/// Sets every switch of a table in each of the editions; `others` are the keys that are no switches.
void set_switches(const toml::table& table, std::span<Edition* const> editions, std::span<const std::string_view> others) {
  const auto all = article4::switches();
  for (const auto& [key, value] : table) {
    const std::string_view word = key.str();
    if (std::find(others.begin(), others.end(), word) != others.end()) continue;
    const auto about = std::find_if(all.begin(), all.end(), [&](const Switch& s) { return s.name == word; });
    if (about == all.end()) {
      std::string known;
      for (const std::string_view other : others) known += std::string(other) + ", ";
      for (const Switch& s : all) known += (&s == all.data() ? "" : ", ") + std::string(s.name);
      wrong(key.source().begin, fmt::format("there is no switch \"{}\"; known are {}", shown(word), known));
    }
    for (Edition* edition : editions) {
      if (!set_switch(*edition, static_cast<std::size_t>(about - all.begin()), value)) {
        wrong(value.source().begin, fmt::format("\"{}\" has to be {}", about->name, expected(*about)));
      }
    }
  }
}

const std::string& required_text(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) wrong(table.source().begin, fmt::format("this edition has no \"{}\"", key));
  const auto* text = node->as_string();
  if (text == nullptr) wrong(node->source().begin, fmt::format("\"{}\" has to be a text in quotes", key));
  return text->get();
}

void check_name(std::string_view name, const toml::source_position& at) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  });
  if (name.empty() || name.size() > kLongestName || !plain) {
    wrong(at, fmt::format("\"{}\" is no name for an edition: it takes 1 to {} letters, digits, \"-\", \"_\" and \".\"", shown(name),
                          kLongestName));
  }
  if (name.ends_with("-rapid") || name.ends_with("-blitz")) {
    wrong(at, fmt::format("the name \"{}\" ends with a rate; what differs in it stands in [edition.{}]", name, name.substr(name.size() - 5)));
  }
}

Editions::Row read_row(const toml::table& table, const Editions& editions) {
  constexpr std::string_view others[] = {"name", "base", "rapid", "blitz"};
  constexpr std::string_view suffixes[] = {"", "-rapid", "-blitz"};
  const std::string& name = required_text(table, "name");
  check_name(name, table.get("name")->source().begin);
  const std::string& base = required_text(table, "base");
  Editions::Row row;
  for (std::size_t rate = 0; rate < article4::rate_count; ++rate) {
    const auto found = editions.find(base + std::string(suffixes[rate]));
    if (!found || base.ends_with("-rapid") || base.ends_with("-blitz")) {
      std::string known;
      for (const std::string& n : editions.names()) known += (known.empty() ? "" : ", ") + n;
      wrong(table.get("base")->source().begin, fmt::format("there is no edition \"{}\" to start from; known are {}", shown(base), known));
    }
    row[rate] = *found;
    row[rate].name = EditionName(name + std::string(suffixes[rate]));
  }
  Edition* const all[] = {&row[0], &row[1], &row[2]};
  set_switches(table, all, others);
  for (const Rate rate : {Rate::rapid, Rate::blitz}) {
    const std::string_view key = suffixes[static_cast<std::size_t>(rate)].substr(1);
    const toml::node* node = table.get(key);
    if (node == nullptr) continue;
    const toml::table* differences = node->as_table();
    if (differences == nullptr) wrong(node->source().begin, fmt::format("\"{0}\" has to be a table, [edition.{0}]", key));
    Edition* const one[] = {&row[static_cast<std::size_t>(rate)]};
    set_switches(*differences, one, {});
  }
  return row;
}

void read_document(const toml::table& document, Editions& editions) {
  for (const auto& [key, value] : document) {
    if (key.str() != "edition") {
      wrong(key.source().begin, fmt::format("there is no \"{}\" here; a file holds tables [[edition]]", shown(key.str())));
    }
    const toml::array* rows = value.as_array();
    if (rows == nullptr) wrong(value.source().begin, "\"edition\" has to be written [[edition]], once for each");
    for (const toml::node& node : *rows) {
      const toml::table* table = node.as_table();
      if (table == nullptr) wrong(node.source().begin, "\"edition\" has to be written [[edition]], once for each");
      const Editions::Row row = read_row(*table, editions);
      if (const auto added = editions.add(row); !added) {
        wrong(table->get("name")->source().begin, fmt::format("there is already an edition \"{}\"", row.front().name.view()));
      }
    }
  }
  if (document.empty()) wrong({1, 1}, "this file holds no [[edition]]");
}

}  // namespace

Result<void> read_editions(std::string_view text, std::string_view name, Editions& editions) {
  const auto at = [&](const toml::source_position& p, std::string_view sentence) {
    return fail(Cause::malformed, fmt::format("{}:{}:{}: {}.", name, p.line, p.column, sentence));
  };
  try {
    Editions all = editions;
    read_document(toml::parse(text), all);
    editions = std::move(all);
  } catch (const Wrong& w) {
    return at(w.at, w.sentence);
  } catch (const toml::parse_error& error) {
    return at(error.source().begin, "this is not TOML: " + shown(error.description(), 120));
  }
  return {};
}

Result<void> read_editions(const std::filesystem::path& file, Editions& editions) {
  constexpr std::size_t most = 1 << 20;
  const auto text = read_whole(file.string(), most, [] { return false; });
  if (!text) return tl::unexpected(text.error());
  return read_editions(*text, file.string(), editions);
}

}  // namespace adoube::host
