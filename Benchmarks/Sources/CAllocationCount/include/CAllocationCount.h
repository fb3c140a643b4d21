#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// How many blocks of memory the process has asked for since it started, on any thread.
unsigned long allocation_count(void);

#endif
