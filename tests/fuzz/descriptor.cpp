// SPDX-License-Identifier: Apache-2.0
/// Input: a string descriptor of a USB device.
#include "driver/transport/usb_text.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::within({8, 64}, size, [&] { return transport::string_descriptor({data, size}); });
  // UTF-8 by its own rules: a lead byte, as many others as it announces, and no control character.
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3;
    fuzz::hold(lead >= ' ' && lead != 0x7F && (lead < 0x80 || (lead >= 0xC2 && lead < 0xF0)), "a character begins", text);
    fuzz::hold(i + length <= text.size(), "a character is whole", text);
    fuzz::hold(!(lead == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0), "no control character", text);
    for (std::size_t k = 1; k < length; ++k) {
      fuzz::hold((static_cast<unsigned char>(text[i + k]) & 0xC0) == 0x80, "a character goes on", text);
    }
    i += length;
  }
  return 0;
}
