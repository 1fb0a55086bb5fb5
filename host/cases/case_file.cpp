// SPDX-License-Identifier: Apache-2.0
#include "host/cases/case_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "host/files/input_file.hpp"
#include "rules/chess/piece.hpp"

namespace adoube::host {

using nlohmann::json;
using recognition::Case;
using recognition::ExpectedTurn;

namespace {

/// Reading stops at the first thing that is wrong; the sentence travels as this exception, inside this file only.
struct Wrong {
  std::string sentence;
};

[[noreturn]] void wrong(std::string sentence) { throw Wrong{std::move(sentence)}; }

const json* find(const json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() || it->is_null() ? nullptr : &*it;
}

std::string text(const json& value, std::string_view what) {
  if (!value.is_string()) wrong(fmt::format("{} must be a string.", what));
  return value.get<std::string>();
}

std::string required(const json& object, const char* key) {
  const json* value = find(object, key);
  if (value == nullptr) wrong(fmt::format("\"{}\" is missing.", key));
  return text(*value, fmt::format("\"{}\"", key));
}

std::optional<std::string> optional_text(const json& object, const char* key) {
  const json* value = find(object, key);
  if (value == nullptr) return std::nullopt;
  return text(*value, fmt::format("\"{}\"", key));
}

std::vector<std::string> texts(const json& value, std::string_view what) {
  if (!value.is_array()) wrong(fmt::format("{} must be a list of strings.", what));
  std::vector<std::string> out;
  for (const json& v : value) out.push_back(text(v, what));
  return out;
}

std::optional<std::vector<std::string>> optional_texts(const json& object, const char* key) {
  const json* value = find(object, key);
  if (value == nullptr) return std::nullopt;
  return texts(*value, fmt::format("\"{}\"", key));
}

bool flag(const json& object, const char* key) {
  const json* value = find(object, key);
  if (value == nullptr) return false;
  if (!value->is_boolean()) wrong(fmt::format("\"{}\" must be true or false.", key));
  return value->get<bool>();
}

/// Milliseconds, whole or with a fraction of at most three digits, as microseconds. A hundred days is the limit.
std::optional<Tick> milliseconds(const json& object, const char* key) {
  const json* value = find(object, key);
  if (value == nullptr) return std::nullopt;
  constexpr double kMost = 8.64e9;
  if (!value->is_number() || !(value->get<double>() >= -kMost && value->get<double>() <= kMost)) {
    wrong(fmt::format("\"{}\" must be a number of milliseconds within a hundred days.", key));
  }
  if (value->is_number_integer()) return value->get<std::int64_t>() * 1000;
  const double us = value->get<double>() * 1000.0;
  return static_cast<Tick>(us < 0 ? us - 0.5 : us + 0.5);
}

Colour colour(const std::string& word, std::string_view what) {
  if (word == "w") return Colour::white;
  if (word == "b") return Colour::black;
  wrong(fmt::format("{} must be \"w\" or \"b\".", what));
}

std::optional<EventKind> kind_of(std::string_view word) {
  using enum EventKind;
  for (const EventKind kind : {touch, release, lift, place, clock, adjust, claim, displaced}) {
    if (text(kind) == word) return kind;
  }
  return std::nullopt;
}

void read_event(const json& o, Case& c) {
  if (!o.is_object()) wrong("Each event must be an object.");
  const std::string word = required(o, "kind");
  if (word == "edge" || word == "plug" || word == "unplug") {
    c.unsupported.push_back(word);
    return;
  }
  const auto kind = kind_of(word);
  if (!kind) wrong(fmt::format("There is no event kind \"{}\".", word.substr(0, 40)));
  Event e;
  e.kind = *kind;
  const auto at = milliseconds(o, "t_ms");
  if (!at) wrong("An event has no \"t_ms\".");
  const Tick half_width = milliseconds(o, "unc_ms").value_or(0);
  if (half_width < 0) wrong("\"unc_ms\" must not be negative.");
  e.when = recognition::case_time(*at, half_width);
  if (const auto name = optional_text(o, "square")) {
    const auto square = parse_square(*name);
    if (!square) wrong(fmt::format("There is no square \"{}\".", name->substr(0, 40)));
    e.square = *square;
  }
  const bool needs_square = e.kind == EventKind::touch || e.kind == EventKind::release || e.kind == EventKind::lift ||
                            e.kind == EventKind::place;
  if (needs_square && !find(o, "square")) wrong(fmt::format("A {} needs a \"square\".", word));
  if (const auto by = optional_text(o, "by")) e.actor = colour(*by, "\"by\"");
  e.duration = milliseconds(o, "dur_ms");
  e.until = milliseconds(o, "until_ms");
  if (const auto piece = optional_text(o, "piece")) {
    if (piece->size() != 1 || !chess::parse_piece(piece->front())) wrong("\"piece\" must be one of PNBRQKpnbrqk.");
    e.piece = piece->front();
  }
  e.from_outside = flag(o, "new");
  e.accidental = flag(o, "accidental");
  if (const auto via = optional_text(o, "via")) {
    if (*via != "piece") wrong("\"via\" must be \"piece\".");
    e.via_piece = true;
  }
  c.events.push_back(e);
}

void read_expected(const json& o, recognition::Expected& expected) {
  if (!o.is_object()) wrong("\"expected\" must be an object.");
  expected.allowed_moves = optional_texts(o, "allowed_moves");
  expected.certain_moves = optional_texts(o, "certain_moves");
  expected.verdict = optional_text(o, "verdict");
  expected.clause = optional_text(o, "clause");
  expected.certainty = optional_text(o, "certainty");
  expected.flags = optional_texts(o, "flags").value_or(std::vector<std::string>{});
  expected.moves = optional_texts(o, "moves");
  if (const json* turns = find(o, "turns")) {
    if (!turns->is_array()) wrong("\"turns\" must be a list.");
    for (const json& t : *turns) {
      if (!t.is_object()) wrong("Each of \"turns\" must be an object.");
      ExpectedTurn turn;
      turn.move = optional_text(t, "move");
      turn.verdict = optional_text(t, "verdict");
      turn.clause = optional_text(t, "clause");
      turn.flags = optional_texts(t, "flags").value_or(std::vector<std::string>{});
      expected.turns.push_back(std::move(turn));
    }
  }
  // Such a case would pass whatever the rules say.
  if (o.empty()) wrong("\"expected\" names nothing to compare.");
}

Case read_case(const json& o) {
  if (!o.is_object()) wrong("A case must be one JSON object.");
  Case c;
  c.id = required(o, "id");
  c.fen = required(o, "fen");
  if (const auto profile = optional_text(o, "profile")) c.profile = *profile;
  c.side = colour(required(o, "side"), "\"side\"");
  if (const auto hands = optional_text(o, "hands")) {
    if (*hands != "auto") wrong("\"hands\" must be \"auto\".");
    c.auto_hands = true;
  }
  const json* events = find(o, "events");
  if (events == nullptr || !events->is_array()) wrong("\"events\" must be a list.");
  for (const json& e : *events) read_event(e, c);
  const json* expected = find(o, "expected");
  if (expected == nullptr) wrong("\"expected\" is missing.");
  read_expected(*expected, c.expected);
  return c;
}

}  // namespace

Result<Case> parse_case(std::string_view line, std::string_view where) {
  const json parsed = json::parse(line, nullptr, false);
  if (parsed.is_discarded()) return fail(Cause::malformed, fmt::format("{}: this line is not JSON.", where));
  try {
    return read_case(parsed);
  } catch (const Wrong& w) {
    return fail(Cause::malformed, fmt::format("{}: {}", where, w.sentence));
  }
}

Result<std::vector<Case>> read_cases(std::istream& in, std::string_view name) {
  std::vector<Case> cases;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    auto c = parse_case(line, fmt::format("{}:{}", name, number));
    if (!c) return tl::unexpected(c.error());
    cases.push_back(std::move(*c));
  }
  if (in.bad()) return fail(Cause::io, fmt::format("{}: reading failed.", name));
  return cases;
}

Result<std::vector<Case>> read_cases(const std::filesystem::path& file, std::function<bool()> stop) {
  constexpr std::size_t most = 16 << 20;
  auto text = read_whole(file.string(), most, std::move(stop));
  if (!text) return tl::unexpected(std::move(text.error()));
  std::istringstream in(std::move(*text));
  return read_cases(in, file.string());
}

}  // namespace adoube::host
