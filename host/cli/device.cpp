// SPDX-License-Identifier: Apache-2.0
#include "host/cli/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "driver/transport/usb.hpp"
#include "host/cli/file_kind.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/scene.hpp"
#include "host/scenes/scene_run.hpp"
#include "sim/hands/play.hpp"

namespace adoube::cli {
namespace {

constexpr std::string_view sim_name = "sim";
// A quiet board is shown for so long, us.
constexpr Tick quiet_time = 3'000'000;

// What happens on a simulated board, and what it is beside that.
struct Scene {
  hands::Script script;
  lab::BoardOptions board;
  std::vector<lab::Chain::Setting> settings;
};

Result<Scene> play_file(const std::string& file) {
  if (file.empty()) {
    hands::Script nobody_moves = hands::play({}, 1);
    nobody_moves.end = std::max(nobody_moves.end, quiet_time);
    return Scene{std::move(nobody_moves), {}, {}};
  }
  if (kind_of(file) == FileKind::scenario) {
    const auto scene = read_scene(file);
    if (!scene) return tl::unexpected(scene.error());
    auto performance = scenario::perform(*scene);
    if (!performance) return tl::unexpected(performance.error());
    const lab::GameOptions options = scenes::options_of(*performance, {});
    if (const Tick limit = performance->setup.limit; limit > 0) performance->script.end = std::min(performance->script.end, limit);
    return Scene{std::move(performance->script), options.board, options.settings};
  }
  const auto game = game_of(file, 1);
  if (!game) return tl::unexpected(game.error());
  return Scene{hands::play(hands::score_of(*game), 1), {}, {}};
}

Result<Scene> scene_of(const std::string& name) {
  if (name != sim_name && Device::file(name).empty()) {
    return fail(Cause::usage, fmt::format("--device {} lacks the name of a file, FILE.pgn or FILE.scn; {} alone is a board on which nobody moves", name, sim_name));
  }
  return play_file(Device::file(name));
}

}  // namespace

Tick SteadyClock::now() const {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<Tick>(t.tv_sec) * 1'000'000 + t.tv_nsec / 1'000;
}

std::string Device::file(const std::string& name) {
  return is_simulated(name) && name != sim_name ? name.substr(sim_name.size() + 1) : "";
}

Result<hands::Script> Device::script(const std::string& name) {
  auto scene = scene_of(name);
  if (!scene) return tl::unexpected(scene.error());
  return std::move(scene->script);
}

bool Device::is_simulated(const std::string& name) { return name == sim_name || name.starts_with("sim:"); }

Result<std::unique_ptr<Device>> Device::open(const std::string& name) {
  auto device = std::make_unique<Device>();
  if (!is_simulated(name)) {
    transport::UsbOptions options;
    options.serial = name;
    auto usb = transport::open_usb(options, device->clock_);
    if (!usb) return tl::unexpected(usb.error());
    device->usb_ = std::move(*usb);
    return device;
  }
  auto scene = scene_of(name);
  if (!scene) return tl::unexpected(scene.error());
  device->script_ = std::move(scene->script);
  auto board = lab::make_board(scene->board, device->script_.changes);
  if (!board) return tl::unexpected(board.error());
  device->board_ = std::move(*board);
  for (const auto& setting : scene->settings) {
    if (auto set = device->transport().write_register(setting.address, setting.value); !set) return tl::unexpected(set.error());
  }
  return device;
}

}  // namespace adoube::cli
