// SPDX-License-Identifier: Apache-2.0
// ULX3S (ECP5-85F, CABGA381): the matrix on headers J1 and J2, its second USB plug US2, which leads to the FPGA.
// osc_i: 25 MHz. The data sheet wants 10 MHz or more at a PLL's phase detector and 400 to 800 MHz in its oscillator: no one PLL makes 48 MHz of
// 25 so. The first makes 24 (600 MHz / 25), the second twice that (480 MHz / 10), and starts when the first has locked. Never tried.
module ulx3s (
  input  logic        osc_i,
  output logic [8:0]  strobe_o,
  input  logic [15:0] sense_i,
  inout  wire         usb_dp_io,
  inout  wire         usb_dn_io,
  output logic        usb_pullup_o
);
  logic clk24, clk48, clk12, first_locked, locked, feedback;

  (* FREQUENCY_PIN_CLKI = "25", FREQUENCY_PIN_CLKOP = "25", FREQUENCY_PIN_CLKOS = "24", ICP_CURRENT = "12", LPF_RESISTOR = "8",
     MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
    .CLKI_DIV(1),
    .CLKFB_DIV(1),
    .FEEDBK_PATH("CLKOP"),
    .CLKOP_ENABLE("ENABLED"),
    .CLKOP_DIV(24),
    .CLKOP_CPHASE(23),
    .CLKOS_ENABLE("ENABLED"),
    .CLKOS_DIV(25),
    .CLKOS_CPHASE(24)
  ) u_pll_24 (
    .CLKI(osc_i),
    .CLKFB(feedback),
    .PHASESEL1(1'b0),
    .PHASESEL0(1'b0),
    .PHASEDIR(1'b0),
    .PHASESTEP(1'b0),
    .PHASELOADREG(1'b0),
    .STDBY(1'b0),
    .PLLWAKESYNC(1'b0),
    .RST(1'b0),
    .ENCLKOP(1'b1),
    .ENCLKOS(1'b1),
    .ENCLKOS2(1'b0),
    .ENCLKOS3(1'b0),
    .CLKOP(feedback),
    .CLKOS(clk24),
    .CLKOS2(),
    .CLKOS3(),
    .LOCK(first_locked),
    .INTLOCK(),
    .REFCLK(),
    .CLKINTFB()
  );

  (* FREQUENCY_PIN_CLKI = "24", FREQUENCY_PIN_CLKOP = "48", ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1",
     MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
    .CLKI_DIV(1),
    .CLKFB_DIV(2),
    .FEEDBK_PATH("CLKOP"),
    .PLLRST_ENA("ENABLED"),
    .CLKOP_ENABLE("ENABLED"),
    .CLKOP_DIV(10),
    .CLKOP_CPHASE(9)
  ) u_pll_48 (
    .CLKI(clk24),
    .CLKFB(clk48),
    .PHASESEL1(1'b0),
    .PHASESEL0(1'b0),
    .PHASEDIR(1'b0),
    .PHASESTEP(1'b0),
    .PHASELOADREG(1'b0),
    .STDBY(1'b0),
    .PLLWAKESYNC(1'b0),
    .RST(!first_locked),
    .ENCLKOP(1'b1),
    .ENCLKOS(1'b0),
    .ENCLKOS2(1'b0),
    .ENCLKOS3(1'b0),
    .CLKOP(clk48),
    .CLKOS(),
    .CLKOS2(),
    .CLKOS3(),
    .LOCK(locked),
    .INTLOCK(),
    .REFCLK(),
    .CLKINTFB()
  );

  ecp5_board u_board (
    .clk48_i(clk48), .locked_i(locked), .clk12_o(clk12), .strobe_o, .sense_i, .shift_load_o(), .shift_clock_o(),
    .shift_data_o(), .shift_data_i(1'b0), .usb_dp_io, .usb_dn_io, .usb_pullup_o);
endmodule
