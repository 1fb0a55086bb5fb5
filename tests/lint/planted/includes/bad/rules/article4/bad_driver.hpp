#include "driver/wire/protocol.hpp"
