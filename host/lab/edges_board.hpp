// SPDX-License-Identifier: Apache-2.0
/// A board without pins and bus: the scanner's C++ model, polled once a virtual millisecond of the host; its packets enter the driver
/// at the wire. For hour-long games and large collections.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "driver/transport/packet_source.hpp"
#include "host/lab/board.hpp"
#include "rules/core/signature.hpp"
#include "sim/physics/change.hpp"
#include "sim/scanner/scanner.hpp"

namespace adoube::lab {

class EdgesBoard final : public Board {
 public:
  explicit EdgesBoard(std::span<const sim::Change> changes, const wire::Front& front = wire::front::parallel, int drift_ppm = 0);

  transport::Transport& transport() override { return source_; }
  const transport::Clock& clock() const override { return source_; }
  std::span<const TrueEdge> truth() override;
  std::string_view mode() const override { return "edges"; }
  std::uint64_t wire_hash() override { return hash_.value(); }
  Result<void> finish() override { return {}; }

 private:
  Result<void> write(std::uint8_t address, std::uint32_t value);
  bool poll_until_packet();
  void show_registers();

  const std::uint64_t frame_clocks_;
  sim::Scanner scanner_;
  transport::PacketSource source_;
  std::uint64_t frame_ = 0;  // number of the next poll, in virtual milliseconds
  Signature hash_;
  std::vector<TrueEdge> truth_;
};

}  // namespace adoube::lab
