// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdlib>

#include "host/cli/commands.hpp"
#include "host/cli/exit_code.hpp"

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
  app.add_option("--device", global.device, "serial number of a board, or sim[:FILE.pgn] for a simulated one");
  app.add_flag("--json", global.json, "one JSON object a line on standard output");
  app.add_option("--color", global.color, "auto, always or never")->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_flag("--no-progress", global.no_progress, "no progress bar");

  Action action;
  add_sim(app, global, action);
  add_cases(app, global, action);
  add_perft(app, global, action);
  add_device(app, global, action);
  add_demo(app, global, action);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? ok : usage;
  }
  Output output(global);
  return action(output);
}
