// SPDX-License-Identifier: Apache-2.0
// ULX3S (ECP5-85F, CABGA381): the matrix on headers J1 and J2, its second USB plug US2, which leads to the FPGA.
// osc_i: 25 MHz. The PLL divides it by 5, multiplies by 96 (its own output of 60 MHz fed back) and divides 480 MHz by 10. 5 MHz at its
// phase detector is what open tools go down to (3.125 MHz); the data sheet wants 10 MHz, at which 25 MHz gives no 48 MHz. Never tried.
module ulx3s (
  input  logic        osc_i,
  output logic [8:0]  strobe_o,
  input  logic [15:0] sense_i,
  inout  wire         usb_dp_io,
  inout  wire         usb_dn_io,
  output logic        usb_pullup_o
);
  logic clk48, clk12, locked, feedback;

  (* FREQUENCY_PIN_CLKI = "25", FREQUENCY_PIN_CLKOP = "60", FREQUENCY_PIN_CLKOS = "48", ICP_CURRENT = "12", LPF_RESISTOR = "8",
     MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
    .CLKI_DIV(5),
    .CLKFB_DIV(12),
    .FEEDBK_PATH("CLKOP"),
    .CLKOP_ENABLE("ENABLED"),
    .CLKOP_DIV(8),
    .CLKOP_CPHASE(7),
    .CLKOS_ENABLE("ENABLED"),
    .CLKOS_DIV(10),
    .CLKOS_CPHASE(9)
  ) u_pll (
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
    .CLKOS(clk48),
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
