// SPDX-License-Identifier: Apache-2.0
// adoube capture: what the matrix of a board reads, scan by scan and before the filter, to bring boards up.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "driver/capture/capture.hpp"
#include "host/cli/capture_file.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/device.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/number_checks.hpp"
#include "host/cli/text.hpp"
#include "host/files/whole_file.hpp"

namespace adoube::cli {
namespace {

constexpr Tick step_time = 20'000;

struct Options {
  std::optional<double> seconds;
  std::optional<std::string> file;
  std::optional<std::string> format;
};

bool to_a_file(const Options& options) { return options.file && *options.file != "-"; }

CaptureFormat format_of(const Options& options, bool json) {
  const auto ends = [&](std::string_view end) { return options.format ? *options.format == end.substr(1) : options.file && options.file->ends_with(end); };
  if (ends(".vcd")) return CaptureFormat::vcd;
  if (ends(".jsonl")) return CaptureFormat::jsonl;
  if (ends(".csv")) return CaptureFormat::csv;
  return json ? CaptureFormat::jsonl : CaptureFormat::csv;
}

/// Where the text goes: a file that appears whole, or standard output.
class Target {
 public:
  static Result<Target> open(const Options& options) {
    Target target;
    if (!to_a_file(options)) return target;
    auto file = host::WholeFile::create(*options.file);
    if (!file) return tl::unexpected(std::move(file.error()));
    target.file_.emplace(std::move(*file));
    return target;
  }
  void write(std::string_view text, Output& out) {
    if (!file_) out.raw(text);
    else if (written_) written_ = file_->write(text);
  }
  /// The first failure of writing, if there was one.
  [[nodiscard]] const Result<void>& written() const { return written_; }
  Result<void> finish(Output& out) {
    if (!file_) out.flush();
    else if (written_) written_ = file_->commit();
    return written_;
  }

 private:
  std::optional<host::WholeFile> file_;
  Result<void> written_;
};

/// The session's records beside a capture: nobody reads them here.
class Silence final : public driver::Sink {
 public:
  void record(const driver::Record&) override {}
};

// Of a capture that had scans.
void summary(const RawChanges& changes, const driver::CaptureCounters& counters, Output& out) {
  const Tick length = changes.last()->at - *changes.begun();
  unsigned moved = 0;
  nlohmann::json channels = nlohmann::json::array();
  for (unsigned channel = 0; channel < wire::scan::channels; ++channel) {
    const auto& count = changes.counts()[channel];
    if (count.changes == 0) continue;
    ++moved;
    channels.push_back({{"channel", channel_name(channel)}, {"changes", count.changes}, {"bounces", count.bounces}});
  }
  if (out.json()) {
    out.object("capture", {{"scans", counters.scans},
                           {"missing", counters.missing},
                           {"gaps", counters.gaps},
                           {"channels", std::move(channels)},
                           {"from_us", *changes.begun()},
                           {"to_us", changes.last()->at}});
    return;
  }
  out.note(fmt::format("{} in {}, {} missing{}; {} moved", counted(counters.scans, "scan", "scans"), seconds_text(length),
                       counters.missing == 0 ? "none" : std::to_string(counters.missing),
                       counters.gaps == 0 ? "" : " in " + counted(counters.gaps, "gap", "gaps"),
                       counted(moved, "channel", "channels")));
  for (const auto& channel : channels) {
    out.note(fmt::format("  {:<24}{}, {}", channel["channel"].get<std::string>(), counted(channel["changes"].get<std::uint64_t>(), "change", "changes"),
                         counted(channel["bounces"].get<std::uint64_t>(), "bounce", "bounces")));
  }
}

/// Lets the capture run to its end. What had come before an error has been taken.
Result<void> run(driver::Session& session, driver::Capture& capture, const Target& target,
                 const Options& options, Device& device, Output& out) {
  if (interrupt() != 0) return {};
  if (auto done = capture.start(); !done) return done;
  const Tick begun = device.clock().now();
  const Tick length = ticks(options.seconds.value_or(0));  // 0: no limit
  const std::optional<Tick> end = length != 0 ? begun + length : device.end();
  while (interrupt() == 0 && target.written()) {
    const Tick now = device.clock().now();
    if (end && now >= *end) break;
    if (end) out.progress("capture", static_cast<std::uint64_t>(now - begun), static_cast<std::uint64_t>(*end - begun));
    const auto step = session.step(end ? std::min(step_time, *end - now) : step_time);
    if (!step) return tl::unexpected(step.error());
    if (*step == transport::Progress::ended) break;
  }
  return capture.stop();
}

Error nothing_came() {
  if (interrupt() != 0) return {Cause::interrupted, "interrupted before the first scan came, so nothing was written"};
  return {Cause::timeout, "no scan came, so nothing was written; capture for longer (--seconds), or look at scan_pause in adoube info"};
}

int capture(const Options& options, const Global& global, Output& out) {
  const CaptureFormat format = format_of(options, out.json());
  if (out.json() && !to_a_file(options) && format != CaptureFormat::jsonl) {
    return out.fail({Cause::usage, "with --json standard output has one object a line; write vcd and csv to a file with -o, or leave out --json"});
  }
  if (const auto spared = host::spare_input(Device::file(global.device), to_a_file(options) ? *options.file : ""); !spared) return out.fail(spared.error());
  auto device = Device::open(global.device);
  if (!device) return out.fail(device.error());
  catch_interrupts();
  auto target = Target::open(options);
  if (!target) return out.fail(target.error());
  Silence silence;
  driver::Session session((*device)->transport(), (*device)->clock(), silence);
  if (auto opened = session.open(); !opened) return out.fail(opened.error());

  const auto text = make_capture_text(format, [&](std::string_view piece) { target->write(piece, out); });
  RawChanges changes(session.board(), *text);
  driver::Capture capture(session, (*device)->transport(), (*device)->clock(), changes);
  const auto ran = run(session, capture, *target, options, **device, out);
  out.clear_progress();
  const auto closed = session.close();
  // Nothing is not worth having: a file that is there stays.
  if (!changes.last()) return out.fail(!ran ? ran.error() : nothing_came());
  // Also after an error: what has come is.
  text->end(*changes.last());
  if (const auto written = target->finish(out); !written) return out.fail(written.error());
  summary(changes, capture.counters(), out);
  if (!ran) return out.fail(ran.error());
  if (!closed) return out.fail(closed.error());
  if (interrupt() != 0) return out.fail({Cause::interrupted, "interrupted; what came until then is written"});
  return capture.counters().gaps == 0 ? ok : data_lost;
}

}  // namespace

void add_capture(CLI::App& app, const Global& global, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("capture", "what the sensors of a board read, scan by scan and before the filter");
  command->add_option("--seconds", o->seconds, "device time to capture; else until Ctrl-C or the end of a simulated game")
      ->check(run_seconds());
  command->add_option("-o", o->file, "write to this file, or to standard output with -, as without it")->type_name("FILE|-")->check(named_file);
  command->add_option("--format", o->format, "vcd, jsonl or csv; else by the name of the file")->check(CLI::IsMember({"vcd", "jsonl", "csv"}));
  command->callback([o, &global, &action] { action = [o, &global](Output& out) { return capture(*o, global, out); }; });
}

}  // namespace adoube::cli
