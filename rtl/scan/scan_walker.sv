// SPDX-License-Identifier: Apache-2.0
// Walks the nine slots of a scan, keeps device time and says when the sixteen senses of a slot are latched.
// After the ninth slot the walker rests for `pause_i` microseconds; the value is taken a clock before the end of that slot.
//
// Contract: nobody stalls the walker. Time starts at 0 in the first clock after reset. The senses are latched at the end of
// the clock with `latch_o`; one that moves later belongs to the next sample. With RowsApart that is a clock of each slot, the last
// but one of the microsecond LagUs before its last; else the first clock of the scan, LagUs before the last of the first slot, is
// that of all rows. `row_valid_o` is high for one clock, the first after a slot, with the slot number, still until the next slot
// ends, and the tick of the latching clock, still for a slot and inverted, as most subtract from it. The tick is that of
// the row + 1 + `since_o`; `tick_steady_o`: it is the same in the next clock. `paused_o`: a rest came after the ninth slot last over.
module scan_walker #(
  parameter logic [31:0] SlotUs = adoube_pkg::FrontSlotUs[31:0],
  parameter logic [31:0] LagUs = adoube_pkg::FrontLagUs[31:0],
  parameter logic        RowsApart = 1'b1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [17:0] pause_i,
  output logic [8:0]  strobe_o,
  output logic        latch_o,
  output logic        paused_o,
  output logic [8:0]  since_o,
  output logic        tick_steady_o,
  output logic        scan_start_o,
  output logic        row_valid_o,
  output logic [3:0]  row_slot_o,
  output logic [31:0] not_row_tick_o
);
  localparam logic [3:0] LastPhase = 4'(adoube_pkg::ScanClocksPerUs - 32'd1);
  localparam int UsBits = $clog2(SlotUs);
  // The row's tick moves with each slot, and once more in a slot that a rest cut short; or once a scan.
  localparam int SinceBits = RowsApart ? $clog2(2 * SlotUs) : $clog2((adoube_pkg::ScanSlots + 32'd1) * SlotUs);
  localparam logic [UsBits-1:0] OneUs = UsBits'(32'd1);
  localparam logic [SinceBits-1:0] OneSince = SinceBits'(32'd1);
  localparam logic [UsBits-1:0] LastUs = SlotUs[UsBits-1:0] - OneUs;
  localparam logic [UsBits-1:0] LatchUs = LastUs - LagUs[UsBits-1:0];
  localparam logic [3:0] LastSlot = 4'(adoube_pkg::ScanSlots - 32'd1);

  // One-hot slot; all zero while the walker rests.
  logic [8:0] strobe_q, strobe_d;
  // Clock within a microsecond, microsecond within a slot. A rest is counted in slots too, the last of them cut short.
  logic [3:0] phase_q, phase_d;
  logic [UsBits-1:0] us_q, us_d;
  logic [17:0] rest_q, rest_d, rest_less;
  // Microseconds since not_row_tick_q moved: in the first slot also those of the slot that the rest cut short.
  logic [SinceBits-1:0] since_q, since_d;
  logic [31:0] not_row_tick_q;
  logic [3:0] row_slot_q, row_slot_d;
  logic paused_q, row_valid_q, last_phase, last_us, slot_end, moves, resting, last_clock, turn, rests;

  assign last_phase = phase_q == LastPhase;
  assign last_us = us_q == LastUs;
  assign slot_end = last_phase && last_us;
`ifdef FAULT_TICK_RUNS  // planted fault: rows that were sampled at one instant have ticks a slot apart
  assign moves = slot_end;
`else
  assign moves = slot_end && (RowsApart || strobe_q[0] || resting);
`endif
  assign resting = strobe_q == 9'd0;
  assign last_clock = slot_end && !resting;
  // The end of the ninth slot, or of a microsecond of the rest: is there one more?
  assign turn = last_phase && (resting || (last_us && strobe_q[8]));
  // The addend is all ones then, and not needed before: so load and count are one LUT, and the carry answers.
  assign {rests, rest_less} = {1'b0, rest_q} + {1'b0, {18{turn}}};
  assign rest_d = turn ? rest_less : pause_i;

  always_comb begin
    phase_d = last_phase ? 4'd0 : phase_q + 4'd1;
    us_d = us_q;
    since_d = since_q;
    strobe_d = strobe_q;
    row_slot_d = row_slot_q;
    if (last_phase) begin
      us_d = last_us ? '0 : us_q + OneUs;
      since_d = moves ? '0 : since_q + OneSince;
    end
    if (last_clock) begin
      strobe_d = {strobe_q[7:0], 1'b0};
      row_slot_d = row_slot_q == LastSlot ? 4'd0 : row_slot_q + 4'd1;
    end
    if (turn && !rests) begin
      strobe_d[0] = 1'b1;
      us_d = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      strobe_q <= 9'd1;
      phase_q <= 4'd0;
      us_q <= '0;
      since_q <= '0;
      not_row_tick_q <= LagUs;
      row_slot_q <= LastSlot;
      row_valid_q <= 1'b0;
      paused_q <= 1'b0;
    end else begin
      strobe_q <= strobe_d;
      phase_q <= phase_d;
      us_q <= us_d;
      since_q <= since_d;
      if (moves) not_row_tick_q <= not_row_tick_q + {{(32 - SinceBits) {1'b1}}, ~since_q};  // since_q + 1 less
      row_slot_q <= row_slot_d;
      row_valid_q <= last_clock;
      if (turn && !resting) paused_q <= rests;
    end
  end
  always_ff @(posedge clk_i) if (turn || !resting) rest_q <= rest_d;

  assign strobe_o = strobe_q;
`ifdef FAULT_LATCH_LATE  // planted fault: the row is told while the board still latches it
  assign latch_o = last_us && phase_q == LastPhase && !resting;
`else
  assign latch_o = RowsApart ? us_q == LatchUs && phase_q == LastPhase - 4'd1 && !resting : scan_start_o;
`endif
  assign since_o = {{(9 - SinceBits) {1'b0}}, since_q} + LagUs[8:0];
  assign paused_o = paused_q;
  assign tick_steady_o = !last_phase;
  assign scan_start_o = strobe_q[0] && us_q == '0 && phase_q == 4'd0;
  assign row_valid_o = row_valid_q;
  assign row_slot_o = row_slot_q;
  assign not_row_tick_o = not_row_tick_q;
`ifdef FORMAL_WALKER
`include "rtl/scan/formal/scan_walker.svh"
`endif
endmodule
