// SPDX-License-Identifier: Apache-2.0
// The frame number and the strobe at frames 0 and 1,024, also where a SOF is lost.
//
// Contract: sof_o flips one clock after the good SOF packet of frame 0 or 1,024 ends (end of packet = the pulse of
// usb_cross.end_o, which follows SE0's end by two to three clocks): the wait is the same for every SOF up to the one clock
// in which the wires meet the clock edge. frame_o is the number of the frame under way. A SOF whose CRC is wrong is no SOF.
// A SOF that has not come 40 clocks after it was due (more than the 0.25 % that clocks may differ) is filled in: the number
// goes on, and sof_o flips then. The next good SOF sets number and time right; a frame that was filled in does not flip
// again. Filling in begins with a SOF and ends with stop_i.
// Free-running: count_q while running_q is high (rtl/leap.toml).
module usb_frame #(
  parameter logic [13:0] FrameClocks = 14'd12000,
  parameter logic [13:0] LateClocks  = 14'd40
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        stop_i,      // suspended, or reset
  input  logic        start_i,     // a good SOF packet ended
  input  logic [10:0] number_i,
  output logic        sof_o,
  output logic [10:0] frame_o,
  output logic        rest_o       // observation: nothing here changes but the counter
);

  localparam logic [13:0] Last        = FrameClocks + LateClocks - 14'd1;

  logic        running_q, filled_q, sof_q;  // filled_q: the last frame filled in flipped sof_o
  logic [13:0] count_q;
  logic [10:0] frame_q;

  logic due, turns;
  // A count from below has all the ones of a number together at that number first: only these are looked at.
  assign due   = (count_q & Last) == Last;
  assign turns = frame_q[9:0] == 10'h3FF;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      running_q <= 1'b1;
      filled_q  <= 1'b0;
      count_q   <= 14'd0;
      frame_q   <= number_i;
`ifdef FAULT_TOLD_TWICE  // planted fault: the start of a frame that was filled in counts once more
      if (number_i[9:0] == 10'd0) sof_q <= !sof_q;
`else
      if (number_i[9:0] == 10'd0 && !(filled_q && number_i[10] == frame_q[10])) sof_q <= !sof_q;
`endif
    end else if (running_q) begin
      count_q <= due ? LateClocks : count_q + 14'd1;
      if (due) begin
        filled_q <= turns;
        frame_q  <= frame_q + 11'd1;
        if (turns) sof_q <= !sof_q;
      end
    end
    if (stop_i) running_q <= 1'b0;
    if (!rst_ni) begin
      running_q <= 1'b0;
      filled_q  <= 1'b0;
      count_q   <= 14'd0;
      frame_q   <= 11'd0;
      sof_q     <= 1'b0;
    end
  end

  assign sof_o   = sof_q;
  assign frame_o = frame_q;
  assign rest_o  = !running_q || (!due && !stop_i);
`ifdef FORMAL_FRAME
`include "rtl/usb/formal/frame.svh"
`endif
endmodule
