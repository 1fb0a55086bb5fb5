// SPDX-License-Identifier: Apache-2.0
// Properties of usb_check, included in its body for the proof. usb_front stands as its contract: bits with their places,
// and a new packet at any time; values and times are free. The other side of the assertions are the PID as it came, and
// CRC5 and CRC16 of USB 2.0, 8.3.5, as they are written there: shifted left, with what remains of a packet that is right.
logic fv_begun_q;           // a packet was begun
logic fv_bit_q, fv_pid_q, fv_first_q;
logic [2:0] fv_position_q, fv_at;
logic fv_pid, fv_first;     // where the bits before have led
logic [7:0] fv_name_q;      // the PID as far as it came, the last bit in bit 7
logic [5:0] fv_count_q;     // bits after it, up to 63
logic [4:0] fv_crc5_q;
logic [15:0] fv_crc16_q;
logic fv_token, fv_right;
logic fv_good_q, fv_claim_q;  // at the last whole byte; no packet has begun since

assign fv_at    = fv_position_q + {2'd0, fv_bit_q};
assign fv_pid   = fv_pid_q && !(fv_bit_q && fv_position_q == 3'd7);
assign fv_first = fv_bit_q && fv_position_q == 3'd7 ? fv_pid_q : fv_first_q;
assign fv_token = fv_name_q[1:0] == 2'b01;
assign fv_right = fv_count_q == 6'd0 || (fv_token ? fv_crc5_q == 5'b01100 : fv_crc16_q == 16'b1000000000001101);

function automatic logic [15:0] fv_turned(input logic [15:0] word);
  integer i;
  for (i = 0; i < 16; i = i + 1) fv_turned[i] = word[15 - i];
endfunction

initial begin
  fv_begun_q = 1'b0;
  fv_claim_q = 1'b0;
  fv_bit_q = 1'b0;
end

always_ff @(posedge clk_i) begin
  fv_bit_q <= bit_i;
  fv_pid_q <= pid_i;
  fv_first_q <= first_i;
  fv_position_q <= position_i;
  if (pid_i) fv_begun_q <= 1'b1;
  if (position_i == 3'd0) begin
    fv_good_q <= fv_name_q[7:4] == ~fv_name_q[3:0] && fv_right;
    fv_claim_q <= fv_begun_q && !pid_i;
  end
  if (bit_i && pid_i) begin
    fv_name_q <= {value_i, fv_name_q[7:1]};
    fv_count_q <= 6'd0;
    fv_crc5_q <= 5'b11111;
    fv_crc16_q <= 16'hFFFF;
  end else if (bit_i) begin
    fv_count_q <= fv_count_q + {5'd0, fv_count_q != 6'd63};
    fv_crc5_q <= {fv_crc5_q[3:0], 1'b0} ^ ((fv_crc5_q[4] ^ value_i) ? 5'b00101 : 5'b00000);
    fv_crc16_q <= {fv_crc16_q[14:0], 1'b0} ^ ((fv_crc16_q[15] ^ value_i) ? 16'h8005 : 16'h0000);
  end
  good_data: cover (fv_claim_q && good_q && fv_count_q == 6'd24);
end

always_comb begin
  // The world: the bits of a packet follow each other, and between two of them a new one may begin.
  if (fv_begun_q) assume ((position_i == fv_at && pid_i == fv_pid && first_i == fv_first) ||
                          (position_i == 3'd0 && pid_i && first_i == fv_first && !bit_i));
  else assume (!bit_i && (!pid_i || position_i == 3'd0));
  if (pid_i) assume (four_i == fv_name_q[4] && low_i == fv_name_q[2:1]);

  // What is said of a packet that ends behind a whole byte.
  if (fv_claim_q) assert (good_q == fv_good_q);

  // What the registers mean.
  if (fv_begun_q && pid_i && position_i != 3'd0) begin
    assert (position_i > 3'd4 || match_q);
    if (position_i == 3'd5) assert (match_q == (fv_name_q[7] != fv_name_q[3]));
    if (position_i == 3'd6) assert (match_q == (fv_name_q[7:6] == ~fv_name_q[3:2]));
    if (position_i == 3'd7) assert (match_q == (fv_name_q[7:5] == ~fv_name_q[3:1]));
  end
  if (fv_begun_q && !pid_i) begin
    assert (token_q == fv_token && match_q == (fv_name_q[7:4] == ~fv_name_q[3:0]));
    assert (first_i == (fv_count_q < 6'd8) && (fv_count_q == 6'd63 || position_i == fv_count_q[2:0]));
    if (token_q) assert ({crc_q[0], crc_q[1], crc_q[2], crc_q[3], crc_q[4]} == fv_crc5_q);
    else assert (crc_q == fv_turned(fv_crc16_q));
  end
end
