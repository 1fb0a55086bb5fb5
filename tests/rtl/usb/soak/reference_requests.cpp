// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/reference_requests.hpp"

#include "driver/wire/protocol.hpp"

namespace adoube::soak {
namespace {

using Kind = Decision::Kind;
using Effect = Decision::Effect;

// bmRequestType (USB 2.0, table 9-2).
constexpr unsigned to_device = 0x00, to_interface = 0x01, to_endpoint = 0x02;
constexpr unsigned from_device = 0x80, from_interface = 0x81, from_endpoint = 0x82;
constexpr unsigned vendor_to_device = 0x40, vendor_from_device = 0xC0;

constexpr unsigned in_endpoint = 0x80;  // bEndpointAddress (table 9-13)

// bRequest (table 9-4) and wValue of a feature (table 9-6).
constexpr unsigned get_status = 0, clear_feature = 1, set_feature = 3, set_address = 5, get_descriptor = 6, get_configuration = 8,
                   set_configuration = 9, get_interface = 10, set_interface = 11;
constexpr unsigned endpoint_halt = 0;

constexpr unsigned microsoft_index = 7;  // MS_OS_20_DESCRIPTOR_INDEX (Microsoft OS 2.0 Descriptors Specification)

// bmAttributes of the configuration descriptor (table 9-10).
constexpr std::size_t attributes_at = 7;
constexpr unsigned self_powered = 0x40;

template <class Array>
Bytes bytes(const Array& array) {
  return Bytes(array.begin(), array.end());
}

Decision refuse() { return {}; }
Decision reply(Bytes bytes) { return {Kind::reply, std::move(bytes), Effect::nothing, -1}; }
Decision act(Effect effect, int pipe = -1) { return {Kind::act, {}, effect, pipe}; }

Bytes word(bool low_bit) { return {static_cast<std::uint8_t>(low_bit ? 1 : 0), 0}; }

bool is_endpoint_0(unsigned index) { return index == 0x00 || index == 0x80; }

// 9.4.5. Interfaces and endpoints other than 0 exist in a configuration only.
Decision status(const Shape& shape, const Standing& standing, const bus::Setup& setup) {
  if (setup.value != 0) return refuse();
  switch (setup.type) {
    case from_device:
      if (setup.index != 0) return refuse();
      return reply(word((shape.descriptors.at(0x0200)[attributes_at] & self_powered) != 0));  // remote wake-up: never
    case from_interface:
      return setup.index == 0 && standing.configuration != 0 ? reply(word(false)) : refuse();
    default: {
      if (is_endpoint_0(setup.index)) return reply(word(false));
      const int pipe = find_pipe(shape, standing, setup.index);
      return pipe >= 0 ? reply(word(standing.halted[static_cast<std::size_t>(pipe)])) : refuse();
    }
  }
}

// 9.4.1 and 9.4.9. There is one feature, the halt of a bulk or interrupt endpoint; endpoint 0 has none to set, and clearing
// what is not set is no error.
Decision feature(const Shape& shape, const Standing& standing, const bus::Setup& setup) {
  if (setup.type != to_endpoint || setup.value != endpoint_halt || setup.length != 0) return refuse();
  const bool clear = setup.request == clear_feature;
  if (is_endpoint_0(setup.index)) return clear ? act(Effect::nothing) : refuse();
  const int pipe = find_pipe(shape, standing, setup.index);
  if (pipe < 0) return refuse();
  return act(clear ? Effect::clear_halt : Effect::set_halt, pipe);
}

Decision standard(const Shape& shape, const Standing& standing, const bus::Setup& setup) {
  const bool configured = standing.configuration != 0;
  const bool bare = setup.index == 0 && setup.length == 0;
  switch (setup.request) {
    case get_status:
      return setup.type >= from_device ? status(shape, standing, setup) : refuse();
    case clear_feature:
    case set_feature:
      return feature(shape, standing, setup);
    case set_address:  // 9.4.6
      return setup.type == to_device && setup.value <= 127 && bare ? act(Effect::set_address) : refuse();
    case get_descriptor: {  // 9.4.3; the one language is given whatever language is asked for
      const auto found = shape.descriptors.find(setup.value);
      return setup.type == from_device && found != shape.descriptors.end() ? reply(found->second) : refuse();
    }
    case get_configuration:  // 9.4.2
      return setup.type == from_device && setup.value == 0 && setup.index == 0 ? reply({standing.configuration}) : refuse();
    case set_configuration:  // 9.4.7
      return setup.type == to_device && setup.value <= 1 && bare ? act(Effect::set_configuration) : refuse();
    case get_interface:  // 9.4.4
      return setup.type == from_interface && setup.value == 0 && setup.index == 0 && configured ? reply({standing.alternate}) : refuse();
    case set_interface:  // 9.4.10
      return setup.type == to_interface && setup.value < shape.alternates && bare && configured ? act(Effect::set_interface) : refuse();
    default:
      return refuse();
  }
}

// docs/wire-protocol.md, Registers; WebUSB has no page to give, so its request is refused.
Decision vendor(const Shape& shape, const bus::Setup& setup) {
  if (shape.buffer_size != 0 && setup.value == 0 && setup.index == 0 && setup.length <= shape.buffer_size) {
    if (setup.type == vendor_to_device && setup.request == wire::test_build::write_buffer_request)
      return setup.length == 0 ? act(Effect::nothing) : Decision{Kind::write_buffer};
    if (setup.type == vendor_from_device && setup.request == wire::test_build::read_buffer_request) return {Kind::read_buffer};
  }
  if (setup.type == vendor_from_device && setup.request == wire::request::microsoft_set)
    return setup.value == 0 && setup.index == microsoft_index ? reply(bytes(wire::descriptor::microsoft_set)) : refuse();
  if (setup.value != 0 || setup.index > 0xFF || setup.length != 4) return refuse();
  if (setup.type == vendor_from_device && setup.request == wire::request::read_register) return {Kind::read_register};
  if (setup.type == vendor_to_device && setup.request == wire::request::write_register) return {Kind::write_register};
  return refuse();
}

}  // namespace

const Shape& production() {
  namespace descriptor = wire::descriptor;
  static const Shape shape{
      {{in_endpoint | wire::usb::event_endpoint, 0, PipeShape::Carries::events},
       {in_endpoint | wire::usb::capture_endpoint, 0, PipeShape::Carries::captures}},
      {{0x0100, bytes(descriptor::device)},
       {0x0200, bytes(descriptor::configuration)},
       {0x0300, bytes(descriptor::language)},
       {0x0301, bytes(descriptor::manufacturer)},
       {0x0302, bytes(descriptor::product)},
       {0x0303, bytes(descriptor::serial)},
       {0x0F00, bytes(descriptor::store)}}};
  return shape;
}

const Shape& small_packets() {
  static const Shape shape = [] {
    Shape small = production();
    small.packet_size = 2;
    small.descriptors[0x0100][7] = 2;  // bMaxPacketSize0
    return small;
  }();
  return shape;
}

const Shape& test_build() {
  static const Shape shape = [] {
    using Carries = PipeShape::Carries;
    constexpr std::uint8_t bulk = wire::test_build::bulk_endpoint, interrupt = wire::test_build::interrupt_endpoint;
    Shape test = production();
    test.pipes.insert(test.pipes.end(), {{bulk, 1, Carries::nothing}, {in_endpoint | bulk, 1, Carries::zeros},
                                         {interrupt, 1, Carries::nothing}, {in_endpoint | interrupt, 1, Carries::zeros}});
    test.descriptors[0x0100] = bytes(wire::test_descriptor::device);
    test.descriptors[0x0200] = bytes(wire::test_descriptor::configuration);
    test.alternates = 2;
    test.buffer_size = wire::test_build::buffer_size;
    return test;
  }();
  return shape;
}

int find_pipe(const Shape& shape, const Standing& standing, unsigned endpoint_address) {
  if (standing.configuration == 0) return -1;
  for (std::size_t i = 0; i < shape.pipes.size(); ++i)
    if (shape.pipes[i].address == endpoint_address && shape.pipes[i].alternate == standing.alternate) return static_cast<int>(i);
  return -1;
}

Decision decide(const Shape& shape, const Standing& standing, const bus::Setup& setup) {
  switch (setup.type) {
    case to_device:
    case to_interface:
    case to_endpoint:
    case from_device:
    case from_interface:
    case from_endpoint:
      return standard(shape, standing, setup);
    case vendor_to_device:
    case vendor_from_device:
      return vendor(shape, setup);
    default:
      return refuse();
  }
}

}  // namespace adoube::soak
