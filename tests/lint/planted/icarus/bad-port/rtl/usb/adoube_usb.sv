module adoube_usb (input logic clk_i, input logic a_i, output logic b_o);
  logic [3:0] wide;
  usb_flop flop (.clk_i(clk_i), .a_i(a_i), .b_o(wide));
  assign b_o = ^wide;
endmodule
