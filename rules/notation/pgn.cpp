// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "rules/notation/fen.hpp"

namespace adoube::pgn {
namespace {

constexpr std::array<std::pair<Outcome, std::string_view>, 4> outcomes{{{Outcome::unknown, "*"},
                                                                        {Outcome::white_wins, "1-0"},
                                                                        {Outcome::black_wins, "0-1"},
                                                                        {Outcome::draw, "1/2-1/2"}}};

}  // namespace

std::string_view text(Outcome outcome) { return outcomes[static_cast<std::size_t>(outcome)].second; }

std::optional<Outcome> parse_outcome(std::string_view text) {
  if (text == "1/2") return Outcome::draw;
  for (const auto& [outcome, written] : outcomes) {
    if (text == written) return outcome;
  }
  return std::nullopt;
}

std::string_view name(Warning::Kind kind) {
  switch (kind) {
    case Warning::Kind::tag_missing: return "tag-missing";
    case Warning::Kind::tag_repeated: return "tag-repeated";
    case Warning::Kind::result_differs: return "result-differs";
    case Warning::Kind::result_missing: return "result-missing";
    case Warning::Kind::encoding: return "encoding";
    case Warning::Kind::san: return "san";
    case Warning::Kind::move_number: return "move-number";
    case Warning::Kind::glyph: return "glyph";
    case Warning::Kind::command: break;
  }
  return "command";
}

std::optional<std::int64_t> Ply::clk_ms() const {
  const auto value = find_command(comments, "clk");
  return value ? parse_duration(*value) : std::nullopt;
}
std::optional<std::int64_t> Ply::emt_ms() const {
  const auto value = find_command(comments, "emt");
  return value ? parse_duration(*value) : std::nullopt;
}
std::optional<Evaluation> Ply::eval() const {
  const auto value = find_command(comments, "eval");
  return value ? parse_evaluation(*value) : std::nullopt;
}

bool operator==(const Ply& a, const Ply& b) {
  return a.move == b.move && a.nags == b.nags && a.comments == b.comments && a.variations == b.variations;
}
bool operator==(const Variation& a, const Variation& b) {
  return a.comments == b.comments && a.plies == b.plies && a.result == b.result && a.comments_after == b.comments_after;
}
bool operator==(const Game& a, const Game& b) {
  return a.tags == b.tags && a.start == b.start && a.comments == b.comments && a.plies == b.plies && a.result == b.result;
}

std::optional<std::string_view> Game::tag(std::string_view wanted) const {
  for (const Tag& t : tags) {
    if (t.name == wanted) return t.value;
  }
  return std::nullopt;
}

bool Game::is_chess960() const {
  const auto variant = tag("Variant");
  return variant && parse_variant(*variant) == Variant::chess960;
}

chess::Position after(const chess::Position& position, const Ply& ply) {
  if (!ply.is_null()) return position.after(ply.move);
  chess::Position next = position;
  next.set_side_to_move(!position.side_to_move());
  next.set_passed_over(std::nullopt);
  const int moved = position.side_to_move() == Colour::black ? 1 : 0;
  next.set_clocks(std::min(position.halfmove_clock() + 1, chess::Position::last_number),
                  std::min(position.fullmove_number() + moved, chess::Position::last_number));
  return next;
}

std::optional<Variant> parse_variant(std::string_view value) {
  std::string plain;
  for (const char c : value) {
    if (c != ' ' && c != '-' && c != '_') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  for (const std::string_view standard : {"", "?", "standard", "chess", "normal", "regular", "fromposition"}) {
    if (plain == standard) return Variant::standard;
  }
  for (const std::string_view shuffled : {"chess960", "960", "fischerandom", "fischerrandom", "freestyle", "wild/fr"}) {
    if (plain == shuffled) return Variant::chess960;
  }
  return std::nullopt;
}

void complete_tags(Game& game) {
  const auto rank = [](const Tag& tag) {
    const auto at = std::find(seven_tags.begin(), seven_tags.end(), tag.name);
    return at != seven_tags.end() ? at - seven_tags.begin() : tag.name == "SetUp" ? 7 : tag.name == "FEN" ? 8 : 9;
  };
  const auto add = [&game](std::string_view name, std::string_view value) {
    if (!game.tag(name)) game.tags.push_back({std::string(name), std::string(value)});
  };
  for (const std::string_view name : seven_tags) {
    add(name, name == "Date" ? "????.??.??" : name == "Result" ? text(game.result) : "?");
  }
  if (game.start != chess::Position::start()) {
    add("SetUp", "1");
    add("FEN", fen::write(game.start));
  }
  std::stable_sort(game.tags.begin(), game.tags.end(), [&](const Tag& a, const Tag& b) { return rank(a) < rank(b); });
}

}  // namespace adoube::pgn
