// SPDX-License-Identifier: Apache-2.0
// What is known of the edges the FIFO refused: how many, and between which onsets; and how many since power-up, which
// saturates. All of it stands in the store of scan_registers, and one adder of 16 bits goes through it.
//
// Contract: an edge with `enter_i` is written down while `busy_o`: 8 clocks, one more where its page begins or the low
// half of its count overflows, one more where that of the total does. Until then `onset_i` stands still and nobody else
// uses the store. `last_o` is the last of these clocks. `clear_i` ends a page, also under an edge that is being entered;
// it does not come with `enter_i`. Onsets on a page lie within 2^31 us of each other. Nobody reads a page without `any_o`.
// Store: `read_o` names the word on `word_i` in the next clock; `data_o` goes to `to_o` with `write_o`.
module drop_ledger (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        enter_i,
  input  logic [31:0] onset_i,
  input  logic        clear_i,
  output logic        any_o,
  output logic        busy_o,
  output logic        last_o,
  output logic [5:0]  read_o,  // {value, half}
  input  logic [15:0] word_i,
  output logic        write_o,
  output logic [5:0]  to_o,
  output logic [15:0] data_o
);
  // Values of the store: since power-up, on the page, and the onsets of the page.
  localparam logic [4:0] Total = adoube_pkg::RegDropped[4:0], Count = 5'd26, Earliest = 5'd27, Latest = 5'd28;

  // Each step has the word before it asked for, and asks for the next.
  typedef enum logic [3:0] {
    Rest,
    Begin,
    TotalLow, TotalHigh,        // the high half only where the low one overflows
    CountLow, CountHigh,
    EarliestLow, EarliestHigh,
    LatestLow, LatestHigh,
    Last
  } step_e;
  logic [3:0] step_q, step_d;  // not step_e: Icarus takes no choice of two for that
  logic any_q, first_q, first, carry_q, moves_q, moves;
  logic counting, upper, carry, differs, full;
  logic [15:0] taken, sum;

  // word + 1, or word - onset.
  assign upper = step_q == EarliestHigh || step_q == LatestHigh;
  assign taken = counting ? 16'd0 : ~(upper ? onset_i[31:16] : onset_i[15:0]);
  assign {carry, sum} = {1'b0, word_i} + {1'b0, taken} + {16'd0, !upper || carry_q};
`ifdef FAULT_TIME_WRAPS  // planted fault: the latest onset as if time had an end
  assign differs = step_q == LatestHigh ? !carry : !sum[15];
`else
  assign differs = (step_q == LatestHigh) == sum[15];  // the onset is earlier, or later
`endif
  assign moves = first_q || differs;
  // A total of ones stays: the low half, just written as zero, is made ones again.
  assign full = step_q == TotalHigh && carry;
  assign first = first_q && (step_q == CountLow || step_q == CountHigh);
  always_comb begin
    data_o = counting && !full ? sum : ~taken;
    if (first) data_o = {15'd0, step_q == CountLow};
  end

  always_comb begin
    step_d = step_q;
    counting = 1'b1;
    write_o = 1'b1;
    to_o = {Total, 1'b0};
    read_o = {Total, 1'b0};
    unique case (step_q)
      Rest: begin
        write_o = 1'b0;
        if (enter_i) step_d = Begin;
      end
      Begin: begin
        write_o = 1'b0;
        step_d = TotalLow;
      end
      TotalLow: begin
        read_o = carry ? {Total, 1'b1} : {Count, 1'b0};
        step_d = carry ? TotalHigh : CountLow;
      end
      TotalHigh: begin
        to_o = {Total, !full};
        read_o = {Count, 1'b0};
        step_d = CountLow;
      end
      CountLow: begin
        to_o = {Count, 1'b0};
        read_o = first_q || carry ? {Count, 1'b1} : {Earliest, 1'b0};
        step_d = first_q || carry ? CountHigh : EarliestLow;
      end
      CountHigh: begin
        to_o = {Count, 1'b1};
        read_o = {Earliest, 1'b0};
        step_d = EarliestLow;
      end
      EarliestLow: begin
        counting = 1'b0;
        write_o = 1'b0;
        read_o = {Earliest, 1'b1};
        step_d = EarliestHigh;
      end
      EarliestHigh: begin
        counting = 1'b0;
        write_o = moves;
        to_o = {Earliest, 1'b1};
        read_o = {Latest, 1'b0};
        step_d = LatestLow;
      end
      LatestLow: begin
        counting = 1'b0;
        write_o = moves_q;
        to_o = {Earliest, 1'b0};
        read_o = {Latest, 1'b1};
        step_d = LatestHigh;
      end
      LatestHigh: begin
        counting = 1'b0;
        write_o = moves;
        to_o = {Latest, 1'b1};
        step_d = Last;
      end
      default: begin  // Last
        counting = 1'b0;
        write_o = moves_q;
        to_o = {Latest, 1'b0};
        step_d = Rest;
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q <= Rest;
      any_q <= 1'b0;
      first_q <= 1'b0;
      carry_q <= 1'b0;
      moves_q <= 1'b0;
    end else begin
      step_q <= step_d;
      carry_q <= carry;
      moves_q <= moves;
      if (enter_i) begin
        any_q <= 1'b1;
        first_q <= !any_q;
      end
`ifndef FAULT_PAGE_LOSES  // planted fault: a page never ends
      if (clear_i) any_q <= 1'b0;
`endif
    end
  end
  assign any_o = any_q;
  assign busy_o = step_q != Rest;
  assign last_o = step_q == Last;
`ifdef FORMAL_LEDGER
`include "rtl/scan/formal/drop_ledger.svh"
`endif
endmodule
