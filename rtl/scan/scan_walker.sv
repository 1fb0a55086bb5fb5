// SPDX-License-Identifier: Apache-2.0
// Walks the nine slots of a scan, keeps device time and says when the sixteen senses of a slot are latched.
// After the ninth slot the walker rests for `pause_i` microseconds; the value is taken at the end of that slot.
//
// Contract: nobody stalls the walker. Time starts at 0 in the first clock after reset. The senses are latched at the end of
// the clock with `latch_o`, the last but one of a slot; one that moves later belongs to the next sample. `row_valid_o` is
// high for one clock, the first after a slot, with the tick of the latching clock (the slot's last has the same), inverted as
// most subtract from it, and the slot number still until the next slot ends. `tick_steady_o`: the tick is the same in the next clock.
module scan_walker (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [17:0] pause_i,
  output logic [8:0]  strobe_o,
  output logic        latch_o,
  output logic [31:0] tick_o,
  output logic        tick_steady_o,
  output logic        scan_start_o,
  output logic        row_valid_o,
  output logic [3:0]  row_slot_o,
  output logic [31:0] not_row_tick_o
);
  localparam logic [7:0] LatchClock = 8'(adoube_pkg::ScanSlotClocks - 32'd2);
  localparam logic [3:0] LastPhase = 4'(adoube_pkg::ScanClocksPerUs - 32'd1);
  localparam logic [8:0] LastSlot = 9'd1 << (adoube_pkg::ScanSlots - 32'd1);

  // One-hot slot; all zero while the walker rests.
  logic [8:0] strobe_q, strobe_d;
  logic [3:0] slot_q, slot_d;
  logic [7:0] clock_q, clock_d;
  logic [3:0] phase_q, phase_d;
  logic [31:0] tick_q, tick_d;
  logic [17:0] rest_q, rest_d;
  logic row_valid_q, last_clock_q, last_phase, resting;
  logic [3:0] row_slot_q;
  logic [31:0] not_row_tick_q;

  assign last_phase = phase_q == LastPhase;
  assign resting = strobe_q == 9'd0;
  assign latch_o = clock_q == LatchClock;  // never while resting

  always_comb begin
    strobe_d = strobe_q;
    slot_d = slot_q;
    // Loaded until the rest begins. The addend is all ones there, and not needed before: so load and count are one LUT.
    rest_d = resting ? rest_q + {18{resting}} : pause_i;
    if (resting && !last_phase) rest_d = rest_q;
    phase_d = last_phase ? 4'd0 : phase_q + 4'd1;
    tick_d = tick_q + {31'd0, last_phase};
    clock_d = clock_q + 8'd1;
    if (resting) begin
      clock_d = 8'd0;
      if (last_phase && rest_q == 18'd1) strobe_d = 9'd1;
    end else if (last_clock_q) begin
      clock_d = 8'd0;
      slot_d = slot_q + 4'd1;
      strobe_d = {strobe_q[7:0], 1'b0};
      if (strobe_q == LastSlot) begin
        slot_d = 4'd0;
        strobe_d = {8'd0, pause_i == 18'd0};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      strobe_q <= 9'd1;
      slot_q <= 4'd0;
      clock_q <= 8'd0;
      phase_q <= 4'd0;
      tick_q <= 32'd0;
      rest_q <= 18'd0;
      last_clock_q <= 1'b0;
      row_valid_q <= 1'b0;
    end else begin
      strobe_q <= strobe_d;
      slot_q <= slot_d;
      clock_q <= clock_d;
      phase_q <= phase_d;
      tick_q <= tick_d;
      rest_q <= rest_d;
      last_clock_q <= latch_o;
      row_valid_q <= last_clock_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (last_clock_q) begin
      row_slot_q <= slot_q;
      not_row_tick_q <= ~tick_q;
    end
  end

  assign strobe_o = strobe_q;
  assign tick_o = tick_q;
  assign tick_steady_o = !last_phase;
  assign scan_start_o = strobe_q[0] && clock_q == 8'd0;
  assign row_valid_o = row_valid_q;
  assign row_slot_o = row_slot_q;
  assign not_row_tick_o = not_row_tick_q;
endmodule
