// SPDX-License-Identifier: Apache-2.0
// What every endpoint but 0 has in each direction: a data toggle and a halt.
//
// Contract: one bit a pipe. A pipe that exists answers by its halt first, then by whether it is ready; one that does not
// exist is silent. done_i says that a data packet was counted on that pipe (sent and acknowledged, or taken): only that
// moves its toggle. halt_set_i and restart_i (halt off, toggle to DATA0) come from requests and from the bus reset, never
// in the clock of a done_i.
module usb_pipes #(
  parameter int Pipes = 2
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [Pipes-1:0]   exists_i,
  input  logic [Pipes-1:0]   ready_i,
  input  logic [Pipes-1:0]   done_i,
  input  logic [Pipes-1:0]   halt_set_i,
  input  logic [Pipes-1:0]   restart_i,
  output logic [2*Pipes-1:0] reply_o,
  output logic [Pipes-1:0]   toggle_o,
  output logic [Pipes-1:0]   halted_o
);

  logic [Pipes-1:0] toggle_q, halted_q;

  always_ff @(posedge clk_i) begin
`ifdef FAULT_TOGGLE_STAYS  // planted fault: a restart ends the halt and keeps the toggle
    toggle_q <= toggle_q ^ done_i;
`else
    toggle_q <= (toggle_q ^ done_i) & ~restart_i;
`endif
    halted_q <= (halted_q | halt_set_i) & ~restart_i;
    if (!rst_ni) begin
      toggle_q <= '0;
      halted_q <= '0;
    end
  end

  integer i;
  always_comb begin
    for (i = 0; i < Pipes; i = i + 1) begin
      if (!exists_i[i]) reply_o[2*i +: 2] = usb_pkg::ReplySilent;
      else if (halted_q[i]) reply_o[2*i +: 2] = usb_pkg::ReplyStall;
      else if (!ready_i[i]) reply_o[2*i +: 2] = usb_pkg::ReplyNak;
      else reply_o[2*i +: 2] = usb_pkg::ReplyGood;
    end
  end

  assign toggle_o = toggle_q;
  assign halted_o = halted_q;
`ifdef FORMAL_PIPES
`include "rtl/usb/formal/pipes.svh"
`endif
endmodule
