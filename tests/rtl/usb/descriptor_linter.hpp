// SPDX-License-Identifier: Apache-2.0
/// A judge of descriptors that knows the specifications and nothing of the table they are made from: lengths, totals,
/// types, reserved bits, endpoint sizes of full speed, and that what one descriptor says of another is true.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace adoube::test {

/// What a full-speed device of one configuration answers to the requests for its descriptors, as it came over the wire.
struct DescriptorSet {
  std::vector<std::uint8_t> device;
  std::vector<std::uint8_t> configuration;                     ///< with everything that follows it
  std::map<std::uint8_t, std::vector<std::uint8_t>> strings;   ///< by index; 0 is the list of languages
  std::vector<std::uint8_t> store;                             ///< binary object store; empty: the device has none
  std::vector<std::uint8_t> microsoft_set;                     ///< Microsoft OS 2.0; empty: the device has none
};

/// Every fault, one sentence each, in the order of the set; empty if there is none.
std::vector<std::string> lint(const DescriptorSet& set);

}  // namespace adoube::test
