// SPDX-License-Identifier: Apache-2.0
// UPduino 3 (iCE40 UP5K-SG48): the matrix and a USB adapter on its header pins. Its plug leads to a serial adapter, not here.
// osc_i: 12 MHz, on pin 20 where the jumper OSC is closed.
module upduino3 (
  input  logic        osc_i,
  output logic [8:0]  strobe_o,
  inout  wire  [15:0] sense_i,
  inout  wire         usb_dp_io,
  inout  wire         usb_dn_io,
  output logic        usb_pullup_o
);
  logic clk48, clk12, locked;
  ice40_pll u_pll (.osc_i, .clk48_o(clk48), .locked_o(locked));
  ice40_board u_board (
    .clk48_i(clk48), .locked_i(locked), .clk12_o(clk12), .strobe_o, .sense_i, .shift_load_o(), .shift_clock_o(),
    .shift_data_o(), .shift_data_i(1'b0), .usb_dp_io, .usb_dn_io, .usb_pullup_o);
endmodule
