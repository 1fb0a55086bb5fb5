#include "driver/transport/usb.hpp"
