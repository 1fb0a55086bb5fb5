#pragma once
inline std::string name() { return "x"; }
