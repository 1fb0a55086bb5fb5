// SPDX-License-Identifier: Apache-2.0
#include "host/cli/game_format.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "host/cli/output.hpp"
#include "host/cli/text.hpp"
#include "rules/notation/epd.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_writer.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::cli {
namespace {

using chess::Position;
using Kind = GameFormat::Kind;

void strip(std::vector<pgn::Ply>& plies, const GameFormat& format) {
  for (pgn::Ply& ply : plies) {
    if (!format.nags) ply.nags.clear();
    if (!format.comments) ply.comments.clear();
    if (!format.variations) ply.variations.clear();
    for (pgn::Variation& variation : ply.variations) {
      if (!format.comments) variation.comments.clear(), variation.comments_after.clear();
      strip(variation.plies, format);
    }
  }
}

// With both counters, which EPD has only as operations.
std::string epd_text(const Position& p) {
  return epd::write({p, {{"hmvc", {}, {{std::to_string(p.halfmove_clock())}}}, {"fmvn", {}, {{std::to_string(p.fullmove_number())}}}}});
}

std::string positions_text(const pgn::Game& game, const GameFormat& format) {
  std::string text;
  Position p = game.start;
  const auto add = [&] { text += (format.kind == Kind::fen ? fen::write(p) : epd_text(p)) + '\n'; };
  if (!format.final_position) add();
  for (const pgn::Ply& ply : game.plies) {
    p.make(ply.move);
    if (!format.final_position) add();
  }
  if (format.final_position) add();
  return text;
}

// Also without the tag Variant, where a start that only Chess960 has would make the king's journey ambiguous.
bool castles_by_rook(const pgn::Game& game) { return game.is_chess960() || !castles_as_usual(game.start); }

std::string uci_text(const pgn::Game& game) {
  std::string text;
  if (game.start != Position::start()) text = fmt::format("fen {} moves ", fen::write(game.start));
  Position p = game.start;
  for (const pgn::Ply& ply : game.plies) {
    text += uci::write(p, ply.move, castles_by_rook(game)) + ' ';
    p.make(ply.move);
  }
  return text + std::string(pgn::text(game.result)) + '\n';
}

nlohmann::json moves_json(const Position& start, const std::vector<pgn::Ply>& plies, bool chess960);

nlohmann::json variation_json(const Position& start, const pgn::Variation& variation, bool chess960) {
  nlohmann::json fields{{"moves", moves_json(start, variation.plies, chess960)}};
  if (!variation.comments.empty()) fields["comments"] = variation.comments;
  if (!variation.comments_after.empty()) fields["comments_after"] = variation.comments_after;
  if (variation.result) fields["result"] = pgn::text(*variation.result);
  return fields;
}

nlohmann::json ply_json(const Position& before, const pgn::Ply& ply, bool chess960) {
  nlohmann::json fields{{"san", ply.is_null() ? "--" : san::write(before, ply.move)},
                        {"uci", ply.is_null() ? "0000" : uci::write(before, ply.move, chess960)}};
  if (const auto clk = ply.clk_ms()) fields["clk_ms"] = *clk;
  if (const auto emt = ply.emt_ms()) fields["emt_ms"] = *emt;
  if (const auto eval = ply.eval()) fields["eval"] = {{eval->is_mate ? "mate" : "centipawns", eval->value}};
  if (!ply.nags.empty()) fields["nags"] = ply.nags;
  if (!ply.comments.empty()) fields["comments"] = ply.comments;
  for (const pgn::Variation& variation : ply.variations) fields["variations"].push_back(variation_json(before, variation, chess960));
  return fields;
}

nlohmann::json moves_json(const Position& start, const std::vector<pgn::Ply>& plies, bool chess960) {
  nlohmann::json list = nlohmann::json::array();
  Position p = start;
  for (const pgn::Ply& ply : plies) {
    list.push_back(ply_json(p, ply, chess960));
    p = pgn::after(p, ply);
  }
  return list;
}

std::string json_text(const pgn::Game& game) {
  nlohmann::json tags = nlohmann::json::object();
  for (const pgn::Tag& tag : game.tags) tags[tag.name] = tag.value;
  Position last = game.start;
  for (const pgn::Ply& ply : game.plies) last.make(ply.move);
  nlohmann::json fields{{"game", game.number},
                        {"tags", std::move(tags)},
                        {"start", fen::write(game.start)},
                        {"moves", moves_json(game.start, game.plies, castles_by_rook(game))},
                        {"end", fen::write(last)},
                        {"result", pgn::text(game.result)}};
  if (!game.comments.empty()) fields["comments"] = game.comments;
  return json_line("game", std::move(fields)) + '\n';
}

}  // namespace

std::string game_text(pgn::Game game, const GameFormat& format) {
  if (!format.comments) game.comments.clear();
  strip(game.plies, format);
  switch (format.kind) {
    case Kind::pgn:
    case Kind::line:
      pgn::complete_tags(game);
      return pgn::write(game, format.kind == Kind::pgn ? pgn::Layout::export_format : pgn::Layout::one_line);
    case Kind::uci: return uci_text(game);
    case Kind::fen:
    case Kind::epd: return positions_text(game, format);
    case Kind::json: break;
  }
  return json_text(game);
}

}  // namespace adoube::cli
