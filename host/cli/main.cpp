// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "host/cli/commands.hpp"
#include "host/cli/exit_code.hpp"

namespace adoube::cli {
namespace {

// What is wrong with the command line, in one sentence: a word that nobody knows before one that is missing.
Error usage_error(const CLI::App& app, const CLI::ParseError& error) {
  std::string what = error.what();
  const std::vector<std::string> rest = app.remaining(true);
  const auto option = std::ranges::find_if(rest, [](const std::string& word) { return word.size() > 1 && word.starts_with('-'); });
  const auto is = [&](CLI::ExitCodes code) { return error.get_exit_code() == static_cast<int>(code); };
  if (option != rest.end() && (is(CLI::ExitCodes::RequiredError) || is(CLI::ExitCodes::ExtrasError))) {
    what = fmt::format("there is no option {}", *option);
  } else if (is(CLI::ExitCodes::RequiredError) && app.get_subcommands().empty()) {
    what = rest.empty() ? "a command is missing" : fmt::format("there is no command {}", rest.front());
  }
  return {Cause::usage, what + "; --help lists what there is"};
}

// What --help or --version asks for.
std::string answer(const CLI::App& app, const CLI::Success& asked) {
  std::ostringstream text;
  app.exit(asked, text, text);
  std::string lines = text.str();
  if (lines.ends_with('\n')) lines.pop_back();
  return lines;
}

// The commands that speak to the board of --device.
constexpr std::string_view of_a_device[] = {"list", "info", "events", "attach", "capture", "cases"};

}  // namespace
}  // namespace adoube::cli

int main(int argc, char** argv) {
  using namespace adoube::cli;
  // A reader that goes away is a failed write (exit 10), not a silent death.
  std::signal(SIGPIPE, SIG_IGN);

  CLI::App app{"Adoube: the chess board that knows what a hand did"};
  app.set_version_flag("--version", std::string("adoube ") + ADOUBE_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  app.footer("Exit codes: 0 ok, 1 the answer is no, 2 usage, 3 no device, 4 permission, 5 busy, 6 device lost,\n"
             "7 protocol mismatch, 8 data lost, 9 input malformed, 10 I/O failure. Manual: man adoube");
  Global global;
  app.add_option("--device", global.device, "serial number of a board, or sim[:FILE.pgn|FILE.scn] for a simulated one");
  app.add_flag("--json", global.json, "one JSON object a line on standard output");
  app.add_option("--color", global.color, "auto, always or never")->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_flag("--no-progress", global.no_progress, "no progress bar");

  Action action;
  add_sim(app, global, action);
  add_cases(app, global, action);
  add_field(app, global, action);
  add_fen(app, global, action);
  add_pgn(app, global, action);
  add_scn(app, global, action);
  add_arbitrate(app, global, action);
  add_editions(app, global, action);
  add_explain(app, global, action);
  add_perft(app, global, action);
  add_device(app, global, action);
  add_attach(app, global, action);
  add_capture(app, global, action);
  add_flash(app, global, action);
  add_campaign(app, global, action);
  add_physics(app, global, action);
  add_demo(app, global, action);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    Output(global).line(answer(app, asked));
    return ok;
  } catch (const CLI::ParseError& error) {
    return Output(global).fail(usage_error(app, error));
  }
  Output output(global);
  const std::string chosen = app.get_subcommands().front()->get_name();
  if (!global.device.empty() && std::ranges::find(of_a_device, chosen) == std::end(of_a_device)) {
    return output.fail({adoube::Cause::usage, "--device is for list, info, events, attach, capture and cases; leave it out with " + chosen});
  }
  return action(output);
}
