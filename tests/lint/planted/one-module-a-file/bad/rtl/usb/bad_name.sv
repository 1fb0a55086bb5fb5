module another; endmodule
