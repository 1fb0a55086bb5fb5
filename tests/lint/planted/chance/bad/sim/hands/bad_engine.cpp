std::mt19937 engine;
