// SPDX-License-Identifier: Apache-2.0
// The Chapter 9 tests of the USB Command Verifier (USB-IF, USB Command Verifier Compliance Test Specification, TD 9.x) for
// a full-speed device, one test case each, over the simulated wire: what the verifier asks, in which state of the device,
// and what it expects. Each runs on the board and on the test build, which has an alternate setting more.
// Left out are those that a device of this kind has nothing for: other speeds and qualifiers (TD 9.6, 9.7, 9.17; refused,
// see TD 9.2), remote wake-up (TD 9.12; refused, see TD 9.11) and link power management (TD 9.21; not announced).
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <string>

#include "Vusb.h"
#include "Vusbtest.h"
#include "tests/rtl/usb/bench.hpp"
#include "tests/rtl/usb/descriptor_linter.hpp"
#include "tests/rtl/usb/standard_requests.hpp"

namespace bus = adoube::bus;
namespace request = adoube::test::request;
namespace descriptor_type = adoube::test::descriptor_type;
using adoube::test::get_descriptor;
using bus::Status;
using Bytes = std::vector<std::uint8_t>;
using Boards = boost::mpl::list<Vusb, Vusbtest>;

namespace {

enum class State : std::uint8_t { in_default, addressed, configured };
constexpr std::array<State, 3> states{State::in_default, State::addressed, State::configured};

/// A device in one of the states, by a bus reset and requests.
template <class AnyBench>
void enter(AnyBench& bench, State state) {
  to_default(bench);
  if (state == State::in_default) return;
  BOOST_TEST_REQUIRE(to_address(bench) == Status::completed);
  if (state == State::configured) BOOST_TEST_REQUIRE(set_configuration(bench, 1) == Status::completed);
}

/// Runs `test` in each state of a device.
template <class Model, class Test>
void in_every_state(Test test) {
  adoube::test::Bench<Model> bench;
  for (const State state : states) {
    BOOST_TEST_CONTEXT("state " << static_cast<int>(state)) {
      enter(bench, state);
      test(bench);
    }
  }
  BOOST_TEST(bench.host.counters().bad == 0U);
  BOOST_TEST(bench.host.counters().silent == 0U);
  BOOST_TEST(bench.host.counters().unasked == 0U);
}

/// One descriptor of a configuration, and where it belongs.
struct Part {
  Bytes bytes;
  std::uint8_t interface = 0, alternate = 0;
};

template <class AnyBench>
std::vector<Part> parts(AnyBench& bench, std::uint8_t type) {
  const Bytes all = bench.control(get_descriptor(descriptor_type::configuration, 255)).data;
  std::vector<Part> found;
  std::uint8_t interface = 0, alternate = 0;
  for (std::size_t at = 0; at < all.size(); at += all[at]) {
    BOOST_TEST_REQUIRE((all[at] >= 2 && at + all[at] <= all.size()));
    if (all[at + 1] == 4) {
      interface = all[at + 2];
      alternate = all[at + 3];
    }
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
    if (all[at + 1] == type) found.push_back({Bytes(begin, begin + all[at]), interface, alternate});
  }
  return found;
}

/// The device is alive: it answers for its device descriptor.
template <class AnyBench>
void alive(AnyBench& bench) {
  const auto answer = bench.control(get_descriptor(descriptor_type::device, 18));
  BOOST_TEST(answer.status == Status::completed);
  BOOST_TEST(answer.data.size() == 18U);
}

template <class AnyBench>
void refused(AnyBench& bench, const bus::Setup& setup) {
  BOOST_TEST(bench.control(setup, Bytes(setup.length, 0)).status == Status::stalled);
  alive(bench);
}

template <class AnyBench>
Bytes status_of(AnyBench& bench, std::uint8_t recipient, std::uint16_t index) {
  return bench.control({recipient, request::get_status, 0, index, 2}).data;
}

/// How a transfer ends on an endpoint that is not 0; Status::cancelled: only NAK for ten frames.
template <class AnyBench>
Status try_endpoint(AnyBench& bench, const Bytes& endpoint) {
  Bytes room(64);
  bus::Transfer transfer;
  using Kind = bus::Transfer::Kind;
  const bool in = (endpoint[2] & 0x80U) != 0;
  transfer.kind = (endpoint[3] & 3U) == 3U ? (in ? Kind::interrupt_in : Kind::interrupt_out) : (in ? Kind::bulk_in : Kind::bulk_out);
  transfer.address = bench.address;
  transfer.endpoint = endpoint[2] & 0x0FU;
  transfer.data = room;
  bench.host.submit(transfer);
  for (std::uint64_t i = 0; i < 10 * bus::frame_bits && transfer.status == Status::pending; ++i) bench.step();
  while (transfer.status == Status::pending && !bench.host.idle()) bench.step();
  bench.host.cancel(transfer);
  return transfer.status;
}

template <class AnyBench>
Status set_interface(AnyBench& bench, std::uint16_t interface, std::uint16_t alternate) {
  return bench.control({request::to_interface, request::set_interface, alternate, interface, 0}).status;
}

template <class AnyBench>
void clean(AnyBench& bench) {
  for (const std::string& fault : adoube::test::lint(read_descriptors(bench))) BOOST_ERROR(fault);
}

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_1_device_descriptor_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    const Bytes whole = bench.control(get_descriptor(descriptor_type::device, 18)).data;
    BOOST_TEST(whole.size() == 18U);
    BOOST_TEST((bench.control(get_descriptor(descriptor_type::device, 8)).data == Bytes(whole.begin(), whole.begin() + 8)));
    BOOST_TEST((bench.control(get_descriptor(descriptor_type::device, 255)).data == whole));
    clean(bench);
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_2_standard_configuration_descriptor_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    const Bytes head = bench.control(get_descriptor(descriptor_type::configuration, 9)).data;
    BOOST_TEST_REQUIRE(head.size() == 9U);
    const auto total = static_cast<std::uint16_t>(head[2] | static_cast<unsigned>(head[3]) << 8U);
    const Bytes whole = bench.control(get_descriptor(descriptor_type::configuration, total)).data;
    BOOST_TEST(whole.size() == total);
    BOOST_TEST((Bytes(whole.begin(), whole.begin() + 9) == head));
    BOOST_TEST((bench.control(get_descriptor(descriptor_type::configuration, 0xFFFF)).data == whole));
    // As many configurations as the device descriptor says, and a device of one speed has no other.
    refused(bench, get_descriptor(descriptor_type::configuration | 1, 9));
    refused(bench, get_descriptor(descriptor_type::other_speed, 9));
    refused(bench, get_descriptor(descriptor_type::qualifier, 10));
    clean(bench);
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_3_standard_interface_association_descriptor_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    // Associations are for functions of several interfaces, and then the device class says so (0xEF, 2, 1). Neither here.
    BOOST_TEST(parts(bench, 11).empty());
    BOOST_TEST(parts(bench, 2).at(0).bytes[4] == 1);
    const Bytes device = bench.control(get_descriptor(descriptor_type::device, 18)).data;
    BOOST_TEST(!(device[4] == 0xEF && device[5] == 2 && device[6] == 1));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_4_standard_interface_descriptor_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    const std::vector<Part> interfaces = parts(bench, 4);
    BOOST_TEST(!interfaces.empty());
    clean(bench);
    const bool configured = (bench.control({request::of_device, request::get_configuration, 0, 0, 1}).data == Bytes{1});
    for (const Part& part : interfaces) {
      if (!configured) {
        refused(bench, {request::of_interface, request::get_interface, 0, part.interface, 1});
        refused(bench, {request::to_interface, request::set_interface, part.alternate, part.interface, 0});
        continue;
      }
      BOOST_TEST(set_interface(bench, part.interface, part.alternate) == Status::completed);
      BOOST_TEST((bench.control({request::of_interface, request::get_interface, 0, part.interface, 1}).data == Bytes{part.alternate}));
      BOOST_TEST((status_of(bench, request::of_interface, part.interface) == Bytes{0, 0}));
    }
    if (!configured) return;
    const std::uint8_t last = interfaces.back().alternate;
    refused(bench, {request::to_interface, request::set_interface, static_cast<std::uint16_t>(last + 1U), 0, 0});
    refused(bench, {request::to_interface, request::set_interface, 0, 1, 0});
    BOOST_TEST((bench.control({request::of_interface, request::get_interface, 0, 0, 1}).data == Bytes{last}));  // as before
    BOOST_TEST(set_interface(bench, 0, 0) == Status::completed);
    BOOST_TEST((bench.control({request::of_interface, request::get_interface, 0, 0, 1}).data == Bytes{0}));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_5_standard_endpoint_descriptor_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    clean(bench);
    for (const Part& interface : parts(bench, 4)) {
      std::size_t count = 0;
      for (const Part& endpoint : parts(bench, 5)) count += endpoint.alternate == interface.alternate ? 1U : 0U;
      BOOST_TEST(count == interface.bytes[4]);
    }
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_9_halt_endpoint_test, Model, Boards) {
  adoube::test::Bench<Model> bench;
  enter(bench, State::configured);
  const std::vector<Part> endpoints = parts(bench, 5);
  BOOST_TEST(endpoints.size() >= 2U);
  const Bytes running{0, 0}, halted{1, 0};
  for (const Part& part : endpoints) {
    const std::uint8_t address = part.bytes[2];
    BOOST_TEST_CONTEXT("endpoint " << int{address} << " of alternate setting " << int{part.alternate}) {
      BOOST_TEST(set_interface(bench, part.interface, part.alternate) == Status::completed);
      const Status before = try_endpoint(bench, part.bytes);
      BOOST_TEST((before == Status::completed || before == Status::cancelled));
      BOOST_TEST((status_of(bench, request::of_endpoint, address) == running));
      BOOST_TEST(bench.control({request::to_endpoint, request::set_feature, request::endpoint_halt, address, 0}).status == Status::completed);
      BOOST_TEST((status_of(bench, request::of_endpoint, address) == halted));
      BOOST_TEST(try_endpoint(bench, part.bytes) == Status::stalled);
      // No other endpoint is halted by it.
      for (const Part& other : endpoints) {
        if (other.alternate != part.alternate || other.bytes[2] == address) continue;
        BOOST_TEST((status_of(bench, request::of_endpoint, other.bytes[2]) == running));
        BOOST_TEST(try_endpoint(bench, other.bytes) != Status::stalled);
      }
      BOOST_TEST((status_of(bench, request::of_endpoint, 0) == running));
      BOOST_TEST(bench.control({request::to_endpoint, request::clear_feature, request::endpoint_halt, address, 0}).status == Status::completed);
      BOOST_TEST((status_of(bench, request::of_endpoint, address) == running));
      BOOST_TEST(try_endpoint(bench, part.bytes) == before);
      // SET_INTERFACE and SET_CONFIGURATION end a halt too (USB 2.0, 9.4.5).
      bench.control({request::to_endpoint, request::set_feature, request::endpoint_halt, address, 0});
      BOOST_TEST(set_interface(bench, part.interface, part.alternate) == Status::completed);
      BOOST_TEST((status_of(bench, request::of_endpoint, address) == running));
      bench.control({request::to_endpoint, request::set_feature, request::endpoint_halt, address, 0});
      BOOST_TEST(set_configuration(bench, 1) == Status::completed);
      BOOST_TEST(set_interface(bench, part.interface, part.alternate) == Status::completed);
      BOOST_TEST((status_of(bench, request::of_endpoint, address) == running));
    }
  }
  // An endpoint that the device or the alternate setting does not have is none of the device's.
  BOOST_TEST(set_interface(bench, 0, 0) == Status::completed);
  for (unsigned address = 1; address < 256; ++address) {
    const bool exists = std::any_of(endpoints.begin(), endpoints.end(), [&](const Part& part) {
      return part.alternate == 0 && part.bytes[2] == address;
    });
    if (exists || (address & 0x7FU) == 0) continue;
    const auto index = static_cast<std::uint16_t>(address);
    BOOST_TEST_CONTEXT("endpoint " << address) {
      BOOST_TEST(bench.control({request::of_endpoint, request::get_status, 0, index, 2}).status == Status::stalled);
      BOOST_TEST(bench.control({request::to_endpoint, request::set_feature, request::endpoint_halt, index, 0}).status == Status::stalled);
      BOOST_TEST(bench.control({request::to_endpoint, request::clear_feature, request::endpoint_halt, index, 0}).status == Status::stalled);
    }
  }
  alive(bench);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_10_bad_descriptor_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    for (const std::uint16_t type : std::array<std::uint16_t, 6>{0x42, 0x0042, 0x4200, 0x4242, 0xFF00, 0x0000})
      for (const std::uint16_t length : std::array<std::uint16_t, 3>{0, 18, 255}) refused(bench, get_descriptor(type, length));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_11_bad_feature_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    for (const std::uint8_t recipient : {request::to_device, request::to_interface, request::to_endpoint}) {
      for (const std::uint8_t what : {request::set_feature, request::clear_feature}) {
        // The verifier's 0x66, and what the table of features has for other recipients or other devices: no remote
        // wake-up, no test mode at full speed, no halt of a device or an interface.
        for (const std::uint16_t feature : std::array<std::uint16_t, 5>{0x66, request::device_remote_wakeup, request::test_mode, 3, 0xFFFF})
          refused(bench, {recipient, what, feature, 0, 0});
        if (recipient != request::to_endpoint) refused(bench, {recipient, what, request::endpoint_halt, 0, 0});
      }
    }
    BOOST_TEST((status_of(bench, request::of_device, 0) == Bytes{1, 0}));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_13_set_configuration_test, Model, Boards) {
  adoube::test::Bench<Model> bench;
  const auto configuration = [&] { return bench.control({request::of_device, request::get_configuration, 0, 0, 1}).data; };
  enter(bench, State::addressed);
  BOOST_TEST((configuration() == Bytes{0}));
  const std::uint8_t value = parts(bench, 2).at(0).bytes[5];
  for (int round = 0; round < 3; ++round) {
    BOOST_TEST(set_configuration(bench, value) == Status::completed);
    BOOST_TEST((configuration() == Bytes{value}));
    BOOST_TEST(set_configuration(bench, value) == Status::completed);
    BOOST_TEST((configuration() == Bytes{value}));
    for (unsigned other = 0; other < 256; ++other) {
      if (other == 0 || other == value) continue;
      BOOST_TEST(set_configuration(bench, static_cast<std::uint16_t>(other)) == Status::stalled);
    }
    BOOST_TEST((configuration() == Bytes{value}));
    BOOST_TEST(set_configuration(bench, 0) == Status::completed);
    BOOST_TEST((configuration() == Bytes{0}));
  }
  // From the configured state a reset leads back to the default state.
  BOOST_TEST(set_configuration(bench, value) == Status::completed);
  enter(bench, State::addressed);
  BOOST_TEST((configuration() == Bytes{0}));
  alive(bench);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_14_suspend_resume_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    const Bytes before = bench.address == 0 ? Bytes{} : bench.control({request::of_device, request::get_configuration, 0, 0, 1}).data;
    bench.host.suspend();
    bench.run(20 * bus::frame_bits);
    bench.host.resume();
    bench.step();
    while (bench.host.suspended()) bench.step();
    alive(bench);
    if (bench.address != 0) BOOST_TEST((bench.control({request::of_device, request::get_configuration, 0, 0, 1}).data == before));
    // A reset ends suspend as well.
    bench.host.suspend();
    bench.run(20 * bus::frame_bits);
    to_default(bench);
    alive(bench);
    BOOST_TEST(to_address(bench) == Status::completed);
    alive(bench);
  });
}

BOOST_AUTO_TEST_CASE(td_9_16_enumeration_test) {
  bus::HostOptions options;
  // Less than hosts grant, so that the test takes a sixth of the time.
  options.reset = 2 * bus::frame_bits;
  options.recovery = bus::frame_bits;
  adoube::test::Bench<Vusb> bench(0, false, options);
  Bytes device, configuration;
  for (int time = 0; time < 150; ++time) {
    BOOST_TEST_CONTEXT("enumeration " << time) {
      BOOST_TEST_REQUIRE(bench.enumerate());
      if (time == 0) {
        device = bench.device_descriptor;
        configuration = bench.configuration_descriptor;
      }
      BOOST_TEST((bench.device_descriptor == device));
      BOOST_TEST((bench.configuration_descriptor == configuration));
    }
  }
  BOOST_TEST(bench.host.counters().bad == 0U);
  BOOST_TEST(bench.host.counters().silent == 0U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(td_9_18_bus_or_self_powered_test, Model, Boards) {
  in_every_state<Model>([](auto& bench) {
    const bool self_powered = (parts(bench, 2).at(0).bytes[7] & 0x40U) != 0;
    BOOST_TEST((status_of(bench, request::of_device, 0) == Bytes{static_cast<std::uint8_t>(self_powered ? 1 : 0), 0}));
  });
}
