// SPDX-License-Identifier: Apache-2.0
#include "host/cli/physics_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "host/cli/nearest.hpp"
#include "host/cli/number_checks.hpp"
#include "host/lab/numbers.hpp"

namespace adoube::cli {
namespace {

constexpr std::uint32_t faults_most = 1'000;

}  // namespace

void PhysicsOptions::add_to(CLI::App& command) {
  command.add_option("--set", set, "numbers of the board's physics or of the hands, which adoube physics lists: NAME=VALUE,...")
      ->type_name("NAME=VALUE")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_option("--faults", faults, "so many faults of the board while the game is played, drawn from --seed")
      ->check(whole_number(faults_most));
}

Result<void> PhysicsOptions::apply(lab::GameOptions& options) const {
  const std::vector<std::string_view> names = lab::number_names();
  for (const std::string& text : set) {
    const auto equals = text.find('=');
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const char* begin = equals == std::string::npos ? end : text.data() + equals + 1;
    const auto [last, error] = std::from_chars(begin, end, value);
    if (error != std::errc{} || last != end) {
      return fail(Cause::usage, fmt::format("--set takes NAME=VALUE with a whole number, as magnet_field=12000, not \"{}\"", text));
    }
    const std::string_view name = std::string_view(text).substr(0, equals);
    if (std::ranges::find(names, name) == names.end()) {
      const std::string like = perhaps(name, names);
      return fail(Cause::usage, fmt::format("there is no number called \"{}\" to set; {}adoube physics lists what there is", name,
                                            like.empty() ? "" : like + ", and "));
    }
    if (auto done = lab::set_number(options, name, value); !done) return done;
  }
  if (auto error = lab::inconsistent(options)) return tl::unexpected(*error);
  return {};
}

}  // namespace adoube::cli
