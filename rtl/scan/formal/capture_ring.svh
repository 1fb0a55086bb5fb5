// SPDX-License-Identifier: Apache-2.0
// Properties of capture_ring, included in its body for the proof. The walker stands as its contract: rows come at least
// eight clocks apart, their slots in order, and stand still in between, the senses at least for six clocks after each; the
// reader's tail goes forward one packet at a time and never beyond the head. The other side of the assertions is kept here: how many bytes of the scan are in the ring.
logic fv_reset_q, fv_taken_q, fv_any_q;  // any: a row has come
logic [3:0] fv_slot_q, fv_since_q, fv_tail_q, fv_waiting;
logic [4:0] fv_bytes_q, fv_whole;
logic [5:0] fv_start_q;                  // index at which the record of the scan began
logic [15:0] fv_row_q;
logic [31:0] fv_tick_q, fv_scan_tick_q;
logic [7:0] fv_byte;
logic [3:0] fv_parts, fv_part;           // bytes of the last row, and those of them in the ring
assign fv_waiting = head_q - tail_i;
assign fv_parts = row_slot_i == 4'd0 ? 4'd6 : row_slot_i == 4'd8 ? 4'd1 : 4'd2;
assign fv_part = fv_since_q > fv_parts ? fv_parts : fv_since_q;
assign fv_whole = (row_slot_i == 4'd0 ? 5'd0 : {row_slot_i, 1'b0} + 5'd4) + {1'b0, fv_part};
always_comb begin
  if (fv_bytes_q < 5'd4) fv_byte = fv_scan_tick_q[{fv_bytes_q[1:0], 3'd0} +: 8];
  else fv_byte = fv_bytes_q[0] ? row_i[15:8] : row_i[7:0];
end

initial begin
  fv_reset_q = 1'b0;
  fv_any_q = 1'b0;
  fv_taken_q = 1'b0;
  fv_slot_q = 4'd8;
  fv_since_q = 4'd15;
  fv_bytes_q = 5'd0;
  fv_start_q = 6'd1;
  fv_tail_q = 4'd0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_tail_q <= tail_i;
  fv_row_q <= row_i;
  fv_tick_q <= row_tick_i;
  fv_slot_q <= row_slot_i;
  fv_since_q <= row_valid_i ? 4'd0 : fv_since_q + {3'd0, fv_since_q != 4'd15};
  if (row_valid_i) fv_any_q <= 1'b1;
  if (writes) fv_bytes_q <= fv_bytes_q + 5'd1;
  if (row_valid_i && row_slot_i == 4'd0) begin
    fv_taken_q <= on_i && fv_waiting < 4'd8;
    fv_scan_tick_q <= row_tick_i;
    fv_start_q <= index_q;
    fv_bytes_q <= 5'd0;
  end
  if (!rst_ni) begin
    fv_any_q <= 1'b0;
    fv_taken_q <= 1'b0;
    fv_slot_q <= 4'd8;
    fv_since_q <= 4'd15;
    fv_bytes_q <= 5'd0;
    fv_start_q <= 6'd1;
  end
  second_row: cover (fv_reset_q && fv_bytes_q == 5'd8);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!row_valid_i && tail_i == 4'd0);
  if (row_valid_i) assume (fv_since_q >= 4'd7 && row_slot_i == (fv_slot_q == 4'd8 ? 4'd0 : fv_slot_q + 4'd1));
  else assume (row_slot_i == fv_slot_q && row_tick_i == fv_tick_q);
  if (!row_valid_i && fv_since_q < 4'd6) assume (row_i == fv_row_q);
  if (rst_ni) assume (tail_i == fv_tail_q || (tail_i == fv_tail_q + 4'd1 && fv_tail_q != head_q));

  if (rst_ni) begin
    // The ring never holds more than eight packets, and nothing is written into one that waits, nor over a header.
    assert (fv_waiting <= 4'd8);
    if (writes) assert (fv_waiting != 4'd8 && index_q != 6'd0);
    // A scan is in the ring whole or not at all: 21 bytes by the next, and as it was asked for at its first slot.
    if (row_valid_i && row_slot_i == 4'd0) assert (fv_bytes_q == (fv_taken_q ? 5'd21 : 5'd0));
    // Byte for byte: the tick of the first slot, then each row.
    if (writes) assert (byte_new == fv_byte);
    // A packet is counted when its last byte is written.
    if (writes && index_q == 6'd63) assert (fv_start_q == 6'd43 && fv_bytes_q == 5'd20);

    // What the states mean.
    assert (fv_slot_q <= 4'd8);
    assert (fv_start_q == 6'd1 || fv_start_q == 6'd22 || fv_start_q == 6'd43);
    assert (index_q == (fv_start_q == 6'd43 && fv_bytes_q == 5'd21 ? 6'd1 : fv_start_q + {1'b0, fv_bytes_q}));
    assert (taking_q == fv_taken_q);
    if (!fv_any_q) assert (!fv_taken_q && fv_slot_q == 4'd8 && fv_since_q == 4'd15);
    if (!row_valid_i) begin
      assert (fv_bytes_q == (fv_taken_q ? fv_whole : 5'd0));
      if (fv_since_q < fv_parts && fv_taken_q) begin
        if (row_slot_i == 4'd0) assert (part_q == (fv_since_q < 4'd4 ? {1'b1, fv_since_q[1:0]} : fv_since_q == 4'd4 ? Presence : Touch));
        else assert (part_q == (fv_since_q == 4'd0 ? Presence : Touch));
      end else begin
        assert (part_q == Nothing);
      end
      if (row_slot_i == 4'd0 && fv_since_q < 4'd4) assert (fv_scan_tick_q == row_tick_i);
    end else begin
      assert (part_q == Nothing);
      if (row_slot_i != 4'd0) assert (fv_bytes_q == (fv_taken_q ? {row_slot_i, 1'b0} + 5'd4 : 5'd0));
    end
    if (fv_taken_q && fv_bytes_q != 5'd21) assert (fv_waiting != 4'd8);
  end
end
