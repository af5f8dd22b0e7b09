#include "floor.h"
#include "must.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int floor_file_open(const char *path) {
  char name[4096];
  snprintf(name, sizeof name, "%s/data.log", path);
  int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (file < 0) must(errno, name);
  return file;
}

void floor_file_append(int file, uint64_t count, const void *record, size_t size) {
  for (uint64_t i = 0; i < count; i++) {
    if (write(file, record, size) != (ssize_t)size) must(errno, "write");
    if (fdatasync(file) != 0) must(errno, "fdatasync");
  }
}
