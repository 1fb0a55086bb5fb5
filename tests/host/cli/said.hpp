// SPDX-License-Identifier: Apache-2.0
/// What a part of the program prints.
#pragma once
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace adoube::cli::test {

/// Standard output while `speak` runs.
template <class Speak>
std::string said(Speak&& speak) {
  std::fflush(stdout);
  std::FILE* kept = std::tmpfile();
  const int before = dup(STDOUT_FILENO);
  if (kept == nullptr || before < 0 || dup2(fileno(kept), STDOUT_FILENO) < 0) throw std::runtime_error("no file for the output");
  speak();
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  std::rewind(kept);
  std::string text;
  for (int c = 0; (c = std::fgetc(kept)) != EOF;) text += static_cast<char>(c);
  std::fclose(kept);
  return text;
}

}  // namespace adoube::cli::test
