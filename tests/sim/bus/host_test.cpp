// SPDX-License-Identifier: Apache-2.0
// The host model's own conformance, before it judges any device: times, widths, tries, toggles, queues, faults.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "sim/bus/host.hpp"
#include "sim/bus/crc.hpp"
#include "tests/sim/bus/puppet.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes;
using adoube::bus::handshake;
using adoube::test::PuppetBus;
using bus::Pid;
using bus::Status;
using bus::Transfer;

namespace {

bool is(const Bytes& bytes, Pid pid) { return !bytes.empty() && bytes[0] == bus::pid_byte(pid); }

std::size_t count(const PuppetBus& puppet, Pid pid) {
  return static_cast<std::size_t>(std::ranges::count_if(puppet.heard, [&](const auto& h) { return is(h.bytes, pid); }));
}

Transfer interrupt(std::vector<std::uint8_t>& room) {
  Transfer transfer;
  transfer.kind = Transfer::Kind::interrupt_in;
  transfer.address = 5;
  transfer.endpoint = 1;
  transfer.data = room;
  return transfer;
}

void finish(PuppetBus& puppet, Transfer& transfer) {
  if (transfer.status != Status::pending) puppet.host.submit(transfer);
  for (std::uint64_t i = 0; i < 100 * bus::frame_bits && transfer.status == Status::pending; ++i) puppet.step();
}

}  // namespace

// What the other clock makes of a frame.
BOOST_AUTO_TEST_CASE(frames_of_a_clock_that_runs_otherwise) {
  for (const std::uint64_t frame : {11'970U, 12'030U}) {
    PuppetBus puppet({.frame = frame});
    puppet.run(50 * frame + 200);
    BOOST_REQUIRE(puppet.heard.size() == 50U);
    for (std::size_t i = 0; i < puppet.heard.size(); ++i) {
      const auto& [end, bytes] = puppet.heard[i];
      BOOST_TEST(end - (i + 1) * frame < 45U);
      BOOST_TEST((bytes[1] | (bytes[2] & 7U) << 8U) == i + 1);
    }
  }
}

// A clock that begins to run otherwise: the frame under way stays as it is, the next ones are longer, their numbers go on.
BOOST_AUTO_TEST_CASE(frames_of_a_clock_that_drifts) {
  PuppetBus puppet;
  puppet.run(10 * bus::frame_bits + 200);
  puppet.host.set_frame(puppet.now, 12'030);
  puppet.run(20 * 12'030 + 200);
  puppet.host.set_frame(puppet.now, 11'970);
  puppet.run(20 * 11'970);
  BOOST_REQUIRE(puppet.heard.size() >= 49U);
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < 49; ++i) {
    begin += i < 11 ? 12'000U : i < 31 ? 12'030U : 11'970U;
    const auto& [end, bytes] = puppet.heard[i];
    BOOST_TEST(end - begin < 45U);
    BOOST_TEST((bytes[1] | (bytes[2] & 7U) << 8U) == i + 1);
  }
}

BOOST_AUTO_TEST_CASE(start_of_frame_every_12000_bits_with_its_number) {
  PuppetBus puppet;
  puppet.run(2'100 * bus::frame_bits + 200);
  BOOST_REQUIRE(puppet.heard.size() == 2'100U);
  for (std::size_t i = 0; i < puppet.heard.size(); ++i) {
    const auto& [end, bytes] = puppet.heard[i];
    const auto number = static_cast<std::uint16_t>((i + 1) % 2048);
    // SYNC, PID, 16 bits, stuff bits, two bits of SE0 from the frame's start to `end`.
    BOOST_TEST(end - (i + 1) * bus::frame_bits >= 8U + 24U + 2U);
    BOOST_TEST(end - (i + 1) * bus::frame_bits <= 8U + 24U + 2U + 5U);
    BOOST_REQUIRE(bytes.size() == 3U);
    BOOST_TEST(bytes[0] == 0xA5U);
    BOOST_TEST((bytes[1] | (bytes[2] & 7U) << 8U) == number);
    BOOST_TEST((bytes[2] >> 3U) == bus::crc5(number));
  }
}

BOOST_AUTO_TEST_CASE(reset_is_ten_milliseconds_of_se0_and_ten_of_recovery) {
  PuppetBus puppet;
  puppet.run(500);
  std::vector<std::uint8_t> room(64);
  Transfer transfer = interrupt(room);
  puppet.host.submit(transfer);
  puppet.host.bus_reset();
  const std::size_t from = puppet.levels.size();
  puppet.run(300'000);
  BOOST_TEST(transfer.status == Status::reset);
  std::size_t longest = 0, run = 0;
  for (std::size_t i = from; i < puppet.levels.size(); ++i) {
    run = puppet.levels[i] == bus::line_se0 ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  BOOST_TEST(longest >= 120'000U);
  BOOST_TEST(longest <= 121'000U);
  BOOST_TEST(!puppet.host.in_reset());
  // Frames count on through the reset, and nothing but SOF comes during recovery.
  BOOST_TEST(count(puppet, Pid::in) == 0U);
  BOOST_TEST((puppet.heard.back().bytes[1] == puppet.now / bus::frame_bits));
}

BOOST_AUTO_TEST_CASE(interrupt_endpoint_is_polled_once_a_frame_at_its_offset) {
  PuppetBus puppet;
  puppet.answer = [](const Bytes& bytes) -> std::optional<Bytes> {
    if (is(bytes, Pid::in)) return handshake(Pid::nak);
    return std::nullopt;
  };
  std::vector<std::uint8_t> room(64);
  Transfer transfer = interrupt(room);
  puppet.host.submit(transfer);
  puppet.run(20 * bus::frame_bits);
  std::vector<std::uint64_t> tokens;
  for (const auto& [end, bytes] : puppet.heard)
    if (is(bytes, Pid::in)) tokens.push_back(end % bus::frame_bits);
  BOOST_TEST(tokens.size() == 20U);
  for (const std::uint64_t offset : tokens) {
    BOOST_TEST(offset >= 600U + 34U);
    BOOST_TEST(offset <= 600U + 40U);
  }
  BOOST_TEST(puppet.host.counters().naks == 20U);
  BOOST_TEST(puppet.host.cancel(transfer));
  BOOST_TEST(transfer.status == Status::cancelled);
  BOOST_TEST(!puppet.host.cancel(transfer));
  puppet.run(3 * bus::frame_bits);
  BOOST_TEST(puppet.host.counters().polls == 20U);
}

BOOST_AUTO_TEST_CASE(three_tries_then_no_response) {
  // Silence, a CRC fault, a PID fault, stuffing gone wrong: each is a try.
  Bytes bad_crc = bus::data(Pid::data0, Bytes{1, 2, 3});
  bad_crc[2] ^= 1U;
  const std::vector<std::optional<Bytes>> answers{std::nullopt, bad_crc, Bytes{0x12}, Bytes{0xC3, 1}, handshake(Pid::ack)};
  for (const auto& answer : answers) {
    PuppetBus puppet;
    puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> { return is(bytes, Pid::in) ? answer : std::nullopt; };
    std::vector<std::uint8_t> room(64);
    Transfer transfer = interrupt(room);
    finish(puppet, transfer);
    BOOST_TEST(transfer.status == Status::no_response);
    BOOST_TEST(count(puppet, Pid::in) == 3U);
    BOOST_TEST(count(puppet, Pid::ack) == 0U);
    Transfer control;
    control.setup = {0x00, 9, 1, 0, 0};
    finish(puppet, control);
    BOOST_TEST(control.status == Status::no_response);
    BOOST_TEST(count(puppet, Pid::setup) == 3U);
  }
  // A good answer in between starts the count anew.
  PuppetBus puppet;
  unsigned n = 0;
  puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
    if (!is(bytes, Pid::in)) return std::nullopt;
    ++n;
    return n % 3 == 0 ? std::optional(handshake(Pid::nak)) : n < 12 ? std::nullopt : std::optional(bus::data(Pid::data0, Bytes{7}));
  };
  std::vector<std::uint8_t> room(64);
  Transfer transfer = interrupt(room);
  finish(puppet, transfer);
  BOOST_TEST(transfer.status == Status::completed);
  BOOST_TEST(transfer.actual == 1U);
}

BOOST_AUTO_TEST_CASE(answers_are_awaited_18_bit_times) {
  for (std::uint64_t delay = 2; delay <= 22; ++delay) {
    PuppetBus puppet;
    puppet.delay = delay;
    puppet.answer = [](const Bytes& bytes) -> std::optional<Bytes> {
      if (is(bytes, Pid::in)) return bus::data(Pid::data0, Bytes{1});
      return std::nullopt;
    };
    std::vector<std::uint8_t> room(64);
    Transfer transfer = interrupt(room);
    finish(puppet, transfer);
    BOOST_TEST_CONTEXT("delay " << delay) {
      BOOST_TEST((transfer.status == Status::completed) == (delay <= 18));
      if (delay <= 18) BOOST_TEST(puppet.host.counters().turnaround_min == delay);
    }
  }
}

BOOST_AUTO_TEST_CASE(toggles_are_checked_and_repetitions_thrown_away) {
  PuppetBus puppet;
  std::vector<Bytes> script{bus::data(Pid::data0, Bytes{1}), bus::data(Pid::data0, Bytes{1}), bus::data(Pid::data1, Bytes{2}),
                            bus::data(Pid::data1, Bytes{2}), bus::data(Pid::data1, Bytes{2}), bus::data(Pid::data0, Bytes{3})};
  std::size_t at = 0;
  puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
    if (is(bytes, Pid::in)) return script[at++];
    return std::nullopt;
  };
  std::vector<std::uint8_t> got;
  for (int i = 0; i < 3; ++i) {
    std::vector<std::uint8_t> room(64);
    Transfer transfer = interrupt(room);
    finish(puppet, transfer);
    BOOST_TEST(transfer.status == Status::completed);
    got.push_back(room[0]);
  }
  puppet.run(40);
  BOOST_TEST((got == std::vector<std::uint8_t>{1, 2, 3}));
  BOOST_TEST(puppet.host.counters().repeated == 3U);
  BOOST_TEST(count(puppet, Pid::ack) == 6U);   // repetitions are acknowledged too
  // The ACK comes 2 to 6 bit times after the device's packet.
  BOOST_TEST(at == 6U);
}

BOOST_AUTO_TEST_CASE(control_transfers_of_every_shape) {
  // A device that takes and gives bytes by the book, two bytes a packet.
  PuppetBus puppet;
  bool toggle = true, setup_next = false, status_in = false;
  Bytes given, taken;
  const Bytes content{1, 2, 3, 4, 5};
  std::size_t sent = 0, asked = 0;
  puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
    if (is(bytes, Pid::setup)) {
      setup_next = true;
    } else if (is(bytes, Pid::data0) && setup_next) {
      setup_next = false;
      toggle = true;
      sent = 0;
      asked = bytes[7];
      taken.clear();
      status_in = (bytes[1] & 0x80U) == 0;
      return handshake(Pid::ack);
    } else if (is(bytes, Pid::data0) || is(bytes, Pid::data1)) {
      if (is(bytes, Pid::data1) == toggle && bytes.size() > 3) taken.insert(taken.end(), bytes.begin() + 1, bytes.end() - 2);
      toggle = !toggle;
      return handshake(Pid::ack);
    } else if (is(bytes, Pid::in)) {
      if (status_in) return bus::data(Pid::data1, {});
      const std::size_t size = std::min<std::size_t>(2, std::min(asked, content.size()) - sent);
      const Bytes part(content.begin() + static_cast<std::ptrdiff_t>(sent), content.begin() + static_cast<std::ptrdiff_t>(sent + size));
      const Bytes packet = bus::data(toggle ? Pid::data1 : Pid::data0, part);
      sent += size;
      toggle = !toggle;
      return packet;
    }
    return std::nullopt;
  };
  const auto control = [&](const bus::Setup& setup, Bytes& data) {
    Transfer transfer;
    transfer.max_packet = 2;
    transfer.setup = setup;
    transfer.data = data;
    finish(puppet, transfer);
    data.resize(std::min(data.size(), transfer.actual));
    return transfer.status;
  };
  for (std::uint16_t length = 1; length <= 4; ++length) {
    Bytes room(length);
    BOOST_TEST(control({0x80, 6, 0x0100, 0, length}, room) == Status::completed);
    BOOST_TEST((room == Bytes(content.begin(), content.begin() + length)));
  }
  Bytes room(9);
  BOOST_TEST(control({0x80, 6, 0x0100, 0, 9}, room) == Status::completed);
  BOOST_TEST((room == content));
  Bytes out{9, 8, 7, 6, 5};
  BOOST_TEST(control({0x40, 2, 0, 0, 5}, out) == Status::completed);
  BOOST_TEST((taken == Bytes{9, 8, 7, 6, 5}));
  Bytes none;
  BOOST_TEST(control({0x00, 9, 1, 0, 0}, none) == Status::completed);
  // Setup bytes on the wires.
  const auto data0 = std::ranges::find_if(puppet.heard, [](const auto& h) { return is(h.bytes, Pid::data0); });
  BOOST_TEST((data0->bytes == bus::data(Pid::data0, Bytes{0x80, 6, 0x00, 0x01, 0, 0, 1, 0})));
}

BOOST_AUTO_TEST_CASE(stall_nak_and_nonsense_end_control_transfers_by_their_name) {
  const auto run = [](std::optional<Bytes> to_setup, std::optional<Bytes> to_in) {
    PuppetBus puppet;
    puppet.answer = [=](const Bytes& bytes) -> std::optional<Bytes> {
      if (is(bytes, Pid::data0)) return to_setup;
      if (is(bytes, Pid::in)) return to_in;
      return std::nullopt;
    };
    std::vector<std::uint8_t> room(4);
    Transfer transfer;
    transfer.setup = {0xC0, 1, 0, 0, 4};
    transfer.data = room;
    finish(puppet, transfer);
    return transfer.status;
  };
  const auto ack = handshake(Pid::ack);
  BOOST_TEST(run(ack, handshake(Pid::stall)) == Status::stalled);
  BOOST_TEST(run(ack, bus::data(Pid::data1, Bytes{1, 2, 3, 4, 5})) == Status::babble);
  BOOST_TEST(run(handshake(Pid::nak), std::nullopt) == Status::no_response);
  BOOST_TEST(run(ack, handshake(Pid::nak)) == Status::pending);     // for ever: the caller cancels
  BOOST_TEST(run(ack, std::nullopt) == Status::no_response);
}

BOOST_AUTO_TEST_CASE(planted_faults_happen_once_and_where_they_are_asked_for) {
  PuppetBus puppet;
  bool toggle = false;
  puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
    if (is(bytes, Pid::ack)) toggle = !toggle;
    if (is(bytes, Pid::in) && (bytes[1] & 0x7FU) == 5) return bus::data(toggle ? Pid::data1 : Pid::data0, Bytes{toggle ? std::uint8_t{1} : std::uint8_t{0}});
    return std::nullopt;
  };
  std::vector<Bytes> bad;
  puppet.host.observe([&](const bus::PacketView& packet) {
    if (packet.from_device && packet.bytes.size() == 4 && bus::crc16(packet.bytes.subspan(1, 1)) != (packet.bytes[2] | packet.bytes[3] << 8))
      bad.emplace_back(packet.bytes.begin(), packet.bytes.end());
  });
  const auto polls = [&](int n) {
    for (int i = 0; i < n; ++i) {
      std::vector<std::uint8_t> room(64);
      Transfer transfer = interrupt(room);
      finish(puppet, transfer);
      BOOST_TEST(transfer.status == Status::completed);
    }
    puppet.run(100);
  };
  puppet.host.faults().plant({.packets = bus::Packets::handshake, .nth = 2});
  polls(4);
  BOOST_TEST(puppet.host.counters().repeated == 1U);
  BOOST_TEST(count(puppet, Pid::ack) == 4U);        // five packets, one ACK less
  puppet.host.faults().plant(
      {.damage = bus::Damage::flip, .side = bus::Side::device, .packets = bus::Packets::data, .endpoint = 1, .nth = 3, .amount = 20});
  polls(4);
  BOOST_TEST(bad.size() == 1U);
  BOOST_TEST(puppet.host.counters().bad == 1U);
  puppet.host.faults().foreign({.at = puppet.now, .address = 17, .endpoint = 3});
  polls(1);
  puppet.host.faults().foreign({.at = puppet.now, .address = 18, .what = bus::Foreign::What::setup});
  polls(1);
  const auto foreign = std::ranges::find_if(puppet.heard, [](const auto& h) { return is(h.bytes, Pid::in) && (h.bytes[1] & 0x7FU) == 17; });
  BOOST_TEST((foreign != puppet.heard.end()));
  BOOST_TEST(count(puppet, Pid::setup) == 1U);
  puppet.host.faults().reset_at(puppet.now + 5 * bus::frame_bits);
  puppet.run(5 * bus::frame_bits - 200);
  BOOST_TEST(puppet.host.counters().resets == 0U);
  puppet.run(20 * bus::frame_bits);
  BOOST_TEST(puppet.host.counters().resets == 1U);
  BOOST_TEST(puppet.host.faults().counters().happened() == 5U);
}

// Leaving out every idle bit time that next_activity() allows changes nothing on the bus.
BOOST_AUTO_TEST_CASE(leaping_over_idle_time_gives_the_same_log) {
  const auto run = [](bool leap) {
    bus::Host host;
    std::uint64_t now = 0, ticks = 0;
    std::vector<std::uint8_t> room(64);
    Transfer poll = interrupt(room), control;
    poll.done = [&](Transfer& t) { host.submit(t); };
    control.setup = {0x00, 9, 1, 0, 0};
    unsigned again = 0;
    control.done = [&](Transfer& t) { if (++again < 20) host.submit(t); };
    host.submit(poll);
    host.submit(control);
    host.faults().foreign({.at = 700'000, .address = 9, .endpoint = 1});
    host.faults().reset_at(1'000'000);
    while (now < 4'000'000) {
      host.tick(now, {true, false, false, true});
      ++ticks;
      ++now;
      if (leap && host.idle()) now = std::max(now, std::min<std::uint64_t>(4'000'000, host.next_activity(now)));
    }
    return std::tuple(host.log_hash(), host.counters().frames, host.counters().silent, ticks);
  };
  const auto lock = run(false), leap = run(true);
  BOOST_TEST(std::get<0>(lock) == std::get<0>(leap));
  BOOST_TEST(std::get<1>(lock) == std::get<1>(leap));
  BOOST_TEST(std::get<2>(lock) == std::get<2>(leap));
  BOOST_TEST(std::get<2>(lock) > 5U);
  BOOST_TEST(std::get<3>(leap) * 5 < std::get<3>(lock));
}

// A transfer given back at any bit time of its transaction takes no packet with it and doubles none.
// A program that hears of one failed transfer takes others back at once, and may use them again: the rest still ends, and
// what was submitted anew is not taken for what was pending.
BOOST_AUTO_TEST_CASE(a_callback_may_cancel_and_submit_what_a_reset_is_about_to_end) {
  for (const bool unplugged : {false, true}) {
    PuppetBus puppet;
    puppet.run(500);
    std::vector<std::uint8_t> room(64);
    // Of two endpoints and of the control pipe: a reset ends the control transfers first, then pipe by pipe.
    std::array<Transfer, 6> all{};
    std::array<std::vector<Status>, 6> ends;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i >= 2) all[i] = interrupt(room);
      if (i >= 4) all[i].endpoint = 2;
      all[i].done = [&, i](Transfer& transfer) {
        ends[i].push_back(transfer.status);
        if (transfer.status != Status::reset) return;
        if (i == 0) {
          for (const std::size_t other : {1U, 3U}) {
            BOOST_TEST(puppet.host.cancel(all[other]));
            puppet.host.submit(all[other]);
          }
          BOOST_TEST(puppet.host.cancel(all[4]));
        }
        if (i == 2) puppet.host.submit(transfer);
      };
    }
    for (Transfer& transfer : all) puppet.host.submit(transfer);
    if (unplugged) puppet.pullup = false;
    else puppet.host.bus_reset();
    puppet.run(100);
    const std::vector<Status> reset{Status::reset}, cancelled{Status::cancelled};
    for (const std::size_t i : {0U, 2U, 5U}) BOOST_TEST(ends[i] == reset, boost::test_tools::per_element());
    for (const std::size_t i : {1U, 3U, 4U}) BOOST_TEST(ends[i] == cancelled, boost::test_tools::per_element());
    for (const std::size_t i : {1U, 2U, 3U}) BOOST_TEST(all[i].status == Status::pending);
    for (const std::size_t i : {1U, 2U, 3U}) BOOST_TEST(puppet.host.cancel(all[i]));
  }
}

BOOST_AUTO_TEST_CASE(cancelling_at_any_moment_loses_nothing) {
  unsigned kept = 0, delivered = 0;
  for (std::uint64_t moment = 590; moment < 800; ++moment) {
    PuppetBus puppet;
    std::uint8_t number = 1;
    bool toggle = false;
    puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
      if (is(bytes, Pid::in)) return bus::data(toggle ? Pid::data1 : Pid::data0, Bytes{number, 1, 2, 3});
      if (is(bytes, Pid::ack)) {
        toggle = !toggle;
        ++number;
      }
      return std::nullopt;
    };
    Bytes got;
    const auto collect = [&](Transfer& transfer, const Bytes& room) {
      if (transfer.actual != 0) got.push_back(room[0]);
    };
    {
      std::vector<std::uint8_t> room(64);
      Transfer transfer = interrupt(room);
      puppet.host.submit(transfer);
      puppet.run(moment);
      const bool pending = puppet.host.cancel(transfer);
      BOOST_TEST((transfer.status == Status::cancelled) == pending);
      (transfer.actual == 0 ? kept : delivered)++;
      collect(transfer, room);
    }
    for (int i = 0; i < 3; ++i) {
      std::vector<std::uint8_t> room(64);
      Transfer transfer = interrupt(room);
      finish(puppet, transfer);
      BOOST_TEST(transfer.status == Status::completed);
      collect(transfer, room);
    }
    BOOST_TEST_CONTEXT("moment " << moment) {
      for (std::size_t i = 0; i < got.size(); ++i) BOOST_TEST(got[i] == i + 1);
    }
  }
  BOOST_TEST(kept > 50U);
  BOOST_TEST(delivered > 20U);
}

BOOST_AUTO_TEST_CASE(unplugging_ends_what_is_pending) {
  PuppetBus puppet;
  std::vector<std::uint8_t> room(64);
  Transfer transfer = interrupt(room);
  puppet.answer = [](const Bytes& bytes) -> std::optional<Bytes> {
    if (is(bytes, Pid::in)) return handshake(Pid::nak);
    return std::nullopt;
  };
  puppet.host.submit(transfer);
  puppet.run(30'000);
  BOOST_TEST(puppet.host.connected());
  puppet.pullup = false;
  puppet.run(10);
  BOOST_TEST(!puppet.host.connected());
  BOOST_TEST(transfer.status == Status::reset);
}
