#ifndef SHELF_CEDITSHIM_H
#define SHELF_CEDITSHIM_H

#include <histedit.h>

/// Opens an editor on the process's own standard streams.
EditLine *ed_open(const char *program);

#endif
