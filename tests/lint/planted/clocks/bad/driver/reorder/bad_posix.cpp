int now(timespec* t) { return clock_gettime(CLOCK_MONOTONIC, t); }
