#include "driver/transport/usb/device.hpp"
