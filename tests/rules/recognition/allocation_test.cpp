// SPDX-License-Identifier: Apache-2.0
/// Recognition allocates for the records of moves and, now and then, for a game that grows; never for a judgement.
#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "rules/recognition/recogniser.hpp"
#include "tests/allocation.hpp"

namespace adoube::recognition {
namespace {

class Counter : public Observer {
 public:
  void on_move(const MoveRecord&) override { ++records; }
  void on_judgement(const Judged& judged) override { checksum += judged.judgement.allowed.size(), ++judgements; }
  int records = 0;
  int judgements = 0;
  std::size_t checksum = 0;
};

BOOST_AUTO_TEST_CASE(only_records_of_moves_allocate) {
  const auto edition = article4::edition("fide2023").value();
  Counter counter;
  Recogniser recogniser(fen::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").value(), edition, counter);
  Tick now = 0;
  std::uint32_t id = 0;
  std::uint64_t for_records = 0;
  const auto act = [&](EventKind kind, Square s, std::optional<Colour> who) {
    Event e;
    e.kind = kind;
    e.square = s;
    e.actor = who;
    now += 150'000;
    e.when = {now - 126, now};
    e.id = ++id;
    const std::uint64_t before = allocations();
    const int records = counter.records;
    recogniser.feed(e);
    const std::uint64_t made = allocations() - before;
    if (counter.records == records) BOOST_REQUIRE_EQUAL(made, 0U);
    for_records += made;
  };
  const auto move = [&](Square from, Square to, Colour who) {
    act(EventKind::touch, from, std::nullopt);
    act(EventKind::release, from, std::nullopt);
    act(EventKind::touch, from, std::nullopt);
    act(EventKind::lift, from, std::nullopt);
    act(EventKind::place, to, std::nullopt);
    act(EventKind::release, to, std::nullopt);
    act(EventKind::clock, Square::off, who);
  };
  for (int round = 0; round < 3; ++round) {
    move(Square::g1, Square::f3, Colour::white);
    move(Square::g8, Square::f6, Colour::black);
    move(Square::f3, Square::g1, Colour::white);
    move(Square::f6, Square::g8, Colour::black);
  }
  BOOST_CHECK_EQUAL(counter.records, 24);  // provisional and confirmed
  BOOST_CHECK_GT(counter.judgements, 40);
  BOOST_CHECK_GT(counter.checksum, 0U);
  BOOST_CHECK_LE(for_records, 24U * 8U);
}

}  // namespace
}  // namespace adoube::recognition
