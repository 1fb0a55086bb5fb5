// SPDX-License-Identifier: Apache-2.0
#include "host/svg/xml_text.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace adoube::svg {
namespace {

const std::string lost = "\xef\xbf\xbd";

BOOST_AUTO_TEST_CASE(markup_is_escaped_and_the_rest_stays) {
  BOOST_CHECK_EQUAL(xml_text(""), "");
  BOOST_CHECK_EQUAL(xml_text("Réti <&> \"'"), "Réti &lt;&amp;&gt; &quot;&#39;");
  BOOST_CHECK_EQUAL(xml_text("a\tb\nc\rd"), "a\tb\nc\rd");
  for (const char* text : {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbd", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    BOOST_CHECK_EQUAL(xml_text(text), text);
  }
}

BOOST_AUTO_TEST_CASE(what_xml_cannot_hold_is_replaced) {
  for (int c = 0; c < 0x20; ++c) {
    const bool held = c == '\t' || c == '\n' || c == '\r';
    BOOST_CHECK_EQUAL(xml_text(std::string(1, static_cast<char>(c))), held ? std::string(1, static_cast<char>(c)) : lost);
  }
  BOOST_CHECK_EQUAL(xml_text("\xef\xbf\xbe|\xef\xbf\xbf"), lost + "|" + lost);
}

BOOST_AUTO_TEST_CASE(each_byte_that_is_no_utf8_is_replaced) {
  BOOST_CHECK_EQUAL(xml_text("\xe9t\xe9"), lost + "t" + lost);          // Latin-1
  BOOST_CHECK_EQUAL(xml_text("\xc0\xaf"), lost + lost);                 // overlong
  BOOST_CHECK_EQUAL(xml_text("\xe0\x9f\xbf"), lost + lost + lost);      // overlong
  BOOST_CHECK_EQUAL(xml_text("\xf0\x8f\xbf\xbf"), lost + lost + lost + lost);
  BOOST_CHECK_EQUAL(xml_text("\xed\xa0\x80"), lost + lost + lost);      // a surrogate
  BOOST_CHECK_EQUAL(xml_text("\xf4\x90\x80\x80"), lost + lost + lost + lost);  // beyond U+10FFFF
  BOOST_CHECK_EQUAL(xml_text("\xe2\x99"), lost + lost);                 // cut off
  BOOST_CHECK_EQUAL(xml_text("\xe2<\x99"), lost + "&lt;" + lost);       // markup cannot hide behind a lead byte
  BOOST_CHECK_EQUAL(xml_text("\xff\xbf"), lost + lost);
}

}  // namespace
}  // namespace adoube::svg
