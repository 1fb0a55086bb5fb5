// SPDX-License-Identifier: Apache-2.0
// adoube attach: a simulated board for a virtual machine.
#include <algorithm>
#include <memory>

#include "host/cli/attach_report.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/device.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/number_checks.hpp"
#include "host/files/whole_file.hpp"
#include "host/lab/attached_board.hpp"

namespace adoube::cli {
namespace {

struct Options {
  lab::AttachOptions attach;
  double limit_s = 0;
};

class Listener final : public lab::AttachListener {
 public:
  Listener(Output& out, const std::string& path, Tick end) : out_(out), path_(path), end_(end) {}

  void on_waiting() override {
    if (out_.json()) {
      out_.object("waiting", {{"path", path_}});
      return;
    }
    out_.line("The board waits. Start QEMU with these options, or add the last to a machine that has a USB controller:");
    out_.line("  -device piix3-usb-uhci,id=uhci -chardev socket,id=board,path=" + path_);
    out_.line("  -device usb-redir,chardev=board,bus=uhci.0");
  }
  void on_connected() override {
    if (out_.json()) {
      out_.object("attached", {{"path", path_}});
    } else {
      out_.line("A virtual machine has the board.");
    }
  }
  bool on_time(Tick now) override {
    if (now > 0) out_.progress("board", static_cast<std::uint64_t>(std::min(now, end_)), static_cast<std::uint64_t>(end_));
    return interrupt() == 0;
  }

 private:
  Output& out_;
  std::string path_;
  Tick end_;
};

int run(const Global& global, const Options& options, Output& out) {
  const std::string device = global.device.empty() ? "sim" : global.device;
  if (!Device::is_simulated(device)) {
    return out.fail({Cause::usage, "attach hands over a simulated board (--device sim or sim:FILE.pgn); a real one is given "
                                   "to a virtual machine by QEMU's usb-host"});
  }
  if (const auto spared = host::spare_input(Device::file(device), options.attach.pcap.value_or("")); !spared) return out.fail(spared.error());
  const auto script = Device::script(device);
  if (!script) return out.fail(script.error());
  lab::AttachOptions attach = options.attach;
  attach.limit = ticks(options.limit_s);
  catch_interrupts();
  Listener listener(out, attach.path, attach.limit > 0 ? attach.limit : script->end);
  const auto report = lab::attach(script->changes, attach, SteadyClock(), listener);
  out.clear_progress();
  if (interrupt() == 0) return report ? print(*report, out) : out.fail(report.error());
  if (!report) return out.fail({Cause::interrupted, "interrupted before a virtual machine had the board"});
  print(*report, out);
  return out.fail({Cause::interrupted, "interrupted; what the board did until then is told"});
}

}  // namespace

void add_attach(CLI::App& app, const Global& global, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("attach", "hand a simulated board to a virtual machine (usbredir)");
  command->add_option("--usbredir", o->attach.path, "Unix socket at which the virtual machine finds the board")->type_name("PATH")->required();
  command->add_option("--speed", o->attach.speed, "how many times faster than this computer's clock the board may live")
      ->check(CLI::Range(1, 1'000))
      ->capture_default_str();
  command->add_option("--limit", o->limit_s, "unplug the board after this many seconds of device time")->check(run_seconds());
  command->add_option("--pcap", o->attach.pcap, "write the packets of the simulated bus to this file")->check(file_beside_text);
  command->callback([&global, o, &action] { action = [&global, o](Output& out) { return run(global, *o, out); }; });
}

}  // namespace adoube::cli
