void rest() { std::this_thread::sleep_for(one); }
