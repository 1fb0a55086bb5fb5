// SPDX-License-Identifier: Apache-2.0
// Properties of usb_packet_rx, included in its body for the proof. Bytes and their times are free; usb_check stands as its
// contract (check.svh). The other side of the assertions is what was heard of the packet, and a count of what was sent.
logic fv_reset_q, fv_begun_q;  // begun: a packet
logic [6:0] fv_heard_q;        // bytes after the PID, up to 127
logic [6:0] fv_sent_q;         // bytes taken since
logic fv_good_q;               // what was said of the last byte
logic [7:0] fv_pid_q, fv_one_q, fv_two_q;  // the PID, and the first two bytes after it

initial begin
  fv_reset_q = 1'b0;
  fv_begun_q = 1'b0;
  fv_heard_q = 7'd0;
  fv_sent_q = 7'd0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_begun_q <= rst_ni && (fv_begun_q || (byte_i && first_i));
  if (byte_i) begin
    fv_good_q <= good_i;
    fv_sent_q <= 7'd0;
    if (first_i) begin
      fv_heard_q <= 7'd0;
      fv_pid_q <= data_i;
    end else begin
      if (fv_heard_q == 7'd0) fv_one_q <= data_i;
      if (fv_heard_q == 7'd1) fv_two_q <= data_i;
      fv_heard_q <= fv_heard_q + {6'd0, fv_heard_q != 7'd127};
    end
  end
  if (take_i) fv_sent_q <= fv_sent_q + 7'd1;
  if (!rst_ni) begin
    fv_heard_q <= 7'd0;
    fv_sent_q <= 7'd0;
  end
  three_bytes: cover (fv_reset_q && data_o && count_o == 7'd3);
  eight_sent: cover (fv_reset_q && fv_sent_q == 7'd8);
end

always_comb begin
  // The world: a packet begins with its PID; what is sent answers one that has ended, 64 bytes at most.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!byte_i && !end_i && !take_i);
  assume (!(byte_i && end_i) && !(byte_i && take_i));
  if (!fv_begun_q) assume (!end_i && !take_i && (!byte_i || first_i));
  if (end_i || (byte_i && !first_i)) assume (fv_sent_q == 7'd0);
  if (take_i) assume (fv_heard_q == 7'd2 && fv_sent_q < 7'd64);

  if (rst_ni) begin
    // One verdict a packet, and none without its end.
    assert ({2'd0, token_o} + {2'd0, data_o} + {2'd0, handshake_o} + {2'd0, bad_o} == {2'd0, end_i});
    // No packet whose last byte was not a good end.
    if (token_o || data_o || handshake_o) assert (fv_good_q);
    if (token_o) assert (pid_o == usb_pkg::PidOut || pid_o == usb_pkg::PidIn || pid_o == usb_pkg::PidSof || pid_o == usb_pkg::PidSetup);
    if (data_o) assert (pid_o == usb_pkg::PidData0 || pid_o == usb_pkg::PidData1);
    if (handshake_o) assert (pid_o == usb_pkg::PidAck || pid_o == usb_pkg::PidNak || pid_o == usb_pkg::PidStall);
    if (fv_begun_q) assert (pid_o == fv_pid_q[3:0]);
    // A token is two bytes, and these its field; data are 0 to 64 bytes and two more, a handshake is none.
    if (token_o) assert (fv_heard_q == 7'd2 && field_o == {fv_two_q[2:0], fv_one_q});
    if (token_o) assert (count_o == 7'd0);
    if (data_o) assert (fv_heard_q >= 7'd2 && fv_heard_q <= 7'd66 && count_o == fv_heard_q - 7'd2);
    if (handshake_o) assert (fv_heard_q == 7'd0);
    // What is sent is counted from the token on.
    if (fv_sent_q != 7'd0) assert (count_o == fv_sent_q);

    // What the registers mean.
    assert (one_q == (fv_heard_q >= 7'd1) && two_q == (fv_heard_q >= 7'd2) && fv_sent_q <= 7'd64);
    if (fv_sent_q != 7'd0) assert (fv_heard_q == 7'd2);
    if (fv_heard_q <= 7'd2) assert (count_q == fv_sent_q);
    else assert (count_q == (fv_heard_q <= 7'd67 ? fv_heard_q - 7'd2 : 7'd65));
    if (fv_begun_q) assert (fv_heard_q == 7'd0 || field_q[7:0] == fv_one_q);
    if (fv_begun_q && fv_heard_q == 7'd2) assert (field_q[10:8] == fv_two_q[2:0]);
    if (fv_begun_q) assert (good_q == fv_good_q);
    if (!fv_begun_q) assert (fv_heard_q == 7'd0 && fv_sent_q == 7'd0);
  end
end
