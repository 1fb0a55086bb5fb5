// SPDX-License-Identifier: Apache-2.0
// Makes the packets, one at a time: chooses what is next, composes it, offers it, freezes it when the bus asks and lets
// it go when the host has it.
//
// Next is, in this order: a hello that waits before a snapshot; a drop report; a snapshot; a hello or heartbeat when no
// edge waits or eight event packets have gone before it; edges; a horizon alone, where it has come to exceed the largest
// onset sent. A packet of edges is offered with its first edge and takes more until it is frozen; every other packet is
// composed whole before it is offered. Sequence numbers are given when a packet is begun, which is the order in which
// packets leave.
//
// Contract: `offer_o` flips when a packet starts to wait; `frozen_o` follows `freeze_i` within 12 clocks; from then to
// the flip of `free_i` packet and `len_o` are still. An epoch (`epoch_i`) resets the sequence for the next packet; a
// packet that is begun by then leaves as it is, with its old number, and the host discards it.
// The answer to a register read goes the same way into the packet buffer, behind the packet: with `answer_i` a byte of
// `store_i` is written in this clock if the packet leaves room for it (`answer_done_o`).
module packet_composer #(
  parameter logic [31:0] SlotUs = adoube_pkg::FrontSlotUs[31:0]
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  // bus
  output logic            offer_o,
  input  logic            freeze_i,
  output logic            frozen_o,
  output logic [6:0]      len_o,
  input  logic            free_i,
  // packet buffer
  output logic [1:0]      write_o,
  output logic [5:0]      word_o,
  output logic [15:0]     data_o,
  // edges
  input  logic            seen_i,
  input  logic            ready_i,
  input  logic            empty_i,
  input  logic [42:0]     head_i,         // {onset[31:0], late, bounced, level, channel[7:0]}
  output logic            pop_o,
  // horizon
  input  logic [31:0]     settled_i,
  input  logic            unsure_i,
  input  logic [14:0]     chatter_max_i,
  output logic            clean_o,        // no packet holds edges that are still open, none is being composed
  // what wants to be said
  input  logic            hello_i,        // a pulse each
  input  logic            heartbeat_i,
  input  logic            snapshot_i,
  input  logic            epoch_i,
  input  logic            changed_i,
  input  logic            hold_off_i,     // do not begin a packet
  output logic            heartbeat_busy_o,
  // sources of fields
  input  logic            dropped_any_i,
  input  logic            dropped_now_i,
  output logic            dropped_clear_o,
  output logic [4:0]      level_index_o,
  input  logic [7:0]      level_i,
  output logic            level_turn_o,   // the edge's: it is told now
  output logic            store_use_o,
  output logic [5:0]      store_o,
  input  logic [15:0]     store_i,
  input  logic            answer_i,
  input  logic [1:0]      answer_byte_i,  // which of the four
  output logic            answer_done_o,
  input  logic            bank_busy_i,    // store and counts are the bank's
  output logic [7:0]      count_index_o,
  output logic            count_clear_o,
  input  logic [7:0]      count_i
);
  localparam logic [3:0] MostEdges = 4'd13;
  localparam logic [3:0] PutOffLimit = 4'd8;
  localparam logic [15:0] TwoScansUs = 16'(32'd2 * adoube_pkg::ScanSlots * SlotUs);
  localparam logic [19:0] UnsureUs = 20'd524288;  // older than any departure can get under any setting: 2^19 us
  localparam logic [7:0] CountsAHeartbeat = 8'd17;
  localparam logic [5:0] FirstField = 6'd8;

  typedef enum logic [3:0] {
    Idle,      // nothing begun
    Number,    // sequence number into the packet
    Open,      // edges may be added; the bus may freeze
    Record,    // first word of an edge
    Offset,    // second word
    Close,     // the instant of the horizon: its offset
    Horizon,   // first word of its record
    Header,    // of any packet: type and count
    BaseLow,
    BaseHigh,
    Address,   // a byte of a packet of fields: its source is addressed ...
    Byte,      // ... and written
    Wait,      // composed, offered
    Frozen     // until the host has it
  } state_e;
  state_e state_q, state_d;

  logic [3:0] type_q, type_d;
  logic [3:0] edges_q, edges_d;
  logic [15:0] seq_q, seq_d;
  // Base and largest onset stand inverted: a subtraction whose subtrahend is inverted already costs half the cells.
  logic [31:0] not_base_q, not_base_d, base_q, not_largest_q, not_largest_d;
  logic owed_q, owed_d;          // edges were sent up to largest_q and no packet has promised more than that
  logic offer_q, offer_d, frozen_q, frozen_d;
  logic [6:0] len_q, len_d;
  logic [5:0] index_q, index_d;
  logic promise_q, promise_d;
  logic hello_q, hello_d, heartbeat_q, heartbeat_d, report_q, report_d, snapshot_q, snapshot_d;
  logic [3:0] put_off_q, put_off_d;
  logic [7:0] first_q, first_d;

  logic [31:0] onset;
  logic late, bounced, level;
  logic [7:0] channel;
  assign {onset, late, bounced, level, channel} = head_i;

  // The horizon of this instant, relative to what has been said. Edges wait where the FIFO shows one; right after an edge
  // was taken out it shows none although it may hold more, so a packet of edges that closes asks whether it is empty.
  // (An edge on its way into the FIFO was confirmed after the last scan end, so `settled_i` is true of it.)
  //
  // One subtraction serves every question: how far `given` lies past the largest onset. It is the head of the FIFO while
  // records are added (newer?), `settled_i` where no edge waits (may it be promised?); and where edges wait the width of
  // the window in which they can have begun, which gives largest - window.
  logic [31:0] given, past, point, base_new, ahead;
  logic [19:0] window;
  logic adding, waiting, beyond, offered, freeze, composing, heading, edges_only;
  assign adding = state_q == Open || state_q == Offset;
`ifdef FAULT_HORIZON_AHEAD  // planted fault: promises the settled tick while edges still wait
  assign waiting = 1'b0;
`else
  assign waiting = state_q == Close ? edges_q != 4'd0 && !empty_i : state_q == Idle && ready_i;
`endif
  assign window = unsure_i ? UnsureUs : {4'd0, {1'b0, chatter_max_i} + TwoScansUs};
  assign given = adding ? onset : waiting ? {12'd0, window} : settled_i;
  assign past = given + not_largest_q;  // given - largest - 1
  assign beyond = !past[31];
  // The head of the FIFO, or the horizon; placed against the base ...
  assign point = waiting ? ~past : given;
  assign ahead = point + not_base_q + 32'd1;
  // ... or the base itself: of a packet of edges half the range of an offset below it.
  assign base_new = point - {16'd0, state_q != Idle, 15'd0};
  assign base_q = ~not_base_q;
  assign offered = offer_q != free_i;
  assign freeze = freeze_i != frozen_q;
  assign clean_o = state_q == Idle || state_q == Wait || state_q == Frozen;
  assign edges_only = type_q == adoube_pkg::PacketEvent;
  assign heading = state_q == Header || state_q == BaseLow || state_q == BaseHigh;
  assign composing = state_q == Address || state_q == Byte || (heading && !edges_only);

  // In these states nothing of a packet is written.
  assign answer_done_o = answer_i && (state_q == Idle || state_q == Open || state_q == Address || state_q == Wait || state_q == Frozen);

  // Fields of the packets that are not of edges, by byte index, which begins behind the base.
  logic is_hello, is_report, in_store, in_levels, in_counts, odd;
  logic [5:0] turned;
  logic [5:0] store_word;
  logic [7:0] field;
  assign is_hello = type_q == adoube_pkg::PacketHello;
  assign is_report = type_q == adoube_pkg::PacketDropReport;
  // Behind the levels (snapshot, heartbeat) and the values of the store only a heartbeat has more: counts.
  assign in_store = is_hello || is_report || answer_done_o;
  assign in_levels = !in_store && index_q < 6'd25;
  assign in_counts = !in_store && index_q >= 6'd36;
  // Values of the store. hello: 1 to 7, then 9, from byte 8 on; drop report: 26 to 28. Others: byte 25 is byte 2 of a value.
  assign turned = index_q + 6'd1;
  always_comb begin
    if (is_hello) store_word = {1'b0, index_q[5:2] == 4'd9 ? adoube_pkg::RegEpoch[3:0] : index_q[5:2] - 4'd1, index_q[1]};
    else if (is_report) store_word = {2'b11, index_q[4:1]};
    else if (type_q == adoube_pkg::PacketSnapshot) store_word = {5'd15, !turned[1]};
    else store_word = {turned[5:2] == 4'd6 ? 5'd17 : turned[5:2] == 4'd7 ? 5'd16 : adoube_pkg::RegScanPeriod[4:0], turned[1]};
  end
  assign odd = answer_done_o ? answer_byte_i[0] : in_store ? index_q[0] : turned[0];
  always_comb begin
    if (in_levels) field = level_i;
    else if (in_counts) field = count_i;
    else if (!in_store && index_q == 6'd35) field = first_q;
    else field = odd ? store_i[15:8] : store_i[7:0];
  end
  assign store_o = store_word;
  assign store_use_o = state_q == Address && !bank_busy_i;
  assign level_index_o = composing ? index_q[4:0] - 5'd8 : channel[7:3];
  assign count_index_o = first_q + {2'd0, index_q - 6'd36};

  logic [6:0] len_fixed;
  always_comb begin
    unique case (type_q)
      adoube_pkg::PacketSnapshot: len_fixed = adoube_pkg::LengthSnapshot;
      adoube_pkg::PacketHeartbeat: len_fixed = adoube_pkg::LengthHeartbeat;
      adoube_pkg::PacketHello: len_fixed = adoube_pkg::LengthHello;
      default: len_fixed = adoube_pkg::LengthDropReport;
    endcase
  end

  always_comb begin
    state_d = state_q;
    type_d = type_q;
    edges_d = edges_q;
    seq_d = seq_q;
    not_base_d = not_base_q;
    not_largest_d = not_largest_q;
    owed_d = owed_q;
    offer_d = offer_q;
    frozen_d = frozen_q;
    len_d = len_q;
    index_d = index_q;
    promise_d = promise_q;
    hello_d = hello_q;
    heartbeat_d = heartbeat_q;
    report_d = report_q;
    snapshot_d = snapshot_q;
    put_off_d = put_off_q;
    first_d = first_q;
    write_o = answer_done_o ? {answer_byte_i[0], !answer_byte_i[0]} : 2'b00;
    word_o = answer_done_o ? {5'b10000, answer_byte_i[1]} : {1'b0, index_q[5:1]};
    data_o = {field, field};
    pop_o = 1'b0;
    dropped_clear_o = 1'b0;
    level_turn_o = 1'b0;
    count_clear_o = 1'b0;

    // Where nothing sent is unsettled, the head of the FIFO is the measure of the horizon of what waits.
    if (seen_i && !owed_q && edges_q == 4'd0) not_largest_d = ~onset;

    unique case (state_q)
      Idle: begin
        index_d = FirstField;
        if (!hold_off_i && !epoch_i) begin
          state_d = Number;
          if (hello_q && (!ready_i || put_off_q == PutOffLimit || report_q || snapshot_q)) begin
            type_d = adoube_pkg::PacketHello;
            hello_d = 1'b0;
            if (!heartbeat_q) put_off_d = 4'd0;
          end else if (report_q) begin
            type_d = adoube_pkg::PacketDropReport;
            report_d = 1'b0;
          end else if (snapshot_q) begin
            type_d = adoube_pkg::PacketSnapshot;
            snapshot_d = 1'b0;
          end else if (heartbeat_q && (!ready_i || put_off_q == PutOffLimit)) begin
            type_d = adoube_pkg::PacketHeartbeat;
            heartbeat_d = 1'b0;
            if (!hello_q) put_off_d = 4'd0;
          end else if (ready_i || (owed_q && beyond)) begin
            type_d = adoube_pkg::PacketEvent;
          end else begin
            state_d = Idle;
          end
          // Every packet but that of edges has the horizon as its base; a promise beyond the largest onset settles it.
          if (state_d == Number && type_d != adoube_pkg::PacketEvent) begin
            not_base_d = ~base_new;
            if (!waiting && beyond) owed_d = 1'b0;
          end
        end
      end
      Number: begin
        write_o = 2'b11;
        word_o = 6'd1;
        data_o = seq_q;
        seq_d = seq_q + 16'd1;
        if (edges_only) begin
          state_d = Open;
          if (owed_q && beyond && !offered) offer_d = !offer_q;
        end else begin
          state_d = Header;
        end
      end
      Address: begin
        // While the bank does not walk: the ledger uses the store then, and none is counted between reading and clearing.
        if (!bank_busy_i) state_d = Byte;
      end
      Byte: begin
        write_o = {index_q[0], !index_q[0]};
        count_clear_o = in_counts;
        index_d = index_q + 6'd1;
        state_d = Address;
        if ({1'b0, index_d} == len_q) begin
          state_d = Wait;
          offer_d = !offer_q;
          if (is_report) dropped_clear_o = 1'b1;
          if (type_q == adoube_pkg::PacketHeartbeat) first_d = first_q == 8'd119 ? 8'd0 : first_q + CountsAHeartbeat;
        end
      end
      Open: begin
        if (ready_i && !epoch_i && edges_q != MostEdges && (edges_q == 4'd0 || (!freeze && ahead[31:16] == 16'd0))) begin
          if (edges_q == 4'd0) not_base_d = ~base_new;
          state_d = Record;
        end else if (freeze) begin
          state_d = Close;
        end else if (edges_q == 4'd0 && !offered) begin
          state_d = Idle;  // an epoch emptied the FIFO under a packet just begun; the number is reset too
        end
      end
      Record: begin
        write_o = 2'b11;
        word_o = {1'b0, 5'd4 + {edges_q, 1'b0}};
        data_o = {5'd0, late, bounced, level, channel};
        state_d = Offset;
      end
      Offset: begin
        write_o = 2'b11;
        word_o = {1'b0, 5'd5 + {edges_q, 1'b0}};
        data_o = ahead[15:0];
        level_turn_o = 1'b1;
        edges_d = edges_q + 4'd1;
        if (beyond) not_largest_d = ~onset;
`ifdef FAULT_POP_LOST  // planted fault: the first edge of a packet is sent twice
        pop_o = edges_q != 4'd0;
`else
        pop_o = 1'b1;
`endif
        if (!offered) offer_d = !offer_q;
        state_d = Open;
      end
      Close: begin
        write_o = 2'b11;
        word_o = {1'b0, 5'd5 + {edges_q, 1'b0}};
        if (edges_q == 4'd0) begin
          not_base_d = ~base_new;
          data_o = 16'd32768;
          promise_d = 1'b1;
          owed_d = 1'b0;
        end else begin
          promise_d = !ahead[31];
          data_o = ahead[31] ? 16'd0 : ahead[30:16] != 15'd0 ? 16'hFFFF : ahead[15:0];
          // A promise cut short by the range of the offset does not settle what is owed.
          owed_d = waiting || !beyond || ahead[30:16] != 15'd0;
        end
        state_d = Horizon;
      end
      Horizon: begin
        write_o = 2'b11;
        word_o = {1'b0, 5'd4 + {edges_q, 1'b0}};
        data_o = {7'd0, promise_q, 8'(adoube_pkg::ScanHorizonChannel)};
        state_d = Header;
      end
      Header: begin
        write_o = 2'b11;
        word_o = 6'd0;
        data_o = {edges_only ? {4'd0, edges_q + 4'd1} : type_q == adoube_pkg::PacketHeartbeat ? CountsAHeartbeat : 8'd0,
                  type_q, adoube_pkg::ProtocolVersion[3:0]};
        len_d = edges_only ? {1'b0, edges_q, 2'd0} + 7'd12 : len_fixed;
        state_d = BaseLow;
      end
      BaseLow: begin
        write_o = 2'b11;
        word_o = 6'd2;
        data_o = base_q[15:0];
        state_d = BaseHigh;
      end
      BaseHigh: begin
        write_o = 2'b11;
        word_o = 6'd3;
        data_o = base_q[31:16];
        state_d = Address;
        if (edges_only) begin
          frozen_d = !frozen_q;
          state_d = Frozen;
        end
      end
      Wait: begin
        if (freeze) begin
          frozen_d = !frozen_q;
          state_d = Frozen;
        end
      end
      default: begin  // Frozen
        if (!offered) begin
          state_d = Idle;
          edges_d = 4'd0;
          if (edges_only && (hello_q || heartbeat_q) && put_off_q != PutOffLimit) put_off_d = put_off_q + 4'd1;
        end
      end
    endcase

    // A hello tells what is in force when it leaves, and a report all that was refused: what changes under a packet
    // being composed begins it anew behind its number.
    if (composing && ((is_hello && changed_i) || (is_report && dropped_now_i))) begin
      state_d = Header;
      index_d = FirstField;
      offer_d = offer_q;
      dropped_clear_o = 1'b0;
    end

    if (hello_i) hello_d = 1'b1;
    if (heartbeat_i) heartbeat_d = 1'b1;
    if (snapshot_i) begin
      snapshot_d = 1'b1;
      report_d = dropped_any_i;
    end
    if (epoch_i) begin
      // A hello being composed carries the new epoch already, and must have the new number.
      hello_d = 1'b1;
      report_d = 1'b0;
      snapshot_d = 1'b0;
      seq_d = 16'd0;
      dropped_clear_o = 1'b1;
      if ((state_q == Number || composing) && is_hello) state_d = Idle;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= Idle;
      type_q <= 4'd0;
      edges_q <= 4'd0;
      seq_q <= 16'd0;
      not_base_q <= 32'hFFFF_FFFF;
      not_largest_q <= 32'hFFFF_FFFF;
      owed_q <= 1'b0;
      offer_q <= 1'b0;
      frozen_q <= 1'b0;
      len_q <= 7'd0;
      index_q <= 6'd0;
      promise_q <= 1'b0;
      hello_q <= 1'b0;
      heartbeat_q <= 1'b0;
      report_q <= 1'b0;
      snapshot_q <= 1'b0;
      put_off_q <= 4'd0;
      first_q <= 8'd0;
    end else begin
      state_q <= state_d;
      type_q <= type_d;
      edges_q <= edges_d;
      seq_q <= seq_d;
      not_base_q <= not_base_d;
      not_largest_q <= not_largest_d;
      owed_q <= owed_d;
      offer_q <= offer_d;
      frozen_q <= frozen_d;
      len_q <= len_d;
      index_q <= index_d;
      promise_q <= promise_d;
      hello_q <= hello_d;
      heartbeat_q <= heartbeat_d;
      report_q <= report_d;
      snapshot_q <= snapshot_d;
      put_off_q <= put_off_d;
      first_q <= first_d;
    end
  end

  assign offer_o = offer_q;
  assign frozen_o = frozen_q;
  assign len_o = len_q;
  assign heartbeat_busy_o = type_q == adoube_pkg::PacketHeartbeat && (state_q == Number || composing);
`ifdef FORMAL_COMPOSER
`include "rtl/scan/formal/packet_composer.svh"
`endif
endmodule
