// SPDX-License-Identifier: Apache-2.0
// The account of a run can fail: an edge that the truth has and the driver has not is lost, and the other way round invented.
#include "host/lab/chain.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>

#include "host/lab/edges_board.hpp"
#include "sim/hands/incident.hpp"

namespace adoube::lab {
namespace {

using Tamper = std::function<void(std::vector<TrueEdge>&)>;

// A healthy board that lies about what its filter confirmed.
class LyingBoard final : public Board {
 public:
  LyingBoard(std::span<const sim::Change> changes, Tamper tamper) : board_(changes), tamper_(std::move(tamper)) {}

  transport::Transport& transport() override { return board_.transport(); }
  const transport::Clock& clock() const override { return board_.clock(); }
  std::span<const TrueEdge> truth() override {
    const auto truth = board_.truth();
    told_.assign(truth.begin(), truth.end());
    tamper_(told_);
    return told_;
  }
  std::string_view mode() const override { return board_.mode(); }
  std::uint64_t wire_hash() override { return board_.wire_hash(); }
  Result<void> finish() override { return board_.finish(); }

 private:
  EdgesBoard board_;
  Tamper tamper_;
  std::vector<TrueEdge> told_;
};

class Silent final : public Listener {
 public:
  void on_move(const recognition::MoveRecord&) override {}
  void on_ruling(const article4::Ruling&) override {}
  bool on_time(Tick, Tick) override { return true; }
};

// One move and its press, with the last of its edges tampered with.
Account account_of(Tamper tamper) {
  const chess::Position start = chess::Position::start();
  const hands::Script script = hands::Incident(start, 1).move(Square::e2, Square::e4).press(Colour::white).finish();
  LyingBoard board(script.changes, [&](std::vector<TrueEdge>& truth) {
    if (!truth.empty() && truth.back().onset > script.start) tamper(truth);
  });
  Silent listener;
  const article4::Edition edition = *article4::edition("fide2023");
  Chain chain(board, start, edition, listener);
  BOOST_REQUIRE(chain.open().has_value());
  BOOST_REQUIRE(chain.run_until(script.end).has_value());
  BOOST_REQUIRE(chain.finish().has_value());
  BOOST_REQUIRE(board.truth().back().onset > script.start);
  return chain.account();
}

BOOST_AUTO_TEST_CASE(a_healthy_board_loses_and_invents_nothing) {
  const Account account = account_of([](auto&) {});
  BOOST_TEST(account.counters.edges > 5u);
  BOOST_TEST(account.lost == 0u);
  BOOST_TEST(account.invented == 0u);
  BOOST_TEST(account.refused == 0u);
}

BOOST_AUTO_TEST_CASE(an_edge_that_was_confirmed_and_never_delivered_is_lost) {
  const Account account = account_of([](auto& truth) {
    TrueEdge more = truth.back();
    more.channel = 0;
    truth.push_back(more);
  });
  BOOST_TEST(account.lost == 1u);
  BOOST_TEST(account.invented == 0u);
}

BOOST_AUTO_TEST_CASE(an_edge_with_another_onset_is_lost_and_invented) {
  const Account account = account_of([](auto& truth) { --truth.back().onset; });
  BOOST_TEST(account.lost == 1u);
  BOOST_TEST(account.invented == 1u);
}

BOOST_AUTO_TEST_CASE(an_edge_that_was_delivered_and_never_confirmed_is_invented) {
  const Account account = account_of([](auto& truth) { truth.pop_back(); });
  BOOST_TEST(account.lost == 0u);
  BOOST_TEST(account.invented == 1u);
}

BOOST_AUTO_TEST_CASE(an_edge_that_the_full_fifo_refused_is_neither_owed_nor_lost) {
  const Account account = account_of([](auto& truth) {
    TrueEdge more = truth.back();
    more.channel = 0;
    more.refused = true;
    truth.push_back(more);
  });
  BOOST_TEST(account.refused == 1u);
  BOOST_TEST(account.lost == 0u);
  BOOST_TEST(account.invented == 0u);
}

// Hears a little, and then wants no more.
class Impatient final : public Listener {
 public:
  void on_move(const recognition::MoveRecord&) override {}
  void on_ruling(const article4::Ruling&) override {}
  bool on_time(Tick now, Tick) override { return now < 500'000; }
};

BOOST_AUTO_TEST_CASE(a_listener_may_end_the_run) {
  const chess::Position start = chess::Position::start();
  const hands::Script script = hands::Incident(start, 1).move(Square::e2, Square::e4).finish();
  EdgesBoard board(script.changes);
  Impatient listener;
  const article4::Edition edition = *article4::edition("fide2023");
  Chain chain(board, start, edition, listener);
  BOOST_REQUIRE(chain.open().has_value());
  const auto run = chain.run_until(script.end);
  BOOST_REQUIRE(!run.has_value());
  BOOST_TEST((run.error().cause == Cause::interrupted));
  BOOST_TEST(board.clock().now() < script.start);
}

}  // namespace
}  // namespace adoube::lab
