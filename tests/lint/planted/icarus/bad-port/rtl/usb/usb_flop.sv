module usb_flop (input logic clk_i, input logic a_i, output logic b_o);
  always_ff @(posedge clk_i) b_o <= a_i;
endmodule
