// SPDX-License-Identifier: Apache-2.0
// adoube editions: the table of editions, switch by switch or profile by profile.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "host/cli/commands.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/text.hpp"

namespace adoube::cli {
namespace {

using article4::Edition;
using article4::Switch;

struct Options {
  EditionFiles files;
  std::vector<std::string> names;
  bool whole = false;
  bool markdown = false;
  article4::words::Language language = article4::words::Language::english;
};

/// So many profiles stand side by side in a table of at most 120 columns.
constexpr std::size_t side_by_side_most = 4;
constexpr std::size_t width = 100;

std::size_t built_in_row(const Edition& edition) {
  std::string_view name = edition.name;
  if (edition.rate != article4::Rate::standard) name.remove_suffix(std::string_view("-rapid").size());
  const auto names = article4::edition_names();
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::string_view mark_word(const Edition& edition, std::size_t place) {
  const std::size_t row = built_in_row(edition);
  if (row == article4::edition_names().size()) return "host";
  switch (article4::mark(place, row)) {
    case article4::Mark::read: return "read";
    case article4::Mark::memory: return "memory";
    case article4::Mark::reading: break;
  }
  return "reading";
}

void print_json(const std::vector<Edition>& editions, Output& out) {
  for (const Edition& e : editions) {
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t i = 0; i < article4::switches().size(); ++i) {
      const Switch& s = article4::switches()[i];
      nlohmann::json one{{"name", s.name}, {"clause", article4::key(s.clause)}, {"value", article4::value(e, i)}, {"known", mark_word(e, i)}};
      const std::string_view number = article4::number(s.clause, e.text);
      if (!number.empty()) one["number"] = number;
      if (!s.unit.empty()) one["unit"] = s.unit;
      list.push_back(std::move(one));
    }
    out.object("edition", {{"name", e.name.view()},
                           {"text", article4::words::text_name(e.text, article4::words::Language::english)},
                           {"rate", article4::words::rate_name(e.rate, article4::words::Language::english)},
                           {"switches", std::move(list)}});
  }
}

// The name of an edition where it has a value: in italics if that is from memory, with a ring if it is our reading.
std::string marked_name(const Edition& e, std::size_t place) {
  const std::string_view mark = mark_word(e, place);
  return mark == "memory"    ? fmt::format("*{}*", e.name.view())
         : mark == "reading" ? fmt::format("{}°", e.name.view())
                             : std::string(e.name.view());
}

/// A value of a switch and the editions that have it.
struct Group {
  std::string value;
  std::vector<Edition> editions;
};

std::string value_text(const Edition& e, std::size_t place) {
  return article4::value(e, place) + (article4::switches()[place].unit == "ms" ? " ms" : "");
}

std::vector<Group> by_value(const std::vector<Edition>& editions, std::size_t place) {
  std::vector<Group> groups;
  for (const Edition& e : editions) {
    const std::string value = value_text(e, place);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.value == value; });
    if (group == groups.end()) group = groups.insert(group, {value, {}});
    group->editions.push_back(e);
  }
  return groups;
}

void print_markdown(const std::vector<Edition>& editions, Output& out) {
  constexpr auto english = article4::words::Language::english;
  out.line("| switch | clause | value | meaning | editions |");
  out.line("| --- | --- | --- | --- | --- |");
  for (std::size_t i = 0; i < article4::switches().size(); ++i) {
    const Switch& s = article4::switches()[i];
    for (const Group& group : by_value(editions, i)) {
      std::vector<std::string> names;
      for (const Edition& e : group.editions) names.push_back(marked_name(e, i));
      out.line(fmt::format("| {} | {} | {} | {} | {} |", s.name, article4::key(s.clause), group.value,
                           article4::words::meaning(group.editions.front(), i, english), fmt::join(names, ", ")));
    }
  }
  out.line("");
  out.line("| clause | heading | number in each edition |");
  out.line("| --- | --- | --- |");
  for (std::size_t c = 1; c < article4::clause_count; ++c) {
    const auto clause = static_cast<article4::Clause>(c);
    std::string numbers;
    std::string_view before;
    for (const Edition& e : editions) {
      const std::string_view number = article4::number(clause, e.text);
      if (number.empty()) continue;
      numbers += number == before ? ", " : fmt::format("{}{}: ", numbers.empty() ? "" : "; ", number);
      numbers += e.name.view();
      before = number;
    }
    out.line(fmt::format("| {} | {} | {} |", article4::key(clause), article4::words::title(clause, english), numbers));
  }
}

// The text behind its head, further lines under the first.
void print_wrapped(const std::string& head, std::string_view text, Output& out) {
  const std::vector<std::string> lines = wrapped(text, width - head.size());
  for (const std::string& line : lines) out.line((&line == lines.data() ? head : std::string(head.size(), ' ')) + line);
}

void print_whole(const std::vector<Edition>& editions, article4::words::Language language, Output& out) {
  for (const Edition& e : editions) {
    if (&e != editions.data()) out.line("");
    out.line(out.paint(Output::Paint::strong, e.name.view()) +
             fmt::format("  {}, {}", article4::words::text_name(e.text, language), article4::words::rate_name(e.rate, language)));
    for (std::size_t i = 0; i < article4::switches().size(); ++i) {
      const Switch& s = article4::switches()[i];
      const std::string_view number = article4::number(s.clause, e.text);
      print_wrapped(fmt::format("  {:<17}{:<8}{:<18}", s.name, number.empty() ? "-" : number, value_text(e, i)),
                    article4::words::meaning(e, i, language), out);
    }
  }
}

std::string_view trimmed(std::string_view line) { return line.substr(0, line.find_last_not_of(' ') + 1); }

void print_side_by_side(const std::vector<Edition>& editions, Output& out) {
  std::string head = fmt::format("{:<17}{:<7}", "", "");
  for (const Edition& e : editions) head += fmt::format(" {:<20}", e.name.view());
  out.line(out.paint(Output::Paint::strong, trimmed(head)));
  for (std::size_t i = 0; i < article4::switches().size(); ++i) {
    const Switch& s = article4::switches()[i];
    std::string line = fmt::format("{:<17}{:<7}", s.name, article4::key(s.clause));
    for (const Edition& e : editions) line += fmt::format(" {:<20}", value_text(e, i));
    out.line(trimmed(line));
  }
}

// Each switch with its values, and the editions that have each.
void print_by_switch(const std::vector<Edition>& editions, Output& out) {
  for (std::size_t i = 0; i < article4::switches().size(); ++i) {
    const Switch& s = article4::switches()[i];
    const std::vector<Group> groups = by_value(editions, i);
    for (const Group& group : groups) {
      const bool first = &group == groups.data();
      const std::string head = fmt::format("{:<17}{:<7}{:<19}", first ? s.name : "", first ? article4::key(s.clause) : "", group.value);
      std::string list;
      if (groups.size() == 1) {
        list = "all";
      } else {
        for (const Edition& e : group.editions) list.append(list.empty() ? "" : " ").append(e.name.view());
      }
      print_wrapped(head, list, out);
    }
  }
}

int run(const Options& options, Output& out) {
  const auto all = options.files.load();
  if (!all) return out.fail(all.error());
  std::vector<Edition> editions;
  for (const std::string& name : options.names.empty() ? all->names() : options.names) {
    const auto edition = all->find(name);
    if (!edition) return out.fail(edition.error());
    editions.push_back(*edition);
  }
  if (out.json()) {
    print_json(editions, out);
  } else if (options.markdown) {
    print_markdown(editions, out);
  } else if (options.whole) {
    print_whole(editions, options.language, out);
  } else if (!options.names.empty() && editions.size() <= side_by_side_most) {
    print_side_by_side(editions, out);
  } else {
    print_by_switch(editions, out);
  }
  return ok;
}

}  // namespace

void add_editions(CLI::App& app, const Global&, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("editions", "print the editions of the Laws and what they decide");
  command->add_option("NAME", o->names, "editions to print, also with -rapid or -blitz; all without");
  auto* whole = command->add_flag("--long", o->whole, "one block an edition, with its own clause numbers and each switch in words");
  command->add_flag("--markdown", o->markdown, "the table in Markdown: from memory in italics, our readings with a ring")->excludes(whole);
  add_language_option(*command, o->language);
  o->files.add_to(*command);
  command->callback([o, &action] { action = [o](Output& out) { return run(*o, out); }; });
}

}  // namespace adoube::cli
