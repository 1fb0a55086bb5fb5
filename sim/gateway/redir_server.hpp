// SPDX-License-Identifier: Apache-2.0
/// The simulated device for a virtual machine: the side of the usbredir protocol (version 0.7) that owns the device, over
/// a stream socket. QEMU's `usb-redir` on the other side makes it a device of the guest, whose own kernel drives it.
///
/// Every request of the guest becomes a transfer on the simulated bus. What the protocol takes away is put back: QEMU
/// swallows SET_ADDRESS, so each bus reset is followed by a real one; configuration and alternate settings travel as
/// messages, and setting or reading them is a real control transfer. Interrupt endpoints are polled here, once a frame.
#pragma once
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "rules/core/result.hpp"
#include "sim/seam/hub_port.hpp"
#include "sim/seam/stepper.hpp"
#include "sim/seam/usb_bus.hpp"

struct usbredirparser;

namespace adoube::sim {

/// What went through; figures for summaries and tests.
struct RedirCounters {
  std::uint64_t requests = 0;   ///< control, bulk and interrupt OUT transfers of the guest
  std::uint64_t settings = 0;   ///< configuration and alternate setting, set or read
  std::uint64_t resets = 0;
  std::uint64_t packets = 0;    ///< that interrupt endpoints delivered
  std::uint64_t cancelled = 0;  ///< transfers that the guest took back
};

class RedirServer final : private TransferListener {
 public:
  /// `socket`: a connected, non-blocking stream; stays the caller's. All must outlive the server. `go_on`: as of HubPort; a
  /// request of the guest may take seconds.
  RedirServer(UsbBus& bus, Stepper& stepper, int socket, std::function<bool()> go_on = {});
  ~RedirServer();
  RedirServer(const RedirServer&) = delete;
  RedirServer& operator=(const RedirServer&) = delete;

  /// Takes what has come, sends what is due. Shows the device to the guest when it is on the bus, takes it away when it
  /// is not. Moves simulated time itself only for what cannot wait (resets, settings). Errors: lost (the other side has
  /// gone), protocol (it speaks nonsense, or the device does).
  Result<void> exchange();

  /// The other side has said hello: it is a virtual machine, or acts like one.
  [[nodiscard]] bool greeted() const { return greeted_; }
  /// The guest waits for something: simulated time should go on.
  [[nodiscard]] bool asked() const { return !requests_.empty() || !receivers_.empty(); }
  /// Bytes wait for the socket.
  [[nodiscard]] bool backlog() const;
  [[nodiscard]] const RedirCounters& counters() const { return counters_; }

 private:
  struct Callbacks;
  struct Request;
  struct Receiver {
    Transfer transfer;
    std::uint64_t packets = 0;
  };
  struct Free {
    void operator()(usbredirparser* parser) const;
  };

  void ended(Transfer&) override { stepper_.stop(); }
  int read(std::uint8_t* data, int count);
  int write(const std::uint8_t* data, int count);

  Result<void> follow_plug();
  void take_away();
  void send_settings();
  void reset();
  void set_configuration(std::uint64_t id, std::uint8_t value);
  void get_configuration(std::uint64_t id);
  void set_alternate(std::uint64_t id, std::uint8_t interface, std::uint8_t alternate);
  void get_alternate(std::uint64_t id, std::uint8_t interface);
  void start_receiving(std::uint8_t endpoint);
  void stop_receiving(std::uint8_t endpoint);
  void submit(std::unique_ptr<Request> request);
  void cancel(std::uint64_t id);
  void answer_requests();
  void answer_receivers();
  void answer(Request& request);
  bool receive(std::uint8_t endpoint, Receiver& receiver);
  void end_receivers();
  void end(Transfer& transfer);

  UsbBus& bus_;
  Stepper& stepper_;
  int socket_;
  HubPort port_;
  std::unique_ptr<usbredirparser, Free> parser_;
  bool greeted_ = false;   // the other side has said hello
  bool shown_ = false;     // the guest has been told of the device
  bool left_ = false;      // the other side has closed the stream
  std::string complaint_;  // of the parser
  std::list<std::unique_ptr<Request>> requests_;
  std::map<std::uint8_t, Receiver> receivers_;               // by endpoint address
  std::map<std::uint8_t, std::uint8_t> alternates_;          // in force, by interface number
  RedirCounters counters_;
};

}  // namespace adoube::sim
