// SPDX-License-Identifier: Apache-2.0
// What all boards with an iCE40 share: the 12 MHz clock, the reset, the pads of the bus, and the device behind them.
//
// Contract: clk48_i is 48 MHz on a global buffer, made from a crystal (the bus wants 0.25 %); `locked_i` tells when it is there.
// clk12_o = clk48_i / 4 comes out of a flop and runs on a global buffer. It therefore rises a few nanoseconds after the clk48
// edge that made it, so a path from clk12 to clk48 has 20.8 ns less that delay, and what crosses to clk12 must be held for
// more than one clk48 period (it is: a toggle, and bytes that stand still round it). D+ and D- pass the registers of their
// pads at 48 MHz, one clock each way.
// Reset: released synchronously to clk12, 255 clk12 periods after the PLL has locked.
module ice40_board #(
  parameter logic [1:0] Front = adoube_pkg::FrontParallel
) (
  input  logic        clk48_i,
  input  logic        locked_i,
  output logic        clk12_o,
  output logic [8:0]  strobe_o,
  output logic        latch_o,
  input  logic [15:0] row_i,
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

  // Reset. LOCK is looked at by one clock only.
  logic [1:0] locked_q;
  logic [7:0] reset_count_q;
  logic       rst_n_q;

  initial begin
    reset_count_q = 8'd0;
    rst_n_q       = 1'b0;
  end

  always_ff @(posedge clk12_o) begin
    locked_q <= {locked_q[0], locked_i};
    if (!locked_q[1]) begin
      reset_count_q <= 8'd0;
      rst_n_q       <= 1'b0;
    end else if (reset_count_q == 8'd255) begin
      rst_n_q       <= 1'b1;
    end else begin
      reset_count_q <= reset_count_q + 8'd1;
    end
  end

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

  adoube_device #(.Front(Front)) u_device (
    .clk48_i,
    .clk12_i(clk12_o),
    .rst_ni(rst_n_q),
    .strobe_o,
    .latch_o,
    .row_i,
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
