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
  localparam logic [2:0] Idle  = 3'd0;
  localparam logic [2:0] Sync  = 3'd1;
  localparam logic [2:0] Pid   = 3'd2;
  localparam logic [2:0] Data  = 3'd3;
  localparam logic [2:0] Crc0  = 3'd4;
  localparam logic [2:0] Crc1  = 3'd5;
  localparam logic [2:0] Eop   = 3'd6;

  logic [2:0]  state_q, state_d;
  logic [2:0]  bit_q, bit_d;
  logic [2:0]  ones_q, ones_d;
  logic [7:0]  shift_q, shift_d;
  logic [15:0] crc_q, crc_d;
  logic        content_q, content_d;
  logic        dp_q, dp_d, dn_q, dn_d, oe_q, oe_d;

  logic stuff, in_crc, value, last;
`ifdef FAULT_STUFF_LATE  // planted fault: seven ones before a stuffed bit
  assign stuff  = ones_q == 3'd7;
`else
  assign stuff  = ones_q == 3'd6;
`endif
  assign in_crc = state_q == Crc0 || state_q == Crc1;
  assign last   = bit_q == 3'd7;
  assign value  = !stuff && (state_q == Sync ? last : in_crc ? !crc_q[0] : shift_q[0]);

  always_comb begin
    state_d   = state_q;
    bit_d     = bit_q;
    ones_d    = ones_q;
    shift_d   = shift_q;
    crc_d     = crc_q;
    content_d = content_q;
    dp_d      = dp_q;
    dn_d      = dn_q;
    oe_d      = oe_q;
    take_o    = 1'b0;

    if (state_q == Idle) begin
      dp_d = 1'b1;
      dn_d = 1'b0;
      oe_d = 1'b0;
      if (start_i) begin
        state_d   = Sync;
        bit_d     = 3'd0;
        ones_d    = 3'd0;
        shift_d   = {~pid_i, pid_i};
        content_d = content_i;
      end
    end else if (state_q == Eop && !stuff) begin
      ones_d = 3'd0;
      bit_d  = bit_q + 3'd1;
      dn_d   = 1'b0;
      dp_d   = bit_q[1];
      if (bit_q[1]) state_d = Idle;
    end else begin
      oe_d   = 1'b1;
      ones_d = value ? ones_q + 3'd1 : 3'd0;
      if (!value) begin
        dp_d = !dp_q;
        dn_d = dp_q;
      end
      if (!stuff) begin
        bit_d   = bit_q + 3'd1;
        if (state_q != Sync) shift_d = {1'b0, shift_q[7:1]};
        if (state_q == Data) crc_d = {1'b0, crc_q[15:1]} ^ ((crc_q[0] ^ shift_q[0]) ? 16'hA001 : 16'h0000);
        if (in_crc) crc_d = {1'b0, crc_q[15:1]};
        if (last) begin
          case (state_q)
            Sync:    state_d = Pid;
            Pid, Data: begin
              if (state_q == Pid) crc_d = 16'hFFFF;
              if (!content_q) begin
                state_d = Eop;
              end else if (more_i) begin
                state_d = Data;
                shift_d = byte_i;
                take_o  = 1'b1;
              end else begin
                state_d = Crc0;
              end
            end
            Crc0:    state_d = Crc1;
            default: state_d = Eop;
          endcase
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    state_q   <= state_d;
    bit_q     <= bit_d;
    ones_q    <= ones_d;
    shift_q   <= shift_d;
    crc_q     <= crc_d;
    content_q <= content_d;
    dp_q      <= dp_d;
    dn_q      <= dn_d;
    oe_q      <= oe_d;
    if (!rst_ni || stop_i) begin
      state_q   <= Idle;
      bit_q     <= 3'd0;
      ones_q    <= 3'd0;
      shift_q   <= 8'd0;
      crc_q     <= 16'd0;
      content_q <= 1'b0;
      dp_q      <= 1'b1;
      dn_q      <= 1'b0;
      oe_q      <= 1'b0;
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
