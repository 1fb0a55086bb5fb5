#include <chrono>
std::chrono::microseconds window{12000};  // not steady_clock::now()
bool time(int t) { return t > 0; }
struct Board { unsigned long clock() const; };
