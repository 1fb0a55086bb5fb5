// SPDX-License-Identifier: Apache-2.0
/// Input: a scenario. What can be read is written, read again and performed.
#include "sim/scenario/parse.hpp"
#include "sim/scenario/perform.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text(data, size);
  // A line of a file, however short, is a line of statement and comment.
  const auto read = fuzz::within({4 * sizeof(scenario::Line), 16 * 1024}, size, [&] { return scenario::parse(text, "input"); });
  if (!read) {
    fuzz::hold_error(read.error());
    return 0;
  }
  const std::string written = scenario::write(*read);
  const auto again = scenario::parse(written, "input");
  fuzz::hold(again.has_value(), "a scenario written can be read", again ? written : written + "\n" + again.error().message);
  fuzz::hold(scenario::write(*again) == written, "a scenario has one form", written);

  const auto once = scenario::perform(*read), twice = scenario::perform(*again);
  fuzz::hold(once.has_value() == twice.has_value(), "the form does not change what can be performed", written);
  if (!once) {
    fuzz::hold_error(once.error());
    return 0;
  }
  fuzz::hold(once->script.changes == twice->script.changes, "the same scenario is the same contacts", written);
  return 0;
}
