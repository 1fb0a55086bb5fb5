// SPDX-License-Identifier: Apache-2.0
#include "tests/constraints/gates/bench.hpp"

#include <cstdio>
#include <stdexcept>

namespace gates {

void check(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

std::string text(const Outputs& pins) {
  std::array<char, 64> room{};
  std::snprintf(room.data(), room.size(), "%03x %d %d %d %d", pins.strobe, pins.dp, pins.dn, pins.oe, pins.pullup);
  return room.data();
}

std::uint16_t Front::read(std::uint16_t driven, const std::array<std::uint16_t, 9>& rows) {
  std::uint16_t sense = 0;
  for (std::size_t slot = 0; slot < rows.size(); ++slot) {
    if ((driven >> slot & 1U) != 0) sense = static_cast<std::uint16_t>(sense | rows[slot]);
  }
  return sense;
}

#ifdef SHIFT
std::uint16_t Front::sense(std::uint16_t strobe, const std::array<std::uint16_t, 9>& rows) {
  const bool data = (strobe & 1U) != 0, load = (strobe & 4U) != 0;
  const auto rises = static_cast<std::uint16_t>(strobe & ~last_);
  last_ = strobe;
  if ((rises & 4U) != 0) driven_ = row_;
  if (!load) senses_ = read(driven_, rows);
  if ((rises & 2U) != 0) {
    row_ = static_cast<std::uint16_t>(row_ << 1 | data);
    if (load) senses_ = static_cast<std::uint16_t>(senses_ >> 1);
  }
  return senses_ & 1U;
}
#else
std::uint16_t Front::sense(std::uint16_t strobe, const std::array<std::uint16_t, 9>& rows) { return read(strobe, rows); }
#endif

void Bench::clock() {
  if (stir && now_ >= stir_at_) stir_at_ = now_ + stir(rows);
  inputs_.sense = front_.sense(pins_.strobe, rows);
  pins_ = device_(inputs_);
  ++now_;
}

void Bench::step() {
  const bus::Line wires = host.tick(bit_time_++, {pins_.dp, pins_.dn, pins_.oe, pins_.pullup});
  inputs_.dp = wires.dp;
  inputs_.dn = wires.dn;
  for (unsigned i = 0; i < 4; ++i) clock();
}

void Bench::tick(bus::Line line) {
  const bus::Line wires = pins_.oe ? bus::Line{pins_.dp, pins_.dn} : line;
  inputs_.dp = wires.dp;
  inputs_.dn = wires.dn;
  clock();
}

void Bench::leap(std::uint32_t us) {
  while (now_ % 4 != 3) tick(bus::line_j);  // clk12 rises in every fourth clock from the second on
  inputs_.leap = us;
  tick(bus::line_j);
  inputs_.leap = 0;
}

void Bench::run(std::uint64_t clocks) {
  for (const std::uint64_t end = now_ + clocks; now_ < end;) step();
}

void Bench::run_until(const std::function<bool()>& there, std::uint64_t clocks, const char* what) {
  for (const std::uint64_t end = now_ + clocks; !there();) {
    check(now_ < end, std::string(what) + " does not come");
    step();
  }
}

void Bench::enumerate(std::uint8_t address) {
  run_until([&] { return pins_.pullup; }, 60 * ms, "the pull-up");
  run(ms);
  bus::Enumerator enumerator(host, address);
  enumerator.start();
  run_until([&] { return enumerator.done(); }, 200 * ms, "the end of enumeration");
  check(enumerator.succeeded(), "the board is not enumerated");
  address_ = address;
}

Bench::Answer Bench::control(std::uint8_t type, std::uint8_t request, std::uint16_t value, std::uint16_t index, std::uint16_t length,
                             std::span<const std::uint8_t> out) {
  std::vector<std::uint8_t> bytes(length);
  std::copy(out.begin(), out.end(), bytes.begin());
  bus::Transfer transfer;
  transfer.address = address_;
  transfer.max_packet = 64;
  transfer.setup = {type, request, value, index, length};
  transfer.data = bytes;
  host.submit(transfer);
  run_until([&] { return transfer.status != bus::Status::pending; }, 100 * ms, "the end of a control transfer");
  bytes.resize(transfer.actual);
  return {transfer.status, bytes};
}

std::uint32_t Bench::read(std::uint16_t place) {
  const auto [status, bytes] = control(0xC0, 1, 0, place, 4);
  check(status == bus::Status::completed && bytes.size() == 4, "register " + std::to_string(place) + " is refused");
  std::uint32_t value = 0;
  for (unsigned i = 4; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

bool Bench::write(std::uint16_t place, std::uint32_t value) {
  const std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value >> 16),
                                          static_cast<std::uint8_t>(value >> 24)};
  return control(0x40, 2, 0, place, 4, bytes).status == bus::Status::completed;
}

Stream::Stream(Bench& bench, bus::Transfer::Kind kind, std::uint8_t endpoint) : bench_(bench) {
  transfer_.kind = kind;
  transfer_.address = bench.address();
  transfer_.endpoint = endpoint;
  transfer_.data = room_;
  bench_.host.submit(transfer_);
}

void Stream::turn() {
  if (transfer_.status == bus::Status::pending) return;
  if (transfer_.status == bus::Status::completed) ++packets;
  transfer_.actual = 0;
  bench_.host.submit(transfer_);
}

}  // namespace gates
