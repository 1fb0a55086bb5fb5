// SPDX-License-Identifier: Apache-2.0
#include "host/cli/capture_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <string>
#include <utility>

#include "host/cli/output.hpp"

namespace adoube::cli {
namespace {

using Write = std::function<void(std::string_view)>;

/// IEEE 1364, value change dump. A scope a plane, one wire a channel. Each wire changes when its own slot is latched; before the
/// first time, and from the end of a scan behind which others are missing to the next time, it is unknown.
class Vcd final : public CaptureText {
 public:
  explicit Vcd(Write write) : write_(std::move(write)) {}

  void first(const driver::Scan& scan) override {
    write_("$comment raw samples of an Adoube board, before the filter $end\n$timescale 1 us $end\n");
    std::string open;
    for (unsigned channel = 0; channel < wire::scan::channels; ++channel) {
      const std::string whole = channel_name(channel);
      const std::size_t dot = whole.find('.');
      const std::string plane = whole.substr(0, dot);
      if (plane != open) write_(fmt::format("{}$scope module {} $end\n", open.empty() ? "" : "$upscope $end\n", plane));
      open = plane;
      write_(fmt::format("$var wire 1 {} {} $end\n", id(channel), whole.substr(dot + 1)));
    }
    write_(fmt::format("$upscope $end\n$enddefinitions $end\n#{}\n$dumpvars\n", scan.at));
    for (unsigned channel = 0; channel < wire::scan::channels; ++channel) value(channel, 'x');
    write_("$end\n");
    at_ = scan.at;
    levels(scan);
  }
  void change(Tick at, unsigned channel, bool level) override {
    if (at <= told_) return;
    instant(at);
    value(channel, level ? '1' : '0');
  }
  void missing(const driver::MissingScans& missing, const driver::Scan& next) override {
    instant(missing.after + behind(next));
    for (unsigned channel = 0; channel < wire::scan::channels; ++channel) value(channel, 'x');
    levels(next);
  }
  void end(const driver::Scan& last) override { instant(last.at + behind(last)); }

 private:
  /// From the time of a scan to one behind all its rows.
  static Tick behind(const driver::Scan& scan) { return std::max<Tick>(scan.row_period, 1) * wire::scan::slots; }

  /// Identifier codes are printable characters; two of 94 are enough.
  static std::string id(unsigned channel) {
    constexpr unsigned first = '!', codes = 94;
    std::string code(1, static_cast<char>(first + channel % codes));
    if (channel >= codes) code += static_cast<char>(first + channel / codes - 1);
    return code;
  }
  /// A whole scan, each channel when it was latched.
  void levels(const driver::Scan& scan) {
    for (const unsigned channel : latch_order()) {
      instant(latched(scan, channel));
      value(channel, level_of(scan.levels, channel) ? '1' : '0');
    }
    told_ = at_;
  }
  void value(unsigned channel, char level) { write_(fmt::format("{}{}\n", level, id(channel))); }
  void instant(Tick at) {
    if (at <= at_) return;
    at_ = at;
    write_(fmt::format("#{}\n", at));
  }

  Write write_;
  Tick at_ = 0;
  Tick told_ = 0;  // up to here by whole scans
};

class JsonLines final : public CaptureText {
 public:
  explicit JsonLines(Write write) : write_(std::move(write)) {}

  void first(const driver::Scan& scan) override {
    say("levels", {{"at_us", scan.at}, {"presence", scan.levels.presence}, {"touch", scan.levels.touch}, {"auxiliary", scan.levels.auxiliary}});
  }
  void change(Tick at, unsigned channel, bool level) override {
    say("change", {{"at_us", at}, {"channel", channel_name(channel)}, {"level", level ? 1 : 0}});
  }
  void missing(const driver::MissingScans& missing, const driver::Scan&) override {
    nlohmann::json fields{{"after_us", missing.after}, {"before_us", missing.before}};
    if (missing.scans) fields["scans"] = *missing.scans;
    say("missing", std::move(fields));
  }
  void end(const driver::Scan&) override {}

 private:
  void say(std::string_view type, nlohmann::json fields) { write_(json_line(type, std::move(fields)) + '\n'); }
  Write write_;
};

/// A row for the first level of each channel, then one a change; "missing" in the place of a channel says how many scans are.
class Csv final : public CaptureText {
 public:
  explicit Csv(Write write) : write_(std::move(write)) {}

  void first(const driver::Scan& scan) override {
    write_("at_us,channel,level\n");
    for (const unsigned channel : latch_order()) change(latched(scan, channel), channel, level_of(scan.levels, channel));
  }
  void change(Tick at, unsigned channel, bool level) override { write_(fmt::format("{},{},{:d}\n", at, channel_name(channel), level)); }
  void missing(const driver::MissingScans& missing, const driver::Scan& next) override {
    write_(fmt::format("{},missing,{}\n", next.at, missing.scans ? std::to_string(*missing.scans) : ""));
  }
  void end(const driver::Scan&) override {}

 private:
  Write write_;
};

}  // namespace

std::unique_ptr<CaptureText> make_capture_text(CaptureFormat format, std::function<void(std::string_view)> write) {
  switch (format) {
    case CaptureFormat::vcd: return std::make_unique<Vcd>(std::move(write));
    case CaptureFormat::jsonl: return std::make_unique<JsonLines>(std::move(write));
    case CaptureFormat::csv: break;
  }
  return std::make_unique<Csv>(std::move(write));
}

}  // namespace adoube::cli
