void show() { printf("%d\n", 1); }
