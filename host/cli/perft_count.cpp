// SPDX-License-Identifier: Apache-2.0
#include "host/cli/perft_count.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace adoube::cli {
namespace {

constexpr std::chrono::milliseconds watch_interval{100};
/// A count of so many plies takes well under a second, so a wish to stop is asked for only above.
constexpr int unwatched_depth = 5;

struct Part {
  chess::Position position;
  int depth;
  std::size_t first_move;
};

class Workers {
 public:
  Workers(std::vector<Part> parts, std::size_t first_moves) : parts_(std::move(parts)), games_(first_moves) {}

  /// Whether all was counted.
  bool run(int threads, const PerftWatch& watch) {
    std::vector<std::jthread> pool;
    running_ = threads;
    for (int n = 0; n < threads; ++n) pool.emplace_back([this] { work(); });
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, watch_interval, [this] { return running_ == 0; })) {
      if (!watch(done_, parts_.size())) stop_ = true;
    }
    return !stop_;
  }

  std::vector<std::uint64_t> games() const { return {games_.begin(), games_.end()}; }

 private:
  void work() {
    for (std::size_t i; !stop_ && (i = next_++) < parts_.size(); ++done_) {
      games_[parts_[i].first_move] += below(parts_[i].position, parts_[i].depth);
    }
    const std::scoped_lock lock(mutex_);
    if (--running_ == 0) ended_.notify_one();
  }

  std::uint64_t below(const chess::Position& p, int depth) const {
    if (depth <= unwatched_depth) return chess::perft(p, depth);
    std::uint64_t games = 0;
    for (const chess::Move m : chess::legal_moves(p)) {
      if (stop_) break;
      games += below(p.after(m), depth - 1);
    }
    return games;
  }

  std::vector<Part> parts_;
  std::vector<std::atomic<std::uint64_t>> games_;
  std::atomic<std::size_t> next_ = 0, done_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;
};

}  // namespace

std::optional<PerftCount> count_games(const chess::Position& position, int depth, int threads, const PerftWatch& watch) {
  PerftCount count;
  if (depth == 0) {
    count.nodes = 1;
    return count;
  }
  count.moves = chess::legal_moves(position);
  std::vector<Part> parts;
  for (std::size_t i = 0; i < count.moves.size(); ++i) {
    const chess::Position first = position.after(count.moves[i]);
    if (depth == 1) {
      parts.push_back({first, 0, i});
      continue;
    }
    for (const chess::Move second : chess::legal_moves(first)) parts.push_back({first.after(second), depth - 2, i});
  }
  Workers workers(std::move(parts), count.moves.size());
  if (!workers.run(threads, watch)) return std::nullopt;
  count.games = workers.games();
  for (const std::uint64_t games : count.games) count.nodes += games;
  return count;
}

}  // namespace adoube::cli
