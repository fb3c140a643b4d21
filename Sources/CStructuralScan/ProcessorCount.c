#define _GNU_SOURCE
#include "ProcessorCount.h"

#if defined(__linux__)

#include <sched.h>

int structural_processor_count(void) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}

#else

int structural_processor_count(void) { return 0; }

#endif
