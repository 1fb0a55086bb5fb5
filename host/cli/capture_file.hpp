// SPDX-License-Identifier: Apache-2.0
/// Raw samples as text: a VCD for wave viewers, JSON lines, or CSV. All three say the first levels of every channel, then
/// only what changes, and where scans are missing.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "host/cli/raw_changes.hpp"

namespace adoube::cli {

enum class CaptureFormat : std::uint8_t { vcd, jsonl, csv };

class CaptureText : public ChangeSink {
 public:
  /// The last call: the capture ended with this scan.
  virtual void end(const driver::Scan& last) = 0;
};

/// `write` takes the text piece by piece.
std::unique_ptr<CaptureText> make_capture_text(CaptureFormat format, std::function<void(std::string_view)> write);

}  // namespace adoube::cli
