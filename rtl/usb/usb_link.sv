// SPDX-License-Identifier: Apache-2.0
// What the wires say apart from transactions: bus reset and start of frame.
//
// Contract: reset_o is high from 2.58 us of SE0 (31 clocks at 12 MHz; at least 2.5 us are a reset, USB 2.0, 7.1.7.5)
// until the wires leave SE0. sof_o flips one clock after the good SOF packet of frame 0 or 1,024 ends (end of packet =
// the pulse of usb_cross.end_o, which follows SE0's end by two to three clocks at 12 MHz): the wait is the same for every
// SOF up to the one clock in which the wires meet the clock edge. frame_o is the last good frame number; a SOF whose CRC
// is wrong or that stays out changes nothing.
module usb_link (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        se0_i,
  input  logic        token_i,
  input  logic [3:0]  pid_i,
  input  logic [10:0] field_i,
  output logic        reset_o,
  output logic        reset_end_o,   // one clock, the reset is over
  output logic        sof_o,
  output logic [10:0] frame_o,
  output logic        rest_o         // observation: no SE0 is being measured
);

  localparam logic [4:0] ResetClocks = 5'd31;

  logic [4:0]  se0_q;
  logic        reset_q, sof_q;
  logic [10:0] frame_q;

  always_ff @(posedge clk_i) begin
    if (!se0_i) se0_q <= 5'd0;
    else if (se0_q != ResetClocks) se0_q <= se0_q + 5'd1;
    reset_q <= se0_q == ResetClocks;
    if (token_i && pid_i == usb_pkg::PidSof) begin
      frame_q <= field_i;
      if (field_i[9:0] == 10'd0) sof_q <= !sof_q;
    end
    if (!rst_ni) begin
      se0_q   <= 5'd0;
      reset_q <= 1'b0;
      sof_q   <= 1'b0;
      frame_q <= 11'd0;
    end
  end

  assign reset_o     = reset_q;
  assign reset_end_o = reset_q && se0_q == 5'd0;
  assign sof_o       = sof_q;
  assign frame_o     = frame_q;
  assign rest_o      = se0_q == 5'd0 && !reset_q;
endmodule
