module bad_two; endmodule
module other; endmodule
