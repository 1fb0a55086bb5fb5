// SPDX-License-Identifier: Apache-2.0
// iCE40-HX8K breakout board (CT256): the matrix on header J2, a USB adapter on J3. Its plug leads to a serial adapter, not here.
// osc_i: 12 MHz.
module hx8k_breakout (
  input  logic        osc_i,
  output logic [8:0]  strobe_o,
  inout  wire  [15:0] sense_i,
  inout  wire         usb_dp_io,
  inout  wire         usb_dn_io,
  output logic        usb_pullup_o
);
  logic clk48, clk12, locked, latch;
  logic [15:0] row;

  SB_PLL40_CORE #(
    .FEEDBACK_PATH("SIMPLE"),
    .PLLOUT_SELECT("GENCLK"),
    .DIVR(4'd0),
    .DIVF(7'd63),
    .DIVQ(3'd4),
    .FILTER_RANGE(3'd1)
  ) u_pll (
    .REFERENCECLK(osc_i),
    .PLLOUTCORE(),
    .PLLOUTGLOBAL(clk48),
    .EXTFEEDBACK(1'b0),
    .DYNAMICDELAY(8'd0),
    .LOCK(locked),
    .BYPASS(1'b0),
    .RESETB(1'b1),
    .LATCHINPUTVALUE(1'b0),
    .SDO(),
    .SDI(1'b0),
    .SCLK(1'b0)
  );

  ice40_board u_board (
    .clk48_i(clk48), .locked_i(locked), .clk12_o(clk12), .strobe_o, .latch_o(latch), .row_i(row),
    .shift_load_o(), .shift_clock_o(), .shift_data_o(), .shift_data_i(1'b0), .usb_dp_io, .usb_dn_io, .usb_pullup_o);

  ice40_senses u_senses (.clk12_i(clk12), .latch_i(latch), .sense_i, .row_o(row));
endmodule
