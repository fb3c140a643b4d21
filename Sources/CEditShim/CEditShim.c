#include "CEditShim.h"

#include <stdio.h>

EditLine *ed_open(const char *program) { return el_init(program, stdin, stdout, stderr); }
