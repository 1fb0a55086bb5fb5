// SPDX-License-Identifier: Apache-2.0
// The levels of all channels, 17 bytes, twice: as the filter confirmed them, and as the packets so far have told them.
//
// Contract: the bank gives whole bytes of the first: `byte_valid_i` with the index, `byte_i` in the two clocks after it. The
// composer reads the second, `read_i` to `read_o` in one clock, and in the next, with the same `read_i`, may turn bit `bit_i`
// of that byte by `turn_i`: an edge of a channel always is the level that was not told. `copy_i` makes the second equal to
// the first within 18 clocks, `copying_o` meanwhile; nobody else reads or writes then.
module level_store (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       byte_valid_i,
  input  logic [4:0] byte_index_i,
  input  logic [7:0] byte_i,
  input  logic [4:0] read_i,
  output logic [7:0] read_o,
  input  logic       turn_i,
  input  logic [2:0] bit_i,
  input  logic       copy_i,
  output logic       copying_o
);
  localparam logic [4:0] LastByte = 5'(adoube_pkg::ScanChannels / 32'd8 - 32'd1);

  // Confirmed levels stand below, told ones above.
  (* no_rw_check *) logic [7:0] levels [64];
  initial for (int unsigned i = 0; i < 64; i++) levels[i] = 8'd0;

  // The byte read in one clock is written in the next. A byte of the bank lets one of the composer go first.
  logic reading_q, writing_q, waiting_q, write;
  logic [4:0] from_q, to_q;
  logic [7:0] level_q, level_new;
  logic [5:0] target;
  always_comb begin
    write = turn_i || writing_q || waiting_q;
    target = turn_i ? {1'b1, read_i} : {writing_q, to_q};
    level_new = turn_i || writing_q ? level_q ^ ({7'd0, turn_i} << bit_i) : byte_i;
`ifdef FAULT_TURN_LOST  // planted fault: a byte of the bank goes before a bit of the composer
    if (waiting_q) target = {1'b0, to_q};
`endif
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      reading_q <= 1'b0;
      writing_q <= 1'b0;
      waiting_q <= 1'b0;
      from_q <= 5'd0;
      to_q <= 5'd0;
    end else begin
      writing_q <= reading_q;
      waiting_q <= byte_valid_i || (waiting_q && turn_i);
      if (reading_q) to_q <= from_q;
      else if (byte_valid_i) to_q <= byte_index_i;
      if (copy_i) begin
        reading_q <= 1'b1;
      end else if (reading_q) begin
        reading_q <= from_q != LastByte;
        from_q <= from_q == LastByte ? 5'd0 : from_q + 5'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (write) levels[target] <= level_new;
    level_q <= levels[reading_q ? {1'b0, from_q} : {1'b1, read_i}];
  end
  assign copying_o = reading_q || writing_q;
  assign read_o = level_q;
`ifdef FORMAL_LEVELS
`include "rtl/scan/formal/level_store.svh"
`endif
endmodule
