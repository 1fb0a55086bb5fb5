// SPDX-License-Identifier: Apache-2.0
// The tick before which nothing is left to happen: every edge confirmed after the last complete scan has an onset at or
// after `settled_o`. It is the earliest onset pending at the end of that scan, or where nothing was pending the tick
// after its ninth slot (which is the first tick of the scan in progress, unless a pause lies between).
//
// Contract: a departure comes with `pending_i`, and with `aged_i` unless its age is 0. `settled_o` moves once a scan, in the
// clock after `scan_done_i`, and never back. It says nothing about edges confirmed up to then: whoever promises it must have
// sent them. `unsure_o` is high from a change of chatter_max or scan_pause until every edge confirmed under the old values
// has been sent: `clean_i` at the third scan end after it.
module horizon (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        row_valid_i,
  input  logic        row_first_i,
  input  logic [31:0] row_tick_i,
  input  logic        pending_i,
  input  logic        aged_i,
  input  logic [14:0] not_age_i,      // inverted
  input  logic        scan_done_i,
  output logic [31:0] settled_o,
  input  logic        window_change_i,
  input  logic        clean_i,
  output logic        unsure_o
);
  localparam logic [14:0] SlotUs = 15'(adoube_pkg::ScanSlotClocks / adoube_pkg::ScanClocksPerUs);

  // The oldest departure found so far in this scan, as its age at the row last latched: below 30,000 + 8 * 14.
  logic any_q;
  logic [14:0] oldest_q;
  logic [31:0] settled_q;
  logic [1:0] unsure_q;

  // A row later, or a new one. What is added matters with a row only, so its bits may be other ones without: then count and
  // load are one LUT.
  logic [14:0] oldest_d;
  assign oldest_d = row_valid_i ? oldest_q + (SlotUs ^ {15{!row_valid_i}}) : ~not_age_i;
  // Not younger than the oldest: no carry out of oldest - age - 1.
  logic older;
  assign older = 16'({1'b0, oldest_q} + {1'b0, not_age_i}) < 16'd32768;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      any_q <= 1'b0;
      oldest_q <= 15'd0;
    end else if (row_valid_i) begin
      if (row_first_i) begin
        any_q <= 1'b0;
        oldest_q <= 15'd0;
      end else if (any_q) begin
        oldest_q <= oldest_d;
      end
    end else if (pending_i) begin
      any_q <= 1'b1;
      if (aged_i && older) oldest_q <= oldest_d;
    end
  end

  // row_tick - oldest, or row_tick + 1.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) settled_q <= 32'd0;
    else if (scan_done_i) settled_q <= row_tick_i - (any_q ? {17'd0, oldest_q} : 32'hFFFF_FFFF);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) unsure_q <= 2'd0;
    else if (window_change_i) unsure_q <= 2'd3;
    else if (scan_done_i && clean_i && unsure_q != 2'd0) unsure_q <= unsure_q - 2'd1;
  end
  assign settled_o = settled_q;
  assign unsure_o = unsure_q != 2'd0;
endmodule
