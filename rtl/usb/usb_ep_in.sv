// SPDX-License-Identifier: Apache-2.0
// The event endpoint's half of an IN transaction: freezes the scan side's packet when the host asks, keeps it until the
// host acknowledges it, and keeps toggle and halt.
//
// Contract: a packet is frozen once and freed once; in between every IN token gets the same bytes with the same PID,
// whatever happens on the bus (a bus reset returns the toggle to DATA0, but the packet stays). The scan side has
// pkt_len and the first byte ready within 13 clocks of the flip of freeze_o; the transmitter needs them after 16.
module usb_ep_in (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       configured_i,
  input  logic       start_i,        // an IN token is being answered with data
  input  logic       done_i,         // ... and the host acknowledged them
  input  logic       halt_set_i,
  input  logic       restart_i,      // toggle to DATA0, halt off
  output logic [1:0] reply_o,
  output logic       toggle_o,
  output logic       halted_o,
  // packet port of the cut
  input  logic       offer_i,
  output logic       freeze_o,
  output logic       free_o
);

  logic toggle_q, halted_q, held_q, freeze_q, free_q;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      held_q <= 1'b1;
      if (!held_q) freeze_q <= !freeze_q;
    end
    if (done_i) begin
      held_q   <= 1'b0;
      free_q   <= !free_q;
      toggle_q <= !toggle_q;
    end
    if (halt_set_i) halted_q <= 1'b1;
    if (restart_i) begin
      halted_q <= 1'b0;
      toggle_q <= 1'b0;
    end
    if (!rst_ni) begin
      toggle_q <= 1'b0;
      halted_q <= 1'b0;
      held_q   <= 1'b0;
      freeze_q <= 1'b0;
      free_q   <= 1'b0;
    end
  end

  always_comb begin
    if (!configured_i) reply_o = usb_pkg::ReplySilent;
    else if (halted_q) reply_o = usb_pkg::ReplyStall;
    else if (offer_i == free_q) reply_o = usb_pkg::ReplyNak;
    else reply_o = usb_pkg::ReplyGood;
  end

  assign toggle_o = toggle_q;
  assign halted_o = halted_q;
  assign freeze_o = freeze_q;
  assign free_o   = free_q;
endmodule
