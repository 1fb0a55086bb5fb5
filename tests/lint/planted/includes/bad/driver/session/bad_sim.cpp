#include "sim/bus/host.hpp"
