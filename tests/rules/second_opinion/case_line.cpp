// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/case_line.hpp"

#include <array>

#include "tests/rules/second_opinion/hand.hpp"

namespace adoube::second_opinion {
namespace {

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace

std::string as_case(const Sequence& sequence, std::string_view id, std::string_view expected) {
  static constexpr std::array<std::string_view, 7> words{"touch", "release", "lift", "place",
                                                         "clock", "adjust",  "claim"};
  std::string line = R"({"id": )" + quoted(id) + R"(, "fen": )" + quoted(sequence.fen) + R"(, "side": )" +
                     quoted(std::string(1, board_of(sequence.fen).mover)) + R"(, "profile": )" +
                     quoted(sequence.profile) + R"(, "events": [)";
  std::string_view comma;
  for (const Event& e : sequence.events) {
    const bool of_a_square = e.what != What::clock && e.what != What::adjust && e.what != What::claim;
    line += comma;
    comma = ", ";
    line += R"({"t_ms": )" + std::to_string((e.lo + 1 + e.hi) / 2 / kMs) + R"(, "square": )" +
            (of_a_square ? quoted(name(e.square)) : "null") + R"(, "kind": )" +
            quoted(words[static_cast<std::size_t>(e.what)]);
    if (e.hi - e.lo > 1) line += R"(, "unc_ms": )" + std::to_string((e.hi - e.lo - 1) / 2 / kMs);
    if (e.length) line += R"(, "dur_ms": )" + std::to_string(*e.length / kMs);
    if (e.until) line += R"(, "until_ms": )" + std::to_string(*e.until / kMs);
    if (e.actor != ' ') line += R"(, "by": )" + quoted(std::string(1, e.actor));
    if (e.piece != ' ') line += R"(, "piece": )" + quoted(std::string(1, e.piece));
    if (e.fresh) line += R"(, "new": true)";
    if (e.via) line += R"(, "via": "piece")";
    if (e.accidental) line += R"(, "accidental": true)";
    line += "}";
  }
  return line + R"(], "expected": )" + std::string(expected) + "}";
}

}  // namespace adoube::second_opinion
