// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rules/notation/utf8.hpp"
#include "sim/scenario/choices.hpp"
#include "sim/scenario/statements.hpp"

namespace adoube::scenario {

namespace {

// A file has three parts, in this order.
enum class Part : std::uint8_t { headings, timeline, expectations };

class Parser {
 public:
  explicit Parser(Scenario& scenario) : scenario_(scenario) {}

  void line(std::string_view text) {
    // An '\r' at the end is part of the line's end.
    if (text.ends_with('\r')) text.remove_suffix(1);
    const std::size_t valid = notation::utf8_prefix(text);
    if (valid < text.size()) throw Wrong{valid + 1, "expected text in UTF-8"};
    const std::size_t comment = comment_begin(text);
    Line line;
    line.comment = text.substr(comment);
    line.comment.erase(line.comment.find_last_not_of(" \t\r") + 1);
    Reader in(text.substr(0, comment));
    if (!in.done()) {
      line.statement = statement(in);
      in.end();
    }
    scenario_.lines.push_back(std::move(line));
  }

 private:
  Statement statement(Reader& in) {
    if (in.take("expect")) {
      part_ = Part::expectations;
      return once(in, read_board(in));
    }
    if (part_ == Part::expectations) {
      if (const auto* row = take_row(in, outcome_words())) return read_expectation(in, *row);
      no_row(in, outcome_words(), "expect, " + one_of(outcome_words(), &OutcomeWord::word));
    }
    if (const std::string_view next = in.peek(); next == "at" || next.starts_with('+')) {
      part_ = Part::timeline;
      if (next != "at" && !timed_) in.expected("at and a time in the first line of the timeline");
      timed_ = true;
      return read_timed(in);
    }
    if (in.peek() == "play") {
      part_ = Part::timeline;
      in.take("play");
      return read_ply(in);
    }
    const Reader before = in;
    const auto* row = take_row(in, setting_words());
    if (row != nullptr && part_ == Part::headings) return once(before, read_heading(in, *row));
    if (row != nullptr) before.expected("at, +, play or expect (headings stand before the first of these)");
    if (part_ == Part::timeline) in.expected("at, +, play or expect");
    in.expected(one_of(setting_words(), &SettingWord::word) + ", at, +, play or expect");
  }

  Heading once(const Reader& in, Heading h) {
    for (const Heading& other : headings_) {
      const bool other_player = h.player && other.player && *h.player != *other.player;
      if (other.setting == h.setting && !other_player && (h.setting != Setting::number || other.text == h.text)) {
        in.expected("a heading that the file does not have yet");
      }
    }
    headings_.push_back(h);
    return h;
  }

  Board once(const Reader& in, Board b) {
    if (std::ranges::find(boards_, b) != boards_.end()) in.expected("a board whose expectations the file does not have yet");
    boards_.push_back(b);
    return b;
  }

  Scenario& scenario_;
  Part part_ = Part::headings;
  bool timed_ = false;
  std::vector<Heading> headings_;
  std::vector<Board> boards_;
};

}  // namespace

Error located(const Scenario& scenario, std::size_t line, std::size_t column, std::string_view sentence) {
  return {Cause::malformed, fmt::format("{}:{}:{}: {}", scenario.name, line, column, sentence)};
}

std::string title_of(const Scenario& scenario) {
  for (const Line& line : scenario.lines) {
    const Heading* h = line.statement ? std::get_if<Heading>(&*line.statement) : nullptr;
    if (h != nullptr && h->setting == Setting::title) return h->text;
  }
  return {};
}

Result<Scenario> parse(std::string_view text, std::string_view name) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // some editors write one
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  Scenario scenario;
  scenario.name = name;
  Parser parser(scenario);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    try {
      parser.line(text.substr(0, end));
    } catch (const Wrong& wrong) {
      return tl::unexpected(located(scenario, scenario.lines.size() + 1, wrong.column, wrong.sentence));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return scenario;
}

}  // namespace adoube::scenario
