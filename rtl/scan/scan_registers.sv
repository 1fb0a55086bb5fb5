// SPDX-License-Identifier: Apache-2.0
// The registers of rtl/protocol.toml, and the store of 32-bit values that packets and register reads are made from.
// Settings the filter needs in every clock stand in flops; everything a reader may ask for stands in one block RAM,
// two words a value: constants from power-up, settings as they are written, time stamps as they are taken.
//
// Contract: an access begins when `req_i` differs from `ack_o`; address, data and direction are still until they are
// equal again. The answer comes within 64 clocks. An unknown register, a write to a read-only one or a value out of
// range is refused and changes nothing. `changed_o` marks the clock in which a written value is complete in the store,
// `epoch_o` that of an epoch, `window_o` that of chatter_max or scan_pause.
// Store: `read_i` to `read_o` in one clock while `read_use_i`; register reads take the clocks between.
// `sof_i` stamps value SofTick with the tick two clocks after it and SofFrame with `sof_frame_i`, complete within 6
// clocks; `row_stamp_i` stamps SnapshotTick with `row_tick_i`, which is still for as long as that takes. The words of
// SnapshotTick stand in reverse order and the frame in the upper word, because their bytes start at odd places.
module scan_registers (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        req_i,
  input  logic        write_i,
  input  logic [7:0]  addr_i,
  input  logic [31:0] wdata_i,
  output logic        ack_o,
  output logic        refused_o,
  output logic [31:0] rdata_o,
  output logic [14:0] hold_presence_o,
  output logic [14:0] hold_touch_o,
  output logic [14:0] hold_auxiliary_o,
  output logic [14:0] chatter_max_o,
  output logic [17:0] pause_o,
  output logic [17:0] period_o,
  output logic        capture_o,
  output logic        changed_o,
  output logic        epoch_o,
  output logic        window_o,
  input  logic [31:0] tick_i,
  input  logic        tick_steady_i,  // tick_i is the same in the next clock
  input  logic [31:0] dropped_i,
  input  logic        busy_i,         // dropped_i may move in the next clock
  input  logic        sof_i,
  input  logic [10:0] sof_frame_i,
  input  logic        row_stamp_i,
  input  logic [31:0] row_tick_i,
  input  logic        read_use_i,
  input  logic [4:0]  read_i,
  output logic [15:0] read_o
);
  localparam logic [3:0] SofTick = 4'd13, SofFrame = 4'd14, SnapshotTick = 4'd15;
  localparam logic [17:0] ScanUs = 18'(adoube_pkg::ScanSlots * adoube_pkg::ScanSlotClocks / adoube_pkg::ScanClocksPerUs);
  localparam logic [15:0] TwoScansUs = 16'(32'd2 * adoube_pkg::ScanSlots * adoube_pkg::ScanSlotClocks / adoube_pkg::ScanClocksPerUs);

  // Settings.
  logic [14:0] hold_presence_q, hold_touch_q, hold_auxiliary_q, chatter_max_q;
  logic [17:0] pause_q;
  logic capture_q;

  // The access machine: named steps, each waiting for what it needs.
  typedef enum logic [2:0] {
    Rest,       // no access
    Check,      // a write is looked at; chatter_max against the three holds in three clocks
    WriteLow,   // the value goes into the store, lower word
    WriteHigh,
    Derive,     // scan_pause also makes scan_period, lower word (its upper word follows in ReadLow's place)
    DeriveHigh,
    ReadLow,    // the value comes out of the store
    ReadHigh
  } step_e;
  step_e step_q, step_d;
  logic [1:0] which_q, which_d;
  logic fetched_q, fetched_d;  // the store's output is the word asked for
  logic ack_q, ack_d, refused_q, refused_d;
  logic [31:0] rdata_q, rdata_d;
  logic known, writable, live, fits, narrow, capture_meant;
  logic [14:0] compared;
  logic [15:0] need, limit;

  assign capture_meant = addr_i == adoube_pkg::RegCapture;
  assign known = addr_i <= adoube_pkg::RegCapture;
  assign writable = (addr_i >= adoube_pkg::RegHoldPresence && addr_i <= adoube_pkg::RegEpoch) || capture_meant;
  assign live = addr_i == adoube_pkg::RegTick || addr_i == adoube_pkg::RegDropped;
  always_comb begin
    unique case (addr_i == adoube_pkg::RegChatterMax ? which_q : addr_i[1:0])
      2'd0: compared = hold_presence_q;
      2'd1: compared = hold_touch_q;
      default: compared = hold_auxiliary_q;
    endcase
  end
  // hold + two scans <= chatter_max <= 30,000, whichever of the two is new.
  assign narrow = wdata_i[31:15] == 17'd0;
  assign need = {1'b0, addr_i == adoube_pkg::RegChatterMax ? compared : wdata_i[14:0]} + TwoScansUs;
  assign limit = {1'b0, addr_i == adoube_pkg::RegChatterMax ? wdata_i[14:0] : chatter_max_q};
  always_comb begin
    unique case (addr_i)
      adoube_pkg::RegEpoch: fits = wdata_i != 32'd0;
      adoube_pkg::RegCapture: fits = narrow && wdata_i[14:1] == 14'd0;
      adoube_pkg::RegScanPause: fits = wdata_i <= adoube_pkg::ScanPauseMaxUs;
      adoube_pkg::RegChatterMax: fits = narrow && need <= limit && wdata_i[14:0] <= 15'(adoube_pkg::ScanChatterLimitUs);
      default: fits = narrow && need <= limit;
    endcase
  end

  // Stamps go before register accesses: three clocks for a start of frame, two for a snapshot.
  logic [1:0] sof_q, sof_d;
  logic [1:0] row_q, row_d;
  logic sof_now;
  assign sof_now = sof_q != 2'd0 && (sof_q != 2'd1 || tick_steady_i);

  logic store_write, store_apart, access_reads;  // apart: register 13, whose place in the store is a stamp's
  logic [4:0] store_word;
  logic [15:0] store_data, store_q;
  logic [17:0] period;
  assign period = pause_q + ScanUs;

  always_comb begin
    step_d = step_q;
    which_d = which_q;
    fetched_d = 1'b0;
    ack_d = ack_q;
    refused_d = refused_q;
    rdata_d = rdata_q;
    sof_d = sof_i ? 2'd1 : sof_q;
    row_d = row_stamp_i ? 2'd1 : row_q;
    store_write = 1'b0;
    store_apart = capture_meant;
    store_word = {addr_i[3:0], 1'b0};
    store_data = wdata_i[15:0];
    access_reads = 1'b0;
    changed_o = 1'b0;
    // A stamp between the two words of a value that moves: read it again.
    if ((sof_q != 2'd0 || row_q != 2'd0) && step_q == WriteHigh && !write_i) step_d = Rest;
    if (sof_q != 2'd0 || row_q != 2'd0) store_apart = 1'b0;
    if (sof_q != 2'd0) begin
      store_write = sof_now;
      unique case (sof_q)
        2'd1: begin store_word = {SofTick, 1'b0}; store_data = tick_i[15:0]; end
        2'd2: begin store_word = {SofTick, 1'b1}; store_data = tick_i[31:16]; end
        default: begin store_word = {SofFrame, 1'b1}; store_data = {5'd0, sof_frame_i}; end
      endcase
      if (sof_now) sof_d = sof_q + 2'd1;
    end else if (row_q != 2'd0) begin
      store_write = 1'b1;
      store_word = {SnapshotTick, row_q[0]};
      store_data = row_q[0] ? row_tick_i[15:0] : row_tick_i[31:16];
      row_d = row_q[0] ? 2'd2 : 2'd0;
    end else begin
      unique case (step_q)
        Rest: begin
          which_d = 2'd0;
          if (req_i != ack_q) begin
            refused_d = 1'b0;
            if (!known || (write_i && !writable)) begin
              refused_d = 1'b1;
              ack_d = req_i;
            end else if (write_i) begin
              step_d = Check;
            end else if (!live) begin
              step_d = ReadLow;
            end else if (tick_steady_i && !busy_i) begin
              // A value that moves is copied into the store first, its two words in clocks between which it is still.
              store_write = 1'b1;
              store_data = addr_i == adoube_pkg::RegTick ? tick_i[15:0] : dropped_i[15:0];
              step_d = WriteHigh;
            end
          end
        end
        Check: begin
          which_d = which_q + 2'd1;
          if (!fits) begin
            refused_d = 1'b1;
            ack_d = req_i;
            step_d = Rest;
          end else if (addr_i != adoube_pkg::RegChatterMax || which_q == 2'd2) begin
            step_d = WriteLow;
          end
        end
        WriteLow: begin
          store_write = 1'b1;
          step_d = WriteHigh;
        end
        WriteHigh: begin
          store_write = 1'b1;
          store_word = {addr_i[3:0], 1'b1};
          store_data = write_i ? wdata_i[31:16] : addr_i == adoube_pkg::RegTick ? tick_i[31:16] : dropped_i[31:16];
          if (!write_i) begin
            step_d = ReadLow;
          end else if (addr_i == adoube_pkg::RegScanPause) begin
            step_d = Derive;
          end else begin
            changed_o = 1'b1;
            ack_d = req_i;
            step_d = Rest;
          end
        end
        Derive: begin
          store_write = 1'b1;
          store_word = {adoube_pkg::RegScanPeriod[3:0], 1'b0};
          store_data = period[15:0];
          step_d = DeriveHigh;
        end
        DeriveHigh: begin
          store_write = 1'b1;
          store_word = {adoube_pkg::RegScanPeriod[3:0], 1'b1};
          store_data = {14'd0, period[17:16]};
          changed_o = 1'b1;
          ack_d = req_i;
          step_d = Rest;
        end
        ReadLow: begin
          access_reads = 1'b1;
          fetched_d = !read_use_i;
          if (fetched_q) begin
            rdata_d[15:0] = store_q;
            fetched_d = 1'b0;
            step_d = ReadHigh;
          end
        end
        default: begin  // ReadHigh
          access_reads = 1'b1;
          fetched_d = !read_use_i;
          if (fetched_q) begin
            rdata_d[31:16] = store_q;
            fetched_d = 1'b0;
            ack_d = req_i;
            step_d = Rest;
          end
        end
      endcase
    end
  end
  assign epoch_o = changed_o && addr_i == adoube_pkg::RegEpoch;
  assign window_o = changed_o && (addr_i == adoube_pkg::RegChatterMax || addr_i == adoube_pkg::RegScanPause);

  logic set;
  assign set = step_q == WriteLow && step_d == WriteHigh;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q <= Rest;
      which_q <= 2'd0;
      fetched_q <= 1'b0;
      ack_q <= 1'b0;
      refused_q <= 1'b0;
      rdata_q <= 32'd0;
      sof_q <= 2'd0;
      row_q <= 2'd0;
      hold_presence_q <= 15'(adoube_pkg::ResetHoldPresence);
      hold_touch_q <= 15'(adoube_pkg::ResetHoldTouch);
      hold_auxiliary_q <= 15'(adoube_pkg::ResetHoldAuxiliary);
      chatter_max_q <= 15'(adoube_pkg::ResetChatterMax);
      pause_q <= 18'(adoube_pkg::ResetScanPause);
      capture_q <= 1'b0;
    end else begin
      step_q <= step_d;
      which_q <= which_d;
      fetched_q <= fetched_d;
      ack_q <= ack_d;
      refused_q <= refused_d;
      rdata_q <= rdata_d;
      sof_q <= sof_d;
      row_q <= row_d;
      if (set && addr_i == adoube_pkg::RegHoldPresence) hold_presence_q <= wdata_i[14:0];
      if (set && addr_i == adoube_pkg::RegHoldTouch) hold_touch_q <= wdata_i[14:0];
      if (set && addr_i == adoube_pkg::RegHoldAuxiliary) hold_auxiliary_q <= wdata_i[14:0];
      if (set && addr_i == adoube_pkg::RegChatterMax) chatter_max_q <= wdata_i[14:0];
      if (set && addr_i == adoube_pkg::RegScanPause) pause_q <= wdata_i[17:0];
      if (set && capture_meant) capture_q <= wdata_i[0];
    end
  end

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
  end
  always_ff @(posedge clk_i) begin
    if (store_write) store[{2'd0, store_apart, store_word}] <= store_data;
    store_q <= store[{2'd0, access_reads && !read_use_i ? {capture_meant, addr_i[3:0], step_q == ReadHigh} : {1'b0, read_i}}];
  end

  assign ack_o = ack_q;
  assign refused_o = refused_q;
  assign rdata_o = rdata_q;
  assign hold_presence_o = hold_presence_q;
  assign hold_touch_o = hold_touch_q;
  assign hold_auxiliary_o = hold_auxiliary_q;
  assign chatter_max_o = chatter_max_q;
  assign pause_o = pause_q;
  assign capture_o = capture_q;
  assign period_o = period;
  assign read_o = store_q;
endmodule
