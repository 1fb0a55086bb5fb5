// SPDX-License-Identifier: Apache-2.0
// Names shared by the blocks of the USB core.
/* verilator lint_off UNUSEDPARAM */  // the other half of the cut is linted with this file too
package usb_pkg;
  // Packet identifiers, low nibble as sent (USB 2.0, table 8-1).
  localparam logic [3:0] PidOut   = 4'h1;
  localparam logic [3:0] PidIn    = 4'h9;
  localparam logic [3:0] PidSof   = 4'h5;
  localparam logic [3:0] PidSetup = 4'hD;
  localparam logic [3:0] PidData0 = 4'h3;
  localparam logic [3:0] PidData1 = 4'hB;
  localparam logic [3:0] PidAck   = 4'h2;
  localparam logic [3:0] PidNak   = 4'hA;
  localparam logic [3:0] PidStall = 4'hE;

  // What an endpoint answers. An endpoint that does not exist is silent.
  localparam logic [1:0] ReplySilent = 2'd0;
  localparam logic [1:0] ReplyNak    = 2'd1;
  localparam logic [1:0] ReplyStall  = 2'd2;
  localparam logic [1:0] ReplyGood   = 2'd3;  // data to an IN token, ACK to OUT data
endpackage
/* verilator lint_on UNUSEDPARAM */
