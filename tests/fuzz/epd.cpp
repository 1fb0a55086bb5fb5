// SPDX-License-Identifier: Apache-2.0
/// Input: a line of EPD.
#include "rules/notation/epd.hpp"

#include <algorithm>
#include <string>

#include "tests/fuzz/positions.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

namespace {

/// bm, am and sm: each legal in the position. pv: one after the other.
void hold_operation(const epd::Record& record, const epd::Operation& operation) {
  chess::Position position = record.position;
  for (const chess::Move move : operation.moves) {
    const chess::MoveList legal = chess::legal_moves(position);
    fuzz::hold(std::find(legal.begin(), legal.end(), move) != legal.end(), "a move of an operation is legal",
               operation.opcode);
    if (operation.opcode == "pv") position.make(move);
  }
  fuzz::hold(operation.moves.empty() || operation.operands.empty(), "an operation has moves or operands", operation.opcode);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line = fuzz::text(data, size);
  const auto record = fuzz::within({192, 4096}, size, [&] { return epd::parse(line); });
  if (!record) {
    fuzz::hold_error(record.error());
    return 0;
  }
  fuzz::hold_position(record->position);
  for (const epd::Operation& operation : record->operations) hold_operation(*record, operation);
  const std::string written = epd::write(*record);
  fuzz::hold(written.find_first_of("\r\n") == std::string::npos, "a record is written on one line", written);
  const auto again = epd::parse(written);
  fuzz::hold(again.has_value(), "a record written can be read", again ? written : written + "\n" + again.error().message);
  fuzz::hold(*again == *record, "a record written is read as the same record", written);
  return 0;
}
