// SPDX-License-Identifier: Apache-2.0
// Properties of level_store, included in its body for the proof. One byte, chosen freely, is followed: as the bank gave it
// last, and as it was told. The bank stands as its contract, eight channels a byte; the composer too, which turns a bit of
// what it read a clock before, and not in every clock; and a copy is asked for when neither is at work.
(* anyconst *) logic [4:0] fv_at;
logic fv_reset_q, fv_valid_q, fv_turn_q, fv_busy_q, fv_read_q;
logic [1:0] fv_since_q;      // clocks since the bank's last byte, up to 3
logic [4:0] fv_index_q, fv_read_at_q, fv_copy_q;  // fv_copy_q: clocks since a copy was asked for, up to 31
logic [7:0] fv_byte_q, fv_confirmed_q, fv_told_q;
logic fv_quiet, fv_pending;
assign fv_quiet = !byte_valid_i && fv_since_q == 2'd3 && !turn_i && !copying_o;
assign fv_pending = (reading_q && from_q <= fv_at) || (writing_q && to_q == fv_at);  // not yet copied

initial fv_reset_q = 1'b0;
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_valid_q <= byte_valid_i;
  fv_index_q <= byte_index_i;
  fv_byte_q <= byte_i;
  fv_turn_q <= turn_i;
  fv_busy_q <= copying_o || copy_i;
  fv_read_at_q <= read_i;
  fv_read_q <= read_i == fv_at && !turn_i && !copying_o && !copy_i;
  fv_since_q <= byte_valid_i ? 2'd0 : fv_since_q + {1'b0, fv_since_q != 2'd3};
  fv_copy_q <= copy_i ? 5'd0 : fv_copy_q + {4'd0, fv_copy_q != 5'd31};
  if (fv_valid_q && fv_index_q == fv_at) fv_confirmed_q <= byte_i;
  if (copy_i) fv_told_q <= fv_confirmed_q;
  else if (turn_i && read_i == fv_at) fv_told_q <= fv_told_q ^ (8'd1 << bit_i);
  if (!rst_ni) begin
    fv_valid_q <= 1'b0;
    fv_turn_q <= 1'b0;
    fv_busy_q <= 1'b0;
    fv_read_q <= 1'b0;
    fv_since_q <= 2'd3;
    fv_copy_q <= 5'd31;
    fv_confirmed_q <= 8'd0;
    fv_told_q <= 8'd0;
  end
  copied: cover (rst_ni && fv_copy_q != 5'd31 && !fv_pending && fv_told_q == 8'hA5);
  turned_while_waiting: cover (rst_ni && turn_i && waiting_q);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q && fv_at <= LastByte && byte_index_i <= LastByte);
  // Flops and block RAM power up as zero.
  if (!rst_ni) assume (!byte_valid_i && !turn_i && !copy_i && !reading_q && !writing_q && !waiting_q && levels[{1'b0, fv_at}] == 8'd0 && levels[{1'b1, fv_at}] == 8'd0);
  if (byte_valid_i) assume (fv_since_q == 2'd3 && !copying_o && !copy_i);
  if (fv_since_q == 2'd1) assume (byte_i == fv_byte_q);
  if (turn_i) assume (read_i == fv_read_at_q && read_i <= LastByte && !fv_turn_q && !fv_busy_q && !copying_o);
  if (copy_i) assume (fv_quiet && !fv_turn_q);

  if (rst_ni) begin
    // What is read is what was told; a copy makes that what the bank gave last, within 18 clocks.
    if (fv_read_q) assert (read_o == fv_told_q);
    assert (copying_o == (fv_copy_q <= 5'd17));
    if (!copying_o) assert (levels[{1'b1, fv_at}] == fv_told_q);
    if (fv_quiet) assert (levels[{1'b0, fv_at}] == fv_confirmed_q);

    // What holds between clocks.
    assert (levels[{1'b1, fv_at}] == fv_told_q || fv_pending);
    if (fv_pending) assert (fv_told_q == fv_confirmed_q);
    assert (levels[{1'b0, fv_at}] == fv_confirmed_q || (waiting_q && !fv_valid_q && to_q == fv_at));
    if (waiting_q && !fv_valid_q && to_q == fv_at) assert (fv_byte_q == fv_confirmed_q);
    assert (!waiting_q || (fv_valid_q ? to_q == fv_index_q : fv_turn_q && fv_since_q == 2'd1));
    if (fv_valid_q) assert (waiting_q);
    assert (!waiting_q || (!copying_o && fv_since_q <= 2'd1));
    assert (fv_valid_q == (fv_since_q == 2'd0));
    assert (reading_q == (fv_copy_q <= 5'd16) && writing_q == (fv_copy_q >= 5'd1 && fv_copy_q <= 5'd17));
    assert (from_q == (reading_q ? fv_copy_q : 5'd0));
    if (writing_q) assert (to_q == fv_copy_q - 5'd1 && (to_q != fv_at || level_q == fv_confirmed_q));
    if (copying_o) assert (fv_since_q == 2'd3);
    if (fv_read_at_q == fv_at && !fv_turn_q && !fv_busy_q) assert (level_q == fv_told_q);
  end
end
