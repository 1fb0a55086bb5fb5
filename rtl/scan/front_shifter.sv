// SPDX-License-Identifier: Apache-2.0
// Takes sixteen bits out of a chain of 74HC165, and makes the clock for it.
//
// Contract: `start_i` begins; `busy_o` from the next clock on for 16 * BitClocks. In each bit the clock pin is low, then high;
// at its rising edge the bit on `data_i` is taken, so the first is there before the first edge. `bit_o` is the number of the
// bit, still for all of it. `word_o` has the first bit in bit 0, still from the last edge to the next start. The pins come out
// of flops. `data_i` moves with our own edges: what a 74HC165 needs to answer, BitClocks less one clock leave it.
module front_shifter #(
  parameter logic [3:0] BitClocks = 4'd4
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,
  output logic        busy_o,
  output logic [3:0]  bit_o,
  output logic        clock_o,
  input  logic        data_i,
  output logic [15:0] word_o
);
  localparam logic [3:0] Edge = BitClocks / 4'd2 - 4'd1;
  localparam logic [3:0] Last = BitClocks - 4'd1;

  logic busy_q, clock_q, take, last;
  logic [3:0] phase_q, bit_q;
  logic [15:0] word_q;
  assign take = busy_q && phase_q == Edge;
  assign last = busy_q && phase_q == Last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      clock_q <= 1'b0;
      phase_q <= 4'd0;
      bit_q <= 4'd0;
    end else begin
      if (start_i) busy_q <= 1'b1;
      else if (last && bit_q == 4'd15) busy_q <= 1'b0;
      phase_q <= start_i || last || !busy_q ? 4'd0 : phase_q + 4'd1;
      bit_q <= start_i ? 4'd0 : bit_q + {3'd0, last};
      clock_q <= take || (clock_q && !last && !start_i);
    end
  end
`ifdef FAULT_BIT_LATE  // planted fault: a bit is taken when the next is on its way already
  always_ff @(posedge clk_i) if (clock_q && phase_q == Edge + 4'd1) word_q <= {data_i, word_q[15:1]};
`else
  always_ff @(posedge clk_i) if (take) word_q <= {data_i, word_q[15:1]};
`endif

  assign busy_o = busy_q;
  assign bit_o = bit_q;
  assign clock_o = clock_q;
  assign word_o = word_q;
`ifdef FORMAL_SHIFTER
`include "rtl/scan/formal/front_shifter.svh"
`endif
endmodule
