// SPDX-License-Identifier: Apache-2.0
// Packet decoder: sorts received bytes into tokens, data and handshakes and checks PID, length, CRC5 and CRC16.
//
// Contract: in the clock of end_i exactly one of token_o, data_o, handshake_o and bad_o is high; the fields beside them
// are valid in that clock. content_valid_o/content_o stream the content of a data packet while it arrives, two bytes
// late, so that the CRC is never part of it; they are a *speculation* that only data_o makes good.
module usb_packet_rx (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        byte_i,
  input  logic [7:0]  data_i,
  input  logic        first_i,
  input  logic        end_i,
  output logic        token_o,          // SETUP, OUT, IN or SOF
  output logic        data_o,           // DATA0 or DATA1, at most 64 bytes of content
  output logic        handshake_o,
  output logic        bad_o,
  output logic [3:0]  pid_o,
  output logic [10:0] field_o,          // of a token: {endpoint, address}, or the frame number
  output logic        content_valid_o,
  output logic [7:0]  content_o,
  output logic [6:0]  length_o          // bytes of content
);

  // What remains in the registers after a packet whose CRC is right (USB 2.0, 8.3.5: 01100 and 1000000000001101,
  // bit-reversed here because the registers shift right).
  localparam logic [4:0]  Crc5Good  = 5'h06;
  localparam logic [15:0] Crc16Good = 16'hB001;
  localparam logic [6:0]  CountMax  = 7'd127;

  function automatic logic [4:0] crc5_next(input logic [4:0] crc, input logic [7:0] data);
    integer i;
    crc5_next = crc;
    for (i = 0; i < 8; i = i + 1)
      crc5_next = {1'b0, crc5_next[4:1]} ^ ((crc5_next[0] ^ data[i]) ? 5'h14 : 5'h00);
  endfunction

  function automatic logic [15:0] crc16_next(input logic [15:0] crc, input logic [7:0] data);
    integer i;
    crc16_next = crc;
    for (i = 0; i < 8; i = i + 1)
      crc16_next = {1'b0, crc16_next[15:1]} ^ ((crc16_next[0] ^ data[i]) ? 16'hA001 : 16'h0000);
  endfunction

  logic [7:0]  pid_q, older_q, newer_q;
  logic [6:0]  count_q;                 // bytes after the PID, saturating
  logic [4:0]  crc5_q;
  logic [15:0] crc16_q;

  always_ff @(posedge clk_i) begin
    if (byte_i) begin
      if (first_i) begin
        pid_q   <= data_i;
        count_q <= 7'd0;
        crc5_q  <= 5'h1F;
        crc16_q <= 16'hFFFF;
      end else begin
        older_q <= newer_q;
        newer_q <= data_i;
        crc5_q  <= crc5_next(crc5_q, data_i);
        crc16_q <= crc16_next(crc16_q, data_i);
        if (count_q != CountMax) count_q <= count_q + 7'd1;
      end
    end
    if (!rst_ni) begin
      pid_q   <= 8'd0;
      older_q <= 8'd0;
      newer_q <= 8'd0;
      count_q <= 7'd0;
      crc5_q  <= 5'd0;
      crc16_q <= 16'd0;
    end
  end

  logic whole;
`ifdef FAULT_PID_UNCHECKED  // planted fault: the complement of a PID is not looked at
  assign whole = end_i;
`else
  assign whole = end_i && pid_q[7:4] == ~pid_q[3:0];
`endif

  always_comb begin
    token_o     = 1'b0;
    data_o      = 1'b0;
    handshake_o = 1'b0;
    case (pid_q[3:0])
      usb_pkg::PidOut, usb_pkg::PidIn, usb_pkg::PidSof, usb_pkg::PidSetup: token_o = whole && count_q == 7'd2 && crc5_q == Crc5Good;
      usb_pkg::PidData0, usb_pkg::PidData1: data_o = whole && count_q >= 7'd2 && count_q <= 7'd66 && crc16_q == Crc16Good;
      usb_pkg::PidAck, usb_pkg::PidNak, usb_pkg::PidStall: handshake_o = whole && count_q == 7'd0;
      default: ;
    endcase
  end

  assign bad_o           = end_i && !token_o && !data_o && !handshake_o;
  assign pid_o           = pid_q[3:0];
  assign field_o         = {newer_q[2:0], older_q};
  assign content_valid_o = byte_i && !first_i && count_q >= 7'd2;
  assign content_o       = older_q;
  assign length_o        = count_q - 7'd2;
`ifdef FORMAL_RX
`include "rtl/usb/formal/packet_rx.svh"
`endif
endmodule
