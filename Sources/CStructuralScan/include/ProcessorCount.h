#ifndef PROCESSORCOUNT_H
#define PROCESSORCOUNT_H

// How many processors the program may run on, which its user may have made fewer than there are; 0
// where the system does not tell.
int structural_processor_count(void);

#endif
