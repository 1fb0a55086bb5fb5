// SPDX-License-Identifier: Apache-2.0
// adoube fen: a position as a board, what may be played in it, and its picture.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "host/cli/board_text.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/text.hpp"
#include "host/files/whole_file.hpp"
#include "host/svg/board_svg.hpp"
#include "rules/chess/history.hpp"
#include "rules/chess/keys.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::cli {
namespace {

using chess::Kind;
using chess::Position;
using chess::Wing;

struct Options {
  std::vector<std::string> fen;
  std::string svg;  // empty for none, "-" for standard output
  bool flip = false;
};

constexpr std::string_view player(Colour c) { return c == Colour::white ? "White" : "Black"; }

// Whether the game goes on, by the position alone.
struct State {
  std::string_view name;  // for JSON
  std::string sentence;   // empty where there is nothing to say
};

State state_of(const Position& p) {
  using chess::Ending;
  const chess::Standing standing = chess::History(p).standing();
  const std::string_view mover = player(p.side_to_move());
  const auto ended = [&](std::string_view word, const std::string& sentence) {
    return State{word, fmt::format("{} (Laws {})", sentence, chess::clause(standing.ending))};
  };
  switch (standing.ending) {
    case Ending::checkmate: return ended("checkmate", fmt::format("Checkmate: {} has won", player(!p.side_to_move())));
    case Ending::stalemate: return ended("stalemate", fmt::format("Stalemate: {} has no legal move, the game is drawn", mover));
    case Ending::dead_position: return ended("dead_position", "Dead position: nobody can mate, the game is drawn");
    case Ending::seventy_five_moves: return ended("seventy_five_moves", "75 moves without pawn move or capture: the game is drawn");
    case Ending::fivefold:  // a position alone has appeared once
    case Ending::none: break;
  }
  if (!standing.fifty_moves) return {"open", ""};
  return {"fifty_moves", fmt::format("50 moves without pawn move or capture: {} may claim a draw (Laws 9.3.2)", mover)};
}

std::string rights_text(const Position& p) {
  std::string text;
  for (const Colour c : {Colour::white, Colour::black}) {
    const bool short_wing = p.castling_rook(c, Wing::king_side).has_value(), long_wing = p.castling_rook(c, Wing::queen_side).has_value();
    if (!short_wing && !long_wing) continue;
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", player(c), short_wing ? " O-O" : "", long_wing ? " O-O-O" : "");
  }
  return text.empty() ? "none" : text;
}

// "  knight  Na3 Nc3 Nf3 Nh3", broken at 80 columns.
void print_moves(const Position& p, const chess::MoveList& moves, Output& out) {
  constexpr std::string_view kinds[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  constexpr std::size_t indent = 10, width = 80;
  std::array<std::vector<std::string>, 6> groups;
  for (const chess::Move m : moves) groups[static_cast<std::size_t>(p.kind_at(m.from()))].push_back(san::write(p, m));
  for (std::size_t k = 0; k < groups.size(); ++k) {
    if (groups[k].empty()) continue;
    std::sort(groups[k].begin(), groups[k].end());
    std::string line = fmt::format("  {:<7}", kinds[k]);
    for (const std::string& san : groups[k]) {
      if (line.size() + 1 + san.size() > width) {
        out.line(line);
        line = std::string(indent - 1, ' ');
      }
      line += ' ' + san;
    }
    out.line(line);
  }
}

void print_text(const Position& p, const chess::MoveList& moves, const Options& options, Output& out) {
  const SquareSet checked = p.in_check() ? set_of(p.king(p.side_to_move())) : 0;
  out.line(board_text(p, checked, {.pieces = locale_is_utf8() ? BoardForm::Pieces::symbols : BoardForm::Pieces::letters,
                                   .colour = out.colour(),
                                   .below = options.flip ? Colour::black : Colour::white}));
  out.line("");
  out.line(out.paint(Output::Paint::strong, fmt::format("{} to move", player(p.side_to_move()))) + (checked != 0 ? ", in check" : ""));
  if (const State state = state_of(p); !state.sentence.empty()) out.line(out.paint(Output::Paint::notice, state.sentence));
  out.line(fmt::format("castling    {}", rights_text(p)));
  if (p.en_passant()) out.line(fmt::format("en passant  {}", name(*p.en_passant())));
  out.line(fmt::format("FEN         {}", fen::write(p)));
  out.line(fmt::format("key         {:016x} (repetition), {:016x} (Polyglot)", chess::repetition_key(p), chess::polyglot_key(p)));
  out.line(counted(moves.size(), "legal move", "legal moves"));
  print_moves(p, moves, out);
}

void print_json(const Position& p, const chess::MoveList& moves, Output& out) {
  std::vector<std::pair<std::string, std::string>> sorted;
  for (const chess::Move m : moves) sorted.emplace_back(uci::write(p, m, !castles_as_usual(p)), san::write(p, m));
  std::sort(sorted.begin(), sorted.end());
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [uci, san] : sorted) list.push_back({{"uci", uci}, {"san", san}});
  nlohmann::json fields{{"fen", fen::write(p)},
                        {"side", p.side_to_move() == Colour::white ? "white" : "black"},
                        {"check", p.in_check()},
                        {"keys",
                         {{"repetition", fmt::format("{:016x}", chess::repetition_key(p))},
                          {"polyglot", fmt::format("{:016x}", chess::polyglot_key(p))}}},
                        {"state", state_of(p).name},
                        {"moves", std::move(list)}};
  out.object("position", std::move(fields));
}

std::string picture(const Position& p, bool flip) {
  std::vector<svg::Mark> marks;
  if (p.in_check()) marks.push_back({p.king(p.side_to_move()), svg::MarkKind::check});
  return svg::board(p, marks, {.below = flip ? Colour::black : Colour::white, .title = {}});
}

int run(const Options& options, Output& out) {
  if (options.svg == "-" && out.json()) {
    return out.fail({Cause::usage, "--svg - and --json would both write to standard output; name a file for the picture"});
  }
  const std::string text = fmt::format("{}", fmt::join(options.fen, " "));
  const auto position = text == "start" ? Result<Position>(Position::start()) : fen::parse(text);
  if (!position) return out.fail(position.error());
  if (options.svg == "-") {
    out.raw(picture(*position, options.flip));
    out.flush();
    return ok;
  }
  if (!options.svg.empty()) {
    if (const auto written = host::write_whole(options.svg, picture(*position, options.flip)); !written) return out.fail(written.error());
  }
  const chess::MoveList moves = chess::legal_moves(*position);
  if (out.json()) {
    print_json(*position, moves, out);
  } else {
    print_text(*position, moves, options, out);
  }
  return ok;
}

}  // namespace

void add_fen(CLI::App& app, const Global&, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("fen", "draw a position and list its legal moves");
  command->add_option("FEN", options->fen, "position as FEN, or start")->required()->expected(1, 6)->type_name("");
  command->add_option("--svg", options->svg, "write the board as SVG to a file, or to standard output with -")
      ->type_name("FILE|-")
      ->check(named_file);
  command->add_flag("--flip", options->flip, "Black's side below");
  command->callback([options, &action] { action = [options](Output& out) { return run(*options, out); }; });
}

}  // namespace adoube::cli
