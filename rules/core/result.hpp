// SPDX-License-Identifier: Apache-2.0
/// A result that cannot be ignored, with a closed set of causes.
#pragma once
#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace adoube {

/// Why something could not be done. The host maps each cause to one exit code (docs/exit-codes.md).
enum class Cause : std::uint8_t {
  usage,       ///< the caller asked for something that does not exist
  no_device,   ///< no board with that identity
  permission,  ///< the board is there but may not be opened
  busy,        ///< another program holds it
  lost,        ///< the board went away
  protocol,    ///< the device speaks another protocol, or nonsense
  data_lost,   ///< events are known to be missing
  malformed,   ///< input (PGN, FEN, JSONL, packet) cannot be read
  differs,     ///< what is there is not what was to be there
  io,          ///< disk or pipe failure
  timeout,     ///< a bounded wait ended
  interrupted, ///< the user asked to stop
};

/// One cause and one sentence for a person: what is wrong, where, and what to do next.
struct Error {
  Cause cause;
  std::string message;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Cause cause, std::string message) {
  return tl::unexpected<Error>(Error{cause, std::move(message)});
}

}  // namespace adoube
