// What all tests need of their environment, whoever starts them; set before anything of Swift runs.
// A variable that is already set stays as it is.
#include "testenvironment.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

// How many tests run at the same moment: Swift Testing begins all of them at once unless this
// variable says otherwise. One more than there are cores, because some wait for a process.
static void bound_width(void) {
  char width[16];
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  snprintf(width, sizeof width, "%ld", (cores < 1 ? 1 : cores) + 1);
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}

// Stores lie in memory where that has room: thousands are made, and no test sees a disk fail that
// did not ask for it. A container often has 64 MB there, which is too little.
static void use_memory(void) {
  struct statvfs found;
  if (statvfs("/dev/shm", &found) != 0 || access("/dev/shm", W_OK) != 0) return;
  if ((unsigned long long)found.f_bavail * found.f_frsize >= 2ull << 30)
    setenv("TMPDIR", "/dev/shm", 0);
}

__attribute__((constructor)) static void prepare(void) {
  bound_width();
  use_memory();
}
