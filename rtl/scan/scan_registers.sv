// SPDX-License-Identifier: Apache-2.0
// The registers of rtl/protocol.toml, and the store of 32-bit values that packets and register reads are made from.
// Settings needed in every clock stand in flops; everything a reader may ask for stands in one block RAM, two words a
// value: constants from power-up, settings as they are written, time stamps as they are taken; and the limits that a
// written value is held against, half by half.
//
// Contract: an access begins when `req_i` differs from `ack_o`; address, data and direction are still until they are
// equal again. The answer comes within 64 clocks; where the ledger enters edge after edge that of a write within 76, and within
// 106 with a start of frame, that of a read when the row is over, within 190. What is read goes into the packet buffer before, byte by byte: `answer_o` asks that byte
// `answer_byte_o` of it be taken from `read_o`, `answer_done_i` says in the same clock that it is. An unknown register, a write
// to a read-only one or a value out of range is refused and changes nothing. `changed_o` marks the clock in which a written
// value is complete in the store, `epoch_o` that of an epoch. `window_o` marks the clock before chatter_max_o or pause_o is
// another one. Nothing is written during reset.
// Store: `hold_ask_i` has the hold of `hold_kind_i` on `read_o` in the next clock, and before it nobody writes; `read_i` to
// `read_o` in one clock while `read_use_i`; register reads take the clocks between.
// `sof_i` stamps value SofTick with the tick two clocks after it and SofFrame with `sof_frame_i`, complete within 6
// clocks, and within 30 where the ledger is at work (an access then takes as much longer); `row_stamp_i` stamps SnapshotTick
// with `row_tick_i`, which is still for as long as that takes. The frame stands in the upper word of its value, because its
// bytes start at an odd place of their packet.
module scan_registers #(
  parameter logic [31:0] SlotUs = adoube_pkg::FrontSlotUs[31:0],
  parameter logic [31:0] RowUs = adoube_pkg::FrontRowUs[31:0]
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        req_i,
  input  logic        write_i,
  input  logic [7:0]  addr_i,
  input  logic [31:0] wdata_i,
  output logic        ack_o,
  output logic        refused_o,
  output logic        answer_o,
  output logic [1:0]  answer_byte_o,
  input  logic        answer_done_i,
  input  logic        hold_ask_i,
  input  logic [1:0]  hold_kind_i,    // presence, touch, auxiliary
  output logic [14:0] chatter_max_o,
  output logic [17:0] pause_o,
  output logic        capture_o,
  output logic        changed_o,
  output logic        epoch_o,
  output logic        window_o,
  input  logic [31:0] row_tick_i,
  input  logic [8:0]  since_i,        // the tick is row_tick_i + 1 + since_i ...
  input  logic        tick_steady_i,  // ... and the same in the next clock
  input  logic        ledger_busy_i,  // the store is the ledger's
  input  logic [5:0]  ledger_read_i,
  input  logic        ledger_write_i,
  input  logic [5:0]  ledger_to_i,
  input  logic [15:0] ledger_data_i,
  input  logic        sof_i,
  /* verilator lint_off UNUSEDSIGNAL */  // 0 or 1,024: no other frame makes a stamp
  input  logic [10:0] sof_frame_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic        row_stamp_i,
  input  logic        read_use_i,
  input  logic [5:0]  read_i,
  output logic [15:0] read_o
);
  // Places in the store beyond the registers. Register r has its limit at 16 + r: what a written value is held against.
  localparam logic [4:0] SofFrame = 5'd17, SnapshotTick = 5'd15, SofTick = 5'd16;
  localparam logic [4:0] Limits = 5'd16;
  localparam logic [4:0] ChatterLimits = 5'd19;                // 30,000; then each hold + two scans - 1, which chatter_max must pass
  localparam logic [4:0] HoldLimit = Limits + 5'd7;            // chatter_max - two scans, which no hold may pass
  localparam logic [17:0] ScanUs = 18'(adoube_pkg::ScanSlots * SlotUs);
  localparam logic [15:0] TwoScansUs = 16'd2 * ScanUs[15:0];

  // Settings.
  logic [14:0] chatter_max_q;
  logic [17:0] pause_q;
  logic capture_q;

  // The access machine: named steps, each of two clocks or more, one a half of the value.
  typedef enum logic [2:0] {
    Rest,    // no access
    Check,   // a written value against its limit, or chatter_max against its four
    Write,   // the value goes into the store
    Derive,  // ... and what is made of it: the limit of another setting, or the scan period
    Copy,    // the tick goes into the store, in two clocks between which it is still
    Read     // the value goes out of the store, by bytes
  } step_e;
  // Flops power up as 0, which is Rest before reset too; one-hot it would be no step at all.
  (* fsm_encoding = "none" *) step_e step_q;
  step_e step_d;
  logic half_q, half_d;
  logic [1:0] which_q, which_d;  // of the four limits of chatter_max, or bytes of a half
  logic fetched_q, fetched_d;  // the store's output is the word asked for
  logic carry_q;
  logic ack_q, ack_d, refused_q, refused_d;
  logic known, writable, is_hold, is_chatter, is_pause, passes, fits;

  assign known = addr_i <= adoube_pkg::RegRowPeriod;
  assign writable = (addr_i >= adoube_pkg::RegHoldPresence && addr_i <= adoube_pkg::RegEpoch) || addr_i == adoube_pkg::RegCapture;
  assign is_chatter = addr_i[3:0] == adoube_pkg::RegChatterMax[3:0];
  assign is_pause = addr_i[3:0] == adoube_pkg::RegScanPause[3:0];
  assign is_hold = addr_i[3:2] == adoube_pkg::RegHoldPresence[3:2] && !is_chatter;

  // The bank asks when the ledger rests, or is done. The ledger goes before all others; stamps go before register accesses:
  // three clocks for a start of frame, two for a snapshot, which comes when the ledger rests.
  logic [1:0] sof_q, sof_d;
  logic [1:0] row_q, row_d;
  logic stamping, taken, held, sof_now;  // held: no clock for an access
  assign stamping = sof_q != 2'd0 || row_q != 2'd0;
  // The bank reads no limit of chatter_max: these may be written while it does.
  assign taken = ledger_busy_i || stamping || (hold_ask_i && !(is_chatter && (step_q == Write || step_q == Derive)));
  // A word once fetched is compared whoever has the store.
  assign held = taken && step_q != Rest && !(step_q == Check && fetched_q && !stamping);
  assign sof_now = sof_q != 2'd1 || tick_steady_i;

  // The one path into the store: half a value, to which a step may add something. Check takes the limit and 1 from it: a
  // carry says that the value is beyond the limit.
  logic upper, now, adds, sum_carry;
  logic [31:0] source;
  logic [15:0] given, added, sum;
  logic store_write;
  logic [4:0] store_place, read_place;
  logic [15:0] store_data, store_q;
  assign now = sof_q != 2'd0 || (step_q == Copy && row_q == 2'd0);
  assign source = stamping || step_q == Copy ? row_tick_i : wdata_i;
  assign given = upper ? source[31:16] : source[15:0];
  always_comb begin
    added = 16'd0;
    if (now) begin
      if (!upper) added = {7'd0, since_i};
    end else if (!stamping && step_q == Check) begin
      added = ~store_q;
    end else if (!stamping && step_q == Derive) begin
      if (is_chatter) added = upper ? 16'hFFFF : -TwoScansUs;
      else if (!upper) added = is_pause ? ScanUs[15:0] : TwoScansUs - 16'd1;
    end
  end
  assign {sum_carry, sum} = {1'b0, given} + {1'b0, added} + {16'd0, upper ? carry_q : now};
  // A value may reach its limit, but an epoch must pass 0 and chatter_max each hold + two scans - 1.
  assign passes = addr_i[3:0] == adoube_pkg::RegEpoch[3:0] || (is_chatter && which_q != 2'd0);
  assign fits = sum_carry == passes;

  always_comb begin
    step_d = step_q;
    half_d = half_q;
    which_d = which_q;
    fetched_d = 1'b0;
    ack_d = ack_q;
    refused_d = refused_q;
    sof_d = sof_i ? 2'd1 : sof_q;
    row_d = row_stamp_i ? 2'd1 : row_q;
    upper = half_q;
    store_write = 1'b0;
    store_place = {1'b0, addr_i[3:0]};
    store_data = sum;
    read_place = {1'b0, addr_i[3:0]};
    if (step_q == Check) read_place = is_chatter ? ChatterLimits + {3'd0, which_q} : is_hold ? HoldLimit : {1'b1, addr_i[3:0]};
    changed_o = 1'b0;
    if (ledger_busy_i) begin
      if (sof_q == 2'd2) sof_d = 2'd1;  // the halves of a tick follow each other
    end else if (sof_q != 2'd0) begin
      store_write = sof_now;
      upper = sof_q != 2'd1;
      store_place = SofTick;
      if (sof_q == 2'd3) begin
        store_place = SofFrame;
        store_data = {5'd0, sof_frame_i[10], 10'd0};
      end
      if (sof_now) sof_d = sof_q + 2'd1;
    end else if (row_q != 2'd0) begin
      store_write = 1'b1;
      upper = !row_q[0];
      store_place = SnapshotTick;
      row_d = row_q[0] ? 2'd2 : 2'd0;
    end
    if (held) begin
      // Between the two halves of a value that moves, or where the carry is lost: once more.
      if (step_q == Copy) step_d = Rest;
      if (stamping || step_q == Copy || step_q == Read) half_d = 1'b0;
      if (step_q == Read) which_d = 2'd0;
    end else begin
      unique case (step_q)
        Rest: begin
          which_d = 2'd0;
          if (req_i != ack_q) begin
            refused_d = !known || (write_i && !writable);
            if (refused_d) ack_d = req_i;
            else if (write_i) step_d = Check;
            else if (addr_i != adoube_pkg::RegTick) step_d = Read;
            else step_d = Copy;
          end
        end
        Check: begin
          fetched_d = !read_use_i && !fetched_q;
          if (fetched_q) begin
            // Beyond 16 bits no chatter_max passes the first of its limits.
            half_d = !half_q && !(is_chatter && which_q != 2'd0);
            if (!half_d) begin
              which_d = which_q + 2'd1;
              if (!fits) begin
                refused_d = 1'b1;
                ack_d = req_i;
                step_d = Rest;
              end else if (!is_chatter || which_q == 2'd3) begin
                step_d = Write;
              end
            end
          end
        end
        Read: begin
          fetched_d = !read_use_i && !(answer_done_i && which_q[0]);  // two bytes a word
          if (answer_done_i) begin
            which_d[0] = !which_q[0];
            half_d = half_q ^ which_q[0];
            if (answer_byte_o == 2'd3) begin
              ack_d = req_i;
              step_d = Rest;
            end
          end
        end
        Copy: begin
          store_write = half_q || tick_steady_i;
          half_d = !half_q && tick_steady_i;
          if (half_q) step_d = Read;
        end
        default: begin  // Write, Derive
          store_write = 1'b1;
          if (step_q == Derive) store_place = is_pause ? {1'b0, adoube_pkg::RegScanPeriod[3:0]} : {1'b1, addr_i[3:0]};
          half_d = !half_q;
          if (half_q) begin
            if (step_q == Write && (is_hold || is_chatter || is_pause)) begin
              step_d = Derive;
            end else begin
              changed_o = 1'b1;
              ack_d = req_i;
              step_d = Rest;
            end
          end
        end
      endcase
    end
  end
  assign adds = stamping || (step_q == Check ? fetched_q : !taken);
  assign epoch_o = changed_o && addr_i == adoube_pkg::RegEpoch;

  logic set;
  assign set = step_q == Write && !half_q && !taken;
`ifdef FAULT_WINDOW_LATE  // planted fault: for some clocks a smaller window is in force before the horizon is unsure
  assign window_o = changed_o && (is_chatter || is_pause);
`else
  assign window_o = set && (is_chatter || is_pause);
`endif
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q <= Rest;
      half_q <= 1'b0;
      which_q <= 2'd0;
      fetched_q <= 1'b0;
      ack_q <= 1'b0;
      refused_q <= 1'b0;
      sof_q <= 2'd0;
      row_q <= 2'd0;
      chatter_max_q <= 15'(adoube_pkg::ResetChatterMax);
      pause_q <= 18'(adoube_pkg::ResetScanPause);
      capture_q <= 1'b0;
    end else begin
      step_q <= step_d;
      half_q <= half_d;
      which_q <= which_d;
      fetched_q <= fetched_d;
      ack_q <= ack_d;
      refused_q <= refused_d;
      sof_q <= sof_d;
      row_q <= row_d;
      if (set && addr_i == adoube_pkg::RegChatterMax) chatter_max_q <= wdata_i[14:0];
      if (set && addr_i == adoube_pkg::RegScanPause) pause_q <= wdata_i[17:0];
      if (set && addr_i == adoube_pkg::RegCapture) capture_q <= wdata_i[0];
    end
  end
  always_ff @(posedge clk_i) if (adds) carry_q <= sum_carry;

  // The store.
  (* no_rw_check *) logic [15:0] store [256];
  initial begin
    for (int unsigned i = 0; i < 256; i++) store[i] = 16'd0;
    store[{adoube_pkg::RegMagic[6:0], 1'b0}] = adoube_pkg::ProtocolMagic[15:0];
    store[{adoube_pkg::RegMagic[6:0], 1'b1}] = adoube_pkg::ProtocolMagic[31:16];
    store[{adoube_pkg::RegProtocol[6:0], 1'b0}] = adoube_pkg::ProtocolVersion[15:0];
    store[{adoube_pkg::RegBuildId[6:0], 1'b0}] = adoube_pkg::ProtocolBuildId[15:0];
    store[{adoube_pkg::RegBuildId[6:0], 1'b1}] = adoube_pkg::ProtocolBuildId[31:16];
    store[{adoube_pkg::RegHoldPresence[6:0], 1'b0}] = adoube_pkg::ResetHoldPresence[15:0];
    store[{adoube_pkg::RegHoldTouch[6:0], 1'b0}] = adoube_pkg::ResetHoldTouch[15:0];
    store[{adoube_pkg::RegHoldAuxiliary[6:0], 1'b0}] = adoube_pkg::ResetHoldAuxiliary[15:0];
    store[{adoube_pkg::RegChatterMax[6:0], 1'b0}] = adoube_pkg::ResetChatterMax[15:0];
    store[{adoube_pkg::RegFifoDepth[6:0], 1'b0}] = adoube_pkg::ScanFifoDepth[15:0];
    store[{adoube_pkg::RegScanPeriod[6:0], 1'b0}] = ScanUs[15:0];
    store[{adoube_pkg::RegRowPeriod[6:0], 1'b0}] = RowUs[15:0];
    store[{2'd0, ChatterLimits, 1'b0}] = adoube_pkg::ScanChatterLimitUs[15:0];
    store[{2'd0, Limits + 5'd4, 1'b0}] = adoube_pkg::ResetHoldPresence[15:0] + TwoScansUs - 16'd1;
    store[{2'd0, Limits + 5'd5, 1'b0}] = adoube_pkg::ResetHoldTouch[15:0] + TwoScansUs - 16'd1;
    store[{2'd0, Limits + 5'd6, 1'b0}] = adoube_pkg::ResetHoldAuxiliary[15:0] + TwoScansUs - 16'd1;
    store[{2'd0, HoldLimit, 1'b0}] = adoube_pkg::ResetChatterMax[15:0] - TwoScansUs;
    store[{2'd0, Limits + 5'd8, 1'b0}] = adoube_pkg::ScanPauseMaxUs[15:0];
    store[{2'd0, Limits + 5'd8, 1'b1}] = adoube_pkg::ScanPauseMaxUs[31:16];
    store[{2'd0, Limits + 5'd13, 1'b0}] = 16'd1;  // capture
  end
  always_ff @(posedge clk_i) begin
    if (rst_ni && (ledger_busy_i ? ledger_write_i : store_write)) begin
      store[{2'd0, ledger_busy_i ? ledger_to_i : {store_place, upper}}] <= ledger_busy_i ? ledger_data_i : store_data;
    end
    store_q <= store[{2'd0, hold_ask_i ? {adoube_pkg::RegHoldPresence[4:2], hold_kind_i, 1'b0} :
                      ledger_busy_i ? ledger_read_i : read_use_i ? read_i : {read_place, half_q}}];
  end

  assign ack_o = ack_q;
  assign refused_o = refused_q;
  assign answer_o = step_q == Read && fetched_q && !taken;
  assign answer_byte_o = {half_q, which_q[0]};
  assign chatter_max_o = chatter_max_q;
  assign pause_o = pause_q;
  assign capture_o = capture_q;
  assign read_o = store_q;
`ifdef FORMAL_REGISTERS
`include "rtl/scan/formal/scan_registers.svh"
`endif
endmodule
