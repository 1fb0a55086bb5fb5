// SPDX-License-Identifier: Apache-2.0
/// The rule file that a permission error names: there, in time for the seat rules, and for this board.
#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "driver/transport/usb.hpp"
#include "driver/wire/protocol.hpp"

namespace {

std::string hex4(std::uint32_t value) {
  char text[8] = {};
  std::snprintf(text, sizeof text, "%04x", value & 0xFFFFu);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_rule_that_is_named) {
  namespace fs = std::filesystem;
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(ADOUBE_SOURCE_DIR) / "driver/udev")) {
    ++files;
    const std::string name = entry.path().filename().string();
    BOOST_TEST(adoube::transport::usb_error(-3, "open").message.find(name) != std::string::npos, name);
    BOOST_TEST((name < "73-"));  // 73-seat-late.rules acts on the tag; a later file's tag does nothing
    std::ifstream in(entry.path());
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    for (const std::string& part : {std::string("TAG+=\"uaccess\""), std::string("GROUP=\"plugdev\""), std::string("MODE=\"0660\""),
                                    "ATTRS{idVendor}==\"" + hex4(adoube::wire::usb::vendor_id) + "\"",
                                    "ATTRS{idProduct}==\"" + hex4(adoube::wire::usb::product_id) + "\""}) {
      BOOST_TEST(text.find(part) != std::string::npos, part);
    }
  }
  BOOST_TEST(files == 1u);
}
