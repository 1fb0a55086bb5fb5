// SPDX-License-Identifier: Apache-2.0
/// What later presses leave of several readings.
#include "rules/recognition/candidates.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::recognition {
namespace {

struct Scene {
  Scene(const char* fen, std::initializer_list<const char*> moves) : position(fen::parse(fen).value()), sight(position.pieces()) {
    std::vector<chess::Move> first;
    for (const char* m : moves) first.push_back(uci::parse(position, m).value());
    candidates.begin(position, 1, first, 0, number);
    sight.correct(position.after(first.front()).pieces(), 0);
  }
  /// "-e2" a piece leaves, "+e4" one comes.
  Scene& does(std::initializer_list<const char*> steps) {
    for (const char* s : steps) {
      Event e;
      e.kind = s[0] == '+' ? EventKind::place : EventKind::lift;
      e.square = *parse_square(s + 1);
      sight.take(e, ++number);
    }
    return *this;
  }
  Scene& press(Colour c, const Candidates::PromotionKind& kind = {}) {
    candidates.press(c, ++number, sight, kind);
    return *this;
  }
  std::string only() const {
    std::string out;
    chess::Position p = position;
    for (const chess::Move m : candidates.only()) {
      if (!out.empty()) out += ' ';
      out += uci::write(p, m);
      p.make(m);
    }
    return out;
  }
  int readings() const { return candidates.account().readings; }
  chess::Position position;
  Sight sight;
  Candidates candidates;
  int number = 1;
};

constexpr const char* kTwo = "4k3/7p/8/2p1p3/3P4/8/7P/4K3 w - - 0 1";

BOOST_AUTO_TEST_CASE(what_the_victims_do_decides) {
  Scene s(kTwo, {"d4c5", "d4e5"});
  s.sight.correct(fen::parse(kTwo).value().pieces() & ~set_of(Square::d4), 0);
  BOOST_CHECK_EQUAL(s.readings(), 2);
  BOOST_CHECK_EQUAL(s.only(), "");
  s.does({"-e8", "+e7"}).press(Colour::black);
  BOOST_CHECK_EQUAL(s.readings(), 2);
  s.does({"-c5", "+c6"}).press(Colour::white);
  BOOST_CHECK_EQUAL(s.readings(), 1);
  BOOST_CHECK_EQUAL(s.only(), "d4c5 e8e7 c5c6");
  BOOST_CHECK_EQUAL(s.candidates.account().lines.size(), 1U);
  BOOST_CHECK_EQUAL(s.candidates.account().lines[0].size(), 3U);
}

BOOST_AUTO_TEST_CASE(a_press_of_who_has_pressed_says_nothing) {
  Scene s(kTwo, {"d4c5", "d4e5"});
  s.sight.correct(fen::parse(kTwo).value().pieces() & ~set_of(Square::d4), 0);
  s.press(Colour::white);
  BOOST_CHECK_EQUAL(s.readings(), 2);
}

BOOST_AUTO_TEST_CASE(squares_that_no_reading_leads_to_leave_none) {
  Scene s(kTwo, {"d4c5", "d4e5"});
  s.sight.correct(fen::parse(kTwo).value().pieces() & ~set_of(Square::d4), 0);
  s.does({"-e8", "+e3"}).press(Colour::black);
  BOOST_CHECK_EQUAL(s.readings(), 0);
  BOOST_CHECK_EQUAL(s.only(), "");
}

BOOST_AUTO_TEST_CASE(what_hands_did_not_do_is_not_read) {
  // h7 and h6 look alike after either, but a piece that nobody took up was not moved.
  Scene s(kTwo, {"d4e5"});
  s.sight.correct(fen::parse(kTwo).value().after(uci::parse(s.position, "d4e5").value()).pieces() ^ set_of(Square::h7) ^ set_of(Square::h6), 0);
  s.press(Colour::black);
  BOOST_CHECK_EQUAL(s.readings(), 0);
}

BOOST_AUTO_TEST_CASE(a_promotion_needs_its_kind) {
  const char* fen = "4k3/P7/8/2p1p3/3P4/8/7p/4K3 w - - 0 1";
  for (const bool known : {false, true}) {
    Scene s(fen, {"d4c5"});
    s.does({"-h2", "+h1"}).press(Colour::black, [&](int ply) {
      BOOST_CHECK_EQUAL(ply, 2);
      return known ? std::optional(chess::Kind::knight) : std::nullopt;
    });
    BOOST_CHECK_EQUAL(s.readings(), 1);
    BOOST_CHECK_EQUAL(s.only(), known ? "d4c5 h2h1n" : "");
  }
}

}  // namespace
}  // namespace adoube::recognition
