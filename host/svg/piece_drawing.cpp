// SPDX-License-Identifier: Apache-2.0
#include "host/svg/piece_drawing.hpp"

#include <fmt/format.h>

namespace adoube::svg {
namespace {

/// Path data. `behind` is drawn first, then `body`, both filled and outlined; `lines` are strokes inside, `dots` are
/// filled with the colour of the lines.
struct Shape {
  std::string_view behind, body, lines, dots;
};

constexpr Shape shapes[] = {
    // pawn: a ball, a collar, a flared foot
    {"",
     "M50 24C57 24 62.5 29 62.5 36C62.5 40.5 60.5 44 57.5 46L63 48.5Q65.5 50.5 63 53L57 53C57.5 63 61 69 67 74L71 76"
     "Q74 78 74 81.5V88H26V81.5Q26 78 29 76L33 74C39 69 42.5 63 43 53L37 53Q34.5 50.5 37 48.5L42.5 46"
     "C39.5 44 37.5 40.5 37.5 36C37.5 29 43 24 50 24Z",
     "M32.5 79.5H67.5", ""},
    // knight: a horse's head that looks to the left
    {"",
     "M47 10C49.5 13 51 16 52 19C68 22.5 77.5 37 77 60C77 66 76 71.5 74 76Q77 78 77 82V88H23V82Q23 78 26 76"
     "C27 66 38 60 44 52C45.5 50 46 48 45.5 45.5C41.5 50.5 36.5 52.5 32 53.5L28 58.5C26 61 22 60.5 19.5 58.5"
     "C16 56 15.5 53 17.5 49.5C22 42.5 25.5 37.5 28 31C30 25.5 34.5 22 39.5 19C41.5 15.5 44.5 12.5 47 10Z",
     "M56 25C65.5 31 69.5 42 68 62M29.5 79.5H70.5",
     "M36.1 31a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0ZM20.9 53.5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0Z"},
    // bishop: a mitre with its cleft, and a ball on top
    {"",
     "M45 15a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM50 20C58 25 66 34 66 43C66 49 62.5 53 58 55.5L64.5 58Q67 60 64.5 62.5"
     "L58 62.5C58.5 68.5 62 72 68 74.5L73 76.5Q76 78.5 76 82V88H24V82Q24 78.5 27 76.5L32 74.5C38 72 41.5 68.5 42 62.5"
     "L35.5 62.5Q33 60 35.5 58L42 55.5C37.5 53 34 49 34 43C34 34 42 25 50 20Z",
     "M53.5 29.5L47 41M44.5 62.5H55.5M30.5 79.5H69.5", ""},
    // rook: a tower with three merlons
    {"",
     "M44.5 19H55.5V25H62V19H73V33L66 40C66 53 67 63 70 71L74.5 75Q77 77.5 77 81.5V88H23V81.5Q23 77.5 25.5 75L30 71"
     "C33 63 34 53 34 40L27 33V19H38V25H44.5Z",
     "M37.5 40H62.5M34 71H66M29.5 79.5H70.5", ""},
    // queen: a coronet of five points, each with a pearl
    {"",
     "M50 17L56.5 34L64.5 18L66 37L78 25L67.5 52L60 55L66 57.5Q68.5 59.5 66 62L59.5 62C60 68 64 72 70 74.5L75 76.5"
     "Q78 78.5 78 82V88H22V82Q22 78.5 25 76.5L30 74.5C36 72 40 68 40.5 62L34 62Q31.5 59.5 34 57.5L40 55L32.5 52L22 25"
     "L34 37L35.5 18L43.5 34ZM18 23a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM31.5 16a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z"
     "M46 13a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM60.5 16a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM74 23a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
     "M42.5 55H57.5M43 62H57M28.5 79.5H71.5", ""},
    // king: a flared crown under a cross
    {"M47.5 6h5v4.5h5v5h-5V24h-5v-8.5h-5v-5h5Z",
     "M50 24C58 24 66 25.5 73 31.5L63.5 52L60 55L66 57.5Q68.5 59.5 66 62L59.5 62C60 68 64 72 70 74.5L75 76.5"
     "Q78 78.5 78 82V88H22V82Q22 78.5 25 76.5L30 74.5C36 72 40 68 40.5 62L34 62Q31.5 59.5 34 57.5L40 55L36.5 52L27 31.5"
     "C34 25.5 42 24 50 24Z",
     "M32 35.5Q50 28 68 35.5M42.5 55H57.5M43 62H57M28.5 79.5H71.5", ""},
};

}  // namespace

std::string piece_drawing(chess::Kind kind, std::string_view id, const PieceInk& ink) {
  const Shape& shape = shapes[static_cast<std::size_t>(kind)];
  std::string text = fmt::format(
      R"(<g id="{}" fill="{}" stroke="{}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">)", id, ink.body,
      ink.outline);
  if (!shape.behind.empty()) text += fmt::format(R"(<path d="{}"/>)", shape.behind);
  text += fmt::format(R"(<path d="{}"/><path d="{}" fill="none" stroke="{}" stroke-width="2.4"/>)", shape.body, shape.lines,
                      ink.detail);
  if (!shape.dots.empty()) text += fmt::format(R"(<path d="{}" fill="{}" stroke="none"/>)", shape.dots, ink.detail);
  return text + "</g>";
}

}  // namespace adoube::svg
