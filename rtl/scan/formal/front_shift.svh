// SPDX-License-Identifier: Apache-2.0
// Properties of front_shift, included in its body for the proof. front_shifter stands as its contract (its own proof): what it
// does to the wires once it was started. scan_walker does too: a latch in each slot, the row told 6 us later, rests of any length.
// At the pins stand two 74HC595, of whose sixteen outputs one, chosen freely, is kept, and two 74HC165, of whose inputs one.
localparam logic [8:0] FvSlot = 9'(adoube_pkg::ScanClocksPerUs * adoube_pkg::FrontSlotUs[32 * adoube_pkg::FrontShift +: 32]);
localparam logic [8:0] FvTold = 9'(adoube_pkg::ScanClocksPerUs * adoube_pkg::FrontLagUs[32 * adoube_pkg::FrontShift +: 32] + 32'd2);
localparam logic [6:0] FvBits = 7'd64;   // clocks of sixteen bits
localparam logic [6:0] FvLong = 7'd70;
(* anyconst *) logic [3:0] fv_output, fv_input;
(* anyseq *) logic fv_sense;             // the followed input of the 74HC165
logic fv_reset_q;
logic [8:0] fv_age_q, fv_t;              // clocks since the last latch, up to 511; since reset, before the first
logic fv_latched_q, fv_owed_q;           // there was a latch; its row has not been told
logic [3:0] fv_slot_q;                   // of the next latch
logic [6:0] fv_at_q;                     // clocks since front_shifter was begun, less one; up to FvLong
logic fv_run;                            // it is busy
logic [3:0] fv_bit;
logic [1:0] fv_phase;
logic fv_load_q, fv_clock_q, fv_data_q;         // the wires a clock ago
logic [1:0] fv_load_still_q, fv_clock_still_q;  // clocks since they moved, up to 3
logic fv_stage_q, fv_out, fv_out_q;      // the followed stage of the 74HC595, and its output
logic fv_sample_q, fv_kept_q, fv_true_q;  // the followed input a clock ago; when the load wire rose; at the last latch
logic fv_row_q, fv_told_q;               // that of the row told last
logic fv_load_rises, fv_clock_rises;
logic [3:0] fv_before;                   // the row before the next
assign fv_t = fv_age_q - FvTold;
assign fv_run = fv_at_q < FvBits;
assign fv_bit = fv_at_q[5:2];
assign fv_phase = fv_at_q[1:0];
assign fv_load_rises = load_o && !fv_load_q;
assign fv_clock_rises = clock_o && !fv_clock_q;
assign fv_out = fv_load_rises ? fv_stage_q : fv_out_q;
assign fv_before = next_q == 4'd0 ? LastRow : next_q - 4'd1;

initial begin
  fv_reset_q = 1'b0;
  fv_load_q = 1'b0;
  fv_clock_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_age_q <= latch_i ? 9'd1 : fv_age_q + {8'd0, fv_age_q != 9'd511};
  fv_latched_q <= fv_latched_q || latch_i;
  fv_owed_q <= latch_i || (fv_owed_q && !row_valid_i);
  if (latch_i) fv_slot_q <= fv_slot_q == LastRow ? 4'd0 : fv_slot_q + 4'd1;
  fv_at_q <= start ? 7'd0 : fv_at_q + {6'd0, fv_at_q != FvLong};
  fv_load_q <= load_o;
  fv_clock_q <= clock_o;
  fv_data_q <= data_o;
  fv_load_still_q <= load_o != fv_load_q ? 2'd1 : fv_load_still_q + {1'b0, fv_load_still_q != 2'd3};
  fv_clock_still_q <= clock_o != fv_clock_q ? 2'd1 : fv_clock_still_q + {1'b0, fv_clock_still_q != 2'd3};
  if (fv_clock_rises && fv_bit == ~fv_output) fv_stage_q <= fv_data_q;
  fv_out_q <= fv_out;
  fv_sample_q <= fv_sense;
  if (fv_load_rises) fv_kept_q <= fv_sample_q;
  if (latch_i) fv_true_q <= fv_sense;
  fv_told_q <= fv_told_q || row_valid_i;
  if (row_valid_i) fv_row_q <= fv_true_q;
  if (!rst_ni) begin
    fv_age_q <= FvTold;  // the first latch comes as if one had been
    fv_latched_q <= 1'b0;
    fv_owed_q <= 1'b0;
    fv_slot_q <= 4'd0;
    fv_at_q <= FvLong;
    fv_load_still_q <= 2'd3;
    fv_clock_still_q <= 2'd3;
    fv_told_q <= 1'b0;
  end
  third_bit: cover (rst_ni && fv_clock_rises && fv_bit == 4'd2);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!latch_i && !row_valid_i && !load_o && !clock_o);
  assume (!latch_i || fv_age_q >= FvSlot);
  assume (row_valid_i == (fv_owed_q && fv_age_q == FvTold));
  assume (busy == fv_run && clock_o == (fv_run && fv_phase[1]));
  if (fv_run) assume (step == fv_bit);
  // Sixteen bits out of the chain, as they stood when it was begun.
  if (fv_latched_q && !fv_run) assume (word[fv_input] == fv_kept_q);

  if (rst_ni) begin
    // A row is sampled in the clock of its latch, while it is driven, as it has been since the latch before.
    if (latch_i) assert (!load_o && fv_out == (fv_output == fv_slot_q));
    if (fv_latched_q) assert (fv_out == (fv_output == fv_slot_q) && fv_load_rises == (fv_age_q == 9'd1));
    // It is told whole, and still until the next.
    if (fv_told_q) assert (row_o[fv_input] == fv_row_q);
    // What the parts ask for, in clocks of 83 ns (sim/front/time.hpp): each level lasts two, the load wire stands for two before
    // the clock rises and the clock for two before the load wire does, and data stand from a clock before its edge to its fall.
    if (load_o != fv_load_q) assert (fv_load_still_q >= 2'd2);
    if (clock_o != fv_clock_q) assert (fv_clock_still_q >= 2'd2);
    if (fv_clock_rises) assert (load_o && !fv_load_rises && fv_load_still_q >= 2'd2);
    if (fv_load_rises) assert (!clock_o && !fv_clock_q && fv_clock_still_q >= 2'd2);
    if (fv_clock_rises || (clock_o && fv_clock_q)) assert (data_o == fv_data_q);
    // None is begun under another, none goes on when the row is told.
    if (start || row_valid_i) assert (!fv_run);

    // What holds between clocks.
    assert (load_o == (fv_at_q <= FvBits) && fv_load_q == (fv_at_q >= 7'd1 && fv_at_q <= FvBits + 7'd1));
    assert (fv_load_still_q >= (fv_at_q == FvBits + 7'd2 || fv_at_q == 7'd1 ? 2'd1 : fv_at_q == FvBits + 7'd3 || fv_at_q <= 7'd2 ? 2'd2 : 2'd3));
    assert (fv_clock_q == (fv_run ? (fv_phase == 2'd0 ? fv_bit != 4'd0 : fv_phase == 2'd3) : fv_at_q == FvBits));
    assert (fv_clock_still_q >= ((fv_run && fv_phase[0]) || fv_at_q == FvBits + 7'd1 ? 2'd1 : 2'd2));
    assert (next_q <= LastRow && fv_slot_q <= LastRow && fv_at_q <= FvLong);
    if (fv_run && fv_phase != 2'd0) assert (fv_data_q == data_o);
    if (prime_q != First) begin
      if (!fv_run || fv_bit > ~fv_output || (fv_bit == ~fv_output && fv_phase == 2'd3)) assert (fv_stage_q == (fv_output == next_q));
      if (fv_at_q == 7'd0 && prime_q == Ready) assert (fv_stage_q == (fv_output == fv_before));
      if (fv_at_q != 7'd0 && prime_q == Ready) assert (fv_out_q == (fv_output == fv_before));
    end
    if (fv_latched_q) begin
      assert (prime_q == Ready && fv_before == fv_slot_q && fv_owed_q == (fv_age_q <= FvTold));
      assert (fv_age_q == 9'd1 ? fv_sample_q == fv_true_q : fv_kept_q == fv_true_q);
      assert (fv_age_q >= 9'd1 && fv_at_q == (fv_age_q <= 9'd70 ? 7'(fv_age_q) - 7'd1 : FvLong));
    end else begin
      assert (!fv_owed_q && fv_slot_q == 4'd0 && fv_age_q >= FvTold);
      case (prime_q)
        First: assert (fv_t == 9'd0 && fv_at_q == FvLong && next_q == LastRow);
        Shifting: assert (fv_t == {2'd0, fv_at_q} + 9'd1 && fv_at_q <= FvBits + 7'd1 && next_q == 4'd0);
        Low: assert (fv_t == {2'd0, FvBits} + 9'd3 && fv_at_q == FvBits + 7'd2 && next_q == 4'd0);
        default: assert (fv_t >= 9'd68 && fv_at_q == (fv_t <= 9'd137 ? 7'(fv_t - 9'd68) : FvLong) && next_q == 4'd1);
      endcase
    end
  end
end
