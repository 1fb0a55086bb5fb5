#pragma once
#include <string>
inline std::string name() { return "x"; }
