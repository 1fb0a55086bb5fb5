// SPDX-License-Identifier: Apache-2.0
#include "host/cli/apart.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iterator>

namespace adoube::cli {
namespace {

constexpr rlim_t longest_s = 120;

double seconds(const rusage& usage) {
  const auto of = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

nlohmann::json failed(const std::string& sentence) {
  return {{"outcome", "wrong"}, {"board", ""}, {"objections", {sentence}}};
}

// The child: writes what it has to say and ends without what the parent would do at its end.
[[noreturn]] void child(int pipe, const std::function<nlohmann::json()>& task) {
  const rlimit limit{longest_s, longest_s + 5};
  setrlimit(RLIMIT_CPU, &limit);
  std::string text;
  try {
    text = task().dump();
  } catch (const std::exception& e) {
    text = failed(fmt::format("the program failed: {}", e.what())).dump();
  }
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(pipe, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) break;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  std::fflush(nullptr);
  _exit(0);
}

// A program that goes wrong sends these to itself; any other comes from somebody else.
bool of_its_own(int signal) {
  constexpr int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGPIPE};
  return std::ranges::find(faults, signal) != std::end(faults);
}

nlohmann::json how_it_ended(int status, const rusage& usage) {
  if (!WIFSIGNALED(status)) return failed(fmt::format("the program ended with {} and without a word", WEXITSTATUS(status)));
  const int signal = WTERMSIG(status);
  if (of_its_own(signal)) return failed(fmt::format("the program crashed: {}", strsignal(signal)));
  if (signal == SIGXCPU || seconds(usage) >= longest_s) return failed(fmt::format("the program was still at it after {} s of processor time", longest_s));
  return killed(signal);
}

}  // namespace

nlohmann::json killed(int signal) { return {{"outcome", "killed"}, {"board", ""}, {"objections", nlohmann::json::array()}, {"by", strsignal(signal)}}; }

nlohmann::json apart(const std::function<nlohmann::json()>& task) {
  std::array<int, 2> ends{};
  std::fflush(nullptr);
  if (pipe(ends.data()) != 0) return failed(fmt::format("no pipe: {}", std::strerror(errno)));
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    return failed(fmt::format("no process: {}", std::strerror(errno)));
  }
  if (pid == 0) {
    close(ends[0]);
    child(ends[1], task);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t n = read(ends[0], buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  rusage usage{};
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  nlohmann::json told = nlohmann::json::parse(text, nullptr, false);
  return status == 0 && !told.is_discarded() ? told : how_it_ended(status, usage);
}

double cpu_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return seconds(usage);
}

}  // namespace adoube::cli
