module up5k_smoke (input logic clk_i, inout wire a_i, output logic b_o);
  logic pin;
  SB_IO #(.PIN_TYPE(6'b0000_00)) u_pin (.PACKAGE_PIN(a_i), .INPUT_CLK(clk_i), .D_IN_0(pin), .LATCH_INPUT_VALUE(1'b0),
    .CLOCK_ENABLE(1'b1), .OUTPUT_CLK(1'b0), .OUTPUT_ENABLE(1'b0), .D_OUT_0(1'b0), .D_OUT_1(1'b0), .D_IN_1());
  adoube_scan u_scan (.clk_i, .a_i(pin), .b_o);
endmodule
