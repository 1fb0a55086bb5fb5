// SPDX-License-Identifier: Apache-2.0
#include "sim/gateway/redir_server.hpp"

#include <sys/socket.h>
#include <usbredirparser.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>
#include <vector>

#include "sim/bus/standard_request.hpp"
#include "sim/bus/transfer.hpp"

namespace adoube::sim {
namespace {

constexpr std::uint8_t direction_in = 0x80;

std::uint8_t status_of(Ending ending) {
  switch (ending) {
    case Ending::ok: return usb_redir_success;
    case Ending::stall: return usb_redir_stall;
    case Ending::overflow: return usb_redir_babble;
    case Ending::cancelled: return usb_redir_cancelled;
    case Ending::running: return usb_redir_timeout;
    case Ending::no_answer:
    case Ending::reset:
    case Ending::gone: break;
  }
  return usb_redir_ioerror;
}

// usbredir numbers endpoints 0 to 31: OUT, then IN.
std::size_t index_of(std::uint8_t endpoint) { return (endpoint & 0x0FU) | (endpoint & direction_in) >> 3U; }

std::uint16_t word(std::span<const std::uint8_t> bytes, std::size_t at) {
  return static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8);
}

}  // namespace

// A transfer of the guest, with the header that its answer repeats.
struct RedirServer::Request {
  std::uint64_t id = 0;
  Transfer transfer;
  usb_redir_control_packet_header control{};
  usb_redir_bulk_packet_header bulk{};
  usb_redir_interrupt_packet_header interrupt{};
};

void RedirServer::Free::operator()(usbredirparser* parser) const { usbredirparser_destroy(parser); }

// From the parser's C functions to members.
struct RedirServer::Callbacks {
  static RedirServer& self(void* priv) { return *static_cast<RedirServer*>(priv); }
  static void log(void* priv, int level, const char* text) {
    if (level <= usbredirparser_warning) self(priv).complaint_ = text;
  }
  static int read(void* priv, std::uint8_t* data, int count) { return self(priv).read(data, count); }
  static int write(void* priv, std::uint8_t* data, int count) { return self(priv).write(data, count); }
  static void hello(void* priv, usb_redir_hello_header*) { self(priv).greeted_ = true; }
  static void reset(void* priv) { self(priv).reset(); }
  static void set_configuration(void* priv, std::uint64_t id, usb_redir_set_configuration_header* header) {
    self(priv).set_configuration(id, header->configuration);
  }
  static void get_configuration(void* priv, std::uint64_t id) { self(priv).get_configuration(id); }
  static void set_alternate(void* priv, std::uint64_t id, usb_redir_set_alt_setting_header* header) {
    self(priv).set_alternate(id, header->interface, header->alt);
  }
  static void get_alternate(void* priv, std::uint64_t id, usb_redir_get_alt_setting_header* header) {
    self(priv).get_alternate(id, header->interface);
  }
  static void start_receiving(void* priv, std::uint64_t, usb_redir_start_interrupt_receiving_header* header) {
    self(priv).start_receiving(header->endpoint);
  }
  static void stop_receiving(void* priv, std::uint64_t, usb_redir_stop_interrupt_receiving_header* header) {
    self(priv).stop_receiving(header->endpoint);
  }
  static void cancel(void* priv, std::uint64_t id) { self(priv).cancel(id); }
  static void disconnect_acknowledged(void*) {}

  // The parser gives the bytes of OUT transfers away.
  static void take(RedirServer& server, Request& request, std::uint8_t* data, int size, std::size_t wanted) {
    request.transfer.data.assign(data, data + size);
    request.transfer.data.resize(wanted);
    usbredirparser_free_packet_data(server.parser_.get(), data);
  }
  static void control(void* priv, std::uint64_t id, usb_redir_control_packet_header* header, std::uint8_t* data, int size) {
    auto request = std::make_unique<Request>();
    request->id = id;
    request->control = *header;
    request->transfer.setup =
        bus::Setup{header->requesttype, header->request, header->value, header->index, header->length}.bytes();
    take(self(priv), *request, data, size, header->length);
    self(priv).submit(std::move(request));
  }
  static void bulk(void* priv, std::uint64_t id, usb_redir_bulk_packet_header* header, std::uint8_t* data, int size) {
    auto request = std::make_unique<Request>();
    request->id = id;
    request->bulk = *header;
    request->transfer.type = Transfer::Type::bulk;
    request->transfer.endpoint = header->endpoint;
    take(self(priv), *request, data, size, header->length | std::size_t{header->length_high} << 16U);
    self(priv).submit(std::move(request));
  }
  static void interrupt(void* priv, std::uint64_t id, usb_redir_interrupt_packet_header* header, std::uint8_t* data, int size) {
    auto request = std::make_unique<Request>();
    request->id = id;
    request->interrupt = *header;
    request->transfer.type = Transfer::Type::interrupt;
    request->transfer.endpoint = header->endpoint;
    take(self(priv), *request, data, size, header->length);
    self(priv).submit(std::move(request));
  }
};

RedirServer::RedirServer(UsbBus& bus, Stepper& stepper, int socket, std::function<bool()> go_on)
    : bus_(bus), stepper_(stepper), socket_(socket), port_(bus, stepper, std::move(go_on)), parser_(usbredirparser_create()) {
  parser_->priv = this;
  parser_->log_func = &Callbacks::log;
  parser_->read_func = &Callbacks::read;
  parser_->write_func = &Callbacks::write;
  parser_->hello_func = &Callbacks::hello;
  parser_->reset_func = &Callbacks::reset;
  parser_->set_configuration_func = &Callbacks::set_configuration;
  parser_->get_configuration_func = &Callbacks::get_configuration;
  parser_->set_alt_setting_func = &Callbacks::set_alternate;
  parser_->get_alt_setting_func = &Callbacks::get_alternate;
  parser_->start_interrupt_receiving_func = &Callbacks::start_receiving;
  parser_->stop_interrupt_receiving_func = &Callbacks::stop_receiving;
  parser_->cancel_data_packet_func = &Callbacks::cancel;
  parser_->device_disconnect_ack_func = &Callbacks::disconnect_acknowledged;
  parser_->control_packet_func = &Callbacks::control;
  parser_->bulk_packet_func = &Callbacks::bulk;
  parser_->interrupt_packet_func = &Callbacks::interrupt;
  std::uint32_t capabilities[USB_REDIR_CAPS_SIZE] = {};
  for (const int capability : {usb_redir_cap_connect_device_version, usb_redir_cap_device_disconnect_ack,
                               usb_redir_cap_ep_info_max_packet_size, usb_redir_cap_64bits_ids, usb_redir_cap_32bits_bulk_length}) {
    usbredirparser_caps_set_cap(capabilities, capability);
  }
  usbredirparser_init(parser_.get(), "adoube", capabilities, USB_REDIR_CAPS_SIZE, usbredirparser_fl_usb_host);
}

RedirServer::~RedirServer() {
  // Transfers on the bus point into this object.
  for (auto& request : requests_) end(request->transfer);
  end_receivers();
}

bool RedirServer::backlog() const { return usbredirparser_has_data_to_write(parser_.get()) > 0; }

int RedirServer::read(std::uint8_t* data, int count) {
  const ssize_t got = recv(socket_, data, static_cast<std::size_t>(count), 0);
  if (got > 0) return static_cast<int>(got);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  left_ = true;
  return -1;
}

int RedirServer::write(const std::uint8_t* data, int count) {
  const ssize_t put = send(socket_, data, static_cast<std::size_t>(count), MSG_NOSIGNAL);
  if (put >= 0) return static_cast<int>(put);
  if (errno == EAGAIN || errno == EINTR) return 0;
  left_ = true;
  return -1;
}

Result<void> RedirServer::exchange() {
  // Before anything is taken: the guest may be about to end what has delivered meanwhile.
  answer_requests();
  answer_receivers();
  const int taken = usbredirparser_do_read(parser_.get());
  if (taken == usbredirparser_read_parse_error) {
    return fail(Cause::protocol, "the virtual machine does not speak usbredir here: " + complaint_);
  }
  if (auto followed = follow_plug(); !followed) return followed;
  // What was taken back has ended at once. QEMU uses the numbers of cancelled transfers again: a late answer would be taken
  // for one of the next transfer.
  answer_requests();
  answer_receivers();
  while (backlog() && !left_) {
    const std::uint64_t before = usbredirparser_get_bufferered_output_size(parser_.get());
    if (usbredirparser_do_write(parser_.get()) != 0) break;
    if (usbredirparser_get_bufferered_output_size(parser_.get()) == before) break;  // the socket is full
  }
  if (left_) return fail(Cause::lost, "the virtual machine has closed the connection");
  return {};
}

Result<void> RedirServer::follow_plug() {
  if (!greeted_) return {};
  if (shown_ && !bus_.connected()) {
    take_away();
  } else if (!shown_ && bus_.connected()) {
    if (auto found = port_.enumerate(); !found) return found;
    shown_ = true;
    alternates_.clear();
    send_settings();
    const auto device = port_.descriptors();
    usb_redir_device_connect_header header{};
    header.speed = usb_redir_speed_full;
    header.device_class = device[4];
    header.device_subclass = device[5];
    header.device_protocol = device[6];
    header.vendor_id = word(device, 8);
    header.product_id = word(device, 10);
    header.device_version_bcd = word(device, 12);
    usbredirparser_send_device_connect(parser_.get(), &header);
  }
  return {};
}

void RedirServer::take_away() {
  shown_ = false;
  for (auto& request : requests_) end(request->transfer);
  answer_requests();
  end_receivers();
  usbredirparser_send_device_disconnect(parser_.get());
}

// The interfaces, and the endpoints of the settings in force.
void RedirServer::send_settings() {
  usb_redir_interface_info_header interfaces{};
  usb_redir_ep_info_header endpoints{};
  std::ranges::fill(endpoints.type, std::uint8_t{usb_redir_type_invalid});
  for (const std::uint8_t control : {std::uint8_t{0}, direction_in}) {
    endpoints.type[index_of(control)] = usb_redir_type_control;
    endpoints.max_packet_size[index_of(control)] = port_.descriptors()[7];
  }
  for (const HubPort::Interface& interface : port_.interfaces()) {
    if (port_.configuration() == 0 || interface.alternate != alternates_[interface.number]) continue;
    if (interfaces.interface_count == std::size(interfaces.interface)) break;
    const std::uint32_t at = interfaces.interface_count++;
    interfaces.interface[at] = interface.number;
    interfaces.interface_class[at] = interface.class_code;
    interfaces.interface_subclass[at] = interface.subclass;
    interfaces.interface_protocol[at] = interface.protocol;
    for (const HubPort::Endpoint& endpoint : interface.endpoints) {
      const std::size_t index = index_of(endpoint.address);
      endpoints.type[index] = endpoint.type;
      endpoints.interval[index] = endpoint.interval;
      endpoints.interface[index] = interface.number;
      endpoints.max_packet_size[index] = endpoint.max_packet;
    }
  }
  usbredirparser_send_interface_info(parser_.get(), &interfaces);
  usbredirparser_send_ep_info(parser_.get(), &endpoints);
}

void RedirServer::reset() {
  ++counters_.resets;
  end_receivers();
  alternates_.clear();
  // A reset has no answer. A device that takes no address is lost for the guest, which may find it again as a new one.
  if (port_.reset() != Ending::ok && shown_) take_away();
}

void RedirServer::set_configuration(std::uint64_t id, std::uint8_t value) {
  ++counters_.settings;
  end_receivers();
  const Ending ending = port_.configure(value);
  if (ending == Ending::ok) alternates_.clear();
  send_settings();
  usb_redir_configuration_status_header header{status_of(ending), port_.configuration()};
  usbredirparser_send_configuration_status(parser_.get(), id, &header);
}

void RedirServer::get_configuration(std::uint64_t id) {
  ++counters_.settings;
  Transfer transfer;
  transfer.setup = bus::Setup{bus::request::of_device, bus::request::get_configuration, 0, 0, 1}.bytes();
  transfer.data.resize(1);
  const Ending ending = port_.control(transfer, 0);
  usb_redir_configuration_status_header header{status_of(ending), transfer.data[0]};
  usbredirparser_send_configuration_status(parser_.get(), id, &header);
}

void RedirServer::set_alternate(std::uint64_t id, std::uint8_t interface, std::uint8_t alternate) {
  ++counters_.settings;
  end_receivers();
  const Ending ending = port_.set_interface(interface, alternate);
  if (ending == Ending::ok) alternates_[interface] = alternate;
  send_settings();
  usb_redir_alt_setting_status_header header{status_of(ending), interface, alternates_[interface]};
  usbredirparser_send_alt_setting_status(parser_.get(), id, &header);
}

void RedirServer::get_alternate(std::uint64_t id, std::uint8_t interface) {
  ++counters_.settings;
  Transfer transfer;
  transfer.setup = bus::Setup{bus::request::of_interface, bus::request::get_interface, 0, interface, 1}.bytes();
  transfer.data.resize(1);
  const Ending ending = port_.control(transfer, 0);
  usb_redir_alt_setting_status_header header{status_of(ending), interface, transfer.data[0]};
  usbredirparser_send_alt_setting_status(parser_.get(), id, &header);
}

void RedirServer::start_receiving(std::uint8_t endpoint) {
  usb_redir_interrupt_receiving_status_header header{usb_redir_inval, endpoint};
  if (port_.has_endpoint(endpoint) && (endpoint & direction_in) != 0) {
    const auto [receiver, fresh] = receivers_.try_emplace(endpoint);
    if (!fresh || receive(endpoint, receiver->second)) {
      header.status = usb_redir_success;
    } else {
      receivers_.erase(receiver);
    }
  }
  usbredirparser_send_interrupt_receiving_status(parser_.get(), 0, &header);
}

void RedirServer::stop_receiving(std::uint8_t endpoint) {
  if (const auto found = receivers_.find(endpoint); found != receivers_.end()) {
    end(found->second.transfer);
    receivers_.erase(found);
  }
  usb_redir_interrupt_receiving_status_header header{usb_redir_success, endpoint};
  usbredirparser_send_interrupt_receiving_status(parser_.get(), 0, &header);
}

bool RedirServer::receive(std::uint8_t endpoint, Receiver& receiver) {
  std::size_t size = 0;
  for (const HubPort::Interface& interface : port_.interfaces()) {
    for (const HubPort::Endpoint& e : interface.endpoints) {
      if (e.address == endpoint && interface.alternate == alternates_[interface.number]) size = e.max_packet;
    }
  }
  receiver.transfer = {};
  receiver.transfer.type = Transfer::Type::interrupt;
  receiver.transfer.endpoint = endpoint;
  receiver.transfer.data.resize(size);
  receiver.transfer.listener = this;
  return size != 0 && bus_.submit(receiver.transfer);
}

void RedirServer::submit(std::unique_ptr<Request> request) {
  ++counters_.requests;
  Request& queued = *requests_.emplace_back(std::move(request));
  queued.transfer.listener = this;
  // What the bus cannot carry ends as an error, with the next answers.
  if (!bus_.connected() || !bus_.submit(queued.transfer)) queued.transfer.ending = Ending::no_answer;
}

void RedirServer::cancel(std::uint64_t id) {
  for (auto& request : requests_) {
    if (request->id != id) continue;
    ++counters_.cancelled;
    bus_.cancel(request->transfer);
  }
}

void RedirServer::answer_requests() {
  for (auto next = requests_.begin(); next != requests_.end();) {
    const auto request = next++;
    if ((*request)->transfer.ending == Ending::running) continue;
    answer(**request);
    requests_.erase(request);
  }
}

void RedirServer::answer(Request& request) {
  Transfer& transfer = request.transfer;
  std::uint8_t* data = transfer.in() && transfer.actual > 0 ? transfer.data.data() : nullptr;
  const int size = data != nullptr ? static_cast<int>(transfer.actual) : 0;
  const auto length = static_cast<std::uint16_t>(transfer.actual);
  switch (transfer.type) {
    case Transfer::Type::control:
      request.control.status = status_of(transfer.ending);
      request.control.length = length;
      usbredirparser_send_control_packet(parser_.get(), request.id, &request.control, data, size);
      break;
    case Transfer::Type::bulk:
      request.bulk.status = status_of(transfer.ending);
      request.bulk.length = length;
      request.bulk.length_high = static_cast<std::uint16_t>(transfer.actual >> 16U);
      usbredirparser_send_bulk_packet(parser_.get(), request.id, &request.bulk, data, size);
      break;
    case Transfer::Type::interrupt:
      request.interrupt.status = status_of(transfer.ending);
      request.interrupt.length = length;
      usbredirparser_send_interrupt_packet(parser_.get(), request.id, &request.interrupt, data, size);
      break;
  }
}

void RedirServer::answer_receivers() {
  for (auto next = receivers_.begin(); next != receivers_.end();) {
    const auto at = next++;
    auto& [endpoint, receiver] = *at;
    Transfer& transfer = receiver.transfer;
    if (transfer.ending == Ending::running) continue;
    if (transfer.ending == Ending::ok) {
      ++counters_.packets;
      usb_redir_interrupt_packet_header header{endpoint, usb_redir_success, static_cast<std::uint16_t>(transfer.actual)};
      usbredirparser_send_interrupt_packet(parser_.get(), receiver.packets++, &header, transfer.data.data(),
                                           static_cast<int>(transfer.actual));
      if (receive(endpoint, receiver)) continue;
      transfer.ending = Ending::no_answer;
    }
    usb_redir_interrupt_receiving_status_header header{status_of(transfer.ending), endpoint};
    usbredirparser_send_interrupt_receiving_status(parser_.get(), 0, &header);
    receivers_.erase(at);
  }
}

void RedirServer::end_receivers() {
  for (auto& [endpoint, receiver] : receivers_) end(receiver.transfer);
  receivers_.clear();
}

// Takes a transfer off the bus before its memory goes: one whose transaction is on the wire ends with that.
void RedirServer::end(Transfer& transfer) {
  if (transfer.ending != Ending::running) return;
  bus_.cancel(transfer);
  const std::uint64_t last = stepper_.now() + bit_times_per_ms;
  while (transfer.ending == Ending::running && stepper_.now() < last) stepper_.run_until(last);
}

}  // namespace adoube::sim
