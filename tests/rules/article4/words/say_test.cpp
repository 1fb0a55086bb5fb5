// SPDX-License-Identifier: Apache-2.0
// Every verdict in every language, from judgements made by hand.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

#include "rules/article4/words/words.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::article4::words {
namespace {

using chess::Position;

struct Scene {
  MoveTable table;
  Edition edition;
  Judgement j;

  explicit Scene(std::string_view position = "r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1",
                 std::string_view profile = "fide2023")
      : table(fen::parse(position).value()), edition(article4::edition(profile).value()) {
    j.mover = table.mover();
    j.allowed = j.certain = table.all();
  }
  std::size_t move(std::string_view text) const { return *table.index_of(san::parse(table.position(), text).value()); }
  void leave(std::initializer_list<std::string_view> moves) {
    j.allowed = {};
    for (const std::string_view m : moves) j.allowed.add(move(m));
    j.certain = j.allowed;
  }
  void touch(Square s, bool doubtful = false, bool follows = true) { j.touched.push({s, 1, doubtful, follows}); }
  std::array<std::string, 3> say(Language language = Language::english) const { return words::say(j, table, edition, language); }
};

/// One sentence: it ends with its only full stop and has no gap left.
void check_sentence(const std::string& text) {
  BOOST_CHECK_MESSAGE(text.size() > 10 && text.ends_with('.'), text);
  BOOST_CHECK_MESSAGE(text.find(". ") == std::string::npos, text);
  BOOST_CHECK_MESSAGE(text.find_first_of("{}?") == std::string::npos, text);
  BOOST_CHECK_MESSAGE(text.find("  ") == std::string::npos && text.find(" ,") == std::string::npos && text.find("()") == std::string::npos &&
                          text.find(" .") == std::string::npos && text.find(": .") == std::string::npos,
                      text);
}

void check(const Scene& scene) {
  std::set<std::string> all;
  for (const Language language : kLanguages) {
    for (const std::string& sentence : scene.say(language)) {
      check_sentence(sentence);
      BOOST_CHECK_MESSAGE(all.insert(sentence).second, "two languages say the same: " << sentence);
    }
  }
}

/// A scene that stands for the verdict.
Scene scene_of(Verdict verdict) {
  Scene s;
  s.j.verdict = verdict;
  switch (verdict) {
    case Verdict::free: break;
    case Verdict::obligation:
      s.touch(Square::f3);
      s.leave({"Nxe5", "Ng5", "Ng1", "Nh4"});
      s.j.clause = Clause::c4_3_1;
      break;
    case Verdict::adjusted:
      s.j.flags.raise(FlagWord::adjusted, Square::f3);
      s.j.clause = Clause::c4_2_1;
      break;
    case Verdict::accidental:
      s.j.flags.raise(FlagWord::accidental, Square::f3);
      s.j.clause = Clause::c4_2_2;
      break;
    case Verdict::displaced:
      s.j.flags.raise(FlagWord::displaced, Square::g2, Square::g3);
      s.j.clause = Clause::c7_4_1;
      break;
    case Verdict::irregular_touch: s.j.clause = Clause::c4_2_1; break;
    case Verdict::touch_out_of_turn: s.j.clause = Clause::c1_3; break;
    case Verdict::move_made:
    case Verdict::move_completed:
      s.touch(Square::e4);
      s.j.standing = s.j.fixed = s.move("exd5");
      s.leave({"exd5"});
      s.j.clause = Clause::c4_7_1;
      break;
    case Verdict::violation:
      s.touch(Square::f3);
      s.j.standing = s.move("O-O");
      s.leave({"Nxe5", "Ng5"});
      s.j.clause = Clause::c4_3_1;
      break;
    case Verdict::illegal_uncompleted:
      s.touch(Square::f3);
      s.j.commitments.push({Square::f3, Square::f5, 2, Clause::c4_7});
      s.leave({"Nxe5"});
      s.j.clause = Clause::c4_3_1;
      break;
    case Verdict::illegal_completed:
      s.touch(Square::f3);
      s.leave({"Nxe5", "Ng5"});
      s.j.clause = Clause::c7_5_1;
      s.j.penalty = {Penalty::Kind::time, 2, 1, Clause::c7_5_5};
      break;
    case Verdict::game_over:
      s = Scene("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
      s.j.verdict = verdict;
      s.j.standing = s.j.fixed = s.move("Rd8");
      s.leave({"Rd8"});
      s.j.clause = Clause::c5_1_1;
      break;
  }
  return s;
}

BOOST_AUTO_TEST_CASE(every_verdict_is_three_sentences_in_every_language) {
  for (std::size_t v = 0; v < kVerdicts; ++v) {
    BOOST_TEST_CONTEXT(text(static_cast<Verdict>(v))) { check(scene_of(static_cast<Verdict>(v))); }
  }
}

BOOST_AUTO_TEST_CASE(every_clause_can_be_named_in_every_edition) {
  for (std::size_t i = 1; i < clause_count; ++i) {
    for (const std::string_view profile : edition_names()) {
      Scene s = scene_of(Verdict::obligation);
      s.edition = edition(profile).value();
      s.j.clause = static_cast<Clause>(i);
      BOOST_TEST_CONTEXT(key(s.j.clause) << ' ' << profile) {
        check(s);
        const std::string second = s.say()[1];
        BOOST_CHECK_MESSAGE(second.find(profile) != std::string::npos, second);
        if (s.edition.enforced) {
          BOOST_CHECK_MESSAGE(second.find(std::string(number_or_key(s.j.clause, s.edition))) != std::string::npos, second);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(touches_too_close_to_tell_are_not_told_one_after_the_other) {
  Scene s = scene_of(Verdict::obligation);
  s.j.clause = Clause::c4_3_3;
  s.touch(Square::e5, false, false);
  BOOST_CHECK_EQUAL(s.say()[0], "White touched the knight on f3 and the opponent's pawn on e5, in an order that could not be told.");
  BOOST_CHECK_MESSAGE(s.say()[1].ends_with("decides; in unclear order the own piece counts as touched first."), s.say()[1]);
  check(s);
  s.touch(Square::d5);
  BOOST_CHECK_EQUAL(s.say()[0], "White touched the knight on f3 and the opponent's pawn on e5, then the opponent's pawn on d5.");
  s.edition = edition("seed-it").value();
  BOOST_CHECK_MESSAGE(s.say()[1].ends_with("if none can the first piece that can be moved or taken decides."), s.say()[1]);
  check(s);
  s.j.clause = Clause::c4_4_4;
  check(s);
  BOOST_CHECK_MESSAGE(s.say()[1].ends_with("says: the choice is final once the new piece is released on its square."), s.say()[1]);
}

BOOST_AUTO_TEST_CASE(a_press_without_a_move_where_the_text_has_no_rule_for_it) {
  Scene s = scene_of(Verdict::illegal_completed);
  s.edition = edition("fide2014").value();
  s.j.clause = Clause::c7_5_3;
  s.j.certainty = Certainty::arbiter;
  s.j.penalty = {Penalty::Kind::arbiter, 0, 0, Clause::c7_5_3};
  check(s);
  BOOST_CHECK_EQUAL(s.say()[1],
                    "The text in force (FIDE Laws of 2014, fide2014) has no rule for it; Article 7.5.3 of the Laws of 2023 says: "
                    "pressing the clock without a move counts as an illegal move.");
  BOOST_CHECK_EQUAL(s.say()[2], "White has to play one of 2 moves: Nxe5 or Ng5; any penalty is for the arbiter to choose.");
}

BOOST_AUTO_TEST_CASE(the_words_of_a_touch) {
  Scene s = scene_of(Verdict::obligation);
  BOOST_CHECK_EQUAL(s.say()[0], "White touched the knight on f3.");
  BOOST_CHECK_EQUAL(s.say()[1],
                    "Article 4.3.1 (FIDE Laws of 2023, fide2023) says: the first own piece touched that can be moved has to be moved.");
  BOOST_CHECK_EQUAL(s.say()[2], "White has to play one of 4 moves: Nxe5, Ng1, Ng5 or Nh4.");
  BOOST_CHECK_EQUAL(s.say(Language::czech)[0], "Bílý se dotkl svého jezdce na f3.");
  BOOST_CHECK_EQUAL(s.say(Language::italian)[0], "Il Bianco ha toccato il Cavallo in f3.");
  s.touch(Square::e5, true);
  BOOST_CHECK_EQUAL(s.say()[0], "White touched the knight on f3, then perhaps the opponent's pawn on e5.");
  s.j.flags.raise(FlagWord::order_unclear);
  BOOST_CHECK_EQUAL(s.say()[0],
                    "White touched the knight on f3 and perhaps the opponent's pawn on e5, in an order that could not be told.");
  s.j.commitments.push({Square::f3, Square::e5, 3, Clause::c4_7});
  BOOST_CHECK_NE(s.say()[0].find("released a piece on e5"), std::string::npos);
  s.j.commitments.clear();
  s.j.commitments.push({Square::off, Square::e8, 3, Clause::c4_4_4});
  BOOST_CHECK_NE(s.say()[0].find("put a new piece on e8"), std::string::npos);
  s.j.touched.clear();
  BOOST_CHECK_EQUAL(s.say()[0], "White put a new piece on e8.");
}

BOOST_AUTO_TEST_CASE(one_move_few_moves_many_moves) {
  Scene s = scene_of(Verdict::obligation);
  s.leave({"Nxe5"});
  BOOST_CHECK_EQUAL(s.say()[2], "White has to play Nxe5, the only move left.");
  s.j.allowed = s.j.certain = s.table.all();
  const std::string n = std::to_string(s.table.moves().size());
  const std::string third = s.say()[2];
  BOOST_CHECK_EQUAL(third.find("White has to play one of " + n + " moves, such as "), 0U);
  BOOST_CHECK_EQUAL(std::count(third.begin(), third.end(), ','), 6);
  check(s);
}

BOOST_AUTO_TEST_CASE(what_is_open_names_the_sure_moves_and_the_others) {
  Scene s = scene_of(Verdict::obligation);
  s.j.certainty = Certainty::arbiter;
  s.j.certain = MoveMask::only(s.move("Nxe5"));
  BOOST_CHECK_EQUAL(s.say()[2],
                    "The arbiter decides between the readings: Nxe5 is allowed in each of them, Ng1, Ng5 or Nh4 only in some.");
  check(s);
  s.j.certain = {};
  BOOST_CHECK_EQUAL(s.say()[2], "The arbiter decides between the readings, which leave Nxe5, Ng1, Ng5 or Nh4.");
  s.j.allowed = s.table.all();
  BOOST_CHECK_NE(s.say()[2].find(" in all."), std::string::npos);
  check(s);
}

BOOST_AUTO_TEST_CASE(a_move_that_4_7_fixed_has_to_stand) {
  Scene s = scene_of(Verdict::violation);
  BOOST_CHECK_EQUAL(s.say()[0], "White touched the knight on f3 and played O-O.");
  BOOST_CHECK_EQUAL(s.say()[2], "O-O is taken back, and White has to play one of 2 moves instead: Nxe5 or Ng5.");
  Scene late = s;
  late.j.flags.raise(FlagWord::claim_forfeited);
  BOOST_CHECK_EQUAL(late.say()[2], "O-O stands unless the arbiter saw the breach, because Black can no longer claim.");
  check(late);
  s.j.fixed = s.move("Nxe5");
  s.j.clause = Clause::c4_7;
  BOOST_CHECK_EQUAL(s.say()[0], "White had made Nxe5 and took it back.");
  BOOST_CHECK_EQUAL(s.say()[2], "Nxe5 has to stand.");
  check(s);
  s.j.verdict = Verdict::obligation;
  s.j.standing.reset();
  BOOST_CHECK_EQUAL(s.say()[0], "White had made Nxe5 and took it back.");
}

BOOST_AUTO_TEST_CASE(the_penalty_is_told) {
  Scene s = scene_of(Verdict::illegal_completed);
  BOOST_CHECK_NE(s.say()[2].find("; Black gains 2 minutes."), std::string::npos);
  s.j.penalty.minutes = 1;
  BOOST_CHECK_NE(s.say()[2].find("; Black gains one minute."), std::string::npos);
  check(s);
  for (const Penalty::Kind kind : {Penalty::Kind::loss, Penalty::Kind::arbiter}) {
    s.j.penalty.kind = kind;
    check(s);
  }
  s.j.flags.raise(FlagWord::claim_forfeited);
  s.j.certainty = Certainty::unless_arbiter;
  BOOST_CHECK_NE(s.say()[2].find("; a claim is no longer possible, unless the arbiter saw it otherwise."), std::string::npos);
  check(s);
}

BOOST_AUTO_TEST_CASE(illegal_presses_differ_by_their_clause) {
  Scene s = scene_of(Verdict::illegal_completed);
  std::set<std::string> said;
  for (const Clause clause : {Clause::c7_5_1, Clause::c7_5_2, Clause::c7_5_3, Clause::c7_5_4}) {
    s.j.clause = clause;
    said.insert(s.say()[0]);
    check(s);
  }
  BOOST_CHECK_EQUAL(said.size(), 4U);
  s.j.penalty = {};
  s.j.clause = Clause::c7_5_3;
  BOOST_CHECK_EQUAL(s.say()[2], "White has to play one of 2 moves: Nxe5 or Ng5.");
  s.j.allowed = s.table.all();
  BOOST_CHECK_EQUAL(s.say()[2].find("White may play any of the legal moves, "), 0U);
  s.leave({"Nxe5"});
  s.j.clause = Clause::c7_5_2;
  BOOST_CHECK_EQUAL(s.say()[2], "The pawn is replaced by a queen, so that Nxe5 stands.");
  check(s);
}

BOOST_AUTO_TEST_CASE(an_illegal_move_that_was_answered_stands) {
  Scene s = scene_of(Verdict::illegal_completed);
  s.edition = edition("fide2023-blitz").value();
  s.j.flags.raise(FlagWord::illegal, Square::f3, Square::f5);
  BOOST_CHECK_EQUAL(s.say()[1].find("Article A.5.2 (FIDE Laws of 2023, fide2023-blitz) says: "), 0U);
  BOOST_CHECK_EQUAL(s.say()[2], "The illegal move stands, because Black has already replied.");
  check(s);
}

BOOST_AUTO_TEST_CASE(games_end_in_four_ways) {
  Scene s = scene_of(Verdict::game_over);
  std::set<std::string> said;
  for (const Clause clause : {Clause::c5_1_1, Clause::c5_2_1, Clause::c5_2_2, Clause::c9_6}) {
    s.j.clause = clause;
    said.insert(s.say()[2]);
    check(s);
  }
  BOOST_CHECK_EQUAL(said.size(), 4U);
  s.j.clause = Clause::c5_1_1;
  BOOST_CHECK_EQUAL(s.say()[0], "White played Rd8#.");
  BOOST_CHECK_EQUAL(s.say()[2], "The game is over, and White has won.");
  s.j.clause = Clause::c9_2;
  s.j.standing.reset();
  s.j.fixed.reset();
  BOOST_CHECK_EQUAL(s.say()[0], "White claimed a draw.");
  BOOST_CHECK_EQUAL(s.say()[2], "The game is over and drawn.");
  check(s);
}

BOOST_AUTO_TEST_CASE(black_is_black) {
  Scene s("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  s.j.verdict = Verdict::touch_out_of_turn;
  s.j.clause = Clause::c1_3;
  BOOST_CHECK_EQUAL(s.say()[0], "White touched a piece while Black had the move.");
  BOOST_CHECK_EQUAL(s.say(Language::czech)[0], "Bílý se dotkl kamene, ač byl na tahu černý.");
  s.j.verdict = Verdict::free;
  s.touch(Square::d8);
  BOOST_CHECK_EQUAL(s.say()[0], "Black touched the queen on d8.");
  s.j.touched.clear();
  s.touch(Square::e4);
  BOOST_CHECK_EQUAL(s.say(Language::italian)[0], "Il Nero ha toccato il pedone avversario in e4.");
}

BOOST_AUTO_TEST_CASE(several_pieces_off_their_squares) {
  Scene s = scene_of(Verdict::displaced);
  BOOST_CHECK_EQUAL(s.say()[0], "The piece on g2 was displaced to g3.");
  s.j.flags.raise(FlagWord::displaced, Square::h2, Square::h3);
  BOOST_CHECK_EQUAL(s.say()[0], "Pieces were displaced.");
  check(s);
  Scene a = scene_of(Verdict::adjusted);
  a.j.flags.raise(FlagWord::adjusted, Square::h1);
  BOOST_CHECK_EQUAL(a.say()[0], "White announced an adjustment and touched the piece on h1, f3.");
  a.j.flags = {};
  BOOST_CHECK_EQUAL(a.say()[0], "White announced an adjustment.");
  check(a);
}

BOOST_AUTO_TEST_CASE(casual_play_binds_nobody) {
  Scene s = scene_of(Verdict::obligation);
  s.edition = edition("casual").value();
  BOOST_CHECK_EQUAL(s.say()[1], "In this profile (FIDE Laws of 2023, casual) no touch binds and moves may be taken back.");
}

}  // namespace
}  // namespace adoube::article4::words
