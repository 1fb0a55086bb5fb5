// module talked_about
module fine; endmodule
