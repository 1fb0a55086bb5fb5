// SPDX-License-Identifier: Apache-2.0
/// Leaps over the 51 ms between power-up and the pull-up (rtl/usb/usb_link.sv): most tests begin after them.
#pragma once
// The insides of each build of the core that the test links.
#if __has_include("Vusb___024root.h")
#include "Vusb___024root.h"
#endif
#if __has_include("Vusbsmall___024root.h")
#include "Vusbsmall___024root.h"
#endif
#if __has_include("Vusbtest___024root.h")
#include "Vusbtest___024root.h"
#endif

namespace adoube::test {

/// Call it some 12 MHz clocks after the reset, with vbus_i high; a few clocks later the pull-up is on.
template <class Model>
void attach(Model& model) {
  model.rootp->adoube_usb__DOT__link__DOT__rounds_q = 16;
  model.rootp->adoube_usb__DOT__link__DOT__count_q = 35'996;
}

}  // namespace adoube::test
