// SPDX-License-Identifier: Apache-2.0
// iCEBreaker (iCE40 UP5K-SG48): a USB adapter on PMOD 1A, the matrix behind shift registers on PMOD 1B. Clock and load have a wire
// for the 74HC595 and one for the 74HC165, so that neither drives both boards. Its plug leads to a serial adapter, not here.
// osc_i: 12 MHz.
module icebreaker (
  input  logic osc_i,
  output logic rows_data_o,
  output logic rows_clock_o,
  output logic rows_latch_o,
  output logic senses_clock_o,
  output logic senses_load_o,
  input  logic senses_data_i,
  inout  wire  usb_dp_io,
  inout  wire  usb_dn_io,
  output logic usb_pullup_o
);
  logic clk48, clk12, locked;
  ice40_pll #(.FromPad(1'b1)) u_pll (.osc_i, .clk48_o(clk48), .locked_o(locked));
  ice40_board #(.Front(adoube_pkg::FrontShift)) u_board (
    .clk48_i(clk48), .locked_i(locked), .clk12_o(clk12), .strobe_o(), .sense_i(), .shift_load_o(rows_latch_o),
    .shift_clock_o(rows_clock_o), .shift_data_o(rows_data_o), .shift_data_i(senses_data_i), .usb_dp_io, .usb_dn_io, .usb_pullup_o);

  assign senses_clock_o = rows_clock_o;
  assign senses_load_o = rows_latch_o;
endmodule
