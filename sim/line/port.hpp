// SPDX-License-Identifier: Apache-2.0
/// A host's port with a device on it, for scripts: sends whatever the script wants, tells what came back, and holds
/// every packet of either side against the timing table (docs/usb-testing.md has an example).
///
/// Time stands still between calls. Whatever the device does is heard: a transmission that no answer() fetched is a
/// fault as soon as the script goes on, and so is one while the host drives.
#pragma once
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/bus/packets.hpp"
#include "sim/line/checker.hpp"
#include "sim/line/driver.hpp"
#include "sim/line/plug.hpp"

namespace adoube::line {

class Port {
 public:
  /// `device` must outlive this object.
  explicit Port(Device& device, const Pads& pads = {}) : plug_(device, pads) {}

  /// How everything sent from now on departs from the ideal.
  Distortion distortion;
  /// The model judges its own packets too (host_at_plug). Off where a script goes beyond the limits on purpose.
  bool judge_host = true;

  // ---- sending
  /// A whole packet: SYNC, stuffing, EOP. Returns when the host has let go.
  void send(std::span<const std::uint8_t> packet);
  void send(const Bytes& packet) { send(std::span<const std::uint8_t>(packet)); }
  /// Any levels, one a bit time of the host, as `distortion` says; nothing of them is judged.
  void drive(std::span<const bus::Line> levels);
  /// Any edges from now() on; nothing of them is judged. The last must let go.
  void play(const Wave& wave);
  /// One level for so long, ideal.
  void hold(bus::Line level, Time span);
  /// The host drives nothing for so long.
  void idle(Time span) { idle_until(now_ + span); }
  /// ... until then; not at all if that has passed.
  void idle_until(Time until);
  /// SE0 for so long: a bus reset, then rest.
  void reset(Time span = 15 * us) {
    hold(bus::line_se0, span);
    idle(20 * bit);
  }

  // ---- hearing
  /// What the device says to the last packet; nothing if it has not begun 18 bit times after it (a host's longest wait).
  std::optional<Bytes> answer();
  /// send() and answer().
  std::optional<Bytes> ask(const Bytes& packet) {
    send(packet);
    return answer();
  }
  /// answer() must be that; a fault else.
  void expect(const Bytes& packet);
  void expect_silence();
  /// What answer() or expect() heard last.
  [[nodiscard]] const Heard& heard() const { return heard_; }
  /// End of SE0 of the host's last packet, at the plug.
  [[nodiscard]] Time asked() const { return asked_; }
  /// From there to the first K of the last answer.
  [[nodiscard]] Time turnaround() const { return heard_.first_k - asked_; }

  // ---- judging
  /// All faults so far.
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  /// All faults so far, which are then forgotten; transmissions that nobody fetched among them.
  std::vector<Fault> take_faults();
  /// They in words, one a line; empty: none.
  std::string verdict();

  [[nodiscard]] Time now() const { return now_; }
  [[nodiscard]] const bus::DeviceLine& device() const { return plug_.drive(); }

 private:
  void run(Time until);
  void clock();
  void listen(Time at);
  void nobody_waits();
  [[nodiscard]] bus::Line wires() const;

  Plug plug_;
  Time now_ = 0;
  Time asked_ = 0;
  Edge host_{0, bus::line_j, false};
  Wave device_;                 // of the transmission under way
  bus::DeviceLine seen_{true, false, false, false};
  std::deque<Heard> waiting_;   // transmissions that answer() has not fetched
  Heard heard_;
  std::vector<Fault> faults_;
  bool contended_ = false;      // this transmission has been called contention
};

}  // namespace adoube::line
