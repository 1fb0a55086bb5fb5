// SPDX-License-Identifier: Apache-2.0
// Properties of usb_ep0, included in its body for the proof; the decoder of requests and the ROM are cut off and free. The
// transaction machine stands as its contract (transaction.svh): one commit at a time, and what was acknowledged was sent.
// The register bus acknowledges what was asked, whenever it likes.
logic fv_reset_q, fv_begun_q, fv_setup_q, fv_still_q, fv_done_q, fv_go_q, fv_busy_q;
logic fv_req_q, fv_ack_q, fv_write_q, fv_toggle_q, fv_sent_q, fv_status_q, fv_taken_q;
logic [2:0] fv_state_q, fv_count_q;
logic [6:0] fv_address_q;
logic [7:0] fv_addr_q;
logic [8:0] fv_base_q;
logic [31:0] fv_wdata_q, fv_heard_q;
logic [SizeBits-1:0] fv_left_q;

initial begin
  fv_reset_q = 1'b0;
  fv_begun_q = 1'b0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_begun_q <= fv_reset_q && !reset_i;
  fv_state_q <= state_q;
  fv_setup_q <= setup_i;
  fv_still_q <= !in_done_i && !out_i && !go && state_q != WaitRead;  // nothing was counted and no request decoded
  fv_done_q <= in_done_i;
  fv_taken_q <= out_i && count_i == 7'd4 && out_toggle_i == toggle_q;
  fv_go_q <= go;
  fv_busy_q <= busy;
  fv_req_q <= req_q;
  fv_ack_q <= reg_ack_i;
  fv_write_q <= write_q;
  fv_addr_q <= addr_q;
  fv_wdata_q <= heard_q;
  fv_toggle_q <= toggle_q;
  fv_base_q <= base_q;
  fv_left_q <= left_q;
  fv_address_q <= address_q;
  fv_status_q <= state_q == StatusIn && readdress_q;
  // An answer with data was sent since the last commit.
  fv_sent_q <= rst_ni && !reset_i && (in_start_i || (fv_sent_q && !in_done_i && !setup_i && !out_i));
  // The content of the OUT packet that is being heard.
  if (!rst_ni || !out_hear_i || out_i) fv_count_q <= 3'd0;
  else if (content_valid_i && fv_count_q != 3'd7) fv_count_q <= fv_count_q + 3'd1;
  if (content_valid_i && fv_count_q < 3'd4) fv_heard_q <= {content_i, fv_heard_q[31:8]};
  value_written: cover (fv_begun_q && state_q == WaitWrite && heard_q == 32'h12345678);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!reg_ack_i && !in_start_i && !in_done_i && !setup_i && !out_i && !out_hear_i && !content_valid_i);
  assume ({2'd0, setup_i} + {2'd0, out_i} + {2'd0, in_start_i} + {2'd0, in_done_i} + {2'd0, in_stall_i} <= 3'd1);
  assume (!(setup_hear_i && out_hear_i));
  assume (!store && !recall);  // of test builds
  if (setup_i) assume (setup_hear_i);
  if (in_start_i) assume (in_reply_o == usb_pkg::ReplyGood);
  if (in_stall_i) assume (in_reply_o == usb_pkg::ReplyStall);
  if (in_done_i) assume (fv_sent_q);
  if (fv_reset_q && reg_ack_i != fv_ack_q) assume (fv_req_q != fv_ack_q && reg_ack_i == fv_req_q);
  if (out_i) assume (out_hear_i && !content_valid_i);
  // What was heard of the packet is counted without its last two bytes (packet_rx.svh).
  if (out_hear_i && (content_valid_i || out_i)) begin
    if (fv_count_q == 3'd7) assume (second_i && count_i >= 7'd5);
    else assume (second_i == (fv_count_q >= 3'd2) && count_i == (fv_count_q >= 3'd2 ? {4'd0, fv_count_q} - 7'd2 : 7'd0));
  end
  if (setup_i) assume (!deaf_o);

  if (fv_begun_q && rst_ni) begin
    // SETUP always wins, and what it asks is decoded before anything is answered.
    if (fv_setup_q) assert (state_q == Decode);
    if (state_q == Decode) assert (in_reply_o == usb_pkg::ReplyNak);
    // What the next IN gets moves with a counted handshake alone: until then the same bytes come again, from the first on,
    // as they are counted from 0 (packet_rx.svh).
    if (fv_still_q) assert (toggle_q == fv_toggle_q && base_q == fv_base_q && left_q == fv_left_q);
    // The toggle moves with an acknowledged packet, a counted one, or a new request.
    if (toggle_q != fv_toggle_q) assert (fv_done_q || fv_taken_q || fv_go_q);
    // The address moves with the acknowledge of its status stage alone.
    if (address_q != fv_address_q) assert (fv_done_q && fv_status_q);
    // The register bus: nothing moves until the acknowledge, and no request begins before it.
    if (req_q != fv_req_q) assert (!fv_busy_q);
    if (fv_busy_q && fv_req_q != fv_ack_q) assert (req_q == fv_req_q && write_q == fv_write_q && addr_q == fv_addr_q);
    if (fv_busy_q && fv_write_q) assert (heard_q == fv_wdata_q);
    // A write is begun by a good packet of four bytes with the right toggle, and these are written.
    if (req_q != fv_req_q && !fv_go_q) assert (fv_taken_q && state_q == WaitWrite && write_q && heard_q == fv_heard_q);
    // No wait without end: what is decoded, read or written goes on with the register bus.
    if (fv_state_q == Decode && !fv_busy_q && !fv_setup_q) assert (state_q != Decode);
    if ((fv_state_q == WaitRead || fv_state_q == WaitWrite) && !fv_busy_q && !fv_setup_q) assert (state_q != fv_state_q);
  end
  if (rst_ni) begin
    // What the states mean.
    if (busy) assert (state_q != DataOut && state_q != DataIn && state_q != StatusIn);
    if (state_q == DataOut) assert (write_q && !buffer_q);
    if (state_q == Decode && fv_count_q != 3'd0) assert (deaf_q);
    // What was heard of a packet is the value; one of more than six bytes is none.
    if (state_q == DataOut && out_hear_i && !deaf_q && fv_count_q <= 3'd6) begin
      if (fv_count_q >= 3'd1) assert (heard_q[31:24] == fv_heard_q[31:24]);
      if (fv_count_q >= 3'd2) assert (heard_q[23:16] == fv_heard_q[23:16]);
      if (fv_count_q >= 3'd3) assert (heard_q[15:8] == fv_heard_q[15:8]);
      if (fv_count_q >= 3'd4) assert (heard_q == fv_heard_q);
    end
  end
end
