// SPDX-License-Identifier: Apache-2.0
// The transaction machine: one token at a time from its end to its handshake. Each state is a named wait; an event that
// is not the one waited for ends the wait and, if it is a token for this device, begins the next transaction. It is the
// only place that commits (setup_o, out_o, in_done_o); whoever hears no commit rolls back by doing nothing.
//
// Contract: endpoints are numbered from 0, each direction one bit of a vector (or one field of it); a direction that does
// not exist has ReplySilent. They answer from flops (their reply inputs are read in the clock of a token's or packet's
// end). in_start_o: an IN token is being answered with data; in_more_i and bytes are needed as usb_tx says, count_i counts them. in_done_o: the
// host acknowledged them. Answers start two clocks after the end of the packet they answer. Waits last 16 to 18 bit times
// on the wires. During reset_i nothing is heard or sent.
module usb_transaction #(
  parameter int Endpoints = 1
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        reset_i,
  // from the packet decoder
  input  logic        packet_i,
  input  logic        token_i,
  input  logic        data_i,
  input  logic        handshake_i,
  input  logic        bad_i,
  input  logic [3:0]  pid_i,
  input  logic [10:0] field_i,
  input  logic [6:0]  count_i,       // bytes of content that were heard, or sent
  // this device
  input  logic [6:0]  address_i,
  // endpoint 0
  output logic                   setup_hear_o,  // the content arriving is SETUP's
  output logic                   out_hear_o,    // the content arriving is OUT data
  input  logic                   setup_deaf_i,  // not all of it was heard: no commit and no answer
  output logic                   setup_o,       // commit: eight good bytes of SETUP
  output logic [Endpoints-1:0]   out_o,         // commit: good OUT data, answered with the reply
  input  logic [2*Endpoints-1:0] out_reply_i,   // that of endpoint 0 may depend on pid_i and count_i
  output logic [Endpoints-1:0]   in_start_o,
  output logic [Endpoints-1:0]   in_done_o,
  input  logic [2*Endpoints-1:0] in_reply_i,
  input  logic [Endpoints-1:0]   in_toggle_i,
  input  logic [Endpoints-1:0]   in_more_i,     // a byte is to follow those that were sent
  input  logic [8*Endpoints-1:0] in_byte_i,
  output logic                   in0_stall_o,   // endpoint 0 answers an IN token with STALL
  output logic                   control_o,     // the transaction under way is endpoint 0's
  // to the transmitter
  output logic        tx_start_o,
  output logic [3:0]  tx_pid_o,
  output logic        tx_content_o,
  output logic        tx_more_o,
  output logic [7:0]  tx_byte_o,
  input  logic        tx_busy_i,
  output logic        rest_o            // observation: waiting for a token, nothing counts
);

  localparam logic [2:0] WaitToken = 3'd0;
  localparam logic [2:0] WaitSetup = 3'd1;  // for the data of a SETUP token
  localparam logic [2:0] WaitOut   = 3'd2;  // for the data of an OUT token
  localparam logic [2:0] Sending   = 3'd3;  // a handshake: nothing follows
  localparam logic [2:0] SendData  = 3'd4;
  localparam logic [2:0] WaitAck   = 3'd5;

  // Clocks in a wait until the host's SYNC must have been seen: 17 bit times on the wires and the way of SYNC through
  // the receiver (8 + 2..3), less what passes before the count starts: the own J's way out, or the host's J's way in.
  // tests/rtl/usb sweeps the host's delay: 16 bit times are always in time, 18 never, at every phase.
  localparam logic [4:0] LimitAck  = 5'd25;
  localparam logic [4:0] LimitData = 5'd23;
  // A packet that broke ends a wait too. Its good end, if there is one, comes with the fall of packet_i, give or take a
  // clock of the crossing.
  localparam logic [4:0] NearLimit = 5'd22;

  logic [2:0] state_q, state_d;
  logic [Endpoints-1:0] active_q, active_d;
  logic [4:0] timer_q, timer_d;
  logic       packet_q;           // packet_i a clock ago

  logic ended, ours, sending, late;
  assign ended   = token_i || data_i || handshake_i || bad_i;
`ifdef FAULT_ANSWER_OTHERS  // planted fault: a token for another device is taken for one's own
  assign ours    = token_i && pid_i != usb_pkg::PidSof;
`else
  assign ours    = token_i && pid_i != usb_pkg::PidSof && field_i[6:0] == address_i;
`endif
  assign sending = state_q == Sending || state_q == SendData;
  assign late    = state_q == WaitAck ? timer_q == LimitAck : timer_q == LimitData;

  // The endpoint that a token names, and the one whose transaction is under way.
  logic [Endpoints-1:0] named;
  logic [1:0] in_reply, out_reply, active_reply;
  logic       in_toggle;
  logic [7:0] content;
  integer i;
  always_comb begin
    in_reply     = usb_pkg::ReplySilent;
    out_reply    = usb_pkg::ReplySilent;
    in_toggle    = 1'b0;
    active_reply = usb_pkg::ReplySilent;
    content      = 8'd0;
    for (i = 0; i < Endpoints; i = i + 1) begin
      named[i] = field_i[10:7] == i[3:0];
      if (named[i]) begin
        in_reply  = in_reply  | in_reply_i[2*i +: 2];
        out_reply = out_reply | out_reply_i[2*i +: 2];
        in_toggle = in_toggle | in_toggle_i[i];
      end
      if (active_q[i]) begin
        active_reply = active_reply | out_reply_i[2*i +: 2];
        content      = content | in_byte_i[8*i +: 8];
      end
    end
  end

  function automatic logic [3:0] handshake_pid(input logic [1:0] answer);
    handshake_pid = answer == usb_pkg::ReplyNak ? usb_pkg::PidNak : answer == usb_pkg::ReplyStall ? usb_pkg::PidStall : usb_pkg::PidAck;
  endfunction

  always_comb begin
    state_d      = state_q;
    active_d     = active_q;
    timer_d      = timer_q;
    setup_o      = 1'b0;
    out_o        = '0;
    in_start_o   = '0;
    in_done_o    = '0;
    tx_start_o   = 1'b0;
    tx_pid_o     = usb_pkg::PidAck;
    tx_content_o = 1'b0;
    in0_stall_o  = 1'b0;

    if (sending) begin
      timer_d = 5'd0;
      if (!tx_busy_i) state_d = state_q == SendData ? WaitAck : WaitToken;
    end else begin
      if (state_q != WaitToken && !packet_i) begin
        timer_d = packet_q ? NearLimit : timer_q + 5'd1;
`ifndef FAULT_WAIT_FOREVER  // planted fault: a packet that stays out is awaited for ever
        if (late) state_d = WaitToken;
`endif
      end
      if (ended) begin
        timer_d = 5'd0;
        state_d = WaitToken;
        if (state_q == WaitSetup && data_i) begin
          if (pid_i == usb_pkg::PidData0 && count_i == 7'd8 && !setup_deaf_i) begin
            setup_o    = 1'b1;
            tx_start_o = 1'b1;
            state_d    = Sending;
          end
        end else if (state_q == WaitOut && data_i) begin
          out_o      = active_q;
          tx_start_o = 1'b1;
          tx_pid_o   = handshake_pid(active_reply);
          state_d    = Sending;
        end else if (state_q == WaitAck && handshake_i) begin
`ifdef FAULT_ANY_HANDSHAKE  // planted fault: whatever the host says counts as its acknowledge
          in_done_o = active_q;
`else
          if (pid_i == usb_pkg::PidAck) in_done_o = active_q;
`endif
        end else if (ours) begin
          active_d = named;
          case (pid_i)
            usb_pkg::PidSetup: if (named[0]) state_d = WaitSetup;
            usb_pkg::PidOut:   if (out_reply != usb_pkg::ReplySilent) state_d = WaitOut;
            default: begin
              if (in_reply == usb_pkg::ReplyGood) begin
                in_start_o   = named;
                tx_start_o   = 1'b1;
                tx_content_o = 1'b1;
                tx_pid_o     = in_toggle ? usb_pkg::PidData1 : usb_pkg::PidData0;
                state_d      = SendData;
              end else if (in_reply != usb_pkg::ReplySilent) begin
                tx_start_o  = 1'b1;
                tx_pid_o    = handshake_pid(in_reply);
                in0_stall_o = named[0] && in_reply == usb_pkg::ReplyStall;
                state_d     = Sending;
              end
            end
          endcase
        end
      end
    end
    if (state_d == WaitToken) timer_d = 5'd0;
  end

  always_ff @(posedge clk_i) begin
    state_q  <= state_d;
    active_q <= active_d;
    timer_q  <= timer_d;
    packet_q <= packet_i;
    if (!rst_ni || reset_i) begin
      state_q  <= WaitToken;
      active_q <= '0;
      timer_q  <= 5'd0;
      packet_q <= 1'b0;
    end
  end

  assign setup_hear_o = state_q == WaitSetup;
  assign out_hear_o   = state_q == WaitOut;
  assign control_o    = active_q[0];
  assign tx_more_o    = (active_q & in_more_i) != '0;
  assign tx_byte_o    = content;
  assign rest_o       = state_q == WaitToken && packet_q == packet_i;
`ifdef FORMAL_TRANSACTION
`include "rtl/usb/formal/transaction.svh"
`endif
endmodule
