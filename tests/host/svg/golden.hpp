// SPDX-License-Identifier: Apache-2.0
/// Pictures that are kept: equal input gives equal bytes.
#pragma once
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace adoube::svg {

/// Compares with tests/host/svg/golden/NAME.svg. ADOUBE_GOLDEN=write makes the files anew: look at them afterwards.
inline void check_golden(const std::string& name, const std::string& picture) {
  const std::string path = ADOUBE_SOURCE_DIR "/tests/host/svg/golden/" + name + ".svg";
  if (const char* wish = std::getenv("ADOUBE_GOLDEN"); wish != nullptr && std::string_view(wish) == "write") {
    std::ofstream(path, std::ios::binary) << picture;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string golden{std::istreambuf_iterator<char>(file), {}};
  BOOST_CHECK_MESSAGE(picture == golden, name << ": the picture is not that of " << path);
}

}  // namespace adoube::svg
