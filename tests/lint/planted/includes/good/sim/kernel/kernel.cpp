#include "Vadoube_scan.h"
#include "driver/wire/protocol.hpp"
#include <verilated.h>
