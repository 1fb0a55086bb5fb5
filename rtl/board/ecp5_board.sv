// SPDX-License-Identifier: Apache-2.0
// What boards with an ECP5 share: the 12 MHz clock, the reset, the pads of the bus, the latch of the matrix, and the device.
//
// Contract: as ice40_board.sv, with the registers of bus and matrix in the fabric and not in the pads. Synthesised only:
// nothing here places an ECP5, so how late clk12 rises and what the paths between the clocks take is not known.
module ecp5_board #(
  parameter logic [1:0] Front = adoube_pkg::FrontParallel
) (
  input  logic        clk48_i,
  input  logic        locked_i,
  output logic        clk12_o,
  output logic [8:0]  strobe_o,
  input  logic [15:0] sense_i,
  output logic        shift_load_o,
  output logic        shift_clock_o,
  output logic        shift_data_o,
  input  logic        shift_data_i,
  inout  wire         usb_dp_io,
  inout  wire         usb_dn_io,
  output logic        usb_pullup_o
);
  logic [1:0] divider_q;

  always_ff @(posedge clk48_i) divider_q <= divider_q + 2'd1;
  DCCA u_clk12 (.CLKI(divider_q[1]), .CE(1'b1), .CLKO(clk12_o));

  logic rst_n;
  board_reset u_reset (.clk12_i(clk12_o), .locked_i, .rst_no(rst_n));

  // One clock each way between the device and the wires of the bus.
  logic dp_wire, dn_wire, dp_out, dn_out, drive;
  logic dp_in_q, dn_in_q, dp_out_q, dn_out_q, quiet_q;

  initial quiet_q = 1'b1;

  always_ff @(posedge clk48_i) begin
    dp_in_q  <= dp_wire;
    dn_in_q  <= dn_wire;
    dp_out_q <= dp_out;
    dn_out_q <= dn_out;
    quiet_q  <= !drive;
  end

  BB u_dp (.I(dp_out_q), .T(quiet_q), .O(dp_wire), .B(usb_dp_io));
  BB u_dn (.I(dn_out_q), .T(quiet_q), .O(dn_wire), .B(usb_dn_io));

  // The latch of a row; a front without matrix never closes it.
  logic        latch;
  logic [15:0] row_q;

  always_ff @(posedge clk12_o) if (latch) row_q <= sense_i;

  adoube_device #(.Front(Front)) u_device (
    .clk48_i,
    .clk12_i(clk12_o),
    .rst_ni(rst_n),
    .strobe_o,
    .latch_o(latch),
    .row_i(row_q),
    .shift_load_o,
    .shift_clock_o,
    .shift_data_o,
    .shift_data_i,
    .dp_i(dp_in_q),
    .dn_i(dn_in_q),
    .dp_o(dp_out),
    .dn_o(dn_out),
    .oe_o(drive),
    .pullup_o(usb_pullup_o),
    .vbus_i(1'b1)  // no board here can see it
  );
endmodule
