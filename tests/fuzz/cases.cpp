// SPDX-License-Identifier: Apache-2.0
/// Input: a line of a file of cases. What can be read is judged as `adoube cases` does.
#include "host/cases/case_file.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line = fuzz::text(data, size);
  const auto read = fuzz::within({256, 8 * 1024}, size, [&] { return host::parse_case(line, "input:1"); });
  if (!read) {
    fuzz::hold(read.error().cause == Cause::malformed, "an error of reading says so", read.error().message);
    return 0;
  }
  const recognition::CaseOutcome once = recognition::run_case(*read), again = recognition::run_case(*read);
  fuzz::hold(once.ok == again.ok && once.differences == again.differences && once.got.moves == again.got.moves,
             "the same case is judged alike", read->id);
  fuzz::hold(!once.ok || (once.differences.empty() && !once.error && !once.not_observable),
             "a case that passes has nothing against it", read->id);
  return 0;
}
