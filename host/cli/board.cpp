// SPDX-License-Identifier: Apache-2.0
// adoube list, info, events: what boards there are, who one is, what happens on it.
#include <fmt/format.h>

#include <memory>

#include "driver/session/session.hpp"
#include "driver/transport/board_check.hpp"
#include "driver/transport/usb.hpp"
#include "driver/wire/protocol.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/device.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/text.hpp"

namespace adoube::cli {
namespace {

nlohmann::json identity_fields(const transport::Identity& id) {
  return {{"serial", id.serial},
          {"product", id.product},
          {"manufacturer", id.manufacturer},
          {"vendor_id", id.vendor_id},
          {"product_id", id.product_id},
          {"release", id.device_release},
          {"speed", id.speed},
          {"bus", id.bus},
          {"address", id.address}};
}

std::string identity_text(const transport::Identity& id) {
  return fmt::format("{}  {} ({}), {:04x}:{:04x}, {} speed, bus {} address {}", id.serial, id.product, id.manufacturer, id.vendor_id,
                     id.product_id, id.speed, id.bus, id.address);
}

int list(const Global& global, Output& out) {
  if (Device::is_simulated(global.device)) {
    auto device = Device::open(global.device);
    if (!device) return out.fail(device.error());
    const transport::Identity& id = (*device)->transport().identity();
    if (out.json()) {
      out.object("board", identity_fields(id));
    } else {
      out.line(identity_text(id));
    }
    return ok;
  }
  const SteadyClock clock;
  const auto boards = transport::list_usb(clock);
  if (!boards) return out.fail(boards.error());
  bool none = true;
  for (const transport::Found& found : *boards) {
    if (!global.device.empty() && found.identity.serial != global.device) continue;
    none = false;
    if (out.json()) {
      nlohmann::json fields = identity_fields(found.identity);
      if (found.problem) fields["problem"] = found.problem->message;
      out.object("board", std::move(fields));
    } else {
      out.line(identity_text(found.identity) + (found.problem ? ": " + found.problem->message : ""));
    }
  }
  if (none) {
    return out.fail({Cause::no_device, (global.device.empty() ? "no board is connected" : "no board " + global.device + " is connected") +
                                           std::string("; a simulated one answers to --device sim")});
  }
  return ok;
}

int info(const Global& global, Output& out) {
  auto device = Device::open(global.device);
  if (!device) return out.fail(device.error());
  transport::Transport& board = (*device)->transport();
  if (auto fits = transport::check_registers(board); !fits) return out.fail(fits.error());
  const transport::Identity& id = board.identity();
  nlohmann::json fields = identity_fields(id);
  std::vector<std::string> lines{identity_text(id)};
  std::vector<std::string> registers;
  for (const wire::RegisterInfo& reg : wire::registers) {
    const auto value = board.read_register(static_cast<std::uint8_t>(reg.address));
    if (!value) return out.fail(value.error());
    fields["registers"][reg.name] = *value;
    registers.push_back(fmt::format("  {:<16}{:>10}  {}", reg.name, *value, reg.meaning));
  }
  fields["protocol"] = fields["registers"]["protocol"];
  fields["build_id"] = fields["registers"]["build_id"];
  lines.push_back(fmt::format("  release {:x}.{:02x}, protocol {}, build {}", id.device_release >> 8, id.device_release & 0xFF,
                              fields["protocol"].get<std::uint32_t>(), fields["build_id"].get<std::uint32_t>()));
  lines.insert(lines.end(), registers.begin(), registers.end());
  if (auto closed = board.close(); !closed) return out.fail(closed.error());
  if (out.json()) {
    out.object("info", std::move(fields));
  } else {
    for (const std::string& line : lines) out.line(line);
  }
  return ok;
}

class EventPrinter final : public driver::Sink {
 public:
  explicit EventPrinter(Output& out) : out_(out) {}
  void record(const driver::Record& record) override {
    if (const auto* event = std::get_if<Event>(&record)) print(*event);
    if (const auto* gap = std::get_if<driver::Gap>(&record)) {
      if (out_.json()) {
        out_.object("gap", gap_fields(*gap));
      } else {
        out_.line(gap_text(*gap));
      }
    }
    if (const auto* fault = std::get_if<driver::LevelFault>(&record)) print(*fault);
  }

 private:
  void print(const Event& event) {
    if (out_.json()) {
      nlohmann::json fields{{"id", event.id},
                            {"kind", text(event.kind)},
                            {"from_us", event.when.lo},
                            {"to_us", event.when.hi},
                            {"bounced", event.bounced},
                            {"late", event.late}};
      if (event.square != Square::off) fields["square"] = name(event.square);
      if (event.actor) fields["by"] = std::string(1, letter(*event.actor));
      out_.object("event", std::move(fields));
      return;
    }
    const std::string what = event.square != Square::off ? name(event.square) : event.actor ? std::string(1, letter(*event.actor)) : "";
    out_.line(fmt::format("{} -{:<5} {:<8}{:<4}{}{}", clock_text(event.when.hi), fmt::format("{}us", event.when.hi - event.when.lo),
                          text(event.kind), what, event.bounced ? " bounced" : "", event.late ? " late" : ""));
  }
  void print(const driver::LevelFault& fault) {
    if (out_.json()) {
      out_.object("level_fault", {{"at_us", fault.at},
                                  {"presence", fault.differing.presence},
                                  {"touch", fault.differing.touch},
                                  {"auxiliary", fault.differing.auxiliary}});
    } else {
      out_.line(fmt::format("{} LEVELS and edges contradict each other", clock_text(fault.at)));
    }
  }
  Output& out_;
};

int events(const Global& global, Output& out) {
  auto device = Device::open(global.device);
  if (!device) return out.fail(device.error());
  catch_interrupts();
  EventPrinter printer(out);
  driver::Session session((*device)->transport(), (*device)->clock(), printer);
  if (auto opened = session.open(); !opened) return out.fail(opened.error());
  const auto end = (*device)->end();
  while (interrupt() == 0 && (!end || (*device)->clock().now() < *end)) {
    const auto progress = session.step(20'000);
    if (!progress) return out.fail(progress.error());
    if (*progress == transport::Progress::ended) break;
  }
  if (auto closed = session.close(); !closed) return out.fail(closed.error());
  return interrupt() == 0 ? ok : out.fail({Cause::interrupted, "interrupted; the events that came until then are told"});
}

}  // namespace

void add_device(CLI::App& app, const Global& global, Action& action) {
  const auto add = [&](const char* name, const char* meaning, int (*function)(const Global&, Output&)) {
    app.add_subcommand(name, meaning)->callback([&global, &action, function] {
      action = [&global, function](Output& out) { return function(global, out); };
    });
  };
  add("list", "boards that are connected", list);
  add("info", "identity, speed and registers of a board", info);
  add("events", "touches, lifts, placements and presses as they happen", events);
}

}  // namespace adoube::cli
