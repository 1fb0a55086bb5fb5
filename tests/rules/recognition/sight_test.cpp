// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/sight.hpp"

#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::recognition {
namespace {

/// Lifts ("-e2") and placements ("+e4") of one turn, in order.
struct Scene {
  Scene(const char* fen_text, std::initializer_list<const char*> steps)
      : table(fen::parse(fen_text).value()), sight(table.position().pieces()) {
    int number = 0;
    for (const char* step : steps) {
      Event e;
      e.kind = step[0] == '-' ? EventKind::lift : EventKind::place;
      e.square = *parse_square(step + 1);
      sight.take(e, ++number);
    }
  }
  std::string move() const {
    const auto fit = fit_with_reply(sight, table);
    return fit ? uci::write(table.position(), table.moves()[fit->move]) : "none";
  }
  SquareSet foreign() const { return fit_with_reply(sight, table)->foreign; }
  article4::MoveTable table;
  Sight sight;
};

constexpr const char* kOpen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";

BOOST_AUTO_TEST_CASE(a_move_with_the_reply_already_in_the_air) {
  const Scene s(kOpen, {"-g8", "-d1", "+f6"});
  BOOST_CHECK_EQUAL(s.move(), "g8f6");
  BOOST_CHECK_EQUAL(s.foreign(), set_of(Square::d1));
}

BOOST_AUTO_TEST_CASE(a_move_with_the_reply_already_set_down) {
  const Scene s(kOpen, {"-g8", "-d1", "+f6", "+h5"});
  BOOST_CHECK_EQUAL(s.move(), "g8f6");
  BOOST_CHECK_EQUAL(s.foreign(), set_of(Square::d1) | set_of(Square::h5));
}

BOOST_AUTO_TEST_CASE(nothing_foreign_is_no_fit_of_this_kind) {
  BOOST_CHECK_EQUAL(Scene(kOpen, {"-g8", "+f6"}).move(), "none");
  BOOST_CHECK_EQUAL(Scene(kOpen, {"-g8", "-d1"}).move(), "none");
}

BOOST_AUTO_TEST_CASE(what_no_legal_reply_explains_does_not_fit) {
  BOOST_CHECK_EQUAL(Scene(kOpen, {"-g8", "-a1", "+f6"}).move(), "none");         // the rook is walled in
  BOOST_CHECK_EQUAL(Scene(kOpen, {"-g8", "-d1", "-g1", "+f6"}).move(), "none");  // two white pieces at once
}

BOOST_AUTO_TEST_CASE(of_two_fits_the_one_that_began_first) {
  // The rook slid h8-h7-h6; g6xf8 has begun with both its pieces. Bishop f8-h6 would leave g6xh8.
  const Scene s("r2qkb1r/p1pb4/2p2nN1/6pp/4Pp2/2N4P/PPP2PP1/R1BQ1RK1 b kq - 2 12",
                {"-h8", "+h7", "-h7", "-g6", "-f8", "+h6"});
  BOOST_CHECK_EQUAL(s.move(), "h8h6");
  const Scene other("r2qkb1r/p1pb4/2p2nN1/6pp/4Pp2/2N4P/PPP2PP1/R1BQ1RK1 b kq - 2 12", {"-f8", "-g6", "-h8", "+h6"});
  BOOST_CHECK_EQUAL(other.move(), "f8h6");
}

BOOST_AUTO_TEST_CASE(a_capture_needs_its_victim_lifted_before_the_capturer_lands) {
  const char* fen_text = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  BOOST_CHECK_EQUAL(Scene(fen_text, {"-d5", "-e4", "-d8", "+d5"}).move(), "e4d5");
  BOOST_CHECK_EQUAL(Scene(fen_text, {"-d8", "-e4", "+d5"}).move(), "none");
}

BOOST_AUTO_TEST_CASE(a_new_turn_forgets_the_history_and_keeps_the_squares) {
  Scene s(kOpen, {"-g8", "-d1", "+f6"});
  s.sight.begin_turn();
  BOOST_CHECK_EQUAL(s.sight.lifted(Square::g8), 0);
  BOOST_CHECK(contains(s.sight.occupied(), Square::f6));
  BOOST_CHECK_EQUAL(s.move(), "none");
}

}  // namespace
}  // namespace adoube::recognition
