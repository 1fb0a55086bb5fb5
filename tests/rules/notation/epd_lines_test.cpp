// SPDX-License-Identifier: Apache-2.0
// What is written is read back alike, and whatever the bytes, there is a record or a sentence.
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include "rules/notation/epd.hpp"
#include "tests/rules/playouts.hpp"

namespace adoube {
namespace {

std::string drawn_text() {
  std::string text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab \\\";c\xff")));
  return text;
}

RC_BOOST_PROP(a_record_comes_back, ()) {
  const test::Playout game = test::drawn_playout();
  epd::Record r{game.positions.front(), {}};
  r.operations.push_back({"pv", game.moves, {}});
  if (game.moves.empty()) r.operations.clear();
  const auto moves = chess::legal_moves(r.position);
  if (!moves.empty()) r.operations.push_back({"bm", {moves.begin(), moves.end()}, {}});
  r.operations.push_back({"hmvc", {}, {{std::to_string(r.position.halfmove_clock()), false}}});
  r.operations.push_back({"fmvn", {}, {{std::to_string(r.position.fullmove_number()), false}}});
  r.operations.push_back({"c0", {}, {{drawn_text(), true}}});
  r.operations.push_back({"mine", {}, {{drawn_text(), true}, {"word", false}, {drawn_text(), true}}});
  const std::string line = epd::write(r);
  const auto read = epd::parse(line);
  RC_ASSERT(read.has_value());
  RC_ASSERT(*read == r);
  RC_ASSERT(epd::write(*read) == line);
}

RC_BOOST_PROP(any_line_is_a_record_that_comes_back_or_a_sentence, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "bm", "am", "pv", "id", "c3", "acd", "D2", "hmvc", " ", ";", "\"", "\\", "Ke2", "Kd1", "O-O", "7", "-", "\n", "\xff", "x_"));
  std::string line = "4k3/8/8/8/8/8/8/R3K2R w KQ - ";
  for (const auto& piece : pieces) line += piece;
  const auto read = epd::parse(line);
  if (!read) {
    RC_ASSERT(read.error().message.ends_with('.'));
    return;
  }
  const auto again = epd::parse(epd::write(*read));
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == *read);
}

}  // namespace
}  // namespace adoube
