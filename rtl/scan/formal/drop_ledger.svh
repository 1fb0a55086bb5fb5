// SPDX-License-Identifier: Apache-2.0
// Properties of drop_ledger, included in its body for the proof. The other side of the assertions is kept here: the page
// in plain time of 34 bits, which is compared without modular arithmetic, as of the clock after an edge is entered. The
// words of the store that only the ledger uses stand here too.
(* anyseq *) logic [33:0] fv_onset;

logic [15:0] fv_total_low_q, fv_total_high_q, fv_count_low_q, fv_count_high_q, fv_min_low_q, fv_min_high_q, fv_max_low_q, fv_max_high_q;
logic [15:0] fv_word, fv_word_q;
logic [31:0] fv_total, fv_count;         // as the store has them
logic [31:0] fv_page_q;                  // edges on the open page
logic [32:0] fv_ever_q;                  // edges ever entered, up to 2^32
logic [33:0] fv_min_q, fv_max_q, fv_old_min_q, fv_old_max_q, fv_at_q;  // old: before the edge being entered
logic fv_reset_q, fv_first, fv_stay_q, fv_new_min, fv_new_max, fv_done_total, fv_done_count;
logic [31:0] fv_ever, fv_ever_old;

assign fv_total = {fv_total_high_q, fv_total_low_q};
assign fv_count = {fv_count_high_q, fv_count_low_q};
assign fv_first = fv_page_q == 32'd0;
assign fv_ever = fv_ever_q[32] ? 32'hFFFF_FFFF : fv_ever_q[31:0];
assign fv_ever_old = fv_ever_q[32] ? 32'hFFFF_FFFF : fv_ever_q[31:0] - 32'd1;
assign fv_new_min = first_q || fv_at_q < fv_old_min_q;
assign fv_new_max = first_q || fv_at_q > fv_old_max_q;
always_comb begin
  case (read_o)
    {Total, 1'b0}: fv_word = fv_total_low_q;
    {Total, 1'b1}: fv_word = fv_total_high_q;
    {Count, 1'b0}: fv_word = fv_count_low_q;
    {Count, 1'b1}: fv_word = fv_count_high_q;
    {Earliest, 1'b0}: fv_word = fv_min_low_q;
    {Earliest, 1'b1}: fv_word = fv_min_high_q;
    {Latest, 1'b0}: fv_word = fv_max_low_q;
    default: fv_word = fv_max_high_q;
  endcase
end

initial begin
  fv_reset_q = 1'b0;
  fv_stay_q = 1'b0;
  fv_page_q = 32'd0;
  fv_ever_q = 33'd0;
  fv_total_low_q = 16'd0;
  fv_total_high_q = 16'd0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_word_q <= fv_word;
  fv_stay_q <= rst_ni && (enter_i || (busy_o && !last_o));
  fv_at_q <= fv_onset;
  if (rst_ni && write_o) begin
    if (to_o == {Total, 1'b0}) fv_total_low_q <= data_o;
    if (to_o == {Total, 1'b1}) fv_total_high_q <= data_o;
    if (to_o == {Count, 1'b0}) fv_count_low_q <= data_o;
    if (to_o == {Count, 1'b1}) fv_count_high_q <= data_o;
    if (to_o == {Earliest, 1'b0}) fv_min_low_q <= data_o;
    if (to_o == {Earliest, 1'b1}) fv_min_high_q <= data_o;
    if (to_o == {Latest, 1'b0}) fv_max_low_q <= data_o;
    if (to_o == {Latest, 1'b1}) fv_max_high_q <= data_o;
  end
  fv_page_q <= (clear_i ? 32'd0 : fv_page_q) + {31'd0, enter_i};
  if (enter_i) begin
    if (!fv_ever_q[32]) fv_ever_q <= fv_ever_q + 33'd1;
    if (fv_first || fv_onset < fv_min_q) fv_min_q <= fv_onset;
    if (fv_first || fv_onset > fv_max_q) fv_max_q <= fv_onset;
    fv_old_min_q <= fv_min_q;
    fv_old_max_q <= fv_max_q;
  end
  page_of_two: cover (last_o && fv_page_q == 32'd2);
end

assign fv_done_total = step_q != Begin && step_q != TotalLow && step_q != TotalHigh;
assign fv_done_count = fv_done_total && step_q != CountLow && step_q != CountHigh;
always_comb begin
  // The world: the bank stays at the edge, a report is closed while it does not walk.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!enter_i && !clear_i);
  assume (onset_i == fv_onset[31:0]);
  assume (word_i == fv_word_q);
  if (fv_stay_q) assume (!enter_i && fv_onset == fv_at_q);
  assume (!enter_i || !clear_i);
  // The onsets of a page lie within 2^31 us, and 2^32 edges are never on one.
  if (enter_i) assume (fv_onset < 34'h3_0000_0000);
  if (enter_i && !fv_first) begin
    assume (fv_onset < fv_min_q + 34'h0_8000_0000 && fv_max_q < fv_onset + 34'h0_8000_0000);
    assume (fv_page_q != 32'hFFFF_FFFF);
  end

  // Before reset is over nothing has happened.
  if (!fv_reset_q) assert (!fv_stay_q && fv_page_q == 32'd0 && fv_ever_q == 33'd0 && fv_total == 32'd0);
  if (rst_ni) begin
    assert (any_o == (fv_page_q != 32'd0));
    // A page has the edges entered since the one before: how many, and between which onsets; and the total has them all.
    if (!busy_o) begin
      if (any_o) assert (fv_count == fv_page_q && {fv_min_high_q, fv_min_low_q} == fv_min_q[31:0] && {fv_max_high_q, fv_max_low_q} == fv_max_q[31:0]);
      assert (fv_total == fv_ever);
    end

    // What holds between clocks: of the edge being entered, what is written down.
    assert (step_q <= Last && busy_o == fv_stay_q);
    if (fv_page_q != 32'd0) assert (fv_min_q <= fv_max_q && fv_max_q < fv_min_q + 34'h0_8000_0000 && fv_max_q < 34'h3_0000_0000);
    if (fv_done_total) assert (fv_total == fv_ever);
    if (busy_o) begin
      assert (fv_ever_q != 33'd0);
      if (step_q == Begin || step_q == TotalLow) assert (fv_total == fv_ever_old || (fv_ever_q == 33'h1_0000_0000 && fv_total == 32'hFFFF_FFFF));
      if (step_q == TotalLow) assert (fv_word_q == fv_total_low_q);
      if (step_q == TotalHigh) begin
        assert (fv_total_low_q == 16'd0 && fv_word_q == fv_total_high_q);
        assert ({fv_total_high_q, 16'hFFFF} == fv_ever_old);
      end
    end
    if (busy_o && any_o) begin
      assert (first_q == (fv_page_q == 32'd1));
      assert (fv_min_q == (fv_new_min ? fv_at_q : fv_old_min_q) && fv_max_q == (fv_new_max ? fv_at_q : fv_old_max_q));
      if (!first_q) assert (fv_old_min_q <= fv_old_max_q && fv_at_q < fv_old_min_q + 34'h0_8000_0000 && fv_old_max_q < fv_at_q + 34'h0_8000_0000);
      if (!first_q && (!fv_done_total || step_q == CountLow)) assert (fv_count == fv_page_q - 32'd1);
      if (step_q == CountLow) assert (first_q || fv_word_q == fv_count_low_q);
      if (step_q == CountHigh) begin
        assert (fv_count_low_q == fv_page_q[15:0]);
        if (!first_q) assert (fv_word_q == fv_count_high_q && {fv_count_high_q, 16'hFFFF} == fv_page_q - 32'd1);
      end
      if (fv_done_count) assert (fv_count == fv_page_q);
      // The earliest and the latest, by halves.
      if (step_q <= EarliestHigh && !first_q) assert ({fv_min_high_q, fv_min_low_q} == fv_old_min_q[31:0]);
      if (step_q <= LatestHigh && !first_q) assert ({fv_max_high_q, fv_max_low_q} == fv_old_max_q[31:0]);
      if (step_q == EarliestLow) assert (fv_word_q == fv_min_low_q);
      if (step_q == EarliestHigh) assert (fv_word_q == fv_min_high_q && carry_q == (fv_min_low_q >= fv_at_q[15:0]));
      if (step_q == LatestLow) begin
        assert (fv_word_q == fv_max_low_q && fv_min_high_q == fv_min_q[31:16]);
        assert (moves_q ? fv_min_q == fv_at_q : fv_min_low_q == fv_min_q[15:0]);
      end
      if (step_q == LatestHigh || step_q == Last) assert ({fv_min_high_q, fv_min_low_q} == fv_min_q[31:0]);
      if (step_q == LatestHigh) assert (fv_word_q == fv_max_high_q && carry_q == (fv_max_low_q >= fv_at_q[15:0]));
      if (step_q == Last) begin
        assert (fv_max_high_q == fv_max_q[31:16]);
        assert (moves_q ? fv_max_q == fv_at_q : fv_max_low_q == fv_max_q[15:0]);
      end
    end
  end
end
