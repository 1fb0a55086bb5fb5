// SPDX-License-Identifier: Apache-2.0
/// Text from anywhere, fit to stand in XML or HTML.
#pragma once
#include <string>
#include <string_view>

namespace adoube::svg {

/// `text` with `& < > " '` as entities, fit for an element or a quoted attribute. What XML 1.0 cannot hold (control
/// characters, U+FFFE, U+FFFF) and bytes that are no UTF-8 become U+FFFD each.
std::string xml_text(std::string_view text);

}  // namespace adoube::svg
