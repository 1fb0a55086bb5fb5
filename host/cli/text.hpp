// SPDX-License-Identifier: Apache-2.0
/// How the commands write times and rulings for people.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "driver/session/record.hpp"
#include "host/cli/output.hpp"
#include "rules/article4/ruling.hpp"
#include "rules/chess/position.hpp"
#include "rules/core/interval.hpp"

namespace adoube::cli {

/// "1:23:45.678" from microseconds.
std::string clock_text(Tick us);
/// "2.4 s" from microseconds.
std::string seconds_text(Tick us);
/// Seconds for JSON: the number nearest to that decimal, so that no digits follow the microseconds.
double seconds_of(Tick us);
/// To so many decimals, as JSON then shows it: figures of this computer, in milliseconds.
double rounded(double value, int places);
/// "1 packet", "0 packets", "2 packets".
std::string amount(std::uint64_t number, std::string_view one, std::string_view more);
/// "1 ply", "3 plies", "no plies".
std::string counted(std::uint64_t number, std::string_view one, std::string_view more);
/// "the board broke the rules of USB: toggle at bit time 77", painted as bad.
std::string breaches_text(const std::string& breaches, const Output& out);
/// "12." for White's and "12..." for Black's move of that position.
std::string number_text(const chess::Position& before);
/// Every right to castle is one of plain chess: king on the e-file, rook in the corner. Elsewhere UCI writes castling as
/// king takes rook, because the king's journey alone may say nothing.
bool castles_as_usual(const chess::Position& position);
/// "obligation (4.3.1, fide2023, certain): Ba6 Bb3 ...", moves in SAN where the position allows.
std::string ruling_text(const chess::Position& position, const article4::Ruling& ruling);
/// The fields of a "ruling" line.
nlohmann::json ruling_fields(const article4::Ruling& ruling);
/// "0:01:02.345 GAP (dropped): 0 packets, 41 edges missing".
std::string gap_text(const driver::Gap& gap);
/// The fields of a "gap" line.
nlohmann::json gap_fields(const driver::Gap& gap);
/// The text in lines of at most `width` characters (of UTF-8), broken at blanks; a longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace adoube::cli
