// SPDX-License-Identifier: Apache-2.0
#include "host/lab/pins_board.hpp"

#include "driver/transport/usb.hpp"
#include "sim/systemc/shell.hpp"

namespace adoube::lab {
namespace {

// Hub drivers try a new device so often before they give it up (Linux: PORT_INIT_TRIES), beside three resets each time: on a
// bad line a descriptor may come damaged.
constexpr int open_tries = 4;
// An hour.
constexpr std::uint64_t return_limit = 3'600'000 * sim::bit_times_per_ms;

sim::KernelOptions kernel_options(const BoardOptions& options) {
  return {.mode = options.mode == BoardOptions::Mode::lock ? sim::Mode::lock : sim::Mode::leap,
          .front = front_of(options.front)};
}

}  // namespace

Result<std::unique_ptr<PinsBoard>> PinsBoard::make(const BoardOptions& options, std::span<const sim::Change> changes) {
  std::unique_ptr<PinsBoard> board(new PinsBoard(options, changes));
  if (auto opened = board->open(options); !opened) return tl::unexpected(opened.error());
  return board;
}

PinsBoard::PinsBoard(const BoardOptions& options, std::span<const sim::Change> changes)
    : host_({.frame = sim::drifted(bus::frame_bits, options.drift_ppm)}),
      kernel_(host_, {changes.begin(), changes.end()}, kernel_options(options)),
      bus_(host_),
      clock_(kernel_) {}

PinsBoard::~PinsBoard() {
  usb_.reset();  // before the bus it talks to
  seam_.reset();
}

Result<void> PinsBoard::open(const BoardOptions& options) {
  if (options.pcap) {
    auto writer = bus::PcapWriter::create(*options.pcap);
    if (!writer) return tl::unexpected(writer.error());
    pcap_.emplace(std::move(*writer));
    host_.observe([this](const bus::PacketView& packet) { pcap_->write(packet); });
  }
  if (options.shell == BoardOptions::Shell::systemc) {
    shell_ = std::make_unique<sim::SystemcShell>(kernel_, [this] { return kernel_.next_change(); });
  }
  std::vector<sim::Mishap> plan = options.mishaps;
  if (options.line_faults != 0) plan.push_back({.kind = sim::Mishap::Kind::line_faults, .at = open_by, .length = sim::Mishap::no_end, .number = options.line_faults});
  if (!plan.empty()) {
    host_.faults().random(0, options.fault_seed);
    mishaps_ = std::make_unique<sim::MishapStepper>(stepper(), kernel_, host_, plan, sim::MishapStepper::Usual{options.line_faults, options.drift_ppm});
  }
  return open_device();
}

sim::Stepper& PinsBoard::stepper() {
  if (mishaps_) return *mishaps_;
  return shell_ ? *shell_ : static_cast<sim::Stepper&>(kernel_);
}

Result<void> PinsBoard::open_device() {
  auto seam = sim::Seam::plug(bus_, stepper());
  if (!seam) return tl::unexpected(seam.error());
  seam_ = std::move(*seam);
  transport::UsbOptions usb_options;
  usb_options.fd = seam_->descriptor();
  auto usb = transport::open_usb(usb_options, clock_);
  if (!usb) return tl::unexpected(usb.error());
  usb_ = std::move(*usb);
  return {};
}

Result<void> PinsBoard::reopen(const std::function<bool()>& go_on) {
  usb_.reset();
  seam_.reset();
  const std::uint64_t deadline = kernel_.now() + return_limit;
  while (true) {
    while (!host_.connected() && kernel_.now() < deadline) {
      if (!go_on()) return fail(Cause::interrupted, "interrupted while the board was gone");
      stepper().run_until(kernel_.now() + sim::bit_times_per_ms);
    }
    if (!host_.connected()) return fail(Cause::lost, "the board is gone and did not come back within an hour");
    Result<void> opened;
    for (int tries = 0; tries < open_tries && host_.connected(); ++tries) {
      if (opened = open_device(); opened) return opened;
      seam_.reset();
    }
    if (host_.connected()) return opened;
  }
}

std::span<const TrueEdge> PinsBoard::truth() {
  const std::vector<sim::ProbedEdge>& edges = kernel_.edges();
  for (std::size_t i = truth_.size(); i < edges.size(); ++i) {
    const sim::ProbedEdge& edge = edges[i];
    const Tick confirmed = static_cast<Tick>(edge.clock / sim::bit_times_per_us);
    // The onset lies less than half a wrap of its 32 bits before the confirmation.
    const Tick age = static_cast<std::uint32_t>(static_cast<std::uint64_t>(confirmed)) - edge.onset;
    truth_.push_back({edge.channel, edge.level, confirmed - age, confirmed, edge.late, edge.refused});
  }
  return truth_;
}

std::string_view PinsBoard::mode() const { return kernel_.mode() == sim::Mode::lock ? "lock" : "leap"; }

Result<void> PinsBoard::finish() {
  if (!pcap_) return {};
  host_.observe({});
  Result<void> closed = pcap_->close();
  pcap_.reset();
  return closed;
}

}  // namespace adoube::lab
