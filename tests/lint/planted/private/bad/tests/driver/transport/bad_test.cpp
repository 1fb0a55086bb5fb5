#include <driver/transport/usb/pipe.hpp>
