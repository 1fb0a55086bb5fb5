// SPDX-License-Identifier: Apache-2.0
// The filter of 136 channels: one edge_filter, its states in block RAM, sixteen channels walked after every row.
//
// Contract: nobody stalls the bank. A row given with `row_valid_i` is walked in the 32 clocks after it (16 for the row of
// auxiliary inputs), two a channel: read, then step and write. `pending_o` and `edge_o` speak of
// a channel in its second clock. With `stay_i` the bank stays at a channel for more clocks, in which nothing happens and
// `event_o` stands still: up to 8 a channel, so that a row is walked before the next comes. Rows have their hold from the
// store: `hold_ask_o` asks for that of `hold_kind_o` with the row, and for that of touch at the eighth channel; `hold_i` is
// it in the next clock. `scan_done_o` is high for one
// clock, the first after the last channel of the ninth row.
// `busy_o` is high from the row until its last channel: the chatter counts belong to the bank from the clock after it is.
// Until then `count_i` names a channel whose count is on `count_o` one clock later; `count_clear_i` sets count `count_i` to
// zero.
// Power-up contents of the block RAM are zero: every level 0, every count 0.
module filter_bank (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               row_valid_i,
  input  logic [15:0]        row_i,
  input  logic [3:0]         row_slot_i,
  input  logic [31:0]        not_row_tick_i,  // inverted
  output logic               hold_ask_o,
  output logic [1:0]         hold_kind_o,    // presence, touch, auxiliary
  input  logic [14:0]        hold_i,
  input  logic [14:0]        chatter_max_i,
  input  logic               stay_i,
  output logic               busy_o,
  output logic               scan_done_o,
  output logic               pending_o,
  output logic               aged_o,
  output logic [14:0]        not_age_o,
  output logic               edge_o,
  output logic [42:0]        event_o,        // {~onset[31:19], onset[18:0], late, bounced, level, channel[7:0]}
  output logic               byte_valid_o,   // in the next two clocks `byte_o` holds the levels of eight channels
  output logic [4:0]         byte_index_o,
  output logic [7:0]         byte_o,         // first channel in bit 0
  input  logic [7:0]         count_i,
  input  logic               count_clear_i,
  output logic [7:0]         count_o
);
  localparam logic [3:0] LastSlot = 4'(adoube_pkg::ScanSlots - 32'd1);

  logic walking_q, second_q, done_with_q;
  logic [3:0] done_q;
  logic [3:0] index_q;
  logic auxiliary, last_index, step, leave;
  logic [7:0] channel;

  assign auxiliary = row_slot_i == LastSlot;
  assign channel = auxiliary ? {5'b10000, index_q[2:0]} : {1'b0, index_q[3], row_slot_i[2:0], index_q[2:0]};
  assign last_index = index_q[2:0] == 3'd7 && (index_q[3] || auxiliary);
`ifdef FAULT_STEP_AGAIN  // planted fault: a channel at which the bank stays has its sample once more
  assign step = walking_q && second_q;
`else
  assign step = walking_q && second_q && !done_with_q;
`endif
  assign leave = walking_q && second_q && !stay_i;
  assign busy_o = walking_q || row_valid_i;
  assign scan_done_o = done_q[3];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      walking_q <= 1'b0;
      second_q <= 1'b0;
      done_with_q <= 1'b0;
      index_q <= 4'd0;
      done_q <= 4'd0;
    end else begin
      done_q <= {done_q[2:0], leave && last_index && auxiliary};
      done_with_q <= walking_q && second_q && stay_i;
      if (row_valid_i) begin
        walking_q <= 1'b1;
        second_q <= 1'b0;
        index_q <= 4'd0;
      end else if (walking_q) begin
        second_q <= !leave;
        if (leave) begin
          index_q <= index_q + 4'd1;
          walking_q <= !last_index;
        end
      end
    end
  end

  // States. A channel is read in its first clock and written in its second, so the ports never meet. Of the stamps only
  // those that move are written: the block RAM has an enable for each bit.
  logic chatter, event_now, late, bounced, level, pending, onset_moves, run_moves;
  logic [4:0] flags;
  logic [18:0] now, not_now, onset;
  (* no_rw_check *) logic [42:0] states [256];
  logic [42:0] state_q;
  initial for (int unsigned i = 0; i < 256; i++) states[i] = 43'd0;
  always_ff @(posedge clk_i) begin
    if (step) states[channel][42:38] <= flags;
    if (step && onset_moves) states[channel][37:19] <= now;
    if (step && run_moves) states[channel][18:0] <= now;
    if (walking_q && !second_q) state_q <= states[channel];
  end

  assign not_now = not_row_tick_i[18:0];
  assign now = ~not_now;
  logic asked_q;
  logic [18:0] not_ripe_q;  // ~(now - hold)
  assign hold_ask_o = row_valid_i || (walking_q && !second_q && index_q == 4'd7);
  assign hold_kind_o = {row_valid_i && auxiliary, !row_valid_i};
  always_ff @(posedge clk_i) begin
    asked_q <= hold_ask_o;
    if (asked_q) not_ripe_q <= not_now + {4'd0, hold_i};
  end
  edge_filter u_filter (
    .state_i(state_q), .raw_i(row_i[index_q]), .not_now_i(not_now), .not_ripe_i(not_ripe_q), .chatter_max_i, .flags_o(flags),
    .onset_moves_o(onset_moves), .run_moves_o(run_moves), .level_o(level), .pending_o(pending), .aged_o, .not_age_o,
    .edge_o(event_now), .edge_late_o(late), .edge_bounced_o(bounced), .edge_onset_o(onset), .chatter_o(chatter));
  assign edge_o = step && event_now;
  assign pending_o = step && pending;
  // The full onset: the last tick not after the sample that has these low bits. These are larger than the sample's only where
  // they lie in a later quarter of 2^19 us, as no departure is as old as three quarters. The upper bits leave inverted, as the
  // adder makes them; the others come from the block RAM as they are.
  assign event_o = {not_row_tick_i[31:19] + {12'd0, onset[18:17] > now[18:17]}, onset, late, bounced, level, channel};

  // Chatter counts, saturating.
  (* no_rw_check *) logic [7:0] counts [256];
  logic [7:0] count_q, count_place;
  assign count_place = walking_q ? channel : count_i;
  initial for (int unsigned i = 0; i < 256; i++) counts[i] = 8'd0;
  always_ff @(posedge clk_i) begin
    if (step ? chatter : count_clear_i) counts[count_place] <= walking_q ? count_q + {7'd0, count_q != 8'hFF} : 8'd0;
    count_q <= counts[count_place];
  end
  assign count_o = count_q;

  // Levels of the eight channels of one byte, gathered as they pass.
  logic [7:0] gather_q;
  always_ff @(posedge clk_i) if (step) gather_q <= {level, gather_q[7:1]};
  assign byte_valid_o = step && index_q[2:0] == 3'd7;
  assign byte_index_o = channel[7:3];
  assign byte_o = gather_q;
`ifdef FORMAL_BANK
`include "rtl/scan/formal/filter_bank.svh"
`endif
endmodule
