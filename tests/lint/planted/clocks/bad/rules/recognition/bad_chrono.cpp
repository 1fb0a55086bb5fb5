auto now = std::chrono::steady_clock::now();
