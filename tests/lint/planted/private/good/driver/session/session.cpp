#include "driver/transport/usb.hpp"
// As "driver/transport/usb/pipe.hpp" would not be.
