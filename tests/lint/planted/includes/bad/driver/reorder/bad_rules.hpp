#include "rules/chess/position.hpp"
