// SPDX-License-Identifier: Apache-2.0
// What scripts/formal puts in the place of cells of yosys (techmap).

// A cover that is reached is an assertion of its opposite that breaks.
module \$cover (input A, input EN);
  \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule

// A memory of which one word is followed, that at the address of its first read port, which must not change; other words
// read as anything. So a proof for a word chosen freely holds for all of them, at the price of one.
module \$mem_v2 (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
  parameter MEMID = "";
  parameter signed SIZE = 4;
  parameter signed OFFSET = 0;
  parameter signed ABITS = 2;
  parameter signed WIDTH = 8;
  parameter signed INIT = 1'bx;
  parameter signed RD_PORTS = 1;
  parameter RD_CLK_ENABLE = 1'b0;
  parameter RD_CLK_POLARITY = 1'b0;
  parameter RD_TRANSPARENCY_MASK = 1'b0;
  parameter RD_COLLISION_X_MASK = 1'b0;
  parameter RD_WIDE_CONTINUATION = 1'b0;
  parameter RD_CE_OVER_SRST = 1'b0;
  parameter RD_ARST_VALUE = 1'b0;
  parameter RD_SRST_VALUE = 1'b0;
  parameter RD_INIT_VALUE = 1'b0;
  parameter signed WR_PORTS = 1;
  parameter WR_CLK_ENABLE = 1'b1;
  parameter WR_CLK_POLARITY = 1'b1;
  parameter WR_PRIORITY_MASK = 1'b0;
  parameter WR_WIDE_CONTINUATION = 1'b0;
  input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST;
  input [RD_PORTS*ABITS-1:0] RD_ADDR;
  output [RD_PORTS*WIDTH-1:0] RD_DATA;
  input [WR_PORTS-1:0] WR_CLK;
  input [WR_PORTS*WIDTH-1:0] WR_EN, WR_DATA;
  input [WR_PORTS*ABITS-1:0] WR_ADDR;
  wire [1023:0] _TECHMAP_DO_ = "proc";
  wire _TECHMAP_FAIL_ = RD_CLK_ENABLE != 0;  // registers of read ports stand outside

  wire [ABITS-1:0] place;
  wire [RD_PORTS*WIDTH-1:0] other;
  \$anyconst #(.WIDTH(ABITS)) u_place (.Y(place));
  \$anyseq #(.WIDTH(RD_PORTS*WIDTH)) u_other (.Y(other));
  \$assume u_still (.A(place == RD_ADDR[ABITS-1:0]), .EN(1'b1));

  reg [WIDTH-1:0] word;
  genvar p, b;
  integer w, i;
  always @(posedge WR_CLK[0]) begin
    for (w = 0; w < WR_PORTS; w = w + 1)
      for (i = 0; i < WIDTH; i = i + 1)
        if (WR_EN[w*WIDTH + i] && WR_ADDR[w*ABITS +: ABITS] == place) word[i] <= WR_DATA[w*WIDTH + i];
  end
  generate
    for (p = 0; p < RD_PORTS; p = p + 1) begin : g_read
      assign RD_DATA[p*WIDTH +: WIDTH] = RD_ADDR[p*ABITS +: ABITS] == place ? word : other[p*WIDTH +: WIDTH];
    end
  endgenerate
endmodule
