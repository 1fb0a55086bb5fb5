// SPDX-License-Identifier: Apache-2.0
// The checker sees every breach that a device can commit, by its name, and none where there is none.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "sim/bus/crc.hpp"
#include "tests/sim/bus/puppet.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes;
using adoube::bus::handshake;
using adoube::test::PuppetBus;
using bus::Pid;
using bus::Rule;
using bus::Status;
using bus::Transfer;

namespace {

bool is(const Bytes& bytes, Pid pid) { return !bytes.empty() && bytes[0] == bus::pid_byte(pid); }
unsigned endpoint_of(const Bytes& token) { return ((token[1] >> 7U) | static_cast<unsigned>(token[2]) << 1U) & 0xFU; }
unsigned address_of(const Bytes& token) { return token[1] & 0x7FU; }

/// What a receiver has to check of a packet.
bool good(const Bytes& bytes) {
  if (bytes.size() == 1) return is(bytes, Pid::ack) || is(bytes, Pid::nak) || is(bytes, Pid::stall);
  if (bytes.size() < 3) return false;
  if (is(bytes, Pid::data0) || is(bytes, Pid::data1)) {
    return bus::crc16(std::span(bytes).subspan(1, bytes.size() - 3)) == (bytes[bytes.size() - 2] | bytes.back() << 8);
  }
  return bytes.size() == 3 && (bytes[2] >> 3U) == bus::crc5(static_cast<std::uint16_t>((bytes[1] | bytes[2] << 8) & 0x7FF));
}

/// A device by the book at address 0: endpoint 0 answers requests with `reply`, endpoint 1 sends numbered packets of
/// `size` bytes. A test bends one answer with `bend`, which gets the number of the answer, what is asked and the right
/// answer.
struct Device {
  PuppetBus puppet;
  Bytes reply{1, 2, 3, 4};
  std::size_t size = 4;
  using Bend = std::function<std::optional<Bytes>(unsigned, const Bytes&, std::optional<Bytes>)>;
  Bend bend = [](unsigned, const Bytes&, std::optional<Bytes> right) { return right; };

  Device() {
    puppet.answer = [this](const Bytes& bytes) {
      const auto right = answer(bytes);
      const auto said = bend(answers, bytes, right);
      if (right) ++answers;
      return said;
    };
  }

  std::optional<Bytes> answer(const Bytes& bytes) {
    // An ACK is 18 bit times long.
    if (bytes == handshake(Pid::ack) && sent && puppet.now - puppet.own_end <= patience + 18) {
      toggle[*sent] = !toggle[*sent];
      if (*sent == 0) staged += std::min<std::size_t>(64, reply.size() - staged);
      else ++number;
    }
    sent.reset();
    if (!good(bytes)) return std::nullopt;
    if (is(bytes, Pid::setup) || is(bytes, Pid::out)) {
      if (address_of(bytes) == address) token = bytes;
      return std::nullopt;
    }
    if ((is(bytes, Pid::data0) || is(bytes, Pid::data1)) && !token.empty()) {
      if (is(token, Pid::setup)) {
        toggle[0] = true;
        staged = 0;
        given = (bytes[1] & 0x80U) != 0;
      }
      token.clear();
      return handshake(Pid::ack);
    }
    if (!is(bytes, Pid::in) || address_of(bytes) != address) return std::nullopt;
    const unsigned endpoint = endpoint_of(bytes);
    sent = endpoint;
    Bytes content(size, static_cast<std::uint8_t>(number));
    if (endpoint == 0) {
      const std::size_t part = given ? std::min<std::size_t>(64, reply.size() - staged) : 0;
      content.assign(reply.begin() + static_cast<std::ptrdiff_t>(given ? staged : 0),
                     reply.begin() + static_cast<std::ptrdiff_t>(given ? staged + part : 0));
    }
    return bus::data(toggle[endpoint] ? Pid::data1 : Pid::data0, content);
  }

  Status control(const bus::Setup& setup) {
    Bytes room(setup.length);
    Transfer transfer;
    transfer.address = static_cast<std::uint8_t>(address);
    transfer.setup = setup;
    transfer.data = room;
    return run(transfer);
  }
  Status poll() {
    Bytes room(64);
    Transfer transfer;
    transfer.kind = Transfer::Kind::interrupt_in;
    transfer.address = static_cast<std::uint8_t>(address);
    transfer.endpoint = 1;
    transfer.data = room;
    return run(transfer);
  }
  Status run(Transfer& transfer) {
    puppet.host.submit(transfer);
    for (std::uint64_t i = 0; i < 20 * bus::frame_bits && transfer.status == Status::pending; ++i) puppet.step();
    puppet.host.cancel(transfer);
    puppet.run(60);
    return transfer.status;
  }
  /// A bit of everything.
  void session() {
    control({0xC0, 1, 0, 0, 4});
    control({0x40, 2, 0, 0, 4});
    for (int i = 0; i < 3; ++i) poll();
    control({0x00, 9, 1, 0, 0});
    toggle[1] = false;
    for (int i = 0; i < 3; ++i) poll();
  }
  std::uint64_t breaches(Rule rule) const { return puppet.host.checker().breaches(rule); }
  std::uint64_t breaches() const { return puppet.host.checker().breaches(); }
  std::string report() const { return puppet.host.checker().report(); }

  std::uint64_t patience = 17;  ///< bit times that a host's packet is awaited
  unsigned answers = 0;
  unsigned address = 0;
  unsigned number = 0;
  std::size_t staged = 0;
  bool given = false;
  std::array<bool, 16> toggle{};
  std::optional<unsigned> sent;
  Bytes token;
};

/// What the checker says of a session in which answer `n` is replaced.
bus::Checker bent(unsigned n, const std::function<std::optional<Bytes>(std::optional<Bytes>)>& change) {
  Device device;
  device.bend = [=](unsigned answer, const Bytes&, std::optional<Bytes> right) { return right && answer == n ? change(right) : right; };
  device.session();
  return device.puppet.host.checker();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_device_by_the_book_is_clean) {
  Device device;
  device.session();
  BOOST_TEST(device.report() == "");
  // Data stages that end full, short, and with an empty packet.
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 128U, 130U}) {
    for (const std::size_t asked : {size, size + 64}) {
      device.reply.assign(size, 7);
      BOOST_TEST((device.control({0xC0, 1, 0, 0, static_cast<std::uint16_t>(asked)}) == Status::completed));
      BOOST_TEST_CONTEXT("size " << size << " asked " << asked) BOOST_TEST(device.report() == "");
    }
  }
  // The address moves with the status stage.
  device.reply.assign(4, 7);
  device.control({0x00, 5, 9, 0, 0});
  device.address = 9;
  device.puppet.run(3 * bus::frame_bits);
  device.session();
  BOOST_TEST(device.report() == "");
}

BOOST_AUTO_TEST_CASE(a_clean_device_stays_clean_on_a_bad_line) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Device device;
    device.puppet.host.faults().random(12, seed);
    for (int i = 0; i < 60; ++i) device.poll();
    BOOST_TEST(device.puppet.host.faults().counters().damaged() > 3U);
    BOOST_TEST(device.report() == "", "seed " << seed << ": " << device.report());
  }
}

BOOST_AUTO_TEST_CASE(times_of_the_answer) {
  for (std::uint64_t delay = 1; delay <= 22; ++delay) {
    Device device;
    device.puppet.delay = delay;
    device.poll();
    BOOST_TEST_CONTEXT("delay " << delay) {
      BOOST_TEST((device.breaches(Rule::turnaround) == 0) == (delay >= 2 && delay <= 7));
    }
  }
}

BOOST_AUTO_TEST_CASE(shape_of_the_answer) {
  using Lines = std::vector<bus::Line>;
  const auto shaped = [](const std::function<void(Lines&)>& reshape) {
    Device device;
    device.puppet.reshape = reshape;
    device.poll();
    return device.puppet.host.checker();
  };
  BOOST_TEST(shaped([](Lines&) {}).report() == "");
  BOOST_TEST(shaped([](Lines& l) { l.insert(l.end() - 1, bus::line_se0); }).breaches(Rule::eop) > 0U);
  BOOST_TEST(shaped([](Lines& l) { l.erase(l.end() - 2); }).breaches(Rule::eop) > 0U);
  BOOST_TEST(shaped([](Lines& l) { l.erase(l.begin(), l.begin() + 2); }).breaches(Rule::sync) > 0U);
  BOOST_TEST(shaped([](Lines& l) { l.insert(l.begin(), {bus::line_k, bus::line_j}); }).breaches(Rule::sync) > 0U);
  BOOST_TEST(shaped([](Lines& l) { l.erase(l.end() - 4); }).breaches(Rule::form) > 0U);
  BOOST_TEST(shaped([](Lines& l) { l.insert(l.begin() + 30, 9, l[30]); }).breaches(Rule::form) > 0U);
  BOOST_TEST(shaped([](Lines& l) { l.insert(l.begin() + 30, 1'000, l[30]); }).breaches(Rule::babble) > 0U);
}

BOOST_AUTO_TEST_CASE(content_of_the_answer) {
  const auto flipped = [](std::size_t at) {
    return [at](std::optional<Bytes> right) {
      (*right)[at < right->size() ? at : right->size() - 1] ^= 0x10U;
      return right;
    };
  };
  // Answers: 0 ACK of SETUP, 1 data, 2 ACK of status, 3 ACK of SETUP, 4 ACK of data, 5 status, 6 to 8 polls.
  BOOST_TEST(bent(6, flipped(0)).breaches(Rule::pid) == 1U);
  BOOST_TEST(bent(6, flipped(2)).breaches(Rule::crc) == 1U);
  BOOST_TEST(bent(6, flipped(99)).breaches(Rule::crc) == 1U);
  BOOST_TEST(bent(6, [](auto) { return Bytes{bus::pid_byte(Pid::sof), 0, 0}; }).breaches(Rule::pid) == 1U);
  BOOST_TEST(bent(6, [](auto) { return bus::data(Pid::data0, Bytes(65, 1)); }).breaches(Rule::length) == 1U);
  BOOST_TEST(bent(1, [](auto) { return bus::data(Pid::data1, Bytes(5, 1)); }).breaches(Rule::length) == 1U);
  BOOST_TEST(bent(5, [](auto) { return bus::data(Pid::data1, Bytes(1, 1)); }).breaches(Rule::length) == 1U);
  BOOST_TEST(bent(6, [](auto) { return Bytes{bus::pid_byte(Pid::nak), 0}; }).breaches(Rule::length) == 1U);
}

BOOST_AUTO_TEST_CASE(kinds_of_answers) {
  BOOST_TEST(bent(6, [](auto) { return handshake(Pid::ack); }).breaches(Rule::handshake) == 1U);
  BOOST_TEST(bent(6, [](auto) { return handshake(Pid::nak); }).report() == "");
  BOOST_TEST(bent(6, [](auto) { return handshake(Pid::stall); }).report() == "");
  BOOST_TEST(bent(0, [](auto) { return handshake(Pid::nak); }).breaches(Rule::handshake) == 1U);
  BOOST_TEST(bent(0, [](auto) { return handshake(Pid::stall); }).breaches(Rule::handshake) == 1U);
  BOOST_TEST(bent(0, [](auto) { return bus::data(Pid::data1, {}); }).breaches(Rule::handshake) == 1U);
  BOOST_TEST(bent(4, [](auto) { return handshake(Pid::nak); }).breaches(Rule::handshake) == 0U);
  BOOST_TEST(bent(0, [](auto) { return std::nullopt; }).breaches(Rule::silent) == 1U);
  BOOST_TEST(bent(1, [](auto) { return std::nullopt; }).breaches(Rule::silent) == 1U);
  BOOST_TEST(bent(6, [](auto) { return std::nullopt; }).report() == "");  // another endpoint may not exist
}

BOOST_AUTO_TEST_CASE(toggles_and_retries) {
  const auto other = [](std::optional<Bytes> right) {
    (*right)[0] = is(*right, Pid::data0) ? bus::pid_byte(Pid::data1) : bus::pid_byte(Pid::data0);
    return right;
  };
  BOOST_TEST(bent(6, other).breaches(Rule::toggle) >= 1U);   // the first is DATA0
  BOOST_TEST(bent(7, other).breaches(Rule::toggle) >= 1U);   // after an ACK it moves
  {
    Device device;  // says once more what was acknowledged, and goes on as if it had not
    device.bend = [&](unsigned answer, const Bytes&, std::optional<Bytes> right) {
      if (!right || answer != 1) return right;
      device.sent.reset();
      return std::optional(bus::data(Pid::data0, Bytes{0, 0, 0, 0}));
    };
    for (int i = 0; i < 3; ++i) device.poll();
    BOOST_TEST(device.breaches(Rule::toggle) == 1U);
    BOOST_TEST(device.breaches() == 1U);
  }
  BOOST_TEST(bent(1, other).breaches(Rule::toggle) >= 1U);   // a data stage begins at DATA1
  BOOST_TEST(bent(5, other).breaches(Rule::toggle) >= 1U);   // and so does a status stage
  {
    Device device;  // SET_CONFIGURATION returns the toggle, this device's does not
    device.control({0x00, 9, 1, 0, 0});
    device.poll();
    device.control({0x00, 9, 1, 0, 0});
    device.poll();
    BOOST_TEST(device.breaches(Rule::toggle) == 1U);
  }
  const auto after_lost_ack = [](const std::function<std::optional<Bytes>(std::optional<Bytes>)>& change) {
    Device device;
    device.bend = [&](unsigned answer, const Bytes&, std::optional<Bytes> right) { return right && answer == 1 ? change(right) : right; };
    device.puppet.host.faults().plant({.packets = bus::Packets::handshake, .endpoint = 1});
    for (int i = 0; i < 2; ++i) device.poll();
    return device.puppet.host.checker();
  };
  BOOST_TEST(after_lost_ack([](auto right) { return right; }).report() == "");
  BOOST_TEST(after_lost_ack([](auto) { return bus::data(Pid::data0, Bytes{9, 9, 9, 9}); }).breaches(Rule::retry) == 1U);
  BOOST_TEST(after_lost_ack([](auto) { return bus::data(Pid::data0, Bytes{0, 0, 0}); }).breaches(Rule::retry) == 1U);
  BOOST_TEST(after_lost_ack(other).breaches(Rule::toggle) >= 1U);
  BOOST_TEST(after_lost_ack([](auto) { return handshake(Pid::nak); }).report() == "");
}

BOOST_AUTO_TEST_CASE(an_acknowledge_that_comes_too_late_moves_nothing) {
  for (const bool patient : {false, true}) {
    Device device;
    if (patient) device.patience = 60;
    device.puppet.host.faults().plant({.damage = bus::Damage::delay, .packets = bus::Packets::handshake, .endpoint = 1, .amount = 25});
    for (int i = 0; i < 3; ++i) device.poll();
    BOOST_TEST((device.breaches(Rule::toggle) > 0) == patient, device.report());
  }
}

BOOST_AUTO_TEST_CASE(an_address_that_was_left_is_another_device_s) {
  Device device;
  device.control({0x00, 5, 9, 0, 0});
  device.puppet.run(3 * bus::frame_bits);
  BOOST_TEST(device.report() == "");
  device.poll();   // at the old one, and this device answers
  BOOST_TEST(device.breaches(Rule::foreign) >= 1U);
}

// A host ends a data stage with a short packet; here it asks on, and the device goes on.
BOOST_AUTO_TEST_CASE(nothing_follows_a_short_packet) {
  bus::Checker checker;
  std::uint64_t now = 0;
  const auto host = [&](const Bytes& bytes) {
    checker.host_packet({now + 3, now + 60, 8 * bytes.size(), false, bytes});
    now += 60;
  };
  const auto device = [&](const Bytes& bytes) {
    checker.device_packet({now + 4, now + 60, 4, bus::Form::good, true, 2, bytes});
    now += 60;
  };
  const auto token = [](Pid pid) { return bus::token(pid, 0, 0); };
  const auto stage = [&](const Bytes& setup, const std::vector<Bytes>& parts) {
    host(token(Pid::setup));
    host(bus::data(Pid::data0, setup));
    device(handshake(Pid::ack));
    bool data1 = true;
    for (const Bytes& part : parts) {
      host(token(Pid::in));
      device(bus::data(data1 ? Pid::data1 : Pid::data0, part));
      host(handshake(Pid::ack));
      data1 = !data1;
    }
  };
  // The device descriptor tells that packets have 8 bytes.
  stage({0x80, 6, 0, 1, 0, 0, 18, 0}, {{18, 1, 0, 2, 0, 0, 0, 8}, Bytes(8), Bytes(2)});
  BOOST_TEST(checker.report() == "");
  stage({0xC0, 1, 0, 0, 0, 0, 18, 0}, {Bytes(8), Bytes(4), Bytes(6)});
  BOOST_TEST(checker.breaches(Rule::short_data) == 1U);
  BOOST_TEST(checker.breaches() == 1U);
  stage({0xC0, 1, 0, 0, 0, 0, 18, 0}, {Bytes(9)});
  BOOST_TEST(checker.breaches(Rule::length) == 1U);
}

BOOST_AUTO_TEST_CASE(data_stages_end_as_they_must) {
  // Two full packets, 200 bytes asked: the empty packet must follow.
  Device device;
  device.reply.assign(128, 7);
  device.bend = [&](unsigned, const Bytes& asked, std::optional<Bytes> right) {
    return is(asked, Pid::in) && device.staged == 128 ? std::optional(handshake(Pid::stall)) : right;
  };
  device.control({0xC0, 1, 0, 0, 200});
  BOOST_TEST(device.breaches(Rule::short_data) == 1U);
}

BOOST_AUTO_TEST_CASE(answers_that_nobody_asked_for) {
  const auto says = [](Pid to, bool foreign) {
    Device device;
    device.bend = [=](unsigned, const Bytes& heard, std::optional<Bytes> right) {
      return is(heard, to) && !right ? std::optional(handshake(Pid::nak)) : right;
    };
    device.puppet.host.faults().foreign({.at = 2'000, .address = 77, .endpoint = 1, .what = bus::Foreign::What::in_taken});
    device.puppet.host.faults().foreign({.at = 9'000, .address = 77, .endpoint = 1, .what = bus::Foreign::What::in});
    if (!foreign) device.puppet.host.faults().foreign({.at = 9'000, .address = 77, .endpoint = 1, .what = bus::Foreign::What::out});
    device.session();
    return device.puppet.host.checker();
  };
  BOOST_TEST(says(Pid::in, true).breaches(Rule::foreign) == 2U);
  BOOST_TEST(says(Pid::sof, true).breaches(Rule::unasked) > 3U);
  BOOST_TEST(says(Pid::ack, true).breaches(Rule::unasked) > 3U);
  BOOST_TEST(says(Pid::out, false).breaches() > 1U);       // in the face of the data: a collision
  BOOST_TEST(says(Pid::out, false).breaches(Rule::collision) > 0U);
  BOOST_TEST(says(Pid::data0, false).breaches(Rule::unasked) == 1U);
  {
    Device device;  // answers twice
    device.poll();
    device.puppet.reshape = [](std::vector<bus::Line>& lines) {
      const auto once = lines;
      lines.insert(lines.end(), 1, bus::line_j);
      lines.insert(lines.end(), once.begin(), once.end());
    };
    device.poll();
    BOOST_TEST(device.breaches(Rule::unasked) + device.breaches(Rule::collision) > 0U);
  }
}

BOOST_AUTO_TEST_CASE(answers_to_what_was_damaged) {
  for (const bus::Damage damage : {bus::Damage::flip, bus::Damage::truncate}) {
    for (const bus::Packets packets : {bus::Packets::token, bus::Packets::data}) {
      for (const bool answering : {false, true}) {
        const unsigned amount = packets == bus::Packets::data ? 20 : damage == bus::Damage::flip ? 12 : 4;
        Device device;
        device.bend = [&](unsigned, const Bytes& heard, std::optional<Bytes> right) -> std::optional<Bytes> {
          if (good(heard)) return right;
          return answering ? std::optional(handshake(Pid::nak)) : std::nullopt;
        };
        device.puppet.host.faults().plant({.damage = damage, .packets = packets, .endpoint = 0, .amount = amount});
        device.control({0xC0, 1, 0, 0, 4});
        BOOST_TEST_CONTEXT("damage " << int(damage) << " packets " << int(packets) << " answering " << answering)
        BOOST_TEST((device.breaches(Rule::after_error) + device.breaches(Rule::collision) > 0) == answering, device.report());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_device_that_drives_against_the_host) {
  Device device;
  device.bend = [](unsigned, const Bytes& heard, std::optional<Bytes> right) {
    return is(heard, Pid::setup) ? std::optional(handshake(Pid::ack)) : right;
  };
  device.control({0xC0, 1, 0, 0, 4});
  BOOST_TEST(device.breaches(Rule::collision) > 0U);
  BOOST_TEST(device.report() != "");
}
