// SPDX-License-Identifier: Apache-2.0
/// Writes the packets of a bus as a capture file that Wireshark dissects (link type 294, full-speed USB 2.0 packets).
#pragma once
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "rules/core/result.hpp"
#include "sim/bus/packet.hpp"

namespace adoube::bus {

/// One file. Time stamps are bus time (bit time 0 = 1 January 1970), in nanoseconds, of each packet's first bit, so
/// that two runs of one scenario give the same bytes.
class PcapWriter {
 public:
  /// Creates or truncates the file. Error: Cause::io.
  static Result<PcapWriter> create(const std::string& path);

  /// Appends a packet. A failed write is kept and reported by close().
  void write(const PacketView& packet);
  /// Flushes and closes; Cause::io if anything could not be written.
  Result<void> close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  PcapWriter(std::string path, std::FILE* file) : path_(std::move(path)), file_(file) {}

  std::string path_;
  std::unique_ptr<std::FILE, Closer> file_;
  bool failed_ = false;
};

}  // namespace adoube::bus
