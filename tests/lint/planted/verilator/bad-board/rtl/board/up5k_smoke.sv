module up5k_smoke (input logic clk_i, inout wire a_i, output logic b_o);
  adoube_scan u_scan (.clk_i, .a_i(a_i), .b_o(b_o), .c_o());
endmodule
