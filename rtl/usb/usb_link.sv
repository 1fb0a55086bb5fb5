// SPDX-License-Identifier: Apache-2.0
// What the wires say by how long they say it: attachment, bus reset, suspend and resume.
//
// Contract
// - attached_o (the pull-up) rises 51 ms after power-up or after VBUS came back, so that a host sees a device that was
//   reconfigured go and come; it falls three clocks after vbus_i. Until then reset_o is high.
// - reset_o is high from 2.58 us of SE0 (31 clocks; at least 2.5 us are a reset, USB 2.0, 7.1.7.5) until the wires leave
//   SE0: one reset, however long they stay.
// - suspended_o rises when the wires have rested at J for 3 ms (36,000 clocks) and falls with the first clock in which
//   they do not: resume signalling (K, USB 2.0, 7.1.7.7), a reset, or a packet. The low-speed EOP that ends resume is
//   16 clocks of SE0, which is no reset. Nothing else hangs on it: the receiver never sleeps, so a token may follow at once.
// Free-running: count_q wherever awake_q is high (rtl/leap.toml).
module usb_link #(
  parameter logic [15:0] ResetClocks   = 16'd31,     // 2.58 us
  parameter logic [15:0] SuspendClocks = 16'd36000,  // 3 ms
  parameter logic [4:0]  AttachRounds  = 5'd17       // of as many clocks: 51 ms, at least 50 wanted
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic vbus_i,
  input  logic idle_i,       // the wires are at J
  input  logic se0_i,        // never before attached_o (the receiver is mute then)
  output logic attached_o,
  output logic reset_o,
  output logic reset_end_o,  // one clock, a bus reset is over
  output logic suspended_o,
  output logic rest_o        // observation: nothing here changes but the counter
);

  // A count from 0 has all the ones of a number together at that number first: only these are looked at.
  localparam logic [15:0] ResetLast   = ResetClocks - 16'd1;
  localparam logic [15:0] SuspendLast = SuspendClocks - 16'd1;
  localparam logic [4:0]  AttachLast  = AttachRounds - 5'd1;

  logic [1:0]  vbus_q;
  logic        attached_q, awake_q, reset_q, se0_q;
  logic [15:0] count_q;    // clocks of J, or of SE0
  logic [4:0]  rounds_q;

  logic elapsed;
  assign elapsed = (count_q & SuspendLast) == SuspendLast;

  always_ff @(posedge clk_i) begin
    vbus_q <= {vbus_q[0], vbus_i};

    se0_q   <= se0_i;
    reset_q <= se0_q && (reset_q || (count_q & ResetLast) == ResetLast);

    if (!awake_q || elapsed || (attached_q && !idle_i && !se0_i) || se0_i != se0_q) count_q <= {15'd0, idle_i && se0_q};
    else count_q <= count_q + 16'd1;
    if (!attached_q) begin
      awake_q <= 1'b1;
      if (elapsed) begin
        rounds_q   <= rounds_q + 5'd1;
        attached_q <= (rounds_q & AttachLast) == AttachLast;
      end
    end else begin
`ifdef FAULT_NEVER_WAKES  // planted fault: who sleeps hears no resume
      awake_q  <= awake_q && !elapsed;
`else
      awake_q  <= !idle_i || se0_q || (awake_q && !elapsed);  // SE0 is counted too
`endif
      rounds_q <= 5'd0;
    end

    if (!rst_ni || !vbus_q[1]) begin
      attached_q <= 1'b0;
      awake_q    <= 1'b0;
      count_q    <= 16'd0;
      rounds_q   <= 5'd0;
    end
    if (!rst_ni) begin
      vbus_q  <= 2'd0;
      se0_q   <= 1'b0;
      reset_q <= 1'b0;
    end
  end

  assign attached_o  = attached_q;
  assign reset_o     = reset_q || !attached_q;
  assign reset_end_o = reset_q && !se0_q;
  assign suspended_o = attached_q && !awake_q;
  assign rest_o      = vbus_q == {2{vbus_i}} && !se0_q && !reset_q && (idle_i || !attached_q) && !elapsed &&
                       (awake_q || attached_q || !vbus_i);
`ifdef FORMAL_LINK
`include "rtl/usb/formal/link.svh"
`endif
endmodule
