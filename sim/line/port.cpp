// SPDX-License-Identifier: Apache-2.0
#include "sim/line/port.hpp"

#include <algorithm>
#include <utility>

namespace adoube::line {
namespace {

/// No packet of full speed drives for as long: 1,023 bytes, all stuffed, are 9,600 bits.
constexpr Time longest = 10'000 * bit;

}  // namespace

void Port::send(std::span<const std::uint8_t> packet) {
  const Wave wave = line::drive(bus::levels(packet), now_, distortion);
  if (judge_host) judge(hear(wave), host_at_plug, true, faults_);
  play(wave);
}

void Port::drive(std::span<const bus::Line> levels) {
  play(line::drive(levels, now_, distortion));
}

void Port::hold(bus::Line level, Time span) {
  play({{now_, level, true}, {now_ + span, bus::line_j, false}});
}

void Port::idle_until(Time until) {
  nobody_waits();
  run(std::max(now_, until));
}

void Port::nobody_waits() {
  for (const Heard& heard : waiting_) faults_.push_back({Kind::unasked, heard.begins, 0, false});
  waiting_.clear();
}

void Port::play(const Wave& wave) {
  nobody_waits();
  for (const Edge& edge : wave) {
    run(edge.at);
    if (host_.driven && host_.level == bus::line_se0) asked_ = edge.at;
    host_ = edge;
  }
}

void Port::run(Time until) {
  while (plug_.next() < until) clock();
  now_ = until;
}

bus::Line Port::wires() const {
  if (host_.driven) return host_.level;
  const bus::DeviceLine& device = plug_.drive();
  if (device.oe) return {device.dp, device.dn};
  return device.pullup ? bus::line_j : bus::line_se0;
}

void Port::clock() {
  const Time at = plug_.next();
  plug_.clock(wires());
  listen(at);
}

void Port::listen(Time at) {
  const bus::DeviceLine drive = plug_.drive();
  if (drive.oe && host_.driven && !contended_) {
    contended_ = true;
    faults_.push_back({Kind::contention, at, 0, false});
  }
  const bool same = drive.oe == seen_.oe && (!drive.oe || (drive.dp == seen_.dp && drive.dn == seen_.dn));
  seen_ = drive;
  if (same) return;
  device_.push_back({at, {drive.dp, drive.dn}, drive.oe});
  if (drive.oe) return;
  waiting_.push_back(hear(device_));
  device_.clear();
  contended_ = false;
}

std::optional<Bytes> Port::answer() {
  const Time patience = asked_ + wait_max;
  while (waiting_.empty() && (seen_.oe || plug_.next() < patience)) {
    now_ = plug_.next();
    clock();
    if (seen_.oe && now_ - device_.front().at > longest) {
      faults_.push_back({Kind::held, now_, 0, false});
      return std::nullopt;
    }
  }
  if (waiting_.empty()) {
    now_ = std::max(now_, patience);
    return std::nullopt;
  }
  heard_ = std::move(waiting_.front());
  waiting_.pop_front();
  now_ = std::max(now_, heard_.ends);
  judge(heard_, device_source, false, faults_);
  judge_content(heard_, faults_);
  judge_delay(heard_, asked_, faults_);
  return heard_.bytes;
}

void Port::expect(const Bytes& packet) {
  if (answer() != packet) faults_.push_back({Kind::answer, now_, 0, false});
}

void Port::expect_silence() {
  if (answer().has_value()) faults_.push_back({Kind::answer, now_, 0, false});
}

std::vector<Fault> Port::take_faults() {
  nobody_waits();
  return std::exchange(faults_, {});
}

std::string Port::verdict() {
  std::string words;
  for (const Fault& fault : take_faults()) words += text(fault) + '\n';
  return words;
}

}  // namespace adoube::line
