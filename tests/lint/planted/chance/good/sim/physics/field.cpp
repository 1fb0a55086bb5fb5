// No float and no double: integers.
int field_double(int x) { return 2 * x; }
