// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/descriptor_linter.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <span>
#include <string_view>

namespace adoube::test {
namespace {

using Bytes = std::span<const std::uint8_t>;

// Descriptor types, USB 2.0, table 9-5, and USB 3.2, table 9-6.
enum Type : std::uint8_t { device_type = 1, configuration_type = 2, string_type = 3, interface_type = 4, endpoint_type = 5,
                           store_type = 15, capability_type = 16 };
constexpr std::uint8_t platform_capability = 5;  // USB 3.2, table 9-14
constexpr std::uint8_t vendor_class = 0xFF;
constexpr std::size_t store_most = 255;          // so that one request with an 8-bit length gets all of it
constexpr unsigned unit_load = 50;               // 100 mA in units of 2 mA: the most a self-powered device may draw (7.2.1.5)
constexpr std::uint16_t us_english = 0x0409;

// Of the first three groups of a UUID the bytes are in reverse order.
constexpr std::array<std::uint8_t, 16> webusb_uuid{0x38, 0xB6, 0x08, 0x34, 0xA9, 0x09, 0xA0, 0x47,
                                                   0x8B, 0xFD, 0xA0, 0x76, 0x88, 0x15, 0xB6, 0x65};
constexpr std::array<std::uint8_t, 16> microsoft_uuid{0xDF, 0x60, 0xDD, 0xD8, 0x89, 0x45, 0xC7, 0x4C,
                                                      0x9C, 0xD2, 0x65, 0x9D, 0x9E, 0x64, 0x8A, 0x9F};
constexpr std::uint32_t windows_8_1 = 0x06030000;

std::uint16_t u16(Bytes bytes, std::size_t at) {
  return static_cast<std::uint16_t>(bytes[at] | static_cast<unsigned>(bytes[at + 1]) << 8U);
}
std::uint32_t u32(Bytes bytes, std::size_t at) { return u16(bytes, at) | static_cast<std::uint32_t>(u16(bytes, at + 2)) << 16U; }

bool is_bcd(std::uint16_t value) {
  for (unsigned shift = 0; shift < 16; shift += 4)
    if ((static_cast<unsigned>(value) >> shift & 0xFU) > 9) return false;
  return true;
}

class Linter {
 public:
  explicit Linter(const DescriptorSet& set) : set_(set) {}

  std::vector<std::string> run() {
    device(set_.device);
    configuration(set_.configuration);
    for (const auto& [index, bytes] : set_.strings) string(index, bytes);
    if (!set_.store.empty()) store(set_.store);
    microsoft_set(set_.microsoft_set);
    return std::move(faults_);
  }

 private:
  bool expect(bool holds, std::string sentence) {
    if (!holds) faults_.push_back(std::move(sentence));
    return holds;
  }

  /// A string index other than 0 leads to a string, and to one that names nothing else.
  void names(std::string_view whose, std::uint8_t index) {
    if (index == 0) return;
    expect(set_.strings.contains(index), std::string(whose) + ": its string " + std::to_string(index) + " does not exist");
    expect(named_.insert(index).second, std::string(whose) + ": its string " + std::to_string(index) + " names something else too");
  }

  /// Cuts a row of descriptors at their bLength; `each` gets every one that is whole.
  template <class Each>
  void walk(Bytes row, std::string_view whose, Each each) {
    while (!row.empty()) {
      const std::size_t length = row[0];
      if (!expect(length >= 2 && length <= row.size(), std::string(whose) + ": a descriptor's bLength leads beyond the end")) return;
      each(row.first(length));
      row = row.subspan(length);
    }
  }

  // USB 2.0, table 9-8.
  void device(Bytes d) {
    if (!expect(d.size() == 18 && d[0] == 18, "device: not 18 bytes")) return;
    expect(d[1] == device_type, "device: wrong type");
    const std::uint16_t release = u16(d, 2);
    constexpr std::array<std::uint16_t, 4> releases{0x0110, 0x0200, 0x0201, 0x0210};
    expect(std::find(releases.begin(), releases.end(), release) != releases.end(), "device: no release of USB has that bcdUSB");
    expect((release >= 0x0201) == !set_.store.empty(), "device: bcdUSB and the binary object store do not agree");
    expect(d[4] == vendor_class && d[5] == 0 && d[6] == 0, "device: class, subclass or protocol is not the vendor's");
    expect(d[7] == 8 || d[7] == 16 || d[7] == 32 || d[7] == 64, "device: bMaxPacketSize0 is not one of full speed");
    expect(u16(d, 8) != 0, "device: no vendor has the number 0");
    expect(is_bcd(u16(d, 12)), "device: bcdDevice is not BCD");
    for (const std::size_t at : {14U, 15U, 16U}) names("device", d[at]);
    expect(d[14] != 0 && d[15] != 0 && d[16] != 0, "device: a manufacturer, product or serial number is missing");
    expect(d[17] == 1, "device: not one configuration");
  }

  // USB 2.0, table 9-10, and what follows it.
  void configuration(Bytes c) {
    if (!expect(c.size() >= 9 && c[0] == 9, "configuration: shorter than its head")) return;
    expect(c[1] == configuration_type, "configuration: wrong type");
    expect(u16(c, 2) == c.size(), "configuration: wTotalLength is not what came");
    expect(c[5] != 0, "configuration: the value 0 means unconfigured");
    names("configuration", c[6]);
    expect((c[7] & 0x80U) != 0 && (c[7] & 0x1FU) == 0, "configuration: reserved bits of bmAttributes");
    expect((c[7] & 0x20U) == 0, "configuration: promises a remote wake-up");
    expect(c[8] <= ((c[7] & 0x40U) != 0 ? unit_load : 250U), "configuration: more power than a port gives");

    std::map<std::uint8_t, std::uint8_t> alternates;  // interface -> alternate settings so far
    std::set<std::uint8_t> addresses;                 // of the alternate setting under way
    unsigned promised = 0;
    const auto close = [&] { expect(addresses.size() == promised, "interface: bNumEndpoints is not the endpoints that follow"); };
    walk(c.subspan(9), "configuration", [&](Bytes d) {
      if (d[1] == interface_type) {
        close();
        addresses.clear();
        promised = 0;
        if (!expect(d.size() == 9, "interface: not 9 bytes")) return;
        promised = d[4];
        expect(d[2] < c[4], "interface: its number is not below bNumInterfaces");
        expect(d[3] == alternates[d[2]], "interface: alternate settings are not counted from 0");
        ++alternates[d[2]];
        expect(d[5] == vendor_class && d[6] == 0 && d[7] == 0, "interface: class, subclass or protocol is not the vendor's");
        names("interface", d[8]);
      } else if (expect(d[1] == endpoint_type, "configuration: a descriptor of an unknown type")) {
        endpoint(d);
        if (d.size() > 2) expect(addresses.insert(d[2]).second, "endpoint: the same address twice");
      }
    });
    close();
    expect(alternates.size() == c[4], "configuration: bNumInterfaces is not the interfaces that follow");
  }

  // USB 2.0, table 9-13; sizes of full speed: 5.7.3 and 5.8.3.
  void endpoint(Bytes e) {
    if (!expect(e.size() == 7, "endpoint: not 7 bytes")) return;
    expect((e[2] & 0x70U) == 0 && (e[2] & 0x0FU) != 0, "endpoint: no such address");
    const unsigned size = u16(e, 4);
    if (e[3] == 2) {
      expect(size == 8 || size == 16 || size == 32 || size == 64, "endpoint: no size of a bulk endpoint");
      expect(e[6] == 0, "endpoint: bulk with an interval");
    } else if (expect(e[3] == 3, "endpoint: neither bulk nor interrupt")) {
      expect(size >= 1 && size <= 64, "endpoint: no size of an interrupt endpoint");
      expect(e[6] != 0, "endpoint: interrupt without an interval");
    }
  }

  // USB 2.0, tables 9-15 and 9-16.
  void string(std::uint8_t index, Bytes s) {
    const std::string name = "string " + std::to_string(index);
    if (!expect(s.size() >= 4 && s[0] == s.size() && s.size() % 2 == 0, name + ": bLength is not what came")) return;
    expect(s[1] == string_type, name + ": wrong type");
    if (index == 0) {
      expect(s.size() == 4 && u16(s, 2) == us_english, name + ": not the one language US English");
      return;
    }
    for (std::size_t at = 2; at < s.size(); at += 2)
      expect(u16(s, at) >= 0x20 && u16(s, at) < 0x7F, name + ": a character that not every system shows");
  }

  // USB 3.2, 9.6.2.
  void store(Bytes b) {
    if (!expect(b.size() >= 5 && b[0] == 5, "store: shorter than its head")) return;
    expect(b[1] == store_type, "store: wrong type");
    expect(u16(b, 2) == b.size(), "store: wTotalLength is not what came");
    expect(b.size() <= store_most, "store: longer than 255 bytes");
    unsigned count = 0, webusb = 0, microsoft = 0;
    walk(b.subspan(5), "store", [&](Bytes d) {
      ++count;
      if (!expect(d[1] == capability_type && d.size() >= 4, "store: something that is no device capability")) return;
      if (!expect(d[2] == platform_capability, "store: a capability that the device does not have")) return;
      if (!expect(d.size() >= 20 && d[3] == 0, "capability: no UUID, or a reserved byte that is not 0")) return;
      const Bytes uuid = d.subspan(4, 16), data = d.subspan(20);
      if (std::equal(uuid.begin(), uuid.end(), webusb_uuid.begin())) {
        ++webusb;
        webusb_capability(data);
      } else if (expect(std::equal(uuid.begin(), uuid.end(), microsoft_uuid.begin()), "capability: an unknown UUID")) {
        ++microsoft;
        microsoft_capability(data);
      }
    });
    expect(count == b[4], "store: bNumDeviceCaps is not the capabilities that follow");
    expect(webusb == 1 && microsoft == 1, "store: not one capability each of WebUSB and Microsoft OS 2.0");
    expect(webusb_code_ != microsoft_code_, "store: one request code for two things");
  }

  // WebUSB, Platform Capability Descriptor.
  void webusb_capability(Bytes data) {
    if (!expect(data.size() == 4, "WebUSB: not 24 bytes")) return;
    expect(u16(data, 0) == 0x0100, "WebUSB: there is no such release");
    expect(data[3] == 0, "WebUSB: a landing page that does not exist");
    webusb_code_ = data[2];
  }

  // Microsoft OS 2.0 Descriptors, platform capability and descriptor set information.
  void microsoft_capability(Bytes data) {
    if (!expect(data.size() == 8, "Microsoft OS 2.0: not one set")) return;
    windows_ = u32(data, 0);
    expect(windows_ == windows_8_1, "Microsoft OS 2.0: no such version of Windows");
    expect(u16(data, 4) == set_.microsoft_set.size(), "Microsoft OS 2.0: the set has another length than its capability says");
    expect(data[7] == 0, "Microsoft OS 2.0: an alternate enumeration that does not exist");
    microsoft_code_ = data[6];
  }

  // Microsoft OS 2.0 Descriptors, tables 10, 13 and 14.
  void microsoft_set(Bytes s) {
    if (s.empty()) return;
    if (!expect(s.size() >= 10 && u16(s, 0) == 10 && u16(s, 2) == 0, "set: no header")) return;
    expect(u32(s, 4) == windows_, "set: another version of Windows than its capability says");
    expect(u16(s, 8) == s.size(), "set: wTotalLength is not what came");
    unsigned compatible = 0, properties = 0;
    for (s = s.subspan(10); !s.empty();) {
      if (!expect(s.size() >= 4 && u16(s, 0) >= 4 && u16(s, 0) <= s.size(), "set: a descriptor's wLength leads beyond the end")) return;
      const Bytes d = s.first(u16(s, 0));
      s = s.subspan(d.size());
      if (u16(d, 2) == 3) {
        ++compatible;
        constexpr std::string_view winusb("WINUSB\0\0\0\0\0\0\0\0\0\0", 16);
        expect(d.size() == 20 && std::equal(winusb.begin(), winusb.end(), d.begin() + 4), "set: the compatible ID is not WINUSB");
      } else if (expect(u16(d, 2) == 4, "set: a descriptor of an unknown type")) {
        ++properties;
        property(d);
      }
    }
    expect(compatible == 1 && properties == 1, "set: not one compatible ID and one registry property");
  }

  void property(Bytes d) {
    const auto text = [&](std::size_t at, std::size_t length) {
      std::string ascii;
      for (std::size_t i = at; i + 1 < at + length; i += 2) ascii += u16(d, i) < 0x80 ? static_cast<char>(u16(d, i)) : '?';
      return ascii;
    };
    if (!expect(d.size() >= 10, "property: shorter than its head")) return;
    expect(u16(d, 4) == 7, "property: not REG_MULTI_SZ");
    const std::size_t name = u16(d, 6);
    if (!expect(8 + name + 2 <= d.size(), "property: its name leads beyond the end")) return;
    const std::size_t data = u16(d, 8 + name);
    if (!expect(10 + name + data == d.size(), "property: name and data do not fill it")) return;
    expect(text(8, name) == std::string("DeviceInterfaceGUIDs\0", 21) && name % 2 == 0, "property: another name");
    const std::string value = text(10 + name, data);
    constexpr std::string_view shape = "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}";
    bool good = data % 2 == 0 && value.size() == shape.size() + 2 && value.ends_with(std::string(2, '\0'));
    for (std::size_t i = 0; good && i < shape.size(); ++i)
      good = shape[i] == 'x' ? std::isxdigit(static_cast<unsigned char>(value[i])) != 0 : value[i] == shape[i];
    expect(good, "property: not one GUID and the end of the list");
  }

  const DescriptorSet& set_;
  std::vector<std::string> faults_;
  std::set<std::uint8_t> named_;
  std::uint32_t windows_ = 0;
  unsigned webusb_code_ = 0, microsoft_code_ = 0;
};

}  // namespace

std::vector<std::string> lint(const DescriptorSet& set) { return Linter(set).run(); }

}  // namespace adoube::test
