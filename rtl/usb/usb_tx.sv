// SPDX-License-Identifier: Apache-2.0
// Transmitter, one bit a clock at 12 MHz: SYNC, PID, content, CRC16, stuffing, EOP of two bits SE0 and one bit J.
//
// Contract: start_i for one clock while busy_o is low; the first K stands on the wires two clocks later. With
// content_i the packet carries data and a CRC16: the next byte is taken from byte_i in a clock of take_o if more_i is
// high there; byte_i and more_i must be valid seven clocks after the previous take_o, and sixteen clocks after start_i.
// stop_i (bus reset) releases the wires at once. The three line outputs are flops.
module usb_tx (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       start_i,
  input  logic       stop_i,
  input  logic [3:0] pid_i,
  input  logic       content_i,
  input  logic       more_i,
  input  logic [7:0] byte_i,
  output logic       take_o,
  output logic       busy_o,
  output logic       dp_o,
  output logic       dn_o,
  output logic       oe_o
);
  // Neighbours differ in few bits.
  localparam logic [2:0] Idle  = 3'b000;
  localparam logic [2:0] Sync  = 3'b001;
  localparam logic [2:0] Pid   = 3'b011;
  localparam logic [2:0] Data  = 3'b010;
  localparam logic [2:0] Crc0  = 3'b110;
  localparam logic [2:0] Crc1  = 3'b111;
  localparam logic [2:0] Eop   = 3'b101;

  logic [2:0]  state_q, state_d;
  logic [2:0]  bit_q;
  logic [2:0]  ones_q;
  logic [7:0]  shift_q;
  logic [15:0] crc_q;
  logic        content_q;
  logic        dp_q, dp_d, dn_q, dn_d, oe_q, oe_d;

  logic begins, stuff, ends, moves, value, last, shifts;
`ifdef FAULT_STUFF_LATE  // planted fault: seven ones before a stuffed bit
  assign stuff  = ones_q == 3'd7;
`else
  assign stuff  = ones_q == 3'd6;
`endif
  assign begins = state_q == Idle && start_i;
  assign ends   = state_q == Eop && !stuff;           // SE0, then J
  assign moves  = state_q != Idle && !stuff;          // a bit of the packet and none of stuffing
  assign last   = bit_q == 3'd7;
  assign shifts = state_q == Pid || state_q == Data;
  always_comb begin
    case (state_q)
      Sync:       value = last;
      Pid, Data:  value = !stuff && shift_q[0];
      Crc0, Crc1: value = !stuff && !crc_q[0];
      default:    value = 1'b0;
    endcase
  end
  assign take_o = moves && last && shifts && content_q && more_i;

  always_comb begin
    state_d = state_q;
    case (state_q)
      Idle:      if (start_i) state_d = Sync;
      Sync:      if (last) state_d = Pid;
      Pid, Data: if (!stuff && last) state_d = !content_q ? Eop : more_i ? Data : Crc0;
      Crc0:      if (!stuff && last) state_d = Crc1;
      Crc1:      if (!stuff && last) state_d = Eop;
      default:   if (!stuff && bit_q[1]) state_d = Idle;
    endcase
  end

  always_comb begin
    oe_d = state_q != Idle;
    dp_d = dp_q;
    dn_d = dn_q;
    if (state_q == Idle || (ends && bit_q[1])) begin
      dp_d = 1'b1;
      dn_d = 1'b0;
    end else if (ends) begin
      dp_d = 1'b0;
      dn_d = 1'b0;
    end else if (!value) begin
      dp_d = !dp_q;
      dn_d = dp_q;
    end
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    oe_q    <= oe_d;
    dp_q    <= dp_d;
    dn_q    <= dn_d;
    if (begins) begin
      bit_q     <= 3'd0;
      content_q <= content_i;
    end else if (moves) begin
      bit_q     <= bit_q + 3'd1;
    end
    ones_q  <= value ? ones_q + 3'd1 : 3'd0;
    if (begins) shift_q <= {~pid_i, pid_i};
    else if (take_o) shift_q <= byte_i;
    else if (moves && shifts) shift_q <= {1'b0, shift_q[7:1]};
    if (state_q == Pid) crc_q <= 16'hFFFF;
    else if (moves) crc_q <= {1'b0, crc_q[15:1]} ^ (state_q == Data && crc_q[0] != shift_q[0] ? 16'hA001 : 16'h0000);
    if (!rst_ni || stop_i) begin
      state_q <= Idle;
      dp_q    <= 1'b1;
      dn_q    <= 1'b0;
      oe_q    <= 1'b0;
    end
  end

  assign busy_o = state_q != Idle || oe_q;
  assign dp_o   = dp_q;
  assign dn_o   = dn_q;
  assign oe_o   = oe_q;
`ifdef FORMAL_TX
`include "rtl/usb/formal/tx.svh"
`endif
endmodule
