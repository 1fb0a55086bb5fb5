long seed = time(nullptr);
