// SPDX-License-Identifier: Apache-2.0
// Receive front end, the only block at 48 MHz: samples the wires four times a bit, recovers the clock, undoes NRZI and
// stuffing, and hands over whole bytes.
//
// Contract: the wires may change at any time; they pass two flops. A byte stands still in byte_o and first_o from the flip
// of byte_toggle_o for at least seven bit times, and until the next packet's first; good_o one clock later, which says of
// all bytes so far that the PID and the CRC are right (usb_check.sv). end_toggle_o flips once for every packet that ended well: SYNC, at least
// one byte, no stuffing violation, SE0 of at least three samples, and at most one bit after the last byte (the bit that
// hubs may stretch into the EOP, USB 2.0, 7.1.9.1). A packet that broke leaves no trace but its bytes; the next first_o
// starts afresh. After a violation nothing is taken for a SYNC before SE0 or eight bit times of rest.
// While mute_i is high (the device itself drives, or is not attached) nothing is received.
// Crossing: all outputs are clk48 flops read at 12 MHz through usb_cross; byte_o, first_o and good_o are read only after
// their toggle has passed two flops. Paths from clk48 to clk12 need less than 20.8 ns.
// Two stages, so that 48 MHz is met on the slowest chip: the wires become bits (sample_q, value_q), then bits become bytes.
// Free-running: none. The phase returns to itself every four clocks, so over one bit time of rest nothing changes.
module usb_front (
  input  logic       clk48_i,
  input  logic       rst_ni,
  input  logic       dp_i,
  input  logic       dn_i,
  input  logic       mute_i,
  output logic [7:0] byte_o,
  output logic       first_o,        // byte_o is the first after SYNC: the PID
  output logic       good_o,         // the packet might end well here
  output logic       byte_toggle_o,
  output logic       end_toggle_o,
  output logic       packet_o,       // between SYNC and the end, good or bad
  output logic       se0_o,          // both wires low for at least three samples
  output logic       idle_o,         // the wires are at J
  output logic       rest_o          // observation: J, or muted, for long enough that nothing here is going to change
);
  localparam logic [1:0] Hunt   = 2'd0;  // wait for SYNC
  localparam logic [1:0] Packet = 2'd1;
  localparam logic [1:0] Dead   = 2'd2;  // wait for SE0 or rest after a violation

  // At least five of SYNC's seven zeros: a hub may eat the first ones.
`ifdef FAULT_SYNC_SHORT  // planted fault: two zeros and a one within data would begin a packet
  localparam logic [2:0] SyncZeros = 3'd2;
`else
  localparam logic [2:0] SyncZeros = 3'd5;
`endif

  logic       rst_n_q;               // the reset comes from a clk12 flop
  logic [1:0] dp_q, dn_q;
  logic       line_last_q, se0_last_q, mute_q, idle_q;
  logic [1:0] phase_q;
  logic [1:0] se0_count_q;
  logic       se0_q;
  logic [1:0] state_q, state_d;
  logic [2:0] run_q, run_d;          // zeros in Hunt, ones in Packet and Dead
  logic       level_q;               // D+ at the last sampled bit
  logic       sample_q, value_q;     // first stage: a bit was sampled; the last one was a 1
  logic       left_se0_q;            // first stage: SE0 has ended
  logic       stuffed_q, stuffed_d;  // Packet: six ones, so the next bit is no data
  logic [2:0] bit_q, bit_d;
  logic       last_q, last_d;        // the next bit of data completes a byte
  logic [7:0] shift_q, shift_d;
  logic [7:0] byte_q, byte_d;
  logic       fresh_q, fresh_d;      // no byte of this packet yet
  logic       first_q, first_d;
  logic       byte_toggle_q, byte_toggle_d;
  logic       end_toggle_q, end_toggle_d;

  logic dp, dn, line, se0, sample, value, left_se0;
  logic taken;                       // a bit of data is taken
  assign dp       = dp_q[1];
  assign dn       = dn_q[1];
  // Where the wires cross they may be equal for 14 ns (USB 2.0, 7.1.4): the line changes when both have, so that neither
  // a crossing off the middle nor one wire behind the other looks like jitter.
  assign line     = dp != dn ? dp : line_last_q;
  assign se0      = !dp && !dn;
  assign left_se0 = se0_q && !se0;
  // Two clocks after the first sample of a new level: two to three samples into the bit, so that an edge may come one
  // sample early or late and each bit is still sampled once.
  // One sample of SE0 is a crossing, and the bit before it is still due.
`ifdef FAULT_SAMPLE_LATE  // planted fault: a bit is sampled where the next may have begun
  assign sample   = phase_q == 2'd3 && !(se0 && se0_last_q);
`else
  assign sample   = phase_q == 2'd1 && !(se0 && se0_last_q);
`endif
  assign value    = line == level_q;
  assign taken    = sample_q && state_q == Packet && !stuffed_q;

  always_comb begin
    state_d       = state_q;
    run_d         = run_q;
    stuffed_d     = stuffed_q;
    bit_d         = bit_q;
    last_d        = last_q;
    shift_d       = shift_q;
    byte_d        = byte_q;
    fresh_d       = fresh_q;
    first_d       = first_q;
    byte_toggle_d = byte_toggle_q;
    end_toggle_d  = end_toggle_q;

    if (taken) begin
      shift_d = {value_q, shift_q[7:1]};
      bit_d   = bit_q + 3'd1;
      last_d  = bit_q == 3'd6;
      if (last_q) begin
        byte_d        = {value_q, shift_q[7:1]};
        first_d       = fresh_q;
        fresh_d       = 1'b0;
        byte_toggle_d = !byte_toggle_q;
      end
    end

    if (mute_q || left_se0_q) begin
      state_d = Hunt;
      run_d   = 3'd0;
      if (!mute_q && state_q == Packet && !fresh_q && bit_q[2:1] == 2'd0) end_toggle_d = !end_toggle_q;
    end else if (sample_q) begin
      case (state_q)
        Hunt: begin
          run_d = 3'd0;
          if (!value_q) begin
            run_d = run_q == 3'd7 ? 3'd7 : run_q + 3'd1;
          end else if (run_q >= SyncZeros) begin
            state_d   = Packet;
            run_d     = 3'd1;
            stuffed_d = 1'b0;
            bit_d     = 3'd0;
            last_d    = 1'b0;
            fresh_d   = 1'b1;
          end
        end
        Packet: begin
          run_d = value_q ? run_q + 3'd1 : 3'd0;
          stuffed_d = value_q && run_q == 3'd5;
          if (stuffed_q && value_q) begin
            state_d = Dead;
            run_d   = 3'd0;
          end
        end
        default: begin
          run_d = value_q ? run_q + 3'd1 : 3'd0;
          if (value_q && run_q == 3'd7) state_d = Hunt;
        end
      endcase
    end
  end

  always_ff @(posedge clk48_i) begin
    dp_q      <= {dp_q[0], dp_i};
    dn_q      <= {dn_q[0], dn_i};
    line_last_q <= line;
    se0_last_q  <= se0;
    mute_q      <= mute_i;
    idle_q      <= dp && !dn;
    phase_q     <= line != line_last_q ? 2'd0 : phase_q + 2'd1;
    if (!se0 || mute_q) se0_count_q <= 2'd0;
    else if (se0_count_q != 2'd2) se0_count_q <= se0_count_q + 2'd1;
    se0_q         <= se0 && !mute_q && se0_count_q == 2'd2;
    sample_q      <= sample && !left_se0 && !mute_q;
    left_se0_q    <= left_se0;
    if (mute_q || left_se0) begin
      level_q <= 1'b1;
      value_q <= 1'b1;
    end else if (sample) begin
      level_q <= line;
      value_q <= value;
    end
    state_q       <= state_d;
    run_q         <= run_d;
    stuffed_q     <= stuffed_d;
    bit_q         <= bit_d;
    last_q        <= last_d;
    shift_q       <= shift_d;
    byte_q        <= byte_d;
    fresh_q       <= fresh_d;
    first_q       <= first_d;
    byte_toggle_q <= byte_toggle_d;
    end_toggle_q  <= end_toggle_d;
    rst_n_q       <= rst_ni;
    if (!rst_n_q) begin  // what SYNC sets needs no reset
      dp_q          <= 2'b11;
      dn_q          <= 2'b00;
      line_last_q   <= 1'b1;
      se0_last_q    <= 1'b0;
      mute_q        <= 1'b0;
      idle_q        <= 1'b1;
      phase_q       <= 2'd0;
      se0_count_q   <= 2'd0;
      se0_q         <= 1'b0;
      state_q       <= Hunt;
      run_q         <= 3'd0;
      level_q       <= 1'b1;
      sample_q      <= 1'b0;
      value_q       <= 1'b1;
      left_se0_q    <= 1'b0;
      byte_toggle_q <= 1'b0;
      end_toggle_q  <= 1'b0;
    end
  end

  usb_check check (
    .clk_i(clk48_i), .bit_i(taken), .value_i(value_q), .pid_i(fresh_q), .position_i(bit_q), .four_i(shift_q[4]), .low_i(shift_q[2:1]),
    .first_i(first_q), .good_o(good_o)
  );

  assign byte_o        = byte_q;
  assign first_o       = first_q;
  assign byte_toggle_o = byte_toggle_q;
  assign end_toggle_o  = end_toggle_q;
  assign packet_o      = state_q == Packet;
  assign se0_o         = se0_q;
  assign idle_o        = idle_q;
  // Two samples of the wires and the one before: all the same.
  assign rest_o        = dp_q[0] == dp && dn_q[0] == dn && idle_q == (dp && !dn) && line_last_q == line && se0_last_q == se0 &&
                         mute_q == mute_i && (idle_q || mute_q) && !se0_q && se0_count_q == 2'd0 && state_q == Hunt &&
                         run_q == 3'd0 && level_q && value_q && !left_se0_q;
`ifdef FORMAL_FRONT
`include "rtl/usb/formal/front.svh"
`endif
endmodule
