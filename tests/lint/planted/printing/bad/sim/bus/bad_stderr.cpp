void show() { fputs("x", stderr); }
