// SPDX-License-Identifier: Apache-2.0
/// The device at its plug, judged tick by tick: nobody drives unasked, answers begin in their window and are well formed.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/bus/line.hpp"
#include "sim/kernel/model_image.hpp"
#include "tests/rtl/usb/soak/scan_stub.hpp"

namespace adoube::soak {

/// Any build of the core. Time stands still between calls.
class Device {
 public:
  virtual ~Device() = default;
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// Back to the moment at which the pull-up came on after power-up.
  virtual void restart() = 0;
  /// The host holds a level.
  virtual void hold(bus::Line line, Tick ticks) = 0;
  void drive(std::span<const bus::Line> levels) {
    for (const bus::Line level : levels) hold(level, bit_ticks);
  }

  struct Reply {
    Answer answer;
    Tick start = 0;  ///< its first K at the plug; of silence: when the host gave up
    Tick end = 0;    ///< the end of its SE0
  };
  /// Awaits the answer to what was driven last, whose SE0 ended at `asked`. Silence if none begins within the window.
  Reply reply(Tick asked);

  virtual bool pullup() const = 0;
  virtual bool suspended() const = 0;
  virtual void vbus(bool there) = 0;

  Tick now = 0;
  ScanStub scan;
  std::string fault;  ///< the first breach of the rules of the wires since restart()

 protected:
  /// What the device drives now, and one tick with these levels on the wires, whoever drives them.
  virtual bus::DeviceLine wires() const = 0;
  virtual void tick(bus::Line line) = 0;
  void breach(const std::string& what) {
    if (fault.empty()) fault = what;
  }

 private:
  bus::Line bit();
};

/// From power-up to the pull-up at most.
inline constexpr Tick boot_ticks = 55 * 48'000;

/// A Verilated build; its root module's header must have been seen.
template <class Model>
class CoreDevice final : public Device {
 public:
  CoreDevice() {
    model_->rst_ni = 0;
    model_->dp_i = 1;
    model_->vbus_i = 1;
    for (int i = 0; i < 32; ++i) tick(bus::line_j);
    model_->rst_ni = 1;
    for (Tick i = 0; i < boot_ticks && !pullup(); ++i) tick(bus::line_j);
    const sim::RawImage image = sim::raw_image(*model_->rootp);
    booted_.assign(image.data, image.data + image.size);
    restart();
  }

  void restart() override {
    std::memcpy(sim::raw_image(*model_->rootp).data, booted_.data(), booted_.size());
    scan = ScanStub();
    now = 0;
    fault.clear();
  }

  void hold(bus::Line line, Tick ticks) override {
    for (Tick i = 0; i < ticks; ++i) {
      if (model_->oe_o != 0) breach("the device drives the wires unasked");
      tick(line);
    }
  }

  bool pullup() const override { return model_->pullup_o != 0; }
  bool suspended() const override { return model_->suspended_o != 0; }
  void vbus(bool there) override { model_->vbus_i = there; }

 private:
  bus::DeviceLine wires() const override {
    return {model_->dp_o != 0, model_->dn_o != 0, model_->oe_o != 0, model_->pullup_o != 0};
  }

  // Nothing listens to falling edges: instead of evaluating them, Verilator's memory of the clocks is set back.
  void tick(bus::Line line) override {
    model_->dp_i = line.dp;
    model_->dn_i = line.dn;
    model_->rootp->__Vtrigrprev__TOP__clk48_i = 0;
    model_->clk48_i = 1;
    const bool clk12 = now % 4 == 0;
    if (clk12) {
      scan.clock(test::read_cut(*model_), now);
      model_->rootp->__Vtrigrprev__TOP__clk12_i = 0;
      model_->clk12_i = 1;
    }
    model_->eval();
    if (clk12) test::write_cut(*model_, scan.out());
    ++now;
  }


  std::unique_ptr<Model> model_ = std::make_unique<Model>();
  std::vector<char> booted_;
};

}  // namespace adoube::soak
