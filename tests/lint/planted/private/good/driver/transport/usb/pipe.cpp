#include "driver/transport/usb/libusb.hpp"
