// SPDX-License-Identifier: Apache-2.0
// The tick before which nothing is left to happen: every edge confirmed after the last complete scan has an onset at or
// after `settled_o`. It is the earliest onset pending at the end of that scan, or where nothing was pending the tick
// after its ninth slot (which is the first tick of the scan in progress, unless a pause lies between).
//
// Contract: a departure comes with `pending_i`, and with `aged_i` unless its age is 0. `settled_o` moves once a scan, in the
// clock after `scan_done_i`, and never back. It says nothing about edges confirmed up to then: whoever promises it must have
// sent them. `unsure_o` is high from a change of chatter_max or scan_pause until every edge confirmed under the old values
// has been sent: `clean_i` at the third scan end after it.
module horizon #(
  parameter logic [31:0] RowUs = adoube_pkg::FrontRowUs[31:0]  // from the sampling of a row to that of the next
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        row_valid_i,
  input  logic        row_first_i,
  input  logic [31:0] not_row_tick_i,  // inverted, as the subtraction wants it
  input  logic        pending_i,
  input  logic        aged_i,
  input  logic [14:0] not_age_i,       // inverted
  input  logic        scan_done_i,
  output logic [31:0] settled_o,
  input  logic        window_change_i,
  input  logic        clean_i,
  output logic        unsure_o
);
  localparam logic [14:0] Later = 15'(RowUs);

  // The oldest departure found so far in this scan, as its age at the row last latched: below 30,000 + 8 * RowUs. All ones, which
  // is -1, where there is none: so counting up makes it 0.
  logic any_q;
  logic [14:0] oldest_q, oldest_d, counted;
  logic [31:0] settled_q;
  logic [1:0] unsure_q;

  // Not younger than the oldest: no carry out of oldest - age - 1.
  logic older, load, fresh;
  assign older = ({1'b0, oldest_q} + {1'b0, not_age_i}) >> 15 == 16'd0;
  assign load = pending_i && aged_i && (older || !any_q);
`ifdef FAULT_FRESH_MISSED  // planted fault: a departure that began in this scan does not hold the horizon back
  assign fresh = 1'b0;
`else
  assign fresh = pending_i && !aged_i && !any_q;
`endif

  // A row later, or a new one. What chooses between the two is, bit by bit, also what is added: so both are one LUT.
  assign counted = oldest_q + (({15{row_valid_i}} & Later) | ({15{load}} & ~Later)) + {14'd0, fresh};
  for (genvar i = 0; i < 15; i++) begin : g_oldest
    assign oldest_d[i] = (Later[i] ? row_valid_i || fresh : !load) ? counted[i] : !not_age_i[i];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || (row_valid_i && row_first_i)) oldest_q <= '1;
    else if (load || fresh || (row_valid_i && any_q)) oldest_q <= oldest_d;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (row_valid_i && row_first_i)) any_q <= 1'b0;
    else if (pending_i) any_q <= 1'b1;
  end

  // row_tick - oldest, or row_tick + 1.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) settled_q <= 32'd0;
    else if (scan_done_i) settled_q <= ~(not_row_tick_i + {{17{!any_q}}, oldest_q});
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) unsure_q <= 2'd0;
    else if (window_change_i) unsure_q <= 2'd3;
    else if (scan_done_i && clean_i && unsure_q != 2'd0) unsure_q <= unsure_q - 2'd1;
  end
  assign settled_o = settled_q;
  assign unsure_o = unsure_q != 2'd0;
`ifdef FORMAL_HORIZON
`include "rtl/scan/formal/horizon.svh"
`endif
endmodule
