// SPDX-License-Identifier: Apache-2.0
/// Between contacts and gateware: what the senses read of the contacts, with all that is wrong with the board. The scanner's
/// model and the pins are both given its result, so that they cannot differ in what they are told.
#pragma once
#include <span>
#include <vector>

#include "driver/wire/protocol.hpp"
#include "sim/physics/change.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/physics/random.hpp"

namespace adoube::sim {

/// The changes that the senses see in [0, end) (us) where the contacts change as `contacts` says (a whole run, every level 0
/// before it); the same contract for what goes in and what comes out. From the contacts on: chatter, contacts that stick,
/// the wires with their faults and their settling within a slot, pulses on the sense lines. `scan_pause` is the register's
/// value, us, `front` what stands between contacts and scanner. `random` draws chatter and pulses, a stream of its own for each fault. On a sound board with fast lines the
/// result is `contacts`. Cost: about a microsecond a change; nothing where nothing changes.
std::vector<Change> sensed(std::span<const Change> contacts, const Parameters& parameters, std::span<const Fault> faults,
                           Tick end, Random random, Tick scan_pause = 0, const wire::Front& front = wire::front::parallel);

}  // namespace adoube::sim
