// SPDX-License-Identifier: Apache-2.0
// Confirmed edges on their way into packets: 256 deep, in block RAM. When it is full it turns to drop mode and refuses
// every edge until `resume_i`, so that what is lost is one stretch and not a sprinkle.
//
// Contract: `push_i` is answered in the same clock: taken, or `refused_o`. `head_o` is valid while `seen_o`;
// `ready_o` follows one clock later and stays until `pop_i` (one clock, only while ready) or `clear_i`, which empties
// the FIFO and turns to drop mode. The pointers return to zero when the FIFO runs empty, so an event leaves no trace in
// the image of a board at rest.
module event_fifo #(
  parameter logic [31:0] DepthBits = 32'd8
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            push_i,
  input  logic [42:0]     event_i,   // {onset[31:0], late, bounced, level, channel[7:0]}
  output logic            refused_o,
  output logic            dropping_o,
  input  logic            resume_i,
  input  logic            clear_i,
  output logic            empty_o,
  output logic            seen_o,
  output logic            ready_o,
  output logic [42:0]     head_o,
  input  logic            pop_i
);
  (* no_rw_check *) logic [42:0] slots [2**DepthBits];
  logic [42:0] head_q;
  logic [DepthBits-1:0] write_q, read_q;
  logic [DepthBits:0] count_q, count_d;
  logic dropping_q, seen_q, ready_q, full, take, give;

  assign full = count_q[DepthBits];
`ifdef FAULT_FULL_LATE  // planted fault: takes one edge too many
  assign take = push_i && !dropping_q && !clear_i && !(full && count_q[0]);
`else
  assign take = push_i && !dropping_q && !clear_i && !full;
`endif
  assign give = pop_i && !empty_o;
  assign refused_o = push_i && !take;
  assign empty_o = count_q == '0;
  always_comb begin
    count_d = count_q;
    if (take && !give) count_d = count_q + 1'b1;
    if (give && !take) count_d = count_q - 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q <= '0;
      count_q <= '0;
      dropping_q <= 1'b0;
      seen_q <= 1'b0;
      ready_q <= 1'b0;
    end else begin
      if (clear_i || refused_o) dropping_q <= 1'b1;
      else if (resume_i) dropping_q <= 1'b0;
      count_q <= clear_i ? '0 : count_d;
      if (clear_i || count_d == '0) begin
        write_q <= '0;
        read_q <= '0;
      end else begin
        if (take) write_q <= write_q + 1'b1;
        if (give) read_q <= read_q + 1'b1;
      end
      seen_q <= !empty_o && !pop_i && !clear_i;
      ready_q <= seen_q && !pop_i && !clear_i;
    end
  end

  // An edge written in one clock is read two clocks later at the earliest that matters (`seen_q`).
  always_ff @(posedge clk_i) begin
    if (take) slots[write_q] <= event_i;
    head_q <= slots[read_q];
  end

  assign dropping_o = dropping_q;
  assign seen_o = seen_q;
  assign ready_o = ready_q;
  assign head_o = head_q;
endmodule
