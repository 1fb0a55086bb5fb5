// SPDX-License-Identifier: Apache-2.0
#include "host/cli/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "host/cli/exit_code.hpp"
#include "host/cli/interrupt.hpp"

namespace adoube::cli {

std::string json_line(std::string_view type, nlohmann::json fields) {
  fields["v"] = json_version;
  fields["type"] = type;
  return fields.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Output::Output(const Global& global)
    : json_(global.json),
      color_(global.color == "always" ||
             (global.color == "auto" && isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr)),
      progress_(!global.no_progress && isatty(STDERR_FILENO) == 1) {}

void Output::checked(bool written) {
  if (written) return;
  std::fputs("adoube: cannot write to standard output; the rest of the result is not shown\n", stderr);
  std::_Exit(io_failure);
}

void Output::write(std::string_view text) {
  raw(text);
  raw("\n");
  flush();
}

void Output::raw(std::string_view bytes) {
  clear_progress();
  checked(std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size());
}

void Output::flush() { checked(std::fflush(stdout) == 0); }

std::string Output::paint(Paint paint, std::string_view text) const {
  // ECMA-48, 8.3.117 (SGR): bold, green, yellow, red.
  constexpr std::string_view start[] = {"\033[1m", "\033[32m", "\033[33m", "\033[31m"};
  if (!color_) return std::string(text);
  return std::string(start[static_cast<std::size_t>(paint)]) + std::string(text) + "\033[0m";
}

void Output::line(std::string_view text) { write(text); }

void Output::object(std::string_view type, nlohmann::json fields) { write(json_line(type, std::move(fields))); }

void Output::progress(std::string_view what, std::uint64_t done, std::uint64_t total) {
  if (!progress_ || total == 0) return;
  const int permille = static_cast<int>(std::min(done, total) * 1000 / total);
  if (permille == last_permille_) return;
  last_permille_ = permille;
  constexpr int width = 30;
  std::string bar(width, ' ');
  for (int i = 0; i < permille * width / 1000; ++i) bar[static_cast<std::size_t>(i)] = '#';
  std::fprintf(stderr, "\r%.*s [%s] %3d %%\033[K", static_cast<int>(what.size()), what.data(), bar.c_str(), permille / 10);
  std::fflush(stderr);
  bar_shown_ = true;
}

void Output::clear_progress() {
  if (!bar_shown_) return;
  std::fputs("\r\033[K", stderr);
  bar_shown_ = false;
  last_permille_ = -1;
}

void Output::note(std::string_view sentence) {
  clear_progress();
  std::fprintf(stderr, "adoube: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
}

int Output::fail(const Error& error) {
  note(error.message);
  const int code = error.cause == Cause::interrupted ? 128 + interrupt() : exit_code(error.cause);
  if (json_) object("error", {{"message", error.message}, {"exit", code}});
  return code;
}

}  // namespace adoube::cli
