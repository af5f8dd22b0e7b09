// Marks what a benchmark measures for callgrind; outside valgrind these do nothing.
//
// Run with `valgrind --tool=callgrind --instr-atstart=no`: then exactly the instructions between
// the two calls are counted, of all threads.
#ifndef DAYBOOK_MEASURED_H
#define DAYBOOK_MEASURED_H

void measured_begin(void);
void measured_end(void);

// Seconds of processor time that the process has used, in the system's calls too.
double measured_processor(void);

#endif
