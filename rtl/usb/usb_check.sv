// SPDX-License-Identifier: Apache-2.0
// Checks a packet bit by bit while it is received: its PID against the complement, its content by the CRC5 of tokens or the
// CRC16 of data, which share one register.
//
// Contract: bit_i says that value_i is a bit of a byte (none of stuffing), position_i which, four_i the bit four before it.
// pid_i is high in the packet's first byte, in whose last bit low_i holds its lowest two; first_i is high after it, until
// the second byte is complete. good_o says that a packet that ends there is one (a handshake, after the PID; of tokens and
// data it says nothing about their length): from the second clock after the last bit of a byte until the next byte is
// complete, so that a bit that dribbles behind the last byte does not count.
module usb_check (
  input  logic       clk_i,
  input  logic       bit_i,
  input  logic       value_i,
  input  logic       pid_i,
  input  logic [2:0] position_i,
  input  logic       four_i,
  input  logic [1:0] low_i,
  input  logic       first_i,
  output logic       good_o
);

  // What remains in the register after a packet whose CRC is right (USB 2.0, 8.3.5: 01100 and 1000000000001101,
  // bit-reversed here because it shifts right).
  localparam logic [4:0]  Crc5Good  = 5'h06;
  localparam logic [15:0] Crc16Good = 16'hB001;

  logic [15:0] crc_q;    // the CRC5 in its low bits
  logic        token_q;  // what the PID announces
  logic        match_q;  // the PID's upper bits are the complement of its lower ones
  logic        good_q;

  logic one, right;
  assign one = crc_q[0] ^ value_i;
  assign right = token_q ? crc_q[4:0] == Crc5Good : crc_q == Crc16Good;

  always_ff @(posedge clk_i) begin
    if (bit_i) begin
      if (pid_i) begin
        crc_q   <= 16'hFFFF;
        token_q <= low_i == 2'b01;
`ifdef FAULT_PID_UNCHECKED  // planted fault: the complement of a PID is not looked at
        match_q <= 1'b1;
`else
        match_q <= !position_i[2] || (match_q && value_i != four_i);
`endif
      end else begin
        crc_q <= {one, crc_q[15], crc_q[14] ^ one, crc_q[13:6], token_q ? one : crc_q[5],
                  crc_q[4], crc_q[3] ^ (token_q && one), crc_q[2], crc_q[1] ^ (!token_q && one)};
      end
    end
    if (position_i == 3'd0) good_q <= match_q && (first_i || right);
  end

  assign good_o = good_q;
`ifdef FORMAL_CHECK
`include "rtl/usb/formal/check.svh"
`endif
endmodule
