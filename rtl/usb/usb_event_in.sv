// SPDX-License-Identifier: Apache-2.0
// The event endpoint's side of the packet port: freezes the scan side's packet when the host asks and keeps it until the
// host acknowledges it.
//
// Contract: a packet is frozen once and freed once; in between every IN token gets the same bytes, whatever happens on
// the bus (a bus reset returns the toggle to DATA0, but the packet stays). The scan side has pkt_len and the first byte
// ready within 13 clocks of the flip of freeze_o; the transmitter needs them after 16.
module usb_event_in (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic start_i,        // an IN token is being answered with data
  input  logic done_i,         // ... and the host acknowledged them
  output logic ready_o,        // a packet waits
  // packet port of the cut
  input  logic offer_i,
  output logic freeze_o,
  output logic free_o
);

  logic held_q, freeze_q, free_q;

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      held_q <= 1'b1;
`ifdef FAULT_FROZEN_ANEW  // planted fault: every IN token freezes, so that a repetition may differ
      freeze_q <= !freeze_q;
`else
      if (!held_q) freeze_q <= !freeze_q;
`endif
    end
    if (done_i) begin
      held_q <= 1'b0;
      free_q <= !free_q;
    end
    if (!rst_ni) begin
      held_q   <= 1'b0;
      freeze_q <= 1'b0;
      free_q   <= 1'b0;
    end
  end

`ifdef FAULT_ALWAYS_READY  // planted fault: a packet is sent that was not offered
  assign ready_o  = 1'b1;
`else
  assign ready_o  = offer_i != free_q;
`endif
  assign freeze_o = freeze_q;
  assign free_o   = free_q;
`ifdef FORMAL_EVENT
`include "rtl/usb/formal/event_in.svh"
`endif
endmodule
