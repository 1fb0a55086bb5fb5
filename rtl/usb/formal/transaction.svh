// SPDX-License-Identifier: Apache-2.0
// Properties of usb_transaction, included in its body for the proof. The decoder says one thing at a time (packet_rx.svh),
// the transmitter is busy from the clock after its start until it is done (tx.svh); packets, replies and their times are
// free. The other side of the assertions is kept here: what the host's last packet was, and what is due to follow it.
logic fv_reset_q, fv_started_q, fv_busy_q, fv_packet_q;
logic fv_open_q, fv_setup_q;        // a SETUP or OUT token for this device was the last packet: its data are due
logic fv_sent_q, fv_due_q;          // data are being sent; were sent, and no packet has ended since
logic [Endpoints-1:0] fv_named_q;   // the endpoint either is of
logic fv_in_q;                      // an IN token was answered with data in the clock before
logic [5:0] fv_quiet_q, fv_limit;   // clocks without a packet since; a packet that broke makes it near the limit
logic [5:0] fv_still_q;             // clocks in which the machine neither sends nor hears, up to 63
logic fv_in, fv_token, fv_down;
// What stands at the pins for the endpoint of a token.
logic [Endpoints-1:0] fv_named;
logic [1:0] fv_in_reply, fv_out_reply;
logic fv_in_toggle;
integer fv_i;
always_comb begin
  fv_named = '0;
  fv_in_reply = usb_pkg::ReplySilent;
  fv_out_reply = usb_pkg::ReplySilent;
  fv_in_toggle = 1'b0;
  for (fv_i = 0; fv_i < Endpoints; fv_i = fv_i + 1) begin
    if (field_i[10:7] == fv_i[3:0]) begin
      fv_named[fv_i] = 1'b1;
      fv_in_reply = in_reply_i[2*fv_i +: 2];
      fv_out_reply = out_reply_i[2*fv_i +: 2];
      fv_in_toggle = in_toggle_i[fv_i];
    end
  end
end
assign fv_down  = !rst_ni || reset_i;
assign fv_token = token_i && pid_i != usb_pkg::PidSof && field_i[6:0] == address_i && !sending;
assign fv_in    = fv_token && pid_i != usb_pkg::PidSetup && pid_i != usb_pkg::PidOut;
assign fv_limit = fv_due_q ? 6'd25 : 6'd23;

initial begin
  fv_reset_q = 1'b0;
  fv_started_q = 1'b0;
  fv_busy_q = 1'b0;
  fv_packet_q = 1'b0;
  fv_open_q = 1'b0;
  fv_sent_q = 1'b0;
  fv_due_q = 1'b0;
  fv_in_q = 1'b0;
  fv_still_q = 6'd0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_started_q <= tx_start_o && !fv_down;
  fv_busy_q <= tx_busy_i && !fv_down;
  fv_in_q <= |in_start_o && !fv_down;
  fv_packet_q <= packet_i && !fv_down;
  if (ended || sending) fv_quiet_q <= 6'd0;
  else if (!packet_i && fv_quiet_q <= fv_limit) fv_quiet_q <= fv_packet_q && fv_quiet_q != fv_limit ? {1'b0, NearLimit} : fv_quiet_q + 6'd1;
  fv_still_q <= ended || packet_i || sending ? 6'd0 : fv_still_q + {5'd0, fv_still_q != 6'd63};
  if (ended && !sending) begin
    fv_open_q <= fv_token && ((pid_i == usb_pkg::PidSetup && fv_named[0]) || (pid_i == usb_pkg::PidOut && fv_out_reply != usb_pkg::ReplySilent));
    fv_setup_q <= pid_i == usb_pkg::PidSetup;
    fv_named_q <= fv_named;
    fv_due_q <= 1'b0;
    fv_sent_q <= |in_start_o;
  end else if (fv_sent_q && !tx_busy_i) begin
    fv_sent_q <= 1'b0;
    fv_due_q <= 1'b1;
  end
  if (fv_down) begin
    fv_open_q <= 1'b0;
    fv_sent_q <= 1'b0;
    fv_due_q <= 1'b0;
  end
  acknowledged: cover (fv_reset_q && in_done_o[Endpoints-1]);
  setup_taken: cover (fv_reset_q && setup_o);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q);
  assume ({2'd0, token_i} + {2'd0, data_i} + {2'd0, handshake_i} + {2'd0, bad_i} <= 3'd1);
  if (token_i) assume (pid_i == usb_pkg::PidSetup || pid_i == usb_pkg::PidOut || pid_i == usb_pkg::PidIn || pid_i == usb_pkg::PidSof);
  if (data_i) assume (pid_i == usb_pkg::PidData0 || pid_i == usb_pkg::PidData1);
  if (handshake_i) assume (pid_i == usb_pkg::PidAck || pid_i == usb_pkg::PidNak || pid_i == usb_pkg::PidStall);
  if (fv_started_q) assume (tx_busy_i);
  else if (!fv_busy_q) assume (!tx_busy_i);
  assume (in_reply_i[1:0] != usb_pkg::ReplySilent);  // endpoint 0 always exists

  if (!fv_down) begin
    // Nothing is sent that was not asked for: only in the clock in which a packet ends, and only to an IN token of this
    // device or to data that follow its SETUP or OUT token.
    if (tx_start_o) assert (ended && !tx_busy_i && !sending);
    if (tx_start_o) assert (fv_in || (fv_open_q && data_i));
    // An IN token has the answer of its endpoint, or none.
    if (fv_in) assert (tx_start_o == (fv_in_reply != usb_pkg::ReplySilent));
    if (fv_in && fv_in_reply == usb_pkg::ReplyGood) assert (in_start_o == fv_named && tx_content_o && tx_pid_o == (fv_in_toggle ? usb_pkg::PidData1 : usb_pkg::PidData0));
    if (fv_in && fv_in_reply == usb_pkg::ReplyNak) assert (in_start_o == '0 && !tx_content_o && tx_pid_o == usb_pkg::PidNak);
    if (fv_in && fv_in_reply == usb_pkg::ReplyStall) assert (in_start_o == '0 && !tx_content_o && tx_pid_o == usb_pkg::PidStall);
    if (!fv_in) assert (in_start_o == '0 && !tx_content_o);
    // Commits happen in one clock each, to the endpoint that the token named, and never two at a time.
    assert ({1'b0, setup_o} + {1'b0, |out_o} + {1'b0, |in_start_o} + {1'b0, |in_done_o} <= 2'd1);
    if (setup_o) assert (fv_open_q && fv_setup_q && data_i && pid_i == usb_pkg::PidData0 && count_i == 7'd8 && !setup_deaf_i);
    if (out_o != '0) assert (fv_open_q && !fv_setup_q && data_i && out_o == fv_named_q);
    if (in_done_o != '0) assert (fv_due_q && handshake_i && pid_i == usb_pkg::PidAck && in_done_o == fv_named_q);
    // What comes in time is taken: SETUP whatever was before, if endpoint 0 has heard it, OUT data, and the acknowledge of data.
    if (fv_open_q && fv_quiet_q <= 6'd22 && fv_setup_q && data_i && pid_i == usb_pkg::PidData0 && count_i == 7'd8 && !setup_deaf_i) begin
      assert (setup_o && tx_start_o && tx_pid_o == usb_pkg::PidAck);
    end
    if (fv_open_q && fv_quiet_q <= 6'd22 && !fv_setup_q && data_i) assert (out_o == fv_named_q && tx_start_o);
    if (fv_due_q && fv_quiet_q <= 6'd24 && handshake_i && pid_i == usb_pkg::PidAck) assert (in_done_o == fv_named_q);
    // Data are sent from the clock after their token on, so from their first byte (packet_rx.svh).
    if (fv_in_q) assert (sending);
    // No wait without end.
    if (fv_still_q >= 6'd27) assert (state_q == WaitToken);
    if (sending) assert (tx_busy_i || fv_busy_q || fv_started_q);

    // What the states mean.
    assert (state_q <= WaitAck && fv_packet_q == packet_q);
    if (fv_packet_q) assert (fv_still_q == 6'd0);
    if (state_q == WaitSetup) assert (fv_open_q && fv_setup_q && active_q == fv_named_q);
    if (state_q == WaitOut) assert (fv_open_q && !fv_setup_q && active_q == fv_named_q);
    if (state_q == SendData) assert (fv_sent_q && active_q == fv_named_q);
    if (state_q == WaitAck) assert (fv_due_q && active_q == fv_named_q);
    if (fv_sent_q) assert (state_q == SendData);
    assert ({1'b0, fv_open_q} + {1'b0, fv_sent_q} + {1'b0, fv_due_q} <= 2'd1);
    if (fv_open_q || fv_due_q) assert (!sending);
    if (fv_open_q && !sending && fv_quiet_q <= 6'd22) assert (state_q == (fv_setup_q ? WaitSetup : WaitOut));
    if (fv_due_q && fv_quiet_q <= 6'd24) assert (state_q == WaitAck);
    if (state_q == WaitSetup || state_q == WaitOut || state_q == WaitAck) assert ({1'b0, timer_q} == fv_quiet_q && fv_quiet_q <= fv_limit);
    if (state_q == WaitSetup || state_q == WaitOut || state_q == WaitAck) assert (fv_still_q <= fv_quiet_q);
    if (!sending) assert (!tx_busy_i && !fv_started_q);
    if (state_q == WaitToken) assert (timer_q == 5'd0);
  end
end
