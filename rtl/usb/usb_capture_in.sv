// SPDX-License-Identifier: Apache-2.0
// The capture endpoint's side of the ring of raw samples: eight packets of 64 bytes in a block RAM of the scan side.
//
// Contract: head_i counts the packets written, tail_o those that the host has acknowledged, both modulo 16; a packet waits
// iff they differ. A slot is read only while it lies between them, and it moves on with the host's acknowledge alone, so
// that a packet comes again byte for byte until then, through halts and bus resets too.
module usb_capture_in (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       done_i,   // the host acknowledged a packet
  output logic       ready_o,  // a packet waits
  // ring of the cut
  input  logic [3:0] head_i,
  output logic [3:0] tail_o,
  output logic [2:0] slot_o
);

  logic [3:0] tail_q;

  always_ff @(posedge clk_i) begin
`ifdef FAULT_TAIL_SKIPS  // planted fault: an acknowledge frees two packets
    if (done_i) tail_q <= tail_q + 4'd2;
`else
    if (done_i) tail_q <= tail_q + 4'd1;
`endif
    if (!rst_ni) tail_q <= 4'd0;
  end

  assign ready_o = head_i != tail_q;
  assign tail_o  = tail_q;
  assign slot_o  = tail_q[2:0];
`ifdef FORMAL_CAPTURE_IN
`include "rtl/usb/formal/capture_in.svh"
`endif
endmodule
