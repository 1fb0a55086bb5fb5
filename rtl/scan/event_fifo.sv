// SPDX-License-Identifier: Apache-2.0
// Confirmed edges on their way into packets: 256 deep, in block RAM. When it is full it turns to drop mode and refuses
// every edge until `resume_i`, so that what is lost is one stretch and not a sprinkle.
//
// Contract: `push_i` is answered in the same clock: taken, or `refused_o`. `head_o` is valid while `seen_o`;
// `ready_o` follows one clock later and stays until `pop_i` (one clock, only while ready) or `clear_i`, which empties
// the FIFO and turns to drop mode.
module event_fifo #(
  parameter logic [31:0] DepthBits = 32'd8
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            push_i,
  input  logic [42:0]     event_i,
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
  // Modulo twice the depth: where the places are the same the FIFO is empty or full.
  logic [DepthBits:0] write_q, read_q;
  logic dropping_q, seen_q, ready_q, meet, full, take, give;
  assign meet = write_q[DepthBits-1:0] == read_q[DepthBits-1:0];
  assign full = meet && write_q[DepthBits] != read_q[DepthBits];
  assign empty_o = meet && write_q[DepthBits] == read_q[DepthBits];
`ifdef FAULT_FULL_LATE  // planted fault: takes one edge too many
  assign take = push_i && !dropping_q && !clear_i && !(full && read_q[DepthBits-1:0] != '0);
`else
  assign take = push_i && !dropping_q && !clear_i && !full;
`endif
  assign give = pop_i && !empty_o;
  assign refused_o = push_i && !take;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q <= '0;
      dropping_q <= 1'b0;
      seen_q <= 1'b0;
      ready_q <= 1'b0;
    end else begin
      if (clear_i || refused_o) dropping_q <= 1'b1;
      else if (resume_i) dropping_q <= 1'b0;
      if (clear_i) begin
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
    if (take) slots[write_q[DepthBits-1:0]] <= event_i;
    head_q <= slots[read_q[DepthBits-1:0]];
  end

  assign dropping_o = dropping_q;
  assign seen_o = seen_q;
  assign ready_o = ready_q;
  assign head_o = head_q;

`ifdef FORMAL_FIFO
  // One edge, chosen freely, is followed from push to pop; proved with four slots. What does not look into a slot is proved of
  // all 256 too (FORMAL_DEEP).
  (* anyseq *) logic pick;
  logic reset_q, inside_q, followed_q, refused_q, was_dropping_q, quiet_q, quiet2_q, kept_q, emptied_q, resumed_q;
  logic [42:0] kept_head_q;
  logic [DepthBits:0] before_q;
  logic [DepthBits:0] taken_q, left_q;  // edges so far, modulo twice the depth
  logic [42:0] event_q;
  logic [DepthBits-1:0] place;
  logic [DepthBits:0] count;
  logic leaves;
  assign count = write_q - read_q;
  assign leaves = pop_i && inside_q && before_q == '0;
  assign place = read_q[DepthBits-1:0] + before_q[DepthBits-1:0];
  initial begin
    reset_q = 1'b0;
    inside_q = 1'b0;
    followed_q = 1'b0;
    refused_q = 1'b0;
    was_dropping_q = 1'b0;
    quiet_q = 1'b0;
    quiet2_q = 1'b0;
    kept_q = 1'b0;
    emptied_q = 1'b0;
    resumed_q = 1'b0;
    taken_q = '0;
    left_q = '0;
  end
  always_ff @(posedge clk_i) begin
    reset_q <= 1'b1;
    refused_q <= refused_o && rst_ni;
    was_dropping_q <= dropping_q && !resume_i && rst_ni;
    quiet_q <= rst_ni && !empty_o && !pop_i && !clear_i;
    quiet2_q <= quiet_q && !pop_i && !clear_i;
    kept_q <= rst_ni && seen_q && !pop_i;
    kept_head_q <= head_q;
    emptied_q <= rst_ni && clear_i && ready_q;
    resumed_q <= rst_ni && resume_i && !refused_o && !clear_i;
    taken_q <= taken_q + {{DepthBits{1'b0}}, push_i && !refused_o};
    left_q <= clear_i ? taken_q : left_q + {{DepthBits{1'b0}}, pop_i && !emptied_q};
    if (clear_i) begin
      inside_q <= 1'b0;
    end else if (take && pick && !followed_q) begin
      inside_q <= 1'b1;
      followed_q <= 1'b1;
      event_q <= event_i;
      before_q <= count - {{DepthBits{1'b0}}, pop_i};
    end else if (inside_q && pop_i) begin
      inside_q <= before_q != '0;
      before_q <= before_q - 1'b1;
    end
    leaves_full: cover (leaves && full);
  end
  always_comb begin
    assume (rst_ni == reset_q);
    if (!rst_ni) assume (!push_i && !pop_i && !resume_i && !clear_i);
    // A record begun in the clock before an epoch takes its edge out in the clock after it (packet_composer proves this).
    assume (!pop_i || ready_q || emptied_q);
    // resume_i comes at the end of a scan, when nothing is pushed and nothing waits.
    assume (!resume_i || (dropping_q && empty_o && !push_i));
    // Before reset is over nothing has happened.
    if (!reset_q) assert (!inside_q && !followed_q && !refused_q && !was_dropping_q && !quiet_q && !quiet2_q && !kept_q && !emptied_q && taken_q == '0 && left_q == '0);
    if (rst_ni) begin
      // An edge is taken or refused, never both; refused only in drop mode, by a full FIFO or by an epoch.
      if (refused_o) assert (dropping_q || clear_i || full);
      assert (push_i == (take || refused_o) && !(take && refused_o));
      // The followed edge leaves as it came and in its turn.
`ifndef FORMAL_DEEP
      if (leaves) assert (head_q == event_q);
`endif
      if (pop_i) assert (!empty_o || emptied_q);
      // As many are inside as were taken and have neither left nor been emptied out: none leaves twice.
      assert (count == taken_q - left_q);
      if (inside_q) assert (before_q < count);
`ifndef FORMAL_DEEP
      if (inside_q) assert (slots[place] == event_q);
`endif
      // Drop mode begins with the first refused edge and ends by resume_i only.
      if (refused_q || was_dropping_q) assert (dropping_q);
`ifndef FORMAL_DROP  // takes z3 minutes there, and is proved of the FIFO alone
      if (resumed_q) assert (!dropping_q);
`endif
      // The head shows two clocks after it is there.
      if (quiet_q) assert (seen_q);
      if (quiet2_q) assert (ready_q);
      // What holds between clocks.
      assert (count <= {1'b1, {DepthBits{1'b0}}});
      assert (empty_o == (count == '0) && full == count[DepthBits]);
      if (seen_q) assert (!empty_o);
      if (ready_q) assert (seen_q);
      if (emptied_q) assert (empty_o && dropping_q);
      // The head stays until it is taken out, and one clock longer than the rest under an epoch.
`ifndef FORMAL_DEEP
      if (seen_q) assert (head_q == slots[read_q[DepthBits-1:0]]);
      if (kept_q) assert (head_q == kept_head_q);
`endif
    end
  end
`endif
endmodule
