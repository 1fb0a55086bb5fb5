// SPDX-License-Identifier: Apache-2.0
// What is known of the edges the FIFO refused: how many, and between which onsets. `total_o` counts since power-up and
// saturates.
//
// Contract: an edge with `enter_i` is on the page from the next clock. `clear_i` begins a new page; an edge entered in
// that very clock is the first on it. Onsets on a page lie within 2^31 us of each other.
module drop_ledger (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        enter_i,
  input  logic [31:0] onset_i,
  input  logic        clear_i,
  output logic        any_o,
  output logic [31:0] count_o,
  output logic [31:0] onset_min_o,
  output logic [31:0] onset_max_o,
  output logic [31:0] total_o
);
  // The bounds stand inverted: a subtraction whose subtrahend is inverted already costs half the cells on iCE40.
  logic [31:0] count_q, not_min_q, not_max_q, total_q;
  /* verilator lint_off UNUSEDSIGNAL */  // only the sign of a difference is of interest
  logic [31:0] past_min, past_max;
  /* verilator lint_on UNUSEDSIGNAL */
  logic below, above;
  logic any_q;

  assign past_min = onset_i + not_min_q;  // onset - min - 1
  assign past_max = onset_i + not_max_q;
  assign below = past_min[31];            // or equal, which changes nothing
`ifdef FAULT_TIME_WRAPS  // planted fault: the latest onset as if time had an end
  assign above = onset_i >= ~not_max_q;
`else
  assign above = !past_max[31];
`endif
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      any_q <= 1'b0;
      count_q <= 32'd0;
      total_q <= 32'd0;
    end else begin
      if (clear_i) begin
`ifdef FAULT_PAGE_LOSES  // planted fault: an edge entered while a report is closed is on no page
        any_q <= 1'b0;
        count_q <= 32'd0;
`else
        any_q <= enter_i;
        count_q <= {31'd0, enter_i};
`endif
      end else if (enter_i) begin
        any_q <= 1'b1;
        count_q <= count_q + 32'd1;
      end
      if (enter_i && total_q != 32'hFFFF_FFFF) total_q <= total_q + 32'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (enter_i) begin
      if (clear_i || !any_q || below) not_min_q <= ~onset_i;
      if (clear_i || !any_q || above) not_max_q <= ~onset_i;
    end
  end
  assign any_o = any_q;
  assign count_o = count_q;
  assign onset_min_o = ~not_min_q;
  assign onset_max_o = ~not_max_q;
  assign total_o = total_q;
endmodule
