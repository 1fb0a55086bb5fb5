// SPDX-License-Identifier: Apache-2.0
/// Scripts that once showed a fault of the core, shrunk. A failing seed of the soak prints its own rows.
#pragma once
#include <vector>

#include "tests/rtl/usb/soak/script.hpp"

namespace adoube::soak {

struct Regression {
  const char* what;
  Script script;
};

inline std::vector<Regression> regressions() {
  return {
      {"a protocol STALL ended with the status stage instead of the next SETUP",
       {setup(ours, 0), data0({0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0x00}), in(ours, 0), ack(), in(ours, 0), out(ours, 0), data1({})}},
      {"the same after a request without data",
       {setup(ours, 0), data0({0x00, 0x09, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00}), out(ours, 0), data1({0x11}), in(ours, 0)}},
      {"a register write was carried out although its data stage had been refused",
       {setup(ours, 0), data0({0x40, 0x02, 0x00, 0x00, 0x04, 0x00, 0x04, 0x00}), in(ours, 0), out(ours, 0), data1({1, 2, 3, 4})}},
      {"SETUP data that were not taken changed the address that a status stage gave to the device",
       {setup(ours, 0), data0({0x00, 0x05, 0x3f, 0x00, 0x00, 0x00, 0x00, 0x00}), setup(ours, 0), data1({0, 0, 0, 0, 0, 0, 0, 0}), in(ours, 0),
        ack(), setup(ours, 0), data0({0xc0, 0x01, 0x00, 0x00, 0x0b, 0x00, 0x04, 0x00})}},
      {"the same with data that were damaged",
       {setup(ours, 0), data0({0x00, 0x09, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00}), setup(ours, 0),
        data0({0x00, 0x05, 0x49, 0x00, 0x00, 0x00, 0x00, 0x00}), setup(ours, 0),
        spoiled(data0({0x5a, 0x0f, 0xd2, 0x15, 0xed, 0x71, 0xae, 0x8c}), Damage::Kind::lengthen, 7), in(ours, 0), ack(), in(ours, 1)}},
      {"a packet broken on the line did not end the wait for SETUP's data",
       {setup(ours, 0), after(8, spoiled(setup(ours, 0), Damage::Kind::cut, 6)), after(8, data0({0x80, 0x00, 0x00, 0x00, 0x00, 0x04, 0x40, 0x00}))}},
      {"nor the wait for OUT's data",
       {setup(ours, 0), data0({0x40, 0x02, 0x00, 0x00, 0x04, 0x00, 0x04, 0x00}), out(ours, 0),
        after(8, spoiled(ack(), Damage::Kind::cut, 5)), after(8, data1({1, 2, 3, 4}))}},
  };
}

/// Those of the test build.
inline std::vector<Regression> test_build_regressions() {
  Regression round{"a packet too long for its data stage ran round the buffer",
                   {setup(ours, 0), data0({0x40, 0x5b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02})}};
  const auto packet = [](unsigned n) { return n % 2 == 0 ? data1(Bytes(64, 0xff)) : data0(Bytes(64, 0xff)); };
  for (unsigned n = 0; n < 8; ++n) {
    if (n == 7) round.script.insert(round.script.end(), {out(ours, 0), spoiled(packet(n), Damage::Kind::lengthen, 433)});
    round.script.insert(round.script.end(), {out(ours, 0), packet(n)});
  }
  round.script.insert(round.script.end(), {setup(ours, 0), data0({0xc0, 0x5c, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02}), in(ours, 0)});
  return {round};
}

}  // namespace adoube::soak
