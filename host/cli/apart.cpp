// SPDX-License-Identifier: Apache-2.0
#include "host/cli/apart.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

namespace adoube::cli {
namespace {

constexpr rlim_t longest_s = 120;

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

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGKILL) return fmt::format("the program was still at it after {} s of processor time", longest_s);
    return fmt::format("the program crashed: {}", strsignal(signal));
  }
  return fmt::format("the program ended with {} and without a word", WEXITSTATUS(status));
}

}  // namespace

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
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  nlohmann::json told = nlohmann::json::parse(text, nullptr, false);
  return status == 0 && !told.is_discarded() ? told : failed(how_it_ended(status));
}

double cpu_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace adoube::cli
