// SPDX-License-Identifier: Apache-2.0
// The levels of all channels, 17 bytes, twice: as the filter confirmed them, and as the packets so far have told them.
//
// Contract: the bank writes whole bytes of the first (`byte_*`). The composer reads the second, `read_i` to `read_o` in
// one clock, and writes whole bytes of it (`write_*`). `copy_i` makes the second equal to the first within 18 clocks,
// `copying_o` meanwhile; neither side writes then.
module level_store (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       byte_valid_i,
  input  logic [4:0] byte_index_i,
  input  logic [7:0] byte_i,
  input  logic [4:0] read_i,
  output logic [7:0] read_o,
  input  logic       write_valid_i,
  input  logic [4:0] write_index_i,
  input  logic [7:0] write_i,
  input  logic       copy_i,
  output logic       copying_o
);
  localparam logic [4:0] LastByte = 5'(adoube_pkg::ScanChannels / 32'd8 - 32'd1);

  (* no_rw_check *) logic [7:0] confirmed [32];
  (* no_rw_check *) logic [7:0] told [32];
  initial for (int unsigned i = 0; i < 32; i++) begin
    confirmed[i] = 8'd0;
    told[i] = 8'd0;
  end

  // The byte read in one clock is written in the next.
  logic reading_q, writing_q;
  logic [4:0] from_q, to_q;
  logic [7:0] confirmed_q, told_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      reading_q <= 1'b0;
      writing_q <= 1'b0;
      from_q <= 5'd0;
      to_q <= 5'd0;
    end else begin
      writing_q <= reading_q;
      to_q <= from_q;
      if (copy_i) begin
        reading_q <= 1'b1;
      end else if (reading_q) begin
        reading_q <= from_q != LastByte;
        from_q <= from_q == LastByte ? 5'd0 : from_q + 5'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (byte_valid_i) confirmed[byte_index_i] <= byte_i;
    confirmed_q <= confirmed[from_q];
  end
  always_ff @(posedge clk_i) begin
    if (writing_q || write_valid_i) told[writing_q ? to_q : write_index_i] <= writing_q ? confirmed_q : write_i;
    told_q <= told[read_i];
  end
  assign copying_o = reading_q || writing_q;
  assign read_o = told_q;
endmodule
