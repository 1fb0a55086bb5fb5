// SPDX-License-Identifier: Apache-2.0
/// A pair of hands plays a game by its clocks.
#pragma once
#include <cstdint>
#include <span>

#include "driver/wire/protocol.hpp"
#include "sim/hands/score.hpp"
#include "sim/hands/script.hpp"
#include "sim/hands/style.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/parameters.hpp"

namespace adoube::hands {

/// White's time starts a second after power-up: the host has opened the board by then.
inline constexpr Tick default_start = 1'000'000;

/// Works out the whole run of one game: the pieces stand set up at power-up with the lever of the player not to move
/// down; each ply is played so that its press falls inside the second its clock was rounded to, faster plies with the
/// hands of both players over the board at once. No piece is in two hands. Habits that need more time than the clock
/// leaves are left out. `scan_pause` and `front`: of the board (us, the register of that name; what
/// stands between contacts and scanner). Same arguments, same bytes. Cost: about a microsecond an edge.
Script play(const Score& score, std::uint64_t seed, const Players& players = {}, const sim::Parameters& parameters = {},
            Tick start = default_start, std::span<const sim::Fault> faults = {}, Tick scan_pause = 0, const wire::Front& front = wire::front::parallel);

}  // namespace adoube::hands
