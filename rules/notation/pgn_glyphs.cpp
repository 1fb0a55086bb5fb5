// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_glyphs.hpp"

#include <array>

namespace adoube::pgn {
namespace {

constexpr std::array<std::string_view, 7> move_glyphs{"", "!", "?", "!!", "??", "!?", "?!"};

struct Glyph {
  std::string_view text;
  Nag nag;
};
/// Opinions about the position. Where the standard tells White's advantage from Black's, the glyph does so too. The
/// second group is the same in the signs of the Chess Informant, as UTF-8.
constexpr Glyph position_glyphs[]{
    {"=", 10},    {"~", 13},    {"+=", 14},  {"+/=", 14},  {"=+", 15},  {"=/+", 15}, {"+/-", 16},
    {"-/+", 17},  {"+-", 18},   {"-+", 19},  {"+--", 20},  {"--+", 21},
    {"\u25a1", 7}, {"\u221e", 13}, {"\u2a72", 14}, {"\u2a71", 15}, {"\u00b1", 16}, {"\u2213", 17}, {"\u2a00", 22},
};

}  // namespace

std::optional<std::vector<Nag>> parse_glyphs(std::string_view word) {
  for (const Glyph& glyph : position_glyphs) {
    if (word == glyph.text) return std::vector{glyph.nag};
  }
  if (word.empty() || word.find_first_not_of("!?") != std::string_view::npos) return std::nullopt;
  std::vector<Nag> nags;
  while (!word.empty()) {
    const std::string_view glyph = word.substr(0, 2);
    for (Nag nag = 1; nag < move_glyphs.size(); ++nag) {
      if (move_glyphs[nag] == glyph) nags.push_back(nag);
    }
    word.remove_prefix(glyph.size());
  }
  return nags;
}

std::string_view move_glyph(Nag nag) { return nag < move_glyphs.size() ? move_glyphs[nag] : std::string_view(); }

}  // namespace adoube::pgn
