// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/source.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <streambuf>
#include <string>

namespace adoube::notation {
namespace {

std::string all_of(Source source) {
  std::string text;
  while (source.peek() != Source::end) {
    const int peeked = source.peek();
    BOOST_REQUIRE(source.get() == peeked);
    text += static_cast<char>(peeked);
  }
  BOOST_TEST(source.get() == Source::end);
  return text;
}

BOOST_AUTO_TEST_CASE(line_ends_arrive_alike) {
  BOOST_TEST(all_of(Source("a\nb\r\nc\rd\r\r\n\n")) == "a\nb\nc\nd\n\n\n");
  BOOST_TEST(all_of(Source("")).empty());
  BOOST_TEST(all_of(Source("\r")) == "\n");
}

BOOST_AUTO_TEST_CASE(the_byte_order_mark_is_passed_over_at_the_beginning_only) {
  BOOST_TEST(all_of(Source("\xef\xbb\xbfx\xef\xbb\xbf")) == "x\xef\xbb\xbf");
  BOOST_TEST(all_of(Source("\xef\xbb")) == "\xef\xbb");
}

BOOST_AUTO_TEST_CASE(places_count_from_one) {
  Source source("ab\r\nc");
  BOOST_TEST((source.line() == 1 && source.column() == 1));
  source.get();
  BOOST_TEST((source.line() == 1 && source.column() == 2));
  source.get();
  source.get();
  BOOST_TEST((source.line() == 2 && source.column() == 1));
  BOOST_TEST(source.starts_with("c"));
  BOOST_TEST(!source.starts_with("cd"));
  source.skip_line();
  BOOST_TEST(source.peek() == Source::end);
}

/// More than one buffer, and the CRLF pairs moved along until one of them lies across its end.
BOOST_AUTO_TEST_CASE(streams_are_read_as_memory_is) {
  std::string text;
  for (int n = 0; n < 80000; ++n) text += n % 7 == 0 ? "\r\n" : n % 11 == 0 ? "xyz" : "q";
  for (std::size_t length = 0; length < 30; ++length) {
    const std::string lead(length, '.');
    std::istringstream stream(lead + text);
    BOOST_TEST((all_of(Source(stream)) == all_of(Source(lead + text))));
  }
}

/// Reads a few bytes, then breaks.
class Broken : public std::streambuf {
 protected:
  int_type underflow() override {
    if (used_) throw std::ios_base::failure("disk on fire");
    used_ = true;
    setg(text_, text_, text_ + 3);
    return 'a';
  }

 private:
  char text_[4] = "abc";
  bool used_ = false;
};

BOOST_AUTO_TEST_CASE(a_stream_that_fails_is_not_one_that_ends) {
  Broken broken;
  std::istream stream(&broken);
  Source source(stream);
  while (source.get() != Source::end) {
  }
  BOOST_TEST(source.failed());
  std::istringstream whole("abc");
  Source good(whole);
  while (good.get() != Source::end) {
  }
  BOOST_TEST(!good.failed());
}

}  // namespace
}  // namespace adoube::notation
