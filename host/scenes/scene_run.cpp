// SPDX-License-Identifier: Apache-2.0
#include "host/scenes/scene_run.hpp"

#include <utility>

#include "driver/wire/protocol.hpp"
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

lab::Unplug plan_of(const scenario::Unplugged& unplugged) {
  using Kind = lab::Unplug::Kind;
  const Kind kind = unplugged.verb == scenario::Verb::stall ? Kind::stall : unplugged.verb == scenario::Verb::reset ? Kind::reset : Kind::cable;
  return {kind, unplugged.at, unplugged.length};
}

}  // namespace

lab::BoardOptions board_of(const scenario::Performance& performance, lab::BoardOptions board) {
  if (performance.unplugged && !board.unplug) board.unplug = plan_of(*performance.unplugged);
  if (performance.setup.line_faults != 0 && board.line_faults == 0) {
    board.line_faults = performance.setup.line_faults;
    board.fault_seed = performance.setup.seed;
  }
  return board;
}

std::vector<lab::Chain::Setting> settings_of(const scenario::Performance& performance) {
  if (performance.setup.scan_pause == 0) return {};
  return {{wire::reg::scan_pause, static_cast<std::uint32_t>(performance.setup.scan_pause)}};
}

Result<Observed> play(const scenario::Performance& performance, const article4::Edition& edition, const lab::BoardOptions& board,
                      Watcher& watcher) {
  Observed out;
  out.position = performance.setup.position;
  chess::Position position = performance.setup.position;
  for (const chess::Move move : performance.game) {
    out.game.push_back(san::write(position, move));
    position.make(move);
  }
  Listener listener(out, watcher);
  lab::GameOptions options;
  options.board = board_of(performance, board);
  options.edition = edition;
  options.settings = settings_of(performance);
  options.prepare = [&listener](lab::Board& b) { listener.time_from(b.clock()); };
  recognition::Options recognition;
  recognition.promotion_kind = [&game = performance.game](int ply) -> std::optional<chess::Kind> {
    const auto index = static_cast<std::size_t>(ply - 1);
    if (index >= game.size() || !game[index].is_promotion()) return std::nullopt;
    return game[index].promotion();
  };
  auto run = lab::play(performance.script, performance.setup.position, options, listener, std::move(recognition));
  if (!run) return tl::unexpected(run.error());
  out.run = std::move(*run);
  return out;
}

}  // namespace adoube::scenes
