module adoube_usb (input logic clk_i, input logic a_i, output logic b_o);
  logic forgotten;
  assign forgotten = a_i;
  always_ff @(posedge clk_i) b_o <= a_i;
endmodule
