// SPDX-License-Identifier: Apache-2.0
// Properties of scan_walker, included in its body for the proof; the pause is free in every clock. The other side of the
// assertions is kept here: plain counters of where the scan is, of microseconds since reset, and of clocks since the scan
// began. The three fronts are three proofs (rtl/formal.toml), with their times.
localparam logic [7:0] FvUs = 8'(adoube_pkg::ScanClocksPerUs);
localparam logic [7:0] FvSlotClocks = 8'(adoube_pkg::ScanClocksPerUs * SlotUs);
localparam logic [7:0] FvLatch = RowsApart ? 8'(adoube_pkg::ScanClocksPerUs * (SlotUs - LagUs) - 32'd2) : 8'd0;
localparam logic [7:0] FvOthersUs = RowsApart ? 8'd0 : 8'(32'd8 * SlotUs);  // slots between the first ones, in which the row's tick stays
localparam logic [21:0] FvScanClocks = 22'(adoube_pkg::ScanSlots * adoube_pkg::ScanClocksPerUs * SlotUs);
logic fv_reset_q;
logic fv_rest_q;                  // after the ninth slot
logic [3:0] fv_slot_q;
logic [7:0] fv_at_q;              // clock within the slot
logic [3:0] fv_phase_q;           // clock within the microsecond
logic [17:0] fv_pause_q, fv_left_q;  // pause_i a clock ago, or of the rest under way; what is left of it after this microsecond
logic [31:0] fv_now_q, fv_row_q;  // the tick; that of the last row
logic [21:0] fv_age_q;            // clocks since the scan began
logic [7:0] fv_us, fv_since_q;    // us_q; clocks since the last row, up to 255
logic [7:0] fv_since, fv_before;  // since_q; what of it was counted before this slot or rest, but for a short rest
logic fv_latches;                 // the slot has a latch
logic fv_ends_q, fv_rested_q;  // a slot ended with the last clock; a rest came after the ninth slot last over
logic fv_slot_ends, fv_us_ends, fv_scan_ends, fv_rests;
assign fv_us_ends = {4'd0, fv_phase_q} == FvUs - 8'd1;
assign fv_us = {{(8 - UsBits) {1'b0}}, us_q};
assign fv_since = {{(8 - SinceBits) {1'b0}}, since_q};
assign fv_before = fv_rest_q || fv_slot_q == 4'd0 ? FvOthersUs : RowsApart ? 8'd0 : {4'd0, fv_slot_q - 4'd1} * SlotUs[7:0];
assign fv_latches = !fv_rest_q && (RowsApart || fv_slot_q == 4'd0);
assign fv_slot_ends = !fv_rest_q && fv_at_q == FvSlotClocks - 8'd1;
assign fv_rests = fv_slot_ends && fv_slot_q == 4'd8 && fv_pause_q != 18'd0;
assign fv_scan_ends = (fv_slot_ends && fv_slot_q == 4'd8 && !fv_rests) || (fv_rest_q && fv_us_ends && fv_left_q == 18'd0);

initial fv_reset_q = 1'b0;
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  if (!rst_ni) begin
    fv_rest_q <= 1'b0;
    fv_slot_q <= 4'd0;
    fv_at_q <= 8'd0;
    fv_phase_q <= 4'd0;
    fv_now_q <= 32'd0;
    fv_row_q <= ~LagUs;
    fv_age_q <= 22'd0;
    fv_since_q <= 8'd255;
    fv_ends_q <= 1'b0;
    fv_rested_q <= 1'b0;
  end else begin
    fv_phase_q <= fv_us_ends ? 4'd0 : fv_phase_q + 4'd1;
    fv_now_q <= fv_now_q + {31'd0, fv_us_ends};
    fv_ends_q <= fv_slot_ends;
    fv_age_q <= fv_scan_ends ? 22'd0 : fv_age_q + 22'd1;
    fv_since_q <= fv_slot_ends ? 8'd0 : fv_since_q + {7'd0, fv_since_q != 8'd255};
    if (fv_slot_ends && fv_latches) fv_row_q <= fv_now_q - LagUs;
    if (fv_slot_ends || fv_scan_ends) begin
      fv_at_q <= 8'd0;
      fv_rest_q <= fv_rests;
      if (fv_slot_ends) fv_slot_q <= fv_slot_q == 4'd8 ? 4'd0 : fv_slot_q + 4'd1;
      if (fv_slot_ends && fv_slot_q == 4'd8) fv_rested_q <= fv_rests;
    end else if (!fv_rest_q) begin
      fv_at_q <= fv_at_q + 8'd1;
    end
    if (fv_rests) fv_left_q <= fv_pause_q - 18'd1;
    else if (fv_us_ends) fv_left_q <= fv_left_q - 18'd1;
  end
  if (!fv_rest_q && !fv_rests) fv_pause_q <= pause_i;
  row: cover (rst_ni && row_valid_o);
  latch: cover (rst_ni && latch_o);
end

always_comb begin
  assume (rst_ni == fv_reset_q);
  if (rst_ni) begin
    // One slot is driven at a time, in order, none in a rest.
    assert (strobe_o == (fv_rest_q ? 9'd0 : 9'd1 << fv_slot_q));
    // The senses are latched in the last clock but one of a slot, or so many microseconds before it as the row's bits need, or
    // all in the first of the scan; and the row is told in the first clock after its slot.
    assert (latch_o == (fv_latches && fv_at_q == FvLatch));
    assert (row_valid_o == fv_ends_q);
    assert (row_slot_o == (fv_rest_q || fv_slot_q == 4'd0 ? 4'd8 : fv_slot_q - 4'd1));
    if (row_valid_o) assert (not_row_tick_o == ~fv_row_q);
    if (fv_since_q < FvSlotClocks) assert (not_row_tick_o == ~fv_row_q);
    // The tick is told in every clock, and whether it moves.
    assert (~not_row_tick_o + 32'd1 + {23'd0, since_o} == fv_now_q);
    assert (tick_steady_o == !fv_us_ends);
    // From scan start to scan start: nine slots, and the pause that was asked for a clock before they ended.
    assert (scan_start_o == (fv_age_q == 22'd0));
    if (fv_scan_ends) assert (fv_age_q + 22'd1 == FvScanClocks + (fv_rest_q ? {14'd0, FvUs} * {4'd0, fv_pause_q} : 22'd0));
    assert (paused_o == fv_rested_q);

    // What holds between clocks.
    assert (fv_phase_q == phase_q && {4'd0, phase_q} < FvUs && fv_us < SlotUs[7:0] && fv_slot_q <= 4'd8);
    if (fv_rest_q) begin
      assert (fv_slot_q == 4'd0 && fv_left_q == rest_q && rest_q < fv_pause_q && fv_rested_q);
      assert (fv_since == fv_us + (fv_since_q < FvSlotClocks ? fv_before : 8'd0));
      assert (fv_age_q == FvScanClocks + {14'd0, FvUs} * {4'd0, fv_pause_q - 18'd1 - fv_left_q} + {18'd0, fv_phase_q});
    end else begin
      assert (fv_at_q == FvUs * fv_us + {4'd0, phase_q});
      assert (fv_age_q == {14'd0, FvSlotClocks} * {18'd0, fv_slot_q} + {14'd0, fv_at_q});
      if (fv_at_q != 8'd0) assert (rest_q == fv_pause_q);
      if (fv_slot_q != 4'd0) assert (fv_since == fv_us + fv_before);
      else assert (fv_since >= fv_us && fv_since - fv_us <= fv_before + (fv_rested_q ? SlotUs[7:0] - 8'd1 : 8'd0));
    end
    if (fv_since_q < FvSlotClocks) assert (fv_since >= fv_before && FvUs * (fv_since - fv_before) + {4'd0, phase_q} == fv_since_q);
    if (!RowsApart && fv_slot_q != 4'd0) assert (not_row_tick_o == ~fv_row_q);
    if (fv_since_q == 8'd0) assert (phase_q == 4'd0 && fv_us == 8'd0);
  end
end
