// SPDX-License-Identifier: Apache-2.0
// TinyFPGA BX (iCE40 LP8K-CM81): the matrix on its 24 edge pins and one pad below, its own USB plug with the pull-up on a pin.
// osc_i: 16 MHz.
module tinyfpga_bx (
  input  logic        osc_i,
  output logic [8:0]  strobe_o,
  inout  wire  [15:0] sense_i,
  inout  wire         usb_dp_io,
  inout  wire         usb_dn_io,
  output logic        usb_pullup_o
);
  logic clk48, clk12, locked;
  ice40_pll #(.DivF(7'd47)) u_pll (.osc_i, .clk48_o(clk48), .locked_o(locked));
  ice40_board u_board (
    .clk48_i(clk48), .locked_i(locked), .clk12_o(clk12), .strobe_o, .sense_i, .shift_load_o(), .shift_clock_o(),
    .shift_data_o(), .shift_data_i(1'b0), .usb_dp_io, .usb_dn_io, .usb_pullup_o);
endmodule
