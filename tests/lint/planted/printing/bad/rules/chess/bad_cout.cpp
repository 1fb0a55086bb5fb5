void show() { std::cout << 1; }
