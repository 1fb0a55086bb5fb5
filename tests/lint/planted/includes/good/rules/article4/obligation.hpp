#include <vector>
#include <tl/expected.hpp>
#include "rules/chess/position.hpp"
/* #include "host/cli/main.hpp" */
