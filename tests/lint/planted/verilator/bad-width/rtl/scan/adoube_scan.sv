module adoube_scan (input logic clk_i, input logic a_i, output logic b_o);
  logic [3:0] count;
  always_ff @(posedge clk_i) count <= count + 5'd1;
  assign b_o = count[3] & a_i;
endmodule
