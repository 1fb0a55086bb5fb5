// SPDX-License-Identifier: Apache-2.0
// The one packet under composition or frozen, in the first 64 bytes, and behind it the answer to a register read: written
// by the composer in words of two bytes, read by the bus in bytes.
//
// Contract: `byte_o` is the byte at `address_i` of the clock before. A byte is not read in the clock it is written.
module packet_buffer (
  input  logic        clk_i,
  input  logic [1:0]  write_i,
  input  logic [5:0]  word_i,
  input  logic [15:0] data_i,
  input  logic [6:0]  address_i,
  output logic [7:0]  byte_o
);
  (* no_rw_check *) logic [7:0] bytes [128];
  logic [7:0] byte_q;
  initial for (int unsigned i = 0; i < 128; i++) bytes[i] = 8'd0;
  always_ff @(posedge clk_i) begin
    if (write_i[0]) bytes[{word_i, 1'b0}] <= data_i[7:0];
`ifdef FAULT_HALVES_SWAPPED  // planted fault: both bytes of a word have the lower half
    if (write_i[1]) bytes[{word_i, 1'b1}] <= data_i[7:0];
`else
    if (write_i[1]) bytes[{word_i, 1'b1}] <= data_i[15:8];
`endif
  end
  always_ff @(posedge clk_i) byte_q <= bytes[address_i];
  assign byte_o = byte_q;
`ifdef FORMAL_BUFFER
`include "rtl/scan/formal/packet_buffer.svh"
`endif
endmodule
