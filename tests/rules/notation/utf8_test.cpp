// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/utf8.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace adoube::notation {
namespace {

/// The character of a code point by the table of RFC 3629, section 3, whether or not it may be encoded.
std::string encoded(std::uint32_t code) {
  const auto byte = [](std::uint32_t lead, std::uint32_t bits) { return static_cast<char>(lead | bits); };
  if (code < 0x80) return {byte(0, code)};
  if (code < 0x800) return {byte(0xc0, code >> 6), byte(0x80, code & 63)};
  if (code < 0x10000) return {byte(0xe0, code >> 12), byte(0x80, code >> 6 & 63), byte(0x80, code & 63)};
  return {byte(0xf0, code >> 18), byte(0x80, code >> 12 & 63), byte(0x80, code >> 6 & 63), byte(0x80, code & 63)};
}

BOOST_AUTO_TEST_CASE(every_code_point) {
  std::size_t wrong = 0;
  for (std::uint32_t code = 0; code <= 0x1fffff; ++code) {
    const std::string text = encoded(code);
    const bool allowed = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (utf8_length(text) != (allowed ? text.size() : 0)) ++wrong;
  }
  BOOST_TEST(wrong == 0U);
}

BOOST_AUTO_TEST_CASE(what_is_cut_short_or_too_long_is_none) {
  for (const char* text : {"\xe9", "\xc3", "\xc3z", "\xe2\x82", "\xe2\x82z", "\xf0\x9f\x99", "\x80", "\xbf", "\xff", "\xfe",
                           "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf"}) {
    BOOST_TEST(utf8_length(text) == 0U);
  }
  BOOST_TEST(utf8_length("") == 0U);
}

BOOST_AUTO_TEST_CASE(the_prefix_ends_before_the_first_other_byte) {
  BOOST_TEST(utf8_prefix("") == 0U);
  BOOST_TEST(utf8_prefix("plain") == 5U);
  BOOST_TEST(utf8_prefix("\xc3\xa9t\xc3\xa9") == 5U);
  BOOST_TEST(utf8_prefix("M\xfcller") == 1U);
  BOOST_TEST(utf8_prefix("\xe2\x99\x9e\xe2\x99") == 3U);
}

}  // namespace
}  // namespace adoube::notation
