// SPDX-License-Identifier: Apache-2.0
// From 48 to 12 MHz: levels and toggles of the front end become 12 MHz levels and one-clock pulses.
//
// Contract: every input is a clk48 flop and passes two clk12 flops, so the two clocks need no known phase; all inputs
// have the same depth, and events that must keep their order are more than one clk12 apart at the source (the end of a
// packet comes at least one bit time after its last byte). The byte itself does not pass here: it stands still from before
// byte_o to the next byte, and usb_packet_rx takes it as it is (timing: each path from clk48 to clk12 below one clk48
// period, constraints/boards.toml).
module usb_cross (
  input  logic clk12_i,
  input  logic rst_ni,
  input  logic byte_toggle_i,
  input  logic end_toggle_i,
  input  logic packet_i,
  input  logic se0_i,
  input  logic idle_i,
  output logic byte_o,    // one clock: there is a new byte
  output logic end_o,     // one clock: a packet ended well
  output logic packet_o,
  output logic se0_o,
  output logic idle_o,
  output logic rest_o     // observation: nothing is on its way through
);
  logic [2:0] byte_q, end_q;
  logic [1:0] packet_q, se0_q, idle_q;

  always_ff @(posedge clk12_i) begin
    byte_q   <= {byte_q[1:0], byte_toggle_i};
    end_q    <= {end_q[1:0], end_toggle_i};
    packet_q <= {packet_q[0], packet_i};
    se0_q    <= {se0_q[0], se0_i};
    idle_q   <= {idle_q[0], idle_i};
    if (!rst_ni) begin
      byte_q   <= 3'd0;
      end_q    <= 3'd0;
      packet_q <= 2'd0;
      se0_q    <= 2'd0;
      idle_q   <= 2'd0;
    end
  end

  assign byte_o   = byte_q[2] != byte_q[1];
`ifdef FAULT_END_EARLY  // planted fault: the end of a packet has one flop less than its bytes
  assign end_o    = end_q[1] != end_q[0];
`else
  assign end_o    = end_q[2] != end_q[1];
`endif
  assign packet_o = packet_q[1];
  assign se0_o    = se0_q[1];
  assign idle_o   = idle_q[1];
  assign rest_o   = byte_q == {3{byte_toggle_i}} && end_q == {3{end_toggle_i}} && packet_q == 2'd0 && !packet_i &&
                    se0_q == 2'd0 && !se0_i && idle_q == {2{idle_i}};
`ifdef FORMAL_CROSS
`include "rtl/usb/formal/cross.svh"
`endif
endmodule
