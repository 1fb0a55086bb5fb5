#include <ctime>
long seed = std::clock();
