// SPDX-License-Identifier: Apache-2.0
#include "host/scenes/scene_run.hpp"

#include <utility>

#include "rules/notation/san.hpp"

namespace adoube::scenes {

namespace {

class Listener final : public lab::Listener {
 public:
  Listener(Observed& out, Watcher& watcher) : out_(out), watcher_(watcher) {}

  void time_from(const transport::Clock& clock) { clock_ = &clock; }

  void on_move(const recognition::MoveRecord& record) override {
    out_.moves.push_back({record, san::write(record.before, record.move), clock_->now()});
    if (record.status == recognition::Status::confirmed) out_.position = record.before.after(record.move);
    if (record.status == recognition::Status::taken_back) out_.position = record.before;
    watcher_.on_move(out_.moves.back());
  }
  void on_judgement(const recognition::Judged& judged) override {
    out_.rulings.push_back({judged.ruling(), !judged.events().empty(), clock_->now()});
    watcher_.on_ruling(out_.rulings.back());
  }
  void on_ruling(const article4::Ruling&) override {}
  void on_situation(const recognition::Situation& situation) override { out_.situations.push_back({situation, clock_->now()}); }
  void on_gap(const driver::Gap& gap) override { out_.gaps.push_back(gap); }
  bool on_time(Tick now, Tick end) override { return watcher_.on_time(now, end); }

 private:
  Observed& out_;
  Watcher& watcher_;
  const transport::Clock* clock_ = nullptr;
};

}  // namespace

lab::GameOptions options_of(const scenario::Setup& setup, const article4::Edition& edition, const lab::BoardOptions& board) {
  lab::GameOptions options;
  options.board = board;
  options.board.front = static_cast<lab::BoardOptions::Front>(setup.front);
  options.board.drift_ppm = setup.drift_ppm;
  options.board.line_faults = setup.line_faults;
  options.board.fault_seed = setup.seed;
  options.edition = edition;
  options.seed = setup.seed;
  options.players = setup.players;
  options.presence = setup.presence;
  options.rotated = setup.rotated;
  options.parameters = setup.parameters;
  options.own_pace = setup.own_pace;
  options.slip = setup.slip;
  options.faults = setup.faults;
  options.limit = setup.limit;
  if (setup.hold) lab::set_hold(options, static_cast<std::uint32_t>(*setup.hold));
  if (setup.scan_pause != 0) lab::set_scan_pause(options, static_cast<std::uint32_t>(setup.scan_pause));
  return options;
}

lab::GameOptions options_of(const scenario::Performance& performance, const article4::Edition& edition, const lab::BoardOptions& board) {
  lab::GameOptions options = options_of(performance.setup, edition, board);
  const bool cut_otherwise = !board.mishaps.empty();
  for (const sim::Mishap& mishap : performance.mishaps) {
    if (!cut_otherwise || !mishap.cuts_off()) options.board.mishaps.push_back(mishap);
  }
  return options;
}

Result<Observed> play(const scenario::Performance& performance, lab::GameOptions options, Watcher& watcher) {
  Observed out;
  out.position = performance.setup.position;
  const std::size_t plies = lab::plies_played(performance.script, options.limit);
  for (const hands::Turn& ply : std::span(performance.game).first(plies)) {
    if (ply.kind == hands::Turn::Kind::move) out.game.push_back(san::write(ply.before, ply.move));
  }
  out.cut_short = plies < performance.game.size();
  Listener listener(out, watcher);
  options.prepare = [&listener](lab::Board& b) { listener.time_from(b.clock()); };
  recognition::Options recognition;
  recognition.promotion_kind = [&game = performance.game](int ply) -> std::optional<chess::Kind> {
    const auto index = static_cast<std::size_t>(ply - 1);
    if (index >= game.size() || !game[index].move.is_promotion()) return std::nullopt;
    return game[index].move.promotion();
  };
  auto run = lab::play(performance.script, performance.setup.position, options, listener, std::move(recognition));
  if (!run) return tl::unexpected(run.error());
  out.run = std::move(*run);
  return out;
}

}  // namespace adoube::scenes
