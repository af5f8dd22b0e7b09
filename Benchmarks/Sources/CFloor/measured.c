#include "measured.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
void measured_begin(void) { CALLGRIND_START_INSTRUMENTATION; }
void measured_end(void) { CALLGRIND_STOP_INSTRUMENTATION; }
#else
void measured_begin(void) {}
void measured_end(void) {}
#endif
