#include "usb/libusb.hpp"
