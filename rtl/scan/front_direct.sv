// SPDX-License-Identifier: Apache-2.0
// No matrix: every contact has an input of its own, on a chain of seventeen 74HC165. Three wires.
//
// Contract: at `latch_i`, once a scan, the load wire rises, which keeps what all inputs read. Then come the bits, sixteen a slot:
// from the latch those of the first row, from `row_valid_i` on those of the next. In the ninth slot the load wire falls when they
// are in, and the 74HC165 follow their inputs. `row_o` is the last whole row, still from the clock after `row_valid_i`.
// Input H of the first 74HC165 is sense 0 of the first row, A of the second its sense 15, and so on; the last has the auxiliary row.
module front_direct (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        latch_i,
  input  logic        last_slot_i,
  input  logic        row_valid_i,
  output logic        load_o,
  output logic        clock_o,
  input  logic        data_i,
  output logic [15:0] row_o
);
  logic start, busy, load_q;
  logic [15:0] word, row_q;
  /* verilator lint_off UNUSEDSIGNAL */  // nothing is shifted out
  logic [3:0] step;
  /* verilator lint_on UNUSEDSIGNAL */
  assign start = latch_i || (row_valid_i && load_q);  // after the ninth row not before the next latch

  front_shifter #(.BitClocks(4'd10)) u_shifter (
    .clk_i, .rst_ni, .start_i(start), .busy_o(busy), .bit_o(step), .clock_o, .data_i, .word_o(word));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) load_q <= 1'b0;
`ifdef FAULT_LOAD_FALLS  // planted fault: what was sampled is let go before all rows are in
    else load_q <= latch_i || (load_q && (start || busy));
`else
    else load_q <= latch_i || (load_q && (start || busy || !last_slot_i));
`endif
  end
  always_ff @(posedge clk_i) if (row_valid_i) row_q <= word;

  assign load_o = load_q;
  assign row_o = row_q;
`ifdef FORMAL_DIRECT
`include "rtl/scan/formal/front_direct.svh"
`endif
endmodule
