// SPDX-License-Identifier: Apache-2.0
/// The transport over an opened board: its pipes and its registers.
#pragma once
#include <memory>

#include "driver/transport/transport.hpp"
#include "driver/transport/usb.hpp"
#include "driver/transport/usb/device.hpp"
#include "rules/core/result.hpp"

namespace adoube::transport::usb {

/// Claims the interface of an opened board and makes a transport of it, nothing streaming yet.
Result<std::unique_ptr<Transport>> take(std::unique_ptr<Device> device, Identity identity, const UsbOptions& options);

}  // namespace adoube::transport::usb
