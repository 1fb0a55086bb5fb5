// SPDX-License-Identifier: Apache-2.0
/// The board that --device names: one on USB, or a simulated one. Commands do not know which.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "driver/transport/clock.hpp"
#include "driver/transport/transport.hpp"
#include "host/lab/simulated_board.hpp"
#include "rules/core/result.hpp"
#include "sim/hands/script.hpp"

namespace adoube::cli {

/// Microseconds of the host's steady clock: deadlines on a real board.
class SteadyClock final : public transport::Clock {
 public:
  Tick now() const override;
};

class Device {
 public:
  /// "" or a serial: a board on USB; "sim": a simulated board with the pieces set up; "sim:FILE.pgn": the same, and the
  /// first game of the file is played on it; "sim:FILE.scn": the scenario is. Errors: those of the transport, and
  /// `malformed` or `io` for the file.
  static Result<std::unique_ptr<Device>> open(const std::string& name);

  /// "sim" or "sim:...": no board on USB is meant.
  static bool is_simulated(const std::string& name);

  /// The file that a simulated board of that name plays; empty: none.
  static std::string file(const std::string& name);

  /// What happens on the simulated board of that name.
  static Result<hands::Script> script(const std::string& name);

  transport::Transport& transport() { return board_ ? board_->transport() : *usb_; }
  const transport::Clock& clock() const { return board_ ? board_->clock() : clock_; }
  /// Device time at which a simulated board has nothing more to show; nothing for a real one.
  std::optional<Tick> end() const { return board_ ? std::optional(script_.end) : std::nullopt; }
  /// The simulated board, or null.
  lab::Board* board() { return board_.get(); }

 private:
  SteadyClock clock_;
  hands::Script script_;
  std::unique_ptr<lab::Board> board_;
  std::unique_ptr<transport::Transport> usb_;
};

}  // namespace adoube::cli
