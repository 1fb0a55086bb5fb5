// Knows nothing of #include <libusb.h>.
