// SPDX-License-Identifier: Apache-2.0
/// What every error message must be: one sentence for a person.
#pragma once
#include <boost/test/unit_test.hpp>
#include <string_view>

#include "rules/core/result.hpp"

namespace adoube::test {

/// `error` is about malformed input, one line, one sentence, and says `phrase`.
inline void check_sentence(const Error& error, std::string_view phrase) {
  const std::string_view text = error.message;
  BOOST_TEST((error.cause == Cause::malformed), text);
  BOOST_TEST(text.ends_with('.'), text);
  BOOST_TEST(!text.ends_with(".."), text);
  BOOST_TEST(text.find('\n') == std::string_view::npos, text);
  BOOST_TEST(text.size() < 300U, text);
  for (const char c : text) BOOST_TEST((c >= ' ' && c <= '~'), text);
  BOOST_TEST(text.find(phrase) != std::string_view::npos, "\"" << text << "\" does not say \"" << phrase << '"');
}

}  // namespace adoube::test
