// SPDX-License-Identifier: Apache-2.0
// Fomu (iCE40 UP5K-UWG30): its own USB plug with the pull-up on a pin, the matrix behind shift registers on the four touch pads.
// osc_i: 48 MHz, and the clock of the bus as it is, without a PLL.
module fomu (
  input  logic osc_i,
  output logic shift_data_o,
  output logic shift_clock_o,
  output logic shift_load_o,
  input  logic shift_data_i,
  inout  wire  usb_dp_io,
  inout  wire  usb_dn_io,
  output logic usb_pullup_o
);
  logic clk48, clk12;
  SB_GB u_clk48 (.USER_SIGNAL_TO_GLOBAL_BUFFER(osc_i), .GLOBAL_BUFFER_OUTPUT(clk48));

  ice40_board #(.Front(adoube_pkg::FrontShift)) u_board (
    .clk48_i(clk48), .locked_i(1'b1), .clk12_o(clk12), .strobe_o(), .sense_i(), .shift_load_o, .shift_clock_o,
    .shift_data_o, .shift_data_i, .usb_dp_io, .usb_dn_io, .usb_pullup_o);
endmodule
