// SPDX-License-Identifier: Apache-2.0
// Keys along any game: equal where the position is the same, and different where it is not.
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <map>

#include "rules/chess/keys.hpp"
#include "tests/rules/playouts.hpp"

namespace adoube {
namespace {

RC_BOOST_PROP(the_key_is_that_of_the_same_position_set_up_anew, ()) {
  for (const chess::Position& p : test::drawn_playout().positions) {
    const chess::Position anew = fen::parse(fen::write(p)).value();
    RC_ASSERT(same_position(p, anew));
    RC_ASSERT(chess::repetition_key(p) == chess::repetition_key(anew));
  }
}

RC_BOOST_PROP(no_two_positions_of_a_game_share_a_key, ()) {
  std::map<std::uint64_t, chess::Position> seen;
  for (const chess::Position& p : test::drawn_playout().positions) {
    const auto [first, is_new] = seen.emplace(chess::repetition_key(p), p);
    RC_ASSERT(is_new || same_position(first->second, p));
  }
}

}  // namespace
}  // namespace adoube
