#include "driver/session/session.hpp"
