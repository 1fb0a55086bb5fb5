// SPDX-License-Identifier: Apache-2.0
// What all boards with an iCE40 share: the 12 MHz clock, the reset, the pads of bus and matrix, and the device behind them.
//
// Contract: clk48_i is 48 MHz on a global buffer, made from a crystal (the bus wants 0.25 %); `locked_i` tells when it is there.
// clk12_o = clk48_i / 4 comes out of a flop and runs on a global buffer. It therefore rises a few nanoseconds after the clk48
// edge that made it, so a path from clk12 to clk48 has 20.8 ns less that delay, and what crosses to clk12 must be held for
// more than one clk48 period (it is: a toggle, and bytes that stand still round it). D+ and D- pass the registers of their
// pads at 48 MHz, one clock each way. A front without matrix leaves `sense_i` and `strobe_o` open; one with it, the shift lines.
module ice40_board #(
  parameter logic [1:0] Front = adoube_pkg::FrontParallel
) (
  input  logic        clk48_i,
  input  logic        locked_i,
  output logic        clk12_o,
  output logic [8:0]  strobe_o,
  inout  wire  [15:0] sense_i,
  output logic        shift_load_o,
  output logic        shift_clock_o,
  output logic        shift_data_o,
  input  logic        shift_data_i,
  inout  wire         usb_dp_io,
  inout  wire         usb_dn_io,
  output logic        usb_pullup_o
);
  // Clocks. The nets clk48 and clk12 of the top are named in the .pcf and looked for by name in the report.
  logic       clk12_fabric;
  logic [1:0] divider_q;

  always_ff @(posedge clk48_i) divider_q <= divider_q + 2'd1;
  assign clk12_fabric = divider_q[1];
  SB_GB u_clk12 (.USER_SIGNAL_TO_GLOBAL_BUFFER(clk12_fabric), .GLOBAL_BUFFER_OUTPUT(clk12_o));

  logic rst_n;
  board_reset u_reset (.clk12_i(clk12_o), .locked_i, .rst_no(rst_n));

  // Pads of D+ and D-: registered input (00), registered output with registered enable (1101).
  logic dp_in, dn_in, dp_out, dn_out, drive;

  SB_IO #(.PIN_TYPE(6'b1101_00)) u_dp (
    .PACKAGE_PIN(usb_dp_io),
    .LATCH_INPUT_VALUE(1'b0),
    .CLOCK_ENABLE(1'b1),
    .INPUT_CLK(clk48_i),
    .OUTPUT_CLK(clk48_i),
    .OUTPUT_ENABLE(drive),
    .D_OUT_0(dp_out),
    .D_OUT_1(1'b0),
    .D_IN_0(dp_in),
    .D_IN_1()
  );

  SB_IO #(.PIN_TYPE(6'b1101_00)) u_dn (
    .PACKAGE_PIN(usb_dn_io),
    .LATCH_INPUT_VALUE(1'b0),
    .CLOCK_ENABLE(1'b1),
    .INPUT_CLK(clk48_i),
    .OUTPUT_CLK(clk48_i),
    .OUTPUT_ENABLE(drive),
    .D_OUT_0(dn_out),
    .D_OUT_1(1'b0),
    .D_IN_0(dn_in),
    .D_IN_1()
  );

  // The senses of a matrix; a board with another front has none.
  logic        latch;
  logic [15:0] row;

  if (Front == adoube_pkg::FrontParallel) begin : g_matrix
    ice40_senses u_senses (.clk12_i(clk12_o), .latch_i(latch), .sense_i, .row_o(row));
  end else begin : g_no_matrix
    assign row = 16'd0;
  end

  adoube_device #(.Front(Front)) u_device (
    .clk48_i,
    .clk12_i(clk12_o),
    .rst_ni(rst_n),
    .strobe_o,
    .latch_o(latch),
    .row_i(row),
    .shift_load_o,
    .shift_clock_o,
    .shift_data_o,
    .shift_data_i,
    .dp_i(dp_in),
    .dn_i(dn_in),
    .dp_o(dp_out),
    .dn_o(dn_out),
    .oe_o(drive),
    .pullup_o(usb_pullup_o),
    .vbus_i(1'b1)  // no board here can see it
  );
endmodule
