// SPDX-License-Identifier: Apache-2.0
// The scan side of Adoube: walks the matrix, filters 136 channels, stamps edges with their onset and composes packets.
//
// Contract at the cut to rtl/usb: one 12 MHz clock; every output is a flop or a block-RAM output register and no input
// reaches an output in the same clock. Handshakes are toggles; what belongs to one is still until it is answered.
// `pkt_data_o` is the byte at `pkt_addr_i` of the clock before: of the frozen packet, or from 64 on of the last register
// read, which is still from its acknowledge to the next request.
// The front (rtl/protocol.toml names them) is one of three. Parallel: `strobe_o` drives a slot, and the board latches its sixteen
// senses at the end of the clock with `latch_o`, into flops of its own, which give them on `row_i` until the next latch. Nobody
// looks at `row_i` for two clocks (166 ns) after a latch: twice what the first of two synchronising flops has, so one flop a
// sense is enough. Shift, direct: the four wires `shift_*` lead to shift registers (front_shift.sv, front_direct.sv).
module adoube_scan #(
  parameter logic [1:0] Front = adoube_pkg::FrontParallel
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  output logic [8:0]  strobe_o,
  output logic        latch_o,
  /* verilator lint_off UNUSEDSIGNAL */  // each front has its own
  input  logic [15:0] row_i,           // presence of 8 columns, then touch
  input  logic        shift_data_i,
  /* verilator lint_on UNUSEDSIGNAL */
  output logic        shift_load_o,
  output logic        shift_clock_o,
  output logic        shift_data_o,
  output logic        offer_o,
  input  logic        freeze_i,
  output logic        frozen_o,
  output logic [6:0]  pkt_len_o,
  input  logic [6:0]  pkt_addr_i,
  output logic [7:0]  pkt_data_o,
  input  logic        free_i,
  input  logic        reg_req_i,
  input  logic        reg_write_i,
  input  logic [7:0]  reg_addr_i,
  input  logic [31:0] reg_wdata_i,
  output logic        reg_ack_o,
  output logic        reg_refused_o,
  input  logic        sof_i,
  input  logic [10:0] sof_frame_i,
  input  logic        hello_i,
  output logic [3:0]  capture_head_o,
  input  logic [3:0]  capture_tail_i,
  input  logic [8:0]  capture_addr_i,
  output logic [7:0]  capture_data_o,
  output logic        probe_edge_o,
  output logic [7:0]  probe_channel_o,
  output logic        probe_level_o,
  output logic        probe_late_o,
  output logic        probe_bounced_o,
  output logic [31:0] probe_onset_o,
  output logic        probe_refused_o,
  output logic        probe_scan_start_o
);
  localparam logic [31:0] SlotUs = adoube_pkg::FrontSlotUs[32 * Front +: 32];
  localparam logic [31:0] RowUs = adoube_pkg::FrontRowUs[32 * Front +: 32];
  localparam logic [31:0] LagUs = adoube_pkg::FrontLagUs[32 * Front +: 32];

  logic [31:0] not_row_tick;
  logic [8:0] since;
  logic tick_steady, row_valid;
  logic [3:0] row_slot;
  logic [14:0] chatter_max;
  logic [17:0] pause;
  logic paused;

  scan_walker #(.SlotUs(SlotUs), .LagUs(LagUs), .RowsApart(RowUs != 32'd0)) u_walker (
    .clk_i, .rst_ni, .pause_i(pause), .strobe_o, .latch_o, .paused_o(paused), .since_o(since), .tick_steady_o(tick_steady),
    .scan_start_o(probe_scan_start_o), .row_valid_o(row_valid), .row_slot_o(row_slot), .not_row_tick_o(not_row_tick));

  logic [15:0] row;
  if (Front == adoube_pkg::FrontShift) begin : g_shift
    front_shift u_front (
      .clk_i, .rst_ni, .latch_i(latch_o), .row_valid_i(row_valid), .load_o(shift_load_o), .clock_o(shift_clock_o),
      .data_o(shift_data_o), .data_i(shift_data_i), .row_o(row));
  end else if (Front == adoube_pkg::FrontDirect) begin : g_direct
    front_direct u_front (
      .clk_i, .rst_ni, .latch_i(latch_o), .last_slot_i(strobe_o[8]), .row_valid_i(row_valid), .load_o(shift_load_o),
      .clock_o(shift_clock_o), .data_i(shift_data_i), .row_o(row));
    assign shift_data_o = 1'b0;
  end else begin : g_parallel
    assign {shift_load_o, shift_clock_o, shift_data_o} = 3'd0;
    assign row = row_i;
  end

  logic bank_busy, bank_stays, scan_done, departed, aged, confirmed, byte_valid, hold_ask;
  logic [1:0] hold_kind;
  logic [15:0] store_word;
  logic [14:0] not_age;
  logic [42:0] event_new;  // {~onset[31:19], onset[18:0], late, bounced, level, channel}, as the FIFO has it too
  logic [31:0] onset_new;
  logic [4:0] byte_index;
  logic [7:0] level_byte, count_index, count;
  logic count_clear;
  filter_bank u_bank (
    .clk_i, .rst_ni, .row_valid_i(row_valid), .row_i(row), .row_slot_i(row_slot), .not_row_tick_i(not_row_tick),
    .hold_ask_o(hold_ask), .hold_kind_o(hold_kind), .hold_i(store_word[14:0]),
    .chatter_max_i(chatter_max), .stay_i(bank_stays), .busy_o(bank_busy), .scan_done_o(scan_done), .pending_o(departed),
    .aged_o(aged), .not_age_o(not_age), .edge_o(confirmed), .event_o(event_new), .byte_valid_o(byte_valid),
    .byte_index_o(byte_index), .byte_o(level_byte), .count_i(count_index), .count_clear_i(count_clear), .count_o(count));

  assign onset_new = {~event_new[42:30], event_new[29:11]};

  // Edges wait in the FIFO. After a stretch of refused edges, or an epoch, they are taken again from the end of a scan on
  // at which nothing waits: the levels of that instant are the snapshot.
  logic refused, dropping, resume, epoch, empty, seen, ready, pop, clean;
  logic [42:0] head;
  event_fifo u_fifo (
    .clk_i, .rst_ni, .push_i(confirmed), .event_i(event_new), .refused_o(refused), .dropping_o(dropping),
    .resume_i(resume), .clear_i(epoch), .empty_o(empty), .seen_o(seen), .ready_o(ready), .head_o(head), .pop_i(pop));
  assign resume = scan_done && dropping && empty && clean && !epoch;

  // Between an epoch and its snapshot refused edges are not lost: the snapshot has them.
  logic muted_q, ledger_clear, ledger_any, ledger_enters, ledger_busy, ledger_last, ledger_write;
  logic [5:0] ledger_read, ledger_to;
  logic [15:0] ledger_data;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) muted_q <= 1'b0;
    else if (epoch) muted_q <= 1'b1;
`ifndef FAULT_MUTE_STAYS  // planted fault: after an epoch no refused edge is counted any more
    else if (resume) muted_q <= 1'b0;
`endif
  end
  assign ledger_enters = refused && !muted_q && !epoch;
  drop_ledger u_ledger (
    .clk_i, .rst_ni, .enter_i(ledger_enters), .onset_i(onset_new), .clear_i(ledger_clear), .any_o(ledger_any),
    .busy_o(ledger_busy), .last_o(ledger_last), .read_o(ledger_read), .word_i(store_word), .write_o(ledger_write),
    .to_o(ledger_to), .data_o(ledger_data));
  // The bank holds the edge until it is written down.
  assign bank_stays = ledger_enters || (ledger_busy && !ledger_last);

  logic [31:0] settled;
  logic window_change, unsure;
  horizon #(.RowUs(RowUs)) u_horizon (
    .clk_i, .rst_ni, .row_valid_i(row_valid), .row_first_i(row_slot == 4'd0), .not_row_tick_i(not_row_tick), .pending_i(departed),
    .aged_i(aged), .not_age_i(not_age), .scan_done_i(scan_done), .settled_o(settled), .window_change_i(window_change),
    .clean_i(clean && empty), .unsure_o(unsure));

  logic [4:0] level_index;
  logic [5:0] store_index;
  logic [7:0] level_told;
  logic level_turn, copying;
  level_store u_levels (
    .clk_i, .rst_ni, .byte_valid_i(byte_valid), .byte_index_i(byte_index), .byte_i(level_byte), .read_i(level_index),
    .read_o(level_told), .turn_i(level_turn), .bit_i(head[2:0]), .copy_i(resume), .copying_o(copying));

  // Toggles from the bus become pulses.
  logic sof_q, hello_q, sof_now, heartbeat_busy;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sof_q <= 1'b0;
      hello_q <= 1'b0;
    end else begin
      sof_q <= sof_i;
      hello_q <= hello_i;
    end
  end
  // A start of frame under a heartbeat being composed is not stamped: that heartbeat was due 1,024 frames ago.
  assign sof_now = sof_i != sof_q && !heartbeat_busy;

  logic store_use, changed, capturing, answer, answer_done;
  logic [1:0] answer_byte;
  scan_registers #(.SlotUs(SlotUs), .RowUs(RowUs)) u_registers (
    .clk_i, .rst_ni, .req_i(reg_req_i), .write_i(reg_write_i), .addr_i(reg_addr_i), .wdata_i(reg_wdata_i),
    .ack_o(reg_ack_o), .refused_o(reg_refused_o), .answer_o(answer), .answer_byte_o(answer_byte), .answer_done_i(answer_done),
    .hold_ask_i(hold_ask), .hold_kind_i(hold_kind), .chatter_max_o(chatter_max), .pause_o(pause),
    .capture_o(capturing), .changed_o(changed), .epoch_o(epoch), .window_o(window_change), .row_tick_i(~not_row_tick),
    .since_i(since), .tick_steady_i(tick_steady), .ledger_busy_i(ledger_busy), .ledger_read_i(ledger_read),
    .ledger_write_i(ledger_write), .ledger_to_i(ledger_to), .ledger_data_i(ledger_data), .sof_i(sof_now), .sof_frame_i,
    .row_stamp_i(resume), .read_use_i(store_use), .read_i(store_index), .read_o(store_word));

  logic [1:0] write;
  logic [5:0] word;
  logic [15:0] data;
  packet_composer #(.SlotUs(SlotUs)) u_composer (
    .clk_i, .rst_ni, .offer_o, .freeze_i, .frozen_o, .len_o(pkt_len_o), .free_i, .write_o(write), .word_o(word),
    .data_o(data), .seen_i(seen), .ready_i(ready), .empty_i(empty), .head_i({~head[42:30], head[29:0]}), .pop_o(pop),
    .settled_i(settled), .unsure_i(unsure || paused), .chatter_max_i(chatter_max), .clean_o(clean), .hello_i(hello_i != hello_q),
    .heartbeat_i(sof_now), .snapshot_i(resume), .epoch_i(epoch), .changed_i(changed), .hold_off_i(resume || copying),
    .heartbeat_busy_o(heartbeat_busy), .dropped_any_i(ledger_any), .dropped_now_i(ledger_enters),
    .dropped_clear_o(ledger_clear), .level_index_o(level_index), .level_i(level_told), .level_turn_o(level_turn),
    .store_use_o(store_use), .store_o(store_index), .store_i(store_word),
    .answer_i(answer), .answer_byte_i(answer_byte), .answer_done_o(answer_done), .bank_busy_i(bank_busy),
    .count_index_o(count_index), .count_clear_o(count_clear), .count_i(count));

  packet_buffer u_buffer (
    .clk_i, .write_i(write), .word_i(word), .data_i(data), .address_i(pkt_addr_i), .byte_o(pkt_data_o));

  capture_ring u_capture (
    .clk_i, .rst_ni, .on_i(capturing), .row_valid_i(row_valid), .row_i(row), .row_slot_i(row_slot), .row_tick_i(~not_row_tick),
    .head_o(capture_head_o), .tail_i(capture_tail_i), .address_i(capture_addr_i), .data_o(capture_data_o));

  assign probe_edge_o = confirmed;
  assign probe_onset_o = onset_new;
  assign {probe_late_o, probe_bounced_o, probe_level_o, probe_channel_o} = event_new[10:0];
  assign probe_refused_o = refused;
`ifdef FORMAL_DROP
`include "rtl/scan/formal/drop_path.svh"
`endif
endmodule
