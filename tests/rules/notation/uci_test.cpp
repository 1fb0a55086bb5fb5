// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/uci.hpp"

#include <boost/test/unit_test.hpp>

#include "tests/rules/notation/sentences.hpp"
#include "tests/rules/positions.hpp"

namespace adoube {
namespace {

using test::move;
using test::position;

BOOST_AUTO_TEST_CASE(castling_in_both_forms) {
  const auto p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  BOOST_TEST((move(p, "e1g1") == move(p, "e1h1")));
  BOOST_TEST((move(p, "e1c1") == move(p, "e1a1")));
  BOOST_TEST(uci::write(p, move(p, "e1g1")) == "e1g1");
  BOOST_TEST(uci::write(p, move(p, "e1g1"), true) == "e1h1");
  BOOST_TEST(uci::write(p, move(p, "e1c1"), true) == "e1a1");
}

BOOST_AUTO_TEST_CASE(a_step_goes_before_a_castling_written_alike) {
  const auto p = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  BOOST_TEST(!move(p, "f1g1").is_castling());
  BOOST_TEST(move(p, "f1h1").is_castling());
  BOOST_TEST(uci::write(p, move(p, "f1h1"), true) == "f1h1");
}

BOOST_AUTO_TEST_CASE(promotions_name_the_kind) {
  const auto p = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  BOOST_TEST((move(p, "a7a8n").promotion() == chess::Kind::knight));
  BOOST_TEST(uci::write(p, move(p, "a7a8n")) == "a7a8n");
}

BOOST_AUTO_TEST_CASE(each_bad_input_has_its_reason) {
  const auto p = position("4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1");
  for (const char* text : {"", "e", "e2", "e2e", "e2e9", "offe4", "e2e4qq", "E2E4", "e2-e4", "0000"}) {
    const auto m = uci::parse(p, text);
    BOOST_TEST(!m.has_value(), text);
    if (!m) test::check_sentence(m.error(), "is not a move like e2e4");
  }
  for (const char* text : {"e2e5", "e7e5", "a7a8", "a7a8k", "a7a8Q", "e2e4q", "e1g1", "a1a1"}) {
    const auto m = uci::parse(p, text);
    BOOST_TEST(!m.has_value(), text);
    if (!m) test::check_sentence(m.error(), "is not a legal move here");
  }
}

}  // namespace
}  // namespace adoube
