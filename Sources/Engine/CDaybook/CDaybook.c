#if defined(__linux__)
#define _GNU_SOURCE
#include <sched.h>
#endif
#include <unistd.h>

// Everything else is in the header, so that Swift can inline it.
#include "CDaybook.h"

int daybook_processors(void) {
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}
