// SPDX-License-Identifier: Apache-2.0
// The transaction machine: one token at a time from its end to its handshake. Each state is a named wait; an event that
// is not the one waited for ends the wait and, if it is a token for this device, begins the next transaction. It is the
// only place that commits (setup_o, out_o, in_done_o); whoever hears no commit rolls back by doing nothing.
//
// Contract: endpoints answer from flops (their reply inputs are read in the clock of a token's or packet's end).
// in_start_o: an IN token is being answered with data; length and bytes are needed as usb_tx says. in_done_o: the host
// acknowledged them. Answers start two clocks after the end of the packet they answer. Waits last 16 to 18 bit times on
// the wires. During reset_i nothing is heard or sent.
module usb_transaction (
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
  input  logic [6:0]  length_i,
  // this device
  input  logic [6:0]  address_i,
  // endpoint 0
  output logic        setup_hear_o,     // the content arriving is SETUP's
  output logic        out_hear_o,       // the content arriving is for OUT endpoint 0
  output logic        setup_o,          // commit: eight good bytes of SETUP
  output logic        out_o,            // commit: good OUT data, answered with out_reply_i
  input  logic [1:0]  out_reply_i,      // may depend on pid_i and length_i
  // IN endpoints: bit 0 is endpoint 0, bit 1 the event endpoint
  output logic [1:0]  in_start_o,
  output logic [1:0]  in_done_o,
  input  logic [1:0]  in0_reply_i,
  input  logic        in0_toggle_i,
  input  logic [6:0]  in0_length_i,
  input  logic [7:0]  in0_byte_i,
  input  logic [1:0]  in1_reply_i,
  input  logic        in1_toggle_i,
  input  logic [6:0]  in1_length_i,
  input  logic [7:0]  in1_byte_i,
  output logic [6:0]  index_o,          // of the byte wanted
  output logic        take0_o,          // endpoint 0's byte is taken in this clock
  // to the transmitter
  output logic        tx_start_o,
  output logic [3:0]  tx_pid_o,
  output logic        tx_content_o,
  output logic        tx_more_o,
  output logic [7:0]  tx_byte_o,
  input  logic        tx_take_i,
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

  localparam logic [31:0] TableEndpoint = adoube_pkg::UsbEventEndpoint;
  localparam logic [3:0]  EventEndpoint = TableEndpoint[3:0];

  logic [2:0] state_q, state_d;
  logic       event_q, event_d;   // the data being sent are the event endpoint's
  logic [4:0] timer_q, timer_d;
  logic [6:0] index_q, index_d;

  logic ended, ours, sending, late;
  assign ended   = token_i || data_i || handshake_i || bad_i;
  assign ours    = token_i && pid_i != usb_pkg::PidSof && field_i[6:0] == address_i;
  assign sending = state_q == Sending || state_q == SendData;
  assign late    = state_q == WaitAck ? timer_q == LimitAck : timer_q == LimitData;

  logic [3:0] endpoint;
  logic       to_event;
  logic [1:0] reply;
  assign endpoint = field_i[10:7];
  assign to_event = endpoint == EventEndpoint;
  assign reply    = to_event ? in1_reply_i : endpoint == 4'd0 ? in0_reply_i : usb_pkg::ReplySilent;

  function automatic logic [3:0] handshake_pid(input logic [1:0] answer);
    handshake_pid = answer == usb_pkg::ReplyNak ? usb_pkg::PidNak : answer == usb_pkg::ReplyStall ? usb_pkg::PidStall : usb_pkg::PidAck;
  endfunction

  always_comb begin
    state_d      = state_q;
    event_d      = event_q;
    timer_d      = timer_q;
    index_d      = index_q;
    setup_o      = 1'b0;
    out_o        = 1'b0;
    in_start_o   = 2'b00;
    in_done_o    = 2'b00;
    tx_start_o   = 1'b0;
    tx_pid_o     = usb_pkg::PidAck;
    tx_content_o = 1'b0;

    if (sending) begin
      timer_d = 5'd0;
      if (tx_take_i) index_d = index_q + 7'd1;
      if (!tx_busy_i) state_d = state_q == SendData ? WaitAck : WaitToken;
    end else begin
      if (state_q != WaitToken && !packet_i) begin
        timer_d = timer_q + 5'd1;
        if (late) state_d = WaitToken;
      end
      if (ended) begin
        timer_d = 5'd0;
        state_d = WaitToken;
        if (state_q == WaitSetup && data_i) begin
          if (pid_i == usb_pkg::PidData0 && length_i == 7'd8) begin
            setup_o    = 1'b1;
            tx_start_o = 1'b1;
            state_d    = Sending;
          end
        end else if (state_q == WaitOut && data_i) begin
          out_o      = 1'b1;
          tx_start_o = 1'b1;
          tx_pid_o   = handshake_pid(out_reply_i);
          state_d    = Sending;
        end else if (state_q == WaitAck && handshake_i) begin
          if (pid_i == usb_pkg::PidAck) in_done_o = event_q ? 2'b10 : 2'b01;
        end else if (ours) begin
          case (pid_i)
            usb_pkg::PidSetup: if (endpoint == 4'd0) state_d = WaitSetup;
            usb_pkg::PidOut:   if (endpoint == 4'd0) state_d = WaitOut;
            default: begin
              event_d = to_event;
              index_d = 7'd0;
              if (reply == usb_pkg::ReplyGood) begin
                in_start_o   = to_event ? 2'b10 : 2'b01;
                tx_start_o   = 1'b1;
                tx_content_o = 1'b1;
                tx_pid_o     = (to_event ? in1_toggle_i : in0_toggle_i) ? usb_pkg::PidData1 : usb_pkg::PidData0;
                state_d      = SendData;
              end else if (reply != usb_pkg::ReplySilent) begin
                tx_start_o = 1'b1;
                tx_pid_o   = handshake_pid(reply);
                state_d    = Sending;
              end
            end
          endcase
        end
      end
    end
    if (state_d == WaitToken) timer_d = 5'd0;
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    event_q <= event_d;
    timer_q <= timer_d;
    index_q <= index_d;
    if (!rst_ni || reset_i) begin
      state_q <= WaitToken;
      event_q <= 1'b0;
      timer_q <= 5'd0;
      index_q <= 7'd0;
    end
  end

  assign setup_hear_o = state_q == WaitSetup;
  assign out_hear_o   = state_q == WaitOut;
  assign index_o      = index_q;
  assign take0_o      = tx_take_i && !event_q;
  assign tx_more_o    = index_q != (event_q ? in1_length_i : in0_length_i);
  assign tx_byte_o    = event_q ? in1_byte_i : in0_byte_i;
  assign rest_o       = state_q == WaitToken;
endmodule
