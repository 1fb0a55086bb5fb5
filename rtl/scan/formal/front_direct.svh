// SPDX-License-Identifier: Apache-2.0
// Properties of front_direct, included in its body for the proof. front_shifter stands as its contract (its own proof), and
// scan_walker as its; but how long a shift lasts and a slot is left open: only that six clocks at least lie between the end of the
// one (161 clocks after its start) and the last of the other (168). At the pins stand seventeen 74HC165, of which one input, of a
// row and a sense chosen freely, is followed.
(* anyconst *) logic [3:0] fv_row, fv_place;
(* anyseq *) logic fv_sense, fv_done, fv_next, fv_rests;  // the followed input; a shift, a slot or rest ends; a rest comes
logic fv_reset_q;
logic fv_rest_q, fv_first_q, fv_second_q, fv_run_q;  // of the scan; clocks of a slot; front_shifter is busy
logic [3:0] fv_slot_q, fv_ended_q;                   // the slot; the one that ended last
logic fv_ends_q;                                     // it ended with the last clock
logic [2:0] fv_idle_q;                               // clocks since the shift ended, up to 7
logic fv_load_q, fv_begun_q, fv_rises;               // the load wire a clock ago; it rose
logic [1:0] fv_still_q;                              // clocks since it moved, up to 3
logic fv_true_q, fv_sample_q, fv_kept_q;             // the followed input at the latch; a clock ago; when the load wire rose
logic fv_mine_q, fv_told_q;                          // the row told last is the followed one; what its input was
assign fv_rises = load_o && !fv_load_q;

initial begin
  fv_reset_q = 1'b0;
  fv_load_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_first_q <= fv_next && !(fv_slot_q == 4'd8 && fv_rests && !fv_rest_q);
  fv_second_q <= fv_first_q;
  fv_ends_q <= fv_next && !fv_rest_q;
  if (fv_next) begin
    fv_rest_q <= !fv_rest_q && fv_slot_q == 4'd8 && fv_rests;
    fv_slot_q <= fv_rest_q || fv_slot_q == 4'd8 ? 4'd0 : fv_slot_q + 4'd1;
    if (!fv_rest_q) fv_ended_q <= fv_slot_q;
  end
  fv_run_q <= start || (fv_run_q && !fv_done);
  fv_idle_q <= start || fv_run_q ? 3'd0 : fv_idle_q + {2'd0, fv_idle_q != 3'd7};
  fv_load_q <= load_o;
  fv_begun_q <= fv_begun_q || fv_rises;
  fv_still_q <= load_o != fv_load_q ? 2'd1 : fv_still_q + {1'b0, fv_still_q != 2'd3};
  if (latch_i) fv_true_q <= fv_sense;
  fv_sample_q <= fv_sense;
  if (fv_rises) fv_kept_q <= fv_sample_q;
  if (row_valid_i) begin
    fv_mine_q <= fv_ended_q == fv_row;
    fv_told_q <= fv_true_q;
  end
  if (!rst_ni) begin
    fv_rest_q <= 1'b0;
    fv_first_q <= 1'b1;
    fv_second_q <= 1'b0;
    fv_ends_q <= 1'b0;
    fv_slot_q <= 4'd0;
    fv_run_q <= 1'b0;
    fv_begun_q <= 1'b0;
    fv_still_q <= 2'd3;
    fv_mine_q <= 1'b0;
  end
  second_row: cover (rst_ni && row_valid_i && fv_ended_q == 4'd1 && fv_row == 4'd1);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!latch_i && !row_valid_i && !load_o);
  assume (latch_i == (rst_ni && fv_first_q && fv_slot_q == 4'd0));
  assume (row_valid_i == (rst_ni && fv_ends_q) && last_slot_i == (fv_slot_q == 4'd8));
  if (!fv_rest_q) assume (!fv_next || (!fv_first_q && !fv_run_q && fv_idle_q >= 3'd6));
  assume (busy == fv_run_q);
  // Of the bits as they stood when the load wire rose each shift since then brought sixteen.
  if (fv_begun_q && fv_ended_q == fv_row && row_valid_i) assume (word[fv_place] == fv_kept_q);

  if (rst_ni) begin
    // All are sampled in the clock of the latch, and are told row by row, still until the next.
    assert (fv_rises == (fv_slot_q == 4'd0 && fv_second_q));
    if (fv_rises) assert (fv_sample_q == fv_true_q);
    if (fv_mine_q) assert (row_o[fv_place] == fv_told_q);
    // One shift a slot: the first is begun as the load wire rises, which is low for two clocks at least (sim/front/time.hpp).
    assert (start == fv_first_q);
    if (start || row_valid_i) assert (!fv_run_q);
    if (load_o != fv_load_q) assert (fv_still_q >= 2'd2);

    // What holds between clocks.
    assert (load_o == (!fv_rest_q && !(fv_slot_q == 4'd0 && fv_first_q) && !(fv_slot_q == 4'd8 && !fv_first_q && !fv_run_q && fv_idle_q >= 3'd1)));
    assert (fv_load_q == (load_o ? !(fv_slot_q == 4'd0 && fv_second_q) : fv_slot_q == 4'd8 && fv_idle_q == 3'd1));
    assert (fv_slot_q <= 4'd8 && (!fv_rest_q || (fv_slot_q == 4'd0 && !fv_first_q)) && (!fv_second_q || fv_run_q) && (!fv_run_q || (!fv_first_q && !fv_rest_q)));
    if (fv_run_q) assert (fv_idle_q == 3'd0);
    if (fv_ends_q) assert (fv_first_q || fv_rest_q);
    if (fv_first_q && fv_slot_q != 4'd0) assert (fv_ends_q);
    if (load_o) assert (fv_still_q >= (fv_slot_q != 4'd0 || fv_idle_q >= 3'd3 ? 2'd3 : fv_second_q ? 2'd2 : fv_idle_q[1:0]));
    else assert (fv_still_q >= (fv_slot_q != 4'd8 || fv_idle_q >= 3'd4 || fv_idle_q == 3'd1 ? 2'd3 : fv_idle_q[1:0] - 2'd1));
    if (fv_begun_q && !(fv_slot_q == 4'd0 && (fv_first_q || fv_second_q))) assert (fv_kept_q == fv_true_q);
    if (fv_begun_q && fv_slot_q == 4'd0 && fv_first_q) assert (fv_kept_q == fv_true_q);
    if (!fv_begun_q) assert (fv_slot_q == 4'd0 && (fv_first_q || fv_second_q) && !fv_ends_q && !fv_rest_q && !fv_mine_q);
  end
end
