#include <random>
