// SPDX-License-Identifier: Apache-2.0
// OrangeCrab r0.2 (ECP5-25F, MG285): its own USB plug with the pull-up on a pin, the matrix behind shift registers on its header.
// osc_i: 48 MHz, and the clock of the bus as it is, without a PLL.
module orangecrab (
  input  logic osc_i,
  output logic shift_data_o,
  output logic shift_clock_o,
  output logic shift_load_o,
  input  logic shift_data_i,
  inout  wire  usb_dp_io,
  inout  wire  usb_dn_io,
  output logic usb_pullup_o
);
  logic clk12;
  ecp5_board #(.Front(adoube_pkg::FrontShift)) u_board (
    .clk48_i(osc_i), .locked_i(1'b1), .clk12_o(clk12), .strobe_o(), .sense_i(16'd0), .shift_load_o, .shift_clock_o,
    .shift_data_o, .shift_data_i, .usb_dp_io, .usb_dn_io, .usb_pullup_o);
endmodule
