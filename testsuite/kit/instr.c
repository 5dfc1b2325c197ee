#include "testsuite/kit/kit.h"
int instr_main (int argc, char **argv) { (void) argc; (void) argv; return 0; }
