// SPDX-License-Identifier: Apache-2.0
// The device's side of usbredir: what the guest asks is done on the bus, and nothing is answered that was not.
#include <boost/test/unit_test.hpp>
#include <optional>

#include "sim/gateway/redir_server.hpp"
#include "tests/sim/gateway/guest_side.hpp"
#include "tests/sim/seam/packet_device.hpp"

namespace adoube::sim::test {
namespace {

// A device, the server and a guest that knows of the device.
struct Bench {
  PacketDevice device;
  GuestSide guest;
  std::optional<int> patience;  // frames that somebody waits for
  RedirServer server{device, device, guest.server_end(), [this] { return !patience || (*patience)-- > 0; }};

  Bench() {
    turn();
    BOOST_REQUIRE(guest.device.has_value());
  }
  /// Both sides exchange what they have; as much time passes as the guest waits for.
  void turn(int frames = 3) {
    for (int i = 0; i < frames; ++i) {
      guest.exchange();
      BOOST_REQUIRE(server.exchange());
      if (server.asked()) device.run_until(device.now() + bit_times_per_ms);
      BOOST_REQUIRE(server.exchange());
      guest.exchange();
    }
  }
  const GuestSide::Answer& answer(std::uint64_t id) {
    turn();
    BOOST_REQUIRE(guest.answers.contains(id));
    return guest.answers[id];
  }
  void behave(Behaviour behaviour, std::uint16_t parameter = 0) {
    guest.control(900, 0x40, 1, static_cast<std::uint16_t>(behaviour), parameter, 0);
    BOOST_REQUIRE_EQUAL(answer(900).status, usb_redir_success);
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(device_is_shown_as_its_descriptors_say) {
  Bench bench;
  BOOST_TEST(unsigned{bench.guest.device->vendor_id} == 0x1209U);
  BOOST_TEST(bench.guest.device->speed == usb_redir_speed_full);
  BOOST_TEST(bench.guest.device->device_class == 0xff);
  BOOST_TEST(std::size_t{bench.guest.interfaces.interface_count} == 1U);
  BOOST_TEST(bench.guest.endpoints.type[0] == usb_redir_type_control);
  BOOST_TEST(bench.guest.endpoints.type[16 + 1] == usb_redir_type_interrupt);
  BOOST_TEST(bench.guest.endpoints.interval[16 + 1] == 1);
  BOOST_TEST(bench.guest.endpoints.type[16 + 3] == usb_redir_type_bulk);
  BOOST_TEST(unsigned{bench.guest.endpoints.max_packet_size[16 + 3]} == 64U);
  BOOST_TEST(bench.guest.endpoints.type[16 + 2] == usb_redir_type_invalid);
}

BOOST_AUTO_TEST_CASE(time_stands_still_while_nobody_asks) {
  Bench bench;
  const std::uint64_t before = bench.device.now();
  bench.turn(10);
  BOOST_TEST(bench.device.now() == before);
}

BOOST_AUTO_TEST_CASE(a_reset_is_followed_by_a_real_address) {
  Bench bench;
  const unsigned resets = bench.device.bus_resets;
  const unsigned addresses = bench.device.addresses_taken;
  usbredirparser_send_reset(bench.guest.parser());
  bench.turn();
  BOOST_TEST(bench.device.bus_resets == resets + 1);
  BOOST_TEST(bench.device.addresses_taken == addresses + 1);
  usbredirparser_send_get_configuration(bench.guest.parser(), 1);
  BOOST_TEST(bench.answer(1).data[0] == 0);
}

// Three resets, and three more to find it anew, if somebody waits; who ends the program does not.
BOOST_AUTO_TEST_CASE(a_device_that_does_not_answer_is_not_waited_for_when_nobody_wants_it) {
  Bench bench;
  bench.device.deaf = ~0U;
  bench.patience = 30;
  const std::uint64_t before = bench.device.now();
  usbredirparser_send_reset(bench.guest.parser());
  bench.guest.exchange();
  BOOST_TEST(!bench.server.exchange().has_value());
  BOOST_TEST(bench.device.now() - before > 20 * bit_times_per_ms);
  BOOST_TEST(bench.device.now() - before < 40 * bit_times_per_ms);
}

BOOST_AUTO_TEST_CASE(a_device_that_takes_no_address_at_once_is_asked_again) {
  Bench bench;
  const unsigned resets = bench.device.bus_resets;
  bench.device.deaf = 2;
  usbredirparser_send_reset(bench.guest.parser());
  bench.turn();
  BOOST_TEST(bench.device.bus_resets == resets + 3);
  BOOST_TEST(bench.guest.departures == 0);
  usbredirparser_send_get_configuration(bench.guest.parser(), 1);
  BOOST_TEST(bench.answer(1).status == usb_redir_success);
}

BOOST_AUTO_TEST_CASE(a_device_that_takes_no_address_is_taken_away_and_found_anew) {
  Bench bench;
  bench.device.deaf = 3;
  usbredirparser_send_reset(bench.guest.parser());
  bench.turn();
  BOOST_TEST(bench.guest.departures == 1);
  BOOST_TEST(bench.guest.arrivals == 2);
  usbredirparser_send_get_configuration(bench.guest.parser(), 1);
  BOOST_TEST(bench.answer(1).data[0] == 1);
  bench.device.deaf = ~0U;
  usbredirparser_send_reset(bench.guest.parser());
  bench.guest.exchange();
  const auto exchanged = bench.server.exchange();
  BOOST_REQUIRE(!exchanged);
  BOOST_TEST((exchanged.error().cause == Cause::protocol));
}

BOOST_AUTO_TEST_CASE(settings_are_made_and_read_on_the_bus) {
  Bench bench;
  const unsigned configurations = bench.device.configurations;
  usb_redir_set_configuration_header configuration{1};
  usbredirparser_send_set_configuration(bench.guest.parser(), 1, &configuration);
  BOOST_TEST(bench.answer(1).status == usb_redir_success);
  BOOST_TEST(bench.device.configurations == configurations + 1);
  usbredirparser_send_get_configuration(bench.guest.parser(), 2);
  BOOST_TEST(bench.answer(2).data[0] == 1);

  usb_redir_set_alt_setting_header alternate{0, 1};
  usbredirparser_send_set_alt_setting(bench.guest.parser(), 3, &alternate);
  BOOST_TEST(bench.answer(3).data[0] == 1);
  BOOST_TEST(bench.guest.endpoints.type[16 + 2] == usb_redir_type_interrupt);
  BOOST_TEST(bench.guest.endpoints.type[16 + 1] == usb_redir_type_invalid);
  usb_redir_get_alt_setting_header interface{0};
  usbredirparser_send_get_alt_setting(bench.guest.parser(), 4, &interface);
  BOOST_TEST(bench.answer(4).data[0] == 1);
  BOOST_TEST(bench.server.counters().settings == 4U);
}

BOOST_AUTO_TEST_CASE(control_in_out_and_stall) {
  Bench bench;
  const std::vector<std::uint8_t> bytes{1, 2, 3, 4, 5};
  bench.guest.control(1, 0x40, 2, 0, 0, 5, bytes);
  BOOST_TEST(bench.answer(1).status == usb_redir_success);
  BOOST_TEST(bench.answer(1).length == 5U);
  bench.guest.control(2, 0xc0, 3, 0, 0, 64);
  BOOST_TEST((bench.answer(2).data == bytes));
  bench.guest.control(3, 0xc0, 0x77, 0, 0, 8);
  BOOST_TEST(bench.answer(3).status == usb_redir_stall);
  BOOST_TEST(bench.answer(3).data.empty());
}

BOOST_AUTO_TEST_CASE(bulk_moves_and_tells_how_it_ended) {
  Bench bench;
  bench.guest.bulk_in(1, 0x83, 192);
  BOOST_TEST(bench.answer(1).data.size() == 192U);
  bench.behave(Behaviour::short_packet, 10);
  bench.guest.bulk_in(2, 0x83, 64);
  BOOST_TEST(bench.answer(2).data.size() == 10U);
  bench.behave(Behaviour::babble);
  bench.guest.bulk_in(3, 0x83, 64);
  BOOST_TEST(bench.answer(3).status == usb_redir_babble);
  bench.behave(Behaviour::silent);
  bench.guest.bulk_in(4, 0x83, 64);
  BOOST_TEST(bench.answer(4).status == usb_redir_ioerror);
}

BOOST_AUTO_TEST_CASE(what_is_taken_back_is_answered_as_cancelled) {
  Bench bench;
  bench.behave(Behaviour::nak);
  bench.guest.bulk_in(1, 0x83, 64);
  bench.turn();
  BOOST_TEST(!bench.guest.answers.contains(1));
  usbredirparser_send_cancel_data_packet(bench.guest.parser(), 1);
  BOOST_TEST(bench.answer(1).status == usb_redir_cancelled);
  BOOST_TEST(!bench.server.asked());
  BOOST_TEST(bench.server.counters().cancelled == 1U);
}

BOOST_AUTO_TEST_CASE(a_taken_back_transfer_is_answered_before_anything_else_happens) {
  Bench bench;
  bench.behave(Behaviour::nak);
  bench.guest.bulk_in(1, 0x83, 64);
  usbredirparser_send_cancel_data_packet(bench.guest.parser(), 1);
  bench.guest.exchange();
  const std::uint64_t before = bench.device.now();
  BOOST_REQUIRE(bench.server.exchange());
  bench.guest.exchange();
  BOOST_REQUIRE(bench.guest.answers.contains(1));
  BOOST_TEST(bench.guest.answers[1].status == usb_redir_cancelled);
  BOOST_TEST(bench.device.now() == before);
}

BOOST_AUTO_TEST_CASE(interrupt_endpoint_is_polled_from_start_to_stop) {
  Bench bench;
  usb_redir_start_interrupt_receiving_header start{0x81};
  usbredirparser_send_start_interrupt_receiving(bench.guest.parser(), 0, &start);
  bench.turn();
  BOOST_TEST(*bench.guest.receiving == usb_redir_success);
  bench.turn(5);
  const std::size_t heard = bench.guest.packets.size();
  BOOST_TEST(heard >= 5U);
  BOOST_TEST(bench.guest.packets[0].size() == 64U);
  usb_redir_stop_interrupt_receiving_header stop{0x81};
  usbredirparser_send_stop_interrupt_receiving(bench.guest.parser(), 0, &stop);
  bench.turn();
  const std::size_t at_stop = bench.guest.packets.size();
  bench.turn(5);
  BOOST_TEST(bench.guest.packets.size() == at_stop);
  BOOST_TEST(!bench.server.asked());
  BOOST_TEST(bench.device.toggle_errors == 0U);
}

BOOST_AUTO_TEST_CASE(a_halted_interrupt_endpoint_ends_the_polling) {
  Bench bench;
  bench.guest.control(1, 0x02, 3, 0, 0x81, 0);
  BOOST_TEST(bench.answer(1).status == usb_redir_success);
  usb_redir_start_interrupt_receiving_header start{0x81};
  usbredirparser_send_start_interrupt_receiving(bench.guest.parser(), 0, &start);
  bench.turn();
  BOOST_TEST(*bench.guest.receiving == usb_redir_stall);
  BOOST_TEST(!bench.server.asked());
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_is_not_there_is_refused) {
  Bench bench;
  usb_redir_start_interrupt_receiving_header start{0x85};
  usbredirparser_send_start_interrupt_receiving(bench.guest.parser(), 0, &start);
  bench.turn();
  BOOST_TEST(*bench.guest.receiving == usb_redir_inval);
  BOOST_TEST(!bench.server.asked());
}

BOOST_AUTO_TEST_CASE(unplugging_ends_what_is_under_way_and_plugging_shows_the_device_again) {
  Bench bench;
  bench.behave(Behaviour::nak);
  bench.guest.bulk_in(1, 0x83, 64);
  usb_redir_start_interrupt_receiving_header start{0x81};
  usbredirparser_send_start_interrupt_receiving(bench.guest.parser(), 0, &start);
  bench.turn();
  bench.device.plugged = false;
  BOOST_TEST(bench.answer(1).status != usb_redir_success);
  BOOST_TEST(bench.guest.departures == 1);
  BOOST_TEST(!bench.server.asked());
  bench.device.plugged = true;
  bench.turn();
  BOOST_TEST(bench.guest.arrivals == 2);
  bench.guest.control(2, 0x80, 6, 0x0100, 0, 18);
  BOOST_TEST(bench.answer(2).data.size() == 18U);
}

BOOST_AUTO_TEST_CASE(a_guest_that_leaves_is_told) {
  Bench bench;
  bench.guest.leave();
  const auto exchanged = bench.server.exchange();
  BOOST_REQUIRE(!exchanged);
  BOOST_TEST((exchanged.error().cause == Cause::lost));
}

BOOST_AUTO_TEST_CASE(nonsense_is_refused) {
  Bench bench;
  bench.guest.say(std::string(200, '\x5a'));
  const auto exchanged = bench.server.exchange();
  BOOST_REQUIRE(!exchanged);
  BOOST_TEST((exchanged.error().cause == Cause::protocol));
}

}  // namespace adoube::sim::test
