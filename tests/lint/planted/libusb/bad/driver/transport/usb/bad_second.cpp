#  include <libusb.h>
