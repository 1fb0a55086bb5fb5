// SPDX-License-Identifier: Apache-2.0
// adoube flash: an image onto the FPGA board it was made for, by the program that knows the board's programmer.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>

#include "driver/transport/usb.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/device.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/interrupt.hpp"
#include "host/files/input_file.hpp"
#include "host/files/whole_file.hpp"
#include "host/flash/boards.hpp"
#include "host/flash/image.hpp"
#include "host/flash/programmer.hpp"

extern char** environ;

namespace adoube::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string board;
  std::string file;
  std::string with;
  std::string at;
  std::string out;
  bool dry_run = false;
  bool list = false;
};

Result<std::string> whole(const fs::path& path) {
  constexpr std::size_t most = 1 << 20;  // the image of the largest chip here has 135,180 bytes
  return host::read_whole(path.string(), most, [] { return interrupt() != 0; });
}

/// The image, once it is known to be whole and for this board.
struct Checked {
  fs::path path;
  std::string bytes;
  flash::Image image;
};

Result<Checked> check_image(const flash::Board& board, const std::string& named) {
  const fs::path path = named.empty() ? fs::path("build/fpga") / board.name / fmt::format("{}.bin", board.name) : fs::path(named);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    return fail(Cause::io, fmt::format("there is no image {}: make it with scripts/bitstream {}, or name another", path.string(), board.name));
  }
  auto bytes = whole(path);
  if (!bytes) return tl::unexpected(std::move(bytes.error()));
  const auto named_error = [&](const Error& error) { return fail(error.cause, fmt::format("{}: {}", path.string(), error.message)); };
  auto image = flash::read_image(*bytes);
  if (!image) return named_error(image.error());
  if (image->board != board.name || image->part != board.part || image->fabric != board.fabric) {
    return fail(Cause::malformed, fmt::format("{} is an image for {} ({}, {} fabric), not for {} ({}): nothing was written; scripts/bitstream {} makes the right one",
                                              path.string(), image->board, image->part, image->fabric, board.name, board.part, board.name));
  }
  const fs::path report = fs::path(path).replace_extension(".json");
  if (report != path && fs::exists(report, ignored)) {
    const auto text = whole(report);
    if (!text) return tl::unexpected(text.error());
    if (const auto right = flash::check_report(*image, bytes->size(), *text); !right) return named_error(right.error());
  }
  return Checked{path, std::move(*bytes), std::move(*image)};
}

/// Whether a program is found on PATH.
bool installed(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((fs::path(folder.empty() ? "." : folder) / name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

/// Runs a program, its words on our standard error; its exit status, or 128 and the signal that ended it.
Result<int> run_program(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& one : command) arguments.push_back(const_cast<char*>(one.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  posix_spawnattr_t how;
  posix_spawnattr_init(&how);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);  // ignored here
  posix_spawnattr_setsigdefault(&how, &signals);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &files, &how, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  if (error != 0) return fail(Cause::io, fmt::format("cannot run {}: {}", command[0], std::strerror(error)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return fail(Cause::io, fmt::format("cannot wait for {}: {}", command[0], std::strerror(errno)));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// What a program's failure means. iceprog says in its manual which status is which; openFPGALoader does not.
int failed(const std::vector<std::string>& command, flash::Tool tool, int status, Output& out) {
  if (tool == flash::Tool::iceprog && status == 2) {
    return out.fail({Cause::lost, "iceprog lost the programmer: look at cable and power, and flash again; the board may be without an image until then"});
  }
  if (tool == flash::Tool::iceprog && status == 3) {
    out.note("the flash chip does not hold what was written: flash again; where it stays so, the chip is worn or write-protected");
    return answer_no;
  }
  return out.fail({Cause::io, fmt::format("{} ended with status {}: what it said stands above; the board may be without an image until you flash it again", command[0], status)});
}

int list(Output& out) {
  for (const flash::Board& board : flash::boards()) {
    if (out.json()) {
      out.object("flash_board", {{"board", board.name}, {"title", board.title}, {"part", board.part}, {"tool", flash::program(board.tool)},
                                 {"vendor_id", board.vendor_id}, {"product_id", board.product_id}});
    } else {
      out.line(fmt::format("{:<14} {:<20} {:<11} {:<15} {:04x}:{:04x}", board.name, board.title, board.part, flash::program(board.tool), board.vendor_id, board.product_id));
    }
  }
  return ok;
}

/// For a board whose program is not one of Debian's: the image, and what to do with it.
int hand_out(const flash::Board& board, const Checked& checked, const Options& options, Output& out) {
  const std::string target = options.out.empty() ? fmt::format("{}.bin", board.name) : options.out;
  const std::string command = fmt::format("{} -p {}", flash::program(board.tool), target);
  std::error_code ignored;
  if (!options.dry_run && !fs::equivalent(target, checked.path, ignored)) {
    if (const auto written = host::write_whole(target, checked.bytes); !written) return out.fail(written.error());
  }
  if (out.json()) {
    out.object("flash", {{"board", board.name}, {"serial", checked.image.serial}, {"file", target}, {"command", command}, {"written", false}, {"dry_run", options.dry_run}});
  } else {
    out.line(fmt::format("{} {} the image for {} with the serial {}.", target, options.dry_run ? "would be" : "is", board.title, checked.image.serial));
    out.line(fmt::format("Nothing was flashed: neither iceprog nor openFPGALoader knows this board. Install {} ({}),", flash::program(board.tool), flash::source(board.tool)));
    out.line(fmt::format("{}, and run: {}", board.before, command));
  }
  return ok;
}

int flash_board(const Options& options, Output& out) {
  if (options.list) {
    const bool alone = options.board.empty() && options.at.empty() && options.with.empty() && options.out.empty() && !options.dry_run;
    return alone ? list(out) : out.fail({Cause::usage, "--list names all boards and flashes none; leave out the rest, or --list"});
  }
  if (options.board.empty()) return out.fail({Cause::usage, "a board is missing; --list names them"});
  const auto board = flash::board_named(options.board);
  if (!board) return out.fail(board.error());
  const auto checked = check_image(*board, options.file);
  if (!checked) return out.fail(checked.error());
  flash::Tool tool = board->tool;
  if (options.with == "iceprog") tool = flash::Tool::iceprog;
  if (options.with == "openFPGALoader") tool = flash::Tool::openfpgaloader;
  if (!options.out.empty() && tool != flash::Tool::tinyprog) {
    return out.fail({Cause::usage, fmt::format("-o is for boards of which the program is not called from here; {} is", flash::program(tool))});
  }
  if (!options.at.empty() && tool == flash::Tool::tinyprog) {
    return out.fail({Cause::usage, fmt::format("--at names a programmer, and none is used for {}; leave it out", board->name)});
  }
  if (tool == flash::Tool::tinyprog) return hand_out(*board, *checked, options, out);

  std::optional<flash::Place> at;
  if (!options.at.empty()) {
    const auto place = flash::place_named(options.at);
    if (!place) return out.fail(place.error());
    at = *place;
  }
  const SteadyClock clock;
  const auto found = transport::list_usb(board->vendor_id, board->product_id, clock);
  if (!found) return out.fail(found.error());
  const auto programmer = flash::choose_programmer(*board, *found, at);
  if (!programmer) return out.fail(programmer.error());
  const auto command = flash::flash_command(*board, tool, *programmer, fs::absolute(checked->path).string());
  if (!command) return out.fail(command.error());
  if (!installed(command->front())) {
    return out.fail({Cause::io, fmt::format("{} is not installed: {}", command->front(), flash::source(tool))});
  }
  const std::string words = fmt::format("{}", fmt::join(*command, " "));
  if (!options.dry_run) {
    const auto status = run_program(*command);
    if (!status) return out.fail(status.error());
    if (*status != 0) return failed(*command, tool, *status, out);
  }
  const bool verified = !options.dry_run && flash::verifies(*board, tool);
  if (out.json()) {
    out.object("flash", {{"board", board->name}, {"serial", checked->image.serial}, {"file", checked->path.string()}, {"command", words},
                         {"programmer", {{"product", programmer->product}, {"serial", programmer->serial}, {"bus", programmer->bus}, {"address", programmer->address}}},
                         {"written", !options.dry_run}, {"verified", verified}, {"dry_run", options.dry_run}});
  } else if (options.dry_run) {
    out.line(fmt::format("{} at {}:{} would get the image with the serial {}: {}", programmer->product, programmer->bus, programmer->address, checked->image.serial, words));
  } else {
    out.line(fmt::format("{} at {}:{} has the image with the serial {}{}", programmer->product, programmer->bus, programmer->address, checked->image.serial,
                         verified ? ", read back and equal" : "; its boot loader cannot read it back"));
  }
  return ok;
}

}  // namespace

void add_flash(CLI::App& app, const Global&, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("flash", "an image onto the FPGA board it was made for");
  command->add_option("board", o->board, "a board of --list");
  command->add_option("file", o->file, "the image; else build/fpga/BOARD/BOARD.bin");
  command->add_flag("--list", o->list, "names the boards");
  command->add_option("--at", o->at, "bus and address of the programmer, like 1:5");
  command->add_option("--with", o->with, "iceprog or openFPGALoader")->check(CLI::IsMember({"iceprog", "openFPGALoader"}));
  command->add_option("-o", o->out, "TinyFPGA BX: where the image goes; else BOARD.bin")->check(file_beside_text);
  command->add_flag("--dry-run", o->dry_run, "checks everything and writes nothing");
  command->callback([o, &action] { action = [o](Output& out) { return flash_board(*o, out); }; });
}

}  // namespace adoube::cli
