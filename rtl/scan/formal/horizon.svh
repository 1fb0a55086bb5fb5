// SPDX-License-Identifier: Apache-2.0
// Properties of horizon, included in its body for the proof. The walker stands as its contract: rows a slot apart, and any
// time from the last of a scan to the first of the next, so that pauses are in. So does the filter: of a departure it tells
// the age, below 30,000, or that it began just now. One channel, chosen freely, is followed from scan to scan, and the
// earliest onset of each scan is kept in plain time; for the solver's sake time lies between 2^17 and 2^31.
(* anyseq *) logic fv_steps, fv_starts, fv_restarts, fv_ends;  // of the followed channel
(* anyconst *) logic [3:0] fv_row;                             // and its row
logic fv_reset_q;
logic [3:0] fv_slot_q;                // row last given
logic fv_open_q;                      // its scan is not done
logic fv_visited_q, fv_away_q;        // the followed channel has had its sample; it has departed
logic [31:0] fv_now, fv_now_q, fv_onset_q, fv_onset, fv_min_q, fv_done_q, fv_settled_q;
logic fv_any_q, fv_settles_q, fv_begun_q;  // a scan ended with the last clock; a clock has passed since reset
logic [1:0] fv_clean_q;
assign fv_now = ~not_row_tick_i;
assign fv_onset = aged_i ? fv_now - {17'd0, ~not_age_i} : fv_now;

initial begin
  fv_reset_q = 1'b0;
  fv_settles_q = 1'b0;
  fv_begun_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_now_q <= fv_now;
  fv_settled_q <= settled_o;
  fv_settles_q <= rst_ni && scan_done_i;
  fv_begun_q <= rst_ni;
  if (row_valid_i) begin
    fv_slot_q <= fv_slot_q == 4'd8 ? 4'd0 : fv_slot_q + 4'd1;
    fv_open_q <= 1'b1;
  end
  if (row_valid_i && row_first_i) begin
    fv_any_q <= 1'b0;
    fv_visited_q <= 1'b0;
  end
  if (pending_i) begin
    fv_any_q <= 1'b1;
    if (!fv_any_q || fv_onset < fv_min_q) fv_min_q <= fv_onset;
  end
  if (fv_steps) begin
    fv_visited_q <= 1'b1;
    fv_away_q <= pending_i;
    if (pending_i) fv_onset_q <= fv_onset;
  end
  if (scan_done_i) begin
    fv_open_q <= 1'b0;
    fv_done_q <= fv_now;
  end
  fv_clean_q <= window_change_i ? 2'd0 : fv_clean_q + {1'b0, scan_done_i && clean_i && fv_clean_q != 2'd3};
  if (!rst_ni) begin
    fv_slot_q <= 4'd8;
    fv_open_q <= 1'b0;
    fv_any_q <= 1'b0;
    fv_visited_q <= 1'b0;
    fv_away_q <= 1'b0;
    fv_done_q <= 32'd0;
    fv_clean_q <= 2'd3;
  end
  confirmed: cover (rst_ni && fv_steps && fv_ends && settled_o == fv_onset_q && fv_done_q > fv_onset_q);
  surer: cover (rst_ni && fv_settles_q && fv_clean_q == 2'd1);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q && fv_row <= 4'd8);
  if (!rst_ni) assume (!row_valid_i && !pending_i && !scan_done_i && !window_change_i && !fv_steps);
  assume (fv_now >= 32'h0002_0000 && fv_now < 32'h8000_0000);
  assume ({1'b0, row_valid_i} + {1'b0, pending_i} + {1'b0, scan_done_i} <= 2'd1);
  assume (row_first_i == (fv_slot_q == 4'd8));
  if (row_valid_i) begin
    assume (fv_slot_q == 4'd8 ? !fv_open_q : fv_open_q);
    if (fv_slot_q != 4'd8) assume (fv_now == fv_now_q + 32'd14);
    else assume (fv_now >= fv_now_q && fv_now > fv_done_q && fv_now - fv_done_q <= 32'd250014);
  end else if (fv_open_q) begin
    assume (fv_now == fv_now_q);
  end else begin
    assume (fv_now >= fv_now_q);  // in a rest
  end
  if (scan_done_i) assume (fv_open_q && fv_slot_q == 4'd8 && fv_visited_q);
  if (fv_slot_q == fv_row && fv_open_q && row_valid_i) assume (fv_visited_q);
  if (pending_i) assume (fv_open_q);
  if (pending_i && aged_i) assume (not_age_i > 15'h7FFF - 15'd30000 && not_age_i != 15'h7FFF && fv_onset >= settled_o);
  // The followed channel: away or not, it may begin, go on, begin again, or end as an edge or as chatter.
  if (fv_steps) begin
    assume (fv_open_q && fv_slot_q == fv_row && !fv_visited_q && !row_valid_i && !scan_done_i);
    assume (pending_i == (fv_away_q ? !fv_ends : fv_starts));
    if (pending_i) assume (aged_i == (fv_away_q && !fv_restarts));
    if (pending_i && aged_i) assume (fv_onset == fv_onset_q);
  end

  if (rst_ni) begin
    // What an edge that is confirmed began at lies not before what was settled then: nor does any departure under way.
    if (fv_away_q) assert (settled_o <= fv_onset_q);
    // It is the earliest onset of the last complete scan, or the tick after its ninth slot, and never goes back.
    if (fv_settles_q) assert (settled_o == (fv_any_q ? fv_min_q : fv_done_q + 32'd1));
    if (fv_begun_q) assert (settled_o >= fv_settled_q && (fv_settles_q || settled_o == fv_settled_q));
    // Three clean ends of a scan make sure again.
    assert (unsure_o == (fv_clean_q != 2'd3));

    // What holds between clocks.
    assert (any_q == fv_any_q && fv_slot_q <= 4'd8 && unsure_q == 2'd3 - fv_clean_q);
    if (!any_q) assert (oldest_q == '1);
    if (any_q && fv_open_q) assert (fv_min_q <= fv_now_q && fv_now_q - fv_min_q <= 32'd30000 + 32'd14 * {28'd0, fv_slot_q} && {17'd0, oldest_q} == fv_now_q - fv_min_q);
    if (any_q && fv_open_q) assert (fv_min_q >= settled_o);
    assert (settled_o <= fv_done_q + 32'd1 && fv_done_q <= fv_now_q);
    if (fv_away_q && fv_visited_q && fv_open_q) assert (any_q && fv_min_q <= fv_onset_q);
    if (fv_open_q) assert (fv_now_q > fv_done_q);
    if (fv_away_q) assert (fv_onset_q <= fv_now_q);
    if (!fv_open_q) assert (fv_slot_q == 4'd8);
    if (fv_visited_q && fv_open_q) assert (fv_slot_q >= fv_row);
    if (fv_open_q && fv_slot_q > fv_row) assert (fv_visited_q);
  end
end
