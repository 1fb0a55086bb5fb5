// SPDX-License-Identifier: Apache-2.0
// Packet decoder: sorts received bytes into tokens, data and handshakes by PID and length, and counts the bytes of a
// packet, also of one that is being sent.
//
// Contract: in the clock of end_i exactly one of token_o, data_o, handshake_o and bad_o is high; the fields beside them
// are valid in that clock. content_valid_o/content_o stream what follows the PID while it arrives, the CRC too; it is a
// *speculation* that only data_o makes good. data_i, first_i and good_i come from clk48 and stand still around byte_i.
// take_i counts a byte that is sent; it comes only while nothing is received, and after a token, so that the count
// begins with 0.
module usb_packet_rx (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        byte_i,
  input  logic [7:0]  data_i,
  input  logic        first_i,
  input  logic        good_i,           // PID and CRC so far are those of a packet
  input  logic        end_i,
  input  logic        take_i,
  output logic        token_o,          // SETUP, OUT, IN or SOF
  output logic        data_o,           // DATA0 or DATA1, at most 64 bytes of content
  output logic        handshake_o,
  output logic        bad_o,
  output logic [3:0]  pid_o,
  output logic [10:0] field_o,          // of a token: {endpoint, address}, or the frame number
  output logic        content_valid_o,
  output logic [7:0]  content_o,
  output logic        second_o,         // two bytes followed the PID before this one
  output logic [6:0]  count_o           // bytes that followed the PID less the two of the CRC; or those that were sent
);

  logic        good_q;
  logic [3:0]  pid_q;
  logic [10:0] field_q;
  logic        one_q, two_q;            // at least so many bytes followed the PID
  logic [6:0]  count_q;                 // 65: too many

  logic fits;
  assign fits = !(count_q[6] && count_q[0]);

  always_ff @(posedge clk_i) begin
    if (byte_i) begin
      good_q <= good_i;
      if (first_i) begin
        pid_q   <= data_i[3:0];
        one_q   <= 1'b0;
        two_q   <= 1'b0;
        count_q <= 7'd0;
      end else begin
        one_q <= 1'b1;
        two_q <= one_q;
`ifdef FAULT_FIELD_LATE  // planted fault: the second byte of a token stands for its first too
        field_q[7:0] <= data_i;
`else
        if (!one_q) field_q[7:0] <= data_i;
`endif
        field_q[10:8] <= data_i[2:0];
      end
    end
    if ((byte_i && !first_i && two_q && fits) || take_i) count_q <= count_q + 7'd1;
    if (!rst_ni) begin
      one_q   <= 1'b0;
      two_q   <= 1'b0;
      count_q <= 7'd0;
    end
  end

  logic whole;
  assign whole = end_i && good_q;

  always_comb begin
    token_o     = 1'b0;
    data_o      = 1'b0;
    handshake_o = 1'b0;
    case (pid_q)
      usb_pkg::PidOut, usb_pkg::PidIn, usb_pkg::PidSof, usb_pkg::PidSetup: token_o = whole && two_q && count_q == 7'd0;
      usb_pkg::PidData0, usb_pkg::PidData1: data_o = whole && two_q && fits;
      usb_pkg::PidAck, usb_pkg::PidNak, usb_pkg::PidStall: handshake_o = whole && !one_q;
      default: ;
    endcase
  end

  assign bad_o           = end_i && !token_o && !data_o && !handshake_o;
  assign pid_o           = pid_q;
  assign field_o         = field_q;
  assign content_valid_o = byte_i && !first_i;
  assign content_o       = data_i;
  assign second_o        = two_q;
  assign count_o         = count_q;
`ifdef FORMAL_RX
`include "rtl/usb/formal/packet_rx.svh"
`endif
endmodule
