#include "measured.h"

#include <time.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
void measured_begin(void) { CALLGRIND_START_INSTRUMENTATION; }
void measured_end(void) { CALLGRIND_STOP_INSTRUMENTATION; }
#else
void measured_begin(void) {}
void measured_end(void) {}
#endif

double measured_processor(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}
