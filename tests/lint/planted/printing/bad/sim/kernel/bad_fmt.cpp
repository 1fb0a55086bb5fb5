void show() { fmt::print("{}\n", 1); }
