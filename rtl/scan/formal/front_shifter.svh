// SPDX-License-Identifier: Apache-2.0
// Properties of front_shifter, included in its body for the proof. At the pins stands a chain of 74HC165 by its contract: a rising
// edge of the clock wire brings the next bit, which stands BitClocks - 1 clocks later; until then `data_i` is anything. One bit,
// chosen freely, is followed out of the chain.
(* anyconst *) logic [3:0] fv_place;
(* anyseq *) logic fv_new;
logic fv_reset_q, fv_run_q, fv_begun_q;  // bits are being taken; there was a start
logic fv_level_q, fv_clock_q;            // of the followed bit; of the clock wire a clock ago
logic [3:0] fv_phase_q, fv_bit_q, fv_still_q;  // clocks since the wire moved, up to 15
logic [4:0] fv_gone, fv_gone_q, fv_taken;      // bits that have left the chain; that were taken
logic fv_rises;
assign fv_rises = clock_o && !fv_clock_q;
assign fv_gone = fv_gone_q + {4'd0, fv_rises};
assign fv_taken = fv_run_q ? {1'b0, fv_bit_q} + {4'd0, fv_phase_q > Edge} : 5'd16;

initial fv_reset_q = 1'b0;
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_clock_q <= clock_o;
  fv_still_q <= clock_o != fv_clock_q ? 4'd1 : fv_still_q + {3'd0, fv_still_q != 4'd15};
  fv_gone_q <= fv_gone;
  if (fv_run_q) begin
    fv_phase_q <= fv_phase_q == Last ? 4'd0 : fv_phase_q + 4'd1;
    if (fv_phase_q == Last) fv_bit_q <= fv_bit_q + 4'd1;
    if (fv_phase_q == Last && fv_bit_q == 4'd15) fv_run_q <= 1'b0;
  end
  if (start_i) begin
    fv_begun_q <= 1'b1;
    fv_run_q <= 1'b1;
    fv_phase_q <= 4'd0;
    fv_bit_q <= 4'd0;
    fv_gone_q <= 5'd0;
    fv_level_q <= fv_new;
  end
  if (!rst_ni) begin
    fv_run_q <= 1'b0;
    fv_begun_q <= 1'b0;
    fv_still_q <= 4'd15;
  end
  third_bit: cover (rst_ni && fv_run_q && fv_rises && fv_bit_q == 4'd2);
end

always_comb begin
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!start_i && !clock_o);
  assume (!start_i || !fv_run_q);
  // The wire rose Last clocks ago, or has not risen since the start.
  if (fv_run_q && fv_gone == {1'b0, fv_place} && (fv_gone == 5'd0 || fv_phase_q == Edge)) assume (data_i == fv_level_q);

  if (rst_ni) begin
    assert (busy_o == fv_run_q);
    if (fv_run_q) assert (bit_o == fv_bit_q);
    // Low, then high, and never shorter than half a bit; a start may follow at once.
    assert (clock_o == (fv_run_q && fv_phase_q > Edge));
    if (clock_o != fv_clock_q) assert (fv_still_q >= BitClocks / 4'd2);
    // A bit is taken before the edge that brings the next, and stands at its place until the next start.
    if (fv_begun_q) assert (fv_gone == fv_taken);
    if (fv_begun_q && !fv_run_q) assert (word_o[fv_place] == fv_level_q);

    // What holds between clocks.
    if (fv_begun_q && fv_taken > {1'b0, fv_place}) assert (word_q[4'd15 - (fv_taken[3:0] - 4'd1 - fv_place)] == fv_level_q);
    assert (fv_phase_q <= Last || !fv_run_q);
    assert (fv_begun_q || !fv_run_q);
    if (fv_run_q) assert (phase_q == fv_phase_q && bit_q == fv_bit_q);
    if (fv_run_q) assert (fv_clock_q == (fv_phase_q == 4'd0 ? fv_bit_q != 4'd0 : fv_phase_q - 4'd1 > Edge));
    assert (fv_still_q >= 4'd1);
    if (fv_run_q && fv_phase_q <= Edge + 4'd1) assert (fv_still_q >= fv_phase_q);
    if (fv_run_q && fv_phase_q > Edge + 4'd1) assert (fv_still_q == fv_phase_q - Edge - 4'd1);
    if ((!fv_run_q || fv_phase_q == 4'd0) && fv_clock_q) assert (fv_still_q == Last - Edge);
  end
end
