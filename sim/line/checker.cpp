// SPDX-License-Identifier: Apache-2.0
#include "sim/line/checker.hpp"

#include <cstdlib>
#include <span>

#include "sim/bus/crc.hpp"

namespace adoube::line {

const char* name(Kind kind) {
  switch (kind) {
    case Kind::sync: return "sync";
    case Kind::stuffing: return "stuffing";
    case Kind::bytes: return "bytes";
    case Kind::no_end: return "no_end";
    case Kind::rate: return "rate";
    case Kind::sync_shift: return "sync_shift";
    case Kind::jitter_next: return "jitter_next";
    case Kind::jitter_paired: return "jitter_paired";
    case Kind::eop_shift: return "eop_shift";
    case Kind::se0_short: return "se0_short";
    case Kind::se0_long: return "se0_long";
    case Kind::eop_j: return "eop_j";
    case Kind::mixed: return "mixed";
    case Kind::early: return "early";
    case Kind::late: return "late";
    case Kind::contention: return "contention";
    case Kind::held: return "held";
    case Kind::pid: return "pid";
    case Kind::size: return "size";
    case Kind::crc: return "crc";
    case Kind::answer: return "answer";
    case Kind::unasked: return "unasked";
  }
  return "?";
}

std::string text(const Fault& fault) {
  std::string words = fault.host ? "the host model: " : "";
  words += name(fault.kind);
  if (fault.measured != 0) words += ": " + std::to_string(fault.measured / 3) + " ps";
  return words + " at " + std::to_string(fault.at / 3) + " ps";
}

void judge(const Heard& heard, const Limits& limits, bool host, std::vector<Fault>& faults) {
  const auto fault = [&](bool wrong, Kind kind, Time at, Time measured = 0) {
    if (wrong) faults.push_back({kind, at, measured, host});
  };
  fault(!heard.sync_good, Kind::sync, heard.begins);
  fault(heard.form == bus::Form::stuffing, Kind::stuffing, heard.begins);
  fault(heard.form == bus::Form::truncated || heard.form == bus::Form::babble, Kind::bytes, heard.begins);
  // Edges wander by their jitter, wherever the clock is.
  const Time slack = heard.length * limits.rate_ppm / 1'000'000 + limits.next;
  fault(std::abs(heard.drift) > slack, Kind::rate, heard.begins, heard.drift);
  fault(std::abs(heard.sync_shift) > limits.sync_shift, Kind::sync_shift, heard.first_k, heard.sync_shift);
  fault(heard.jitter_next > limits.next, Kind::jitter_next, heard.begins, heard.jitter_next);
  fault(heard.jitter_paired > limits.paired, Kind::jitter_paired, heard.begins, heard.jitter_paired);
  fault(heard.mixed > limits.mixed, Kind::mixed, heard.begins, heard.mixed);
  if (!heard.ended) {
    fault(true, Kind::no_end, heard.ends);
    return;
  }
  fault(heard.eop_shift < -limits.eop_early || heard.eop_shift > limits.eop_late, Kind::eop_shift, heard.se0_from, heard.eop_shift);
  const Time se0 = heard.se0_to - heard.se0_from;
  fault(se0 < limits.se0_min, Kind::se0_short, heard.se0_from, se0);
  fault(se0 > limits.se0_max, Kind::se0_long, heard.se0_from, se0);
  const Time j = heard.ends - heard.se0_to;
  fault(!heard.quiet_after || std::abs(j - bit) > limits.eop_j, Kind::eop_j, heard.se0_to, j);
}

void judge_content(const Heard& heard, std::vector<Fault>& faults) {
  const auto fault = [&](Kind kind) { faults.push_back({kind, heard.begins, 0, false}); };
  if (heard.bytes.empty()) return;
  const std::uint8_t pid = heard.bytes[0];
  if ((pid & 0xFU) != (~static_cast<unsigned>(pid) >> 4U & 0xFU)) return fault(Kind::pid);
  switch (static_cast<bus::Pid>(pid & 0xFU)) {
    case bus::Pid::ack:
    case bus::Pid::nak:
    case bus::Pid::stall:
      if (heard.bytes.size() != 1) fault(Kind::size);
      return;
    case bus::Pid::data0:
    case bus::Pid::data1: {
      if (heard.bytes.size() < 3 || heard.bytes.size() > 67) return fault(Kind::size);
      const std::span<const std::uint8_t> content(heard.bytes.data() + 1, heard.bytes.size() - 3);
      const unsigned sent = heard.bytes[heard.bytes.size() - 2] | static_cast<unsigned>(heard.bytes.back()) << 8U;
      if (bus::crc16(content) != sent) fault(Kind::crc);
      return;
    }
    default:
      return fault(Kind::pid);
  }
}

void judge_delay(const Heard& heard, Time asked, std::vector<Fault>& faults) {
  // The wires are taken when the driver is switched on, even if it begins with J; the answer begins with its first K.
  if (heard.begins - asked < answer_min) faults.push_back({Kind::early, heard.begins, heard.begins - asked, false});
  if (heard.first_k - asked > answer_max) faults.push_back({Kind::late, heard.first_k, heard.first_k - asked, false});
}

}  // namespace adoube::line
