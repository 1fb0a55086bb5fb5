// SPDX-License-Identifier: Apache-2.0
#include "host/lab/simulated_board.hpp"

#include "host/lab/edges_board.hpp"
#include "host/lab/pins_board.hpp"

namespace adoube::lab {

Result<std::unique_ptr<Board>> make_board(const BoardOptions& options, std::span<const sim::Change> changes) {
  if (options.path == BoardOptions::Path::edges) {
    if (options.pcap) return fail(Cause::usage, "--path edges has no bus to capture; leave out --pcap, or use --path pins");
    if (!options.mishaps.empty() || options.line_faults != 0) {
      return fail(Cause::usage, "--path edges has no bus to disturb, and no cable; leave out --unplug, --line-faults and what a scenario says of them, or use --path pins");
    }
    if (options.mode == BoardOptions::Mode::lock) {
      return fail(Cause::usage, "--path edges has no clock edges to simulate; leave out --mode lock, or use --path pins");
    }
    if (options.shell == BoardOptions::Shell::systemc) {
      return fail(Cause::usage, "--path edges runs no gateware that SystemC could own; leave out --shell, or use --path pins");
    }
    return std::make_unique<EdgesBoard>(changes, front_of(options.front), options.drift_ppm);
  }
  auto board = PinsBoard::make(options, changes);
  if (!board) return tl::unexpected(board.error());
  return std::unique_ptr<Board>(std::move(*board));
}

}  // namespace adoube::lab
