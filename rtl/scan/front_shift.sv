// SPDX-License-Identifier: Apache-2.0
// The matrix behind shift registers: two 74HC595 drive the nine rows, two 74HC165 read the sixteen senses. Four wires: the
// load wire is the latch clock of the 74HC595 and the SH/LD of the 74HC165, the clock wire shifts both.
//
// Contract: at `latch_i` the load wire rises, which keeps what the senses read and makes the row that was shifted in the driven
// one. Then sixteen bits are shifted, of the row just sampled, in, and of the row after the driven one, out; a row so has a whole
// slot to settle. While the load wire is low the 74HC165 follow their inputs. `row_o` is the last whole row, still from the
// clock after `row_valid_i`, which comes when its bits are in (74 clocks after the latch at the earliest).
// After reset the first row is shifted in and driven, which takes 140 clocks, before the first latch.
// Output n of the 74HC595 (QA of the first is 0) drives row n; input H of the first 74HC165 is sense 0, A of the second 15.
module front_shift (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        latch_i,
  input  logic        row_valid_i,
  output logic        load_o,
  output logic        clock_o,
  output logic        data_o,
  input  logic        data_i,
  output logic [15:0] row_o
);
  localparam logic [3:0] LastRow = 4'(adoube_pkg::ScanSlots - 32'd1);

  // After reset: shift, let the load wire be low for two clocks, drive and shift again.
  typedef enum logic [1:0] { First, Shifting, Low, Ready } prime_e;
  (* fsm_encoding = "none" *) prime_e prime_q;
  logic start, busy, load_q;
  logic [3:0] step, next_q;
  logic [15:0] word, row_q;
  assign start = latch_i || prime_q == First || prime_q == Low;

  front_shifter #(.BitClocks(4'd4)) u_shifter (
    .clk_i, .rst_ni, .start_i(start), .busy_o(busy), .bit_o(step), .clock_o, .data_i, .word_o(word));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      prime_q <= First;
      load_q <= 1'b0;
      next_q <= LastRow;
    end else begin
      unique case (prime_q)
        First: prime_q <= Shifting;
        Shifting: if (!busy && !load_q) prime_q <= Low;
        default: prime_q <= Ready;
      endcase
`ifdef FAULT_LOAD_LATE  // planted fault: the load wire rises a clock before the clock wire, and a 74HC165 needs longer
      load_q <= busy;
`else
      load_q <= start || (load_q && busy);
`endif
      if (start) next_q <= next_q == LastRow ? 4'd0 : next_q + 4'd1;
    end
  end
  always_ff @(posedge clk_i) if (row_valid_i) row_q <= word;

  assign load_o = load_q;
`ifdef FAULT_ROW_TURNED  // planted fault: as if the first bit ended in output 0
  assign data_o = step == next_q;
`else
  assign data_o = step == ~next_q;  // the first bit ends in output 15
`endif
  assign row_o = row_q;
`ifdef FORMAL_SHIFT
`include "rtl/scan/formal/front_shift.svh"
`endif
endmodule
