// SPDX-License-Identifier: Apache-2.0
// Properties of packet_buffer, included in its body for the proof: one byte, chosen freely, is as it was written last.
(* anyconst *) logic [6:0] fv_place;
logic [7:0] fv_byte_q;
logic fv_known_q, fv_read_q;
initial begin
  fv_known_q = 1'b0;
  fv_read_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_read_q <= fv_known_q && address_i == fv_place;
  if (word_i == fv_place[6:1] && write_i[fv_place[0]]) begin
    fv_byte_q <= fv_place[0] ? data_i[15:8] : data_i[7:0];
    fv_known_q <= 1'b1;
    fv_read_q <= 1'b0;  // a byte is not read in the clock it is written
  end
  byte_read: cover (fv_read_q && byte_o == 8'hA5);
end
always_comb begin
  if (fv_known_q) assert (bytes[fv_place] == fv_byte_q);
  if (fv_read_q) assert (byte_o == fv_byte_q);
end
