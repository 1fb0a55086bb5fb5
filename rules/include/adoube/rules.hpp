// SPDX-License-Identifier: Apache-2.0
/// The rules of chess and of the touched piece: everything a program needs that links `adoube::rules`.
///
/// The library is pure: no I/O, no clock, no floating point; equal input gives equal output on every machine. Values are
/// small and total, what can fail returns a `Result` with one sentence for a person, and exceptions mean a fault of the
/// program. It needs C++20, the standard library and tl/expected.hpp.
///
/// | namespace | what it holds | begin with |
/// | --- | --- | --- |
/// | `adoube` | squares, sets of squares, intervals of time, events of a board, results | `Square`, `Event`, `Result` |
/// | `adoube::chess` | positions, legal moves, keys, repetition and the other ends of a game | `Position`, `legal_moves`, `History` |
/// | `adoube::fen`, `epd`, `san`, `uci` | positions and moves as text | `parse`, `write` |
/// | `adoube::pgn` | games as text, read one after the other at constant memory | `Reader`, `write` |
/// | `adoube::article4` | Article 4 of the Laws in every edition | `edition`, `Turn` |
/// | `adoube::recognition` | from events to moves and rulings | `Recogniser` |
///
/// A tour; it is compiled and run against an installed library by tests/rules/consume:
/// ```
/// #include <adoube/rules.hpp>
///
/// #include <iostream>
///
/// // Prints what the rules say whenever that changes.
/// struct Printer : adoube::recognition::WordsObserver {
///   void on_move(const adoube::recognition::MoveRecord& move) override { std::cout << "made: " << move.uci << '\n'; }
///   void on_ruling(const adoube::article4::Ruling& ruling) override {
///     std::cout << text(ruling.verdict) << " by " << ruling.clause << ":";
///     for (const std::string& uci : ruling.allowed) std::cout << ' ' << uci;
///     std::cout << '\n';
///   }
/// };
///
/// int main() {
///   using namespace adoube;
///   // Tilburg 1992: White is in check.
///   const Result<chess::Position> position = fen::parse("4Q3/1r3K2/3k4/6Rp/4P1p1/8/8/8 w - - 0 54");
///   if (!position) return std::cerr << position.error().message << '\n', 1;
///   for (const chess::Move move : chess::legal_moves(*position)) std::cout << san::write(*position, move) << ' ';
///   std::cout << '\n';
///
///   // He touches the queen on e8, and has to move it: one event, in device time.
///   const auto edition = article4::edition("fide2023");
///   Printer printer;
///   recognition::Recogniser game(*position, *edition, printer);
///   Event touch;
///   touch.id = 1;
///   touch.square = Square::e8;
///   touch.when = {0, 126};
///   game.feed(touch);
/// }
/// ```
#pragma once
#include "rules/article4/edition.hpp"
#include "rules/article4/evidence.hpp"
#include "rules/article4/judgement.hpp"
#include "rules/article4/ruling.hpp"
#include "rules/article4/turn.hpp"
#include "rules/chess/endings.hpp"
#include "rules/chess/history.hpp"
#include "rules/chess/keys.hpp"
#include "rules/chess/legality.hpp"
#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"
#include "rules/core/interval.hpp"
#include "rules/core/result.hpp"
#include "rules/core/square.hpp"
#include "rules/notation/epd.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/pgn_writer.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"
#include "rules/recognition/case.hpp"
#include "rules/recognition/recogniser.hpp"
