// SPDX-License-Identifier: Apache-2.0
// The power-up reset of a board.
//
// Contract: rst_no is low from power-up and released synchronously to clk12_i, 255 of its periods after `locked_i`, which one
// clock only looks at; it comes back when the clocks lose their lock.
module board_reset (
  input  logic clk12_i,
  input  logic locked_i,
  output logic rst_no
);
  logic [1:0] locked_q;
  logic [7:0] count_q;
  logic       rst_n_q;

  initial begin
    count_q = 8'd0;
    rst_n_q = 1'b0;
  end

  always_ff @(posedge clk12_i) begin
    locked_q <= {locked_q[0], locked_i};
    if (!locked_q[1]) begin
      count_q <= 8'd0;
      rst_n_q <= 1'b0;
    end else if (count_q == 8'd255) begin
      rst_n_q <= 1'b1;
    end else begin
      count_q <= count_q + 8'd1;
    end
  end

  assign rst_no = rst_n_q;
endmodule
