// std::cout would be wrong here.
int describe(char* out, unsigned size) { return snprintf(out, size, "not printf(): %d, std::cerr", 1); }
int member(const Form& form) { return form.printf(1); }
